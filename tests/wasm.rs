//! The core in the browser: the same bits as natively.

#![cfg(target_arch = "wasm32")]

mod runs;

use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn every_situation_runs_as_recorded_natively() {
    assert_eq!(runs::digests(), runs::RECORDED);
}
