//! The command line natively; in the browser the page, or one of its workers.

#[cfg(not(target_arch = "wasm32"))]
fn main() -> std::process::ExitCode {
    shedscope::cli::main()
}

#[cfg(target_arch = "wasm32")]
fn main() {
    shedscope::app::start();
}
