//! Light and dark: the system's preference, until the person chooses otherwise.

use gloo::storage::{LocalStorage, Storage};
use gloo::utils::{document, window};
use yew::prelude::*;

use crate::render::Theme;

const KEY: &str = "shedscope-theme";

/// The theme that a visit begins with.
pub(crate) fn first_theme() -> Theme {
    match LocalStorage::get::<String>(KEY).as_deref() {
        Ok("dark") => Theme::Dark,
        Ok("light") => Theme::Light,
        _ => system_theme(),
    }
}

fn system_theme() -> Theme {
    let dark = window()
        .match_media("(prefers-color-scheme: dark)")
        .ok()
        .flatten();
    if dark.is_some_and(|query| query.matches()) {
        Theme::Dark
    } else {
        Theme::Light
    }
}

fn name(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    }
}

/// Shows a theme; the stylesheets do the rest. A choice that differs from the system's preference is remembered.
#[hook]
pub(crate) fn use_theme(theme: Theme) {
    use_effect_with(theme, |theme| {
        if let Some(root) = document().document_element() {
            // Setting an attribute of this name cannot fail.
            let _ = root.set_attribute("data-theme", name(*theme));
        }
        if *theme == system_theme() {
            LocalStorage::delete(KEY);
        } else {
            // Where storage is switched off the choice holds until the page is left.
            let _ = LocalStorage::set(KEY, name(*theme));
        }
    });
}
