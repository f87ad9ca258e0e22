//! Whatever needs the browser: sizes, keys, dropped files, the address, storage, workers, computing in slices.

mod dispatch;

pub use dispatch::use_dispatch;
