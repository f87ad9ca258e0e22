//! The keys that move time, from anywhere but a field.

use gloo::events::EventListener;
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

use super::controls::{Play, Playback};
use super::view::{Tag, classed, says, tag};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Play or pause.
    Toggle,
    /// A round forward, or back.
    Step(bool),
    /// Forward, or back, to where something happened.
    Happening(bool),
    /// The first round.
    First,
    /// The last round.
    Last,
    /// Charts as tables.
    Tables,
    /// Open something.
    Open,
    /// The list of keys.
    Keys,
    /// An edit back, or forward.
    Past(bool),
}

impl Command {
    /// What it asks of time, where that stands as it does; nothing where there is no way to go.
    pub fn play(self, now: &Playback) -> Option<Play> {
        match self {
            Self::Toggle => Some(Play::Run(!now.is_playing)),
            Self::Step(true) => Some(Play::Seek(now.round + 1)),
            Self::Step(false) => Some(Play::Seek(now.round.saturating_sub(1))),
            Self::Happening(is_forward) => now.happenings[usize::from(is_forward)].map(Play::Seek),
            Self::First => Some(Play::Seek(0)),
            Self::Last => Some(Play::Seek(now.last)),
            Self::Tables | Self::Open | Self::Keys | Self::Past(_) => None,
        }
    }
}

/// Listens to keys as long as the listener lives; `take` says whether a command meant something.
pub fn listen(take: impl Fn(Command) -> bool + 'static) -> EventListener {
    let options = gloo::events::EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&window(), "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else { return };
        if command_of(event).is_some_and(&take) {
            event.prevent_default();
        }
    })
}

fn command_of(event: &KeyboardEvent) -> Option<Command> {
    let (key, shift) = (event.key(), event.shift_key());
    if event.alt_key() {
        return None;
    }
    if event.ctrl_key() || event.meta_key() {
        return match (key.as_str(), shift) {
            ("z" | "Z", false) => Some(Command::Past(false)),
            ("z" | "Z", true) | ("y" | "Y", false) => Some(Command::Past(true)),
            _ => None,
        };
    }
    if event.default_prevented() || belongs_to_a_field(event) {
        return None;
    }
    match key.as_str() {
        " " => Some(Command::Toggle),
        "ArrowRight" if shift => Some(Command::Happening(true)),
        "ArrowLeft" if shift => Some(Command::Happening(false)),
        "ArrowRight" => Some(Command::Step(true)),
        "ArrowLeft" => Some(Command::Step(false)),
        "Home" => Some(Command::First),
        "End" => Some(Command::Last),
        "t" | "T" => Some(Command::Tables),
        "o" | "O" => Some(Command::Open),
        "?" => Some(Command::Keys),
        _ => None,
    }
}

/// Whether a key is meant for what has the focus: fields take all of them, buttons those that press them.
fn belongs_to_a_field(event: &KeyboardEvent) -> bool {
    let Some(focused) = document().active_element() else { return false };
    let is_inside = |selector: &str| Element::closest(&focused, selector).ok().flatten().is_some();
    let presses = matches!(event.key().as_str(), " " | "Enter");
    is_inside("input, select, textarea, dialog, [role=slider]") || (presses && is_inside("button, summary, a"))
}

/// The list of keys, and of the signs on the stage. A round is called by its `noun`; keys go to the next in which
/// something `happens`, and open `what`.
pub fn list(noun: &str, happens: &str, what: &str, signs: &[(&'static str, &'static str)]) -> Tag {
    let keys = [
        ("Space", "play or pause".to_owned()),
        ("→", format!("next {noun}")),
        ("←", format!("{noun} before")),
        ("Shift + →", format!("next {noun} in which {happens}")),
        ("Shift + ←", "the one before".to_owned()),
        ("Home, End", format!("first {noun}, last {noun}")),
        ("Ctrl + Z", "undo an edit; with Shift, redo it".to_owned()),
        ("T", "charts as tables".to_owned()),
        ("O", format!("open {what}")),
        ("?", "this list".to_owned()),
    ];
    let signs = signs.iter().map(|(sign, meaning)| (*sign, (*meaning).to_owned()));
    let said = |(key, what): (&'static str, String)| [tag("dt").add(says("kbd", key)), says("dd", what)];
    classed("dl", "keys").add_all(keys.into_iter().chain(signs).flat_map(said))
}
