//! Whatever needs the browser: sizes, keys, dropped files, the address, storage, workers, computing in slices.

mod disclosure;
mod dispatch;
mod focus;

pub use disclosure::{Disclosure, use_disclosure};
pub use dispatch::use_dispatch;
pub use focus::use_focus;
