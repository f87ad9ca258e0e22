//! The dialogs, one component a file.

pub mod definitions;
pub mod document;
pub mod exports;
pub mod findings;
pub mod keys;
pub mod open;
pub mod picker;

pub(crate) use picker::Dialogs;
