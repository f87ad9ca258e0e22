//! The form: settings of the variant and numbers of the world, versions of the limiter, and comparisons.

use crate::engine::{Kind, Problem, ValueType};
use crate::simulator::system::not_there;
use crate::simulator::{ChoiceOption, Field};
use crate::systems::throttling::event::Kind as Happening;
use crate::systems::throttling::scenario::{Lane, Scenario};
use crate::systems::throttling::settings::{Key, Of, SETTINGS, Setting};
use crate::systems::throttling::values::Values;
use crate::systems::throttling::variant::{Unit, Variant};

/// What was released, newest first: it is what people run.
const RELEASED: [Variant; 3] = [Variant::V1135, Variant::V1027, Variant::V1011];

/// The versions of the limiter to choose from.
pub fn options() -> Vec<ChoiceOption> {
    let option = |(group, variant): (&'static str, Variant)| ChoiceOption {
        group,
        ..ChoiceOption::new(variant.id(), variant.label(), variant.fidelity(), variant.about())
    };
    let released = RELEASED.map(|variant| ("Released", variant));
    released.into_iter().chain([("Proposed", Variant::I1084)]).map(option).collect()
}

/// Chooses a variant; what it does not read, or cannot take, goes.
pub fn choose(lane: &mut Lane, variant: Variant) {
    lane.variant = variant;
    for row in SETTINGS.iter().filter(|row| row.is_of_lane()) {
        let is_too_low = |value: f64| value < row.least(variant);
        if !row.is_read_by(variant) || lane.settings.get(row.key).is_some_and(is_too_low) {
            lane.settings.remove(row.key);
        }
    }
}

/// The form of a lane and its world.
pub fn fields(scenario: &Scenario, lane: usize) -> Vec<Field> {
    let Some(lane) = scenario.lanes.get(lane) else { return Vec::new() };
    let settings = scenario.world.settings(lane);
    let field = |row: &'static Setting| Field {
        name: row.name,
        label: row.label,
        unit: row.of.text(settings.unit),
        value_type: ValueType { min: row.least(lane.variant), ..row.value_type },
        value: settings.get(row.key),
        default: row.default(settings.unit, lane.variant),
        help: row.help,
        group: row.group,
        is_of_variant: row.is_of_lane(),
        is_own_key: row.is_own_key(),
    };
    SETTINGS.iter().filter(|row| row.is_read_by(lane.variant)).map(field).collect()
}

/// Sets a field that has been checked against its bounds.
///
/// # Errors
/// Where there is no such setting.
pub fn set(scenario: &mut Scenario, lane: usize, name: &str, value: f64) -> Result<(), Problem> {
    let row = Setting::from_name(name).ok_or_else(|| Problem::at(name, "there is no such setting."))?;
    let Some(variant) = scenario.lanes.get(lane).map(|lane| lane.variant) else {
        return Err(not_there("variant"));
    };
    let unit = scenario.world.settings(&scenario.lanes[lane]).unit;
    if row.key == Key::Unit && value != scenario.world.settings.get(Key::Unit).unwrap_or(0.0) {
        convert(scenario, unit);
    }
    let settings = if row.is_of_lane() { &mut scenario.lanes[lane].settings } else { &mut scenario.world.settings };
    // What is usual need not stand in the document.
    if value == row.default(unit, variant) {
        settings.remove(row.key);
    } else {
        settings.set(row.key, value);
    }
    Ok(())
}

/// Bytes of a document where one unit becomes the other.
const DOCUMENT: f64 = 1024.0;

/// Converts rates and amounts of everybody into the other unit, so that the same happens.
fn convert(scenario: &mut Scenario, from: Unit) {
    let (to, factor) = if from == Unit::Bytes { (Unit::Documents, 1.0 / DOCUMENT) } else { (Unit::Bytes, DOCUMENT) };
    let other = |row: &Setting, value: f64| {
        if !matches!(row.of, Of::Rate | Of::Amount) || value <= 0.0 {
            return value;
        }
        let converted = (value * factor).max(1.0).min(row.value_type.max);
        if row.value_type.kind == Kind::Whole { converted.round() } else { converted }
    };
    let write = |values: &mut Values, row: &Setting, value: f64, variant: Variant| {
        let converted = other(row, value);
        if converted == row.default(to, variant) {
            values.remove(row.key);
        } else {
            values.set(row.key, converted);
        }
    };
    let rows = || SETTINGS.iter().filter(|row| matches!(row.of, Of::Rate | Of::Amount));
    for index in 0..scenario.lanes.len() {
        let settings = scenario.world.settings(&scenario.lanes[index]);
        let lane = &mut scenario.lanes[index];
        let variant = lane.variant;
        rows()
            .filter(|row| row.is_of_lane())
            .for_each(|row| write(&mut lane.settings, row, settings.get(row.key), variant));
    }
    let settings = scenario.world.settings(&Lane::default());
    let world = &mut scenario.world;
    rows()
        .filter(|row| !row.is_of_lane())
        .for_each(|row| write(&mut world.settings, row, settings.get(row.key), Variant::V1135));
    for event in &mut scenario.world.events {
        let row = match event.kind {
            Happening::Capacity => Some(Key::Capacity.row()),
            Happening::Set => Setting::from_name(&event.of),
            _ => None,
        };
        event.amount = row.map_or(event.amount, |row| other(row, event.amount));
    }
}

/// Ready-made lanes on whatever world is open.
pub fn comparisons(main: &Lane) -> Vec<(&'static str, Vec<Lane>)> {
    let like = |variant: Variant, changes: &[(Key, f64)]| {
        let mut lane = main.clone();
        choose(&mut lane, variant);
        changes.iter().for_each(|(key, value)| lane.settings.set(*key, *value));
        lane
    };
    let paused = [Variant::V1135, Variant::I1084].map(|variant| like(variant, &[])).into();
    let newest = |key: Key, values: &[f64]| -> Vec<Lane> {
        values.iter().map(|value| like(Variant::V1135, &[(key, *value)])).collect()
    };
    // All cut alike, so that it is the rules that are compared.
    let ratio = main.settings.get(Key::Ratio).unwrap_or(Key::Ratio.row().default(Unit::Bytes, main.variant));
    let versions = RELEASED.into_iter().map(|variant| like(variant, &[(Key::Ratio, ratio)])).collect();
    vec![
        ("Three versions, the same ratio", versions),
        ("Window of the meter: 3, 10 and 30 s", newest(Key::WindowMs, &[3_000.0, 10_000.0, 30_000.0])),
        ("Cooldown of cuts: none, 5, 20 and 60 s", newest(Key::CooldownMs, &[0.0, 5_000.0, 20_000.0, 60_000.0])),
        ("Cooldown pauses raises too: no, yes", paused),
        ("With a limiter and without", newest(Key::Enabled, &[1.0, 0.0])),
    ]
}
