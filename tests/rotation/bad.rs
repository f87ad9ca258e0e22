//! Bad input: each kind is named with its place.

use shedscope::engine::{Cause, Thing, Timeline};
use shedscope::systems::rotation::Simulation;
use shedscope::systems::rotation::presets::PRESETS;
use shedscope::systems::rotation::scenario::from_json;
use shedscope::systems::rotation::settings::SETTINGS;

fn document(variant: &str, world: &str) -> String {
    format!(
        r#"{{"shedscope": 2, "system": "rotation", "variants": [{variant}], "world": {{{world}}}}}"#
    )
}

const VARIANT: &str = r#"{"selection": "rotating"}"#;
const ZONES: &str = r#""zones": [{"producers": 4, "brokers": 3}]"#;

fn why(variant: &str, world: &str) -> String {
    from_json(&document(variant, world))
        .unwrap_err()
        .to_string()
}

#[test]
fn a_small_document_is_enough() {
    let scenario = from_json(&document(VARIANT, ZONES)).unwrap();
    assert_eq!(
        (
            scenario.world.producers(),
            scenario.world.brokers(),
            scenario.variants[0].endpoints()
        ),
        (4, 3, 1)
    );
    assert_eq!(scenario.world.broker_name(2), "C");
}

#[test]
fn documents_go_out_and_in() {
    for preset in PRESETS {
        let scenario = (preset.make)();
        assert_eq!(from_json(&scenario.write()), Ok(scenario), "{}", preset.id);
    }
}

#[test]
fn what_is_whole_is_written_without_a_point() {
    for preset in PRESETS {
        let text = (preset.make)().write();
        let is_pointed = |line: &&str| line.trim_end_matches(',').ends_with(".0");
        assert_eq!(text.lines().find(is_pointed), None, "{}", preset.id);
    }
    let text = (PRESETS[0].make)().write();
    assert!(
        text.contains("\"numWriteEndpoints\": 3\n") && text.contains("\"rate_per_s\": 1,"),
        "{text}"
    );
    let half = text.replace("\"rate_per_s\": 1,", "\"rate_per_s\": 0.5,");
    assert_eq!(from_json(&half).unwrap().write(), half);
}

#[test]
fn what_is_not_said_is_as_the_table_has_it() {
    let scenario = from_json(&document(VARIANT, ZONES)).unwrap();
    for row in SETTINGS {
        let value = scenario
            .world
            .value(row.key)
            .unwrap_or_else(|| scenario.variants[0].get(row.key));
        assert_eq!(value, row.default, "{}", row.name);
    }
}

#[test]
fn brokers_keep_their_names_however_many_there_are() {
    let of = |brokers: u32| {
        from_json(&document(
            VARIANT,
            &format!(r#""zones": [{{"producers": 4, "brokers": {brokers}}}]"#),
        ))
        .unwrap()
        .world
    };
    let names = |brokers: u32| {
        (0..brokers as usize)
            .map(|broker| of(brokers).broker_name(broker))
            .collect::<Vec<_>>()
    };
    let (fewer, all) = (names(26), names(1000));
    assert_eq!(fewer, all[..26]);
    assert_eq!(names(27), all[..27]);
    let some = [0, 25, 26, 27, 51, 52, 701, 702, 999].map(|place: usize| all[place].as_str());
    assert_eq!(some, ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA", "ALL"]);
    let world = of(1000);
    for (place, name) in all.iter().enumerate().step_by(37) {
        assert_eq!(world.broker_of(name), Some(place), "{name}");
    }
    assert_eq!(of(26).broker_of("AA"), None);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let event = |what: &str| format!(r#"{ZONES}, "events": [{{"at_s": 1, "action": {what}}}]"#);
    for (variant, world, place) in [
        (r#"{"selection": "both"}"#, ZONES.to_owned(), "line 1, column"),
        (
            r#"{"selection": "single", "settings": {"connectTimeout": 1}}"#,
            ZONES.to_owned(),
            "line 1, column 105: “connectTimeout” is not a setting of this system; the nearest is “connectTimeoutMs”",
        ),
        (
            r#"{"selection": "single", "settings": {"rate_per_s": 1}}"#,
            ZONES.to_owned(),
            "variant 1, rate_per_s: this is a setting of the world; give it there.",
        ),
        (
            r#"{"selection": "single", "settings": {"maxRetryCount": 99}}"#,
            ZONES.to_owned(),
            "variant 1, maxRetryCount: 99 is out of bounds; give a whole number, 0 to 10.",
        ),
        (VARIANT, r#""zones": []"#.to_owned(), "world, zones: there are 0"),
        (VARIANT, r#""zones": [{"producers": 0, "brokers": 3}]"#.to_owned(), "world, producers: there are 0"),
        (VARIANT, r#""zones": [{"producers": 3, "brokers": 0}]"#.to_owned(), "world, brokers: there are 0"),
        (VARIANT, r#""zones": [{"producers": 9000, "brokers": 900}]"#.to_owned(), "world, zones: producers times"),
        (VARIANT, r#""zones": [{"producers": 90000, "brokers": 1}]"#.to_owned(), "world, producers: there are 90000"),
        (
            VARIANT,
            r#""zones": [{"name": "x", "producers": 1, "brokers": 1}, {"name": "x", "producers": 1, "brokers": 1}]"#
                .to_owned(),
            "world, zone 2: Two zones are called “x”",
        ),
        (VARIANT, format!(r#"{ZONES}, "rate_per_s": 0"#), "world, rate_per_s"),
        (VARIANT, format!(r#"{ZONES}, "slice_ms": 5"#), "world, slice_ms"),
        (VARIANT, format!(r#"{ZONES}, "brokers": 5"#), "line 1, column"),
        (
            VARIANT,
            r#""zones": [{"producers": 9000, "brokers": 3}], "rate_per_s": 100"#.to_owned(),
            "world, rate_per_s: a slice would have 900000 sends",
        ),
        (VARIANT, event(r#"{"kill": {"broker": "Z"}}"#), "event 1, broker: “Z” is not known; brokers are A to C."),
        (VARIANT, event(r#"{"kill": {"broker": "A", "duration_s": -1}}"#), "event 1, duration_s"),
        (VARIANT, event(r#"{"kill": {"broker": "A", "how": "softly"}}"#), "line 1, column"),
        (VARIANT, event(r#"{"kill_every": {"every": 0}}"#), "event 1, every: 0 is out of bounds"),
        (VARIANT, event(r#"{"revive": {"broker": "b1"}}"#), "event 1, broker"),
        (VARIANT, event(r#"{"rolling_restart": {"down_s": 1, "apart_s": 1e99}}"#), "event 1, apart_s"),
        (VARIANT, event(r#"{"rolling_restart": {"down_s": 1, "apart_s": 1, "zone": "az7"}}"#), "event 1, zone"),
        (VARIANT, event(r#"{"restart_producers": {"zone": "az7"}}"#), "event 1, zone"),
        (VARIANT, event(r#"{"explode": {}}"#), "line 1, column"),
    ] {
        let why = why(variant, &world);
        assert!(why.starts_with(place), "{why}\nexpected {place}");
    }
    let five = [VARIANT; 5].join(",");
    assert!(why(&five, ZONES).starts_with("variants: there are 5"));
    let long = r#""zones": [{"producers": 1, "brokers": 900}]"#;
    let text = document(VARIANT, long).replacen("{", r#"{"rounds": 9000, "#, 1);
    assert!(
        from_json(&text)
            .unwrap_err()
            .to_string()
            .starts_with("rounds: brokers times rounds")
    );
    let past = event(r#"{"redirect": {}}"#).replace(r#""at_s": 1"#, r#""at_s": -1"#);
    assert!(
        why(VARIANT, &past).starts_with("event 1, at_s: -1 s (-00:00:01) is not within the run")
    );
    let other = from_json(&document(VARIANT, ZONES).replace("rotation", "shedding")).unwrap_err();
    assert_eq!(
        other.cause,
        Cause::unknown(Thing::System, "shedding", "give “rotation”")
    );
}

#[test]
fn what_events_make_happen_is_bounded() {
    let events = |count: usize, what: &str| {
        let one = |place: usize| format!(r#"{{"at_s": {}, "action": {what}}}"#, place % 60);
        (0..count).map(one).collect::<Vec<_>>().join(",")
    };
    let world = |producers: u32, brokers: u32, events: &str| {
        format!(
            r#""zones": [{{"producers": {producers}, "brokers": {brokers}}}, {{"producers": 1, "brokers": 1}}],
            "events": [{events}]"#
        )
    };
    let roll = r#"{"rolling_restart": {"down_s": 1, "apart_s": 1}}"#;
    let replacement = r#"{"rolling_restart": {"down_s": 1, "apart_s": 1, "replaced": true}}"#;
    let restart = r#"{"restart_producers": {}}"#;
    for (producers, brokers, count, what, place) in [
        (
            9,
            999,
            11,
            roll,
            "events: brokers go down or come back 22000 times in all, and 20000 are the most; give fewer",
        ),
        (
            9,
            999,
            21,
            r#"{"kill_every": {"every": 1}}"#,
            "events: brokers go down or come back 21000 times in all",
        ),
        (
            9,
            999,
            5,
            replacement,
            "events: brokers are replaced 5000 times in all, and 4000 are the most; give fewer",
        ),
        (
            9999,
            9,
            11,
            restart,
            "events: producers are restarted 110000 times in all, and 100000 are the most; give fewer",
        ),
        (9, 1001, 0, roll, "world, brokers: there are 1002"),
        (
            9,
            999,
            1,
            r#"{"rolling_restart": {"down_s": 1, "apart_s": 40000}}"#,
            "event 1, apart_s: 1000 brokers take",
        ),
    ] {
        let why = why(VARIANT, &world(producers, brokers, &events(count, what)));
        assert!(why.starts_with(place), "{why}\nexpected {place}");
    }
    // What is at the bound is taken, and an event of a zone counts for that zone.
    for (producers, brokers, count, what) in [
        (9, 999, 10, roll),
        (9, 999, 4, replacement),
        (9999, 9, 10, restart),
        (
            9,
            999,
            1000,
            r#"{"rolling_restart": {"down_s": 1, "apart_s": 40000, "zone": "az2"}}"#,
        ),
        (9999, 9, 1000, r#"{"restart_producers": {"zone": "az2"}}"#),
    ] {
        let text = document(VARIANT, &world(producers, brokers, &events(count, what)));
        assert_eq!(
            from_json(&text).err(),
            None,
            "{producers} {brokers} {count} {what}"
        );
    }
    let hasty = r#""zones": [{"producers": 9000, "brokers": 3}], "rebuild_s": 0.1"#;
    assert!(
        why(VARIANT, hasty)
            .starts_with("world, rebuild_s: producers could start 90000 times in a slice")
    );
}

#[test]
fn a_thousand_restarts_within_a_second_are_played() {
    let what = r#"{"restart_producers": {}}"#;
    let event = |place: usize| format!(r#"{{"at_s": 1.{place:03}, "action": {what}}}"#);
    let roll = |place: usize| {
        format!(
            r#"{{"at_s": {place}, "action": {{"rolling_restart": {{"down_s": 1, "apart_s": 0, "replaced": true}}}}}}"#
        )
    };
    let restarts: Vec<String> = (0..900).map(event).collect();
    let rolls: Vec<String> = (0..40).map(roll).collect();
    let world = format!(
        r#""zones": [{{"producers": 20, "brokers": 100}}], "events": [{},{}]"#,
        restarts.join(","),
        rolls.join(",")
    );
    let scenario = from_json(&document(VARIANT, &world)).unwrap();
    let mut timeline = Timeline::new(Simulation::new(&scenario, 0));
    timeline.round(2);
    assert_eq!(
        timeline
            .rounds()
            .iter()
            .map(|round| round.counts.restarted)
            .sum::<u32>(),
        18_000
    );
}
