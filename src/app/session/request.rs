//! Work that an action asks for: editing and opening. It is done outside of the reducer, which runs nothing.

use super::action::Gesture;
use super::handle::Handle;
use super::state::{Origin, State};
use crate::engine::{Cause, Problem, Thing};
use crate::simulator::{Edit, Edited};
use crate::systems;

/// Something that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// An edit of the open scenario, in the variant and at the round at the cursor.
    Edit {
        /// The edit.
        edit: Edit,
        /// The gesture that it belongs to.
        gesture: Option<Gesture>,
        /// What was typed for it.
        text: Option<String>,
    },
    /// An edit of the open scenario at its start, wherever the cursor is.
    EditAtStart(Edit),
    /// A preset of a system; its first where none is named.
    Preset {
        /// The system's id.
        system: String,
        /// The preset's id; empty for the first.
        preset: String,
    },
    /// A document of any system.
    Document(String),
}

/// What came of a request.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The open scenario was edited.
    Edited {
        /// The scenario after the edit.
        document: Handle,
        /// The edit.
        edit: Edit,
        /// The edit in a few words.
        label: String,
        /// The gesture that it belongs to.
        gesture: Option<Gesture>,
        /// The event that it has become, if it was made later than the start.
        event: Option<u32>,
    },
    /// The edit cannot be made.
    Refused {
        /// The edit.
        edit: Edit,
        /// What was typed for it.
        text: Option<String>,
        /// Why.
        problem: Problem,
    },
    /// The edit can be made at the start of the run only.
    OnlyAtStart(Edit),
    /// Another scenario was opened.
    Opened {
        /// The scenario.
        document: Handle,
        /// Where it came from.
        origin: Origin,
        /// Why it is not the preset that was asked for, if it is another one.
        problem: Option<Problem>,
    },
    /// Nothing could be opened.
    NotOpened(Problem),
}

/// Does what a request asks for on the state that it was made in.
pub fn perform(state: &State, request: &Request) -> Outcome {
    match request {
        Request::Preset { system, preset } => open_preset(system, preset),
        Request::Edit {
            edit,
            gesture,
            text,
        } => {
            // Edits in quick succession: what is not shown yet is edited at its start or by its document.
            let is_shown = state.document == state.run;
            let round = if is_shown {
                state.round.min(state.computed.saturating_sub(1))
            } else {
                state.round
            };
            edit_at(state, edit, round, *gesture, text.clone())
        }
        Request::EditAtStart(edit) => edit_at(state, edit, 0, None, None),
        Request::Document(text) => match systems::open(text) {
            Ok(session) => {
                let origin = Origin {
                    system: session.info().id,
                    preset: None,
                };
                Outcome::Opened {
                    document: session.into(),
                    origin,
                    problem: None,
                }
            }
            Err(problem) => Outcome::NotOpened(problem),
        },
    }
}

fn edit_at(
    state: &State,
    edit: &Edit,
    round: usize,
    gesture: Option<Gesture>,
    text: Option<String>,
) -> Outcome {
    let refused = |problem| Outcome::Refused {
        edit: edit.clone(),
        text: text.clone(),
        problem,
    };
    match state
        .document
        .edited_at(edit, state.variant, round, state.what_if)
    {
        Ok(Edited::Session { session, event }) => {
            let label = edit.label(&*state.document);
            Outcome::Edited {
                document: session.into(),
                edit: edit.clone(),
                label,
                gesture,
                event,
            }
        }
        Ok(Edited::OnlyAtStart) => Outcome::OnlyAtStart(edit.clone()),
        Err(problem) => refused(problem),
    }
}

/// Opens a preset of a system; its first where `preset` is empty, and the first system where `system` is. Where either
/// is unknown, the first one is opened too, with the problem.
pub fn open_preset(system: &str, preset: &str) -> Outcome {
    let (entry, mut problem) = match systems::find(system) {
        Some(entry) => (entry, None),
        None => (
            &systems::SYSTEMS[0],
            (!system.is_empty()).then(|| unknown("system", Thing::System, system)),
        ),
    };
    let presets = (entry.presets)();
    let wanted = presets.iter().find(|one| one.id == preset);
    if wanted.is_none() && !preset.is_empty() {
        problem = problem.or_else(|| Some(unknown("scenario", Thing::Scenario, preset)));
    }
    match wanted
        .or(presets.first())
        .and_then(|one| Some(((entry.open_preset)(one.id)?, one.id)))
    {
        Some((session, id)) => {
            let origin = Origin {
                system: entry.info.id,
                preset: Some(id),
            };
            Outcome::Opened {
                document: session.into(),
                origin,
                problem,
            }
        }
        None => Outcome::NotOpened(Problem::at(
            entry.info.id,
            Cause::other("this system has no preset", "open a scenario from a file"),
        )),
    }
}

/// The problem that an address or a link names what does not exist.
fn unknown(place: &str, kind: Thing, name: &str) -> Problem {
    Problem::at(
        place,
        Cause::unknown(kind, name, "the first one is open instead"),
    )
}
