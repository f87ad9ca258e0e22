//! Light and dark: the system's wish, until the person wishes otherwise.

use gloo::storage::{LocalStorage, Storage};
use gloo::utils::{document, window};

use crate::paint::Theme;

const STORED: &str = "shedscope-theme";

/// The theme to begin with.
pub fn first() -> Theme {
    match LocalStorage::get::<String>(STORED).as_deref() {
        Ok("dark") => Theme::Dark,
        Ok("light") => Theme::Light,
        _ => {
            let dark = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
            if dark.is_some_and(|query| query.matches()) { Theme::Dark } else { Theme::Light }
        }
    }
}

/// Shows a theme; the stylesheet does the rest.
pub fn show(theme: Theme) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", name(theme));
    }
}

/// Remembers a wish.
pub fn remember(theme: Theme) {
    // Where storage is switched off the wish holds until the page is left.
    let _ = LocalStorage::set(STORED, name(theme));
}

fn name(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    }
}
