//! The page: one app for all systems.
//!
//! Data flows one way. Components dispatch an [`session::Action`]; the reducer, which is pure, makes the next
//! [`session::State`] of it; components get slices of the state as props. Whatever needs the browser or the clock is a
//! hook (`hooks`), the player, or the canvas (`stage`).

#[expect(
    clippy::module_inception,
    reason = "app.rs is the App component of the module app"
)]
pub mod app;
pub mod charts;
pub mod hooks;
pub mod jobs;
pub mod panels;
pub mod parts;
pub mod place;
pub mod session;
pub mod stage;

/// Starts the page, or one of its workers: both run the same WebAssembly file.
#[cfg(target_arch = "wasm32")]
pub fn start() {
    use gloo_worker::Registrable;

    if web_sys::window().is_none() {
        jobs::JobWorker::registrar().register();
        return;
    }
    let root = gloo::utils::document()
        .get_element_by_id("app")
        .unwrap_or_else(|| gloo::utils::body().into());
    // What the page shows until the app starts goes.
    root.set_text_content(None);
    yew::Renderer::<app::App>::with_root(root).render();
}
