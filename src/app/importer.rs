//! The importer: a module of its own, fetched when somebody opens a file or picks another situation, so
//! that the first visit need not carry the readers of other people's formats. `static/boot.js` calls it.

use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::Dispatch;
use super::action::{Action, Reading};
use super::session::Session;
use super::shared::Shared;
use super::view::Text;
use crate::exchange::wire;
use crate::run::Problem;
use crate::run::limits::MAX_FILE_BYTES;
use crate::shedding::Scenario;

/// What is to be read: the browser's files, or pasted texts.
pub type Sources = Array;

pub const NOT_THERE: &str = "a part of Shedscope did not arrive; check the connection to its server and try again.";

/// Calls a function of `static/boot.js`, which fetches the importer (anew where that failed before), with what it needs and with somebody who waits for the answer.
pub fn call(name: &str, parts: &[&JsValue], then: impl FnOnce(JsValue) + 'static) {
    let answer = Closure::once_into_js(then);
    let all: Array = parts.iter().copied().chain([&answer]).collect();
    let function = Reflect::get(&js_sys::global(), &JsValue::from_str(name));
    if let Some(function) = function.ok().and_then(|function| function.dyn_into::<Function>().ok()) {
        // What goes wrong is answered, not thrown.
        let _ = function.apply(&JsValue::NULL, &all);
    }
}

/// Reads files and texts on top of a scenario, and says what came of it when it is done.
pub fn import(sources: &Sources, base: &Scenario, dispatch: Dispatch) {
    let base = Uint8Array::from(wire::write_scenario(base).as_slice());
    // One byte more than is allowed is enough for the reader to see, and to say, that it is too much.
    let most = JsValue::from_f64(MAX_FILE_BYTES as f64 + 1.0);
    call("shedscopeImport", &[sources, &base, &most], move |bytes| dispatch.dispatch(Action::Read(read(&bytes))));
}

/// Fetches a situation.
pub fn fetch(id: &'static str, dispatch: Dispatch) {
    call("shedscopeSituation", &[&JsValue::from_str(id)], move |bytes| {
        let bytes = bytes.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default();
        dispatch.dispatch(match wire::read_scenario(&bytes) {
            Ok(scenario) => Action::Pick(id, Shared::new(scenario)),
            Err(_) => Action::Notice(format!("This situation is not to be had: {NOT_THERE}")),
        });
    });
}

/// Asks what would be exposed in the round at the cursor of the main lane.
pub fn expose(session: &Session, dispatch: Dispatch) {
    let base = Uint8Array::from(wire::write_scenario(&session.scenario).as_slice());
    let (lane, round) = (session.lane, session.round);
    let [of_lane, in_round] = [lane, round].map(|number| JsValue::from_f64(number as f64));
    call("shedscopeMetrics", &[&base, &of_lane, &in_round], move |answer| {
        let said = |value: JsValue| Text::from(value.as_string().unwrap_or_default());
        let parts: Vec<Text> =
            answer.dyn_into::<Array>().map_or_else(|_| Vec::new(), |all| all.iter().map(said).collect());
        let pairs = parts.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
        dispatch.dispatch(Action::Metrics(lane, round, Shared::new(pairs.collect())));
    });
}

/// Copies a text, or saves it under a name.
pub fn say(function: &str, name: &str, text: &str) {
    call(function, &[&JsValue::from_str(name), &JsValue::from_str(text)], |_| ());
}

fn read(bytes: &JsValue) -> Reading {
    let Some(bytes) = bytes.dyn_ref::<Uint8Array>() else {
        let what = bytes.as_string().unwrap_or_else(|| NOT_THERE.to_owned());
        return Reading::Refused(Problem::at("opening", what));
    };
    match wire::read(&bytes.to_vec()) {
        Ok(found) => Reading::Read(Shared::new(found)),
        Err(problem) => Reading::Refused(problem),
    }
}
