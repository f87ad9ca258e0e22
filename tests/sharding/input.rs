//! Bad input: each kind is named with its place, and says what would be right.

use shedscope::engine::{Cause, Thing};
use shedscope::systems::sharding::presets::PRESETS;
use shedscope::systems::sharding::scenario::from_json;

fn document(variants: &str, world: &str) -> String {
    format!(
        r#"{{"shedscope": 2, "system": "sharding", "rounds": 20, "variants": [{variants}], "world": {world}}}"#
    )
}

const VARIANT: &str = r#"{"strategy": "least-2610"}"#;
const WORLD: &str = r#"{"nodes": [{"name": "a", "shards": 3}]}"#;

#[test]
fn a_small_document_is_enough() {
    let scenario = from_json(&document(VARIANT, WORLD)).unwrap();
    assert_eq!(
        (scenario.seed, scenario.world.nodes[0].revision()),
        (1, "a")
    );
}

#[test]
fn bad_variants_are_named() {
    let why = |variant: &str| {
        from_json(&document(variant, WORLD))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(why(""), "variants: there are 0; give 1 to 4.");
    assert!(why(r#"{"strategy": "most"}"#).contains("unknown variant `most`"));
    assert!(why(r#"{"strategy": "external", "speed": 1}"#).contains("unknown field `speed`"));
    let settings = |text: &str| {
        why(&format!(
            r#"{{"strategy": "weighted-both", "settings": {{{text}}}}}"#
        ))
    };
    assert!(
        settings(r#""speed": 1"#)
            .contains("“speed” is not a setting of this system; there are weights-from, ")
    );
    assert!(
        settings(r#""destination": "home""#)
            .contains("give “chosen with the stop” or “chosen after the stop”")
    );
    assert!(settings(r#""version-gate": 1"#).contains("give true or false"));
    assert_eq!(
        settings(r#""tolerance": 0"#),
        "variant 1, tolerance: 0 is out of bounds; give a whole number, 1 to 1000."
    );
    assert_eq!(
        settings(r#""tolerance": 1.5"#),
        "variant 1, tolerance: 1.5 is not taken; give a whole number, 1 to 1000."
    );
    assert_eq!(
        settings(r#""stop-time": 3"#),
        "variant 1, stop-time: this is a setting of the world; give it there."
    );
}

#[test]
fn bad_worlds_are_named() {
    let why = |world: &str| {
        from_json(&document(VARIANT, world))
            .unwrap_err()
            .to_string()
    };
    let nodes = |text: &str| why(&format!(r#"{{"nodes": [{text}]}}"#));
    assert_eq!(
        nodes(""),
        "world, nodes: there are none; give at least one."
    );
    assert!(nodes(r#"{"name": "a", "wheels": 4}"#).contains("unknown field `wheels`"));
    assert!(nodes(r#"{"name": "a", "weight": -1}"#).contains("line 1"));
    assert!(
        nodes(r#"{"name": "a", "weight": 2000000}"#)
            .ends_with("weight: 2000000 is out of bounds; give 0 to 1000000.")
    );
    assert!(
        nodes(r#"{"name": "a", "replicas": 0}"#)
            .ends_with("replicas: 0 is out of bounds; give 1 to 500.")
    );
    assert!(nodes(r#"{"name": ""}"#).contains("name"));
    assert!(
        nodes(r#"{"name": "a", "version": "1.x"}"#)
            .contains("“1.x” is not taken; give up to three numbers")
    );
    assert!(nodes(r#"{"name": "a"}, {"name": "a"}"#).contains("Two nodes are called “a”"));
    assert!(
        nodes(r#"{"name": "a", "replicas": 400}, {"name": "b", "replicas": 101}"#)
            .contains("more than the 500 nodes")
    );
    assert!(
        nodes(r#"{"name": "a", "replicas": 2, "shards": 25001}"#)
            .contains("shards: 50002 shards are more than the 50000")
    );
    let with = |text: &str| why(&format!(r#"{{"nodes": [{{"name": "a"}}], {text}}}"#));
    assert_eq!(
        with(r#""traffic": {"a": 90}"#),
        "world, traffic, percent: the sum is 90; give 100 in all."
    );
    assert_eq!(
        with(r#""settings": {"tolerance": 1}"#),
        "world, tolerance: this is a setting of a variant; give it there."
    );
    assert_eq!(
        with(r#""locations": [{"from": 3, "to": 1, "node": "a"}]"#),
        "world, location 1, from: 3 to 1 is not taken; give a range of shards below 50000."
    );
}

#[test]
fn bad_events_are_named() {
    let why = |event: &str| {
        let world = format!(r#"{{"nodes": [{{"name": "a"}}], "events": [{event}]}}"#);
        from_json(&document(VARIANT, &world))
            .unwrap_err()
            .to_string()
    };
    let unknown =
        "world, event 1, node: “z” is not known; give the name of a node that exists or joins.";
    assert_eq!(why(r#"{"at_s": 1, "action": {"drain": "z"}}"#), unknown);
    assert_eq!(
        why(r#"{"at_s": 1, "action": {"weight": {"node": "z", "weight": 1}}}"#),
        unknown
    );
    assert!(
        why(r#"{"at_s": -1, "action": {"kill": "a"}}"#)
            .starts_with("world, event 1, at_s: -1 s (-00:00:01) is not")
    );
    assert!(
        why(r#"{"at_s": 1, "action": {"explode": "a"}}"#).contains("unknown variant `explode`")
    );
    assert!(
        why(r#"{"at_s": 1, "action": {"join": {"name": "a"}}}"#)
            .contains("Two nodes are called “a”")
    );
    assert!(
        why(r#"{"at_s": 1, "action": {"join": {"name": "b", "shards": 2}}}"#)
            .contains("a joining node holds no shards")
    );
    assert!(why(r#"{"at_s": 1, "action": {"traffic": {}}}"#).contains("it is empty"));
    assert!(why(r#"{"at_s": 1, "action": {"traffic": {"a": 101}}}"#).contains("the sum is 101"));
    assert!(why(r#"{"at_s": 1, "action": {"shards": 0}}"#).contains("give 1 to 50000"));
    assert!(why(r#"{"at_s": 1, "action": {"table_down_s": -1}}"#).contains("table_down_s"));
    let many = vec![r#"{"at_s": 1, "action": {"shards": 1}}"#; 1001].join(",");
    assert_eq!(
        why(&many),
        "world, events: 1001 events are more than the 1000 that are taken; give fewer."
    );
}

#[test]
fn what_is_cut_off_or_of_another_system_is_refused() {
    let text = (PRESETS[0].make)().write();
    assert_eq!(
        from_json(&text[..text.len() / 2]).unwrap_err().cause,
        Cause::CutOff
    );
    let other = text.replace("\"sharding\"", "\"shedding\"");
    assert!(matches!(
        from_json(&other).unwrap_err().cause,
        Cause::Unknown { kind: Thing::System, remedy, .. } if remedy == "give “sharding”"
    ));
    let rounds = r#"{"nodes": [{"name": "a", "replicas": 500}]}"#;
    let long = document(VARIANT, rounds).replace("\"rounds\": 20", "\"rounds\": 9000");
    let too_many = Cause::TooManyFor {
        count: 9000,
        size: "500 nodes".to_owned(),
        most: 8000,
    };
    assert_eq!(from_json(&long).unwrap_err().cause, too_many);
}
