//! The core in the browser: the same bits as natively.

#![cfg(target_arch = "wasm32")]

mod runs;
mod toy;

use shedscope::shell::Entry;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn every_situation_runs_as_recorded_natively() {
    assert_eq!(runs::digests(), runs::RECORDED);
}

/// Waits until something holds, for as long as a busy machine may take.
async fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..500 {
        if holds() {
            return;
        }
        breath().await;
    }
    panic!("{what} does not come");
}

/// Lets the page do what it has to.
async fn breath() {
    let promise = js_sys::Promise::new(&mut |done, _| {
        let window = web_sys::window().expect("a window");
        window.set_timeout_with_callback_and_timeout_and_arguments_0(&done, 20).expect("a timer");
    });
    wasm_bindgen_futures::JsFuture::from(promise).await.expect("it is kept");
}

#[wasm_bindgen_test]
async fn a_new_system_gets_the_timeline_the_form_reasons_and_tables() {
    let document = web_sys::window().and_then(|window| window.document()).expect("a document");
    let room = document.create_element("div").expect("an element");
    room.set_id("app");
    document.body().expect("a body").append_child(&room).expect("room");
    shedscope::app::hall::mount(Entry::of::<toy::Toy>());
    let find = |selector: &str| room.query_selector(selector).expect("a selector");
    let text = || room.text_content().unwrap_or_default();
    let press = |label: &str| {
        let all = room.query_selector_all("button").expect("a selector");
        let buttons = (0..all.length()).filter_map(|index| all.get(index)?.dyn_into::<web_sys::HtmlElement>().ok());
        let named = |button: &web_sys::HtmlElement| {
            button.get_attribute("aria-label").as_deref() == Some(label)
                || button.text_content().as_deref() == Some(label)
        };
        buttons.into_iter().find(named).unwrap_or_else(|| panic!("no button {label}")).click();
    };
    // The timeline, with its cursor and its buttons.
    let time = find("input[aria-label=Time]").expect("a timeline");
    assert_eq!((time.get_attribute("max").as_deref(), time.get_attribute("value")), (Some("6"), None));
    until("the first round", || text().contains("9 and 1 litres.")).await;
    press("Step");
    until("the second round", || text().contains("Why, round 2")).await;
    assert!(text().contains("7 and 3 litres."), "{}", text());
    // The settings form, two lanes, the reasons with their numbers, the table.
    assert!(text().contains("What is poured at a time. 0.5 to 5, default 1."), "{}", text());
    assert!(text().contains("2: By cups, cup 3"), "{}", text());
    assert!(text().contains("The fuller bucket is compared with the cup. 4 > 2"), "{}", text());
    press("Tables");
    until("the table", || find("table[aria-label=Buckets]").is_some()).await;
    let table = find("table[aria-label=Buckets]").expect("a table");
    assert_eq!(table.text_content().as_deref(), Some("BucketLitresBucket 17Bucket 23"));
    // Every lane has a stage.
    let stages = room.query_selector_all(".lane-stage canvas").expect("a selector");
    assert_eq!(stages.length(), 2);
    room.remove();
}
