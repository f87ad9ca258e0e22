//! Ready-made comparisons: variants made from the one that is open, on whatever cluster there is.

use super::placement::PlacementInfo;
use super::release::Release;
use super::scenario::Variant;
use super::settings::{Key, Setting};
use super::strategy::ShedderInfo;
use crate::engine::Kind;

/// A row of the table of comparisons.
pub struct Comparison {
    /// What links and tests call it.
    pub id: &'static str,
    /// What a person reads.
    pub title: &'static str,
    /// The variants, made from the main one: at least one, at most four.
    pub variants: fn(&Variant) -> Vec<Variant>,
}

/// Every comparison, in the order in which they are offered.
pub(crate) static COMPARISONS: &[Comparison] = &[
    Comparison {
        id: "defaults",
        title: "ThresholdShedder vs AvgShedder (default change)",
        variants: |main| {
            [Release::Y2026, Release::V5_0]
                .map(|release| default_of(main, release))
                .into()
        },
    },
    Comparison {
        id: "modular",
        title: "Strategies of the modular manager",
        variants: |main| {
            let pair = |(strategy, placement)| as_main(main, strategy, placement, main.release);
            [AVG, THRESHOLD, UNIFORM, OVERLOAD].map(pair).into()
        },
    },
    Comparison {
        id: "extensible",
        title: "Modular and extensible manager",
        variants: |main| {
            [TRANSFER, AVG, THRESHOLD]
                .map(|(s, p)| as_main(main, s, p, main.release))
                .into()
        },
    },
    Comparison {
        id: "releases",
        title: "This strategy in each release",
        variants: |main| {
            Release::ALL
                .map(|release| Variant {
                    release,
                    ..main.clone()
                })
                .into()
        },
    },
    Comparison {
        id: "setting",
        title: "Main threshold at four values",
        variants: |main| match main_setting(main) {
            Some(key) => setting_at_four(main, key),
            None => vec![main.clone()],
        },
    },
];

/// Strategies, each with its placement: both of a pair score brokers alike (PIP-364). OverloadShedder has
/// no good partner and keeps its first.
const AVG: (&str, &str) = ("AvgShedder", "AvgShedder");
const THRESHOLD: (&str, &str) = ("ThresholdShedder", "LeastResourceUsageWithWeight");
const UNIFORM: (&str, &str) = ("UniformLoadShedder", "LeastLongTermMessageRate");
const OVERLOAD: (&str, &str) = ("OverloadShedder", "LeastLongTermMessageRate");
const TRANSFER: (&str, &str) = ("TransferShedder", "LeastResourceUsageWithWeight");

impl Comparison {
    /// The row of an id.
    pub fn find(id: &str) -> Option<&'static Self> {
        COMPARISONS.iter().find(|row| row.id == id)
    }
}

/// A variant with the settings of the main one that it reads, the others at their defaults.
fn as_main(main: &Variant, strategy: &str, placement: &str, release: Release) -> Variant {
    let mut variant = Variant {
        ignored_events: main.ignored_events.clone(),
        ..Variant::new(strategy, placement, release)
    };
    for key in variant.reads() {
        variant.settings.set(key, main.setting(key));
    }
    variant
}

fn default_of(main: &Variant, release: Release) -> Variant {
    let (strategy, placement) = release.default_setup();
    as_main(main, strategy, placement, release)
}

/// The setting that says most about a variant's strategy: the first that its row reads.
pub(crate) fn main_setting(variant: &Variant) -> Option<Key> {
    ShedderInfo::find(&variant.strategy).and_then(|row| row.reads.first().copied())
}

/// A variant with a setting at four values, smallest first: half of what it is, the same, one and a half
/// times, double. Where bounds or rounding leave fewer, other multiples, the same ones of the default,
/// and neighbours fill up; a switch has only two values.
pub(crate) fn setting_at_four(variant: &Variant, key: Key) -> Vec<Variant> {
    let row = key.row();
    let own = variant.setting(key);
    let steps =
        |value: f64| [1.0, 0.5, 1.5, 2.0, 3.0, 4.0, 0.75, 0.25].map(|factor| value * factor);
    let neighbours = [1.0, -1.0, 2.0, -2.0, 3.0, -3.0].map(|step| own + step);
    let mut values: Vec<f64> = Vec::new();
    for value in steps(own)
        .into_iter()
        .chain(steps(row.default_in(variant.release)))
        .chain(neighbours)
    {
        let value = match row.value_type.kind {
            Kind::Switch | Kind::Whole | Kind::Choice(_) => value.round(),
            Kind::Real => (value * 1e6).round() / 1e6,
        };
        if values.len() < 4
            && (row.value_type.min..=row.value_type.max).contains(&value)
            && !values.contains(&value)
        {
            values.push(value);
        }
    }
    values.sort_unstable_by(f64::total_cmp);
    values
        .into_iter()
        .map(|value| variant.clone().with(key, value))
        .collect()
}

/// A short name that tells a variant from the others: its strategy, and of placement, release, settings that
/// it reads and events that it leaves out what other variants with this strategy have otherwise. Variants that
/// run alike have the same.
pub fn variant_title(variant: &Variant, all: &[Variant]) -> String {
    let alike = || {
        all.iter()
            .filter(|other| other.strategy == variant.strategy)
    };
    let mut text = ShedderInfo::find(&variant.strategy)
        .map_or(&*variant.strategy, |row| row.label)
        .to_owned();
    let mut add = |words: &[&str]| {
        text.push_str(", ");
        words.iter().for_each(|word| text.push_str(word));
    };
    if alike().any(|other| other.placement != variant.placement) {
        add(
            &[
                PlacementInfo::find(&variant.placement)
                    .map_or(&*variant.placement, |row| row.label),
            ],
        );
    }
    if alike().any(|other| other.release != variant.release) {
        add(&[variant.release.name()]);
    }
    let reads = variant.reads();
    for key in reads
        .iter()
        .copied()
        .filter(|key| alike().any(|other| differs(other, variant, *key)))
    {
        let row: &Setting = key.row();
        let value = variant.setting(key);
        match row.value_type.kind {
            Kind::Switch => add(&[row.label, if value == 0.0 { " off" } else { " on" }]),
            Kind::Whole | Kind::Real | Kind::Choice(_) => {
                add(&[row.label, " ", &row.format_conf_value(value)])
            }
        }
    }
    for id in &variant.ignored_events {
        if alike().any(|other| !other.ignored_events.contains(id)) {
            add(&["without event ", &id.to_string()]);
        }
    }
    text
}

fn differs(one: &Variant, other: &Variant, key: Key) -> bool {
    one.settings.get(key) != other.settings.get(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::shedding::presets::PRESETS;
    use crate::systems::shedding::settings::SETTINGS;
    use crate::systems::shedding::strategy::SHEDDERS;

    fn titles(variants: &[Variant]) -> Vec<String> {
        variants
            .iter()
            .map(|variant| variant_title(variant, variants))
            .collect()
    }

    #[test]
    fn every_comparison_can_be_made_of_every_preset() {
        for preset in PRESETS {
            let scenario = preset.build();
            for row in COMPARISONS {
                let variants = (row.variants)(scenario.variant());
                let mut titles = titles(&variants);
                titles.sort();
                titles.dedup();
                assert_eq!(
                    titles.len(),
                    variants.len(),
                    "{} on {}: {titles:?}",
                    row.id,
                    preset.id
                );
                assert!(
                    variants.iter().all(|variant| variant.check_setup().is_ok()),
                    "{} on {}",
                    row.id,
                    preset.id
                );
                let mut compared = scenario.clone();
                compared.variants = variants;
                // The bound on brokers times rounds is for all variants together.
                assert_eq!(compared.check(), Ok(()), "{} on {}", row.id, preset.id);
            }
        }
        assert!(
            COMPARISONS
                .iter()
                .all(|row| std::ptr::eq(Comparison::find(row.id).unwrap(), row))
        );
    }

    #[test]
    fn what_is_compared_is_what_the_title_says() {
        let main = Variant::new("OverloadShedder", "random", Release::V4_0)
            .with(Key::AvgHighThreshold, 30.0)
            .with(Key::TransferMs, 500.0)
            .with(Key::MaxPairs, 9.0);
        let [old, new] = &(COMPARISONS[0].variants)(&main)[..] else {
            panic!()
        };
        assert_eq!(
            (&*old.strategy, &*old.placement),
            ("ThresholdShedder", "LeastLongTermMessageRate")
        );
        assert_eq!(
            (&*new.strategy, &*new.placement, new.release),
            ("AvgShedder", "AvgShedder", Release::V5_0)
        );
        let of = |variant: &Variant| {
            [Key::AvgHighThreshold, Key::TransferMs, Key::MaxPairs].map(|key| variant.setting(key))
        };
        assert_eq!((of(old), of(new)), ([40.0, 500.0, 3.0], [30.0, 500.0, 3.0]));
        let strategies = |id: &str| -> Vec<String> {
            (Comparison::find(id).unwrap().variants)(&main)
                .into_iter()
                .map(|variant| variant.strategy)
                .collect()
        };
        let modular: Vec<&str> = SHEDDERS
            .iter()
            .filter(|row| row.class.is_some())
            .map(|row| row.id)
            .collect();
        assert_eq!(strategies("modular").len() + 1, modular.len());
        assert!(modular.iter().all(
            |id| strategies("modular").iter().any(|own| own == id) || *id == "TransferShedder"
        ));
        assert_eq!(
            strategies("extensible"),
            ["TransferShedder", "AvgShedder", "ThresholdShedder"]
        );
    }

    #[test]
    fn four_values_are_four_whatever_the_setting() {
        let variant = Variant::new("AvgShedder", "AvgShedder", Release::Y2026);
        let values = |key: Key, own: f64| -> Vec<f64> {
            setting_at_four(&variant.clone().with(key, own), key)
                .iter()
                .map(|variant| variant.setting(key))
                .collect()
        };
        assert_eq!(
            values(Key::AvgHighThreshold, 40.0),
            [20.0, 40.0, 60.0, 80.0]
        );
        assert_eq!(
            values(Key::HistoryPercentage, 0.9),
            [0.225, 0.45, 0.675, 0.9]
        );
        assert_eq!(values(Key::AvgHitCountHigh, 1.0), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(values(Key::DistributeEvenly, 1.0), [0.0, 1.0]);
        for row in SETTINGS {
            let (min, max) = (row.value_type.min, row.value_type.max);
            for own in [
                row.default_in(Release::default()),
                min,
                max,
                0.0_f64.clamp(min, max),
            ] {
                let values = values(row.key, own);
                let count = if row.value_type.kind == Kind::Switch {
                    2
                } else {
                    4
                };
                assert_eq!(values.len(), count, "{} at {own}: {values:?}", row.name);
                assert!(values.contains(&own), "{} at {own}: {values:?}", row.name);
                assert!(
                    values
                        .iter()
                        .all(|value| row.value_type.check(*value).is_ok()),
                    "{} at {own}: {values:?}",
                    row.name
                );
                assert!(
                    values.windows(2).all(|pair| pair[0] < pair[1]),
                    "{} at {own}: {values:?}",
                    row.name
                );
            }
        }
    }

    #[test]
    fn a_title_has_what_tells_a_variant_from_the_others_and_no_more() {
        let avg = Variant::new("AvgShedder", "AvgShedder", Release::Y2026);
        let threshold = Variant::new("ThresholdShedder", "random", Release::Y2026);
        assert_eq!(
            titles(&[avg.clone(), threshold.clone()]),
            ["AvgShedder", "ThresholdShedder"]
        );
        let mut without = avg.clone();
        without.ignored_events = vec![7];
        assert_eq!(
            titles(&[avg.clone(), without]),
            ["AvgShedder", "AvgShedder, without event 7"]
        );
        let newer = Variant {
            release: Release::V5_0,
            ..avg.clone()
        }
        .with(Key::AvgHighThreshold, 20.0);
        assert_eq!(
            titles(&[newer, avg.clone(), threshold]),
            [
                "AvgShedder, 5.0, High threshold 20",
                "AvgShedder, 2026, High threshold 40",
                "ThresholdShedder"
            ]
        );
        let late = avg
            .clone()
            .with(Key::FreshReports, 0.0)
            .with(Key::MaxPairs, 5.0);
        assert_eq!(
            titles(&[avg, late]),
            [
                "AvgShedder, Always use fresh load reports on",
                "AvgShedder, Always use fresh load reports off"
            ]
        );
    }
}
