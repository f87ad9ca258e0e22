//! The shell: what every system gets for being an [`Exhibit`].
//!
//! A system says what it has (variants, settings, stories, events), plays rounds with reasons, and draws an instant.
//! For that it gets the timeline with its cursor, lanes, the settings form, the reasons panel, tables, charts, measures,
//! sweeps over seeds, undo and redo, the document as text, and the command line. None of these knows a system:
//! they see [`Shown`], which [`Opened`] makes of any exhibit. A system is registered by one [`Entry`] in
//! [`crate::systems`].

pub mod edit;
pub mod entry;
pub mod exhibit;
pub mod form;
pub mod opened;
pub mod shown;
pub mod sweep;

pub use edit::Edit;
pub use entry::{Entry, Title};
pub use exhibit::{Exhibit, Face, Instant, Mark, Sight, Story, Who};
pub use form::{Field, Push, Variant};
pub use opened::Opened;
pub use shown::{Cell, Chart, Line, Measure, Series, Shown, Source, Table, Told};
pub use sweep::Sweep;
