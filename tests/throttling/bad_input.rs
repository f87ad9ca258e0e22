//! Bad input is named with its place and what would be right.

use shedscope::systems::throttling::scenario::from_json;

fn document(lanes: &str, world: &str) -> String {
    format!(r#"{{"shedscope": 1, "system": "throttling", "rounds": 5, "lanes": [{lanes}], "world": {world}}}"#)
}

fn problem(lanes: &str, world: &str) -> String {
    from_json(&document(lanes, world)).expect_err(world).to_string()
}

const LANE: &str = r#"{"variant": "v1135"}"#;

#[test]
fn a_small_document_is_enough() {
    let scenario = from_json(&document(LANE, "{}")).unwrap();
    assert_eq!((scenario.lanes.len(), scenario.rounds, scenario.world.events.len()), (1, 5, 0));
    let choice = document(LANE, r#"{"settings": {"unit": "documents", "capacity": 900.5}}"#);
    let text = from_json(&choice).unwrap().write();
    assert!(text.contains(r#""unit": "documents""#) && text.contains("900.5"), "{text}");
}

#[test]
fn every_kind_of_bad_input_is_named() {
    let event = |event: &str| {
        problem(LANE, &format!(r#"{{"events": [{{"at_s": 1, "kind": "outage", "for_s": 1}}, {event}]}}"#))
    };
    let setting = |setting: &str| problem(LANE, &format!(r#"{{"settings": {{{setting}}}}}"#));
    let lane =
        |settings: &str| problem(&format!(r#"{LANE}, {{"variant": "v1135", "settings": {{{settings}}}}}"#), "{}");
    let min = "write.bulk.rate_limit_per_node.min";
    let max = "write.bulk.rate_limit_per_node.max";
    for (said, parts) in [
        (problem("", "{}"), ["lanes", "give 1 to 4"]),
        (problem(&[LANE; 5].join(","), "{}"), ["lanes", "there are 5"]),
        (problem(r#"{"variant": "v9"}"#, "{}"), ["line 1", "give v1011, v1027, v1135 or i1084"]),
        (problem(r#"{"variant": "v1135", "limit": 3}"#, "{}"), ["line 1", "limit"]),
        (problem(LANE, r#"{"server": 1}"#), ["line 1", "server"]),
        (setting(r#""wirters": 8"#), ["line 1", "“wirters” is no setting"]),
        (setting(r#""writers": 8, "writers": 9"#), ["line 1", "there twice"]),
        (setting(r#""writers": "many""#), ["line 1", "writers: \"many\" is not taken; give a whole number, 0 to 256"]),
        (setting(r#""unit": "pints""#), ["line 1", "give “bytes” or “documents”"]),
        (setting(r#""writers": 8.5"#), ["world, writers", "a whole number, 0 to 256"]),
        (setting(r#""executors": 0"#), ["world, executors", "1 to 64"]),
        (setting(r#""executors": 64, "writers": 64"#), ["writers", "may be 1000"]),
        (setting(r#""batch": 1"#), ["capacity", "2000 are the most"]),
        (
            setting(r#""retry.bulk.initial_backoff": 100, "executors": 4, "writers": 225"#),
            ["initial_backoff", "2000 are the most"],
        ),
        (
            setting(r#""socket_timeout_millis": 100, "timeout_pause_ms": 100, "executors": 4, "writers": 225"#),
            ["2000 are", "fewer writers"],
        ),
        (setting(&format!(r#""{min}": 5"#)), [min, "this is a setting of a lane; give it there"]),
        (lane(r#""writers": 5"#), ["lane 2, writers", "this is a setting of the world; give it there"]),
        (lane(&format!(r#""{min}": 0"#)), ["lane 2, write.bulk", "1 to 1000000000000"]),
        (lane(&format!(r#""{max}": -1"#)), ["lane 2, write.bulk", "no minus sign"]),
        (event(r#"{"at_s": -1, "kind": "outage", "for_s": 1}"#), ["event 2, at_s", "give 0 to"]),
        (event(r#"{"at_s": 1, "kind": "outage"}"#), ["event 2, for_s", "give 0.001 to"]),
        (event(r#"{"at_s": 1, "kind": "brown_out", "for_s": 1}"#), ["event 2, amount", "give 0.01 to"]),
        (event(r#"{"at_s": 1, "kind": "capacity", "amount": 0}"#), ["event 2, amount", "1 to"]),
        (event(r#"{"at_s": 1, "kind": "writers", "amount": 1.5}"#), ["event 2, amount", "whole number"]),
        (event(r#"{"at_s": 1, "kind": "writers", "amount": 300}"#), ["event 2, amount", "-256 to 256"]),
        (event(r#"{"at_s": 1, "kind": "set", "of": "colour", "amount": 1}"#), ["event 2, of", "no setting"]),
        (event(r#"{"at_s": 1, "kind": "set", "of": "writers", "amount": 1}"#), ["event 2, of", "cannot change"]),
        (event(r#"{"at_s": 1, "kind": "set", "of": "batch", "amount": 0}"#), ["event 2, amount", "1 to"]),
        (event(r#"{"at_s": 1, "kind": "flood"}"#), ["line 1", "flood"]),
    ] {
        for part in parts {
            assert!(said.contains(part), "“{said}” does not say “{part}”");
        }
        assert!(said.ends_with('.'), "{said}");
    }
}

#[test]
fn the_older_versions_take_a_limit_without_upper_bound() {
    let settings = r#""settings": {"write.bulk.rate_limit_per_node.max": -1}"#;
    assert!(from_json(&document(&format!(r#"{{"variant": "v1027", {settings}}}"#), "{}")).is_ok());
}

/// A document of many rounds, with settings of the world, of its lane, and an event.
fn long(world: &str, lane: &str, event: &str) -> Result<(), String> {
    let lane = format!(r#"{{"variant": "v1135", "settings": {{{lane}}}}}"#);
    let world = format!(r#"{{"settings": {{{world}}}, "events": [{event}]}}"#);
    let text = document(&lane, &world).replace(r#""rounds": 5"#, r#""rounds": 10000"#);
    from_json(&text).map(|_| ()).map_err(|problem| problem.to_string())
}

#[test]
fn what_would_take_all_memory_is_named_before_it_runs() {
    let impatient = r#""writers": 250, "backlog_limit_s": -1, "socket_timeout_millis": 1000"#;
    let partly = r#""writers": 250, "failed_percent": 50"#;
    let many = r#""executors": 4, "writers": 250"#;
    let window = r#""shedscope.meter_window_ms": 600000"#;
    let set = |of: &str, amount: f64| format!(r#"{{"at_s": 9000, "kind": "set", "of": "{of}", "amount": {amount}}}"#);
    for (problem, parts) in [
        (long(impatient, "", ""), ["world, backlog_limit_s: up to 1250750 requests", "100000 are the most"]),
        (long(partly, "", ""), ["world, backlog_limit_s: up to", "100000 are the most"]),
        (long(&impatient.replace("-1", "9"), "", &set("backlog_limit_s", -1.0)), ["up to 1250750", "fewer rounds"]),
        (long(r#""writers": 250"#, "", &set("failed_percent", 9.0)), ["world, backlog_limit_s", "fewer rounds"]),
        (long(many, window, ""), ["lane 1, shedscope.meter_window_ms: up to", "a shorter window"]),
        (
            long(many, "", &set("shedscope.meter_window_ms", 600_000.0)),
            ["lane 1, shedscope.meter_window_ms: up to", "a shorter window"],
        ),
    ] {
        let said = problem.expect_err(parts[0]);
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    }
    // All that is usual fits for as long as a run may be.
    assert_eq!(long(r#""writers": 250, "capacity": 1000000000"#, r#""shedscope.meter_window_ms": 60000"#, ""), Ok(()));
    assert_eq!(long(r#""writers": 250, "backlog_limit_s": -1"#, "", ""), Ok(()));
    assert_eq!(long(&impatient.replace("-1", "9"), "", ""), Ok(()));
}

#[test]
fn the_form_offers_what_documents_take_and_no_more() {
    use shedscope::simulator::System;
    use shedscope::systems::throttling::view::Throttling;
    use shedscope::systems::throttling::{Lane, Variant, World, scenario};
    for variant in Variant::ALL {
        let mut document = scenario::scenario("bounds", &[], 5, World::default(), vec![Lane::new(variant, &[])]);
        for field in Throttling::fields(&document, 0).into_iter().filter(|field| field.is_of_variant) {
            for (value, is_taken) in [
                (field.value_type.min, true),
                (field.value_type.max, true),
                (field.value_type.min - 1.0, false),
                (field.value_type.max + 1.0, false),
            ] {
                Throttling::set(&mut document, 0, field.name, value).unwrap();
                assert_eq!(scenario::check(&document).is_ok(), is_taken, "{variant:?}: {} {value}", field.name);
            }
            document.lanes[0] = Lane::new(variant, &[]);
        }
    }
}
