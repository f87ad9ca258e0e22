//! Load reports: how they are read, what is made of odd numbers in them, and when brokers send them.

use std::path::Path;

use shedscope::exchange::{File, Import, import, import_pasted};
use shedscope::shedding::event::Kind;
use shedscope::shedding::extensible::weighted_max;
use shedscope::shedding::settings::{Key, Settings};
use shedscope::shedding::strategy::is_offered;
use shedscope::shedding::usage::{Resource, Weights, weighted_usage};
use shedscope::shedding::world::World;
use shedscope::shedding::{BundleId, LoadData, Rule, Why};

use super::build::{MIB, at, broker, happens, scenario, threshold, with_messages};
use super::facts::{Facts, near};
use super::played::Played;

fn load_of(import: &Import) -> LoadData {
    let world = World::new(&import.scenario.world);
    world.fresh_report(&world.first_owners())
}

fn pasted(text: &str) -> Import {
    import_pasted(text, &scenario(at(&[0.0]), threshold(), 1)).unwrap()
}

/// What files of `tests/files/reports/` come to together.
fn of_files(names: &[&str]) -> Import {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/reports");
    let bytes: Vec<Vec<u8>> = names.iter().map(|name| std::fs::read(directory.join(name)).unwrap()).collect();
    let files: Vec<File<'_>> = names.iter().zip(&bytes).map(|(name, bytes)| File::new(name, bytes)).collect();
    import(&files, &scenario(at(&[0.0]), threshold(), 1)).unwrap()
}

fn says(sentences: &[String], part: &str) -> bool {
    sentences.iter().any(|sentence| sentence.contains(part))
}

fn score(load: &LoadData, settings: &Settings) -> f64 {
    weighted_usage(&load.brokers[0].readings, &Weights::from_settings(settings)).0
}

pub fn no_network(facts: &Facts) {
    let import = pasted(
        r#"{"webServiceUrlTls":"https://pier-1:8443","cpu":{"usage":3.1577712104798255,"limit":100.0},
        "memory":{"usage":609.6469955444336,"limit":1228.0},"directMemory":{"usage":32.0,"limit":1228.0},
        "bandwidthIn":{"usage":0.0,"limit":0.0},"bandwidthOut":{"usage":0.0,"limit":0.0},
        "lastStats":{"pulsar/pulsar/pier-1:8443/0x00000000_0xffffffff":{}}}"#,
    );
    let load = load_of(&import);
    let settings = Settings::default();
    facts.near("score", score(&load, &settings));
    facts.near("direct_percent", load.brokers[0].readings.of(Resource::DirectMemory).percent());
    // The extensible manager still counts heap memory, as all did in 2.x.
    let all = settings.with(Key::MemoryWeight, 1.0).with(Key::DirectMemoryWeight, 1.0);
    facts.near("score_of_five", weighted_max(&load.brokers[0].readings, &all).0);
    let mut bundles = load.bundles.iter().enumerate();
    let offered = bundles.by_ref().filter(|(id, bundle)| is_offered(BundleId(*id as u32), bundle, &mut Why::silent()));
    assert_eq!(offered.count(), facts.count("sheddable_bundles"));
    assert_eq!(load.bundles.len(), 1);
}

pub fn busy_without_bytes(facts: &Facts) {
    let import = of_files(&["quiet-statistics.json", "list.json"]);
    assert!(says(&import.assumed, "A contradiction: the broker counts traffic, its bundles have none"));
    let told = Played::of(&import.scenario).told(1);
    let busy = "quay-7:8080";
    assert!(told.whose(Rule::UnderAverageLine, false).contains(&busy.to_owned()));
    let test = told.test(Rule::AmountTooSmall, busy);
    facts.near("planned", test.left.number());
    facts.near("minimum_mib", test.right.number() / MIB);
    assert!(test.holds);
    assert_eq!(told.selected(), 0);
}

pub fn largest_is_not_the_score(facts: &Facts) {
    let import = pasted(
        r#"{"brokerId":"pier-1:8080","cpu":{"usage":7.311714728372232,"limit":800.0},
        "memory":{"usage":124.0,"limit":2096.0},"directMemory":{"usage":36.0,"limit":256.0},
        "bandwidthIn":{"usage":0.83,"limit":10000000.0},"bandwidthOut":{"usage":0.72,"limit":10000000.0},
        "maxResourceUsage":0.140625}"#,
    );
    let load = load_of(&import);
    facts.near("score_weight_0", score(&load, &Settings::default()));
    facts.near("score_weight_1", score(&load, &Settings::default().with(Key::DirectMemoryWeight, 1.0)));
    assert!(says(&import.ignored, "so it is not the score"), "{:#?}", import.ignored);
}

pub fn not_a_number(facts: &Facts) {
    // What a store keeps beside the reports is read, said, and changes nothing.
    let (with, without) = (of_files(&["load-factors.json", "list.json"]), of_files(&["list.json"]));
    assert_eq!(with.scenario, without.scenario);
    for field in facts.names("broken_fields") {
        assert!(says(&with.ignored, &format!("NaN is taken as missing: {field}")), "{:#?}", with.ignored);
    }
}

pub fn from_a_topic(facts: &Facts) {
    let name = facts.name("broker");
    let text = format!(
        "----- got message -----\nkey:[{name}], properties:[], content:{{\"cpu\":{{\"usage\":9.5,\"limit\":400.0}},\
        \"directMemory\":{{\"usage\":64.0,\"limit\":512.0}},\"bundleCount\":4,\"maxResourceUsage\":0.125,\
        \"weightedMaxEMA\":{},\"updatedAt\":1710000060000,\"reportedAt\":1710000000000}}\n",
        facts.number("load_percent") / 100.0
    );
    let import = pasted(&text);
    let [broker] = &import.scenario.world.brokers[..] else { panic!("more than one broker") };
    assert_eq!((&*broker.name, broker.bundles.len()), (name, facts.count("bundles")));
    assert!(says(&import.ignored, &format!("{name} at {}", facts.number("load_percent"))), "{:#?}", import.ignored);
    assert!(says(&import.assumed, "name no bundles"));
}

pub fn changed_enough(facts: &Facts) {
    let mut brokers = vec![broker("broker-1", 10.0), broker("broker-2", 10.0), broker("broker-3", 10.0)];
    brokers[0] = with_messages(brokers[0].clone(), &[3.0]);
    let mut scenario = scenario(brokers, threshold(), 1);
    let since_last_s = facts.count("since_last_s");
    for (key, value) in [(Key::FreshReports, 0.0), (Key::SamplePhaseS, since_last_s as f64)] {
        scenario.lanes[0].settings.set(key, value);
    }
    // An event goes up to a hundredfold, so the second makes the rest.
    let rest = facts.number("factor") / 100.0;
    happens(&mut scenario, 10, Kind::Traffic, "*", 10_000.0, 0);
    happens(&mut scenario, 10, Kind::Traffic, "*", rest * 100.0, 0);
    let told = Played::of(&scenario).told(1);
    let test = told.test(Rule::ChangeIsReported, "broker-1");
    assert!(test.holds);
    facts.near("change_percent", test.left.number());
    let test = told.test(Rule::ReportIsOverdue, "broker-1");
    assert!(!test.holds);
    near(test.left.number() * 60.0, since_last_s as f64, "seconds since the last report");
    // From nothing to nothing is no change.
    let test = told.test(Rule::ChangeIsReported, "broker-2");
    assert_eq!((test.left.number(), test.holds), (0.0, false));

    // From nothing to anything is infinitely much.
    let bundle = scenario.world.brokers[0].bundles[0].name.clone();
    scenario.world.events.clear();
    happens(&mut scenario, 10, Kind::Unload, &bundle, 0.0, 0);
    let played = Played::of(&scenario);
    let (_, to) = &played.placed(1)[0];
    let test = played.told(1).test(Rule::ChangeIsReported, to);
    assert_eq!((test.left.number(), test.holds), (f64::INFINITY, true));
}
