//! Settings that reasons name: the one that decides, and a row of the table.

use shedscope::engine::Evidence;
use shedscope::engine::explain::Check;
use shedscope::systems::sharding::settings::{Key, Setting};
use shedscope::systems::sharding::{Rule, Scenario, Strategy, Variant, explanation};

use super::played::{nodes, played, quiet};
use super::worlds::{any_scenario, hold};

/// The test of a rule in the first round.
fn first(scenario: &Scenario, rule: Rule) -> (Check, String) {
    let mut timeline = played(scenario, 0);
    let reason = timeline
        .explain(0)
        .unwrap()
        .reasons
        .into_iter()
        .find(|reason| reason.rule == rule)
        .unwrap();
    let sentence = explanation::sentence(timeline.simulation(), &reason);
    let Evidence::Check(test) = reason.evidence else {
        panic!("{sentence}")
    };
    (test, sentence)
}

/// The smaller limit of a round decides, and is named.
#[test]
fn the_limit_that_bites_is_the_one_that_is_named() {
    for (strategy, rule) in [
        (Strategy::WeightedExchange, Rule::Cap),
        (Strategy::Least2610, Rule::Limit),
        (Strategy::Least2026, Rule::Limit),
    ] {
        for (absolute, relative, most, setting) in [
            (20.0, 0.1, 10.0, "rebalance-relative-limit"),
            (5.0, 0.1, 5.0, "rebalance-absolute-limit"),
            (20.0, 0.001, 1.0, "rebalance-relative-limit"),
        ] {
            let variant = Variant::new(strategy)
                .with(Key::AbsoluteLimit, absolute)
                .with(Key::RelativeLimit, relative);
            let (test, said) = first(&quiet(nodes(&[100, 0]), 1, variant), rule);
            assert_eq!(
                (test.right.number(), test.right.setting, test.holds),
                (most, Some(setting), false),
                "{said}"
            );
        }
    }
}

/// Where single shards are offered, what fits in below the even share may be less than any limit.
#[test]
fn no_setting_is_named_where_room_decides() {
    let variant = Variant::new(Strategy::Least2610).with(Key::RelativeLimit, 1.0);
    let (test, said) = first(&quiet(nodes(&[4, 4, 2]), 1, variant), Rule::Limit);
    assert_eq!((test.right.number(), test.right.setting), (1.0, None));
    assert_eq!(
        said,
        "Of 2 shards offered, only 1 can be stopped: no more fit below the even share."
    );
}

/// Before 2.6.10 the threshold caps what is stopped at once, and so does the room left in hand-off.
#[test]
fn the_old_strategy_says_what_caps_it() {
    for (threshold, most, named, stopped) in [
        (1.0, 3.0, "rebalance-threshold", 1.0),
        (20.0, 3.0, "max-simultaneous-rebalance", 3.0),
    ] {
        let variant = Variant::new(Strategy::LeastDeprecated)
            .with(Key::Threshold, threshold)
            .with(Key::MaxSimultaneous, most);
        let (test, said) = first(&quiet(nodes(&[100, 0]), 1, variant), Rule::Batch);
        assert_eq!(
            (test.right.setting, test.right.number(), test.holds),
            (Some(named), stopped, false),
            "{said}"
        );
    }
}

/// A limit that is just enough is told as such, and one that is not says of how many.
#[test]
fn the_limit_of_a_ring_is_told_of_all_that_are_elsewhere() {
    let with = |limit: f64| {
        quiet(
            nodes(&[10, 10]),
            1,
            Variant::new(Strategy::ConsistentHashing).with(Key::HashLimit, limit),
        )
    };
    let elsewhere = played(&with(0.0), 0).rounds()[0].stopped;
    for (limit, holds) in [(elsewhere, true), (elsewhere - 1, false)] {
        let scenario = with(f64::from(limit));
        let (test, said) = first(&scenario, Rule::RingLimit);
        assert_eq!(
            (test.left.number(), test.holds),
            (f64::from(elsewhere), holds),
            "{said}"
        );
        assert_eq!(played(&scenario, 0).rounds()[0].stopped, limit);
    }
}

/// Every setting that a reason names is a row that the variant or the world has.
#[test]
fn settings_that_are_named_are_rows_that_the_variant_has() {
    hold(80, any_scenario(), |scenario| {
        let mut timeline = played(scenario, 0);
        for index in 0..scenario.rounds {
            for reason in timeline.explain(index).unwrap().reasons {
                let sides = match &reason.evidence {
                    Evidence::Check(test) => vec![&test.left, &test.right],
                    Evidence::Fact { operand, .. } => vec![operand],
                    Evidence::Flag { .. } | Evidence::Change { .. } => Vec::new(),
                };
                for name in sides.into_iter().filter_map(|side| side.setting) {
                    let is_had = |row: &Setting| {
                        row.is_of_world() || row.is_read_by(scenario.variants[0].strategy)
                    };
                    if !Setting::from_name(name).is_some_and(is_had) {
                        return Err(format!("round {index} names {name}: {reason:?}"));
                    }
                }
            }
        }
        Ok(())
    });
}
