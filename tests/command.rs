//! The command line, as a person meets it: output, exit codes, and what is said on standard error.
#![cfg(not(target_arch = "wasm32"))]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use shedscope::systems::shedding::model::usage::Resource;
use shedscope::systems::shedding::{Release, Scenario, Simulation, Variant};

use crate::common::play::play;

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
    Command::new(env!("CARGO_BIN_EXE_shedscope"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
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
        assert!(
            err(output).contains(word),
            "{}\nlacks “{word}”",
            err(output)
        );
    }
    assert!(!err(output).contains("panicked"), "{}", err(output));
}

fn fixture(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/files")
        .join(name)
        .display()
        .to_string()
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
        text.starts_with("Two brokers\nStrategy: AvgShedder (verified); "),
        "{text}"
    );
    assert!(text.contains("  minUnloadMessage = 1 msg/s\n"), "{text}");
    assert!(
        text.contains("        t/n/0x1_0x2: second -> first, as planned (it was shed)\n"),
        "{text}"
    );
    let head = text
        .lines()
        .find(|line| line.trim_start().starts_with("round"))
        .unwrap();
    assert_eq!(
        head.split_whitespace().collect::<Vec<_>>(),
        ["round", "time", "second", "first"]
    );
    let first = text
        .lines()
        .find(|line| line.trim_start().starts_with("1  "))
        .unwrap();
    assert!(first.contains("00:01:00      50 %       5 %  "), "{first}");
    assert_eq!(err(&output), "");
}

#[test]
fn rounds_as_json_have_reasons_and_the_digest_of_the_run() {
    let output = with_input(&["run", "-", "--format", "json"], SCENARIO);
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (&run["shedscope_run"], &run["system"]),
        (&2.into(), &"shedding".into())
    );
    assert_eq!(run["variant"]["settings"]["minUnloadMessage"], 1);
    assert_eq!(run["settings"]["minUnloadMessage"]["value"], 1);
    assert_eq!(run["fidelity"]["strategy"], "verified");
    let rounds = run["rounds"].as_array().unwrap();
    assert_eq!(rounds.len(), 12);
    let is_shedding = |round: &&Value| !round["transfers"].as_array().unwrap().is_empty();
    let moved: Vec<&Value> = rounds.iter().filter(is_shedding).collect();
    let [shedding] = &moved[..] else {
        panic!("{moved:?}")
    };
    let transfer = &shedding["transfers"][0];
    assert_eq!(
        (&transfer["item"], &transfer["is_planned"]),
        (&"t/n/0x1_0x2".into(), &true.into())
    );
    assert_eq!(
        (&transfer["from"], &transfer["to"]),
        (&"second".into(), &"first".into())
    );
    assert_eq!(
        (
            &shedding["rows"][0]["broker"],
            &shedding["rows"][0]["score"]
        ),
        (&"second".into(), &50.into())
    );
    assert_eq!(shedding["units"]["usage"], "percent");
    let reasons = shedding["reasons"].as_array().unwrap();
    for reason in reasons {
        assert!(!reason["sentence"].as_str().unwrap().is_empty());
        let kinds = ["check", "flag", "change", "fact"]
            .iter()
            .filter(|kind| reason.get(**kind).is_some())
            .count();
        assert_eq!(kinds, 1, "{reason}");
        assert!(
            reason["subject"]["kind"].is_string() && reason["rule"].is_string(),
            "{reason}"
        );
    }
    let due = reasons
        .iter()
        .find(|reason| reason["rule"] == "LowHitsReached" || reason["rule"] == "HighHitsReached");
    assert_eq!(due.unwrap()["check"]["op"], "≥");
    let timeline = play(Simulation::new(&Scenario::read(SCENARIO).unwrap()));
    assert_eq!(run["digest"], timeline.digest().to_string());
    // A round a line, for tools that go by lines.
    assert_eq!(
        out(&output)
            .lines()
            .filter(|line| line.starts_with("{\"round\":"))
            .count(),
        12
    );
}

#[test]
fn rounds_as_csv() {
    let output = with_input(&["run", "-", "--format", "csv", "--rounds", "3"], SCENARIO);
    let mut reader = csv::Reader::from_reader(&output.stdout[..]);
    let header: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let columns = [
        "round",
        "time_s",
        "broker",
        "usage",
        "resource",
        "score",
        "bundles",
        "hits_high_low",
        "bundles_out",
        "bundles_in",
    ];
    assert_eq!(header, columns);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 6);
    let first: Vec<&str> = rows[0].iter().collect();
    assert_eq!(first[..7], ["1", "60", "second", "50", "CPU", "50", "2"]);
}

/// `docs/run.schema.json`, ready to validate with.
struct RunSchema(boon::Schemas, boon::SchemaIndex);

impl RunSchema {
    fn read() -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/run.schema.json");
        let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
        compiler.add_resource("run.schema.json", schema).unwrap();
        let index = compiler.compile("run.schema.json", &mut schemas).unwrap();
        Self(schemas, index)
    }

    fn check(&self, run: &Value) -> Result<(), String> {
        self.0
            .validate(run, self.1)
            .map_err(|error| format!("{error:#}"))
    }
}

#[test]
fn runs_of_every_system_have_the_shape_that_the_schema_describes() {
    let schema = RunSchema::read();
    for entry in shedscope::systems::SYSTEMS {
        for preset in (entry.presets)() {
            let name = format!("{}/{}", entry.info.id, preset.id);
            // The reasons of a large cluster are many, and all alike.
            let is_large = (entry.open_preset)(preset.id).unwrap().is_large();
            let rounds = if is_large { "1" } else { "8" };
            let output = shedscope(&["run", &name, "--rounds", rounds, "--format", "json"]);
            let run: Value = serde_json::from_slice(&output.stdout)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            schema
                .check(&run)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn the_schema_refuses_what_no_run_has() {
    let schema = RunSchema::read();
    let output = with_input(&["run", "-", "--format", "json"], SCENARIO);
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(schema.check(&run), Ok(()));
    let changes: [(&str, Value); 6] = [
        ("/shedscope_run", 1.into()),
        ("/rounds/0/round", 0.into()),
        ("/rounds/0/units/usage", "furlongs".into()),
        ("/rounds/0/reasons/0/subject", "round".into()),
        ("/rounds/0/reasons/0/sentence", Value::Null),
        ("/digest", "xyz".into()),
    ];
    for (place, value) in changes {
        let mut changed = run.clone();
        *changed
            .pointer_mut(place)
            .unwrap_or_else(|| panic!("{place}")) = value;
        assert!(schema.check(&changed).is_err(), "{place}");
    }
    let mut longer = run.clone();
    longer["rounds"][0]["reasons"][0]["mood"] = "good".into();
    assert!(schema.check(&longer).is_err());
}

#[test]
fn numbers_are_as_short_as_they_are_exact() {
    for entry in shedscope::systems::SYSTEMS {
        let preset = format!("{}/{}", entry.info.id, (entry.presets)()[0].id);
        let output = shedscope(&["run", &preset, "--rounds", "12", "--format", "json"]);
        // A value of single precision has nine digits at most, and one of double precision seventeen.
        let long = out(&output).split([',', ':', '}']).find(|word| {
            let digits = word.bytes().filter(u8::is_ascii_digit).count();
            digits > 17
                && word
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b'.')
        });
        assert_eq!(long, None, "{preset}");
    }
}

#[test]
fn presets_are_played_by_name() {
    let listed = shedscope(&["list"]);
    assert!(listed.status.success());
    let names: Vec<&str> = out(&listed)
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let all: usize = shedscope::systems::SYSTEMS
        .iter()
        .map(|entry| (entry.presets)().len())
        .sum();
    assert_eq!(names.len(), all);
    for (system, count) in [("shedding", 1), ("rotation", 1)] {
        let own = shedscope(&["list", "--system", system, "--format", "csv"]);
        let lines = out(&own).lines().count();
        assert!(
            lines > count
                && out(&own)
                    .lines()
                    .skip(1)
                    .all(|line| line.starts_with(&format!("{system}/")))
        );
    }
    let first = names[0];
    let (_, short) = first.split_once('/').unwrap();
    let [long, short] = [first, short].map(|name| shedscope(&["run", name, "--rounds", "2"]));
    assert!(long.status.success(), "{}", err(&long));
    assert_eq!(out(&long), out(&short));
    let unknown = shedscope(&["run", &format!("{first}x")]);
    assert_refused(
        &unknown,
        &[
            "no file and no preset has this name",
            &format!("did you mean “{first}”?"),
        ],
    );
    assert_refused(
        &shedscope(&["list", "--system", "juggling"]),
        &["“juggling” is not known; give shedding, sharding"],
    );
    for what in ["options", "settings", "systems"] {
        let output = shedscope(&["list", what, "--format", "json"]);
        let rows: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(rows.as_array().unwrap().len() >= 4, "{what}");
    }
}

#[test]
fn variants_are_compared_side_by_side() {
    let first = shedscope(&["list"]);
    let first = out(&first)
        .lines()
        .nth(1)
        .unwrap()
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned();
    let titles = shedscope(&["compare", &first, "--with", "0"]);
    let titles: Vec<&str> = out(&titles)
        .lines()
        .map(|line| line.split_once("  ").unwrap().1)
        .collect();
    let [by_number, by_title] = ["1", titles[0]]
        .map(|with| shedscope(&["compare", &first, "--with", with, "--format", "json"]));
    assert_eq!(out(&by_number), out(&by_title));
    let compared: Value = serde_json::from_slice(&by_number.stdout).unwrap();
    let variants = compared["variants"].as_array().unwrap();
    assert!(variants.len() > 1);
    let digests: std::collections::BTreeSet<&str> = variants
        .iter()
        .map(|variant| variant["digest"].as_str().unwrap())
        .collect();
    assert!(digests.len() > 1, "{digests:?}");
    let table = shedscope(&["compare", &first, "--with", "1"]);
    assert!(
        out(&table).contains("\nmetric ") && out(&table).contains(" *"),
        "{}",
        out(&table)
    );
    assert_refused(
        &shedscope(&["compare", &first, "--with", "99"]),
        &["--with", "there is no comparison “99”"],
    );
    let mixed = shedscope(&["compare", &first, "rotation/single"]);
    assert_eq!(mixed.status.code(), Some(1), "{}", err(&mixed));
}

#[test]
fn a_sweep_measures_every_seed_whatever_the_number_of_threads() {
    let place = Place::new("sweep");
    let noisy = SCENARIO.replace("\"brokers\":", "\"fluctuation_percent\":30,\"brokers\":");
    let file = place.file("s.json", &noisy);
    let run = |jobs: &str| {
        shedscope(&[
            "sweep", &file, "--seeds", "9", "--jobs", jobs, "--format", "json",
        ])
    };
    let (one, three) = (run("1"), run("3"));
    assert!(one.status.success(), "{}", err(&one));
    assert_eq!(out(&one), out(&three));
    assert_eq!(err(&three), "");
    let swept: Value = serde_json::from_slice(&one.stdout).unwrap();
    let metrics = swept["variants"][0]["metrics"].as_array().unwrap();
    assert!(
        metrics
            .iter()
            .any(|metric| metric["lowest"]["value"] != metric["highest"]["value"]),
        "{metrics:?}"
    );
    assert!(
        metrics
            .iter()
            .all(|metric| metric["seeds"].as_u64().unwrap() <= 9)
    );
    assert!(out(&shedscope(&["sweep", &file, "--seeds", "2"])).contains("2 seeds"));
    assert_refused(
        &shedscope(&["sweep", &file, "--seeds", "0"]),
        &["--seeds", "0 is out of bounds"],
    );
}

#[test]
fn a_round_is_explained() {
    let place = Place::new("explain");
    let file = place.file("s.json", SCENARIO);
    let explain =
        |arguments: &[&str]| shedscope(&[&["explain", &file, "--round", "2"], arguments].concat());
    let whole = explain(&[]);
    assert!(whole.status.success(), "{}", err(&whole));
    for words in [
        "\nsecond → first  sheds\n",
        "2 ≥ 2 (high hits of the pair",
        "minUnloadMessage)",
    ] {
        assert!(
            out(&whole).contains(words),
            "{}\nlacks “{words}”",
            out(&whole)
        );
    }
    let one = explain(&["--subject", "t/n/0x1_0x2"]);
    assert!(
        out(&one).contains("\nt/n/0x1_0x2") && !out(&one).contains("\nsecond → first  sheds"),
        "{}",
        out(&one)
    );
    let json = explain(&["--subject", "second", "--format", "json"]);
    let told: Value = serde_json::from_slice(&json.stdout).unwrap();
    let reasons = told["reasons"].as_array().unwrap();
    assert!(
        !reasons.is_empty()
            && reasons
                .iter()
                .all(|reason| reason["subject"]["name"] == "second"),
        "{reasons:?}"
    );
    let refused = explain(&["--subject", "secondd"]);
    assert_refused(
        &refused,
        &[
            "this round has no reason about “secondd”",
            "the nearest is “second”",
        ],
    );
    assert_refused(
        &shedscope(&["explain", &file, "--round", "13"]),
        &["13 is out of bounds; give 1 to 12"],
    );
}

#[test]
fn documents_are_validated_one_by_one() {
    let place = Place::new("validate");
    let good = place.file("good.json", SCENARIO);
    let bad = place.file(
        "bad.json",
        &SCENARIO.replace("\"rounds\":12", "\"rounds\":0"),
    );
    let output = shedscope(&["validate", &good]);
    assert!(
        output.status.success()
            && out(&output)
                .contains("good.json: valid, Load shedding (Apache Pulsar), 1 variant, 12 rounds")
    );
    let both = shedscope(&["validate", &bad, &good]);
    assert_eq!(both.status.code(), Some(1));
    assert!(
        out(&both).contains("good.json: valid")
            && err(&both).contains("bad.json, rounds: 0 is out of bounds"),
        "{}",
        err(&both)
    );
    let json = shedscope(&["validate", &bad, &good, "--format", "json"]);
    let found: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(
        (&found[0]["is_valid"], &found[1]["is_valid"]),
        (&false.into(), &true.into())
    );
    let quiet = shedscope(&["--quiet", "validate", &good]);
    assert_eq!((out(&quiet), err(&quiet)), ("", ""));
}

#[test]
fn colour_is_for_those_who_ask() {
    let place = Place::new("colour");
    let file = place.file("s.json", SCENARIO);
    let run = |arguments: &[&str], no_color: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shedscope"));
        command
            .args(["run", &file])
            .args(arguments)
            .stdin(Stdio::null())
            .env_remove("NO_COLOR");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    // A pipe is not a terminal.
    assert!(!run(&[], false).contains('\u{1b}') && !run(&[], true).contains('\u{1b}'));
    assert!(run(&["--color", "always"], false).contains("\u{1b}[1m"));
    assert!(!run(&["--color", "never"], false).contains('\u{1b}'));
}

#[test]
fn completions_and_man_pages_name_every_command() {
    let commands = [
        "run", "list", "sweep", "compare", "explain", "validate", "import",
    ];
    for shell in ["bash", "zsh", "fish"] {
        let output = shedscope(&["completions", shell]);
        assert!(
            output.status.success() && commands.iter().all(|name| out(&output).contains(name)),
            "{shell}"
        );
    }
    let page = shedscope(&["man"]);
    assert!(
        out(&page).contains(".TH shedscope")
            && commands.iter().all(|name| out(&page).contains(name))
    );
    let place = Place::new("man");
    let directory = place.path("");
    assert!(shedscope(&["man", "--output", &directory]).status.success());
    for name in commands {
        assert!(
            Path::new(&place.path(&format!("shedscope-{name}.1"))).exists(),
            "{name}"
        );
    }
    let help = shedscope(&["--help"]);
    assert!(out(&help).contains("Examples:"), "{}", out(&help));
}

#[test]
fn a_round_as_metrics() {
    let run = |arguments: &[&str]| {
        with_input(
            &[&["run", "-", "--format", "prometheus"], arguments].concat(),
            SCENARIO,
        )
    };
    let first = run(&["--round", "1"]);
    let cpu = "# TYPE pulsar_lb_cpu_usage gauge\n\
        pulsar_lb_cpu_usage{cluster=\"shedscope\",broker=\"second\",metric=\"loadBalancing\"} 50.0\n\
        pulsar_lb_cpu_usage{cluster=\"shedscope\",broker=\"first\",metric=\"loadBalancing\"} 5.0\n";
    assert!(out(&first).contains(cpu), "{}", out(&first));
    let unloaded = |count: u32| {
        format!(
            "pulsar_lb_unload_bundle_total{{cluster=\"shedscope\",metric=\"bundleUnloading\"}} {count}\n"
        )
    };
    assert!(out(&first).ends_with(&unloaded(0)), "{}", out(&first));
    let last = run(&[]);
    assert!(out(&last).ends_with(&unloaded(1)), "{}", out(&last));
    // 15 of 100 in 32 bits, times 100: what a broker makes of it.
    assert!(
        out(&last).contains("broker=\"first\",metric=\"loadBalancing\"} 15.000001\n"),
        "{}",
        out(&last)
    );
    assert_eq!(out(&last), out(&run(&["--round", "12"])));
    assert_eq!(out(&last), out(&run(&["--rounds", "40", "--round", "12"])));
    for (arguments, words) in [
        (
            &["--round", "0"],
            ["--round", "0 is out of bounds; give 1 to 12"],
        ),
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
    let cpu: Vec<f64> = scenario
        .world
        .brokers
        .iter()
        .map(|broker| broker.usage_percent(Resource::Cpu))
        .collect();
    assert!(
        (cpu[0] - 40.0).abs() < 1e-9 && (cpu[1] - 15.0).abs() < 1e-5,
        "{cpu:?}"
    );
    assert!(
        err(&output).contains("get the usage of the metrics: second and first"),
        "{}",
        err(&output)
    );
    let output = shedscope(&["import", "--conf", &page]);
    assert_refused(
        &output,
        &["this is a page of Prometheus metrics, not a broker.conf; give it with --report"],
    );
    let output = shedscope(&["run", &page]);
    assert_refused(
        &output,
        &[
            "this is a page of Prometheus metrics, not a scenario; make a scenario from it with `shedscope import`",
        ],
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
    assert_refused(
        &shedscope(&["run", &place.0.display().to_string()]),
        &["could not be read"],
    );
    assert_refused(&shedscope(&["run", &file("")]), &["s.json: it is empty"]);
    assert_refused(
        &shedscope(&["run", &file("\u{0}\u{1}")]),
        &["s.json: it is not a text"],
    );
    assert_refused(
        &shedscope(&["run", &file(&SCENARIO[..SCENARIO.len() - 30])]),
        &["s.json, line 7, column", "cut off"],
    );
    assert_refused(
        &shedscope(&["run", &file("{\"a\":1}")]),
        &["s.json, line 1, column 4", "unknown field"],
    );
    let nameless = SCENARIO.replace("\"shedscope\":1,", "");
    assert_refused(
        &shedscope(&["run", &file(&nameless)]),
        &["s.json, line 7", "missing field `shedscope`"],
    );
    let negative = SCENARIO.replace("\"cpu\":10", "\"cpu\":-10");
    assert_refused(
        &shedscope(&["run", &file(&negative)]),
        &[
            "s.json, broker 1",
            "t/n/0x1_0x2",
            "cpu: -10 is out of bounds",
        ],
    );
    let unknown = SCENARIO.replace("minUnloadMessage", "minUnloadMesage");
    assert_refused(
        &shedscope(&["run", &file(&unknown)]),
        &["s.json, line 2", "minUnloadMesage"],
    );
    for (option, word) in [
        ("0", "0 is out of bounds"),
        ("10001", "10001 is out of bounds; give 1 to 10000"),
    ] {
        assert_refused(
            &shedscope(&["run", &file(SCENARIO), "--rounds", option]),
            &["--rounds", word],
        );
    }
    let output = shedscope(&["run", &fixture("conf/whole-4.x.conf")]);
    assert_refused(
        &output,
        &["this is a broker.conf, not a scenario", "shedscope import"],
    );
    let output = shedscope(&["run", &fixture("reports/list.json")]);
    assert_refused(&output, &["this is a file of load reports, not a scenario"]);
}

#[test]
fn commands_that_are_not_understood() {
    for arguments in [
        &[][..],
        &["play"],
        &["run"],
        &["run", "a", "b"],
        &["explain", "a"],
        &["completions", "tcsh"],
        &["run", "a", "--format", "xml"],
        &["run", "a", "--rounds", "many"],
        &["import"],
        &["import", "-o", "x"],
        &["import", "--conf", "a", "--release", "3.0"],
    ] {
        let output = shedscope(arguments);
        assert_eq!(
            output.status.code(),
            Some(2),
            "{arguments:?}: {}",
            err(&output)
        );
        assert_eq!(out(&output), "", "{arguments:?}");
        assert!(
            err(&output).contains("--help"),
            "{arguments:?}: {}",
            err(&output)
        );
    }
    for arguments in [
        &["--help"][..],
        &["run", "--help"],
        &["import", "--help"],
        &["--version"],
    ] {
        let output = shedscope(arguments);
        assert!(
            output.status.success() && out(&output).contains("shedscope"),
            "{arguments:?}"
        );
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
    for word in [
        "Understood:\n",
        "Assumed:\n",
        "Ignored:\n",
        "write 4194304",
        "3 brokers with 6 bundles",
    ] {
        assert!(
            err(&output).contains(word),
            "{}\nlacks “{word}”",
            err(&output)
        );
    }
    let notes: Value = serde_json::from_str(&std::fs::read_to_string(notes).unwrap()).unwrap();
    let key = notes["keys"]
        .as_array()
        .unwrap()
        .iter()
        .find(|note| note["line"] == 6)
        .unwrap();
    assert_eq!(
        (&key["key"], &key["kind"]),
        (&"minUnloadMessageThroughput".into(), &"refused".into())
    );
    assert!(
        notes["understood"].is_array()
            && notes["assumed"].is_array()
            && notes["ignored"].is_array()
    );
    let run = shedscope(&["run", &scenario, "--rounds", "2"]);
    assert!(
        out(&run).contains("Your cluster: 3 brokers, 6 bundles\nStrategy: AvgShedder"),
        "{}",
        out(&run)
    );
    let again = shedscope(&[
        "import",
        "--conf",
        &fixture("conf/network-only.conf"),
        "--base",
        &scenario,
    ]);
    let based = Scenario::read(out(&again)).unwrap();
    assert_eq!(
        (based.world.brokers.len(), based.variant().strategy.as_str()),
        (3, "ThresholdShedder")
    );
}

#[test]
fn standard_input_and_output() {
    let reports = std::fs::read_to_string(fixture("reports/pasted.txt")).unwrap();
    let output = with_input(&["import", "--report", "-", "--release", "5.0"], &reports);
    let scenario = Scenario::read(out(&output)).unwrap();
    assert_eq!(
        (
            scenario.variant().strategy.as_str(),
            scenario.variant().release.name()
        ),
        ("AvgShedder", "5.0")
    );
    assert!(
        err(&output).contains("standard input: the load reports of 3 brokers"),
        "{}",
        err(&output)
    );
    let output = with_input(&["import", "--conf", "-", "--report", "-"], &reports);
    assert_refused(&output, &["given more than once"]);
    let output = with_input(&["import", "--conf", "-"], "minUnloadMessage=5\n");
    assert!(output.status.success());
    assert!(
        err(&output).contains("no brokers yet: give load reports with --report"),
        "{}",
        err(&output)
    );
}

#[test]
fn imports_that_are_refused_write_nothing() {
    let place = Place::new("import-refused");
    let target = place.file("out.json", "before");
    let broken = place.file(
        "broken.json",
        "{\"cpu\":{\"usage\":1,\"limit\":100},\n\"bundles\":[",
    );
    let output = shedscope(&["import", "--report", &broken, "-o", &target]);
    assert_refused(&output, &["broken.json, line 2, column 11", "cut off"]);
    let list = fixture("reports/list.json");
    let output = shedscope(&["import", "--report", &list, &list, "-o", &target]);
    assert_refused(&output, &["reported twice"]);
    let output = shedscope(&["import", "--conf", &list, "-o", &target]);
    assert_refused(
        &output,
        &["this is a file of load reports, not a broker.conf; give it with --report"],
    );
    let output = shedscope(&[
        "import",
        "--report",
        &fixture("conf/chart.yaml"),
        "-o",
        &target,
    ]);
    assert_refused(
        &output,
        &["this is a broker.conf, not a file of load reports; give it with --conf"],
    );
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "before");
    let output = shedscope(&[
        "import",
        "--report",
        &list,
        "-o",
        &place.path("no/such/directory.json"),
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        err(&output).contains("could not be written"),
        "{}",
        err(&output)
    );
}

#[test]
fn a_variant_is_played_by_its_number() {
    let mut scenario = shedscope::systems::shedding::presets::opening();
    let other = Variant::new(
        "OverloadShedder",
        "LeastLongTermMessageRate",
        Release::Y2026,
    );
    scenario.variants.push(other.clone());
    let both = scenario.write();
    scenario.variants = vec![other];
    let alone = scenario.write();
    let second = with_input(&["run", "-", "--lane", "2", "--format", "csv"], &both);
    assert_eq!(
        out(&second),
        out(&with_input(&["run", "-", "--format", "csv"], &alone))
    );
    assert_ne!(
        out(&second),
        out(&with_input(&["run", "-", "--format", "csv"], &both))
    );
    let refused = with_input(&["run", "-", "--variant", "3"], &both);
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(
        said.contains("--variant: there is no variant 3; give 1 to 2."),
        "{said}"
    );
}

/// The first preset of every system but load shedding, whose documents the other tests have.
fn documents() -> Vec<(&'static str, String)> {
    let document = |entry: &shedscope::simulator::SystemEntry| {
        let first = (entry.presets)()[0].id;
        (
            entry.info.id,
            (entry.open_preset)(first).unwrap().document(),
        )
    };
    shedscope::systems::SYSTEMS
        .iter()
        .filter(|entry| entry.info.id != "shedding")
        .map(document)
        .collect()
}

#[test]
fn scenarios_of_every_system_are_played() {
    let place = Place::new("systems");
    for (system, document) in documents() {
        let path = place.file(&format!("{system}.json"), &document);
        // All that happens is in these rounds.
        let session = (shedscope::systems::find(system).unwrap().open)(&document).unwrap();
        let last_s = session
            .events()
            .iter()
            .map(|event| event.at_s)
            .fold(0.0, f64::max);
        let rounds = (12..)
            .find(|rounds| session.time_s(*rounds) >= last_s)
            .unwrap();
        let number = rounds.to_string();
        let table = shedscope(&["run", &path, "--rounds", &number]);
        assert_eq!(table.status.code(), Some(0), "{system}: {}", err(&table));
        assert!(
            out(&table)
                .lines()
                .any(|line| line.trim_start().starts_with(&format!("{rounds} "))),
            "{}",
            out(&table)
        );
        let digest = out(&table)
            .lines()
            .last()
            .unwrap()
            .strip_prefix("Digest ")
            .unwrap()
            .to_owned();

        let json = shedscope(&["run", &path, "--rounds", &number, "--format", "json"]);
        let run: Value =
            serde_json::from_str(out(&json)).unwrap_or_else(|error| panic!("{system}: {error}"));
        assert_eq!(
            (&run["system"], &run["digest"]),
            (&Value::from(system), &Value::from(digest))
        );
        let played = run["rounds"].as_array().unwrap();
        assert_eq!(played.len(), rounds);
        let reasons = played
            .iter()
            .flat_map(|round| round["reasons"].as_array().unwrap());
        let mut tests = reasons.filter(|reason| reason["check"]["holds"].is_boolean());
        let test = tests
            .next()
            .unwrap_or_else(|| panic!("{system} compares nothing"));
        assert!(
            test["sentence"].as_str().unwrap().ends_with('.')
                && !test["subject"]["name"].as_str().unwrap().is_empty()
        );

        let csv = shedscope(&["run", &path, "--rounds", &number, "--format", "csv"]);
        let rows: Vec<&str> = out(&csv).lines().collect();
        assert!(
            rows[0].starts_with("round,time_s,") && rows.len() > rounds,
            "{system}: {}",
            rows[0]
        );
        assert_eq!(
            out(&with_input(&["run", "-", "--rounds", &number], &document)),
            out(&table)
        );
    }
}

#[test]
fn bad_input_of_every_system_is_named() {
    for (system, document) in documents() {
        let run = |more: &[&str], text: &str| with_input(&[&["run", "-"], more].concat(), text);
        assert_refused(
            &run(&["--variant", "9"], &document),
            &["--variant", "there is no variant 9; give 1 to"],
        );
        assert_refused(
            &run(&["--rounds", "0"], &document),
            &["--rounds", "0 is out of bounds; give 1 to"],
        );
        assert_refused(
            &run(&["--format", "prometheus"], &document),
            &["only load shedding exposes metrics"],
        );
        assert_refused(
            &run(&["--round", "2"], &document),
            &["--round", "only `--format prometheus` prints one round"],
        );
        // A broken one is read by its own system, which knows the place; a byte order mark is none of its text.
        assert_refused(
            &run(&[], &document[..document.len() - 20]),
            &["line ", "cut off"],
        );
        let marked = run(&[], &format!("\u{feff}{document}"));
        assert_eq!(marked.status.code(), Some(0), "{system}: {}", err(&marked));
        assert_eq!(out(&marked), out(&run(&[], &document)));
        assert_refused(
            &run(&[], &document.replace("\"world\"", "\"word\"")),
            &["line ", "word"],
        );
        let other = document.replace(&format!("\"{system}\""), "\"juggling\"");
        assert_refused(
            &run(&[], &other),
            &["“juggling” is not known; give shedding, sharding"],
        );
    }
}
