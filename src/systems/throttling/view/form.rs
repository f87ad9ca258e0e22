//! The form: settings of the variant and the world, versions of the limiter, and comparisons.

use crate::engine::{Cause, Kind, Problem, SettingKey as _, Thing, ValueType};
use crate::simulator::missing::not_there;
use crate::simulator::{ChoiceOption, Field};
use crate::systems::throttling::event::Kind as Happening;
use crate::systems::throttling::limiter_version::{LimiterVersion, Unit};
use crate::systems::throttling::scenario::{Scenario, Variant};
use crate::systems::throttling::settings::{Key, Quantity, SETTINGS, Setting};
use crate::systems::throttling::values::Values;

/// The released versions, newest first, since most people run that one.
const RELEASED: [LimiterVersion; 3] = [
    LimiterVersion::V1135,
    LimiterVersion::V1027,
    LimiterVersion::V1011,
];

/// The versions of the limiter as options.
pub(super) fn options() -> Vec<ChoiceOption> {
    let option = |(group, version): (&'static str, LimiterVersion)| ChoiceOption {
        group,
        ..ChoiceOption::new(
            version.id(),
            version.label(),
            version.fidelity(),
            version.about(),
        )
    };
    let released = RELEASED.map(|version| ("Released", version));
    released
        .into_iter()
        .chain([("Proposed", LimiterVersion::I1084)])
        .map(option)
        .collect()
}

/// Sets a variant's version; drops settings that it does not read or whose values it rejects.
pub(super) fn choose(variant: &mut Variant, version: LimiterVersion) {
    variant.version = version;
    for row in SETTINGS.iter().filter(|row| row.key.is_of_variant()) {
        let is_too_low = |value: f64| value < row.least(version);
        if !row.is_read_by(version) || variant.settings.get(row.key).is_some_and(is_too_low) {
            variant.settings.remove(row.key);
        }
    }
}

/// The fields of a variant and its world.
pub(super) fn fields(scenario: &Scenario, variant: usize) -> Vec<Field> {
    let Some(variant) = scenario.variants.get(variant) else {
        return Vec::new();
    };
    let settings = scenario.world.settings(variant);
    let field = |row: &'static Setting| Field {
        name: row.name,
        label: row.label,
        unit: row.unit.text(settings.unit),
        value_type: ValueType {
            min: row.least(variant.version),
            ..row.value_type
        },
        value: settings.get(row.key),
        default: row.default(settings.unit, variant.version),
        help: row.help,
        group: row.group,
        is_of_variant: row.key.is_of_variant(),
        is_own_key: row.is_own_key(),
    };
    SETTINGS
        .iter()
        .filter(|row| row.is_read_by(variant.version))
        .map(field)
        .collect()
}

/// Sets a field whose bounds have been checked.
///
/// # Errors
/// If there is no such setting.
pub(super) fn set(
    scenario: &mut Scenario,
    variant: usize,
    name: &str,
    value: f64,
) -> Result<(), Problem> {
    let row = Setting::from_name(name).ok_or_else(|| {
        Problem::at(
            name,
            Cause::unknown(Thing::Setting, name, "give one of the form"),
        )
    })?;
    let Some(version) = scenario
        .variants
        .get(variant)
        .map(|variant| variant.version)
    else {
        return Err(not_there("variant"));
    };
    let unit = scenario.world.settings(&scenario.variants[variant]).unit;
    if row.key == Key::Unit && value != scenario.world.settings.get(Key::Unit).unwrap_or(0.0) {
        convert(scenario, unit);
    }
    let settings = if row.key.is_of_variant() {
        &mut scenario.variants[variant].settings
    } else {
        &mut scenario.world.settings
    };
    // Defaults are not stored in the document.
    if value == row.default(unit, version) {
        settings.remove(row.key);
    } else {
        settings.set(row.key, value);
    }
    Ok(())
}

/// Assumed size of a document in bytes, for the conversion between units.
const DOCUMENT: f64 = 1024.0;

/// Converts rates and amounts of the world and all variants to the other unit, with equivalent values.
fn convert(scenario: &mut Scenario, from: Unit) {
    let (to, factor) = if from == Unit::Bytes {
        (Unit::Documents, 1.0 / DOCUMENT)
    } else {
        (Unit::Bytes, DOCUMENT)
    };
    let other = |row: &Setting, value: f64| {
        if !matches!(row.unit, Quantity::Rate | Quantity::Amount) || value <= 0.0 {
            return value;
        }
        let converted = (value * factor).max(1.0).min(row.value_type.max);
        if row.value_type.kind == Kind::Whole {
            converted.round()
        } else {
            converted
        }
    };
    let write = |values: &mut Values, row: &Setting, value: f64, version: LimiterVersion| {
        let converted = other(row, value);
        if converted == row.default(to, version) {
            values.remove(row.key);
        } else {
            values.set(row.key, converted);
        }
    };
    let rows = || {
        SETTINGS
            .iter()
            .filter(|row| matches!(row.unit, Quantity::Rate | Quantity::Amount))
    };
    for index in 0..scenario.variants.len() {
        let settings = scenario.world.settings(&scenario.variants[index]);
        let variant = &mut scenario.variants[index];
        let version = variant.version;
        rows()
            .filter(|row| row.key.is_of_variant())
            .for_each(|row| write(&mut variant.settings, row, settings.get(row.key), version));
    }
    let settings = scenario.world.settings(&Variant::default());
    let world = &mut scenario.world;
    rows()
        .filter(|row| !row.key.is_of_variant())
        .for_each(|row| {
            write(
                &mut world.settings,
                row,
                settings.get(row.key),
                LimiterVersion::V1135,
            )
        });
    for event in &mut scenario.world.events {
        let row = match event.kind {
            Happening::Capacity => Some(Key::Capacity.row()),
            Happening::Set => Setting::from_name(&event.target),
            _ => None,
        };
        event.value = row.map_or(event.value, |row| other(row, event.value));
    }
}

/// Ready-made comparisons: a title and the variants.
pub(super) fn comparisons(main: &Variant) -> Vec<(&'static str, Vec<Variant>)> {
    let like = |version: LimiterVersion, changes: &[(Key, f64)]| {
        let mut variant = main.clone();
        choose(&mut variant, version);
        changes
            .iter()
            .for_each(|(key, value)| variant.settings.set(*key, *value));
        variant
    };
    let paused = [LimiterVersion::V1135, LimiterVersion::I1084]
        .map(|version| like(version, &[]))
        .into();
    let newest = |key: Key, values: &[f64]| -> Vec<Variant> {
        values
            .iter()
            .map(|value| like(LimiterVersion::V1135, &[(key, *value)]))
            .collect()
    };
    // All cut by the same ratio, so that only the rules differ.
    let ratio = main
        .settings
        .get(Key::Ratio)
        .unwrap_or(Key::Ratio.row().default(Unit::Bytes, main.version));
    let versions = RELEASED
        .into_iter()
        .map(|version| like(version, &[(Key::Ratio, ratio)]))
        .collect();
    vec![
        ("Three versions, the same ratio", versions),
        (
            "Window of the meter: 3, 10 and 30 s",
            newest(Key::WindowMs, &[3_000.0, 10_000.0, 30_000.0]),
        ),
        (
            "Cooldown of cuts: none, 5, 20 and 60 s",
            newest(Key::CooldownMs, &[0.0, 5_000.0, 20_000.0, 60_000.0]),
        ),
        ("Cooldown pauses raises too: no, yes", paused),
        (
            "With a limiter and without",
            newest(Key::Enabled, &[1.0, 0.0]),
        ),
    ]
}
