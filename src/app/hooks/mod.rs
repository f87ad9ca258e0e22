//! Whatever needs the browser: sizes, keys, dropped files, the address, storage, workers, computing in slices.

mod dispatch;
mod use_disclosure;
mod use_focus;

pub use dispatch::use_dispatch;
pub use use_disclosure::{Disclosure, use_disclosure};
pub use use_focus::use_focus;
