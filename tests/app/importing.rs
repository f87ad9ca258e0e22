//! Files and pasted texts: the job that reads them, and what becomes of the page.

use super::page::Page;
use serde_json::{Value, json};
use shedscope::app::jobs::{Job, JobResult, document_system, perform};
use shedscope::app::session::{Action, Dialog, Import, Shared};
use shedscope::simulator::{Cell, Findings, Source, TableRef};
use shedscope::systems;

const BROKERS: TableRef = TableRef::top("brokers");

const CONF: &str = "# a comment
loadBalancerLoadSheddingStrategy=org.apache.pulsar.broker.loadbalance.impl.ThresholdShedder
loadBalancerBrokerThresholdShedderPercentage=25
loadBalancerBrokerTresholdShedderPercentage=7
loadBalancerSheddingIntervalMinutes=5
managedLedgerDefaultEnsembleSize=3
";

/// A load report as a broker of the modular load manager publishes it.
fn report(broker: &str, cpu: f64, bundles: &[(String, f64)]) -> Value {
    let stats = bundles.iter().map(|(name, rate)| {
        let stats = json!({
            "msgRateIn": rate, "msgThroughputIn": rate * 1000.0, "msgRateOut": rate, "msgThroughputOut": rate * 1000.0,
            "consumerCount": 2, "producerCount": 1, "topics": 3, "cacheSize": 0,
        });
        (name.clone(), stats)
    });
    let sum: f64 = bundles.iter().map(|(_, rate)| rate).sum();
    json!({
        "webServiceUrl": format!("http://{broker}:8080"), "pulsarServiceUrl": format!("pulsar://{broker}:6650"),
        "cpu": {"usage": cpu * 4.0, "limit": 400.0}, "memory": {"usage": 512.0, "limit": 2048.0},
        "directMemory": {"usage": 64.0, "limit": 4096.0},
        "bandwidthIn": {"usage": sum * 8.0, "limit": 1e6}, "bandwidthOut": {"usage": sum * 8.0, "limit": 1e6},
        "msgThroughputIn": sum * 1000.0, "msgThroughputOut": sum * 1000.0, "msgRateIn": sum, "msgRateOut": sum,
        "lastUpdate": 1_700_000_000_000_u64, "lastStats": stats.collect::<serde_json::Map<_, _>>(),
        "bundles": bundles.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "numBundles": bundles.len(), "numTopics": bundles.len() * 3, "brokerVersionString": "4.0.1",
        "loadManagerClassName": "org.apache.pulsar.broker.loadbalance.impl.ModularLoadManagerImpl",
        "loadReportType": "LocalBrokerData",
    })
}

fn bundle(namespace: &str, part: u8) -> String {
    format!("{namespace}/0x{part}0000000_0x{part}fffffff")
}

fn busy() -> Value {
    let orders = |part| bundle("shop/orders", part);
    report(
        "busy",
        85.0,
        &[
            (orders(0), 3000.0),
            (orders(1), 2000.0),
            (bundle("shop/bills", 2), 1000.0),
        ],
    )
}

fn calm() -> Value {
    report("calm", 20.0, &[(bundle("shop/orders", 3), 500.0)])
}

fn idle() -> Value {
    report("idle", 3.0, &[])
}

/// A value with one of its fields replaced.
fn with(mut value: Value, field: &str, to: Value) -> Value {
    value[field] = to;
    value
}

fn scenario() -> Value {
    json!({
        "shedscope": 2, "system": "shedding", "title": "Mine", "notes": ["Look here."], "rounds": 12,
        "variants": [{"strategy": "ThresholdShedder", "placement": "LeastLongTermMessageRate", "release": "4.0"}],
        "world": {"brokers": [
            {"name": "one", "bundles": [{"name": "a/b/0x00000000_0xffffffff", "cpu": 60}]}, {"name": "two"},
        ]},
    })
}

fn source(name: &str, bytes: impl Into<Vec<u8>>) -> Source {
    Source {
        name: name.to_owned(),
        bytes: bytes.into(),
    }
}

fn read(page: &Page, sources: Vec<Source>) -> Result<Import, String> {
    let base = document_system(&sources)
        .is_none()
        .then(|| page.0.document.document());
    match perform(&Job::Import { base, sources }) {
        JobResult::Imported(read) => Ok(Import {
            document: read.document,
            findings: read.findings,
        }),
        JobResult::Failed(problem) => Err(problem),
        other => panic!("{other:?}"),
    }
}

/// Reads a pasted text, as the dialog does, and applies it.
fn paste(page: &mut Page, text: &str) -> Findings {
    page.does(Action::Reading);
    let import = read(page, vec![source("pasted text", text)]).expect("a text that can be read");
    let findings = import.findings.clone();
    page.does(Action::Read(Ok(Shared::new(import))))
        .does(Action::ApplyImport)
        .compute();
    assert_eq!(page.0.notice, None);
    findings
}

fn names(page: &Page) -> Vec<String> {
    let rows = page.0.document.entity_table(BROKERS).expect("brokers").rows;
    (0..rows)
        .map(|row| page.0.document.entity_name(BROKERS, row))
        .collect()
}

fn column(page: &Page, name: &str) -> Vec<f64> {
    let table = page.0.document.entity_table(BROKERS).expect("brokers");
    let place = table
        .columns
        .iter()
        .position(|column| column.id == name)
        .expect("a column");
    let rows = page
        .0
        .document
        .entity_rows(BROKERS, &(0..table.rows).collect::<Vec<_>>());
    rows.iter()
        .map(|row| row.cells[place].number().expect("a number"))
        .collect()
}

fn selected(page: &Page) -> String {
    page.0.document.choices(0)[0].selected.clone()
}

#[test]
fn a_broker_conf_says_what_became_of_each_key() {
    let mut page = Page::first("shedding");
    let (before, brokers) = (page.0.run.digest(0), page.0.document.entity_table(BROKERS));
    let Findings {
        understood,
        assumed,
        ignored,
    } = paste(&mut page, CONF);
    let understood = understood.join("\n");
    assert!(
        understood.contains("loadBalancerBrokerThresholdShedderPercentage = 25"),
        "{understood}"
    );
    assert!(understood.contains("ThresholdShedder"), "{understood}");
    let all = format!(
        "{understood}\n{}\n{}",
        assumed.join("\n"),
        ignored.join("\n")
    );
    let slip = all
        .lines()
        .find(|line| line.contains("loadBalancerBrokerTresholdShedderPercentage = 7"))
        .expect("the slip");
    assert!(
        slip.contains("loadBalancerBrokerThresholdShedderPercentage"),
        "{slip}"
    );
    assert!(ignored.join("\n").contains("1 other key"), "{ignored:?}");
    assert_eq!(selected(&page), "ThresholdShedder");
    assert_eq!(page.0.document.entity_table(BROKERS), brokers);
    assert_ne!(page.0.run.digest(0), before);
}

#[test]
fn load_reports_in_every_shape_become_the_brokers() {
    let (busy_, calm_, idle_) = (busy(), calm(), idle());
    let pretty = serde_json::to_string_pretty(&calm_).expect("JSON");
    for (text, expected) in [
        (busy_.to_string(), vec!["busy:8080"]),
        (
            json!([busy_, calm_, idle_]).to_string(),
            vec!["busy:8080", "calm:8080", "idle:8080"],
        ),
        (
            json!({"host-a:8080": busy_, "host-b:8080": calm_}).to_string(),
            vec!["host-a:8080", "host-b:8080"],
        ),
        (
            format!("{busy_}\n{pretty}\n\n{idle_}"),
            vec!["busy:8080", "calm:8080", "idle:8080"],
        ),
    ] {
        let mut page = Page::first("shedding");
        paste(&mut page, &text);
        let mut found = names(&page);
        let busiest = found
            .iter()
            .position(|name| name.contains("busy") || name.contains("host-a"))
            .expect("a broker");
        assert!((column(&page, "cpu")[busiest] - 85.0).abs() < 1e-9);
        assert_eq!(column(&page, "bundles")[busiest], 3.0);
        found.sort_unstable();
        assert_eq!(found, expected);
        assert!(
            page.0.document.title().starts_with("Your cluster: "),
            "{}",
            page.0.document.title()
        );
        assert_eq!(page.0.origin.preset, None);
    }
}

#[test]
fn what_real_reports_lack_is_assumed_and_said() {
    let mut odd = busy();
    odd["bandwidthIn"] = json!({"usage": 0, "limit": 0});
    odd["bandwidthOut"] = json!({"usage": -1, "limit": -1});
    odd.as_object_mut().expect("an object").remove("memory");
    let text = odd
        .to_string()
        .replace("\"msgRateIn\":6000.0", "\"msgRateIn\":NaN");
    assert!(text.contains("NaN"));
    let mut page = Page::first("shedding");
    let assumed = paste(&mut page, &text).assumed.join("\n");
    for words in ["NaN", "Without a limit (-1 or 0)", "Not in the report"] {
        assert!(assumed.contains(words), "{words}: {assumed}");
    }
    assert_eq!(names(&page), ["busy:8080"]);
}

fn metrics(usages: &[(&str, f64, f64)]) -> String {
    let line = |(broker, cpu, memory): &(&str, f64, f64)| {
        format!(
            "pulsar_lb_cpu_usage{{cluster=\"c\",broker=\"{broker}\",metric=\"loadBalancing\"}} {cpu}\n\
             pulsar_lb_memory_usage{{cluster=\"c\",broker=\"{broker}\"}} {memory}\n"
        )
    };
    usages.iter().map(line).collect()
}

#[test]
fn metrics_of_the_brokers_at_hand_set_their_usages_alone() {
    let mut page = Page::first("shedding");
    let (cpu, bundles, strategy, digest) = (
        column(&page, "cpu"),
        column(&page, "bundles"),
        selected(&page),
        page.0.run.digest(0),
    );
    let findings = paste(
        &mut page,
        &metrics(&[("broker-1", 33.0, 10.0), ("broker-6", 71.5, 20.0)]),
    );
    assert!(
        findings
            .understood
            .join("\n")
            .contains("the usages of 2 brokers"),
        "{findings:?}"
    );
    let after = column(&page, "cpu");
    assert!(
        (after[0] - 33.0).abs() < 1e-9 && (after[5] - 71.5).abs() < 1e-9,
        "{after:?}"
    );
    assert_eq!(after[1..5], cpu[1..5]);
    assert_eq!(
        (column(&page, "bundles"), selected(&page)),
        (bundles, strategy)
    );
    assert_ne!(page.0.run.digest(0), digest);
    page.does(Action::History(page.0.history.undo().expect("an edit")))
        .compute();
    assert_eq!(page.0.run.digest(0), digest);
}

#[test]
fn metrics_of_other_brokers_become_a_cluster_without_bundles() {
    let mut page = Page::first("shedding");
    let text = format!(
        "# TYPE pulsar_lb_cpu_usage gauge\nup 1\n{}",
        metrics(&[("east", 80.0, 5.0), ("west", 20.0, 5.0)])
    );
    let findings = paste(&mut page, &text);
    let ignored = findings.ignored.join("\n");
    assert!(
        ignored.contains("other metrics, such as ") && ignored.contains("up"),
        "{ignored}"
    );
    assert_eq!(names(&page), ["east", "west"]);
    assert_eq!(
        (column(&page, "cpu"), column(&page, "bundles")),
        (vec![80.0, 20.0], vec![0.0, 0.0])
    );
    assert_eq!(
        page.0.document.title(),
        "Your cluster: 2 brokers, no bundles"
    );
}

#[test]
fn conf_and_reports_of_several_files_are_read_together() {
    let mut page = Page::first("shedding");
    let sources = vec![
        source("broker.conf", CONF),
        source("busy.json", busy().to_string()),
        source("calm.json", calm().to_string()),
        source("idle.json", idle().to_string()),
    ];
    page.does(Action::Reading);
    let import = read(&page, sources).expect("files that can be read");
    assert!(
        import
            .findings
            .understood
            .join("\n")
            .contains("broker.conf"),
        "{:?}",
        import.findings
    );
    page.does(Action::Read(Ok(Shared::new(import))))
        .does(Action::ApplyImport)
        .compute();
    let mut found = names(&page);
    found.sort_unstable();
    assert_eq!(
        (found, selected(&page)),
        (
            vec!["busy:8080".into(), "calm:8080".into(), "idle:8080".into()],
            "ThresholdShedder".into()
        )
    );
}

#[test]
fn a_document_opens_as_it_is_whichever_system_it_is_of() {
    let mut page = Page::first("shedding");
    let findings = paste(&mut page, &scenario().to_string());
    let understood = findings.understood.join("\n");
    assert!(
        understood.contains("a scenario of Shedscope with 2 brokers and 1 bundle"),
        "{understood}"
    );
    assert_eq!(names(&page), ["one", "two"]);
    assert_eq!(
        (page.0.document.title(), page.0.document.rounds()),
        ("Mine", 12)
    );
    assert_eq!(page.0.document.notes(), ["Look here."]);
    for entry in systems::SYSTEMS {
        let text = entry.open_first().expect("a preset").document();
        paste(&mut page, &text);
        assert_eq!(
            (page.0.origin.system, page.0.document.document()),
            (entry.info.id, text)
        );
    }
}

#[test]
fn what_is_no_good_is_refused_with_its_place_and_a_remedy() {
    let page = Page::first("shedding");
    let twice = with(calm(), "pulsarServiceUrl", json!("pulsar://other:6650"));
    let thief = report("thief", 40.0, &[(bundle("shop/orders", 0), 100.0)]);
    let rated = |rate: f64| {
        with(
            calm(),
            "lastStats",
            json!({bundle("shop/orders", 3): {"msgRateIn": rate}}),
        )
    };
    let endless = report(
        "one",
        50.0,
        &[(format!("a/{}/0x00000000_0xffffffff", "b".repeat(600)), 1.0)],
    );
    let cut = &json!([busy(), calm()]).to_string()[..700];
    let cases: Vec<(String, &[&str])> = vec![
        (
            String::new(),
            &["pasted text", "it is empty", "give a broker.conf"],
        ),
        (" \n\t ".into(), &["empty"]),
        (cut.into(), &["line 1", "cut off"]),
        (
            "{\n\"cpu\": {\"usage\": 1, \"limit\": 2},\n\"bundles\" [\"a\"]\n}".into(),
            &["line 3", ":"],
        ),
        (
            json!({"hello": "world"}).to_string(),
            &["no load report: it has hello", "broker-stats load-report"],
        ),
        ("[1, 2, 3]".into(), &["entry 1", "no load report"]),
        (
            json!({"cpu": "high", "bundles": []}).to_string(),
            &["cpu", "object with usage and limit belongs here"],
        ),
        (
            json!([calm(), busy(), twice]).to_string(),
            &[
                "entry 3",
                "“calm:8080” is reported twice",
                "keep one report of each broker",
            ],
        ),
        (
            json!([busy(), thief]).to_string(),
            &[
                "entry 2",
                "claimed by two brokers, “busy:8080”",
                "“thief:8080”",
                "a bundle has one owner",
            ],
        ),
        (
            rated(-5.0).to_string(),
            &["msgRateIn", "-5 is negative; give 0 to"],
        ),
        (
            rated(1e200).to_string(),
            &["msgRateIn", "absurdly large; give 0 to"],
        ),
        (
            with(calm(), "cpu", json!({"usage": -40, "limit": 400})).to_string(),
            &["cpu.usage", "-40 is negative"],
        ),
        (
            with(calm(), "cpu", json!({"usage": 1e12, "limit": 1})).to_string(),
            &["cpu", "absurd"],
        ),
        (endless.to_string(), &["bundle", "longer than 512 bytes"]),
        (
            "# HELP pulsar_topics_count x\npulsar_topics_count 3\n".into(),
            &["Prometheus", "load-report"],
        ),
        (
            "pulsar_lb_cpu_usage{broker=\"a\"} much\n".into(),
            &["line 1", "much"],
        ),
        (
            with(scenario(), "shedscope", json!(99)).to_string(),
            &["shedscope", "this Shedscope reads up to 2"],
        ),
        (
            with(scenario(), "surprise", json!(true)).to_string(),
            &["surprise"],
        ),
        (
            with(scenario(), "rounds", json!(10_000_000)).to_string(),
            &["rounds", "1 to 10000"],
        ),
        ("[".repeat(100_000), &["line 1", "recursion limit"]),
    ];
    for (text, words) in cases {
        let start: String = text.chars().take(60).collect();
        let problem = read(&page, vec![source("pasted text", text)])
            .err()
            .unwrap_or_else(|| panic!("{start} is read"));
        for words in words {
            assert!(problem.contains(words), "{start}: {words}: {problem}");
        }
    }
}

#[test]
fn files_that_are_no_good_are_named() {
    let page = Page::first("shedding");
    let utf_16: Vec<u8> = "\u{feff}{}"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let cases: Vec<(Vec<Source>, [&str; 2])> = vec![
        (
            vec![source("photo.png", [0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])],
            ["photo.png", "not a text"],
        ),
        (
            vec![source("conf.gz", [0x1f, 0x8b, 8, 0, 0, 0])],
            ["conf.gz", "unpacked"],
        ),
        (
            vec![source("a.json", utf_16)],
            ["a.json", "save it as UTF-8"],
        ),
        (
            vec![source("a.conf", CONF), source("b.conf", CONF)],
            ["b.conf", "so is a.conf; give one of them"],
        ),
        (
            vec![
                source("busy.json", busy().to_string()),
                source("broken.json", "{\"cpu\":"),
            ],
            ["broken.json", "cut off"],
        ),
    ];
    for (sources, words) in cases {
        let problem = read(&page, sources).expect_err(words[0]);
        assert!(
            words.iter().all(|words| problem.contains(words)),
            "{words:?}: {problem}"
        );
    }
}

#[test]
fn a_refusal_waits_in_the_dialog_and_what_is_open_stays() {
    let mut page = Page::first("shedding");
    let before = page.0.document.clone();
    page.seek(1)
        .does(Action::Reading)
        .does(Action::Read(Err("line 3: …".to_owned())));
    assert_eq!(
        (page.0.dialog, page.0.is_reading),
        (Some(Dialog::Open), false)
    );
    assert!(matches!(&page.0.import, Some(Err(problem)) if problem == "line 3: …"));
    page.does(Action::ApplyImport);
    assert_eq!((&page.0.document, page.0.round), (&before, 1));
    page.does(Action::Dialog(None));
    assert_eq!(
        page.0.import, None,
        "what was found is forgotten with the dialog"
    );
    page.does(Action::Read(Ok(Shared::new(Import {
        document: "{}".to_owned(),
        findings: Findings::default(),
    }))));
    assert_eq!(
        (page.0.import.clone(), page.0.dialog),
        (None, None),
        "nobody waits for it any more"
    );
}

#[test]
fn the_usages_of_a_later_round_can_be_opened_as_the_start_of_another_run() {
    let mut page = Page::first("shedding");
    page.seek(29);
    let usages = |page: &Page| {
        let table = page.0.run.table(0, page.0.round);
        let usage = |cells: &[Cell]| match cells[1] {
            Cell::Number(usage, _) => (usage * 10.0).round(),
            Cell::Text(_) | Cell::Missing(_) => f64::NAN,
        };
        table
            .rows
            .iter()
            .map(|(_, cells)| (cells[0].clone(), usage(cells)))
            .collect::<Vec<_>>()
    };
    let there = usages(&page);
    let job = Job::Export {
        document: page.0.run.document(),
        variant: 0,
        round: 29,
    };
    let JobResult::Exports(texts) = perform(&job) else {
        panic!("no texts")
    };
    paste(&mut page, &texts[0].text);
    assert_eq!((page.0.round, usages(&page)), (0, there));
}
