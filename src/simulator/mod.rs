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
pub use crate::scene::chart::{Chart, Line as ChartLine, Series};
pub use choice::{Choice, ChoiceOption};
pub use edit::Edit;
pub use entity::{Column, EntityLayout, EntityRow, EntityTable, TableRef};
pub use event::{EventKind, EventPart, ScheduledEvent, check_part};
pub use exchange::{Export, Findings, Imported, Source};
pub use explanation::{Card, Comparison, Explanation, Line, Tone};
pub use field::Field;
pub use info::{Preset, PresetInfo, SubjectRef, SystemInfo};
pub use input::{InputType, InputValue};
pub use open::OpenSession;
pub use outcome::{NotMoved, RoundOutcome, Transfer};
pub use record::RunRecord;
pub use registry::SystemEntry;
pub use session::{Edited, Session, SharedSession};
pub use stage::{Demand, Handle, Instant, Stage, StageOrder, Viewport};
pub use sweep::{SeedMetrics, Sweep};
pub use system::{LaterEdit, ScenarioOf, System};
pub use table::{Cell, Table, TableColumn};
pub use view::{Explained, View};
pub use warning::{Remedy, Severity, Warning};
