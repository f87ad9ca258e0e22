//! The importer: a module of its own, fetched when somebody opens a file, so that the first visit need
//! not carry the readers of other people's formats. `static/boot.js` reads the files and calls it.

use js_sys::{Array, Function, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

use super::Dispatch;
use super::session::{Action, Reading};
use super::shared::Shared;
use crate::exchange::wire;
use crate::run::Problem;
use crate::run::limits::MAX_FILE_BYTES;
use crate::shedding::Scenario;

/// What is to be read: the browser's files, or pasted texts.
pub type Sources = Array;

/// Reads files and texts on top of a scenario, and says what came of it when it is done.
pub fn import(sources: &Sources, base: &Scenario, dispatch: Dispatch) {
    let answer = {
        let dispatch = dispatch.clone();
        Closure::once_into_js(move |bytes: JsValue| dispatch.dispatch(Action::Read(read(&bytes))))
    };
    let base = Uint8Array::from(wire::write_scenario(base).as_slice());
    // One byte more than is allowed is enough for the reader to see, and to say, that it is too much.
    let most = JsValue::from_f64(MAX_FILE_BYTES as f64 + 1.0);
    let import = Reflect::get(&js_sys::global(), &JsValue::from_str("shedscopeImport"));
    match import.ok().and_then(|import| import.dyn_into::<Function>().ok()) {
        Some(import) => drop(import.apply(&JsValue::NULL, &Array::of4(sources, &base, &most, &answer))),
        None => dispatch.dispatch(Action::Read(read(&JsValue::NULL))),
    }
}

fn read(bytes: &JsValue) -> Reading {
    let Some(bytes) = bytes.dyn_ref::<Uint8Array>() else {
        let what = bytes.as_string().unwrap_or_else(|| {
            "a part of Shedscope did not arrive; check the connection to its server and try again.".to_owned()
        });
        return Reading::Refused(Problem::at("opening", what));
    };
    match wire::read(&bytes.to_vec()) {
        Ok(found) => Reading::Read(Shared::new(found)),
        Err(problem) => Reading::Refused(problem),
    }
}
