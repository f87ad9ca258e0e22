//! Ready-made comparisons: lanes made from the one that is open, on whatever cluster there is.

use super::placement::PlacementInfo;
use super::release::Release;
use super::scenario::Lane;
use super::settings::{Key, Kind, Setting};
use super::strategy::ShedderInfo;

/// A row of the table of comparisons.
pub struct Comparison {
    /// What links and tests call it.
    pub id: &'static str,
    /// What a person reads.
    pub title: &'static str,
    /// The lanes, made from the main one: at least one, at most four.
    pub lanes: fn(&Lane) -> Vec<Lane>,
}

/// Every comparison, in the order in which they are offered.
pub static COMPARISONS: &[Comparison] = &[
    Comparison {
        id: "defaults",
        title: "Old default and new",
        lanes: |main| [Release::Y2026, Release::V5_0].map(|release| default_of(main, release)).into(),
    },
    Comparison {
        id: "modular",
        title: "Strategies of the modular manager",
        lanes: |main| {
            let pair = |(strategy, placement)| as_main(main, strategy, placement, main.release);
            [AVG, THRESHOLD, UNIFORM, OVERLOAD].map(pair).into()
        },
    },
    Comparison {
        id: "extensible",
        title: "Modular and extensible manager",
        lanes: |main| [TRANSFER, AVG, THRESHOLD].map(|(s, p)| as_main(main, s, p, main.release)).into(),
    },
    Comparison {
        id: "releases",
        title: "This strategy in each release",
        lanes: |main| Release::ALL.map(|release| Lane { release, ..main.clone() }).into(),
    },
    Comparison {
        id: "setting",
        title: "Its main setting at four values",
        lanes: |main| match main_setting(main) {
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

/// A lane with the settings of the main one that it reads, the others at their defaults.
fn as_main(main: &Lane, strategy: &str, placement: &str, release: Release) -> Lane {
    let mut lane = Lane { ignores: main.ignores.clone(), ..Lane::new(strategy, placement, release) };
    for key in lane.reads() {
        lane.settings.set(key, main.settings.get(key));
    }
    lane
}

fn default_of(main: &Lane, release: Release) -> Lane {
    let (strategy, placement) = release.default_setup();
    as_main(main, strategy, placement, release)
}

/// The setting that says most about a lane's strategy: the first that its row reads.
pub fn main_setting(lane: &Lane) -> Option<Key> {
    ShedderInfo::find(&lane.strategy).and_then(|row| row.reads.first().copied())
}

/// A lane with a setting at four values, smallest first: half of what it is, the same, one and a half
/// times, double. Where bounds or rounding leave fewer, other multiples, the same ones of the default,
/// and neighbours fill up; a switch has only two values.
pub fn setting_at_four(lane: &Lane, key: Key) -> Vec<Lane> {
    let row = key.row();
    let own = lane.settings.get(key);
    let steps = |value: f64| [1.0, 0.5, 1.5, 2.0, 3.0, 4.0, 0.75, 0.25].map(|factor| value * factor);
    let neighbours = [1.0, -1.0, 2.0, -2.0, 3.0, -3.0].map(|step| own + step);
    let mut values: Vec<f64> = Vec::new();
    for value in steps(own).into_iter().chain(steps(row.default)).chain(neighbours) {
        let value = match row.kind {
            Kind::Switch | Kind::Whole => value.round(),
            Kind::Real => (value * 1e6).round() / 1e6,
        };
        if values.len() < 4 && (row.min..=row.max).contains(&value) && !values.contains(&value) {
            values.push(value);
        }
    }
    values.sort_unstable_by(f64::total_cmp);
    values.into_iter().map(|value| lane.clone().with(key, value)).collect()
}

/// A short name that tells a lane from the others: its strategy, and of placement, release, settings that
/// it reads and events that it leaves out what other lanes with this strategy have otherwise. Lanes that
/// run alike have the same.
pub fn lane_title(lane: &Lane, all: &[Lane]) -> String {
    let alike = || all.iter().filter(|other| other.strategy == lane.strategy);
    let mut text = ShedderInfo::find(&lane.strategy).map_or(&*lane.strategy, |row| row.label).to_owned();
    let mut add = |words: &[&str]| {
        text.push_str(", ");
        words.iter().for_each(|word| text.push_str(word));
    };
    if alike().any(|other| other.placement != lane.placement) {
        add(&[PlacementInfo::find(&lane.placement).map_or(&*lane.placement, |row| row.label)]);
    }
    if alike().any(|other| other.release != lane.release) {
        add(&[lane.release.name()]);
    }
    let reads = lane.reads();
    for key in reads.iter().copied().filter(|key| alike().any(|other| differs(other, lane, *key))) {
        let row: &Setting = key.row();
        let value = lane.settings.get(key);
        match row.kind {
            Kind::Switch => add(&[row.label, if value == 0.0 { " off" } else { " on" }]),
            Kind::Whole | Kind::Real => add(&[row.label, " ", &row.format(value)]),
        }
    }
    for id in &lane.ignores {
        if alike().any(|other| !other.ignores.contains(id)) {
            add(&["without event ", &id.to_string()]);
        }
    }
    text
}

fn differs(one: &Lane, other: &Lane, key: Key) -> bool {
    one.settings.get(key) != other.settings.get(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::shedding::presets::SITUATIONS;
    use crate::systems::shedding::settings::SETTINGS;
    use crate::systems::shedding::strategy::SHEDDERS;

    fn titles(lanes: &[Lane]) -> Vec<String> {
        lanes.iter().map(|lane| lane_title(lane, lanes)).collect()
    }

    #[test]
    fn every_comparison_can_be_made_of_every_situation() {
        for situation in SITUATIONS {
            let scenario = situation.build();
            for row in COMPARISONS {
                let lanes = (row.lanes)(scenario.lane());
                let mut titles = titles(&lanes);
                titles.sort();
                titles.dedup();
                assert_eq!(titles.len(), lanes.len(), "{} on {}: {titles:?}", row.id, situation.id);
                assert!(lanes.iter().all(|lane| lane.check_setup().is_ok()), "{} on {}", row.id, situation.id);
                let mut compared = scenario.clone();
                compared.lanes = lanes;
                // The bound on brokers times rounds is for all lanes together.
                assert_eq!(compared.check(), Ok(()), "{} on {}", row.id, situation.id);
            }
        }
        assert!(COMPARISONS.iter().all(|row| std::ptr::eq(Comparison::find(row.id).unwrap(), row)));
    }

    #[test]
    fn what_is_compared_is_what_the_title_says() {
        let main = Lane::new("OverloadShedder", "random", Release::V4_0)
            .with(Key::AvgHighThreshold, 30.0)
            .with(Key::TransferMs, 500.0)
            .with(Key::MaxPairs, 9.0);
        let [old, new] = &(COMPARISONS[0].lanes)(&main)[..] else { panic!() };
        assert_eq!((&*old.strategy, &*old.placement), ("ThresholdShedder", "LeastLongTermMessageRate"));
        assert_eq!((&*new.strategy, &*new.placement, new.release), ("AvgShedder", "AvgShedder", Release::V5_0));
        let of =
            |lane: &Lane| [Key::AvgHighThreshold, Key::TransferMs, Key::MaxPairs].map(|key| lane.settings.get(key));
        assert_eq!((of(old), of(new)), ([40.0, 500.0, 3.0], [30.0, 500.0, 3.0]));
        let strategies = |id: &str| -> Vec<String> {
            (Comparison::find(id).unwrap().lanes)(&main).into_iter().map(|lane| lane.strategy).collect()
        };
        let modular: Vec<&str> = SHEDDERS.iter().filter(|row| row.class.is_some()).map(|row| row.id).collect();
        assert_eq!(strategies("modular").len() + 1, modular.len());
        assert!(modular.iter().all(|id| strategies("modular").iter().any(|own| own == id) || *id == "TransferShedder"));
        assert_eq!(strategies("extensible"), ["TransferShedder", "AvgShedder", "ThresholdShedder"]);
    }

    #[test]
    fn four_values_are_four_whatever_the_setting() {
        let lane = Lane::new("AvgShedder", "AvgShedder", Release::Y2026);
        let values = |key: Key, own: f64| -> Vec<f64> {
            setting_at_four(&lane.clone().with(key, own), key).iter().map(|lane| lane.settings.get(key)).collect()
        };
        assert_eq!(values(Key::AvgHighThreshold, 40.0), [20.0, 40.0, 60.0, 80.0]);
        assert_eq!(values(Key::HistoryPercentage, 0.9), [0.225, 0.45, 0.675, 0.9]);
        assert_eq!(values(Key::AvgHitCountHigh, 1.0), [1.0, 2.0, 3.0, 4.0]);
        assert_eq!(values(Key::DistributeEvenly, 1.0), [0.0, 1.0]);
        for row in SETTINGS {
            for own in [row.default, row.min, row.max, 0.0_f64.clamp(row.min, row.max)] {
                let values = values(row.key, own);
                let count = if row.kind == Kind::Switch { 2 } else { 4 };
                assert_eq!(values.len(), count, "{} at {own}: {values:?}", row.name);
                assert!(values.contains(&own), "{} at {own}: {values:?}", row.name);
                assert!(values.iter().all(|value| row.check(*value).is_ok()), "{} at {own}: {values:?}", row.name);
                assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{} at {own}: {values:?}", row.name);
            }
        }
    }

    #[test]
    fn a_title_has_what_tells_a_lane_from_the_others_and_no_more() {
        let avg = Lane::new("AvgShedder", "AvgShedder", Release::Y2026);
        let threshold = Lane::new("ThresholdShedder", "random", Release::Y2026);
        assert_eq!(titles(&[avg.clone(), threshold.clone()]), ["AvgShedder", "ThresholdShedder"]);
        let mut without = avg.clone();
        without.ignores = vec![7];
        assert_eq!(titles(&[avg.clone(), without]), ["AvgShedder", "AvgShedder, without event 7"]);
        let newer = Lane { release: Release::V5_0, ..avg.clone() }.with(Key::AvgHighThreshold, 20.0);
        assert_eq!(
            titles(&[newer, avg.clone(), threshold]),
            ["AvgShedder, 5.0, High difference 20", "AvgShedder, 2026, High difference 40", "ThresholdShedder"]
        );
        let late = avg.clone().with(Key::FreshReports, 0.0).with(Key::MaxPairs, 5.0);
        assert_eq!(
            titles(&[avg, late]),
            ["AvgShedder, Every round sees the truth on", "AvgShedder, Every round sees the truth off"]
        );
    }
}
