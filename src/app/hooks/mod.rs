//! Whatever needs the browser: sizes, keys, dropped files, the address, storage, workers, computing in slices.

mod dispatch;
pub mod files;
pub mod focus;
mod use_gesture;
mod use_id;
mod use_kept_focus;
mod use_modal;
mod use_overflow;

pub use dispatch::use_dispatch;
pub use use_gesture::{Gestures, next_gesture, use_gesture};
pub use use_id::use_id;
pub use use_kept_focus::use_kept_focus;
pub use use_modal::use_modal;
pub use use_overflow::use_overflow;
