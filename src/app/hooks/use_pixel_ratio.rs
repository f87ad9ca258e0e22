//! How many pixels the screen has to a CSS pixel.

use gloo::events::EventListener;
use gloo::utils::window;
use yew::prelude::*;

/// Device pixels to a CSS pixel, at least 1; it changes when the page is zoomed or comes to another screen.
#[hook]
pub(crate) fn use_pixel_ratio() -> f64 {
    let ratio = use_state_eq(|| 1.0);
    let setter = ratio.setter();
    // A query asks about one ratio: once that has changed, another one has to be asked.
    use_effect_with(*ratio, move |asked: &f64| {
        let now = window().device_pixel_ratio().max(1.0);
        setter.set(now);
        let query = window()
            .match_media(&format!("(resolution: {asked}dppx)"))
            .ok()
            .flatten();
        let listener = query.map(|query| {
            EventListener::new(&query, "change", move |_| {
                setter.set(window().device_pixel_ratio().max(1.0))
            })
        });
        move || drop(listener)
    });
    *ratio
}
