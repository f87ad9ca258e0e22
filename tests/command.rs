//! The command line, as a person meets it: output, exit codes, and what is said on standard error.
#![cfg(not(target_arch = "wasm32"))]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use shedscope::engine::Timeline;
use shedscope::systems::shedding::model::usage::Resource;
use shedscope::systems::shedding::{Release, Scenario, Simulation, Variant};

/// A directory of its own for a test, gone afterwards.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("shedscope-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn shedscope(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_shedscope")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn with_input(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shedscope"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may end without reading all of it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// Refused with exit code 1, nothing on standard output, and these words on standard error.
fn assert_refused(output: &Output, words: &[&str]) {
    assert_eq!(output.status.code(), Some(1), "{}", err(output));
    assert_eq!(out(output), "");
    for word in words {
        assert!(err(output).contains(word), "{}\nlacks “{word}”", err(output));
    }
    assert!(!err(output).contains("panicked"), "{}", err(output));
}

fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files").join(name).display().to_string()
}

const SCENARIO: &str = r#"{"shedscope":1,"system":"shedding","title":"Two brokers","rounds":12,
    "variants":[{"strategy":"AvgShedder","placement":"AvgShedder","release":"2026","settings":{"minUnloadMessage":1}}],
    "world":{"brokers":[
        {"name":"second","bundles":[
            {"name":"t/n/0x0_0x1","cpu":40,"msg_rate_in":4000,"msg_throughput_in":400000},
            {"name":"t/n/0x1_0x2","cpu":10,"msg_rate_in":500,"msg_throughput_in":100000}]},
        {"name":"first","bundles":[{"name":"t/n/0x2_0x3","cpu":5,"msg_rate_in":1000,"msg_throughput_in":100000}]}]}}"#;

#[test]
fn rounds_as_a_table() {
    let place = Place::new("table");
    let file = place.file("s.json", SCENARIO);
    let output = shedscope(&["run", &file]);
    assert!(output.status.success());
    let text = out(&output);
    assert!(
        text.contains("Two brokers\nAvgShedder (recorded); AvgShedder (its own plan) (recorded); release 2026"),
        "{text}"
    );
    assert!(text.contains("  minUnloadMessage = 1\n"), "{text}");
    assert!(text.contains("t/n/0x1_0x2: second -> first, as planned"), "{text}");
    assert!(text.contains("1 move in 1 round, 0 bundles moved more than once."), "{text}");
    assert_eq!(err(&output), "");
}

#[test]
fn rounds_as_json_have_reasons_and_the_digest_of_the_run() {
    let output = with_input(&["run", "-", "--format", "json"], SCENARIO);
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(run["shedscope_run"], 1);
    assert_eq!(run["variant"]["settings"]["minUnloadMessage"], 1);
    assert_eq!(run["proof"]["strategy"], "recorded");
    let rounds = run["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 12);
    let moved: Vec<&Value> = rounds.iter().filter(|round| !round["moves"].as_array().unwrap().is_empty()).collect();
    let [shedding] = &moved[..] else { panic!("{moved:?}") };
    assert_eq!(shedding["moves"][0]["bundle"], "t/n/0x1_0x2");
    assert_eq!((&shedding["moves"][0]["from"], &shedding["moves"][0]["to"]), (&"second".into(), &"first".into()));
    assert_eq!(shedding["brokers"][0]["broker"], "second");
    assert_eq!(shedding["brokers"][0]["score"], 50.0);
    assert_eq!(shedding["selections"][0]["target"], "first");
    let reasons = shedding["reasons"].as_array().unwrap();
    for reason in reasons {
        assert!(!reason["sentence"].as_str().unwrap().is_empty());
        let kinds = ["test", "change", "fact"].iter().filter(|kind| reason.get(**kind).is_some()).count();
        assert_eq!(kinds, 1, "{reason}");
        assert!(reason["subject"]["kind"].is_string() && reason["rule"].is_string(), "{reason}");
    }
    let due = reasons.iter().find(|reason| reason["rule"] == "LowHitsReached" || reason["rule"] == "HighHitsReached");
    assert_eq!(due.unwrap()["test"]["op"], "≥");
    let mut timeline = Timeline::new(Simulation::new(&Scenario::read(SCENARIO).unwrap()));
    timeline.complete();
    assert_eq!(run["digest"], timeline.digest().to_string());
}

#[test]
fn rounds_as_csv() {
    let output = with_input(&["run", "-", "--format", "csv", "--rounds", "3"], SCENARIO);
    let mut reader = csv::Reader::from_reader(&output.stdout[..]);
    let header: Vec<String> = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let columns =
        ["round", "time_min", "broker", "usage_percent", "resource", "score", "bundles", "bundles_out", "bundles_in"];
    assert_eq!(header, columns);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 6);
    assert_eq!(rows[0].iter().collect::<Vec<_>>(), ["1", "1", "second", "50", "CPU", "50", "2", "0", "0"]);
}

#[test]
fn a_round_as_metrics() {
    let run = |arguments: &[&str]| with_input(&[&["run", "-", "--format", "prometheus"], arguments].concat(), SCENARIO);
    let first = run(&["--round", "1"]);
    let cpu = "# TYPE pulsar_lb_cpu_usage gauge\n\
        pulsar_lb_cpu_usage{cluster=\"shedscope\",broker=\"second\",metric=\"loadBalancing\"} 50.0\n\
        pulsar_lb_cpu_usage{cluster=\"shedscope\",broker=\"first\",metric=\"loadBalancing\"} 5.0\n";
    assert!(out(&first).contains(cpu), "{}", out(&first));
    let unloaded = |count: u32| {
        format!("pulsar_lb_unload_bundle_total{{cluster=\"shedscope\",metric=\"bundleUnloading\"}} {count}\n")
    };
    assert!(out(&first).ends_with(&unloaded(0)), "{}", out(&first));
    let last = run(&[]);
    assert!(out(&last).ends_with(&unloaded(1)), "{}", out(&last));
    // 15 of 100 in 32 bits, times 100: what a broker makes of it.
    assert!(out(&last).contains("broker=\"first\",metric=\"loadBalancing\"} 15.000001\n"), "{}", out(&last));
    assert_eq!(out(&last), out(&run(&["--round", "12"])));
    assert_eq!(out(&last), out(&run(&["--rounds", "40", "--round", "12"])));
    for (arguments, words) in [
        (&["--round", "0"], ["--round", "0 is out of bounds; give 1 to 12"]),
        (&["--round", "13"], ["--round", "13 is out of bounds"]),
    ] {
        assert_refused(&run(arguments), &words);
    }
    let other = with_input(&["run", "-", "--round", "3"], SCENARIO);
    assert_refused(&other, &["only `--format prometheus` prints one round"]);
}

#[test]
fn metrics_come_back_in_with_the_reports() {
    let place = Place::new("metrics");
    let file = place.file("s.json", SCENARIO);
    let page = shedscope(&["run", &file, "--format", "prometheus"]);
    let page = place.file("page.txt", out(&page));
    let output = shedscope(&["import", "--report", &page, "--base", &file]);
    let scenario = Scenario::read(out(&output)).unwrap();
    let cpu: Vec<f64> = scenario.world.brokers.iter().map(|broker| broker.usage_percent(Resource::Cpu)).collect();
    assert!((cpu[0] - 40.0).abs() < 1e-9 && (cpu[1] - 15.0).abs() < 1e-5, "{cpu:?}");
    assert!(err(&output).contains("get the usage of the metrics: second and first"), "{}", err(&output));
    let output = shedscope(&["import", "--conf", &page]);
    assert_refused(&output, &["this is a page of Prometheus metrics, not a broker.conf; give it with --report"]);
    let output = shedscope(&["run", &page]);
    assert_refused(
        &output,
        &["this is a page of Prometheus metrics, no scenario; make one of it with `shedscope import`"],
    );
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    for format in ["table", "json", "csv", "prometheus"] {
        let place = Place::new(&format!("pipe-{format}"));
        let file = place.file("s.json", SCENARIO);
        let mut child = Command::new(env!("CARGO_BIN_EXE_shedscope"))
            .args(["run", &file, "--rounds", "10000", "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0_u8; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{format}: {:?}", output.status);
        assert_eq!(err(&output), "", "{format}");
    }
}

#[test]
fn scenarios_that_cannot_be_played() {
    let place = Place::new("refused");
    let file = |text: &str| place.file("s.json", text);
    assert_refused(
        &shedscope(&["run", &place.path("none.json")]),
        &["none.json: it could not be read", "check the path"],
    );
    assert_refused(&shedscope(&["run", &place.0.display().to_string()]), &["could not be read"]);
    assert_refused(&shedscope(&["run", &file("")]), &["s.json: it is empty"]);
    assert_refused(&shedscope(&["run", &file("\u{0}\u{1}")]), &["s.json: it is no text"]);
    assert_refused(
        &shedscope(&["run", &file(&SCENARIO[..SCENARIO.len() - 30])]),
        &["s.json, line 7, column", "cut off"],
    );
    assert_refused(&shedscope(&["run", &file("{\"a\":1}")]), &["s.json, line 1, column 4", "unknown field"]);
    let nameless = SCENARIO.replace("\"shedscope\":1,", "");
    assert_refused(&shedscope(&["run", &file(&nameless)]), &["s.json, line 7", "missing field `shedscope`"]);
    let negative = SCENARIO.replace("\"cpu\":10", "\"cpu\":-10");
    assert_refused(
        &shedscope(&["run", &file(&negative)]),
        &["s.json, broker 1", "t/n/0x1_0x2", "cpu: -10 is out of bounds"],
    );
    let unknown = SCENARIO.replace("minUnloadMessage", "minUnloadMesage");
    assert_refused(&shedscope(&["run", &file(&unknown)]), &["s.json, line 2", "minUnloadMesage"]);
    for (option, word) in [("0", "0 is out of bounds"), ("10001", "10001 is out of bounds; give 1 to 10000")] {
        assert_refused(&shedscope(&["run", &file(SCENARIO), "--rounds", option]), &["--rounds", word]);
    }
    let output = shedscope(&["run", &fixture("conf/whole-4.x.conf")]);
    assert_refused(&output, &["this is a broker.conf, no scenario", "shedscope import"]);
    let output = shedscope(&["run", &fixture("reports/list.json")]);
    assert_refused(&output, &["this is a file of load reports, no scenario"]);
}

#[test]
fn commands_that_are_not_understood() {
    for arguments in [
        &[][..],
        &["play"],
        &["run"],
        &["run", "a", "b"],
        &["run", "a", "--format", "xml"],
        &["run", "a", "--rounds", "many"],
        &["import"],
        &["import", "-o", "x"],
        &["import", "--conf", "a", "--release", "3.0"],
    ] {
        let output = shedscope(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", err(&output));
        assert_eq!(out(&output), "", "{arguments:?}");
        assert!(err(&output).contains("--help"), "{arguments:?}: {}", err(&output));
    }
    for arguments in [&["--help"][..], &["run", "--help"], &["import", "--help"], &["--version"]] {
        let output = shedscope(arguments);
        assert!(output.status.success() && out(&output).contains("shedscope"), "{arguments:?}");
    }
}

#[test]
fn real_files_become_a_scenario_that_can_be_played() {
    let place = Place::new("import");
    let (scenario, notes) = (place.path("scenario.json"), place.path("notes.json"));
    let output = shedscope(&[
        "import",
        "--conf",
        &fixture("conf/avg-experiment.conf"),
        "--report",
        &fixture("reports/list.json"),
        &fixture("reports/broker-average.json"),
        "-o",
        &scenario,
        "--notes",
        &notes,
    ]);
    assert!(output.status.success(), "{}", err(&output));
    assert_eq!(out(&output), "");
    for word in ["Understood:\n", "Assumed:\n", "Ignored:\n", "write 4194304", "3 brokers with 6 bundles"] {
        assert!(err(&output).contains(word), "{}\nlacks “{word}”", err(&output));
    }
    let notes: Value = serde_json::from_str(&std::fs::read_to_string(notes).unwrap()).unwrap();
    let key = notes["keys"].as_array().unwrap().iter().find(|note| note["line"] == 6).unwrap();
    assert_eq!((&key["key"], &key["kind"]), (&"minUnloadMessageThroughput".into(), &"refused".into()));
    assert!(notes["understood"].is_array() && notes["assumed"].is_array() && notes["ignored"].is_array());
    let run = shedscope(&["run", &scenario, "--rounds", "2"]);
    assert!(out(&run).contains("Your cluster: 3 brokers, 6 bundles\nAvgShedder"), "{}", out(&run));
    let again = shedscope(&["import", "--conf", &fixture("conf/network-only.conf"), "--base", &scenario]);
    let based = Scenario::read(out(&again)).unwrap();
    assert_eq!((based.world.brokers.len(), based.variant().strategy.as_str()), (3, "ThresholdShedder"));
}

#[test]
fn standard_input_and_output() {
    let reports = std::fs::read_to_string(fixture("reports/pasted.txt")).unwrap();
    let output = with_input(&["import", "--report", "-", "--release", "5.0"], &reports);
    let scenario = Scenario::read(out(&output)).unwrap();
    assert_eq!((scenario.variant().strategy.as_str(), scenario.variant().release.name()), ("AvgShedder", "5.0"));
    assert!(err(&output).contains("standard input: the load reports of 3 brokers"), "{}", err(&output));
    let output = with_input(&["import", "--conf", "-", "--report", "-"], &reports);
    assert_refused(&output, &["given more than once"]);
    let output = with_input(&["import", "--conf", "-"], "minUnloadMessage=5\n");
    assert!(output.status.success());
    assert!(err(&output).contains("no brokers yet: give load reports with --report"), "{}", err(&output));
}

#[test]
fn imports_that_are_refused_write_nothing() {
    let place = Place::new("import-refused");
    let target = place.file("out.json", "before");
    let broken = place.file("broken.json", "{\"cpu\":{\"usage\":1,\"limit\":100},\n\"bundles\":[");
    let output = shedscope(&["import", "--report", &broken, "-o", &target]);
    assert_refused(&output, &["broken.json, line 2, column 11", "cut off"]);
    let list = fixture("reports/list.json");
    let output = shedscope(&["import", "--report", &list, &list, "-o", &target]);
    assert_refused(&output, &["reported twice"]);
    let output = shedscope(&["import", "--conf", &list, "-o", &target]);
    assert_refused(&output, &["this is a file of load reports, not a broker.conf; give it with --report"]);
    let output = shedscope(&["import", "--report", &fixture("conf/chart.yaml"), "-o", &target]);
    assert_refused(&output, &["this is a broker.conf, not a file of load reports; give it with --conf"]);
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "before");
    let output = shedscope(&["import", "--report", &list, "-o", &place.path("no/such/directory.json")]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("could not be written"), "{}", err(&output));
}

#[test]
fn a_variant_is_played_by_its_number() {
    let mut scenario = shedscope::systems::shedding::presets::opening();
    let other = Variant::new("OverloadShedder", "LeastLongTermMessageRate", Release::Y2026);
    scenario.variants.push(other.clone());
    let both = scenario.write();
    scenario.variants = vec![other];
    let alone = scenario.write();
    let second = with_input(&["run", "-", "--lane", "2", "--format", "csv"], &both);
    assert_eq!(out(&second), out(&with_input(&["run", "-", "--format", "csv"], &alone)));
    assert_ne!(out(&second), out(&with_input(&["run", "-", "--format", "csv"], &both)));
    let refused = with_input(&["run", "-", "--variant", "3"], &both);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("--variant: there is no variant 3; give 1 to 2."), "{said}");
}

/// The first preset of every system that the command line prints alike, as a document; load shedding has formats of
/// its own.
fn documents() -> Vec<(&'static str, String)> {
    let document = |entry: &shedscope::simulator::SystemEntry| {
        let first = (entry.presets)()[0].id;
        (entry.info.id, (entry.open_preset)(first).unwrap().document())
    };
    shedscope::systems::SYSTEMS.iter().filter(|entry| entry.info.id != "shedding").map(document).collect()
}

#[test]
fn scenarios_of_every_system_are_played() {
    let place = Place::new("systems");
    for (system, document) in documents() {
        let path = place.file(&format!("{system}.json"), &document);
        // All that happens is in these rounds.
        let session = (shedscope::systems::find(system).unwrap().open)(&document).unwrap();
        let last_s = session.events().iter().map(|event| event.at_s).fold(0.0, f64::max);
        let rounds = (12..).find(|rounds| session.time_s(*rounds) >= last_s).unwrap();
        let number = rounds.to_string();
        let table = shedscope(&["run", &path, "--rounds", &number]);
        assert_eq!(table.status.code(), Some(0), "{system}: {}", err(&table));
        assert!(
            out(&table).lines().any(|line| line.trim_start().starts_with(&format!("{rounds} "))),
            "{}",
            out(&table)
        );
        let digest = out(&table).lines().last().unwrap().strip_prefix("run ").unwrap().to_owned();

        let json = shedscope(&["run", &path, "--rounds", &number, "--format", "json"]);
        let run: Value = serde_json::from_str(out(&json)).unwrap_or_else(|error| panic!("{system}: {error}"));
        assert_eq!((&run["system"], &run["digest"]), (&Value::from(system), &Value::from(digest)));
        let played = run["rounds"].as_array().unwrap();
        assert_eq!(played.len(), rounds);
        let reasons = played.iter().flat_map(|round| round["reasons"].as_array().unwrap());
        let mut tests = reasons.filter(|reason| reason["test"]["holds"].is_boolean());
        let test = tests.next().unwrap_or_else(|| panic!("{system} compares nothing"));
        assert!(test["sentence"].as_str().unwrap().ends_with('.') && !test["subject"].as_str().unwrap().is_empty());

        let csv = shedscope(&["run", &path, "--rounds", &number, "--format", "csv"]);
        let rows: Vec<&str> = out(&csv).lines().collect();
        assert!(rows[0].starts_with("round,time_s,") && rows.len() > rounds, "{system}: {}", rows[0]);
        assert_eq!(out(&with_input(&["run", "-", "--rounds", &number], &document)), out(&table));
    }
}

#[test]
fn bad_input_of_every_system_is_named() {
    for (system, document) in documents() {
        let run = |more: &[&str], text: &str| with_input(&[&["run", "-"], more].concat(), text);
        assert_refused(&run(&["--variant", "9"], &document), &["--variant", "there is no variant 9; give 1 to"]);
        assert_refused(&run(&["--rounds", "0"], &document), &["--rounds", "0 is out of bounds; give 1 to"]);
        assert_refused(&run(&["--format", "prometheus"], &document), &["only load shedding exposes metrics"]);
        assert_refused(&run(&["--round", "2"], &document), &["--round", "only `--format prometheus` prints one round"]);
        // A broken one is read by its own system, which knows the place; a byte order mark is none of its text.
        assert_refused(&run(&[], &document[..document.len() - 20]), &["line ", "cut off"]);
        let marked = run(&[], &format!("\u{feff}{document}"));
        assert_eq!(marked.status.code(), Some(0), "{system}: {}", err(&marked));
        assert_eq!(out(&marked), out(&run(&[], &document)));
        assert_refused(&run(&[], &document.replace("\"world\"", "\"word\"")), &["line ", "word"]);
        let other = document.replace(&format!("\"{system}\""), "\"juggling\"");
        assert_refused(&run(&[], &other), &["“juggling” is not known; give one of shedding, sharding"]);
    }
}
