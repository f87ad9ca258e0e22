//! TransferShedder through whole runs: the published cases with their clocks, late reports, events and rules.

#![cfg(not(target_arch = "wasm32"))]

use std::sync::Arc;

use shedscope::engine::{Evidence, Timeline};
use shedscope::systems::shedding::manager::round::{EndReason, StayReason};
use shedscope::systems::shedding::model::cluster::{
    Amounts, Broker, Bundle, Cluster, default_limits,
};
use shedscope::systems::shedding::model::event::{Event, Kind};
use shedscope::systems::shedding::model::policy::Isolation;
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::strategy::{Cause, Outcome};
use shedscope::systems::shedding::{BrokerId, Release, Round, Rule, Scenario, Simulation, Variant};

use crate::common::play::play;

const MB: f64 = 1e6;

/// Brokers by CPU usage in percent, and by the megabytes per second of each bundle, which usage follows.
type Preview<'a> = &'a [(f64, &'a [f64])];

fn broker(name: String, usage_percent: f64, megabytes: &[f64]) -> Broker {
    let total: f64 = megabytes.iter().sum();
    let bundle = |(place, size): (usize, &f64)| Bundle {
        cpu: usage_percent * size / total,
        msg_throughput_out: size * MB,
        ..Bundle::idle(format!("tenant/{name}/0x{place:08x}_0x{:08x}", place + 1))
    };
    let bundles = Arc::new(megabytes.iter().enumerate().map(bundle).collect());
    // Only CPU counts: no limit of the network is known.
    let limits = Amounts {
        bandwidth_in: 0.0,
        bandwidth_out: 0.0,
        ..default_limits()
    };
    Broker {
        bundles,
        limits,
        ..Broker::empty(name)
    }
}

fn cluster(preview: Preview<'_>) -> Cluster {
    let named = preview.iter().enumerate();
    Cluster::of(
        named
            .map(|(place, (usage, sizes))| broker(format!("b-{:03}", place + 1), *usage, sizes))
            .collect(),
    )
}

fn scenario(world: Cluster, rounds: usize) -> Scenario {
    let variant = Variant::new(
        "TransferShedder",
        "LeastLongTermMessageRate",
        Release::Y2026,
    );
    Scenario {
        rounds,
        ..Scenario::of("transfers", &[], world, variant)
    }
}

fn with(mut scenario: Scenario, key: Key, value: f64) -> Scenario {
    scenario.variants[0].settings.set(key, value);
    scenario
}

fn with_event(mut scenario: Scenario, at_s: u32, kind: Kind, of: &str, for_s: u32) -> Scenario {
    let id = scenario.world.events.len() as u32;
    scenario.world.events.push(Event {
        id,
        at_s,
        kind,
        target: of.into(),
        duration_s: for_s,
        ..Event::default()
    });
    scenario
}

fn played(scenario: &Scenario) -> Timeline<Simulation> {
    assert_eq!(scenario.check(), Ok(()));
    play(Simulation::new(scenario))
}

/// Which broker gives to which, brokers counted from 1, and how many megabytes per second.
fn moves(timeline: &Timeline<Simulation>, round: &Round) -> Vec<(u32, u32, f64)> {
    let size = |id: usize| timeline.simulation().world().bundles[id].rates.throughput() / MB;
    round
        .moves
        .iter()
        .map(|one| (one.from.0 + 1, one.to.0 + 1, size(one.bundle.index())))
        .collect()
}

fn verdicts(round: &Round) -> Vec<(Outcome, Cause)> {
    round
        .verdicts
        .iter()
        .map(|verdict| (verdict.outcome, verdict.cause))
        .collect()
}

/// The rounds, counted from 1, that are skipped for a cause.
fn skipped(timeline: &Timeline<Simulation>, cause: Cause) -> Vec<usize> {
    let is_skipped = |round: &&Round| verdicts(round) == [(Outcome::Skip, cause)];
    timeline
        .rounds()
        .iter()
        .filter(is_skipped)
        .map(|round| round.index + 1)
        .collect()
}

fn first_moves(timeline: &Timeline<Simulation>) -> Option<usize> {
    timeline
        .rounds()
        .iter()
        .find(|round| !round.moves.is_empty())
        .map(|round| round.index + 1)
}

/// What a rule told in a round, counted from 1.
fn told(timeline: &mut Timeline<Simulation>, round: usize, rule: Rule) -> f64 {
    let reasons = timeline.explain(round - 1).unwrap().reasons;
    match &reasons
        .iter()
        .find(|reason| reason.rule == rule)
        .unwrap()
        .evidence
    {
        Evidence::Check(test) => test.left.number(),
        Evidence::Fact { operand, .. } => operand.number(),
        Evidence::Flag { holds, .. } => f64::from(u8::from(*holds)),
        Evidence::Change { after, .. } => *after,
    }
}

/// The five brokers of pull request 18865, the fourth and fifth at other usages if wanted.
fn five(fourth: f64, fifth: f64) -> Cluster {
    cluster(&[
        (2.0, &[1.0, 2.0]),
        (4.0, &[1.0, 3.0]),
        (6.0, &[2.0, 4.0]),
        (fourth, &[2.0, 6.0]),
        (fifth, &[2.0, 7.0]),
    ])
}

struct Case {
    id: &'static str,
    world: Cluster,
    average: f64,
    deviation: f64,
    moves: Vec<(u32, u32, f64)>,
    cause: Cause,
}

fn cases() -> Vec<Case> {
    let mut outlier = vec![(1.0, &[6.0, 7.0][..]); 99];
    outlier.push((100.0, &[30.0, 70.0]));
    let mut joined = vec![(50.0, &[1.0; 8][..]); 5];
    joined.push((0.0, &[]));
    let case = |id, world, average, deviation, moves: &[(u32, u32, f64)], cause| Case {
        id,
        world,
        average,
        deviation,
        moves: moves.to_vec(),
        cause,
    };
    vec![
        case(
            "pulsar-transfer-two-pairs",
            five(80.0, 90.0),
            0.364,
            0.398276,
            &[(5, 1, 2.0), (4, 2, 2.0)],
            Cause::Overloaded,
        ),
        case(
            "pulsar-transfer-stop-at-target",
            five(55.0, 65.0),
            0.264,
            0.276449,
            &[(5, 1, 2.0)],
            Cause::Overloaded,
        ),
        case(
            "pulsar-20059-outlier",
            cluster(&outlier),
            0.0199,
            0.098504,
            &[(100, 1, 30.0)],
            Cause::Overloaded,
        ),
        case(
            "pulsar-18215-case-2",
            cluster(&joined),
            0.416667,
            0.186339,
            &[(5, 6, 1.0); 4],
            Cause::Underloaded,
        ),
    ]
}

#[test]
fn published_cases_act_in_the_fourth_round() {
    for case in cases() {
        let mut timeline = played(&scenario(case.world, 4));
        assert_eq!(
            skipped(&timeline, Cause::HitCount),
            [1, 2, 3],
            "{}",
            case.id
        );
        let last = timeline.rounds()[3].clone();
        assert_eq!(moves(&timeline, &last), case.moves, "{}", case.id);
        assert!(
            last.moves.iter().all(|one| one.is_planned) && last.not_moved.is_empty(),
            "{}",
            case.id
        );
        assert_eq!(
            verdicts(&last),
            vec![(Outcome::Success, case.cause); case.moves.len()],
            "{}",
            case.id
        );
        let average = told(&mut timeline, 4, Rule::ClusterAverage);
        let deviation = told(&mut timeline, 4, Rule::DeviationOverTarget);
        assert!(
            (average - case.average).abs() < 1e-6,
            "{}: average {average}",
            case.id
        );
        assert!(
            (deviation - case.deviation).abs() < 1e-6,
            "{}: deviation {deviation}",
            case.id
        );
        assert_eq!(
            told(&mut timeline, 4, Rule::ConditionLasts),
            4.0,
            "{}",
            case.id
        );
    }
}

#[test]
fn half_of_the_difference_may_move() {
    let case = cases()
        .into_iter()
        .find(|case| case.id == "pulsar-18215-case-2")
        .unwrap();
    let mut timeline = played(&scenario(case.world, 4));
    let decision = timeline.explain(3).unwrap().detail.decision;
    assert_eq!(decision.pairs.len(), 1);
    let budget = decision.pairs[0].budget.unwrap().0;
    assert!(
        (decision.pairs[0].difference - 50.0).abs() < 1e-6 && (budget - 4.0 * MB).abs() < 1.0,
        "{decision:?}"
    );
}

/// The case `pulsar-transfer-sole-bundle`.
#[test]
fn one_reported_bundle_a_broker_switches_it_off() {
    let timeline = played(&with(scenario(five(80.0, 90.0), 12), Key::TopBundles, 1.0));
    assert_eq!(first_moves(&timeline), None);
    assert_eq!(skipped(&timeline, Cause::HitCount), [1, 2, 3]);
    assert_eq!(
        skipped(&timeline, Cause::NoBundles),
        (4..=12).collect::<Vec<_>>()
    );
}

#[test]
fn whoever_sheds_waits_and_then_counts_again() {
    // Reports of 60 and 120 s after the unload come too early, that of 180 s does not.
    let timeline = played(&with(
        scenario(five(80.0, 90.0), 12),
        Key::TargetDeviation,
        0.1,
    ));
    assert_eq!(first_moves(&timeline), Some(4));
    assert_eq!(skipped(&timeline, Cause::CoolDown), [5, 6, 11, 12]);
    assert_eq!(
        timeline.rounds()[4].verdicts[0].brokers,
        [BrokerId(3), BrokerId(4)]
    );
    assert_eq!(skipped(&timeline, Cause::HitCount), [1, 2, 3, 7, 8, 9]);
}

#[test]
fn late_reports_put_off_rounds_until_one_comes_late_enough() {
    // Both givers report 5 s after their unload, and then not before they have to.
    let late = with(scenario(five(80.0, 90.0), 22), Key::FreshReports, 0.0);
    let timeline = played(&late);
    assert_eq!(first_moves(&timeline), Some(4));
    assert_eq!(
        skipped(&timeline, Cause::CoolDown),
        (5..=19).collect::<Vec<_>>()
    );
    let timeline = played(&with(late.clone(), Key::ReportMaxMinutes, 3.0));
    assert_eq!(skipped(&timeline, Cause::CoolDown), [5, 6, 7]);
    let timeline = played(&with(late, Key::SheddingDelaySeconds, 5.0));
    assert_eq!(skipped(&timeline, Cause::CoolDown), [0_usize; 0]);
}

#[test]
fn reports_that_are_too_old_are_left_out() {
    let late = with(scenario(five(80.0, 90.0), 16), Key::FreshReports, 0.0);
    // Reported at the start, and again after 15 minutes: the first is 120 s old in round 2, and 180 s in round 3.
    let timeline = played(&with(late, Key::ReportTtlSeconds, 120.0));
    assert_eq!(
        (skipped(&timeline, Cause::HitCount), first_moves(&timeline)),
        (vec![1, 2, 15], Some(16))
    );
    assert_eq!(
        skipped(&timeline, Cause::OutDatedData),
        (3..=14).collect::<Vec<_>>()
    );
}

#[test]
fn a_new_leader_has_counted_nothing_and_remembers_no_unload() {
    let before = with_event(scenario(five(80.0, 90.0), 8), 150, Kind::Leader, "", 0);
    let timeline = played(&before);
    assert_eq!(
        (skipped(&timeline, Cause::HitCount), first_moves(&timeline)),
        (vec![1, 2, 3, 4, 5], Some(6))
    );
    let after = with_event(scenario(five(80.0, 90.0), 8), 250, Kind::Leader, "", 0);
    let timeline = played(&after);
    assert_eq!(first_moves(&timeline), Some(4));
    assert_eq!(skipped(&timeline, Cause::CoolDown), [0_usize; 0]);
    assert_eq!(skipped(&timeline, Cause::HitCount)[3], 5);
}

/// 40 points on the second broker, for ten minutes.
fn spike(at_s: u32) -> Event {
    Event {
        id: 0,
        at_s,
        kind: Kind::Spike,
        target: "b-002".into(),
        value: 40.0,
        duration_s: 600,
        ..Event::default()
    }
}

/// The running usage that the leader knows of the second broker.
fn running(scenario: &Scenario, round: usize) -> f64 {
    let load = played(scenario).explain(round - 1).unwrap().detail.load;
    load.brokers[1]
        .extensible
        .as_ref()
        .unwrap()
        .weighted_max_ema
}

#[test]
fn running_values_lag_behind_and_start_again_with_the_broker() {
    let mut base = scenario(cluster(&[(20.0, &[1.0]), (20.0, &[1.0])]), 4);
    base.world.events.push(spike(90));
    assert!((running(&base, 1) - 0.2).abs() < 1e-6);
    // Twelve steps a minute.
    let lag = 0.9_f64.powi(12);
    assert!((running(&base, 2) - (0.6 - 0.4 * lag)).abs() < 1e-6);
    // A step less often makes the same of fewer.
    let slow = with(base.clone(), Key::ReportPaceMs, 60_000.0);
    assert!((running(&slow, 2) - 0.24).abs() < 1e-6);
    // Empty after its restart, with the spike alone.
    let restarted = with_event(base, 130, Kind::Restart, "b-002", 30);
    assert!((running(&restarted, 3) - 0.4).abs() < 1e-6);
}

#[test]
fn late_measurements_move_running_values_from_their_own_time_on() {
    // Measured at 65 s, and reported with one step of it; after that not before 185 s.
    let mut late = with(
        scenario(cluster(&[(20.0, &[1.0]), (20.0, &[1.0])]), 4),
        Key::FreshReports,
        0.0,
    );
    late = with(late, Key::ReportMaxMinutes, 2.0);
    late.world.events.push(spike(30));
    for (round, steps) in [(1, 0), (2, 1), (3, 1), (4, 25)] {
        let expected = 0.6 - 0.4 * 0.9_f64.powi(steps);
        assert!(
            (running(&late, round) - expected).abs() < 1e-6,
            "round {round}"
        );
    }
    // Each broker measures and reports at a time of its own; no step is lost.
    let staggered = with(with(late, Key::Staggered, 1.0), Key::ReportMaxMinutes, 1.0);
    assert!(running(&staggered, 4) > 0.6 - 0.4 * 0.9_f64.powi(11));
}

#[test]
fn without_transfer_the_placement_is_asked_after_the_unload() {
    let off = with(scenario(five(80.0, 90.0), 4), Key::TransferEnabled, 0.0);
    let timeline = played(&off);
    let last = &timeline.rounds()[3];
    assert_eq!(last.moves.len(), 2);
    assert!(last.moves.iter().all(|one| !one.is_planned));
    let reasons = played(&off).explain(3).unwrap().reasons;
    assert_eq!(
        reasons
            .iter()
            .filter(|reason| reason.rule == Rule::CameStraightBack)
            .count(),
        2
    );
    assert!(
        !reasons
            .iter()
            .any(|reason| reason.rule == Rule::HoldsMoreOfNamespace)
    );
}

#[test]
fn rules_keep_transfers_from_brokers() {
    let mut isolated = scenario(five(80.0, 90.0), 4);
    let rule = |namespaces: &str, primary: &str| Isolation {
        namespaces: vec![namespaces.into()],
        primary: vec![primary.into()],
        min_available: 1,
        ..Isolation::default()
    };
    isolated.world.isolation.push(rule("tenant/b-001", "b-001"));
    let timeline = played(&isolated);
    // Nobody else's bundles may go to the first broker; it remains the lowest, so nobody gives at all.
    assert_eq!(
        (first_moves(&timeline), skipped(&timeline, Cause::NoBundles)),
        (None, vec![4])
    );
    let reasons = played(&isolated).explain(3).unwrap().reasons;
    assert!(reasons.iter().any(|reason| reason.rule == Rule::RulesAllow));
    // What is bound is not reported, unless bundles with policies may be shed.
    let mut bound = scenario(five(80.0, 90.0), 4);
    bound.world.isolation.push(Isolation {
        secondary: vec!["b-001".into()],
        min_available: 2,
        ..rule("tenant/b-005", "b-005")
    });
    let timeline = played(&bound);
    assert_eq!(moves(&timeline, &timeline.rounds()[3]), [(4, 1, 2.0)]);
    let timeline = played(&with(bound, Key::PoliciesEnabled, 1.0));
    assert_eq!(
        moves(&timeline, &timeline.rounds()[3]),
        [(5, 1, 2.0), (4, 2, 2.0)]
    );
}

#[test]
fn brokers_that_are_down_play_no_part() {
    let down = with_event(scenario(five(80.0, 90.0), 4), 30, Kind::Stop, "b-001", 0);
    let timeline = played(&down);
    let last = &timeline.rounds()[3];
    assert!(last.usage_percent[0].is_nan());
    assert!(!last.moves.is_empty() && last.moves.iter().all(|one| one.to != BrokerId(0)));
}

#[test]
fn what_was_given_away_by_hand_is_not_given_again() {
    let eager = with(scenario(five(80.0, 90.0), 1), Key::ConditionHits, 0.0);
    let late = with(eager, Key::FreshReports, 0.0);
    let timeline = played(&with_event(
        late,
        30,
        Kind::Unload,
        "tenant/b-005/0x00000000_0x00000001",
        0,
    ));
    let round = &timeline.rounds()[0];
    assert_eq!(round.assignments.len(), 1);
    assert!(round.assignments[0].to != BrokerId(4) && round.not_moved.is_empty());
    assert!(
        round.moves.iter().all(|one| one.from != BrokerId(4)),
        "its other bundle is too large"
    );
}

#[test]
fn a_swap_for_what_is_anothers_by_now_comes_to_nothing() {
    let world = cluster(&[
        (70.0, &[3.0, 4.0]),
        (48.0, &[2.4, 2.4]),
        (100.0, &[5.0, 5.0]),
    ]);
    let mut late = with(
        with(scenario(world, 1), Key::ConditionHits, 0.0),
        Key::TargetDeviation,
        0.1,
    );
    late = with(late, Key::FreshReports, 0.0);
    late.variants[0].placement = "RoundRobinBrokerSelector".to_owned();
    let swap = played(&late);
    assert_eq!(moves(&swap, &swap.rounds()[0]), [(2, 3, 2.4), (3, 2, 5.0)]);
    // What would come back goes to the first broker before the round, and its old owner has not said so.
    let timeline = played(&with_event(
        late,
        30,
        Kind::Unload,
        "tenant/b-002/0x00000000_0x00000001",
        0,
    ));
    let round = &timeline.rounds()[0];
    assert_eq!(
        (round.assignments[0].to, round.not_moved[0].reason),
        (BrokerId(0), StayReason::NotGivers)
    );
    assert_eq!(moves(&timeline, round), [(3, 2, 5.0)]);
    assert_eq!(
        verdicts(round),
        [
            (Outcome::Failure, Cause::Unknown),
            (Outcome::Success, Cause::Overloaded)
        ]
    );
}

#[test]
fn a_bundle_on_its_way_is_nobodys_to_give() {
    let slow = with(
        with(scenario(five(80.0, 90.0), 12), Key::TransferMs, 600_000.0),
        Key::SheddingDelaySeconds,
        0.0,
    );
    let timeline = played(&with(
        with(slow, Key::GracePeriodMinutes, 0.0),
        Key::TargetDeviation,
        0.05,
    ));
    for round in timeline.rounds() {
        assert!(round.not_moved.is_empty());
    }
    let mut moved: Vec<_> = timeline
        .rounds()
        .iter()
        .flat_map(|round| &round.moves)
        .map(|one| one.bundle)
        .collect();
    let count = moved.len();
    moved.sort_unstable();
    moved.dedup();
    assert_eq!(moved.len(), count, "no bundle moves while it is on its way");
}

#[test]
fn any_placement_will_do() {
    let expected = played(&scenario(five(80.0, 90.0), 8)).digest();
    for placement in ["AvgShedder", "org.example.NoSuchPlacement", "random"] {
        let mut other = scenario(five(80.0, 90.0), 8);
        other.variants[0].placement = placement.to_owned();
        assert_eq!(other.variant().check_setup(), Ok(()), "{placement}");
        assert_eq!(played(&other).digest(), expected, "{placement}");
    }
    let alone = played(&scenario(cluster(&[(90.0, &[1.0, 2.0])]), 2));
    assert_eq!(alone.rounds()[0].end_reason, Some(EndReason::TooFewBrokers));
}
