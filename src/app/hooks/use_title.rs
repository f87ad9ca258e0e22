//! The title of the window.

use gloo::utils::document;
use yew::prelude::*;

/// Shows the title of the scenario as that of the window.
#[hook]
pub(crate) fn use_title(title: &str) {
    use_effect_with(title.to_owned(), |title| {
        let words = if title.is_empty() {
            "Shedscope".to_owned()
        } else {
            format!("{title} · Shedscope")
        };
        document().set_title(&words);
    });
}
