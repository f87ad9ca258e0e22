//! Documents of load shedding: presets, checks, edits, and how a variant is made ready to run.

use super::{Shedding, cells, choices, events, files, form, later, tables, warnings};
use crate::engine::{Problem, Renamed};
use crate::simulator::edit::letter;
use crate::simulator::missing::not_there;
use crate::simulator::{
    Choice, Edit, EntityRow, EntityTable, EventKind, Export, Field, Imported, InputValue,
    LaterEdit, Preset, ScheduledEvent, Source, System, SystemInfo, TableRef, Warning,
};
use crate::systems::shedding::comparisons::{COMPARISONS, variant_title};
use crate::systems::shedding::manager::SharedWorld;
use crate::systems::shedding::manager::extensible::ASSUMPTIONS;
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::model::event::Event;
use crate::systems::shedding::presets::PRESETS;
use crate::systems::shedding::scenario::{self, SYSTEM};
use crate::systems::shedding::settings::Setting;
use crate::systems::shedding::{Detail, Scenario, Simulation, Variant};

/// Up to this many bundles in all variants together, the reasons of a round keep up with the cursor.
const QUICK_BUNDLES: usize = 8000;

impl System for Shedding {
    type World = Cluster;
    type Variant = Variant;
    type Event = Event;
    type Simulation = Simulation;
    type Prepared = SharedWorld;

    const NAMES_1: &'static [Renamed] = scenario::NAMES_1;

    const INFO: SystemInfo = SystemInfo {
        id: SYSTEM,
        title: "Load shedding (Apache Pulsar)",
        product: "Apache Pulsar",
        claim: "Watch how Pulsar’s load balancing decides.",
        round: "round",
        eventful: "shedding",
        moved: Some("bundles"),
        screen_ds: (24, 6),
    };

    fn presets() -> &'static [Preset<Scenario>] {
        PRESETS
    }

    fn validate(scenario: &Scenario) -> Result<(), Problem> {
        scenario.check()
    }

    fn end_s(scenario: &Scenario) -> f64 {
        scenario.end_s()
    }

    fn prepare(scenario: &Scenario) -> SharedWorld {
        SharedWorld::new(scenario)
    }

    fn simulate(scenario: &Scenario, prepared: &SharedWorld, variant: usize) -> Simulation {
        Simulation::in_world(scenario, variant, prepared)
    }

    fn is_large(scenario: &Scenario) -> bool {
        scenario.world.bundle_count() * scenario.variants.len() > QUICK_BUNDLES
    }

    fn choices(variant: &Variant) -> Vec<Choice> {
        choices::choices(variant)
    }

    fn choose(variant: &mut Variant, choice: &str, option: &str) -> Result<(), Problem> {
        choices::choose(variant, choice, option)
    }

    fn fields(scenario: &Scenario, variant: usize) -> Vec<Field> {
        form::fields(&scenario.world, &scenario.variants[variant])
    }

    fn set(scenario: &mut Scenario, variant: usize, name: &str, value: f64) -> Result<(), Problem> {
        form::set(scenario, variant, name, value)
    }

    fn reset(scenario: &mut Scenario, variant: usize) -> Result<(), Problem> {
        form::reset(&mut scenario.variants[variant]);
        Ok(())
    }

    fn variant_title(scenario: &Scenario, variant: usize) -> String {
        format!(
            "{}: {}",
            letter(variant),
            variant_title(&scenario.variants[variant], &scenario.variants)
        )
    }

    fn assumptions(variant: &Variant) -> Vec<(&'static str, &'static str)> {
        let assumptions = if variant.is_extensible() {
            ASSUMPTIONS
        } else {
            &[]
        };
        assumptions
            .iter()
            .map(|assumption| (*assumption, ""))
            .collect()
    }

    fn warnings(scenario: &Scenario, variant: usize) -> Vec<Warning> {
        warnings::warnings(&scenario.variants[variant], variant)
    }

    fn comparisons(main: &Variant) -> Vec<(&'static str, Vec<Variant>)> {
        COMPARISONS
            .iter()
            .map(|row| (row.title, (row.variants)(main)))
            .collect()
    }

    fn world_events(world: &mut Cluster) -> Option<&mut Vec<Event>> {
        Some(&mut world.events)
    }

    fn event_kinds(_world: &Cluster) -> Vec<EventKind> {
        events::kinds()
    }

    fn events(world: &Cluster) -> Vec<ScheduledEvent> {
        events::events(world)
    }

    fn add_event(
        scenario: &mut Scenario,
        variant: usize,
        kind: &str,
        at_s: f64,
    ) -> Result<(), Problem> {
        events::add(scenario, variant, kind, at_s)
    }

    fn set_event(
        world: &mut Cluster,
        event: u32,
        part: &str,
        value: &InputValue,
    ) -> Result<(), Problem> {
        events::set(world, event, part, value)
    }

    fn ignored_events(variant: &mut Variant) -> Option<&mut Vec<u32>> {
        Some(&mut variant.ignored_events)
    }

    fn entities(world: &Cluster) -> Vec<EntityTable> {
        tables::top(world)
    }

    fn entity_table(world: &Cluster, table: TableRef) -> Option<EntityTable> {
        tables::Place::find(world, table).map(|place| place.describe(world))
    }

    fn entity_name(world: &Cluster, table: TableRef, row: usize) -> String {
        tables::Place::find(world, table)
            .and_then(|place| place.name(world, row))
            .unwrap_or_default()
    }

    fn entity_rows(world: &Cluster, table: TableRef, rows: &[usize]) -> Vec<EntityRow> {
        let Some(place) = tables::Place::find(world, table) else {
            return Vec::new();
        };
        rows.iter()
            .filter_map(|row| place.row(world, *row))
            .collect()
    }

    fn set_cell(
        world: &mut Cluster,
        table: TableRef,
        row: usize,
        column: &str,
        value: &InputValue,
    ) -> Result<(), Problem> {
        *world = cells::of_cell(world, table, row, column, value)?.apply(world)?;
        Ok(())
    }

    fn add_row(world: &mut Cluster, table: TableRef) -> Result<(), Problem> {
        let place = tables::Place::find(world, table).ok_or_else(|| not_there("table"))?;
        *world = cells::of_new_row(world, place).apply(world)?;
        Ok(())
    }

    fn remove_row(world: &mut Cluster, table: TableRef, row: usize) -> Result<(), Problem> {
        *world = cells::of_removal(world, table, row)?.apply(world)?;
        Ok(())
    }

    fn edit_later(
        scenario: &Scenario,
        simulation: &Simulation,
        _variant: usize,
        detail: &Detail,
        edit: &Edit,
        refined: Option<u32>,
    ) -> Result<LaterEdit<Self>, Problem> {
        later::edit_later(scenario, simulation, detail, edit, refined)
    }

    fn setting_in_force(_simulation: &Simulation, detail: &Detail, name: &str) -> Option<f64> {
        Setting::from_name(name).map(|row| detail.settings.get(row.key))
    }

    const IMPORTS: &'static str = "A broker.conf, load reports, Prometheus metrics, or a scenario of Shedscope; several together.";

    fn import(base: &Scenario, sources: &[Source]) -> Result<Imported<Self>, Problem> {
        files::import(base, sources)
    }

    fn export(scenario: &Scenario, variant: usize, round: usize) -> Vec<Export> {
        files::export(scenario, variant, round)
    }

    const EXPORTS: bool = true;
}
