//! Other people's files in, Prometheus texts out.

use shedscope::engine::limits::MAX_FILE_BYTES;
use shedscope::simulator::Source;

use super::*;

fn source(name: &str, bytes: &[u8]) -> Source {
    Source {
        name: name.to_owned(),
        bytes: bytes.to_vec(),
    }
}

fn import(
    base: &SharedSession,
    sources: &[Source],
) -> (SharedSession, shedscope::simulator::Findings) {
    let imported = (SHEDDING.import)(&base.document(), sources).unwrap();
    (
        (SHEDDING.open)(&imported.document).unwrap(),
        imported.findings,
    )
}

#[test]
fn a_broker_conf_sets_strategy_and_settings_and_leaves_the_brokers() {
    let base = opening();
    let conf = b"loadBalancerLoadSheddingStrategy=org.apache.pulsar.broker.loadbalance.impl.OverloadShedder\nloadBalancerBrokerOverloadedThresholdPercentage=70\n";
    let (opened, findings) = import(&base, &[source("broker.conf", conf)]);
    assert_eq!(opened.choices(0)[0].selected, "OverloadShedder");
    assert_eq!(
        field(
            &opened,
            0,
            "loadBalancerBrokerOverloadedThresholdPercentage"
        )
        .value,
        70.0
    );
    assert_eq!(opened.entity_table(brokers()), base.entity_table(brokers()));
    assert!(!findings.understood.is_empty());
}

#[test]
fn reports_and_metrics_make_brokers_together() {
    let reports = include_bytes!("../files/reports/list.json");
    let metrics = include_bytes!("../files/metrics/quays.txt");
    let (opened, findings) = import(
        &opening(),
        &[source("reports", reports), source("metrics", metrics)],
    );
    assert!(
        opened.title().starts_with("Your cluster"),
        "{}",
        opened.title()
    );
    assert!((value(&opened, brokers(), 0, "cpu").number().unwrap() - 40.5).abs() < 1e-9);
    assert!(!findings.understood.is_empty() && !findings.assumed.is_empty());
    complete(&*opened);
}

#[test]
fn a_scenario_opens_as_it_is() {
    let thousand = preset("thousand");
    let (opened, findings) = import(
        &opening(),
        &[source("mine.json", thousand.document().as_bytes())],
    );
    assert_eq!(opened.document(), thousand.document());
    assert!(
        findings.understood[0].starts_with("mine.json: a scenario of Shedscope with 1000 brokers"),
        "{findings:?}"
    );
}

#[test]
fn bad_files_say_where_and_what_would_be_right() {
    let base = opening().document();
    let huge = vec![b' '; MAX_FILE_BYTES + 1];
    let document = base.replace("\"cpu\"", "\"cpus\"");
    let cases: [(&[u8], Judge); 5] = [
        (b"", |cause| matches!(cause, Cause::Empty { .. })),
        (b"\x00\x01", |cause| *cause == Cause::Binary { at: 0 }),
        (b"{\"shedscope\": 2", |cause| *cause == Cause::CutOff),
        (
            document.as_bytes(),
            |cause| matches!(cause, Cause::Shape { error } if error.contains("cpus")),
        ),
        (&huge, |cause| {
            *cause == Cause::too_large(MAX_FILE_BYTES + 1, MAX_FILE_BYTES)
        }),
    ];
    for (bytes, is_right) in cases {
        let problem = (SHEDDING.import)(&base, &[source("mine", bytes)]).unwrap_err();
        assert!(
            problem.place.starts_with("mine") && is_right(&problem.cause),
            "{problem}"
        );
    }
    assert!((SHEDDING.import)(&base, &[]).is_err());
}

#[test]
fn documents_go_out_and_come_in_again() {
    for preset in (SHEDDING.presets)() {
        let document = super::preset(preset.id).document();
        assert_eq!(
            (SHEDDING.open)(&document).unwrap().document(),
            document,
            "{}",
            preset.id
        );
    }
    let why = |text: &str| (SHEDDING.open)(text).err().unwrap().to_string();
    let document = opening().document();
    assert!(why("{").contains("cut off"));
    assert!(why(&document.replace("\"rounds\": 60", "\"rounds\": 0")).contains("rounds"));
    assert!(
        why(&document.replace("broker-2", "broker-1")).contains("another broker has this name")
    );
}

#[test]
fn what_is_exported_of_a_round_comes_in_again() {
    let session = opening();
    assert!(session.has_exports() && session.imports().starts_with("A broker.conf"));
    let exports = (SHEDDING.export)(&session.document(), 0, 0).unwrap();
    let labels: Vec<&str> = exports.iter().map(|export| export.label.as_str()).collect();
    assert_eq!(labels[..3], ["everything", "leader", "broker-1"]);
    assert_eq!(exports.len(), 8);
    assert_eq!(exports[2].file, "broker-1.prom");
    assert!(
        exports[2].text.contains("pulsar_lb_cpu_usage") && !exports[2].text.contains("broker-2")
    );
    let emptied = edited(&session, cell(brokers(), 0, "cpu", number(1.0)));
    let (opened, _) = import(&emptied, &[source("metrics", exports[0].text.as_bytes())]);
    let usage = |session: &SharedSession| value(session, brokers(), 0, "cpu").number().unwrap();
    assert!(
        (usage(&opened) - usage(&session)).abs() < 1e-3,
        "{}",
        usage(&opened)
    );
}

#[test]
fn the_leaders_counters_rise_with_the_rounds() {
    let document = opening().document();
    let unloaded = |round: usize| -> f64 {
        let exports = (SHEDDING.export)(&document, 0, round).unwrap();
        let everything = exports[0].text.clone();
        let lines = everything
            .lines()
            .filter(|line| line.starts_with("pulsar_lb_unload_bundle_total"));
        lines
            .filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok())
            .sum()
    };
    assert_eq!(unloaded(0), 0.0);
    assert!(unloaded(20) > 0.0);
    assert_eq!(
        unloaded(59),
        unloaded(100_000),
        "past the end it is the last round"
    );
    assert_eq!(
        (SHEDDING.export)(&document, 7, 0).unwrap_err().place,
        "variant"
    );
}

/// The value of the first sample of a metric.
fn sample(text: &str, metric: &str) -> f64 {
    let line = text
        .lines()
        .find(|line| line.starts_with(&format!("{metric}{{")))
        .unwrap_or_else(|| panic!("{metric}"));
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn each_broker_has_its_own_text_and_the_counters_are_the_leaders_alone() {
    let session = opening();
    complete(&*session);
    let place = session
        .metrics()
        .iter()
        .position(|metric| metric.label == "Bundles moved")
        .unwrap();
    let first = (0..60).find(|index| session.is_eventful(*index)).unwrap();
    for (round, counted) in [(0, [0.0, 0.0]), (first, [4.0, 2.0])] {
        let exports = (SHEDDING.export)(&session.document(), 0, round).unwrap();
        let leader = &exports[1];
        let counters = ["bundle", "broker"]
            .map(|what| sample(&leader.text, &format!("pulsar_lb_unload_{what}_total")));
        assert_eq!(counters, counted, "round {round}");
        assert_eq!(session.measure(0, round)[place], Some(counters[0]));
        let brokers = &exports[2..];
        for export in brokers {
            let usages = export
                .text
                .lines()
                .filter(|line| line.starts_with("pulsar_lb_cpu_usage{"))
                .collect::<Vec<_>>();
            assert!(
                usages.len() == 1 && usages[0].contains(&format!("broker=\"{}\"", export.label)),
                "{usages:?}"
            );
            for resource in ["memory", "directMemory", "bandwidth_in", "bandwidth_out"] {
                sample(&export.text, &format!("pulsar_lb_{resource}_usage"));
            }
        }
        let counting = brokers
            .iter()
            .filter(|export| export.text.contains("unload_bundle_total"))
            .collect::<Vec<_>>();
        assert_eq!(counting.len(), 1, "the leader alone");
        assert!(
            leader
                .text
                .contains(&format!("broker=\"{}\"", counting[0].label))
        );
        let cpu = sample(&exports[2].text, "pulsar_lb_cpu_usage");
        assert!((cpu - usage_percent(&session, round, "broker-1")).abs() < 0.01);
    }
}
