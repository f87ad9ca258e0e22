//! The page without the browser: what becomes of its state when something happens.

mod app {
    mod editing;
    mod forms;
    mod importing;
    mod opening;
    pub mod page;
    mod playing;
    mod sweeping;
    mod variants;
}
