//! Whatever needs the browser: keys, dropped files, the address, storage, workers, computing in slices.

mod clock;
mod dispatch;
mod use_disclosure;
mod use_focus;
mod use_computation;
mod use_drafts;
mod use_drops;
mod use_explanation;
mod use_job;
mod use_keys;
mod use_place;
mod use_requests;
mod use_theme;

pub use clock::now_ms;
pub use dispatch::use_dispatch;
pub use use_disclosure::{Disclosure, use_disclosure};
pub use use_focus::use_focus;
pub use use_computation::use_computation;
pub use use_drafts::{forget_draft, use_drafts};
pub use use_drops::use_drops;
pub use use_explanation::use_explanation;
pub use use_job::{use_exports, use_import, use_sweep};
pub use use_keys::use_keys;
pub use use_place::{current_place, use_place};
pub use use_requests::use_requests;
pub use use_theme::{first_theme, use_theme};
