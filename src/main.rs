//! Two doors into the crate: the app in the browser, the command line everywhere else.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    shedscope::command::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    shedscope::app::mount();
}
