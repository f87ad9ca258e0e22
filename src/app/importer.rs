//! The importer: a module of its own, fetched when somebody opens a file, so that the first visit need
//! not carry the readers of other people's formats. `static/boot.js` knows where it is.

use js_sys::{Array, Function, Promise, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

use super::Dispatch;
use super::session::{Action, Reading};
use super::shared::Shared;
use crate::exchange::wire;
use crate::run::Problem;
use crate::shedding::Scenario;

/// Files as they come in: name and content.
pub type Files = Vec<(String, Vec<u8>)>;

/// Reads files, and says what came of it when it is done.
pub fn import(files: Shared<Files>, base: Shared<Scenario>, dispatch: Dispatch) {
    yew::platform::spawn_local(async move {
        let reading = match ask(&files, &base).await {
            Ok(Ok(found)) => Reading::Read(Shared::new(found)),
            Ok(Err(problem)) => Reading::Refused(problem),
            Err(_) => {
                let what = "a part of Shedscope did not arrive; check the connection to its server and try again.";
                Reading::Refused(Problem::at("the importer", what))
            }
        };
        dispatch.dispatch(Action::Read(reading));
    });
}

async fn ask(files: &Files, base: &Scenario) -> Result<Result<wire::Found, Problem>, JsValue> {
    let (names, contents) = (Array::new(), Array::new());
    for (name, content) in files {
        names.push(&JsValue::from_str(name));
        contents.push(&Uint8Array::from(content.as_slice()));
    }
    let base = Uint8Array::from(wire::write_scenario(base).as_slice());
    let import: Function = Reflect::get(&js_sys::global(), &JsValue::from_str("shedscopeImport"))?.dyn_into()?;
    let promise: Promise = import.call3(&JsValue::NULL, &names, &contents, &base)?.dyn_into()?;
    let answer = wasm_bindgen_futures::JsFuture::from(promise).await?;
    let bytes = answer.dyn_into::<Uint8Array>()?.to_vec();
    Ok(wire::read(&bytes))
}
