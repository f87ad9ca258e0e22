//! ThresholdShedder: running usages, the two lines, and what points of usage mean in traffic.

use std::sync::Arc;

use shedscope::systems::shedding::model::event::Kind;
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::strategy::{Cause, LineKind, Outcome};
use shedscope::systems::shedding::{Rule, Scenario, Variant};

use super::build::{
    MIB, at, broker, happens, scenario, threshold, variant, with_bytes, with_messages,
};
use super::facts::{Facts, near};
use super::played::{Played, over};

/// What a broker means to move in the first round, as a share of its traffic.
fn share(played: &Played, giver: &str, bytes_per_s: f64) -> f64 {
    played
        .told(1)
        .test(Rule::AmountTooSmall, giver)
        .left
        .number()
        / bytes_per_s
}

/// 90 and 10, with nothing that could move; from 90 s on at other usages.
fn pair_that_shifts(shifts: &[(u32, f64, u32)], rounds: usize) -> Played {
    let mut scenario = scenario(at(&[90.0, 10.0]), threshold(), rounds);
    for &(at_s, points, for_s) in shifts {
        happens(
            &mut scenario,
            at_s,
            Kind::Neighbour,
            "broker-1",
            -points,
            for_s,
        );
        happens(
            &mut scenario,
            at_s,
            Kind::Neighbour,
            "broker-2",
            points,
            for_s,
        );
    }
    Played::of(&scenario)
}

pub fn averaged_scores(facts: &Facts) {
    let played = pair_that_shifts(&[(90, 40.0, 60), (150, 76.0, 60)], 3);
    let truths = [[90.0, 10.0], [50.0, 50.0], [14.0, 86.0]];
    for (round, (scores, ground_truth)) in facts.rows("scores").iter().zip(truths).enumerate() {
        let told = played.told(round + 1);
        for (index, broker) in ["broker-1", "broker-2"].iter().enumerate() {
            near(told.score(broker), scores[index], "smoothed usage");
            near(
                played.round(round + 1).usage_percent[index],
                ground_truth[index],
                "true usage",
            );
        }
    }
    let level = pair_that_shifts(&[(90, 40.0, 0)], 16);
    let first_under = (1..=16).find(|round| over(&level, *round).is_empty());
    assert_eq!(first_under, Some(facts.count("first_evaluation_not_over")));
    let hot = with_bytes(broker("broker-1", 90.0), &[20.0 * MIB; 10]);
    let hot = Played::of(&scenario(
        vec![hot, broker("broker-2", 10.0)],
        threshold(),
        1,
    ));
    facts.near("share", share(&hot, "broker-1", 200.0 * MIB));
    goes_on_after_the_truth_has_turned();
}

/// With load that moves: the one that has become the lower broker still sheds. Where its bundles then go
/// is the placement's affair.
fn goes_on_after_the_truth_has_turned() {
    let mut hot = with_bytes(broker("broker-1", 10.0), &[20.0 * MIB; 8]);
    Arc::make_mut(&mut hot.bundles)
        .iter_mut()
        .for_each(|bundle| bundle.cpu = 10.0);
    let played = Played::of(&scenario(
        vec![hot, broker("broker-2", 10.0)],
        threshold(),
        3,
    ));
    let usage = played.round(3).usage_percent;
    assert!(usage[0] < usage[1], "{usage:?}");
    assert_eq!(
        (over(&played, 3), played.told(3).givers()),
        (vec!["broker-1".to_owned()], vec!["broker-1".to_owned()])
    );
}

/// Ten brokers at 80 % with ten bundles each, and one at 0.
fn ten_and_an_idle_one(lower_boundary: bool, each: f64) -> Scenario {
    let mut brokers = at(&[80.0; 10]);
    brokers = brokers
        .into_iter()
        .map(|broker| with_bytes(broker, &[each; 10]))
        .collect();
    brokers.push(broker("broker-11", 0.0));
    let lower_boundary = f64::from(u8::from(lower_boundary));
    scenario(
        brokers,
        threshold().with(Key::LowerBoundaryEnabled, lower_boundary),
        1,
    )
}

pub fn idle_broker(facts: &Facts) {
    let told = Played::of(&ten_and_an_idle_one(false, 50.0 * MIB)).told(1);
    facts.near("average", told.fact(Rule::ClusterAverage, ""));
    let tests = told.tests(Rule::UnderAverageLine);
    assert_eq!((tests.len(), told.selected()), (11, 0));
    assert!(tests.iter().all(|(_, test)| test.holds));
    facts.near("upper", tests[0].1.right.number());
    assert_eq!(told.whose(Rule::LowerPassIsOn, false), [""]);

    let told = Played::of(&ten_and_an_idle_one(true, 50.0 * MIB)).told(1);
    assert_eq!(told.whose(Rule::UnderLowerLine, true), ["broker-11"]);
    facts.near(
        "lower",
        told.test(Rule::UnderLowerLine, "broker-11").right.number(),
    );
    let [giver] = &told.givers()[..] else {
        panic!("{:?} give", told.givers())
    };
    assert_ne!(giver, "broker-11");
    let amount = told
        .tests(Rule::AmountTooSmall)
        .last()
        .unwrap()
        .1
        .left
        .number();
    facts.near("share", amount / (500.0 * MIB));
    assert!(told.selected_bytes() >= amount);

    // 5 % of 90 MiB/s is not worth a shed.
    let told = Played::of(&ten_and_an_idle_one(true, 9.0 * MIB)).told(1);
    assert_eq!(
        (
            told.selected(),
            told.whose(Rule::AmountTooSmall, true).len()
        ),
        (0, 1)
    );
}

/// Five brokers at 50 % and an empty one. Traffic of bundles: `each` messages and bytes per second.
fn five_and_a_new_one(variant: Variant, each: f64, rounds: usize) -> Played {
    let busy = |broker| {
        let mut broker = with_messages(broker, &[each; 8]);
        Arc::make_mut(&mut broker.bundles)
            .iter_mut()
            .for_each(|bundle| bundle.msg_throughput_in = each);
        broker
    };
    let mut brokers: Vec<_> = at(&[50.0; 5]).into_iter().map(busy).collect();
    brokers.push(broker("broker-6", 0.0));
    Played::of(&scenario(brokers, variant, rounds))
}

pub fn three_clocks(facts: &Facts) {
    let told = five_and_a_new_one(threshold(), 1e8, 1).told(1);
    facts.near("average", told.fact(Rule::ClusterAverage, ""));
    facts.near(
        "upper",
        told.test(Rule::UnderAverageLine, "broker-1").right.number(),
    );
    assert_eq!(told.selected(), 0);
    let told = five_and_a_new_one(threshold().with(Key::LowerBoundaryEnabled, 1.0), 1e8, 1).told(1);
    assert_eq!(
        (told.whose(Rule::UnderLowerLine, true), told.givers().len()),
        (vec!["broker-6".to_owned()], 1)
    );

    let played = five_and_a_new_one(variant("AvgShedder", "AvgShedder"), 1000.0, 2);
    let first = played.move_counts().iter().position(|count| *count > 0);
    assert_eq!(
        first.map(|index| index + 1),
        Some(facts.count("avg_acts_in"))
    );
    assert!(played.moves(2).iter().all(|(_, _, to)| to == "broker-6"));
    let differences: Vec<f64> = played
        .told(2)
        .detail
        .decision
        .pairs
        .iter()
        .map(|pair| pair.difference)
        .collect();
    assert_eq!(differences, [facts.number("avg_difference"), 0.0, 0.0]);

    let played = five_and_a_new_one(
        variant("TransferShedder", "LeastLongTermMessageRate"),
        1e6,
        4,
    );
    let acts = facts.count("transfer_acts_in");
    for round in 1..acts {
        assert_eq!(
            played.round(round).verdicts[0].cause,
            Cause::HitCount,
            "round {round}"
        );
    }
    let verdict = &played.round(acts).verdicts[0];
    assert_eq!(
        (verdict.outcome, verdict.cause),
        (Outcome::Success, Cause::Underloaded)
    );
    let told = played.told(acts);
    facts.near(
        "transfer_deviation",
        told.test(Rule::DeviationOverTarget, "").left.number(),
    );
    let [pair] = &told.detail.decision.pairs[..] else {
        panic!("more than one pair")
    };
    assert_eq!(played.broker(pair.low), "broker-6");
    facts.near("transfer_share", pair.budget.unwrap().0 / 8e6);
}

pub fn documentation_example(facts: &Facts) {
    let play = |throughput: f64| {
        let mut brokers = at(&[40.0, 10.0, 10.0]);
        brokers[0] = with_bytes(brokers[0].clone(), &[throughput / 4.0; 4]);
        Played::of(&scenario(brokers, threshold(), 1))
    };
    let least = facts.number("least_throughput_mib") * MIB;
    let played = play(least * 1.0001);
    facts.near("average", played.told(1).fact(Rule::ClusterAverage, ""));
    facts.near(
        "limit",
        played
            .told(1)
            .test(Rule::UnderAverageLine, "broker-1")
            .right
            .number(),
    );
    assert_eq!(over(&played, 1), facts.names("over"));
    facts.near("share", share(&played, "broker-1", least * 1.0001));
    assert_eq!(played.told(1).givers(), facts.names("over"));
    let told = play(least * 0.9999).told(1);
    assert_eq!(
        (told.selected(), told.whose(Rule::AmountTooSmall, true)),
        (0, facts.names("over"))
    );
}

pub fn points_not_percent(facts: &Facts) {
    let played = Played::of(&scenario(at(&[5.0, 1.0, 1.0]), threshold(), 1));
    facts.near("average", played.told(1).fact(Rule::ClusterAverage, ""));
    facts.near(
        "limit",
        played
            .told(1)
            .test(Rule::UnderAverageLine, "broker-1")
            .right
            .number(),
    );
    assert!(over(&played, 1).is_empty());
}

/// Three brokers at 80 %, of which the third is at 0 from the second round on. One has bundles.
fn one_falls(lower_boundary: f64, giver: &str) -> Played {
    let mut brokers = at(&[80.0; 3]);
    for broker in brokers.iter_mut().filter(|broker| *broker.name == *giver) {
        *broker = with_bytes(broker.clone(), &[50.0 * MIB; 6]);
    }
    let variant = threshold().with(Key::LowerBoundaryEnabled, lower_boundary);
    let mut scenario = scenario(brokers, variant, 4);
    happens(&mut scenario, 90, Kind::Neighbour, "broker-3", -80.0, 0);
    Played::of(&scenario)
}

pub fn averaged_twice(facts: &Facts) {
    let off = one_falls(0.0, "broker-1");
    for (index, score) in facts.numbers("scores_without").into_iter().enumerate() {
        near(
            off.told(index + 2).score("broker-3"),
            score,
            "smoothed usage",
        );
    }
    for giver in facts.names("gives") {
        let told = one_falls(1.0, &giver).told(2);
        facts.near("score_with", told.score("broker-3"));
        let lower = told
            .detail
            .decision
            .lines
            .iter()
            .find(|line| line.kind == LineKind::Lower)
            .unwrap();
        facts.near("lower_bound", lower.value);
        assert_eq!(
            (told.whose(Rule::UnderLowerLine, true), told.givers()),
            (vec!["broker-3".to_owned()], vec![giver])
        );
    }
}
