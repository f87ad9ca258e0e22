//! Load reports: how they are read, and what is made of odd numbers in them.

use std::path::Path;

use shedscope::systems::shedding::import::{File, Import, import, import_pasted};
use shedscope::systems::shedding::manager::fresh_report;
use shedscope::systems::shedding::manager::weighted_max;
use shedscope::systems::shedding::model::usage::{Resource, Weights, weighted_usage};
use shedscope::systems::shedding::model::world::World;
use shedscope::systems::shedding::settings::{Key, Settings};
use shedscope::systems::shedding::strategy::is_offered;
use shedscope::systems::shedding::{BundleId, Explain, LoadData, Rule};

use super::build::{MIB, at, scenario, threshold};
use super::facts::Facts;
use super::played::Played;

fn load_of(import: &Import) -> LoadData {
    let world = World::new(&import.scenario.world);
    fresh_report(&world, &world.first_owners())
}

fn pasted(text: &str) -> Import {
    import_pasted(text, &scenario(at(&[0.0]), threshold(), 1)).unwrap()
}

/// What files of `tests/files/reports/` come to together.
fn of_files(names: &[&str]) -> Import {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files/reports");
    let bytes: Vec<Vec<u8>> = names
        .iter()
        .map(|name| std::fs::read(directory.join(name)).unwrap())
        .collect();
    let files: Vec<File<'_>> = names
        .iter()
        .zip(&bytes)
        .map(|(name, bytes)| File::new(name, bytes))
        .collect();
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
    facts.near(
        "direct_percent",
        load.brokers[0]
            .readings
            .of(Resource::DirectMemory)
            .percent(),
    );
    // The extensible manager still counts heap memory, as all did in 2.x.
    let all = settings
        .with(Key::MemoryWeight, 1.0)
        .with(Key::DirectMemoryWeight, 1.0);
    facts.near(
        "score_of_five",
        weighted_max(&load.brokers[0].readings, &all).0,
    );
    let mut bundles = load.bundles.iter().enumerate();
    let offered = bundles
        .by_ref()
        .filter(|(id, bundle)| is_offered(BundleId(*id as u32), bundle, &mut Explain::disabled()));
    assert_eq!(offered.count(), facts.count("sheddable_bundles"));
    assert_eq!(load.bundles.len(), 1);
}

pub fn busy_without_bytes(facts: &Facts) {
    let import = of_files(&["quiet-statistics.json", "list.json"]);
    assert!(says(
        &import.assumed,
        "A contradiction: the broker counts traffic, its bundles have none"
    ));
    let told = Played::of(&import.scenario).told(1);
    let busy = "quay-7:8080";
    assert!(
        told.whose(Rule::UnderAverageLine, false)
            .contains(&busy.to_owned())
    );
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
    facts.near(
        "score_weight_1",
        score(
            &load,
            &Settings::default().with(Key::DirectMemoryWeight, 1.0),
        ),
    );
    assert!(
        says(&import.ignored, "so it is not the score"),
        "{:#?}",
        import.ignored
    );
}

pub fn not_a_number(facts: &Facts) {
    // What a store keeps beside the reports is read, said, and changes nothing.
    let (with, without) = (
        of_files(&["load-factors.json", "list.json"]),
        of_files(&["list.json"]),
    );
    assert_eq!(with.scenario, without.scenario);
    for field in facts.names("broken_fields") {
        assert!(
            says(&with.ignored, &format!("NaN is taken as missing: {field}")),
            "{:#?}",
            with.ignored
        );
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
    let [broker] = &import.scenario.world.brokers[..] else {
        panic!("more than one broker")
    };
    assert_eq!(
        (&*broker.name, broker.bundles.len()),
        (name, facts.count("bundles"))
    );
    assert!(
        says(
            &import.ignored,
            &format!("{name} at {}", facts.number("load_percent"))
        ),
        "{:#?}",
        import.ignored
    );
    assert!(says(&import.assumed, "name no bundles"));
}
