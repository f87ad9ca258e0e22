//! UniformLoadShedder: its two formulas, its hidden minimums, and its pace.

use std::collections::BTreeSet;
use std::sync::Arc;

use shedscope::engine::Check;
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::{Release, Rule, Variant};

use super::build::{at, scenario, variant, with_bytes, with_messages};
use super::facts::{Facts, near};
use super::played::{Played, Told};

fn uniform() -> Variant {
    variant("UniformLoadShedder", "LeastLongTermMessageRate")
}

/// The first round of two brokers with bundles of these messages per second.
fn of_messages(first: &[f64], second: &[f64], variant: Variant) -> Told {
    let [one, two] = &at(&[10.0, 10.0])[..] else {
        unreachable!()
    };
    let brokers = vec![
        with_messages(one.clone(), first),
        with_messages(two.clone(), second),
    ];
    Played::of(&scenario(brokers, variant, 1)).told(1)
}

/// The first round of two brokers with bundles of these bytes per second.
fn of_bytes(first: &[f64], second: &[f64], variant: Variant) -> Told {
    let [one, two] = &at(&[10.0, 10.0])[..] else {
        unreachable!()
    };
    let brokers = vec![
        with_bytes(one.clone(), first),
        with_bytes(two.clone(), second),
    ];
    Played::of(&scenario(brokers, variant, 1)).told(1)
}

fn budget(told: &Told) -> Check {
    told.test(Rule::BudgetReachesMinimum, "broker-1")
}

pub fn quiet_for_its_minimums(facts: &Facts) {
    let eager = |share: f64| {
        uniform()
            .with(Key::RateDifferencePercent, 1.0)
            .with(Key::ThroughputMultiplier, 1.1)
            .with(Key::MaxUnloadPercentage, share)
    };
    let play = |variant: Variant| {
        let mut brokers = at(&[10.0, 10.0]);
        for (broker, (rate, bytes)) in brokers
            .iter_mut()
            .zip([(150.0, 75_000.0), (37.5, 18_750.0)])
        {
            *broker = with_messages(broker.clone(), &[rate; 8]);
            Arc::make_mut(&mut broker.bundles)
                .iter_mut()
                .for_each(|bundle| bundle.msg_throughput_in = bytes);
        }
        Played::of(&scenario(brokers, variant, 1)).told(1)
    };
    let shares = facts.numbers("shares");
    let (messages, bytes) = (
        facts.numbers("planned_messages"),
        facts.numbers("planned_bytes"),
    );
    for release in [Release::V4_0, Release::Y2026] {
        for (share, (messages, bytes)) in shares.iter().zip(messages.iter().zip(&bytes)) {
            let by_messages = Variant {
                release,
                ..eager(*share)
            };
            let told = play(by_messages.clone());
            facts.near(
                "rate_difference_percent",
                told.test(Rule::RatesTooFarApart, "").left.number(),
            );
            let test = budget(&told);
            assert_eq!(
                (test.left.number(), test.holds, told.selected()),
                (*messages, false, 0)
            );
            assert_eq!(test.right.setting, Some("minUnloadMessage"));
            assert_eq!(test.right.number(), facts.number("least_messages"));
            // With the rate check off, the other minimum is in the way.
            let told = play(by_messages.clone().with(Key::RateDifferencePercent, 0.0));
            facts.near(
                "ratio",
                told.test(Rule::ThroughputsTooFarApart, "").left.number(),
            );
            let test = budget(&told);
            assert_eq!(
                (test.left.number(), test.holds, told.selected()),
                (*bytes, false, 0)
            );
            assert_eq!(test.right.setting, Some("minUnloadMessageThroughput"));
            assert_eq!(test.right.number(), facts.number("least_bytes"));
            // What made it work.
            assert!(play(by_messages.with(Key::MinUnloadMessage, 0.0)).selected() > 0);
        }
    }
}

pub fn thousand_on_top(facts: &Facts) {
    let variant = |release| {
        let variant = uniform()
            .with(Key::MinUnloadMessage, 0.0)
            .with(Key::MinUnloadThroughput, 0.0);
        Variant { release, ..variant }
    };
    for (release, rates, selected) in [
        (Release::V4_0, &[50.0; 12][..], "selected_with_1000"),
        (Release::Y2026, &[50.0; 12], "selected_without"),
        (Release::Y2026, &[150.0; 4], "selected_of_four_without"),
    ] {
        let told = of_messages(rates, &[], variant(release));
        facts.near("plan", budget(&told).left.number());
        assert_eq!(told.selected(), facts.count(selected), "{selected}");
    }
}

pub fn amounts(facts: &Facts) {
    let (large, small) = (
        facts.numbers("planned_of_500_mb"),
        facts.numbers("planned_of_1_mb"),
    );
    for (share, (large, small)) in facts
        .numbers("shares")
        .into_iter()
        .zip(large.into_iter().zip(small))
    {
        let variant = uniform().with(Key::MaxUnloadPercentage, share);
        // An empty broker counts as 1, and of the plan the whole part.
        let is_planned =
            |told: &Told, planned: f64| (budget(told).left.number() - planned).abs() <= 1.0;
        let told = of_bytes(&[5e7; 10], &[], variant.clone());
        assert!(is_planned(&told, large) && told.selected() > 0, "{share}");
        let told = of_bytes(&[1e5; 10], &[], variant.clone());
        assert!(is_planned(&told, small) && !budget(&told).holds, "{share}");
        assert_eq!(told.selected(), facts.count("unloads_of_1_mb"));
        // Before the minimum was a setting, as small a difference moved.
        assert!(
            of_bytes(&[1e5; 10], &[], variant.with(Key::MinUnloadThroughput, 0.0)).selected() > 0,
            "{share}"
        );
    }
}

pub fn percent_and_ratio(facts: &Facts) {
    let fires = facts
        .outcomes("percents_fire")
        .into_iter()
        .zip(facts.numbers("percents"));
    for ((fires, percent), highest) in fires.zip([50_000.0, 45_000.0]) {
        let test = of_messages(&[highest], &[30_000.0], uniform()).test(Rule::RatesTooFarApart, "");
        near(test.left.number(), percent, "percent");
        assert_eq!(test.holds, fires, "{percent} %");
    }
    let fires = facts
        .outcomes("ratios_fire")
        .into_iter()
        .zip(facts.numbers("ratios"));
    for ((fires, ratio), highest) in fires.zip([4.5e8, 4e8]) {
        let test = of_bytes(&[highest], &[1e8], uniform()).test(Rule::ThroughputsTooFarApart, "");
        near(test.left.number(), ratio, "ratio");
        assert_eq!(test.holds, fires, "{ratio}");
    }
}

pub fn idle_bundles(facts: &Facts) {
    let mut rates = vec![0.0; facts.count("idle")];
    rates.insert(0, 15_048.115_011_923_204);
    for release in Release::ALL {
        // A little more than the bundle carries may move.
        let variant = Variant {
            release,
            ..uniform().with(Key::MaxUnloadPercentage, 1.01)
        };
        let told = of_messages(&rates, &[], variant);
        assert_eq!(
            told.selected(),
            facts.count("taken_with_the_idle"),
            "{}",
            release.name()
        );
    }
}

/// A hundred brokers at 80 % and 10,000 msg/s, a hundred with nothing.
fn hundred_and_hundred(variant: Variant, rounds: usize) -> Played {
    let usages = [[80.0; 100], [10.0; 100]].concat();
    let mut brokers = at(&usages);
    for (index, broker) in brokers[..100].iter_mut().enumerate() {
        // Bundles of equal statistics would share an entry of AvgShedder's plan.
        let rates: [f64; 10] =
            std::array::from_fn(|place| 1000.0 + (index * 10 + place) as f64 * 1e-3);
        *broker = with_messages(broker.clone(), &rates);
    }
    Played::of(&scenario(brokers, variant, rounds))
}

pub fn a_hundred_pairs(facts: &Facts) {
    let played = hundred_and_hundred(uniform(), 110);
    let mut givers = BTreeSet::new();
    let mut enough = 0;
    for (index, round) in played.rounds().into_iter().enumerate() {
        let now: BTreeSet<_> = round.moves.iter().map(|one| one.from).collect();
        assert!(now.is_empty() || now.len() == facts.count("brokers_a_round"));
        givers.extend(now);
        if givers.len() == 100 && enough == 0 {
            enough = index + 1;
        }
    }
    assert!(
        enough >= facts.count("least_rounds"),
        "after {enough} rounds"
    );

    let played = hundred_and_hundred(variant("AvgShedder", "AvgShedder"), facts.count("acts_in"));
    let pairs_of = |round: usize| -> BTreeSet<(String, String)> {
        played
            .moves(round)
            .into_iter()
            .map(|(_, from, to)| (from, to))
            .collect()
    };
    assert!((1..facts.count("acts_in")).all(|round| pairs_of(round).is_empty()));
    let pairs = pairs_of(facts.count("acts_in"));
    let takers: BTreeSet<&String> = pairs.iter().map(|(_, to)| to).collect();
    assert_eq!(
        (pairs.len(), takers.len()),
        (facts.count("pairs_at_once"), facts.count("pairs_at_once"))
    );
}
