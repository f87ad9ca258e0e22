//! Bad input is named with its place and what would be right.

use shedscope::systems::throttling::scenario::from_json;

fn document(variants: &str, world: &str) -> String {
    format!(
        r#"{{"shedscope": 2, "system": "throttling", "rounds": 5, "variants": [{variants}], "world": {world}}}"#
    )
}

fn problem(variants: &str, world: &str) -> String {
    from_json(&document(variants, world))
        .expect_err(world)
        .to_string()
}

const VARIANT: &str = r#"{"version": "v1135"}"#;

#[test]
fn a_small_document_is_enough() {
    let scenario = from_json(&document(VARIANT, "{}")).unwrap();
    assert_eq!(
        (
            scenario.variants.len(),
            scenario.rounds,
            scenario.world.events.len()
        ),
        (1, 5, 0)
    );
    let choice = document(
        VARIANT,
        r#"{"settings": {"unit": "documents", "capacity": 900.5}}"#,
    );
    let text = from_json(&choice).unwrap().write();
    assert!(
        text.contains(r#""unit": "documents""#) && text.contains("900.5"),
        "{text}"
    );
}

#[test]
fn every_kind_of_bad_input_is_named() {
    let event = |event: &str| {
        problem(
            VARIANT,
            &format!(
                r#"{{"events": [{{"at_s": 1, "kind": "outage", "duration_s": 1}}, {event}]}}"#
            ),
        )
    };
    let setting = |setting: &str| problem(VARIANT, &format!(r#"{{"settings": {{{setting}}}}}"#));
    let variant = |settings: &str| {
        problem(
            &format!(r#"{VARIANT}, {{"version": "v1135", "settings": {{{settings}}}}}"#),
            "{}",
        )
    };
    let min = "write.bulk.rate_limit_per_node.min";
    let max = "write.bulk.rate_limit_per_node.max";
    for (said, parts) in [
        (problem("", "{}"), ["variants", "give 1 to 4"]),
        (
            problem(&[VARIANT; 5].join(","), "{}"),
            ["variants", "there are 5"],
        ),
        (
            problem(r#"{"version": "v9"}"#, "{}"),
            ["line 1", "give v1011, v1027, v1135 or i1084"],
        ),
        (
            problem(r#"{"version": "v1135", "limit": 3}"#, "{}"),
            ["line 1", "limit"],
        ),
        (problem(VARIANT, r#"{"server": 1}"#), ["line 1", "server"]),
        (
            setting(r#""wirters": 8"#),
            [
                "line 1",
                "“wirters” is not a setting of this system; the nearest is “writers”",
            ],
        ),
        (
            setting(r#""writers": 8, "writers": 9"#),
            ["line 1", "there twice"],
        ),
        (
            setting(r#""writers": "many""#),
            [
                "line 1",
                "writers: “many” is not a number; give a whole number, 0 to 256",
            ],
        ),
        (
            setting(r#""unit": "pints""#),
            ["line 1", "give “bytes” or “documents”"],
        ),
        (
            setting(r#""writers": 8.5"#),
            ["world, writers", "a whole number, 0 to 256"],
        ),
        (
            setting(r#""executors": 0"#),
            ["world, executors", "1 to 64"],
        ),
        (
            setting(r#""executors": 64, "writers": 64"#),
            ["writers", "and 1000 are the most"],
        ),
        (setting(r#""batch": 1"#), ["capacity", "2000 are the most"]),
        (
            setting(r#""retry.bulk.initial_backoff": 100, "executors": 4, "writers": 225"#),
            ["initial_backoff", "2000 are the most"],
        ),
        (
            setting(
                r#""socket_timeout_millis": 100, "timeout_pause_ms": 100, "executors": 4, "writers": 225"#,
            ),
            ["2000 are", "fewer writers"],
        ),
        (
            setting(&format!(r#""{min}": 5"#)),
            [min, "this is a setting of a variant; give it there"],
        ),
        (
            variant(r#""writers": 5"#),
            [
                "variant 2, writers",
                "this is a setting of the world; give it there",
            ],
        ),
        (
            variant(&format!(r#""{min}": 0"#)),
            ["variant 2, write.bulk", "1 to 1000000000000"],
        ),
        (
            variant(&format!(r#""{max}": -1"#)),
            ["variant 2, write.bulk", "no minus sign"],
        ),
        (
            event(r#"{"at_s": -1, "kind": "outage", "duration_s": 1}"#),
            ["event 2, at_s", "-1 s (-00:00:01) is not within the run"],
        ),
        (
            event(r#"{"at_s": 1, "kind": "outage"}"#),
            ["event 2, duration_s", "give 0.001 to"],
        ),
        (
            event(r#"{"at_s": 1, "kind": "brown_out", "duration_s": 1}"#),
            ["event 2, value", "give 0.01 to"],
        ),
        (
            event(r#"{"at_s": 1, "kind": "capacity", "value": 0}"#),
            ["event 2, value", "1 to"],
        ),
        (
            event(r#"{"at_s": 1, "kind": "writers", "value": 1.5}"#),
            ["event 2, value", "whole number"],
        ),
        (
            event(r#"{"at_s": 1, "kind": "writers", "value": 300}"#),
            ["event 2, value", "-256 to 256"],
        ),
        (
            event(r#"{"at_s": 1, "kind": "set", "target": "colour", "value": 1}"#),
            ["event 2, target", "not a setting"],
        ),
        (
            event(r#"{"at_s": 1, "kind": "set", "target": "writers", "value": 1}"#),
            ["event 2, target", "cannot change"],
        ),
        (
            event(r#"{"at_s": 1, "kind": "set", "target": "batch", "value": 0}"#),
            ["event 2, value", "1 to"],
        ),
        (
            event(r#"{"at_s": 1, "kind": "flood"}"#),
            ["line 1", "flood"],
        ),
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
    assert!(
        from_json(&document(
            &format!(r#"{{"version": "v1027", {settings}}}"#),
            "{}"
        ))
        .is_ok()
    );
}

/// A document of many rounds, with settings of the world, of its variant, and an event.
fn long(world: &str, variant: &str, event: &str) -> Result<(), String> {
    let variant = format!(r#"{{"version": "v1135", "settings": {{{variant}}}}}"#);
    let world = format!(r#"{{"settings": {{{world}}}, "events": [{event}]}}"#);
    let text = document(&variant, &world).replace(r#""rounds": 5"#, r#""rounds": 10000"#);
    from_json(&text)
        .map(|_| ())
        .map_err(|problem| problem.to_string())
}

#[test]
fn what_would_take_all_memory_is_named_before_it_runs() {
    let impatient = r#""writers": 250, "backlog_limit_s": -1, "socket_timeout_millis": 1000"#;
    let partly = r#""writers": 250, "failed_percent": 50"#;
    let many = r#""executors": 4, "writers": 250"#;
    let window = r#""shedscope.meter_window_ms": 600000"#;
    let set = |of: &str, amount: f64| {
        format!(r#"{{"at_s": 9000, "kind": "set", "target": "{of}", "value": {amount}}}"#)
    };
    for (problem, parts) in [
        (
            long(impatient, "", ""),
            [
                "world, backlog_limit_s: up to 1250750 requests",
                "100000 are the most",
            ],
        ),
        (
            long(partly, "", ""),
            ["world, backlog_limit_s: up to", "100000 are the most"],
        ),
        (
            long(
                &impatient.replace("-1", "9"),
                "",
                &set("backlog_limit_s", -1.0),
            ),
            ["up to 1250750", "fewer rounds"],
        ),
        (
            long(r#""writers": 250"#, "", &set("failed_percent", 9.0)),
            ["world, backlog_limit_s", "fewer rounds"],
        ),
        (
            long(many, window, ""),
            [
                "variant 1, shedscope.meter_window_ms: up to",
                "a shorter window",
            ],
        ),
        (
            long(many, "", &set("shedscope.meter_window_ms", 600_000.0)),
            [
                "variant 1, shedscope.meter_window_ms: up to",
                "a shorter window",
            ],
        ),
    ] {
        let said = problem.expect_err(parts[0]);
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    }
    // All that is usual fits for as long as a run may be.
    assert_eq!(
        long(
            r#""writers": 250, "capacity": 1000000000"#,
            r#""shedscope.meter_window_ms": 60000"#,
            ""
        ),
        Ok(())
    );
    assert_eq!(
        long(r#""writers": 250, "backlog_limit_s": -1"#, "", ""),
        Ok(())
    );
    assert_eq!(long(&impatient.replace("-1", "9"), "", ""), Ok(()));
}

#[test]
fn the_form_offers_what_documents_take_and_no_more() {
    use shedscope::simulator::System;
    use shedscope::systems::throttling::view::Throttling;
    use shedscope::systems::throttling::{LimiterVersion, Variant, World, scenario};
    for version in LimiterVersion::ALL {
        let mut document = scenario::scenario(
            "bounds",
            &[],
            5,
            World::default(),
            vec![Variant::new(version, &[])],
        );
        for field in Throttling::fields(&document, 0)
            .into_iter()
            .filter(|field| field.is_of_variant)
        {
            for (value, is_taken) in [
                (field.value_type.min, true),
                (field.value_type.max, true),
                (field.value_type.min - 1.0, false),
                (field.value_type.max + 1.0, false),
            ] {
                Throttling::set(&mut document, 0, field.name, value).unwrap();
                assert_eq!(
                    scenario::check(&document).is_ok(),
                    is_taken,
                    "{version:?}: {} {value}",
                    field.name
                );
            }
            document.variants[0] = Variant::new(version, &[]);
        }
    }
}
