//! What stands around every page: its header, the tabs of a narrow screen, dialogs.

use std::rc::Rc;

use super::action::Sheet;
use super::icons::{Icon, icon};
use super::view::{NodeRef, On, Tag, button, classed, says, tag};
use super::{Dispatch, edits, systems};
use crate::app::history::History;
use crate::paint::Theme;

/// The header of a page.
pub struct Header<'a, T: Clone, A> {
    /// The system it is of, as [`systems::choice`] knows it.
    pub system: &'a str,
    /// What a person can watch, in one sentence.
    pub claim: &'static str,
    /// What was on the page.
    pub history: &'a History<T>,
    /// Goes back or forward in it.
    pub past: fn(usize) -> A,
    /// Opens something.
    pub open: A,
    /// Shows the list of keys.
    pub keys: A,
    /// Light or dark.
    pub theme: Theme,
    /// Chooses one.
    pub to_theme: fn(Theme) -> A,
}

impl<T: Clone, A: Clone + 'static> Header<'_, T, A> {
    /// As it is shown.
    pub fn shown(self, dispatch: &Dispatch<A>) -> Tag {
        let keys = button(dispatch, self.keys)
            .set("class", "keys-button")
            .set("aria-label", "Keys")
            .set("title", "Keys (?)")
            .add(icon(Icon::Keys));
        tag("header")
            .add(tag("h1").add(logo()).text("Shedscope"))
            .add(systems::choice(self.system, dispatch))
            .add(classed("p", "claim").text(self.claim))
            .add(classed("span", "space"))
            .add_all(edits::buttons(self.history, dispatch, self.past))
            .add(button(dispatch, self.open).add(icon(Icon::Open)).text("Open"))
            .add(keys)
            .add(theme_button(self.theme, dispatch, self.to_theme))
    }
}

/// The other theme.
fn theme_button<A: Clone + 'static>(now: Theme, dispatch: &Dispatch<A>, to: fn(Theme) -> A) -> Tag {
    let (other, label) = match now {
        Theme::Light => (Theme::Dark, "Dark theme"),
        Theme::Dark => (Theme::Light, "Light theme"),
    };
    button(dispatch, to(other)).set("aria-label", label).set("title", label).add(icon(Icon::Theme))
}

/// Three bars and an arc.
fn logo() -> Tag {
    let bar = |class: &'static str, x: &'static str, y: &'static str, height: &'static str| {
        classed("rect", class).set("x", x).set("y", y).set("width", "4").set("height", height).set("rx", "1")
    };
    tag("svg")
        .set("width", "22")
        .set("height", "22")
        .set("viewBox", "0 0 20 20")
        .set("aria-hidden", "true")
        .add(bar("warm", "1", "4", "15"))
        .add(bar("rest", "8", "9", "10"))
        .add(bar("cool", "15", "12", "7"))
        .add(tag("path").set("d", "M3 3Q10-1 17 9"))
}

/// A small button that is down or up.
pub fn toggle<A: Clone + 'static>(dispatch: &Dispatch<A>, action: A, is_down: bool, words: &'static str) -> Tag {
    let pressed = if is_down { "true" } else { "false" };
    button(dispatch, action).set("class", "small").set("aria-pressed", pressed).text(words)
}

/// How the stylesheet knows a sheet.
pub fn sheet_name(sheet: Sheet) -> &'static str {
    match sheet {
        Sheet::Setup => "setup",
        Sheet::Why => "why",
        Sheet::SoFar => "so-far",
    }
}

/// On a narrow screen the panels are sheets under the stage; these choose one.
pub fn sheet_tabs<A: Clone + 'static>(now: Sheet, dispatch: &Dispatch<A>, to: fn(Sheet) -> A) -> Tag {
    let tab = |sheet: Sheet, words: &'static str| {
        let pressed = if now == sheet { "true" } else { "false" };
        button(dispatch, to(sheet)).set("aria-pressed", pressed).text(words)
    };
    classed("div", "tabs")
        .set("role", "group")
        .set("aria-label", "Panels")
        .add(tab(Sheet::Why, "Why"))
        .add(tab(Sheet::SoFar, "So far"))
        .add(tab(Sheet::Setup, "Setup"))
}

/// A dialog of the browser's own: it keeps focus, closes on Escape and gives focus back.
pub fn dialog<A: Clone + 'static>(
    title: &'static str,
    content: Tag,
    close: A,
    node: &NodeRef,
    dispatch: &Dispatch<A>,
) -> Tag {
    let on_close = {
        let (dispatch, close) = (dispatch.clone(), close.clone());
        move |_: web_sys::Event| dispatch.dispatch(close.clone())
    };
    let close = button(dispatch, close).set("class", "small").set("aria-label", "Close");
    let head = classed("div", "dialog-head").add(says("h2", title)).add(close.add(icon(Icon::Close)));
    tag("dialog").at(node).set("aria-label", title).on(On::Close, Rc::new(on_close)).add(head).add(content)
}

/// A panel beside the stage, or under it on a narrow screen; `is` is how the stylesheet knows it.
pub fn panel(label: &'static str, is: &'static str) -> Tag {
    tag("section")
        .set("aria-label", label)
        .set("data-is", is)
        .set("class", if is == "setup" { "panel left" } else { "panel" })
}

/// Something that went wrong, and waits to be read.
pub fn notice<A: Clone + 'static>(words: Option<&String>, dismiss: A, dispatch: &Dispatch<A>) -> Option<Tag> {
    let words = words?.clone();
    let dismiss = button(dispatch, dismiss).text("Dismiss");
    Some(classed("div", "offer").set("role", "alert").add(says("p", words)).add(dismiss))
}
