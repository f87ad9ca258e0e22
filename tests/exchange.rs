//! Reading other people's files: broker.conf and load reports, as they really are.
#![cfg(not(target_arch = "wasm32"))]

use std::path::{Path, PathBuf};

use serde_json::Value;
use shedscope::engine::limits::{MAX_BROKERS, MAX_BUNDLES, MAX_FILE_BYTES};
use shedscope::engine::{Cause, Problem};
use shedscope::systems::shedding::export::write_conf;
use shedscope::systems::shedding::import::conf::{self, NoteKind};
use shedscope::systems::shedding::import::report::PASTED;
use shedscope::systems::shedding::import::{File, Import, import, import_pasted};
use shedscope::systems::shedding::manager::fresh_report;
use shedscope::systems::shedding::model::cluster::Cluster;
use shedscope::systems::shedding::model::usage::{Resource, Weights, weighted_usage};
use shedscope::systems::shedding::model::world::World;
use shedscope::systems::shedding::settings::{Key, SETTINGS, Setting};
use shedscope::systems::shedding::{LoadData, Release, Scenario, Variant};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files")
}

fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(directory().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn base(release: Release) -> Scenario {
    let (strategy, placement) = release.default_setup();
    Scenario::of(
        "Base",
        &["look"],
        Cluster::default(),
        Variant::new(strategy, placement, release),
    )
}

fn import_fixtures(names: &[&str]) -> Result<Import, Problem> {
    let bytes: Vec<Vec<u8>> = names.iter().map(|name| fixture(name)).collect();
    let files: Vec<File<'_>> = names
        .iter()
        .zip(&bytes)
        .map(|(name, bytes)| File::new(name, bytes))
        .collect();
    import(&files, &base(Release::Y2026))
}

fn problem_of(text: &str) -> String {
    match import_pasted(text, &base(Release::Y2026)) {
        Ok(import) => panic!("taken: {text}\n{:?}", import.understood),
        Err(problem) => problem.to_string(),
    }
}

fn load_of(scenario: &Scenario) -> LoadData {
    let world = World::new(&scenario.world);
    fresh_report(&world, &world.first_owners())
}

// ---- The cases of tests/files/cases.json: files or text, and what has to come of them.

#[test]
fn cases() {
    let cases: Value = serde_json::from_slice(&fixture("cases.json")).unwrap();
    for case in cases.as_array().unwrap() {
        let id = case["id"].as_str().unwrap();
        let names: Vec<&str> = case["files"].as_array().map_or(Vec::new(), |files| {
            files.iter().filter_map(Value::as_str).collect()
        });
        let bytes: Vec<Vec<u8>> = names.iter().map(|name| fixture(name)).collect();
        let mut files: Vec<File<'_>> = names
            .iter()
            .zip(&bytes)
            .map(|(name, bytes)| File::new(name, bytes))
            .collect();
        if let Some(text) = case["text"].as_str() {
            files.push(File::new(PASTED, text.as_bytes()));
        }
        let release = case["release"]
            .as_str()
            .map_or(Release::Y2026, |name| Release::from_name(name).unwrap());
        let base = base(release);
        let before = base.clone();
        let result = import(&files, &base);
        assert_eq!(base, before, "{id}");
        match (result, case["expect"].get("problem")) {
            (Ok(import), None) => check_import(id, &import, &case["expect"]),
            (Err(problem), Some(expected)) => {
                check_contains(id, "problem", expected, &[problem.to_string()])
            }
            (Ok(import), Some(_)) => panic!("{id}: taken\n{:#?}", import.understood),
            (Err(problem), None) => panic!("{id}: {problem}"),
        }
    }
}

fn check_import(id: &str, import: &Import, expect: &Value) {
    let variant = import.scenario.variant();
    if let Some(expected) = expect["variant"].as_array() {
        let variant = [
            variant.strategy.as_str(),
            &variant.placement,
            variant.release.name(),
        ];
        assert_eq!(
            expected
                .iter()
                .filter_map(Value::as_str)
                .collect::<Vec<_>>(),
            variant,
            "{id}"
        );
    }
    if let Some(expected) = expect["settings"].as_object() {
        let differing = variant.settings_in_force().overrides_in(variant.release);
        let given: Vec<(&str, f64)> = differing
            .iter()
            .map(|(key, value)| (key.name(), value))
            .collect();
        assert_eq!(given.len(), expected.len(), "{id}: {given:?}");
    }
    for key in ["settings", "settings_have"] {
        for (name, value) in expect[key].as_object().into_iter().flatten() {
            let row = Setting::from_name(name).unwrap();
            assert_eq!(
                Some(variant.setting(row.key)),
                value.as_f64(),
                "{id}: {name}"
            );
        }
    }
    for name in expect["settings_lack"].as_array().into_iter().flatten() {
        let row = Setting::from_name(name.as_str().unwrap()).unwrap();
        assert_eq!(
            variant.setting(row.key),
            row.default_in(variant.release),
            "{id}: {name}"
        );
    }
    if let Some(weights) = expect["weights"].as_array() {
        let weights: Vec<f64> = weights.iter().filter_map(Value::as_f64).collect();
        assert_eq!(
            Weights::from_settings(&variant.settings_in_force())
                .0
                .to_vec(),
            weights,
            "{id}"
        );
    }
    check_scores(id, import, &expect["scores"], 0.0);
    check_scores(id, import, &expect["scores_with_direct_memory"], 1.0);
    check_contains(id, "understood", &expect["understood"], &import.understood);
    check_contains(id, "assumed", &expect["assumed"], &import.assumed);
    check_contains(id, "ignored", &expect["ignored"], &import.ignored);
    for absent in expect["assumed_lack"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        assert!(
            !import
                .assumed
                .iter()
                .any(|sentence| sentence.contains(absent)),
            "{id}: {absent}"
        );
    }
}

fn check_scores(id: &str, import: &Import, expected: &Value, direct_memory: f64) {
    let Some(expected) = expected.as_object() else {
        return;
    };
    let load = load_of(&import.scenario);
    for (name, score) in expected {
        let broker = load
            .brokers
            .iter()
            .find(|broker| &*broker.name == name)
            .unwrap_or_else(|| panic!("{id}: {name}"));
        let (usage, _) = weighted_usage(&broker.readings, &Weights([1.0, direct_memory, 1.0, 1.0]));
        let score = score.as_f64().unwrap();
        // Scores are of 32-bit percentages.
        assert!(
            (usage - score).abs() <= score * 1e-6,
            "{id}: {name} has {usage}, not {score}"
        );
    }
}

fn check_contains(id: &str, list: &str, expected: &Value, sentences: &[String]) {
    for part in expected
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        assert!(
            sentences.iter().any(|sentence| sentence.contains(part)),
            "{id}: {list} lacks “{part}”:\n{sentences:#?}"
        );
    }
}

// ---- broker.conf

#[test]
fn every_key_of_balancing_has_a_note_with_its_line() {
    let base = base(Release::Y2026);
    for name in [
        "conf/whole-2.5.conf",
        "conf/whole-2.8.conf",
        "conf/whole-3.x.conf",
        "conf/mixed-names.conf",
    ] {
        let text = String::from_utf8(fixture(name)).unwrap();
        let reading = conf::read(&text, base.variant()).unwrap();
        for (index, line) in text.lines().enumerate() {
            let Some((key, _)) = line.split_once('=').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            let is_other = ["clusterName", "managedLedgerDefaultEnsembleSize"].contains(&key);
            let has_note = reading
                .notes
                .iter()
                .any(|note| note.line == index + 1 && note.key == key);
            assert_eq!(has_note, !is_other, "{name}, line {}: {line}", index + 1);
        }
        assert_eq!(reading.other_keys, 1, "{name}");
    }
}

#[test]
fn the_same_keys_in_every_shape() {
    let variant = |text: &str| {
        import_pasted(text, &base(Release::Y2026))
            .unwrap()
            .scenario
            .variant()
            .clone()
    };
    let plain = variant("minUnloadMessage=5\nmaxUnloadPercentage=0.5\n");
    for text in [
        "\u{feff}minUnloadMessage=5\r\nmaxUnloadPercentage = 0.5\r\n",
        "! c\n  minUnloadMessage : 5\nmaxUnloadPercentage 0.5",
        "minUnloadMessage=\\\n   5\nmaxUnload\\\n  Percentage=0.5",
        "data:\n  minUnloadMessage: \"5\" # five\n  maxUnloadPercentage: 0.5\n",
        "env:\n  - PULSAR_PREFIX_minUnloadMessage=5\n  - \"PULSAR_PREFIX_maxUnloadPercentage=0.5\"\n",
        "minUnloadMessage=4\nmaxUnloadPercentage=0.5\nminUnloadMessage=5\n",
    ] {
        assert_eq!(variant(text), plain, "{text}");
    }
}

#[test]
fn snippets_leave_the_rest_as_it_is_and_whole_files_do_not() {
    let mut base = base(Release::Y2026);
    base.variants[0] = Variant::new("UniformLoadShedder", "random", Release::V5_0)
        .with(Key::MinUnloadMessage, 3.0);
    let snippet = import_pasted("maxUnloadPercentage=0.5", &base).unwrap();
    let expected = base.variants[0].clone().with(Key::MaxUnloadPercentage, 0.5);
    assert_eq!(snippet.scenario.variants[0], expected);
    assert_eq!(
        (&snippet.scenario.title, &snippet.scenario.world),
        (&base.title, &base.world)
    );
    let whole = fixture("conf/whole-2.5.conf");
    let whole = import(&[File::new("broker.conf", &whole)], &base).unwrap();
    assert_eq!(
        whole.scenario.variant().setting(Key::MinUnloadMessage),
        1000.0
    );
    assert_eq!(whole.scenario.variant().strategy, "OverloadShedder");
}

#[test]
fn a_placement_that_is_not_played_leaves_the_one_before() {
    let mut base = base(Release::Y2026);
    base.variants[0] = Variant::new(
        "UniformLoadShedder",
        "RoundRobinBrokerSelector",
        Release::Y2026,
    );
    let whole = String::from_utf8(fixture("conf/whole-3.x.conf")).unwrap();
    let whole = whole
        .replace(
            "impl.ModularLoadManagerImpl",
            "extensions.ExtensibleLoadManagerImpl",
        )
        .replace(
            "impl.ThresholdShedder",
            "extensions.scheduler.TransferShedder",
        )
        .replace(
            "impl.LeastResourceUsageWithWeight",
            "extensions.strategy.LeastResourceUsageWithWeight",
        );
    let import = import_pasted(&whole, &base).unwrap();
    let variant = import.scenario.variant();
    assert_eq!(
        (variant.strategy.as_str(), variant.placement.as_str()),
        ("TransferShedder", "RoundRobinBrokerSelector")
    );
    let not_moved = import
        .assumed
        .iter()
        .filter(|sentence| sentence.contains("what was chosen before stays"))
        .count();
    assert_eq!(not_moved, 1, "{:#?}", import.assumed);
}

#[test]
fn a_strategy_runs_under_its_own_load_manager() {
    let package = "org.apache.pulsar.broker.loadbalance";
    let conf = |manager: &str, strategy: &str| {
        format!(
            "loadManagerClassName={package}.{manager}\nloadBalancerLoadSheddingStrategy={package}.{strategy}\n\
             loadBalancerBrokerLoadTargetStd=0.1\nloadBalancerMaxNumberOfBrokerSheddingPerCycle=5\n"
        )
    };
    let (modular, extensible) = (
        "impl.ModularLoadManagerImpl",
        "extensions.ExtensibleLoadManagerImpl",
    );
    let (threshold, transfer) = (
        "impl.ThresholdShedder",
        "extensions.scheduler.TransferShedder",
    );
    for (manager, strategy, played, words) in [
        (extensible, transfer, "TransferShedder", ""),
        (
            extensible,
            threshold,
            "TransferShedder",
            "ThresholdShedder is none of its strategies",
        ),
        (
            extensible,
            "impl.NoSuchShedder",
            "TransferShedder",
            "NoSuchShedder is none of its strategies",
        ),
        (
            modular,
            transfer,
            "TransferShedder",
            "TransferShedder is not a strategy of the modular load manager",
        ),
        (modular, threshold, "ThresholdShedder", ""),
    ] {
        let import = import_pasted(&conf(manager, strategy), &base(Release::Y2026)).unwrap();
        let variant = import.scenario.variant();
        assert_eq!(variant.strategy, played, "{manager} {strategy}");
        assert_eq!(
            (
                variant.setting(Key::TargetDeviation),
                variant.setting(Key::MaxPairs)
            ),
            (0.1, 5.0)
        );
        let (assumed, ignored) = (import.assumed.join("\n"), import.ignored.join("\n"));
        assert!(
            assumed.contains(words) && (words.is_empty() != assumed.contains("load manager")),
            "{assumed}"
        );
        let reads = played == "TransferShedder";
        assert_ne!(
            ignored.contains("only TransferShedder would read it"),
            reads,
            "{ignored}"
        );
    }
    // The manager alone is enough.
    let named = format!("loadManagerClassName={package}.{extensible}\n");
    assert_eq!(
        import_pasted(&named, &base(Release::Y2026))
            .unwrap()
            .scenario
            .variant()
            .strategy,
        "TransferShedder"
    );
}

#[test]
fn what_is_written_is_read_back() {
    let mut variants = vec![
        Variant::new("AvgShedder", "AvgShedder", Release::V5_0),
        Variant::new("proposal-217-avg", "planned", Release::Y2026)
            .with(Key::AvgLowThreshold, -3.0),
        Variant::new("ThresholdShedder", "random", Release::V4_0).with(Key::MaxTopicsFilter, 0.0),
        Variant::new("org.example.Mine", "no such\\thing", Release::V4_0),
        Variant::new(
            "TransferShedder",
            "LeastResourceUsageWithWeight",
            Release::Y2026,
        )
        .with(Key::DebugMode, 1.0),
    ];
    for row in SETTINGS {
        let (min, max) = (row.value_type.min, row.value_type.max);
        let value = if row.default_in(Release::Y2026) == max {
            min
        } else {
            max
        };
        variants.push(
            Variant::new(
                "UniformLoadShedder",
                "LeastLongTermMessageRate",
                Release::Y2026,
            )
            .with(row.key, value),
        );
    }
    for variant in variants {
        let text = write_conf(&variant);
        let other = Variant::new("OverloadShedder", "RoundRobinBrokerSelector", Release::V4_0)
            .with(Key::CpuWeight, 9.0);
        let reading = conf::read(&text, &other).unwrap();
        assert_eq!(
            reading.variant.settings_in_force(),
            variant.settings_in_force(),
            "{text}"
        );
        let pinned = Variant {
            settings: reading.variant.settings.clone(),
            ..variant
        };
        assert_eq!(reading.variant, pinned, "{text}");
        let kinds = [
            NoteKind::Refused,
            NoteKind::Misspelt,
            NoteKind::Duplicate,
            NoteKind::Renamed,
        ];
        assert!(
            !reading.notes.iter().any(|note| kinds.contains(&note.kind)),
            "{text}"
        );
    }
}

// ---- Load reports

#[test]
fn the_same_reports_in_every_shape() {
    let list = import_fixtures(&["reports/list.json"]).unwrap();
    for shape in [
        "reports/by-broker.json",
        "reports/pasted.txt",
        "reports/zookeeper.txt",
    ] {
        let other = import_fixtures(&[shape]).unwrap();
        assert_eq!(other.scenario, list.scenario, "{shape}");
    }
    assert_eq!(list.reports.len(), 3);
    assert_eq!(list.scenario.title, "Your cluster: 3 brokers, 6 bundles");
}

#[test]
fn usage_is_shared_by_traffic_and_hardware_shows() {
    let import = import_fixtures(&["reports/list.json"]).unwrap();
    let [first, _, third] = &import.scenario.world.brokers[..] else {
        panic!()
    };
    assert_eq!((first.cpu_capacity, third.cpu_capacity), (1.0, 2.0));
    let total: f64 = first.bundles.iter().map(|bundle| bundle.cpu).sum();
    assert!((total - 76.3125).abs() < 1e-9);
    // 121,000 of 139,800 bytes per second.
    let largest = &first.bundles[0];
    assert!((largest.cpu - 76.3125 * 121_000.0 / 139_800.0).abs() < 1e-9);
    assert_eq!(
        (largest.topics, largest.producers, largest.consumers),
        (4, 2, 3)
    );
    // No traffic: equally, and a core of the larger machine counts as much as any other.
    assert!((third.bundles[0].cpu - 75.25).abs() < 1e-9);
    // Network in: 900 kbit/s were measured, of which the bundles carry 50,700 bytes per second.
    let measured = 900.0 * 125.0;
    let base =
        first.base.of(Resource::BandwidthIn) / 100.0 * first.limits.of(Resource::BandwidthIn);
    assert!((base - (measured - 50_700.0)).abs() < 1e-6);
    assert_eq!(first.base.of(Resource::DirectMemory), 18.75);
}

#[test]
fn a_network_that_carries_more_than_it_measured_keeps_its_percentage() {
    let text = r#"{"brokerId":"a","bandwidthIn":{"usage":8,"limit":1000},"bandwidthOut":{"usage":0,"limit":1000},
        "lastStats":{"t/n/0x0_0x1":{"msgThroughputIn":2000,"msgThroughputOut":50}}}"#;
    let import = import_pasted(text, &base(Release::Y2026)).unwrap();
    let load = load_of(&import.scenario);
    let readings = load.brokers[0].readings;
    assert!((readings.of(Resource::BandwidthIn).percent() - 0.8).abs() < 1e-12);
    assert_eq!(readings.of(Resource::BandwidthOut).percent(), 0.0);
    assert_eq!(load.brokers[0].rates.msg_throughput_in, 2000.0);
    assert!(
        import
            .assumed
            .iter()
            .any(|sentence| sentence.contains("the limit is stretched to fit"))
    );
}

#[test]
fn a_broker_goes_by_the_first_name_it_has() {
    let name = |text: &str| {
        import_pasted(text, &base(Release::Y2026))
            .unwrap()
            .scenario
            .world
            .brokers[0]
            .name
            .to_string()
    };
    for (text, expected) in [
        (
            r#"{"brokerId":"id:1","webServiceUrl":"http://web:2","cpu":null}"#,
            "id:1",
        ),
        (
            r#"{"key:3":{"webServiceUrl":"http://web:2","cpu":null}}"#,
            "key:3",
        ),
        (
            r#"{"webServiceUrl":"http://web:2/x","pulsarServiceUrl":"pulsar://p:4","cpu":null}"#,
            "web:2",
        ),
        (
            r#"{"webServiceUrl":null,"pulsarServiceUrl":"pulsar://p:4,q:4","cpu":null}"#,
            "p:4",
        ),
        (r#"{"name":"n:5","cpu":null}"#, "n:5"),
        (r#"{"cpu":null}"#, "broker-1"),
        ("key:[k:6], content:{\"cpu\":null}", "k:6"),
    ] {
        assert_eq!(name(text), expected, "{text}");
    }
}

#[test]
fn bad_reports_are_refused_with_their_place() {
    let report = |fields: &str| {
        format!("{{\"brokerId\":\"a\",\"cpu\":{{\"usage\":1,\"limit\":100}},{fields}}}")
    };
    for (text, parts) in [
        ("", &["empty"][..]),
        ("\u{0}\u{1}", &["not a text"]),
        ("{\"cpu\":", &["line 1, column 7", "cut off"]),
        (
            "[{\"cpu\":{}},\n{\"cpu\":{}",
            &["line 2, column ", "cut off"],
        ),
        (
            "{\"cpu\":{}} trailing",
            &["line 1, column 14", "not valid JSON"],
        ),
        ("[1]", &["entry 1", "no load report: it is a number"]),
        ("[]", &["empty list"]),
        ("{}", &["no load report: it has nothing"]),
        ("{\"a\":{\"cpu\":{}},\"b\":3}", &["“b”", "it is a number"]),
        (
            "{\"cpu\":5}",
            &[
                "broker “broker-1”, cpu",
                "it is a number; an object with usage and limit",
            ],
        ),
        (
            "{\"cpu\":{\"usage\":\"much\",\"limit\":1}}",
            &["cpu.usage", "a text; a number belongs here"],
        ),
        (
            "{\"cpu\":{\"usage\":-5,\"limit\":100}}",
            &["cpu.usage", "-5 is negative"],
        ),
        (
            "{\"cpu\":{\"usage\":5,\"limit\":-100}}",
            &["cpu.limit", "-100 is negative"],
        ),
        (
            "{\"cpu\":{\"usage\":1e9,\"limit\":100}}",
            &["cpu", "absurd"],
        ),
        (
            "{\"cpu\":{\"usage\":1e999,\"limit\":100}}",
            &["line 1, column", "number out of range"],
        ),
        (
            &report("\"bundles\":\"all\""),
            &["bundles", "a list of names belongs here"],
        ),
        (
            &report("\"bundles\":[7]"),
            &["bundles, entry 1", "the name of a bundle"],
        ),
        (&report("\"bundles\":[\"\"]"), &["bundle “”", "empty"]),
        (
            &report("\"bundles\":[\"a\\u0007\"]"),
            &["control character"],
        ),
        (
            &report("\"lastStats\":[]"),
            &["lastStats", "an object by bundle"],
        ),
        (
            &report("\"lastStats\":{\"t/n/x\":4}"),
            &["lastStats of “t/n/x”", "an object with rates"],
        ),
        (
            &report("\"lastStats\":{\"t/n/x\":{\"msgRateIn\":-1}}"),
            &["lastStats of “t/n/x”, msgRateIn", "negative"],
        ),
        (
            &report("\"lastStats\":{\"t/n/x\":{\"msgRateIn\":1e16}}"),
            &["absurdly large"],
        ),
        (
            &report("\"lastStats\":{\"t/n/x\":{\"topics\":5e9}}"),
            &["topics", "absurdly large"],
        ),
        (
            &report("\"lastStats\":{\"t/n/x\":{},\"t/n/x\":{}}"),
            &["bundle “t/n/x” appears in this report twice"],
        ),
        (&report("\"msgRateIn\":-3"), &["msgRateIn", "negative"]),
    ] {
        let problem = problem_of(text);
        assert!(problem.starts_with("the pasted text"), "{problem}");
        for part in parts {
            assert!(problem.contains(part), "{text}\n{problem}\nlacks “{part}”");
        }
    }
}

#[test]
fn duplicates_name_both_places() {
    let one = r#"{"brokerId":"a","cpu":{},"lastUpdate":1,"bundles":["t/n/x"]}"#;
    let again = r#"{"brokerId":"a","cpu":{},"lastUpdate":2}"#;
    let other = r#"{"brokerId":"b","cpu":{},"bundles":["t/n/x"]}"#;
    let files = |second: &'static str| {
        [
            File::new("1.json", one.as_bytes()),
            File::new("2.json", second.as_bytes()),
        ]
    };
    let problem = import(&files(again), &base(Release::Y2026))
        .unwrap_err()
        .to_string();
    assert!(
        problem.starts_with("2.json: “a” is reported twice, here and in 1.json"),
        "{problem}"
    );
    assert!(problem.contains("the second is the newer"), "{problem}");
    let problem = import(&files(other), &base(Release::Y2026))
        .unwrap_err()
        .to_string();
    assert!(
        problem.contains("claimed by two brokers, “a” (1.json) and “b” (here)"),
        "{problem}"
    );
    let problem = problem_of("{\"a\":{\"cpu\":{}},\"a\":{\"cpu\":{}}}");
    assert!(problem.contains("reported twice"), "{problem}");
}

#[test]
fn bounds_hold() {
    let many: Vec<String> = (0..=MAX_BROKERS)
        .map(|n| format!("{{\"brokerId\":\"b{n}\",\"cpu\":null}}"))
        .collect();
    assert!(problem_of(&many.join("\n")).contains("more than the 10000 brokers"));
    let names: Vec<String> = (0..=MAX_BUNDLES).map(|n| format!("\"t/n/{n}\"")).collect();
    let problem = problem_of(&format!(
        "{{\"cpu\":null,\"bundles\":[{}]}}",
        names.join(",")
    ));
    assert!(
        problem.contains("more than the 200000 bundles"),
        "{problem}"
    );
    let large = vec![b' '; MAX_FILE_BYTES + 1];
    let problem = import(&[File::new("large", &large)], &base(Release::Y2026))
        .unwrap_err()
        .to_string();
    assert!(
        problem.starts_with("large: it has 20971521 bytes"),
        "{problem}"
    );
    let keys: String = (0..6000)
        .map(|n| format!("loadBalancerKey{n}=1\n"))
        .collect();
    assert!(problem_of(&keys).contains("more than the 5000"));
    let keys: String = (0..4000)
        .map(|n| format!("loadBalancerKey{n}=1\n"))
        .collect();
    let import = import_pasted(&keys, &base(Release::Y2026)).unwrap();
    assert_eq!(import.ignored.len(), 201);
    assert!(import.ignored[200].contains("3800 more"));
}

#[test]
fn rounds_give_way_to_many_brokers() {
    let mut base = base(Release::Y2026);
    base.rounds = 10_000;
    let many: Vec<String> = (0..5000)
        .map(|n| format!("{{\"brokerId\":\"b{n}\",\"cpu\":null}}"))
        .collect();
    let import = import_pasted(&many.join(","), &base).unwrap();
    assert_eq!(import.scenario.rounds, 800);
    assert!(
        import
            .assumed
            .iter()
            .any(|sentence| sentence.contains("800 are played"))
    );
}

// ---- Several files

#[test]
fn a_scenario_alone_comes_back_and_with_others_is_their_base() {
    let mut scenario = import_fixtures(&["reports/list.json"]).unwrap().scenario;
    scenario.title = "Mine".to_owned();
    scenario.seed = 77;
    let text = scenario.write();
    let alone = import_pasted(&text, &base(Release::V4_0)).unwrap();
    assert_eq!(alone.scenario, scenario);
    let conf = fixture("conf/avg-experiment.conf");
    let files = [
        File::new("s.json", text.as_bytes()),
        File::new("broker.conf", &conf),
    ];
    let both = import(&files, &base(Release::V4_0)).unwrap();
    assert_eq!(
        (both.scenario.seed, &both.scenario.world),
        (77, &scenario.world)
    );
    assert_eq!(both.scenario.variant().strategy, "AvgShedder");
    let twice = import(&[files[0], files[0]], &base(Release::V4_0)).unwrap_err();
    assert_eq!(
        twice.cause,
        Cause::Conflict {
            is: "a scenario".to_owned(),
            other: "s.json".to_owned()
        }
    );
    let twice = import(&[files[1], files[1]], &base(Release::V4_0)).unwrap_err();
    assert_eq!(
        twice.cause,
        Cause::Conflict {
            is: "a broker.conf".to_owned(),
            other: "broker.conf".to_owned()
        }
    );
    assert!(import(&[], &base(Release::V4_0)).is_err());
}

#[test]
fn conf_and_reports_together() {
    let import = import_fixtures(&[
        "conf/whole-4.x.conf",
        "reports/list.json",
        "reports/simple.json",
    ])
    .unwrap_err();
    assert!(
        import.to_string().contains("claimed by two brokers"),
        "{import}"
    );
    let import = import_fixtures(&["conf/whole-3.x.conf", "reports/list.json"]).unwrap();
    assert_eq!(import.scenario.world.brokers.len(), 3);
    assert_eq!(
        import.scenario.variant().placement,
        "LeastResourceUsageWithWeight"
    );
    // The usage that is told is the one that the file's weights make.
    assert!(
        import
            .understood
            .iter()
            .any(|sentence| sentence.contains("lowest quay-2:8080 with 18.75 % (direct memory)"))
    );
    let read = Scenario::read(&import.scenario.write()).unwrap();
    assert_eq!(read, import.scenario);
}

#[test]
fn a_conf_makes_the_first_variant_and_the_times_of_all() {
    let mut variants = base(Release::Y2026);
    variants.variants.push(Variant::new(
        "OverloadShedder",
        "LeastLongTermMessageRate",
        Release::V4_0,
    ));
    let found = import_pasted(
        "loadBalancerSheddingIntervalMinutes=5\nloadBalancerAvgShedderLowThreshold=7",
        &variants,
    )
    .unwrap();
    assert_eq!(found.scenario.check(), Ok(()));
    let of = |key: Key| {
        found
            .scenario
            .variants
            .iter()
            .map(|variant| variant.setting(key))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (of(Key::SheddingIntervalMinutes), of(Key::AvgLowThreshold)),
        (vec![5.0, 5.0], vec![7.0, 15.0])
    );
    assert_eq!(found.scenario.variants[1].strategy, "OverloadShedder");
    let says = |found: &Import| {
        found
            .assumed
            .iter()
            .any(|line| line.contains("loadBalancerSheddingIntervalMinutes is 5 in each"))
    };
    assert!(says(&found), "{:?}", found.assumed);
    // What all have already needs no words, and nor does a single variant.
    let again = import_pasted("loadBalancerSheddingIntervalMinutes=5", &found.scenario).unwrap();
    let alone = import_pasted(
        "loadBalancerSheddingIntervalMinutes=5",
        &base(Release::Y2026),
    )
    .unwrap();
    assert!(!says(&again) && !says(&alone));
}

#[test]
fn the_documented_scenario_is_one() {
    let text = std::fs::read_to_string(directory().join("../../docs/formats.md")).unwrap();
    let example = text
        .split("```json\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next())
        .unwrap();
    let scenario = Scenario::read(example).unwrap();
    assert_eq!(scenario.world.brokers[0].bundles.len(), 1);
}

#[test]
fn files_of_other_encodings() {
    let latin = b"# gr\xfc\xdfe\nminUnloadMessage=5\n";
    assert!(import(&[File::new("c", latin)], &base(Release::Y2026)).is_ok());
    let problem = import(
        &[File::new("r", b"{\"brokerId\":\"gr\xfcn\",\"cpu\":{}}")],
        &base(Release::Y2026),
    )
    .unwrap_err();
    assert!(
        matches!(problem.cause, Cause::NotUtf8 { at: 15, .. }),
        "{problem}"
    );
    let problem = import(&[File::new("r", b"\xff\xfe{\0}\0")], &base(Release::Y2026)).unwrap_err();
    assert_eq!(problem.cause, Cause::Utf16);
}
