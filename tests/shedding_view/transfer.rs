//! TransferShedder: the strategy of the extensible manager, and what had to be assumed about it.

use shedscope::simulator::Card;

use super::*;

fn choose(session: &SharedSession, strategy: &str) -> SharedSession {
    edited(
        session,
        Edit::Choose {
            variant: 0,
            choice: "strategy",
            option: strategy.to_owned(),
        },
    )
}

fn labelled(session: &SharedSession, label: &str) -> &'static str {
    session
        .fields(0, None)
        .iter()
        .find(|field| field.label == label)
        .unwrap_or_else(|| panic!("no {label}"))
        .name
}

fn cards(session: &SharedSession, variant: usize, index: usize) -> Vec<Card> {
    let subjects = session.overview(variant, index);
    subjects
        .iter()
        .map(|subject| session.card(variant, index, *subject, usize::MAX))
        .collect()
}

fn has_pair(session: &SharedSession, variant: usize, index: usize, pair: &str) -> bool {
    cards(session, variant, index)
        .iter()
        .any(|card| card.title == pair)
}

#[test]
fn what_had_to_be_assumed_is_said_in_full_and_of_no_other_strategy() {
    let session = choose(&opening(), "TransferShedder");
    assert_ne!(digest(&session, 0), digest(&opening(), 0));
    let assumptions = session.assumptions(0);
    assert!(assumptions.len() >= 5);
    let all: Vec<String> = assumptions
        .iter()
        .map(|(question, answer)| format!("{question} {answer}"))
        .collect();
    assert!(all.iter().all(|line| line.len() > 40), "{all:?}");
    assert!(all.join(" ").contains("not from recorded runs"), "{all:?}");
    assert_eq!(session.warnings(0), [], "the set-up is fine as it is");
    let back = choose(&session, "AvgShedder");
    assert!(back.assumptions(0).is_empty());
    assert_eq!(digest(&back, 0), digest(&opening(), 0));
}

#[test]
fn its_settings_are_there_and_change_the_run() {
    let session = preset("transfer-target");
    for label in [
        "Target deviation",
        "Condition hit count",
        "Maximum pairs per round",
        "Delay after an unload",
    ] {
        labelled(&session, label);
    }
    let first = digest(&session, 0);
    let set = |session: &SharedSession, label: &str, value: f64| {
        edited(
            session,
            Edit::Set {
                variant: 0,
                field: labelled(session, label),
                value,
            },
        )
    };
    let lower = set(&session, "Target deviation", 0.1);
    assert_ne!(digest(&lower, 0), first);
    let again = set(&lower, "Target deviation", 0.25);
    assert_eq!(digest(&again, 0), first);
    let hasty = set(&again, "Condition hit count", 1.0);
    complete(&*hasty);
    assert_eq!((0..60).find(|index| hasty.is_eventful(*index)), Some(1));
}

#[test]
fn it_counts_three_rounds_down_and_acts_in_the_fourth() {
    let session = preset("transfer-target");
    complete(&*session);
    for index in 0..3 {
        assert!(
            session.headline(0, index).starts_with("Nothing moves. "),
            "{}",
            session.headline(0, index)
        );
        let left = 3 - index;
        let expected = match left {
            1 => "The next round sheds.".to_owned(),
            _ => format!("The next shedding is in round 4, {left} rounds from here."),
        };
        assert_eq!(session.outlook(0, index), expected);
        let settings: Vec<_> = cards(&session, 0, index)
            .iter()
            .flat_map(|card| card.lines.clone())
            .collect();
        let name = "loadBalancerSheddingConditionHitCountThreshold";
        assert!(
            settings.iter().any(|line| line.setting == Some(name)),
            "round {index}"
        );
    }
    assert!(
        session.headline(0, 3).contains(" move "),
        "{}",
        session.headline(0, 3)
    );
    assert!(!session.headline(0, 3).contains("Nothing moves"));
}

#[test]
fn why_tells_of_deviation_and_of_who_gives_and_who_takes() {
    let session = preset("transfer-target");
    complete(&*session);
    let pair = cards(&session, 0, 3)
        .into_iter()
        .find(|card| card.title == "broker-1 → broker-5")
        .unwrap();
    let told: Vec<String> = pair
        .lines
        .iter()
        .map(|line| line.sentence.clone())
        .collect();
    let related: Vec<&str> = pair
        .related
        .iter()
        .map(|(_, label)| label.as_str())
        .collect();
    let all = told.join(" ") + &related.join(" ");
    assert!(all.contains("broker-5"), "{all}");
    let round: Vec<_> = cards(&session, 0, 3)
        .into_iter()
        .flat_map(|card| card.lines)
        .collect();
    let deviation = round
        .iter()
        .find(|line| line.sentence.starts_with("The standard deviation is "))
        .unwrap();
    assert!(
        deviation.sentence.contains("more than the target of"),
        "{}",
        deviation.sentence
    );
    assert!(
        round
            .iter()
            .any(|line| line.setting == Some("loadBalancerBrokerLoadTargetStd"))
    );
    // The other pair is left alone here, and levelled in the same round where the target is lower.
    assert!(!has_pair(&session, 0, 3, "broker-2 → broker-4"));
    assert!(has_pair(&session, 1, 3, "broker-2 → broker-4"));
}

#[test]
fn its_table_and_its_stage_tell_of_running_usages() {
    use shedscope::scene::Shape;
    let session = choose(&opening(), "TransferShedder");
    assert!(session.table(0, 0).labels().contains(&"Smoothed usage"));
    let viewport = shedscope::simulator::Viewport {
        width: 1200.0,
        height: 500.0,
        ..Default::default()
    };
    let stage = session.stages(0, 0.0, &[viewport]).remove(0);
    let says = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text.contains("outlined: smoothed usage"));
    assert!(stage.still.shapes.iter().any(says));
}

#[test]
fn its_metrics_have_running_usages_and_count_decisions_by_reason() {
    let document = preset("transfer-target").document();
    let leader = |round: usize| {
        let exports = (SHEDDING.export)(&document, 0, round).unwrap();
        exports
            .into_iter()
            .find(|export| export.label == "leader")
            .unwrap()
            .text
    };
    let successes = |round: usize| -> f64 {
        let text = leader(round);
        let lines = || {
            text.lines()
                .filter(|line| line.starts_with("pulsar_lb_unload_broker_breakdown_total{"))
        };
        assert!(lines().count() > 3);
        let value = |line: &str| {
            line.rsplit(' ')
                .next()
                .and_then(|number| number.parse::<f64>().ok())
                .unwrap()
        };
        lines()
            .filter(|line| line.contains("result=\"Success\""))
            .map(value)
            .sum()
    };
    for round in [0, 3] {
        let text = leader(round);
        let has = |start: &str, part: &str| {
            text.lines()
                .any(|line| line.starts_with(start) && line.contains(part))
        };
        assert!(
            has("pulsar_lb_resource_usage{", "feature=\"max_ema\""),
            "{text}"
        );
        assert!(
            has("pulsar_lb_resource_usage_stats{", "stat=\"std\""),
            "{text}"
        );
    }
    assert_eq!(successes(0), 0.0);
    assert!(successes(3) > 0.0);
}
