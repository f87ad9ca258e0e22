//! What a system gives Shedscope and what it gets for that.
//!
//! A system implements [`System`] (its documents, settings, events, tables, and how it is simulated) and [`View`]
//! (what is shown of a run). It gets the timeline, the forms, reasons, tables, charts, metrics, variants side by side,
//! sweeps over seeds, import and export, undo, and the command line: they all work on [`Session`], a scenario that is
//! open with its system erased, and know no system. One line of the register, the module `systems`, makes a system known.

pub mod apply;
pub mod choice;
pub mod edit;
mod edit_label;
pub mod entity;
pub mod event;
pub mod exchange;
pub mod explanation;
pub mod field;
pub mod info;
pub mod input;
mod later;
pub mod later_edit;
pub mod missing;
pub mod open;
pub mod outcome;
pub mod record;
pub mod registry;
pub mod sentence;
pub mod session;
pub mod stage;
pub mod sweep;
pub mod system;
pub mod table;
mod variant_run;
pub mod view;
pub mod warning;

pub use crate::engine::{Better, MetricInfo};
pub use crate::scene::chart::Line as ChartLine;
pub(crate) use crate::scene::chart::{Chart, Series};
pub use choice::{Choice, ChoiceOption};
pub use edit::Edit;
pub(crate) use entity::{Column, EntityRow, EntityTable};
pub use entity::{EntityLayout, TableRef};
pub(crate) use event::check_part;
pub use event::{EventKind, EventPart, ScheduledEvent};
pub use exchange::{Export, Findings, Imported, Source};
pub use explanation::{Card, Comparison, Line, Tone};
pub use field::Field;
pub(crate) use info::PresetInfo;
pub use info::{Preset, SubjectRef, SystemInfo};
pub use input::{InputType, InputValue};
pub use open::OpenSession;
pub(crate) use outcome::{NotMoved, RoundOutcome, Transfer};
pub use record::RunRecord;
pub use registry::SystemEntry;
pub use session::{Edited, Session, SharedSession};
pub(crate) use stage::Demand;
pub use stage::{Handle, Instant, Stage, StageOrder, Viewport};
pub use sweep::{SeedMetrics, Sweep};
pub(crate) use system::LaterEdit;
pub use system::{ScenarioOf, System};
pub use table::{Cell, Table};
pub use view::{Explained, View};
pub use warning::Severity;
pub(crate) use warning::{Remedy, Warning};
