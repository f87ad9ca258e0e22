//! The page without the browser: what becomes of its state when something happens.

mod app {
    pub mod page;
    mod editing;
    mod opening;
    mod playing;
    mod sweeping;
}
