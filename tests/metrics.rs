//! Prometheus metrics as usages of brokers (what texts of all shapes come to stands in `tests/files/cases.json`),
//! and the metrics of rounds.
#![cfg(not(target_arch = "wasm32"))]

use shedscope::engine::limits::MAX_BROKERS;
use shedscope::engine::{Cause, Simulation as _};
use shedscope::systems::shedding::export::{Exposition, Unloads, of_round};
use shedscope::systems::shedding::import::{File, import, import_pasted};
use shedscope::systems::shedding::manager::fresh_report;
use shedscope::systems::shedding::model::cluster::{Broker, Bundle, Cluster};
use shedscope::systems::shedding::model::event::{Event, Kind};
use shedscope::systems::shedding::model::usage::Resource;
use shedscope::systems::shedding::model::world::World;
use shedscope::systems::shedding::presets::PRESETS;
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::{Explain, Release, Scenario, Simulation, Variant};

fn base() -> Scenario {
    let variant = Variant::new(
        "ThresholdShedder",
        "LeastLongTermMessageRate",
        Release::Y2026,
    );
    Scenario::of("Base", &["look"], Cluster::default(), variant)
}

/// A cluster as load reports make it.
fn open_cluster() -> Scenario {
    let reports = include_bytes!("files/reports/list.json");
    import(&[File::new("reports", reports)], &base())
        .unwrap()
        .scenario
}

#[test]
fn metrics_set_the_usages_of_the_brokers_that_are_open() {
    let mut base = open_cluster();
    base.title = "Mine".to_owned();
    let bytes = include_bytes!("files/metrics/quays.txt");
    let import = import(&[File::new("m", bytes)], &base).unwrap();
    assert_eq!(
        (import.scenario.title.as_str(), &import.scenario.notes[..]),
        ("Mine", &[][..])
    );
    assert_eq!(import.scenario.world.brokers[1], base.world.brokers[1]);
    let [before, after] = [&base, &import.scenario].map(|scenario| &scenario.world.brokers[0]);
    for (resource, percent) in Resource::ALL
        .into_iter()
        .zip([40.5, 61.328125, 1.5625, 2.5, 5.0])
    {
        assert!(
            (after.usage_percent(resource) - percent).abs() < 1e-9,
            "{resource:?}"
        );
    }
    // The bundles' shares stay as they were.
    let share = |broker: &Broker| broker.bundles[0].cpu / broker.usage_percent(Resource::Cpu);
    assert!((share(before) - share(after)).abs() < 1e-9);
    assert!(after.bundles[0].msg_rate_in > before.bundles[0].msg_rate_in);
}

#[test]
fn a_usage_counts_where_no_limit_was_known() {
    let report =
        r#"{"brokerId":"a:1","cpu":{"usage":10,"limit":100},"bandwidthIn":{"usage":0,"limit":0}}"#;
    let metrics =
        "lb_bandwidth_in_usage{broker=\"a:1\"} 12.5\nlb_bandwidth_out_usage{broker=\"a:1\"} 0\n";
    let files = [
        File::new("r", report.as_bytes()),
        File::new("m", metrics.as_bytes()),
    ];
    let import = import(&files, &base()).unwrap();
    let world = World::new(&import.scenario.world);
    let load = fresh_report(&world, &world.first_owners());
    assert_eq!(
        load.brokers[0].readings.of(Resource::BandwidthIn).percent(),
        12.5
    );
    assert_eq!(
        load.brokers[0].readings.of(Resource::BandwidthOut).limit,
        0.0
    );
    let said = "a usual one is taken: network in of a:1.";
    assert!(
        import
            .assumed
            .iter()
            .any(|sentence| sentence.contains(said)),
        "{:#?}",
        import.assumed
    );
}

#[test]
fn brokers_are_the_same_only_where_one_of_them_lacks_the_port() {
    let with = |names: &[&str], metric: &str| {
        let mut base = base();
        base.world.brokers = names.iter().map(|name| Broker::empty(*name)).collect();
        let text = format!("pulsar_lb_cpu_usage{{broker=\"{metric}\"}} 5\n");
        let brokers = import_pasted(&text, &base).unwrap().scenario.world.brokers;
        brokers
            .iter()
            .map(|broker| format!("{}={}", broker.name, broker.base.cpu))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(with(&["a:1", "b:1"], "a"), "a:1=5 b:1=0");
    assert_eq!(with(&["a", "b"], "a:1"), "a=5 b=0");
    assert_eq!(with(&["a", "a:1"], "a"), "a=5 a:1=0");
    assert_eq!(with(&["a:1", "a:2"], "a"), "a=5");
    assert_eq!(with(&["a:1", "b:1"], "a:2"), "a:2=5");
    assert_eq!(with(&["a:x"], "a"), "a=5");
}

#[test]
fn what_metrics_scale_out_of_bounds_is_refused() {
    let mut base = base();
    let bundle = Bundle {
        msg_rate_in: 1e14,
        msg_throughput_in: 1e-3,
        ..Bundle::idle("t/n/0x0_0x1")
    };
    base.world.brokers = vec![Broker {
        bundles: vec![bundle].into(),
        ..Broker::empty("a")
    }];
    let problem = import_pasted("pulsar_lb_bandwidth_in_usage{broker=\"a\"} 50\n", &base)
        .unwrap_err()
        .to_string();
    assert!(
        problem.starts_with("the pasted text, broker 1 (“a”), bundle")
            && problem.contains("out of bounds"),
        "{problem}"
    );
}

#[test]
fn remarks_name_the_file_where_there_are_several() {
    let (one, two) = (
        "lb_cpu_usage{broker=\"a\"} 1\nlb_cpu_usage{} 1\n",
        "lb_cpu_usage{broker=\"a\"} 2\n",
    );
    let files = [
        File::new("1", one.as_bytes()),
        File::new("2", two.as_bytes()),
    ];
    let import = import(&files, &base()).unwrap();
    assert_eq!(import.scenario.world.brokers[0].base.cpu, 2.0);
    assert!(
        import.understood[0].starts_with("1 and 2: the usages of 1 broker."),
        "{:#?}",
        import.understood
    );
    assert!(
        import
            .assumed
            .iter()
            .any(|said| said.contains("last counts (1): CPU of a (2, line 1)")),
        "{:#?}",
        import.assumed
    );
    assert!(
        import
            .ignored
            .iter()
            .any(|said| said.contains("left out (1): 1, line 2.")),
        "{:#?}",
        import.ignored
    );
    let problem = import_pasted("lb_cpu_usage{broker=\"a\"} NaN\nup 1\n", &base()).unwrap_err();
    assert!(
        problem
            .message()
            .contains("so taken as missing: CPU of a (line 1)"),
        "{problem}"
    );
}

#[test]
fn metrics_have_bounds() {
    let lines = |count: usize| -> String {
        (0..count)
            .map(|n| format!("pulsar_lb_cpu_usage{{broker=\"b{n}\"}} 1\n"))
            .collect()
    };
    let problem = import_pasted(&lines(MAX_BROKERS + 1), &base())
        .unwrap_err()
        .to_string();
    assert!(
        problem.contains("line 10001: there are more than the 10000 brokers"),
        "{problem}"
    );
    let mut base = base();
    base.rounds = 10_000;
    assert_eq!(
        import_pasted(&lines(5000), &base).unwrap().scenario.rounds,
        800
    );
    base.world.brokers = vec![Broker::empty("b0"), Broker::empty("c")];
    let problem = import_pasted(&lines(MAX_BROKERS), &base)
        .unwrap_err()
        .to_string();
    assert!(
        problem.contains("10001 brokers are more than the 10000"),
        "{problem}"
    );
    let latin = b"pulsar_lb_cpu_usage{broker=\"gr\xfcn\"} 1";
    let problem = import(&[File::new("m", latin)], &base).unwrap_err();
    assert!(
        matches!(&problem.cause, Cause::NotUtf8 { what, .. } if what == "a page of Prometheus metrics"),
        "{problem}"
    );
}

// ---- Written

/// Plays a scenario and shows the exposition after each round, with the moves so far.
fn each_round(scenario: &Scenario, mut see: impl FnMut(usize, &Exposition<'_>, usize)) {
    assert_eq!(scenario.check(), Ok(()));
    let simulation = Simulation::new(scenario);
    let (mut state, mut unloads, mut moves) = (simulation.start(), Unloads::default(), 0);
    for index in 0..scenario.rounds {
        let (round, detail) = simulation.step(&mut state, index, &mut Explain::disabled());
        unloads.take(&simulation, &round, &detail);
        moves += round.moves.len();
        see(
            index + 1,
            &of_round(&simulation, &round, &detail, &unloads),
            moves,
        );
    }
}

#[test]
fn counters_are_the_moves_of_the_run() {
    for preset in PRESETS.iter().take(8) {
        let scenario = Scenario {
            rounds: 8,
            ..preset.build()
        };
        each_round(&scenario, |_, exposition, moves| {
            let leader = &exposition.leader;
            assert_eq!(leader.unloaded_bundles, moves as u64, "{}", preset.id);
            assert!(leader.unloaded_brokers <= leader.unloaded_bundles);
            assert_eq!(
                (leader.name, leader.usage_stats),
                (exposition.brokers[0].name, None)
            );
            assert_eq!(
                exposition.joined().matches("pulsar_lb_cpu_usage{").count(),
                exposition.brokers.len()
            );
            assert!(!exposition.joined().contains("breakdown"));
        });
    }
}

/// Brokers at 2, 4, 6, 80 and 90 % with two bundles each, under TransferShedder.
fn transfers() -> Scenario {
    let bundle = |name: &str, index: usize, cpu: f64, megabytes: f64| Bundle {
        cpu,
        msg_throughput_out: megabytes * 1e6,
        ..Bundle::idle(format!("t/{name}/0x{index:08x}_0x{:08x}", index + 1))
    };
    let broker = |(index, (usage, large)): (usize, (f64, f64))| {
        let name = format!("b{}", index + 1);
        let small = usage * 2.0 / (2.0 + large);
        let bundles = vec![
            bundle(&name, 0, small, 2.0),
            bundle(&name, 1, usage - small, large),
        ];
        Broker {
            bundles: bundles.into(),
            ..Broker::empty(name)
        }
    };
    let world = [(2.0, 1.0), (4.0, 3.0), (6.0, 4.0), (80.0, 6.0), (90.0, 7.0)]
        .into_iter()
        .enumerate()
        .map(broker);
    let variant = Variant::new(
        "TransferShedder",
        "LeastLongTermMessageRate",
        Release::Y2026,
    );
    Scenario {
        rounds: 6,
        ..Scenario::of("transfers", &[], Cluster::of(world.collect()), variant)
    }
}

#[test]
fn the_extensible_manager_counts_by_reason() {
    each_round(&transfers(), |round, exposition, moves| {
        assert!(exposition.is_extensible && exposition.leader.name == "b1");
        let count = |reason: &str, result: &str| {
            let mut rows = exposition.leader.breakdown.iter();
            rows.find(|row| (row.reason, row.result) == (reason, result))
                .unwrap()
                .count
        };
        assert_eq!(count("HitCount", "Skip"), round.min(3) as u64);
        assert_eq!(count("Overloaded", "Success"), moves as u64);
        assert_eq!(count("CoolDown", "Skip"), round.saturating_sub(4) as u64);
        let top = exposition.brokers[4].resource_usage.unwrap();
        let stats = exposition.leader.usage_stats.unwrap();
        if round <= 4 {
            assert!((top.max_ema - 0.9).abs() < 1e-6 && (top.max - 0.9).abs() < 1e-6);
        } else {
            assert!(top.max < top.max_ema && top.max_ema < 0.9, "it still moves");
        }
        // The leader's statistics stand while rounds are put off.
        assert!(
            (stats.avg - 0.364).abs() < 1e-6 && (stats.std - 0.398_276).abs() < 1e-5,
            "{round}: {stats:?}"
        );
        let text = exposition.joined();
        assert!(
            text.contains("feature=\"max_ema\",metric=\"bundleUnloading\",stat=\"std\"} 0.39827"),
            "{text}"
        );
    });
}

#[test]
fn a_new_leader_has_counted_nothing_and_who_is_down_exposes_nothing() {
    let mut scenario = transfers();
    let event = |id, at_s, kind, of: &str, for_s| Event {
        id,
        at_s,
        kind,
        target: of.into(),
        duration_s: for_s,
        ..Event::default()
    };
    // The second stops, the leader changes past it, and then the new one restarts.
    scenario.world.events = vec![
        event(1, 70, Kind::Stop, "b2", 0),
        event(2, 130, Kind::Leader, "", 0),
        event(3, 230, Kind::Restart, "b3", 30),
    ];
    scenario = Scenario {
        variants: vec![scenario.variant().clone().with(Key::ConditionHits, 9.0)],
        ..scenario
    };
    let mut leaders = Vec::new();
    each_round(&scenario, |_, exposition, _| {
        let skips: u64 = exposition
            .leader
            .breakdown
            .iter()
            .map(|row| row.count)
            .sum();
        leaders.push(format!(
            "{} {skips} of {}",
            exposition.leader.name,
            exposition.brokers.len()
        ));
    });
    assert_eq!(
        leaders,
        [
            "b1 1 of 5",
            "b1 2 of 4",
            "b3 1 of 4",
            "b4 1 of 3",
            "b4 2 of 4",
            "b4 3 of 4"
        ]
    );
}
