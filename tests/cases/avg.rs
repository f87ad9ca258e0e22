//! AvgShedder: pairs, hits, and where its bundles go.

use std::sync::Arc;

use shedscope::systems::shedding::model::cluster::Broker;
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::{Release, Variant};

use super::build::{at, broker, bundle, scenario, variant, with_messages};
use super::facts::Facts;
use super::played::Played;

/// Moves half of a difference, as the class's own test has it, wherever bundles of a namespace are.
fn half(release: Release) -> Variant {
    let variant = variant("AvgShedder", "AvgShedder")
        .with(Key::MaxUnloadPercentage, 0.5)
        .with(Key::DistributeEvenly, 0.0);
    Variant { release, ..variant }
}

/// 20,000 msg/s: eleven bundles of 900 and one of the rest, which is too large to go.
fn busy(broker: Broker) -> Broker {
    with_messages(broker, &[&[900.0; 11][..], &[10_100.0]].concat())
}

pub fn high_hits(facts: &Facts) {
    for release in Release::ALL {
        let [one, two, three] = &at(&[80.0, 30.0, 50.0])[..] else {
            unreachable!()
        };
        let brokers = vec![
            busy(one.clone()),
            with_messages(two.clone(), &[2000.0]),
            with_messages(three.clone(), &[10_000.0]),
        ];
        let played = Played::of(&scenario(brokers, half(release), 2));
        assert_eq!(
            played.move_counts(),
            facts.counts("moves_by_round"),
            "{}",
            release.name()
        );
        for (_, from, to) in played.moves(2) {
            assert_eq!(
                (from.as_str(), to.as_str()),
                (facts.name("from"), facts.name("to")),
                "{}",
                release.name()
            );
        }
    }
}

/// Two busy brokers and two quiet ones. The traffic of the third comes from consumers if wanted, which
/// makes other statistics of the same rates.
fn two_pairs(release: Release, differs: bool) -> Played {
    let [one, two, three, four] = &at(&[80.0, 30.0, 75.0, 35.0])[..] else {
        unreachable!()
    };
    let quiet = |broker: &Broker| with_messages(broker.clone(), &[2000.0]);
    let mut third = busy(three.clone());
    if differs {
        for bundle in Arc::make_mut(&mut third.bundles) {
            std::mem::swap(&mut bundle.msg_rate_in, &mut bundle.msg_rate_out);
        }
    }
    Played::of(&scenario(
        vec![busy(one.clone()), quiet(two), third, quiet(four)],
        half(release),
        2,
    ))
}

pub fn pairs(facts: &Facts) {
    let expected = facts.name_pairs("pairs");
    let went = |played: &Played| -> Vec<(String, String)> {
        let mut pairs: Vec<_> = played
            .moves(2)
            .into_iter()
            .map(|(_, from, to)| (from, to))
            .collect();
        pairs.dedup();
        pairs
    };
    for release in Release::ALL {
        let played = two_pairs(release, true);
        assert_eq!(
            played.move_counts(),
            facts.counts("moves_by_round"),
            "{}",
            release.name()
        );
        assert_eq!(went(&played), expected, "{}", release.name());
        let second = &played.told(2).detail.decision.pairs[1];
        // Exactly the high difference counts.
        assert_eq!(
            (second.difference, second.over_high),
            (facts.number("difference_of_the_second"), true)
        );

        // The shedder plans the same for bundles of equal statistics, whatever the placement makes of it.
        let twins = two_pairs(release, false);
        let selections = twins.told(2).detail.decision.selections;
        let planned = selections
            .iter()
            .map(|one| (twins.broker(one.from), twins.broker(one.target.unwrap())));
        let mut planned: Vec<_> = planned.collect();
        planned.dedup();
        assert_eq!(planned, expected);
        // Up to 2026 the plan knows bundles by their statistics, and the later pair overwrites the earlier.
        let is_by_name = release == Release::V5_0;
        let later = expected[1].1.clone();
        let overwritten = [(expected[0].0.clone(), later), expected[1].clone()];
        assert_eq!(
            went(&twins),
            if is_by_name {
                expected.clone()
            } else {
                overwritten.to_vec()
            },
            "{}",
            release.name()
        );
    }
}

/// How many of the bundles that nobody owns each broker gets.
fn spread(facts: &Facts, release: Release, seed: u64) -> Vec<usize> {
    let names: Vec<String> = (1..=facts.count("brokers"))
        .map(|number| format!("broker-{number}"))
        .collect();
    let brokers = names.iter().map(|name| broker(name, 10.0)).collect();
    let variant = variant("AvgShedder", "AvgShedder")
        .with(Key::SheddingEnabled, 0.0)
        .with(Key::DistributeEvenly, 0.0);
    let mut scenario = scenario(brokers, Variant { release, ..variant }, 2);
    scenario.seed = seed;
    scenario.world.unplaced = Arc::new(
        (0..facts.count("bundles"))
            .map(|place| bundle("new", place))
            .collect(),
    );
    let played = Played::of(&scenario);
    // What was drawn stays.
    assert_eq!(
        (
            played.round(2).assignments.len(),
            played.round(2).moves.len()
        ),
        (0, 0)
    );
    let placed = played.placed(1);
    names
        .iter()
        .map(|name| placed.iter().filter(|(_, to)| to == name).count())
        .collect()
}

pub fn without_shedding(facts: &Facts) {
    for release in [Release::V4_0, Release::Y2026] {
        for seed in 1..=8 {
            let mut counts = spread(facts, release, seed);
            counts.sort_unstable();
            // Whatever nobody has measured has the same statistics, and follows the first one's draw.
            assert_eq!(
                counts,
                [0, 0, 0, facts.count("bundles")],
                "{}",
                release.name()
            );
        }
    }
    let (mean, seeds) = (facts.number("mean"), 200);
    let counts: Vec<usize> = (1..=seeds)
        .flat_map(|seed| spread(facts, Release::V5_0, seed))
        .collect();
    let all = (facts.count("bundles") * seeds as usize) as f64;
    assert_eq!(
        (counts.iter().sum::<usize>() as f64, mean),
        (all, all / counts.len() as f64)
    );
    let one_in = 1.0 / facts.number("brokers");
    facts.near(
        "deviation",
        (facts.number("bundles") * one_in * (1.0 - one_in)).sqrt(),
    );
    let square = counts
        .iter()
        .map(|count| (*count as f64 - mean).powi(2))
        .sum::<f64>()
        / counts.len() as f64;
    // 800 counts tell a deviation to a few percent.
    let ratio = square.sqrt() / facts.number("deviation");
    assert!(
        (0.9..1.1).contains(&ratio),
        "the deviation is {} of what it should be",
        ratio
    );
}
