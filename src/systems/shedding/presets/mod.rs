//! Presets: scenarios that each show one thing, with two or three lines of what to look for.
//!
//! A preset is one row of [`PRESETS`] and one function in the file of its group. Every number in
//! its lines comes out of the run; `tests/presets.rs` holds them to it.

use super::model::cluster::Cluster;
use super::model::event::{Event, Kind};
use super::release::Release;
use super::scenario::{Scenario, Variant};
use crate::simulator;

mod chance;
pub mod clusters;
mod joins;
mod large;
mod late;
mod limits;
mod pair;
mod restarts;
mod rules;
mod surprises;
mod targets;

/// A preset of this system.
pub type Preset = simulator::Preset<Scenario>;

/// The scenario that the page opens on: that of the first row.
pub fn opening() -> Scenario {
    PRESETS[0].build()
}

/// The preset of an id.
pub fn find(id: &str) -> Option<&'static Preset> {
    Preset::find(PRESETS, id)
}

/// A scenario that has yet to be given its row's title.
fn scene(world: Cluster, variant: Variant, notes: [&str; 2]) -> Scenario {
    Scenario::of("", &notes, world, variant)
}

/// A scenario of several variants that has yet to be given its row's title.
fn compared(world: Cluster, variants: impl Into<Vec<Variant>>, notes: &[&str]) -> Scenario {
    let variants = variants.into();
    let first = variants
        .first()
        .cloned()
        .unwrap_or_else(|| Variant::new("", "", Release::default()));
    Scenario {
        variants,
        ..Scenario::of("", notes, world, first)
    }
}

/// A strategy and a placement as they are now.
fn variant(strategy: &str, placement: &str) -> Variant {
    Variant::new(strategy, placement, Release::Y2026)
}

fn avg() -> Variant {
    variant("AvgShedder", "AvgShedder")
}

fn threshold() -> Variant {
    variant("ThresholdShedder", "LeastLongTermMessageRate")
}

fn uniform() -> Variant {
    variant("UniformLoadShedder", "LeastLongTermMessageRate")
}

/// An event at a time; for what takes more, the rest is added.
fn event(id: u32, at_s: u32, kind: Kind, of: &str) -> Event {
    Event {
        id,
        at_s,
        kind,
        target: of.into(),
        ..Event::default()
    }
}

macro_rules! presets {
    ($($group:literal { $($id:literal, $title:literal, $make:path;)* })*) => {
        /// Every preset, in the order of the list; the page opens on the first.
        pub static PRESETS: &[Preset] = &[$($(Preset {
            id: $id,
            group: $group,
            title: $title,
            make: || Scenario { title: $title.to_owned(), ..$make() },
        },)*)*];
    };
}

presets! {
    "Start here" {
        "two-hot-two-idle", "Two hot brokers, two idle ones", joins::two_hot_two_idle;
    }
    "PIP-217: a pair at 90 and 10" {
        "pair-example", "90/10: the worked example", pair::worked_example;
        "pair-history", "90/10: ThresholdShedder as released", pair::history;
        "pair-one-namespace", "90/10: the same in a single namespace", pair::one_namespace;
        "pair-no-history", "90/10: ThresholdShedder without history", pair::no_history;
        "pair-multi-hit", "90/10: Multi Hit as proposed", pair::multi_hit;
        "pair-avg-proposed", "90/10: AvgShedder as proposed", pair::avg_proposed;
        "pair-avg", "90/10: AvgShedder as released", pair::avg;
        "pair-avg-half", "90/10: AvgShedder moving half", pair::avg_half;
    }
    "Where to? 90, 90, 20, 30" {
        "four-least-rate", "90, 90, 20, 30: LeastLongTermMessageRate", targets::four_least_rate;
        "four-least-resource", "90, 90, 20, 30: LeastResourceUsageWithWeight", targets::four_least_resource;
        "four-round-robin", "90, 90, 20, 30: RoundRobinBrokerSelector", targets::four_round_robin;
        "four-random", "90, 90, 20, 30: plain random", targets::four_random;
        "four-avg", "90, 90, 20, 30: AvgShedder", targets::four_avg;
    }
    "Good targets and bad ones" {
        "pool-all", "40, 40, 40, 40, 69, 70: no good target", targets::pool_all;
        "pool-one", "10, 60, 70, 80, 80: one good target", targets::pool_one;
        "coupled", "20, 30, 52, 70, 80: coupled by AvgShedder", targets::coupled;
    }
    "Restarted brokers: pull request 6772" {
        "restarted-proposed", "Restarted brokers: as it was proposed", joins::restarted_proposed;
        "restarted-released", "Restarted brokers: as it was released", joins::restarted_released;
        "restart-most", "Four of six brokers restart at once", restarts::most;
        "restart-rolling", "Ten brokers restart one by one", restarts::rolling;
    }
    "Time and reports: PIP-217" {
        "late-reports", "Late reports shed twice", late::reports;
        "late-hits", "Late reports: one hit or two", late::hits;
        "spike", "A spike of 20 points for three minutes", late::spike;
        "new-broker", "A new broker: two thresholds or one", late::new_broker;
        "leader", "A new leader has counted nothing", late::leader;
    }
    "Loads that stray: PIP-217 and PIP-364" {
        "fluctuation", "Loads that fluctuate, and a new broker", chance::fluctuation;
        "receivers", "Who is given too much", chance::receivers;
        "jitter", "Jitter: who sheds for nothing", chance::jitter;
    }
    "Limits of strategies: PIP-364" {
        "hardware", "10, 50, 70: a machine shared with others", limits::hardware;
        "hundred-new", "A hundred hot brokers, a hundred new ones", limits::hundred_new;
        "neighbour", "A noisy neighbour takes 35 points", limits::neighbour;
        "transfer-target", "TransferShedder stops at its target", limits::transfer_target;
    }
    "Rules of the load manager" {
        "cold-start", "A cold start: all follow the first", rules::cold_start;
        "isolation", "Selected, but no other broker may hold it", rules::isolation;
        "straight-back", "Unloaded, and straight back", rules::straight_back;
    }
    "An empty broker beside loaded ones" {
        "empty-threshold", "An empty broker: ThresholdShedder", joins::empty_threshold;
        "empty-lower", "An empty broker: the lower boundary", joins::empty_lower;
        "empty-overload", "An empty broker: OverloadShedder", joins::empty_overload;
        "empty-uniform", "An empty broker: UniformLoadShedder", joins::empty_uniform;
        "empty-avg", "An empty broker: AvgShedder", joins::empty_avg;
        "empty-multi-hit", "An empty broker: Multi Hit as proposed", joins::empty_multi_hit;
    }
    "Surprises" {
        "hot-overload", "All above 85 %: OverloadShedder shuffles", surprises::hot_overload;
        "hot-avg", "All above 85 %: AvgShedder rests", surprises::hot_avg;
        "plan-filtered", "A plan thrown away by a filter", surprises::plan_filtered;
        "plan-kept", "The same plan without the filter", surprises::plan_kept;
        "minimum-threshold", "A threshold of 1, and nothing sheds", surprises::minimum_threshold;
        "minimum-avg", "A difference of 1, and nothing sheds", surprises::minimum_avg;
        "idle-bundles", "Idle bundles all have to go", surprises::idle_bundles;
        "whole-points", "AvgShedder 4.0 cannot sort 40 brokers", surprises::whole_points;
        "exact-order", "The same 40 brokers, sorted exactly", surprises::exact_order;
    }
    "Large clusters" {
        "twenty", "Twenty brokers, a thousand bundles", large::twenty;
        "hundred", "A hundred brokers", large::hundred;
        "thousand", "A thousand brokers", large::thousand;
    }
}
