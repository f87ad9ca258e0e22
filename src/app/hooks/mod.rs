//! Whatever needs the browser: sizes, keys, dropped files, the address, storage, workers, computing in slices.

mod dispatch;
pub mod pointer;
mod use_gesture;
mod use_kept_focus;
mod use_pixel_ratio;
mod use_size;

pub use dispatch::use_dispatch;
pub use use_gesture::{Gestures, use_gesture};
pub use use_kept_focus::use_kept_focus;
pub use use_pixel_ratio::use_pixel_ratio;
pub use use_size::{Size, use_size, use_sizes};
