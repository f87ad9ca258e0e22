//! The stage: an instant of a round as geometry, and what can be dragged on it.

use super::edit::Edit;
use super::info::SubjectRef;
use super::input::InputValue;
use crate::engine;
use crate::scene::{Rect, Scene};

/// In which order subjects are shown on the stage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StageOrder {
    /// As the document lists them.
    #[default]
    Overrides,
    /// By their load, greatest first.
    ByLoad,
}

/// What is drawn: a round, and how much of it has passed.
pub struct Instant<'a, S: engine::Simulation> {
    /// Which round, from 0.
    pub index: usize,
    /// The record of it that the run keeps.
    pub round: &'a S::Round,
    /// What else it came to.
    pub detail: &'a S::Detail,
    /// How much of it has passed, 0 to 1.
    pub phase: f64,
}

/// How an instant is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viewport {
    /// Width of the stage in CSS pixels.
    pub width: f64,
    /// Height of the stage in CSS pixels.
    pub height: f64,
    /// The subject that is selected.
    pub selected: Option<SubjectRef>,
    /// In which order subjects are shown.
    pub order: StageOrder,
    /// The greatest value that the scales of all variants beside each other have to hold; 0 for one variant.
    pub highest: f64,
    /// The room below the plot that all variants beside each other share, in CSS pixels; 0 for one variant.
    pub below: f64,
}

/// What a stage asks for. Variants beside each other share the greatest of what those on one scale ask for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Demand {
    /// Which scale it is on, as the system numbers them.
    pub scale: u8,
    /// The greatest value on it.
    pub highest: f64,
    /// The room below the plot, in CSS pixels.
    pub below: f64,
}

/// A stage, laid out for a span of a round.
pub struct Stage<L> {
    /// What stays as it is over that span, and the places that answer to the pointer.
    pub still: Scene<SubjectRef>,
    /// What can be dragged.
    pub handles: Vec<Handle>,
    /// The share of the round up to which the layout holds; 1 for the whole round.
    pub holds_until: f64,
    /// What the moving layer is drawn from.
    pub layout: L,
}

impl<L> Stage<L> {
    /// A stage for the rest of the round, of which nothing stays as it is and nothing can be dragged.
    pub fn moving(viewport: &Viewport, layout: L) -> Self {
        let still = Scene::sized(viewport.width, viewport.height);
        Self {
            still,
            handles: Vec::new(),
            holds_until: 1.0,
            layout,
        }
    }
}

/// Something that can be dragged up and down, or changed by the arrow keys.
#[derive(Clone, Debug, PartialEq)]
pub struct Handle {
    /// What it is called: "Load of broker-1".
    pub label: String,
    /// Where it is.
    pub area: Rect,
    /// The value now.
    pub value: f64,
    /// The least and the greatest value.
    pub bounds: (f64, f64),
    /// The unit, as it is read aloud: "percent".
    pub unit: &'static str,
    /// How much the value changes for a CSS pixel.
    pub value_per_px: f64,
    /// Whether the Tab key reaches it.
    pub is_in_tab_order: bool,
    /// The cell that it changes: table, row and column.
    pub cell: (super::entity::TableRef, usize, &'static str),
}

impl Handle {
    /// The edit that sets its value, brought within bounds and to a tenth.
    pub fn edit(&self, value: f64) -> Edit {
        let (table, row, column) = self.cell;
        let value = (value.clamp(self.bounds.0, self.bounds.1) * 10.0).round() / 10.0;
        Edit::SetCell {
            table,
            row,
            column,
            value: InputValue::Number(value),
        }
    }
}
