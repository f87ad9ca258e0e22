//! The trait of a system: its documents, and how they are edited and simulated.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::choice::{Choice, unknown_option};
use super::edit::Edit;
use super::entity::{EntityRow, EntityTable, TableRef};
use super::event::{EventKind, ScheduledEvent, find_event, unknown_event_kind};
use super::exchange::{Export, Findings, Imported, Source};
use super::field::Field;
use super::info::{Preset, SystemInfo};
use super::input::InputValue;
use super::missing::not_there;
use super::warning::Warning;
use crate::engine::event::{self, TimedEvent};
use crate::engine::{self, Problem, Renamed, Scenario};

/// The document of a system.
pub type ScenarioOf<S> = Scenario<<S as System>::World, <S as System>::Variant>;
/// The record of a round that a run keeps.
pub(crate) type RoundOf<S> = <<S as System>::Simulation as engine::Simulation>::Round;
/// What else a round comes to.
pub(crate) type DetailOf<S> = <<S as System>::Simulation as engine::Simulation>::Detail;
/// A reason that a round gives.
pub(crate) type ReasonOf<S> = engine::Reason<
    <<S as System>::Simulation as engine::Simulation>::Subject,
    <<S as System>::Simulation as engine::Simulation>::Rule,
>;

/// What becomes of an edit that is made at a later round than the first.
pub enum LaterEdit<S: System> {
    /// It changes the scenario for the whole run, as at the first round.
    WholeRun,
    /// It becomes an event at that time.
    Event {
        /// The scenario with the event.
        scenario: ScenarioOf<S>,
        /// The id of the event.
        event: u32,
    },
    /// It can be made at the start of the run only.
    OnlyAtStart,
}

/// A load balancer that can be simulated. Everything is a pure function; what has a default here is optional.
pub trait System: Sized + 'static {
    /// What is simulated: the `world` of the document, with its events.
    type World: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// How it is run: one of the variants of the document.
    type Variant: Clone + PartialEq + Debug + Serialize + DeserializeOwned;
    /// An event of its world.
    type Event: TimedEvent;
    /// A variant that runs.
    type Simulation: engine::Simulation;
    /// What the simulations of all variants share, made once for a scenario.
    type Prepared;

    /// How it is announced.
    const INFO: SystemInfo;

    /// Members of the system's documents of version 1 that have another name now.
    const NAMES_1: &'static [Renamed] = &[];

    /// Its presets; the first is what a visit begins with. At least one.
    fn presets() -> &'static [Preset<ScenarioOf<Self>>];

    /// Checks what [`Scenario::from_json`] does not: the world, the variants, bounds.
    ///
    /// # Errors
    /// With place and remedy.
    fn validate(scenario: &ScenarioOf<Self>) -> Result<(), Problem>;

    /// When the run ends, in seconds after the start: no event is later. A round lasts a second unless the system says
    /// otherwise.
    fn end_s(scenario: &ScenarioOf<Self>) -> f64 {
        scenario.rounds as f64
    }

    /// What the simulations of all variants share.
    fn prepare(scenario: &ScenarioOf<Self>) -> Self::Prepared;

    /// A variant of a valid scenario, ready to run.
    fn simulate(
        scenario: &ScenarioOf<Self>,
        prepared: &Self::Prepared,
        variant: usize,
    ) -> Self::Simulation;

    /// Whether explaining a round takes so long that its reasons follow the cursor a moment later.
    fn is_large(_scenario: &ScenarioOf<Self>) -> bool {
        false
    }

    /// What a variant chooses among named options: strategy, placement, release. At least one.
    fn choices(variant: &Self::Variant) -> Vec<Choice>;

    /// Chooses an option; unless the system says otherwise, there is nothing to choose but what is selected.
    ///
    /// # Errors
    /// Where there is no such choice or option; nothing has changed then.
    fn choose(variant: &mut Self::Variant, choice: &str, option: &str) -> Result<(), Problem> {
        let choices = Self::choices(variant);
        let is_selected = choices
            .iter()
            .any(|other| other.id == choice && other.selected == option);
        if is_selected {
            Ok(())
        } else {
            Err(unknown_option(&choices, choice, option))
        }
    }

    /// The form of a variant and the world: what is read, in the order of the form.
    fn fields(scenario: &ScenarioOf<Self>, variant: usize) -> Vec<Field>;

    /// Sets a field to a value that has been checked against its bounds.
    ///
    /// # Errors
    /// Where the value does not go with others; nothing has changed then.
    fn set(
        scenario: &mut ScenarioOf<Self>,
        variant: usize,
        name: &str,
        value: f64,
    ) -> Result<(), Problem>;

    /// Sets every setting of a variant back to its default.
    ///
    /// # Errors
    /// Where a default does not go with others; nothing has changed then.
    fn reset(scenario: &mut ScenarioOf<Self>, variant: usize) -> Result<(), Problem> {
        for field in Self::fields(scenario, variant)
            .iter()
            .filter(|field| field.is_of_variant)
        {
            Self::set(scenario, variant, field.name, field.default)?;
        }
        Ok(())
    }

    /// What tells a variant from the others of a scenario: its choices, and the settings that differ.
    fn variant_title(scenario: &ScenarioOf<Self>, variant: usize) -> String {
        super::later::variant_title::<Self>(scenario, variant)
    }

    /// What was decided where the sources are silent or contradict each other: question and answer.
    fn assumptions(_variant: &Self::Variant) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    /// What a person should know of a variant as it is set up.
    fn warnings(_scenario: &ScenarioOf<Self>, _variant: usize) -> Vec<Warning> {
        Vec::new()
    }

    /// Ready-made comparisons on whatever world is open: a title, and the variants made from the main one.
    fn comparisons(_main: &Self::Variant) -> Vec<(&'static str, Vec<Self::Variant>)> {
        Vec::new()
    }

    /// The events of the world, in the order of the document; `None` for a system without events.
    fn world_events(_world: &mut Self::World) -> Option<&mut Vec<Self::Event>> {
        None
    }

    /// The kinds of events that can be added.
    fn event_kinds(_world: &Self::World) -> Vec<EventKind> {
        Vec::new()
    }

    /// The events of the world as they are shown, in the order of the document.
    fn events(_world: &Self::World) -> Vec<ScheduledEvent> {
        Vec::new()
    }

    /// Adds an event of a kind at a time, in seconds, with values to begin with.
    ///
    /// # Errors
    /// Where there is no such kind, or it cannot happen.
    fn add_event(
        _scenario: &mut ScenarioOf<Self>,
        _variant: usize,
        kind: &str,
        _at_s: f64,
    ) -> Result<(), Problem> {
        Err(unknown_event_kind(kind, &[]))
    }

    /// Sets a part of an event.
    ///
    /// # Errors
    /// Where the event or the part does not exist, or does not take the value.
    fn set_event(
        _world: &mut Self::World,
        _event: u32,
        _part: &str,
        _value: &InputValue,
    ) -> Result<(), Problem> {
        Err(not_there("event"))
    }

    /// Moves an event to another time, in seconds after the start.
    ///
    /// # Errors
    /// Where the event does not exist.
    fn move_event(world: &mut Self::World, event: u32, at_s: f64) -> Result<(), Problem> {
        let events = Self::world_events(world).ok_or_else(|| not_there("event"))?;
        find_event(events, event).map(|event| event.set_at_s(at_s))
    }

    /// Removes an event. The caller removes it from what variants ignore.
    ///
    /// # Errors
    /// Where the event does not exist.
    fn remove_event(scenario: &mut ScenarioOf<Self>, event: u32) -> Result<(), Problem> {
        let events = Self::world_events(&mut scenario.world).ok_or_else(|| not_there("event"))?;
        let place = event::find(events, event).ok_or_else(|| not_there("event"))?;
        event::remove(events, place);
        Ok(())
    }

    /// The ids of the events that a variant leaves out; `None` where variants cannot leave out events.
    fn ignored_events(_variant: &mut Self::Variant) -> Option<&mut Vec<u32>> {
        None
    }

    /// The tables of the world that can be edited.
    fn entities(_world: &Self::World) -> Vec<EntityTable> {
        Vec::new()
    }

    /// A table of the world, or one nested in a row of it; `None` where it does not exist.
    fn entity_table(world: &Self::World, table: TableRef) -> Option<EntityTable> {
        Self::entities(world)
            .into_iter()
            .find(|one| one.table == table)
    }

    /// What a row of a table is called; empty where it does not exist.
    fn entity_name(_world: &Self::World, _table: TableRef, _row: usize) -> String {
        String::new()
    }

    /// Rows of a table by their places; those that do not exist are left out.
    fn entity_rows(_world: &Self::World, _table: TableRef, _rows: &[usize]) -> Vec<EntityRow> {
        Vec::new()
    }

    /// Sets a cell.
    ///
    /// # Errors
    /// Where the cell does not exist, or does not take the value.
    fn set_cell(
        _world: &mut Self::World,
        _table: TableRef,
        _row: usize,
        _column: &str,
        _value: &InputValue,
    ) -> Result<(), Problem> {
        Err(not_there("table"))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// Where the table takes no more.
    fn add_row(_world: &mut Self::World, _table: TableRef) -> Result<(), Problem> {
        Err(not_there("table"))
    }

    /// Removes a row.
    ///
    /// # Errors
    /// Where the row does not exist or has to stay.
    fn remove_row(_world: &mut Self::World, _table: TableRef, _row: usize) -> Result<(), Problem> {
        Err(not_there("table"))
    }

    /// What becomes of an edit that is made at a later round, of which `detail` is what it came to. `refined` is the
    /// event that the last such edit made: a further change of the same thing at the same time changes that event.
    ///
    /// # Errors
    /// Where the edit cannot be made.
    fn edit_later(
        _scenario: &ScenarioOf<Self>,
        _simulation: &Self::Simulation,
        _variant: usize,
        _detail: &DetailOf<Self>,
        _edit: &Edit,
        _refined: Option<u32>,
    ) -> Result<LaterEdit<Self>, Problem> {
        Ok(LaterEdit::WholeRun)
    }

    /// The value of a setting that is in force in a round, where events change settings.
    fn setting_in_force(
        _simulation: &Self::Simulation,
        _detail: &DetailOf<Self>,
        _name: &str,
    ) -> Option<f64> {
        None
    }

    /// What files can be opened, for the dialog: one sentence.
    const IMPORTS: &'static str = "A scenario of Shedscope.";

    /// Reads files and pasted texts on top of a scenario.
    ///
    /// # Errors
    /// With the source, the place in it, and what would be right.
    fn import(base: &ScenarioOf<Self>, sources: &[Source]) -> Result<Imported<Self>, Problem> {
        let _ = base;
        super::later::import_document::<Self>(sources)
    }

    /// The files that a person opens to see what a real system would report in a round; empty where there are none.
    fn export(_scenario: &ScenarioOf<Self>, _variant: usize, _round: usize) -> Vec<Export> {
        Vec::new()
    }

    /// Whether [`System::export`] has anything.
    const EXPORTS: bool = false;
}

/// What became of a scenario of Shedscope itself.
pub(super) fn understood_document(name: &str) -> Findings {
    Findings {
        understood: vec![format!("{name}: a scenario of Shedscope.")],
        ..Findings::default()
    }
}
