//! Laws that hold for every world and every strategy, and those of the weighted one.

use proptest::strategy::Strategy as Generator;
use shedscope::engine::{Simulation as _, Timeline};
use shedscope::simulator::SystemEntry;
use shedscope::systems::sharding::reason::Explain;
use shedscope::systems::sharding::round::{ABSENT, Phase, Verdict};
use shedscope::systems::sharding::rules::Cap;
use shedscope::systems::sharding::rules::weighted::{self, StopRule};
use shedscope::systems::sharding::settings::Key;
use shedscope::systems::sharding::view::Sharding;
use shedscope::systems::sharding::{
    NodeId, Rule, ShardId, Simulation, Strategy, Subject, Variant, explanation, headline,
};

use super::played::{last_counts, nodes, played, present, quiet};
use super::replay::Cluster;
use super::worlds::{any_scenario, hold};
use crate::simulator::later::hold_left_out;

/// The path of counts that led to the end.
fn path(timeline: &Timeline<Simulation>) -> String {
    let texts: Vec<String> = timeline
        .rounds()
        .iter()
        .map(|round| format!("{:?}", present(&round.counts)))
        .collect();
    texts.join(" ⇒ ")
}

fn ensure(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(broken()) }
}

#[test]
fn no_shard_is_lost_or_doubled() {
    hold(150, any_scenario(), |scenario| {
        let mut timeline = played(scenario, 0);
        let mut there: u64 = scenario
            .world
            .nodes
            .iter()
            .map(|nodes| u64::from(nodes.shards))
            .sum();
        for index in 0..scenario.rounds {
            let round = timeline.rounds()[index].clone();
            there += u64::from(round.appeared);
            let held: u64 = present(&round.counts).into_iter().map(u64::from).sum();
            ensure(held + u64::from(round.unassigned) == there, || {
                format!("round {index}: {there} ⇒ {}", path(&timeline))
            })?;
            let state = timeline.state(index + 1);
            let mut all: Vec<ShardId> = state
                .nodes
                .iter()
                .flat_map(|node| node.shards.iter().copied())
                .collect();
            all.extend(state.unassigned.iter().map(|(shard, ..)| *shard));
            all.sort();
            let once = (0..there as u32).map(ShardId);
            ensure(all.iter().copied().eq(once), || {
                format!("round {index}: {all:?}")
            })?;
        }
        Ok(())
    });
}

#[test]
fn the_same_input_gives_the_same_run_whoever_listens() {
    hold(60, any_scenario(), |scenario| {
        let (mut one, two) = (played(scenario, 0), played(scenario, 0));
        ensure(one.digest() == two.digest(), || "digests differ".to_owned())?;
        for index in [0, 7, 29] {
            let (told, silent) = (
                one.explain(index).unwrap().detail,
                one.detail(index).unwrap().detail,
            );
            // Of NaNs the texts compare.
            ensure(format!("{told:?}") == format!("{silent:?}"), || {
                format!("round {index} differs when told")
            })?;
        }
        Ok(())
    });
}

#[test]
fn every_decision_has_a_reason_and_every_reason_a_sentence() {
    hold(60, any_scenario(), |scenario| {
        let mut timeline = played(scenario, 0);
        for index in 0..scenario.rounds {
            let look = timeline.explain(index).unwrap();
            let about = |shard: ShardId| {
                look.reasons
                    .iter()
                    .any(|reason| reason.subject == Subject::Shard(shard))
            };
            for flight in &look.detail.flights {
                let is_of_round = flight.left_ms >= look.detail.from_ms || flight.to.is_some();
                let is_due =
                    flight.lands_ms <= look.detail.to_ms || flight.left_ms >= look.detail.from_ms;
                ensure(!(is_of_round && is_due) || about(flight.shard), || {
                    format!("round {index}: {flight:?}")
                })?;
            }
            ensure(!look.reasons.is_empty(), || {
                format!("round {index} has no reason")
            })?;
            for reason in &look.reasons {
                let said = explanation::sentence(timeline.simulation(), reason);
                let is_whole =
                    said.ends_with('.') && !said.contains(['{', '}', '_']) && !said.contains("NaN");
                ensure(is_whole, || format!("{reason:?}: {said}"))?;
            }
            let round = timeline.rounds()[index].clone();
            let headline = headline::headline(timeline.simulation(), &round, &look.detail);
            ensure(headline.ends_with('.') && !headline.contains("NaN"), || {
                headline.clone()
            })?;
        }
        Ok(())
    });
}

#[test]
fn shards_start_on_nodes_that_are_there_and_rounds_keep_to_their_limits() {
    hold(120, any_scenario(), |scenario| {
        let mut timeline = played(scenario, 0);
        for index in 0..scenario.rounds {
            let detail = timeline.detail(index).unwrap().detail;
            let decision = &detail.decision;
            let held: usize = detail.nodes.iter().map(|node| node.shards.len()).sum();
            let most = decision.cap.map_or(held, |most| most.count);
            ensure(decision.stopped as usize <= most, || {
                format!("round {index}: {decision:?}")
            })?;
            ensure(
                (decision.stopped > 0) == (decision.verdict == Verdict::Moves),
                || format!("{decision:?}"),
            )?;
            let in_handoff = detail
                .flights
                .iter()
                .any(|f| f.left_ms < detail.from_ms && f.lands_ms > detail.from_ms);
            let is_strict = !matches!(
                scenario.variants[0].strategy,
                Strategy::LeastDeprecated | Strategy::ConsistentHashing | Strategy::External
            );
            let is_homeless = detail.unassigned > 0;
            ensure(
                !(is_strict && in_handoff && !is_homeless) || decision.verdict != Verdict::Moves,
                || format!("round {index} stops shards while some are in hand-off"),
            )?;
            if let Some((source, destination)) = decision.pair {
                ensure(decision.stopped == 0 || source != destination, || {
                    format!("round {index}: {source:?} to itself")
                })?;
            }
            let state = timeline.state(index + 1);
            for (place, node) in state.nodes.iter().enumerate() {
                let may_hold = matches!(node.phase, Phase::Up | Phase::Leaving | Phase::Dead);
                ensure(may_hold || node.shards.is_empty(), || {
                    format!("round {index}: node {place} is {:?}", node.phase)
                })?;
            }
        }
        Ok(())
    });
}

fn quiet_weighted(
    strategy: Strategy,
) -> impl Generator<Value = shedscope::systems::sharding::Scenario> {
    (super::worlds::nodes(), 1_u32..12).prop_map(move |(nodes, cap)| {
        let variant = Variant::new(strategy)
            .with(Key::WeightsFrom, 0.0)
            .with(Key::AbsoluteLimit, f64::from(cap))
            .with(Key::RelativeLimit, 1.0);
        quiet(nodes, 150, variant)
    })
}

/// Sum of squared distances from the targets, times the square of the sum of weights.
fn potential(weights: &[u64], counts: &[u64]) -> i128 {
    let (weight, total): (u64, u64) = (weights.iter().sum(), counts.iter().sum());
    let distance = |(own, count): (&u64, &u64)| {
        let off = i128::from(total * own) - i128::from(weight * count);
        off * off
    };
    weights.iter().zip(counts).map(distance).sum()
}

#[test]
fn exchange_ends_at_the_largest_remainders_and_falls_all_the_way() {
    hold(
        150,
        quiet_weighted(Strategy::WeightedExchange),
        |scenario| {
            let timeline = played(scenario, 0);
            let weights: Vec<u64> = scenario
                .world
                .nodes
                .iter()
                .map(|node| u64::from(node.weight))
                .collect();
            if weights.iter().sum::<u64>() == 0 {
                return ensure(
                    timeline.rounds().iter().all(|round| round.stopped == 0),
                    || path(&timeline),
                );
            }
            let mut before = potential(
                &weights,
                &scenario
                    .world
                    .nodes
                    .iter()
                    .map(|node| u64::from(node.shards))
                    .collect::<Vec<_>>(),
            );
            for round in timeline.rounds() {
                let counts: Vec<u64> = round.counts.iter().map(|count| u64::from(*count)).collect();
                let now = potential(&weights, &counts);
                ensure(
                    if round.stopped > 0 {
                        now < before
                    } else {
                        now == before
                    },
                    || path(&timeline),
                )?;
                before = now;
            }
            let last: Vec<u64> = last_counts(&timeline).into_iter().map(u64::from).collect();
            let nearest = weighted::largest_remainder(&weights, last.iter().sum());
            ensure(before == potential(&weights, &nearest), || {
                format!("{nearest:?}: {}", path(&timeline))
            })?;
            ensure(timeline.rounds().last().unwrap().stopped == 0, || {
                path(&timeline)
            })?;
            let is_empty = weights
                .iter()
                .zip(&last)
                .all(|(weight, count)| *weight > 0 || *count == 0);
            ensure(is_empty, || {
                format!("a node without weight holds shards: {}", path(&timeline))
            })
        },
    );
}

#[test]
fn both_ends_within_the_tolerance_and_the_literal_rule_ends_at_all() {
    for strategy in [Strategy::WeightedBoth, Strategy::WeightedLiteralOr] {
        hold(100, quiet_weighted(strategy), |scenario| {
            let timeline = played(scenario, 0);
            ensure(timeline.rounds().last().unwrap().stopped == 0, || {
                path(&timeline)
            })?;
            let weights: Vec<i128> = scenario
                .world
                .nodes
                .iter()
                .map(|node| i128::from(node.weight))
                .collect();
            let weight: i128 = weights.iter().sum();
            if strategy == Strategy::WeightedLiteralOr || weight == 0 {
                return Ok(());
            }
            let counts = last_counts(&timeline);
            let total: i128 = counts.iter().map(|count| i128::from(*count)).sum();
            let is_near = |(own, count): (&i128, &u32)| {
                (total * own - weight * i128::from(*count)).abs() <= weight
            };
            ensure(weights.iter().zip(&counts).all(is_near), || path(&timeline))
        });
    }
}

/// Filling an empty cluster by weight is smooth weighted round-robin, and never a whole shard off.
#[test]
fn filling_is_smooth_weighted_round_robin() {
    for seed in 0..300_u64 {
        let draw = |name: &str, most: u64| shedscope::engine::draw(seed, "law", name, 0) % most;
        let weights: Vec<i64> = (0..2 + draw("nodes", 4))
            .map(|place| 1 + draw(&format!("weight {place}"), 6) as i64)
            .collect();
        let sum: i64 = weights.iter().sum();
        let mut cluster = Cluster::dealt(&vec![0; weights.len()]);
        cluster
            .regions
            .iter_mut()
            .zip(&weights)
            .for_each(|(region, weight)| region.weight = *weight as u64);
        let mut scores = vec![0_i64; weights.len()];
        for step in 1..=60_u64 {
            scores
                .iter_mut()
                .zip(&weights)
                .for_each(|(score, weight)| *score += weight);
            let best = (0..scores.len())
                .max_by_key(|place| (scores[*place], weights[*place], std::cmp::Reverse(*place)));
            let best = best.unwrap();
            scores[best] -= sum;
            let mut explain = Explain::disabled();
            let place = weighted::place(
                &cluster.regions,
                weighted::total_weight(&cluster.regions),
                step,
                |_| true,
                Subject::Round,
                &mut explain,
            );
            assert_eq!(place, Some(best), "{weights:?}, step {step}");
            cluster.put(best, ShardId(step as u32));
            for (weight, count) in weights.iter().zip(cluster.counts()) {
                let off = step as i64 * weight - sum * count as i64;
                assert!(
                    off.abs() < sum,
                    "{weights:?}, step {step}: {:?}",
                    cluster.counts()
                );
            }
        }
    }
}

/// As Akka's own randomised test has it: nothing lost, and even within two rounds.
#[test]
fn least_shards_without_limits_are_even_within_two_rounds() {
    for strategy in [Strategy::Least2610, Strategy::Least2026] {
        for seed in 0..150_u64 {
            let draw = |name: &str, most: u64| shedscope::engine::draw(seed, "law", name, 1) % most;
            let counts: Vec<u64> = (0..1 + draw("nodes", 9))
                .map(|place| draw(&format!("{place}"), 30))
                .collect();
            let variant = Variant::new(strategy)
                .with(Key::AbsoluteLimit, 100_000.0)
                .with(Key::RelativeLimit, 1.0);
            let timeline = played(&quiet(nodes(&counts), 3, variant), 0);
            let last = last_counts(&timeline);
            let spread = last.iter().max().unwrap() - last.iter().min().unwrap();
            assert!(spread <= 1, "{counts:?} ⇒ {}", path(&timeline));
            assert_eq!(
                timeline.rounds()[2].stopped,
                0,
                "{counts:?} ⇒ {}",
                path(&timeline)
            );
        }
    }
}

/// A node that joins a ring takes shards, and none moves between the others.
#[test]
fn a_ring_moves_shards_to_the_new_node_only() {
    let scenario = (shedscope::systems::sharding::presets::PRESETS
        .iter()
        .find(|s| s.id == "ring")
        .unwrap()
        .make)();
    let mut timeline = played(&scenario, 0);
    let joined = timeline.detail(5).unwrap().detail;
    assert_eq!(joined.flights.len(), 33);
    assert!(
        joined
            .flights
            .iter()
            .all(|flight| flight.to == Some(NodeId(2)))
    );
}

/// With a tolerance below 1 two halves would swap for ever, so it is taken for 1.
#[test]
fn two_halves_do_not_swap() {
    let mut cluster = Cluster::dealt(&[1, 0]);
    cluster
        .regions
        .iter_mut()
        .for_each(|region| region.weight = 1);
    let mut explain = Explain::recording();
    let plan = weighted::plan(
        &cluster.regions,
        1,
        StopRule::Exchange,
        0,
        &Cap::from_count(5, "cap"),
        &mut explain,
    )
    .unwrap();
    assert_eq!(plan.exchange.moves, 0);
    let rules: Vec<Rule> = explain
        .into_reasons()
        .iter()
        .map(|reason| reason.rule)
        .collect();
    assert!(rules.contains(&Rule::StopSum));
}

/// Exactness beside the tolerance: a float that rounds onto it still compares as the fraction does.
#[test]
fn quotients_compare_as_fractions_do() {
    let large = 3_i128 * 10_i128.pow(20);
    assert_eq!(weighted::quotient(large, large, 1), 1.0);
    assert!(weighted::quotient(large + 1, large, 1) > 1.0);
    assert!(weighted::quotient(large - 1, large, 1) < 1.0);
    assert_eq!(weighted::quotient(5, 0, 1), 0.0);
}

#[test]
fn an_event_that_is_left_out_is_one_that_does_not_exist() {
    hold(40, any_scenario(), |scenario| {
        hold_left_out(&(SystemEntry::of::<Sharding>().open)(&scenario.write()).unwrap())
    });
}

#[test]
fn states_before_any_round_are_found_again() {
    let scenario = (shedscope::systems::sharding::presets::PRESETS
        .iter()
        .find(|s| s.id == "shift")
        .unwrap()
        .make)();
    let mut timeline = played(&scenario, 0);
    let system = timeline.simulation().clone();
    let mut state = system.start();
    for index in 0..scenario.rounds {
        assert_eq!(&state, timeline.state(index), "round {index}");
        system.step(&mut state, index, &mut Explain::disabled());
    }
    assert!(timeline.rounds().last().unwrap().counts.contains(&ABSENT));
}
