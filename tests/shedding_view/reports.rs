//! Reports: what the leader knows is older than the truth, and bundles are on their way for a while.

use shedscope::scene::Shape;
use shedscope::simulator::{SubjectRef, Viewport};
use shedscope::systems::shedding::settings::Key;

use super::*;

const LEGEND: &str = "line: as last reported";

fn set(session: &SharedSession, key: Key, value: f64) -> SharedSession {
    edited(
        session,
        Edit::Set {
            variant: 0,
            field: key.name(),
            value,
        },
    )
}

/// The opening scenario with reports at their own times.
fn late() -> SharedSession {
    let ground_truth = field(&opening(), 0, Key::FreshReports.name());
    assert_eq!(
        (ground_truth.label, ground_truth.value),
        ("Always use fresh load reports", 1.0)
    );
    let session = set(&opening(), Key::FreshReports, 0.0);
    complete(&*session);
    session
}

/// What is written on the stage of a variant in a round, from 0.
fn words_of(session: &SharedSession, variant: usize, index: usize) -> Vec<String> {
    let viewport = Viewport {
        width: 1200.0,
        height: 500.0,
        ..Viewport::default()
    };
    let stage = session
        .stages(index, 0.0, &vec![viewport; session.variants()])
        .remove(variant);
    let text = |shape: &Shape| match shape {
        Shape::Text { text, .. } => Some(text.clone()),
        _ => None,
    };
    stage.still.shapes.iter().filter_map(text).collect()
}

fn words(session: &SharedSession, index: usize) -> Vec<String> {
    words_of(session, 0, index)
}

/// The ages of reports that are written on the stage, in seconds.
fn ages_s(session: &SharedSession, index: usize) -> Vec<f64> {
    let age = |word: &String| {
        let (number, unit) = word.strip_suffix(" old")?.split_once(' ')?;
        Some(number.parse::<f64>().ok()? * if unit == "min" { 60.0 } else { 1.0 })
    };
    words(session, index).iter().filter_map(age).collect()
}

fn has_legend(words: &[String]) -> bool {
    words.iter().any(|word| word.contains(LEGEND))
}

fn story(session: &SharedSession, index: usize, broker: usize) -> (String, Vec<&'static str>) {
    let card = session.card(0, index, SubjectRef::one(1, broker), usize::MAX);
    let sentences: Vec<&str> = card
        .lines
        .iter()
        .map(|line| line.sentence.as_str())
        .collect();
    (
        sentences.join("\n"),
        card.lines.iter().filter_map(|line| line.setting).collect(),
    )
}

fn measured(session: &SharedSession, label: &str) -> f64 {
    complete(&**session);
    let place = session
        .metrics()
        .iter()
        .position(|metric| metric.label == label)
        .unwrap();
    session.measure(0, session.rounds() - 1)[place].unwrap()
}

#[test]
fn while_every_round_sees_the_truth_nothing_is_said_of_reports() {
    let session = opening();
    complete(&*session);
    for index in [0, 1, 59] {
        assert!(words(&session, index).contains(&"broker-1".to_owned()));
        assert!(
            !has_legend(&words(&session, index)) && ages_s(&session, index).is_empty(),
            "round {index}"
        );
        assert!(
            !story(&session, index, 0).0.contains("report"),
            "round {index}"
        );
    }
}

#[test]
fn with_reports_at_their_own_times_the_stage_shows_the_last_ones_and_how_old_they_are() {
    let session = late();
    assert!(has_legend(&words(&session, 2)));
    assert!(
        words(&session, 2)
            .iter()
            .any(|word| word.starts_with("full: the truth"))
    );
    assert_eq!(ages_s(&session, 2).len(), 6, "an age for each broker");
    assert_eq!(
        digest(&set(&session, Key::FreshReports, 1.0), 0),
        digest(&opening(), 0)
    );
}

#[test]
fn a_report_is_as_old_as_the_settings_let_it_become() {
    let oldest = |session: &SharedSession| ages_s(session, 8).into_iter().fold(0.0, f64::max);
    assert!(
        oldest(&late()) > 120.0,
        "nothing has changed for minutes, so nothing is reported"
    );
    let name = "loadBalancerReportUpdateMaxIntervalMinutes";
    assert_eq!(field(&late(), 0, name).label, "Maximum report interval");
    let each_minute = edited(
        &late(),
        Edit::Set {
            variant: 0,
            field: name,
            value: 1.0,
        },
    );
    complete(&*each_minute);
    let oldest = oldest(&each_minute);
    assert!(oldest > 0.0 && oldest <= 65.0, "{oldest}");
}

#[test]
fn why_tells_which_brokers_report_and_which_last_report_stands() {
    let (told, settings) = story(&late(), 3, 0);
    assert!(
        told.contains("reports") || told.contains("report stands") || told.contains("reported"),
        "{told}"
    );
    assert!(
        settings
            .iter()
            .any(|setting| setting.starts_with("loadBalancerReportUpdate")),
        "{settings:?}"
    );
}

#[test]
fn the_time_for_which_a_bundle_is_nowhere_disturbs_and_is_measured_and_counted() {
    assert!(measured(&opening(), "Bundles moved") > 0.0);
    assert_eq!(measured(&opening(), "Total unavailability"), 0.0);
    let fields = opening().fields(0, None);
    let nowhere = fields
        .iter()
        .find(|field| field.label == "Unload duration")
        .unwrap()
        .name;
    let away = |millis: f64| {
        edited(
            &opening(),
            Edit::Set {
                variant: 0,
                field: nowhere,
                value: millis,
            },
        )
    };
    let session = away(2500.0);
    assert_eq!(
        measured(&session, "Total unavailability"),
        2.5 * measured(&session, "Bundles moved")
    );
    let session = away(90_000.0);
    complete(&*session);
    let first = (0..60).find(|index| session.is_eventful(*index)).unwrap();
    let words = words(&session, first + 1);
    assert!(
        words.iter().any(|word| word.contains(" on their way")),
        "{words:?}"
    );
}

#[test]
fn late_reports_show_what_they_cost_beside_the_truth() {
    let session = preset("late-reports");
    complete(&*session);
    assert!(
        session
            .variant_title(0)
            .contains("Always use fresh load reports off"),
        "{}",
        session.variant_title(0)
    );
    assert!(
        session
            .variant_title(1)
            .contains("Always use fresh load reports on"),
        "{}",
        session.variant_title(1)
    );
    assert_ne!(session.digest(0), session.digest(1));
    assert_eq!(
        (session.moved(0, 1).len(), session.moved(1, 1).len()),
        (12, 0)
    );
    let place = session
        .metrics()
        .iter()
        .position(|metric| metric.label == "Rounds with unloads")
        .unwrap();
    assert_eq!(
        [0, 1].map(|variant| session.measure(variant, 59)[place]),
        [Some(2.0), Some(1.0)]
    );
    assert!(has_legend(&words_of(&session, 0, 1)) && !has_legend(&words_of(&session, 1, 1)));
}
