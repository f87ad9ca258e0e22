//! The core and the page in the browser: the same bits as natively, and the app as it starts.

#![cfg(target_arch = "wasm32")]
// Nothing outside of a test binary uses what is in it.
#![allow(unreachable_pub)]

mod runs;

use gloo::timers::future::TimeoutFuture;
use shedscope::app::app::App;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Element, HtmlElement};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn every_preset_runs_as_recorded_natively() {
    assert_eq!(runs::digests(), runs::RECORDED);
}

/// Waits until something holds, for as long as a busy machine may take.
async fn until(what: &str, holds: impl Fn() -> bool) {
    for _ in 0..500 {
        if holds() {
            return;
        }
        TimeoutFuture::new(20).await;
    }
    panic!("{what} does not come");
}

fn find(root: &Element, selector: &str) -> Option<HtmlElement> {
    root.query_selector(selector)
        .expect("a selector")
        .and_then(|element| element.dyn_into().ok())
}

#[wasm_bindgen_test]
async fn the_app_starts_steps_and_explains() {
    let document = gloo::utils::document();
    let root = document.create_element("div").expect("an element");
    document
        .body()
        .expect("a body")
        .append_child(&root)
        .expect("room");
    let app = yew::Renderer::<App>::with_root(root.clone()).render();
    let says = |words: &str| root.text_content().unwrap_or_default().contains(words);
    until("the first round", || says("Why, round 1")).await;
    assert!(says("Round 1 of 60") && says("Two hot brokers, two idle ones"));
    find(&root, "button[aria-label=Step]")
        .expect("a button")
        .click();
    until("the second round", || says("Why, round 2")).await;
    let time = find(&root, "input[aria-label=Time]").expect("a scrubber");
    assert_eq!(
        time.get_attribute("aria-valuetext").as_deref(),
        Some("round 2 of 60")
    );
    // What was listening ends with the app.
    app.destroy();
    root.remove();
}
