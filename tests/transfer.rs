//! TransferShedder on load data made by hand: the published cases, and each of its rules.

#![cfg(not(target_arch = "wasm32"))]

use std::rc::Rc;

use shedscope::engine::Evidence;
use shedscope::systems::shedding::manager::extensible::{ASSUMPTIONS, top_bundles};
use shedscope::systems::shedding::manager::{Running, weighted_max};
use shedscope::systems::shedding::model::load_data::{
    BrokerLoad, BundleLoad, ExtensibleLoad, Rates, TimeAverage,
};
use shedscope::systems::shedding::model::usage::{Reading, Readings, Resource};
use shedscope::systems::shedding::settings::{Key, Setting, Settings};
use shedscope::systems::shedding::strategy::transfer::TransferShedder;
use shedscope::systems::shedding::strategy::{
    Cause, Decision, LineKind, Outcome, Shedder, ShedderInfo,
};
use shedscope::systems::shedding::{
    BrokerId, BundleId, Explain, Fidelity, LoadData, Reason, Release, Rule, Subject,
};

/// Brokers by CPU usage in percent, each with bundles by bytes per second, all of it going out.
type Preview = [(f64, Vec<f64>)];

const MB: f64 = 1e6;

fn of_megabytes(preview: &[(f64, &[f64])]) -> Vec<(f64, Vec<f64>)> {
    preview
        .iter()
        .map(|(usage, bundles)| (*usage, bundles.iter().map(|size| size * MB).collect()))
        .collect()
}

/// At once, without patience.
fn eager() -> Settings {
    Settings::default().with(Key::ConditionHits, 0.0)
}

/// Load data with fresh reports.
fn load(preview: &Preview, settings: &Settings) -> LoadData {
    let mut load = LoadData::default();
    for (index, (usage, bundles)) in preview.iter().enumerate() {
        let mut readings = Readings::default();
        readings.0[Resource::Cpu as usize] = Reading {
            usage: *usage,
            limit: 100.0,
        };
        let first = load.bundles.len() as u32;
        let ids: Vec<BundleId> = (0..bundles.len() as u32)
            .map(|place| BundleId(first + place))
            .collect();
        for (place, size) in bundles.iter().enumerate() {
            let rates = Rates {
                msg_throughput_out: *size,
                ..Rates::default()
            };
            let average = TimeAverage {
                samples: 10,
                limit: 10,
                rates,
            };
            load.bundles.push(BundleLoad {
                name: format!("tenant/ns-{}/0x{place:08x}_0x{:08x}", index + 1, place + 1).into(),
                short_term: average,
                long_term: average,
                topics: 1,
                usage_points: 0.0,
                is_system: false,
                unloaded_min_ago: None,
                has_policies: false,
            });
        }
        load.brokers.push(BrokerLoad {
            name: format!("broker-{}", index + 1).into(),
            readings,
            rates: Rates {
                msg_throughput_out: bundles.iter().sum(),
                ..Rates::default()
            },
            long_term_msg_rate: 0.0,
            bundle_count: ids.len(),
            bundles: ids.into(),
            preallocated: Vec::new(),
            is_reported: true,
            extensible: None,
            age_s: 0.0,
        });
    }
    report_all(&mut load, settings);
    load
}

fn report_all(load: &mut LoadData, settings: &Settings) {
    let ids: Vec<BrokerId> = load.broker_ids().collect();
    for id in ids {
        let broker = load.broker(id);
        let running = Running::after(None, &broker.readings, &broker.rates, settings);
        let report = running.report(top_bundles(load, id, Release::Y2026, settings));
        load.brokers[id.index()].extensible = Some(report);
    }
}

fn report_of(load: &mut LoadData, broker: usize) -> &mut ExtensibleLoad {
    load.brokers[broker - 1].extensible.as_mut().unwrap()
}

/// A decision and its reasons; made silently it is the same.
fn shed(
    shedder: &mut TransferShedder,
    load: &LoadData,
    settings: &Settings,
) -> (Decision, Vec<Reason>) {
    let silent = shedder
        .clone()
        .shed(load, settings, &mut Explain::disabled());
    let mut explain = Explain::recording();
    let told = shedder.shed(load, settings, &mut explain);
    assert_eq!(format!("{told:?}"), format!("{silent:?}"));
    (told, explain.into_reasons())
}

fn decide(load: &LoadData, settings: &Settings) -> Decision {
    shed(&mut TransferShedder::new(Release::Y2026), load, settings).0
}

/// Which broker gives to which, brokers counted from 1, and how much.
fn transfers(load: &LoadData, decision: &Decision) -> Vec<(u32, u32, f64)> {
    let one = |selection: &shedscope::systems::shedding::strategy::Selection| {
        let size = load.bundle(selection.bundle).short_term.rates.throughput();
        (
            selection.from.0 + 1,
            selection.target.unwrap().0 + 1,
            size / MB,
        )
    };
    decision.selections.iter().map(one).collect()
}

fn causes(decision: &Decision) -> Vec<(Outcome, Cause)> {
    decision
        .verdicts
        .iter()
        .map(|verdict| (verdict.outcome, verdict.cause))
        .collect()
}

fn skipped(cause: Cause) -> Vec<(Outcome, Cause)> {
    vec![(Outcome::Skip, cause)]
}

/// The value of the left side or fact of the first reason of a rule.
fn told(reasons: &[Reason], rule: Rule) -> f64 {
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

fn has(reasons: &[Reason], subject: Subject, rule: Rule, outcome: bool) -> bool {
    reasons.iter().any(|reason| {
        let holds = reason.evidence.holds() == Some(outcome);
        reason.subject == subject && reason.rule == rule && holds
    })
}

/// The five brokers of pull request 18865, the fourth and fifth at other usages if wanted.
fn five(fourth: f64, fifth: f64) -> Vec<(f64, Vec<f64>)> {
    of_megabytes(&[
        (2.0, &[1.0, 2.0]),
        (4.0, &[1.0, 3.0]),
        (6.0, &[2.0, 4.0]),
        (fourth, &[2.0, 6.0]),
        (fifth, &[2.0, 7.0]),
    ])
}

struct Case {
    id: &'static str,
    preview: Vec<(f64, Vec<f64>)>,
    average: f64,
    deviation: f64,
    /// Giver, taker, MB/s.
    transfers: Vec<(u32, u32, f64)>,
    causes: Vec<Cause>,
}

fn cases() -> Vec<Case> {
    use Cause::{Overloaded, Underloaded};
    let hot = |rest: &[f64]| {
        let mut preview = vec![(1.0, rest.to_vec()); 99];
        preview.push((100.0, vec![30.0 * MB, 70.0 * MB]));
        preview
    };
    let mut cold = vec![(98.0, vec![30.0 * MB, 70.0 * MB]); 98];
    cold.push((99.0, vec![30.0 * MB, 70.0 * MB]));
    cold.push((1.0, vec![0.3 * MB, 0.7 * MB]));
    let mut joined = vec![(50.0, vec![MB; 8]); 5];
    joined.push((0.0, Vec::new()));
    vec![
        Case {
            id: "pulsar-transfer-two-pairs",
            preview: five(80.0, 90.0),
            average: 0.364,
            deviation: 0.398276,
            transfers: vec![(5, 1, 2.0), (4, 2, 2.0)],
            causes: vec![Overloaded; 2],
        },
        Case {
            id: "pulsar-transfer-stop-at-target",
            preview: five(55.0, 65.0),
            average: 0.264,
            deviation: 0.276449,
            transfers: vec![(5, 1, 2.0)],
            causes: vec![Overloaded],
        },
        Case {
            // The others carry enough not to be underloaded, which would be found first.
            id: "pulsar-20059-outlier",
            preview: hot(&[6.0 * MB, 7.0 * MB]),
            average: 0.0199,
            deviation: 0.098504,
            transfers: vec![(100, 1, 30.0)],
            causes: vec![Overloaded],
        },
        Case {
            // As the class's own test has it since pull request 22321: they carry next to nothing.
            id: "pulsar-20059-outlier, quiet brokers",
            preview: hot(&[0.3 * MB, 0.7 * MB]),
            average: 0.0199,
            deviation: 0.098504,
            transfers: vec![(100, 1, 30.0)],
            causes: vec![Underloaded],
        },
        Case {
            id: "pulsar-20059-outlier, mirrored",
            preview: cold,
            average: 0.9704,
            deviation: 0.096529,
            transfers: vec![(99, 100, 30.0)],
            causes: vec![Underloaded],
        },
        Case {
            id: "pulsar-18215-case-2",
            preview: joined,
            average: 0.416667,
            deviation: 0.186339,
            transfers: vec![(5, 6, 1.0); 4],
            causes: vec![Underloaded; 4],
        },
        Case {
            id: "more than 100 %",
            preview: five(200.0, 1000.0),
            average: 2.424,
            deviation: 3.863333,
            transfers: vec![(5, 1, 2.0), (4, 2, 2.0)],
            causes: vec![Overloaded; 2],
        },
    ]
}

#[test]
fn published_cases_come_out() {
    for case in cases() {
        for threshold in [0, 3] {
            let settings = Settings::default().with(Key::ConditionHits, f64::from(threshold));
            let load = load(&case.preview, &settings);
            let mut shedder = TransferShedder::new(Release::Y2026);
            for round in 1..=threshold {
                let (decision, reasons) = shed(&mut shedder, &load, &settings);
                assert_eq!(
                    causes(&decision),
                    skipped(Cause::HitCount),
                    "{} {round}",
                    case.id
                );
                assert_eq!(
                    (decision.selections.len(), shedder.memory().condition_hits),
                    (0, round),
                    "{}",
                    case.id
                );
                assert!(
                    decision.pairs[0].is_kept && !decision.pairs[0].is_due,
                    "{}",
                    case.id
                );
                assert_eq!(
                    told(&reasons, Rule::ConditionLasts),
                    f64::from(round),
                    "{}",
                    case.id
                );
            }
            let (decision, reasons) = shed(&mut shedder, &load, &settings);
            assert_eq!(transfers(&load, &decision), case.transfers, "{}", case.id);
            let expected: Vec<_> = case
                .causes
                .iter()
                .map(|cause| (Outcome::Success, *cause))
                .collect();
            assert_eq!(causes(&decision), expected, "{}", case.id);
            let (average, deviation) = (
                told(&reasons, Rule::ClusterAverage),
                told(&reasons, Rule::DeviationOverTarget),
            );
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
                shedder.memory().condition_hits,
                0,
                "{}: whoever sheds counts again",
                case.id
            );
            assert_eq!(decision.lines[0].kind, LineKind::Average);
            assert!((decision.lines[0].value - case.average * 100.0).abs() < 1e-4);
        }
    }
}

#[test]
fn a_new_broker_is_given_half_of_the_difference() {
    let case = cases()
        .into_iter()
        .find(|case| case.id == "pulsar-18215-case-2")
        .unwrap();
    let load = load(&case.preview, &eager());
    let decision = decide(&load, &eager());
    assert_eq!(decision.pairs.len(), 1);
    // 25 of 50 points, and so half of its 8 MB/s.
    assert_eq!(
        (
            decision.pairs[0].difference,
            decision.pairs[0].budget.unwrap().0
        ),
        (50.0, 4.0 * MB)
    );
}

#[test]
fn old_names_are_not_settings_and_new_ones_have_their_defaults() {
    for (old, new, default) in [
        (
            "loadBalancerMaxNumberOfBrokerTransfersPerCycle",
            "loadBalancerMaxNumberOfBrokerSheddingPerCycle",
            3.0,
        ),
        (
            "loadBalancerBundleLoadReportPercentage",
            "loadBalancerMaxNumberOfBundlesInBundleLoadReport",
            10.0,
        ),
        (
            "loadBalanceUnloadDelayInSeconds",
            "loadBalanceSheddingDelayInSeconds",
            180.0,
        ),
    ] {
        assert!(Setting::from_name(old).is_none(), "{old}");
        assert_eq!(
            Setting::from_name(new)
                .unwrap()
                .default_in(Release::default()),
            default,
            "{new}"
        );
    }
}

#[test]
fn one_reported_bundle_a_broker_switches_it_off() {
    let settings = eager().with(Key::TopBundles, 1.0);
    let decision = decide(&load(&five(80.0, 90.0), &settings), &settings);
    assert_eq!(
        (decision.selections.len(), causes(&decision)),
        (0, skipped(Cause::NoBundles))
    );
    assert_eq!(
        decision.verdicts[0].brokers,
        [BrokerId(4), BrokerId(3), BrokerId(2), BrokerId(1)]
    );
    let none = decide(
        &load(&five(80.0, 90.0), &settings),
        &settings.clone().with(Key::MaxPairs, 0.0),
    );
    assert_eq!(causes(&none), skipped(Cause::HitCount));
}

#[test]
fn the_smallest_of_the_largest_bundles_is_reported_first() {
    let settings = eager().with(Key::TopBundles, 3.0);
    let mut load = load(
        &of_megabytes(&[(50.0, &[5.0, 1.0, 0.0, 4.0, 4.0, 3.0])]),
        &settings,
    );
    let ids = |load: &LoadData, release, settings: &Settings| -> Vec<u32> {
        top_bundles(load, BrokerId(0), release, settings)
            .into_iter()
            .map(|id| id.0)
            .collect()
    };
    assert_eq!(ids(&load, Release::Y2026, &settings), [3, 4, 0]);
    let all = eager().with(Key::TopBundles, 10.0);
    assert_eq!(
        ids(&load, Release::Y2026, &all),
        [1, 5, 3, 4, 0],
        "the idle one is left out"
    );
    assert_eq!(
        ids(&load, Release::V4_0, &all),
        [2, 1, 5, 3, 4, 0],
        "and was not in 4.0"
    );
    assert_eq!(
        ids(&load, Release::V4_0, &eager().with(Key::TopBundles, -1.0)),
        [0_u32; 0]
    );
    // Bytes in come before bytes out.
    load.bundles[1].short_term.rates.msg_throughput_in = 1.0;
    load.bundles[4].is_system = true;
    load.bundles[5].name = "pulsar/system/0x0_0x1".into();
    load.bundles[0].has_policies = true;
    assert_eq!(ids(&load, Release::Y2026, &all), [3, 1]);
    assert_eq!(
        ids(&load, Release::Y2026, &all.with(Key::PoliciesEnabled, 1.0)),
        [3, 0, 1]
    );
}

#[test]
fn running_values_move_by_the_share_of_history() {
    let mut readings = Readings::default();
    readings.0[Resource::Cpu as usize] = Reading {
        usage: 40.0,
        limit: 100.0,
    };
    readings.0[Resource::StrategyMemory as usize] = Reading {
        usage: 80.0,
        limit: 100.0,
    };
    let rates = Rates {
        msg_throughput_in: 1.0,
        msg_throughput_out: 2.0,
        ..Rates::default()
    };
    let settings = Settings::default();
    let first = Running::after(None, &readings, &rates, &settings);
    assert_eq!(
        (first.throughput_bytes_per_s, first.weighted_max as f32),
        (3.0, 0.4)
    );
    let with_memory = settings.clone().with(Key::MemoryWeight, 1.0);
    assert_eq!(
        weighted_max(&readings, &with_memory).1,
        Resource::StrategyMemory
    );
    let next = Running::after(Some(first), &readings, &Rates::default(), &with_memory);
    assert!((next.weighted_max - (0.4 * 0.9 + 0.1 * 0.8)).abs() < 1e-6);
    assert!((next.throughput_bytes_per_s - 2.7).abs() < 1e-12);
}

#[test]
fn a_swap_levels_what_no_bundle_alone_could() {
    // The class's own cases; debug mode is on in both.
    let debug = eager().with(Key::DebugMode, 1.0);
    let halves = load(
        &of_megabytes(&[(48.0, &[2.4, 2.4]), (100.0, &[5.0, 5.0])]),
        &debug,
    );
    let (decision, reasons) = shed(&mut TransferShedder::new(Release::Y2026), &halves, &debug);
    assert_eq!(transfers(&halves, &decision), [(1, 2, 2.4), (2, 1, 5.0)]);
    assert!(told(&reasons, Rule::DeviationAfter) < 1e-6);
    assert_eq!(
        causes(&decision),
        [(Outcome::Success, Cause::Overloaded); 2]
    );

    let many = of_megabytes(&[
        (10.0, &[1.0, 2.0, 3.0, 4.0, 5.0]),
        (1000.0, &[100.0, 180.0, 220.0, 250.0, 250.0]),
    ]);
    let many = load(&many, &debug);
    let (decision, reasons) = shed(&mut TransferShedder::new(Release::Y2026), &many, &debug);
    let back = [(1, 2, 1.0), (1, 2, 2.0), (1, 2, 3.0), (1, 2, 4.0)];
    let expected = [&[(2, 1, 100.0), (2, 1, 180.0)], &back[..], &[(2, 1, 220.0)]].concat();
    assert_eq!(transfers(&many, &decision), expected);
    assert!((told(&reasons, Rule::DeviationAfter) - 0.05).abs() < 1e-6);
    // The next bundle may only look at what was not looked at yet.
    assert!(has(
        &reasons,
        Subject::Bundle(BundleId(8)),
        Rule::SwapFound,
        false
    ));
    assert!(has(
        &reasons,
        Subject::Bundle(BundleId(4)),
        Rule::TakerNotAbove,
        false
    ));
}

#[test]
fn no_swap_where_the_taker_would_be_worse_off() {
    let settings = eager().with(Key::TargetDeviation, 0.2);
    let preview = [(50.0, vec![1.0, 5e8]), (100.0, vec![5e8, 5e8])];
    let decision = decide(&load(&preview, &settings), &settings);
    assert_eq!(
        (decision.selections.len(), causes(&decision)),
        (0, skipped(Cause::NoBundles))
    );
    // One bundle of the taker that is bound stays where it is.
    let mut bound = load(
        &of_megabytes(&[(48.0, &[2.4]), (100.0, &[5.0, 5.0])]),
        &eager(),
    );
    assert_eq!(decide(&bound, &eager()).selections.len(), 2);
    bound.bundles[0].has_policies = true;
    assert_eq!(decide(&bound, &eager()).selections.len(), 0);
    assert_eq!(
        decide(&bound, &eager().with(Key::PoliciesEnabled, 1.0))
            .selections
            .len(),
        2
    );
}

#[test]
fn debug_mode_changes_what_a_swap_is_counted_as() {
    let preview = of_megabytes(&[
        (48.0, &[2.4, 2.4]),
        (60.0, &[1.0, 5.0]),
        (88.0, &[1.0, 8.0]),
        (100.0, &[5.0, 5.0]),
    ]);
    let settings = eager().with(Key::TargetDeviation, 0.15);
    let load = load(&preview, &settings);
    let swap = [(1, 4, 2.4), (4, 1, 5.0)];
    assert_eq!(
        transfers(
            &load,
            &decide(&load, &settings.clone().with(Key::DebugMode, 1.0))
        ),
        swap
    );
    // What came back is forgotten, so the taker seems to be the higher one now, and a second pair gives.
    assert_eq!(
        transfers(&load, &decide(&load, &settings)),
        [&swap[..], &[(3, 2, 1.0)]].concat()
    );
}

#[test]
fn the_last_reported_bundle_stays() {
    // Both bundles would fit.
    let settings = eager().with(Key::TargetDeviation, 0.1);
    let load = load(
        &of_megabytes(&[(0.0, &[]), (100.0, &[1.0, 1.0])]),
        &settings,
    );
    let mut wide = load.clone();
    wide.brokers[1].rates.msg_throughput_out = 10.0 * MB;
    for load in [load, wide] {
        let (decision, reasons) = shed(&mut TransferShedder::new(Release::Y2026), &load, &settings);
        assert_eq!(transfers(&load, &decision), [(2, 1, 1.0)]);
        assert!(has(
            &reasons,
            Subject::Bundle(BundleId(1)),
            Rule::KeepsLast,
            true
        ));
    }
}

/// What happens to load data, and the rule that then keeps back the second bundle, with its outcome.
type Hindrance = (fn(&mut LoadData), Rule, bool);

#[test]
fn bundles_that_may_not_go_are_passed_over() {
    let settings = eager();
    let base = load(
        &of_megabytes(&[(2.0, &[1.0]), (90.0, &[1.0, 2.0, 3.0, 4.0])]),
        &settings,
    );
    assert_eq!(
        transfers(&base, &decide(&base, &settings)),
        [(2, 1, 1.0), (2, 1, 2.0)]
    );
    let hindrances: [Hindrance; 4] = [
        (
            |load| load.bundles[1].unloaded_min_ago = Some(3.0),
            Rule::IsInGrace,
            true,
        ),
        (
            |load| load.bundles[1].has_policies = true,
            Rule::IsBound,
            true,
        ),
        (
            |load| Rc::make_mut(&mut load.brokers[1].bundles).retain(|id| id.0 != 1),
            Rule::IsGivers,
            false,
        ),
        (
            |load| load.bundles[1].short_term.rates = Rates::default(),
            Rule::CarriesTraffic,
            false,
        ),
    ];
    for (hinder, rule, outcome) in hindrances {
        let mut load = base.clone();
        hinder(&mut load);
        let (decision, reasons) = shed(&mut TransferShedder::new(Release::Y2026), &load, &settings);
        assert_eq!(decision.selections[0].bundle, BundleId(2), "{rule:?}");
        assert!(
            has(&reasons, Subject::Bundle(BundleId(1)), rule, outcome),
            "{rule:?}"
        );
    }
    // 4.0 moves what carries nothing, and then counts the pair as one that could not give.
    let mut idle = base.clone();
    (1..5).for_each(|index| idle.bundles[index].short_term.rates = Rates::default());
    let moved = shed(&mut TransferShedder::new(Release::V4_0), &idle, &settings).0;
    assert_eq!(moved.selections.len(), 3);
    assert_eq!(causes(&decide(&idle, &settings)), skipped(Cause::NoBundles));
}

#[test]
fn without_transfer_no_destination_is_named_and_nothing_comes_back() {
    let settings = eager().with(Key::TransferEnabled, 0.0);
    let decision = decide(&load(&five(80.0, 90.0), &settings), &settings);
    assert_eq!(
        decision
            .selections
            .iter()
            .map(|one| one.target)
            .collect::<Vec<_>>(),
        [None, None]
    );
    let swap = load(
        &of_megabytes(&[(48.0, &[2.4, 2.4]), (100.0, &[5.0, 5.0])]),
        &settings,
    );
    assert_eq!(causes(&decide(&swap, &settings)), skipped(Cause::NoBundles));
}

#[test]
fn reports_that_are_too_old_are_left_out() {
    let settings = eager();
    let mut load = load(&five(80.0, 90.0), &settings);
    report_of(&mut load, 1).report_age_s = 1800.0;
    let (_, reasons) = shed(&mut TransferShedder::new(Release::Y2026), &load, &settings);
    assert!(
        (told(&reasons, Rule::ClusterAverage) - 0.364).abs() < 1e-6,
        "exactly that old still counts"
    );
    report_of(&mut load, 1).report_age_s = 1800.5;
    let (decision, reasons) = shed(&mut TransferShedder::new(Release::Y2026), &load, &settings);
    assert!((told(&reasons, Rule::ClusterAverage) - 0.45).abs() < 1e-6);
    assert_eq!(
        transfers(&load, &decision)[0],
        (5, 1, 2.0),
        "it is paired all the same"
    );
    (1..=5).for_each(|broker| report_of(&mut load, broker).report_age_s = 1e6);
    let decision = decide(&load, &settings);
    assert_eq!(
        (causes(&decision), decision.verdicts[0].brokers.len()),
        (skipped(Cause::OutDatedData), 5)
    );
}

#[test]
fn a_report_too_early_after_an_unload_puts_off_the_round() {
    let settings = eager();
    let mut load = load(&five(80.0, 90.0), &settings);
    for (elapsed_s, is_early) in [(179.5, true), (-20.0, true), (180.0, false)] {
        report_of(&mut load, 3).unloaded_before_report_s = Some(elapsed_s);
        let decision = decide(&load, &settings);
        assert_eq!(
            causes(&decision) == skipped(Cause::CoolDown),
            is_early,
            "{elapsed_s}"
        );
        assert_eq!(decision.selections.is_empty(), is_early);
        assert_eq!(decision.verdicts[0].brokers == [BrokerId(2)], is_early);
    }
    // It does not break the row of rounds.
    let patient = Settings::default();
    let mut shedder = TransferShedder::new(Release::Y2026);
    shed(&mut shedder, &load, &patient);
    report_of(&mut load, 3).unloaded_before_report_s = Some(0.0);
    shed(&mut shedder, &load, &patient);
    assert_eq!(shedder.memory().condition_hits, 1);
}

#[test]
fn a_missing_report_puts_off_the_round() {
    let settings = eager();
    let mut load = load(&five(80.0, 90.0), &settings);
    load.brokers[2].extensible = None;
    let decision = decide(&load, &settings);
    assert_eq!(
        (causes(&decision), &decision.verdicts[0].brokers[..]),
        (skipped(Cause::NoLoadData), &[BrokerId(2)][..])
    );
    load.brokers
        .iter_mut()
        .for_each(|broker| broker.extensible = None);
    assert_eq!(causes(&decide(&load, &settings)), skipped(Cause::NoBrokers));
    assert_eq!(
        causes(&decide(&LoadData::default(), &settings)),
        skipped(Cause::NoBrokers)
    );
}

#[test]
fn empty_lists_count_as_missing_load_data() {
    let settings = eager().with(Key::TopBundles, 0.0);
    assert_eq!(
        causes(&decide(&load(&five(80.0, 90.0), &settings), &settings)),
        skipped(Cause::NoLoadData)
    );
}

#[test]
fn a_level_cluster_counts_nothing() {
    let mut shedder = TransferShedder::new(Release::Y2026);
    let settings = Settings::default();
    let uneven = load(&five(80.0, 90.0), &settings);
    (0..2).for_each(|_| drop(shed(&mut shedder, &uneven, &settings)));
    let level = load(
        &of_megabytes(&[
            (10.0, &[3.0, 3.0]),
            (20.0, &[4.0, 4.0]),
            (30.0, &[5.0, 5.0]),
        ]),
        &settings,
    );
    let (decision, reasons) = shed(&mut shedder, &level, &settings);
    assert_eq!(
        (causes(&decision), shedder.memory().condition_hits),
        (skipped(Cause::HitCount), 0)
    );
    assert!(!decision.pairs[0].is_kept);
    assert!((told(&reasons, Rule::DeviationOverTarget) - 0.081650).abs() < 1e-6);
    assert!(has(
        &reasons,
        Subject::Broker(BrokerId(2)),
        Rule::OverOverloadLine,
        false
    ));
}

#[test]
fn odd_numbers_do_no_harm() {
    let settings = eager().with(Key::TargetDeviation, 0.0);
    for odd in [0.0, f64::NAN, f64::INFINITY, -1.0, 1e300] {
        let mut load = load(&five(odd, 90.0), &settings);
        for broker in 1..=5 {
            report_of(&mut load, broker).weighted_max_ema *= odd;
            decide(&load, &settings);
        }
    }
}

#[test]
fn its_row_says_what_it_is() {
    let row = ShedderInfo::find("TransferShedder").unwrap();
    assert!(row.is_extensible() && row.names_targets);
    assert!(!ShedderInfo::find("AvgShedder").unwrap().is_extensible());
    assert!(
        Release::ALL
            .iter()
            .all(|release| row.fidelity(*release) == Fidelity::Description)
    );
    assert!(ASSUMPTIONS.iter().all(|sentence| sentence.ends_with('.')));
}
