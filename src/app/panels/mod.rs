//! The panels around the stage, one component a file.

pub mod announcer;
pub mod banners;
pub mod card;
pub mod data_table;
pub mod header;
pub mod moved;
pub mod results;
pub mod sheet_tabs;
pub mod side;
pub mod sweep;
pub mod tables;
pub mod title_row;
pub mod why;

pub use announcer::Announcer;
pub use banners::{Banners, WhatIf};
pub use header::Header;
pub use results::Results;
pub use sheet_tabs::SheetTabs;
pub use side::SidePanel;
pub use tables::TablesPanel;
pub use title_row::TitleRow;
pub use why::Why;
