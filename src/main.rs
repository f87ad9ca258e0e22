//! Two doors into the crate: the app in the browser, the command line natively.

#[cfg(target_arch = "wasm32")]
fn main() {
    shedscope::app::mount();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
