//! State and actions of the page: pure, without the browser, so that all of it is tested natively.
//!
//! * `state`: what the page knows; `action`: what can happen; `reducer`: what becomes of the state then.
//! * `request`: work that an action asks for and that the reducer does not do itself (edits, opening); [`perform`] does
//!   it, and the result comes back as an action.
//! * `explained`: what the panels explain, which of large runs follows the cursor.
//! * `playback`: where the cursor is and where it can go; `history`: undo and redo; `handle`: an open scenario that
//!   compares by pointer.

mod action;
mod explained;
mod handle;
mod history;
mod playback;
mod reducer;
mod request;
mod state;

pub use action::{Action, Seek, Tab, Work};
pub(crate) use action::{Dispatch, Gesture, ImportResult};
pub use explained::Explained;
pub use handle::{Handle, Shared};
pub use history::History;
pub use playback::Playback;
pub(crate) use playback::SPEEDS;
pub use request::{Outcome, Request, open_preset, perform};
pub(crate) use state::RoundExports;
pub use state::{Dialog, Draft, Drawer, Import, Origin, Refusal, Sheet, State, SweepState};
