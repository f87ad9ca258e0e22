//! Parts that panels are made of.

pub mod button;
pub mod icon;

pub use button::IconButton;
pub use icon::{Icon, IconKind};
