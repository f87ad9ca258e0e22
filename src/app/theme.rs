//! Light and dark: the system's wish, until the person wishes otherwise.

use gloo::utils::{document, window};

use crate::paint::Theme;

const STORED: &str = "shedscope-theme";

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// The theme to begin with.
pub fn first() -> Theme {
    let stored = storage().and_then(|storage| storage.get_item(STORED).ok().flatten());
    match stored.as_deref() {
        Some("dark") => Theme::Dark,
        Some("light") => Theme::Light,
        _ => system(),
    }
}

fn system() -> Theme {
    let dark = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
    if dark.is_some_and(|query| query.matches()) { Theme::Dark } else { Theme::Light }
}

/// Shows a theme; the stylesheet does the rest. A wish that differs from the system's is remembered.
pub fn show(theme: Theme) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", name(theme));
    }
    if let Some(storage) = storage() {
        // Where storage is switched off the wish holds until the page is left.
        let _ = if theme == system() { storage.remove_item(STORED) } else { storage.set_item(STORED, name(theme)) };
    }
}

fn name(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    }
}
