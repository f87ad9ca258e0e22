//! The stage, the controls and the timeline as they are rendered, without a browser.

use shedscope::app::charts::{TimelineArea, TimelineAreaProps};
use shedscope::app::session::{Handle, Playback};
use shedscope::app::stage::{Controls, ControlsProps, Player, StageArea, StageAreaProps};
use shedscope::render::Theme;
use shedscope::simulator::{Edit, Session, StageOrder};
use shedscope::systems;
use yew::prelude::*;

use crate::common::play::compute;

fn render<C>(props: impl FnOnce() -> C::Properties + Send + 'static) -> String
where
    C: BaseComponent,
{
    futures::executor::block_on(
        yew::ServerRenderer::<C>::with_props(props)
            .hydratable(false)
            .render(),
    )
}

/// The first preset of a system, with some rounds computed.
fn open(system: &str, rounds: usize) -> Handle {
    let entry = systems::find(system).unwrap();
    let session = (entry.open_preset)((entry.presets)()[0].id).unwrap();
    compute(&*session, rounds);
    session.into()
}

/// Adds an event of the first kind.
fn first_event(session: &dyn Session, at_s: f64) -> Edit {
    Edit::AddEvent {
        variant: 0,
        kind: session.event_kinds()[0].id.clone(),
        at_s,
    }
}

fn stage(run: Handle) -> StageAreaProps {
    StageAreaProps {
        player: Player::new(Callback::noop()),
        computed: run.computed(),
        run,
        variant: 0,
        round: 0,
        seek_epoch: 0,
        is_playing: false,
        speed: 1.0,
        selected: None,
        order: StageOrder::Overrides,
        theme: Theme::Light,
        summary: "Two brokers shed".into(),
    }
}

fn timeline(run: Handle, document: Handle) -> TimelineAreaProps {
    TimelineAreaProps {
        player: Player::new(Callback::noop()),
        computed: run.computed(),
        pending: run != document,
        run,
        document,
        variant: 0,
        round: 0,
        chart: 0,
        selected: None,
        theme: Theme::Dark,
        is_halted: false,
    }
}

#[test]
fn every_system_has_a_stage_that_says_what_it_shows() {
    for entry in systems::SYSTEMS {
        let id = entry.info.id;
        let html = render::<StageArea>(move || stage(open(id, 2)));
        assert!(html.contains(r#"aria-label="Stage""#), "{html}");
        assert!(
            html.contains(r#"role="img" aria-label="Two brokers shed""#),
            "{html}"
        );
        let variants = open(id, 0).variants();
        let buttons = if variants == 1 { 0 } else { variants };
        assert_eq!(
            html.matches("aria-pressed").count(),
            buttons,
            "one variant is no choice: {html}"
        );
    }
}

#[test]
fn variants_are_columns_with_a_button_each() {
    let html = render::<StageArea>(|| {
        let one = open("shedding", 0);
        let two = one.edited(&Edit::AddVariant(0)).unwrap();
        compute(&*two, 2);
        StageAreaProps {
            variant: 1,
            ..stage(two.into())
        }
    });
    assert_eq!(
        html.matches("stage-column ").count() + html.matches(r#""stage-column""#).count(),
        2,
        "{html}"
    );
    assert!(
        html.contains(r#"aria-pressed="true""#) && html.contains(r#"aria-pressed="false""#),
        "{html}"
    );
    assert_eq!(html.matches(">Variant <").count(), 2, "{html}");
    assert!(
        html.contains(r#"class="variant-chip">A<"#) && html.contains(r#"class="variant-chip">B<"#),
        "{html}"
    );
    assert!(
        html.contains(r#"aria-label="Variant A: "#),
        "the other stage says whose it is: {html}"
    );
    assert!(!html.contains(">A: "), "the chip says the letter: {html}");
    assert_eq!(
        html.matches("Two brokers shed").count(),
        1,
        "the summary is that of the main variant: {html}"
    );
}

#[test]
fn without_a_round_there_is_nothing_to_say_yet() {
    let html = render::<StageArea>(|| {
        let two = open("shedding", 0).edited(&Edit::AddVariant(0)).unwrap();
        StageAreaProps {
            variant: 1,
            ..stage(two.into())
        }
    });
    assert!(
        html.contains(r#"aria-label="Stage of variant A""#),
        "{html}"
    );
    let html = render::<TimelineArea>(|| {
        let run: Handle = open("shedding", 0)
            .edited(&first_event(&*open("shedding", 0), 60.0))
            .unwrap()
            .into();
        timeline(run.clone(), run)
    });
    assert!(
        html.contains(r#"role="img" aria-label="The rounds""#),
        "{html}"
    );
    assert!(
        html.contains("<progress") && !html.contains("event-pin\""),
        "{html}"
    );
}

#[test]
fn buttons_that_lead_nowhere_can_still_have_focus() {
    let playback = |round, is_playing| Playback {
        round,
        last: 59,
        previous_eventful: None,
        next_eventful: Some(7),
        is_playing,
        speed: 2.0,
    };
    let controls = |round, is_playing| {
        render::<Controls>(move || ControlsProps {
            playback: playback(round, is_playing),
            round_noun: "round",
            eventful: "shedding",
            time: "00:02:00".into(),
        })
    };
    let html = controls(2, false);
    for name in [
        "First",
        "Previous shedding",
        "Step back",
        "Play",
        "Step",
        "Next shedding",
        "Last",
        "Speed",
    ] {
        assert!(
            html.contains(&format!(r#"aria-label="{name}""#)),
            "{name}: {html}"
        );
    }
    assert!(
        html.contains("round 3 of 60") && html.contains("00:02:00"),
        "{html}"
    );
    assert_eq!(html.matches(r#"aria-disabled="true""#).count(), 1, "{html}");
    assert!(!html.contains(" disabled"), "{html}");
    let html = controls(59, true);
    assert!(html.contains(r#"aria-label="Pause""#), "{html}");
    assert_eq!(html.matches(r#"aria-disabled="true""#).count(), 3, "{html}");
}

#[test]
fn the_timeline_has_a_chart_a_scrubber_and_the_progress() {
    let html = render::<TimelineArea>(|| {
        let run = open("shedding", 3);
        TimelineAreaProps {
            round: 2,
            ..timeline(run.clone(), run)
        }
    });
    for part in [
        r#"role="img" aria-label="True usage of the brokers over time""#,
        r#"aria-label="Time""#,
        r#"aria-valuetext="round 3 of "#,
        r#"aria-label="Rounds computed""#,
        "Stop computing",
        r#"aria-pressed="true""#,
        "Highest",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    let html = render::<TimelineArea>(|| {
        let run = open("shedding", usize::MAX);
        timeline(run.clone(), run)
    });
    assert!(!html.contains("<progress"), "{html}");
}

#[test]
fn events_are_pins_with_a_name() {
    let html = render::<TimelineArea>(|| {
        let run = open("shedding", 3);
        let edit = first_event(&*run, 540.0);
        let document = run.edited(&edit).unwrap().edited(&edit).unwrap();
        TimelineAreaProps {
            is_halted: true,
            ..timeline(run, document.into())
        }
    });
    assert_eq!(html.matches(r#"class="event-pin""#).count(), 2, "{html}");
    assert!(
        html.contains("at 00:09:00") && html.contains(r#"aria-label="2: "#),
        "{html}"
    );
    assert!(
        html.contains("--row:0") && html.contains("--row:1"),
        "{html}"
    );
    assert!(
        html.contains("Go on computing"),
        "an edit that is computed is in progress: {html}"
    );
}

#[test]
fn pins_are_at_their_times_where_rounds_come_later() {
    use shedscope::app::charts::time_scale::TimeScale;
    let session = open("shedding", 0);
    let offset = session
        .fields(0, None)
        .into_iter()
        .find(|field| field.label == "Round offset")
        .unwrap()
        .name;
    let later: Handle = session
        .edited(&Edit::Set {
            variant: 0,
            field: offset,
            value: 30.0,
        })
        .unwrap()
        .into();
    compute(&*later, 1);
    let scale = TimeScale::of(&*later);
    assert_eq!((scale.time_at(-1.0), scale.time_at(2.0)), (90.0, 3630.0));
    assert_eq!(
        (later.time_s(3), scale.moved(later.time_s(3), true, false)),
        (270.0, 330.0)
    );
    assert_eq!(scale.time_at(scale.share(270.0)), 270.0);
}
