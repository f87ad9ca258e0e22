//! The panels around the stage, one component a file.

pub mod algorithm;
pub mod choices;
pub mod cluster;
pub mod dialogs;
pub mod drawer;
pub mod edit_target;
pub mod entity_row;
pub mod entity_table;
pub mod events;
pub mod history;
pub mod rail;
pub mod rules;
pub mod scenario;
pub mod setting_form;
pub mod value_control;
pub mod variants;
