//! The form: the settings of a variant by what reads them, and how the loads of the world fluctuate.

use crate::engine::{self, Cause, Problem, Thing, ValueType};
use crate::simulator::Field;
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::placement::PlacementInfo;
use crate::systems::shedding::settings::{Key, Reader, SETTINGS, Setting};
use crate::systems::shedding::strategy::ShedderInfo;
use crate::systems::shedding::{Scenario, Variant};

/// The headings, in the order of the form.
const GROUPS: [&str; 6] = [
    "Shedding strategy",
    "Placement strategy",
    "Load manager: filters, grace period",
    "Resource weights",
    "Time: rounds, reports, transfers",
    "Kept, but read by nothing in this set-up",
];
const FLUCTUATION: &str = "Fluctuation of the loads";
const PERCENT: &str = "fluctuation_percent";
const INTERVAL: &str = "fluctuation_interval_s";

/// The rows of the form: the settings that something in the variant reads, those that it has changed besides, and the
/// numbers of the world.
pub(super) fn fields(world: &Cluster, variant: &Variant) -> Vec<Field> {
    let strategy: &[Key] = ShedderInfo::find(&variant.strategy).map_or(&[], |row| row.reads);
    let placement: &[Key] = PlacementInfo::find(&variant.placement).map_or(&[], |row| row.reads);
    let read = variant.reads();
    let unread = variant
        .settings
        .iter()
        .map(|(key, _)| key)
        .filter(|key| !read.contains(key));
    let group = |key: Key| match key {
        key if !read.contains(&key) => 5,
        key if (Key::CpuWeight..=Key::DirectMemoryWeight).contains(&key) => 3,
        key if key.row().reader == Reader::Time || key.is_of_clock() => 4,
        key if strategy.contains(&key) => 0,
        key if placement.contains(&key) => 1,
        _ => 2,
    };
    let mut keys: Vec<(usize, Key)> = read
        .iter()
        .copied()
        .chain(unread)
        .map(|key| (group(key), key))
        .collect();
    keys.sort();
    let mut fields: Vec<Field> = keys
        .into_iter()
        .map(|(group, key)| setting(key, variant, GROUPS[group]))
        .collect();
    fields.extend(fluctuation(world));
    fields
}

fn setting(key: Key, variant: &Variant, group: &'static str) -> Field {
    let row = key.row();
    Field {
        name: row.name,
        label: row.label,
        unit: row.unit.text,
        value_type: row.value_type,
        value: variant.setting(key),
        default: row.default_in(variant.release),
        help: row.help,
        group,
        // When rounds take place is the same in all variants.
        is_of_variant: !key.is_of_clock(),
        is_own_key: row.is_pulsars(),
    }
}

fn fluctuation(world: &Cluster) -> [Field; 2] {
    let field = |name, label, unit, value_type, value, default, help| Field {
        name,
        label,
        unit,
        value_type,
        value,
        default,
        help,
        group: FLUCTUATION,
        is_of_variant: false,
        is_own_key: false,
    };
    let percent = ValueType {
        kind: engine::Kind::Real,
        min: 0.0,
        max: 100.0,
    };
    let interval = ValueType {
        kind: engine::Kind::Whole,
        min: 1.0,
        max: 86_400.0,
    };
    [
        field(
            PERCENT,
            "Fluctuation",
            "%",
            percent,
            world.fluctuation_percent,
            0.0,
            "How far each bundle’s load strays from its average, either way.",
        ),
        field(
            INTERVAL,
            "Time between draws",
            "s",
            interval,
            f64::from(world.fluctuation_interval_s),
            60.0,
            "How long a bundle’s load stays as it is before it is drawn again.",
        ),
    ]
}

/// Sets a field to a value within its bounds.
///
/// # Errors
/// Where there is no such field.
pub(super) fn set(
    scenario: &mut Scenario,
    variant: usize,
    name: &str,
    value: f64,
) -> Result<(), Problem> {
    match (name, Setting::from_name(name)) {
        (PERCENT, _) => scenario.world.fluctuation_percent = value,
        (INTERVAL, _) => scenario.world.fluctuation_interval_s = value as u32,
        (_, Some(row)) => scenario.set(variant, row.key, value),
        (_, None) => {
            return Err(Problem::at(
                name,
                Cause::unknown(
                    Thing::Setting,
                    name,
                    "give the key of one that Shedscope reads",
                ),
            ));
        }
    }
    Ok(())
}

/// Drops what was set of a variant, so that the defaults of its release hold. When rounds take place stays: that is the
/// same in all variants.
pub(super) fn reset(variant: &mut Variant) {
    let set: Vec<Key> = variant
        .settings
        .iter()
        .map(|(key, _)| key)
        .filter(|key| !key.is_of_clock())
        .collect();
    set.into_iter().for_each(|key| variant.settings.remove(key));
}

/// The settings that an event can change: by key and label.
pub(crate) fn settable() -> impl Iterator<Item = &'static Setting> {
    SETTINGS.iter().filter(|row| !row.key.is_of_run())
}
