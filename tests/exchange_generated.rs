//! Generated input for every parser: nothing panics, whatever it is, and what is valid comes out as it went in.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::BTreeMap;

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};
use shedscope::engine::{Kind, ValueType};
use shedscope::systems::shedding::export::{
    BrokerGauges, Exposition, Leader, ResourceUsage, write_conf,
};
use shedscope::systems::shedding::import::{
    File, conf, import, json as reader, prometheus, recognise,
};
use shedscope::systems::shedding::manager::fresh_report;
use shedscope::systems::shedding::model::cluster::Cluster;
use shedscope::systems::shedding::model::usage::Resource;
use shedscope::systems::shedding::model::world::World;
use shedscope::systems::shedding::placement::PLACEMENTS;
use shedscope::systems::shedding::settings::SETTINGS;
use shedscope::systems::shedding::strategy::SHEDDERS;
use shedscope::systems::shedding::{Release, Scenario, Variant};

fn base() -> Scenario {
    let variant = Variant::new("AvgShedder", "AvgShedder", Release::Y2026);
    Scenario::of("Base", &["look"], Cluster::default(), variant)
}

/// Reads bytes as whatever they are. A scenario that comes out is a valid one, and an error says something.
fn swallow(bytes: &[u8]) {
    let base = base();
    let before = base.clone();
    let result = import(&[File::new("file", bytes)], &base);
    assert_eq!(base, before);
    match result {
        Ok(import) => {
            assert_eq!(import.scenario.check(), Ok(()));
            let written = import.scenario.write();
            assert_eq!(Scenario::read(&written), Ok(import.scenario), "{written}");
            assert!(!import.understood.is_empty());
        }
        Err(problem) => assert!(
            !problem.message().is_empty() && problem.place.starts_with("file"),
            "{problem}"
        ),
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = recognise(text);
        let _ = reader::read(text);
        let _ = conf::read(text, base.variant());
        let _ = Scenario::read(text);
    }
}

const SEEDS: [&[u8]; 15] = [
    include_bytes!("files/reports/list.json"),
    include_bytes!("files/reports/by-broker.json"),
    include_bytes!("files/reports/pasted.txt"),
    include_bytes!("files/reports/zookeeper.txt"),
    include_bytes!("files/reports/unknown.json"),
    include_bytes!("files/reports/nan.json"),
    include_bytes!("files/reports/extensible.txt"),
    include_bytes!("files/reports/simple.json"),
    include_bytes!("files/metrics/quays.txt"),
    include_bytes!("files/metrics/doubtful.txt"),
    include_bytes!("files/metrics/transfer.txt"),
    include_bytes!("files/conf/whole-4.x.conf"),
    include_bytes!("files/conf/mixed-names.conf"),
    include_bytes!("files/conf/chart.yaml"),
    br#"{"shedscope":1,"system":"shedding","variants":[{"strategy":"AvgShedder","placement":"AvgShedder","settings":{"minUnloadMessage":5}}],"world":{"brokers":[{"name":"a","bundles":[{"name":"t/n/x","cpu":3}]}]}}"#,
];

/// A change to a file, such as accidents make.
#[derive(Clone, Debug)]
enum Accident {
    Cut(prop::sample::Index),
    Flip(prop::sample::Index, u8),
    Repeat(prop::sample::Index, prop::sample::Index),
    Drop(prop::sample::Index, prop::sample::Index),
    Insert(prop::sample::Index, &'static str),
}

fn accident() -> impl Strategy<Value = Accident> {
    let pieces = [
        "\"",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "null",
        "NaN",
        "-Infinity",
        "-1",
        "1e308",
        "\\",
        "\n",
        "key:[",
        "content:",
        "\u{feff}",
        "é",
        "=",
        "# ",
        "- ",
        "get /a/b\n",
        "-----",
        "[zk: ",
        "\\u00",
        "\u{0}",
        "true",
        " = ",
    ];
    let index = any::<prop::sample::Index>;
    prop_oneof![
        index().prop_map(Accident::Cut),
        (index(), any::<u8>()).prop_map(|(at, byte)| Accident::Flip(at, byte)),
        (index(), index()).prop_map(|(from, to)| Accident::Repeat(from, to)),
        (index(), index()).prop_map(|(from, to)| Accident::Drop(from, to)),
        (index(), prop::sample::select(pieces.to_vec()))
            .prop_map(|(at, piece)| Accident::Insert(at, piece)),
    ]
}

fn happen(bytes: &mut Vec<u8>, accident: &Accident) {
    let length = bytes.len() + 1;
    let range = |a: &prop::sample::Index, b: &prop::sample::Index| {
        let (a, b) = (a.index(length), b.index(length));
        a.min(b)..a.max(b)
    };
    match accident {
        Accident::Cut(at) => bytes.truncate(at.index(length)),
        Accident::Flip(at, byte) => {
            if let Some(old) = bytes.get_mut(at.index(length)) {
                *old = *byte;
            }
        }
        Accident::Repeat(from, to) => {
            let range = range(from, to);
            let piece = bytes[range.clone()].to_vec();
            bytes.splice(range.end..range.end, piece);
        }
        Accident::Drop(from, to) => {
            bytes.drain(range(from, to));
        }
        Accident::Insert(at, piece) => {
            let at = at.index(length);
            bytes.splice(at..at, piece.bytes());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..400)) {
        swallow(&bytes);
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        swallow(text.as_bytes());
    }

    #[test]
    fn pieces_of_json(pieces in vec(prop::sample::select(vec![
        "{", "}", "[", "]", ",", ":", "\"cpu\"", "\"usage\"", "\"limit\"", "\"bundles\"", "\"lastStats\"", "\"brokerId\"",
        "\"msgRateIn\"", "1", "-1", "1e300", "NaN", "null", "true", "\"x\"", " ", "\n", "\"shedscope\"", "\"world\"",
    ]), 0..40)) {
        swallow(pieces.concat().as_bytes());
    }

    #[test]
    fn lines_of_a_conf(lines in vec((
        prop::sample::select(vec![
            "loadBalancerLoadSheddingStrategy", "loadBalancerLoadPlacementStrategy", "loadManagerClassName",
            "minUnloadMessage", "maxUnloadPercentage", "loadBalancerEnabled", "loadBalancerCPUResourceWeight",
            "loadBalancerBrokerOverloadedThresholdPercentage", "loadBalancerHistoryResourcePercentage",
            "shedscope.release", "# shedscope.strategy", "PULSAR_PREFIX_minUnloadMessage", "- minUnloadMessage",
            "loadBalancerBandwithInResourceWeight", "loadBalancer.x", "minUnloadMesage", "clusterName", "\\u0041\\",
        ]),
        prop::sample::select(vec!["=", ": ", " ", "", " = \\\n "]),
        prop_oneof![
            "[0-9.eE+*% -]{0,12}",
            "\\PC{0,12}",
            Just("true".to_owned()),
            Just("x.AvgShedder".to_owned()),
            Just("org.apache.pulsar.broker.loadbalance.impl.AvgShedder".to_owned()),
        ],
    ), 0..20)) {
        let text: String = lines.iter().map(|(key, separator, value)| format!("{key}{separator}{value}\n")).collect();
        swallow(text.as_bytes());
    }

    #[test]
    fn lines_of_metrics(lines in vec((
        prop::sample::select(vec!["pulsar_lb_cpu_usage", "brk_lb_memory_usage", "lb_bandwidth_in_usage", "up", "# TYPE", "$ curl", ""]),
        prop::sample::select(vec!["{broker=\"a\"}", "{broker=\"b:1\",x=\"\"}", "{}", "", "{broker=\"\\n\"}", "{broker=\"a", "{x=1}", " { , }"]),
        prop_oneof![" [0-9.eE+-]{0,8}", " \\PC{0,8}", Just(" NaN".to_owned()), Just(" +Inf 17".to_owned())],
    ), 0..20)) {
        let text: String = lines.iter().map(|(name, labels, value)| format!("{name}{labels}{value}\n")).collect();
        swallow(text.as_bytes());
    }

    #[test]
    fn own_metrics_are_read_back(brokers in vec((name(), percents()), 1..8), is_extensible in any::<bool>()) {
        check_metrics(&brokers, is_extensible);
    }

    #[test]
    fn accidents(seed in 0..SEEDS.len(), accidents in vec(accident(), 1..6)) {
        let mut bytes = SEEDS[seed].to_vec();
        for accident in &accidents {
            happen(&mut bytes, accident);
        }
        swallow(&bytes);
    }

    #[test]
    fn written_variants_are_read_back(
        shedder in 0..SHEDDERS.len(),
        placement in 0..PLACEMENTS.len(),
        release in prop::sample::select(Release::ALL.to_vec()),
        shares in vec(prop::option::of(0.0..=1.0_f64), SETTINGS.len()),
    ) {
        let mut variant = Variant::new(SHEDDERS[shedder].id, PLACEMENTS[placement].id, release);
        for (row, share) in SETTINGS.iter().zip(shares) {
            let Some(share) = share else { continue };
            let ValueType { kind, min, max } = row.value_type;
            let value = min + (max - min) * share;
            variant.settings.set(row.key, if kind == Kind::Real { value } else { value.round() });
        }
        let text = write_conf(&variant);
        let reading = conf::read(&text, &Variant::new("OverloadShedder", "random", Release::V4_0)).unwrap();
        prop_assert_eq!(reading.variant.settings_in_force(), variant.settings_in_force(), "{}", text);
        let pinned = Variant { settings: reading.variant.settings.clone(), ..variant };
        prop_assert_eq!(reading.variant, pinned, "{}", text);
    }

    #[test]
    fn reported_usage_is_the_usage_of_the_world(reports in vec(report(), 1..6)) {
        check_usage(&reports);
    }
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}-[0-9]:8080",
        "\\PC{1,12}",
        "[\"\\\\{}=, a]{1,6}b"
    ]
    .prop_filter("a name", |name| !name.trim().is_empty())
}

fn percents() -> impl Strategy<Value = [f32; 5]> {
    let percent = || {
        prop_oneof![
            0.0_f32..=100.0,
            0.0_f32..=1e-3,
            100.0_f32..=10_000.0,
            Just(0.0)
        ]
    };
    [percent(), percent(), percent(), percent(), percent()]
}

/// A text of ours gives the percentages that went in, to the bit, and an import the usages.
fn check_metrics(brokers: &[(String, [f32; 5])], is_extensible: bool) {
    let given: BTreeMap<&str, [f32; 5]> = brokers
        .iter()
        .map(|(name, percents)| (name.as_str(), *percents))
        .collect();
    let given: Vec<(&str, [f32; 5])> = given.into_iter().collect();
    let text = exposition(&given, is_extensible).joined();
    let mut usages = prometheus::Usages::default();
    prometheus::read(&mut usages, "own", &text).unwrap();
    assert_eq!(usages.brokers.len(), given.len(), "{text}");
    for (usage, (name, percents)) in usages.brokers.iter().zip(&given) {
        assert_eq!(
            (
                &*usage.name,
                usage.percents.map(|percent| percent.map(|it| it as f32))
            ),
            (*name, percents.map(Some)),
            "{text}"
        );
    }
    let import = import(&[File::new("own", text.as_bytes())], &base()).unwrap();
    let world = World::new(&import.scenario.world);
    let load = fresh_report(&world, &world.first_owners());
    for (name, percents) in &given {
        let broker = load
            .brokers
            .iter()
            .find(|broker| &*broker.name == *name)
            .unwrap();
        for (resource, percent) in Resource::ALL.into_iter().zip(*percents) {
            let played = broker.readings.of(resource).percent_f32();
            assert!(
                (played - percent).abs() <= percent * 1e-6,
                "{name}: {played} for {percent}"
            );
        }
    }
}

fn exposition<'a>(given: &[(&'a str, [f32; 5])], is_extensible: bool) -> Exposition<'a> {
    let usage = ResourceUsage {
        max_ema: 0.5,
        max: 0.25,
    };
    Exposition {
        cluster: "c",
        release: Release::Y2026,
        is_extensible,
        brokers: given
            .iter()
            .map(|&(name, usage_percent)| BrokerGauges {
                name,
                usage_percent,
                resource_usage: Some(usage),
            })
            .collect(),
        leader: Leader {
            name: given[0].0,
            unloaded_brokers: 1,
            unloaded_bundles: 2,
            breakdown: Vec::new(),
            usage_stats: None,
        },
    }
}

/// A reading, as (usage, limit): measured, without a limit, or not measured.
fn reading(most: f64) -> impl Strategy<Value = (f64, f64)> {
    prop_oneof![
        8 => (0.0..=1.3_f64, 1.0..=most).prop_map(|(share, limit)| (share * limit, limit)),
        1 => Just((-1.0, -1.0)),
        1 => Just((0.0, 0.0)),
        1 => (1.0..=most).prop_map(|limit| (0.0, limit)),
    ]
}

fn rate() -> impl Strategy<Value = f64> {
    prop_oneof![2 => Just(0.0), 5 => 0.0..1e6_f64, 1 => 0.0..1e-3_f64]
}

type Generated = (Vec<(f64, f64)>, Vec<[f64; 4]>);

fn report() -> impl Strategy<Value = Generated> {
    let readings = (
        reading(6400.0),
        reading(65536.0),
        reading(65536.0),
        reading(1e7),
        reading(1e7),
    );
    let readings = readings.prop_map(|(cpu, memory, direct, network_in, network_out)| {
        vec![cpu, memory, direct, network_in, network_out]
    });
    (readings, vec([rate(), rate(), rate(), rate()], 0..6))
}

const FIELDS: [&str; 5] = [
    "cpu",
    "memory",
    "directMemory",
    "bandwidthIn",
    "bandwidthOut",
];

fn check_usage(reports: &[Generated]) {
    let documents: Vec<Value> = reports
        .iter()
        .enumerate()
        .map(|(index, report)| to_json_value(index, report))
        .collect();
    let text = Value::Array(documents).to_string();
    let import = import(&[File::new("reports", text.as_bytes())], &base()).unwrap();
    let world = World::new(&import.scenario.world);
    let load = fresh_report(&world, &world.first_owners());
    for (index, (readings, bundles)) in reports.iter().enumerate() {
        let broker = &load.brokers[index];
        for (resource, (usage, limit)) in Resource::ALL.into_iter().zip(readings) {
            let percent = if *limit > 0.0 {
                usage / limit * 100.0
            } else {
                0.0
            };
            let played = broker.readings.of(resource);
            if *limit > 0.0 && played.limit <= 0.0 {
                // Bundles carry traffic where (nearly) none was measured: no limit is large enough.
                assert!(percent < 1e-3, "{resource:?} of {text}");
                continue;
            }
            assert!(
                (played.percent() - percent).abs() <= 1e-9 * percent,
                "{resource:?}: {percent} {played:?} of {text}"
            );
        }
        assert_eq!(broker.bundles.len(), bundles.len());
        for (slot, rate) in broker.rates.to_array().into_iter().enumerate() {
            let sum: f64 = bundles.iter().map(|rates| rates[slot]).sum();
            assert!((rate - sum).abs() <= 1e-9 * sum);
        }
    }
}

fn to_json_value(index: usize, (readings, bundles): &Generated) -> Value {
    let mut report = json!({"brokerId": format!("b{index}:8080")});
    for (field, (usage, limit)) in FIELDS.into_iter().zip(readings) {
        report[field] = json!({"usage": usage, "limit": limit});
    }
    let mut stats = serde_json::Map::new();
    for (number, rates) in bundles.iter().enumerate() {
        let [rate_in, rate_out, bytes_in, bytes_out] = rates;
        stats.insert(
            format!("t/n{index}/0x{number}"),
            json!({"msgRateIn": rate_in, "msgRateOut": rate_out, "msgThroughputIn": bytes_in, "msgThroughputOut": bytes_out}),
        );
    }
    report["bundles"] = stats.keys().cloned().collect();
    report["lastStats"] = Value::Object(stats);
    report
}
