//! Panels rendered without a browser: what people read, and what those who hear the page are told.

use std::rc::Rc;

use futures::executor::block_on;
use shedscope::app::panels::banners::BannersProps;
use shedscope::app::panels::card::{CardView, CardViewProps};
use shedscope::app::panels::header::HeaderProps;
use shedscope::app::panels::paged_table::{PagedRow, PagedTable, PagedTableProps};
use shedscope::app::panels::results::ResultsProps;
use shedscope::app::panels::sheet_tabs::SheetTabsProps;
use shedscope::app::panels::side::SidePanelProps;
use shedscope::app::panels::title_row::TitleRowProps;
use shedscope::app::panels::why::WhyProps;
use shedscope::app::panels::{
    Banners, Header, Results, SheetTabs, SidePanel, TitleRow, WhatIf, Why,
};
use shedscope::app::session::{Draft, Handle, Shared, Sheet, SweepState, Tab};
use shedscope::render::Theme;
use shedscope::simulator::{
    Card, Comparison, Edit, Line, SeedMetrics, StageOrder, SubjectRef, Sweep, Tone,
};
use shedscope::systems;
use yew::prelude::*;

use crate::common::play::compute;

fn render<C: BaseComponent>(props: impl FnOnce() -> C::Properties + Send + 'static) -> String {
    let html = block_on(
        yew::ServerRenderer::<C>::with_props(props)
            .hydratable(false)
            .render(),
    );
    assert!(!html.contains("<style"), "{html}");
    html
}

/// The texts of the elements with a name.
fn texts(html: &str, name: &str) -> Vec<String> {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let pieces = html
        .split(&open)
        .skip(1)
        .filter(|piece| piece.starts_with([' ', '>']));
    let inner = pieces.filter_map(|piece| piece.split_once('>')?.1.split(&close).next());
    let plain = |inner: &str| {
        inner
            .split('<')
            .map(|part| part.rsplit('>').next().unwrap_or_default())
            .collect()
    };
    inner.map(plain).collect()
}

/// The first preset of load shedding with its first rounds computed.
fn shedding(rounds: usize) -> Handle {
    let run: Handle = systems::SYSTEMS[0].open_first().unwrap().into();
    compute(&*run, rounds);
    run
}

fn header() -> HeaderProps {
    let systems = [
        ("shedding", "Pulsar load shedding"),
        ("rotation", "Bookie rotation"),
    ];
    HeaderProps {
        system: "shedding",
        title: "Two hot brokers <1>".into(),
        is_edited: false,
        undo: None,
        redo: Some(3),
        theme: Theme::Light,
        systems: systems.map(|(id, title)| (id.into(), title.into())).into(),
    }
}

#[test]
fn the_header_names_what_is_open_and_what_can_be_done() {
    let html = render::<Header>(header);
    assert_eq!(texts(&html, "h1"), ["Shedscope"]);
    assert_eq!(texts(&html, "p"), ["Two hot brokers &lt;1&gt;"]);
    assert!(
        texts(&html, "button")
            .iter()
            .any(|text| text == "Pulsar load shedding"),
        "{html}"
    );
    for label in ["Open", "Document", "Help", "Dark theme"] {
        assert!(
            texts(&html, "button").iter().any(|text| text == label),
            "{label}: {html}"
        );
    }
    assert!(!html.contains("edited"), "{html}");
    let dark = render::<Header>(|| HeaderProps {
        is_edited: true,
        theme: Theme::Dark,
        ..header()
    });
    assert!(
        dark.contains("Light theme") && !dark.contains("Dark theme"),
        "{dark}"
    );
    assert_eq!(texts(&dark, "p"), ["Two hot brokers &lt;1&gt;edited"]);
}

#[test]
fn undo_with_nothing_to_undo_can_be_focused_and_says_so() {
    let html = render::<Header>(header);
    let button = |label: &str| {
        let tags = html
            .split("<button")
            .skip(1)
            .map(|piece| piece.split('>').next().unwrap_or_default());
        tags.filter(|tag| tag.contains(&format!("aria-label=\"{label}\"")))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!((button("Undo").len(), button("Redo").len()), (1, 1));
    assert!(
        button("Undo")[0].contains("aria-disabled=\"true\"")
            && !button("Undo")[0].contains(" disabled")
    );
    assert!(
        !button("Redo")[0].contains("aria-disabled")
            && button("Redo")[0].contains("(Ctrl+Shift+Z)")
    );
}

fn banners() -> BannersProps {
    BannersProps {
        notice: None,
        is_offered: false,
        round: 7,
        round_word: "round",
        variant: 0,
        what_if: None,
        undo: None,
        draft: None,
    }
}

#[test]
fn without_anything_to_say_there_is_no_banner() {
    let html = render::<Banners>(banners);
    assert!(!html.contains("<p>") && !html.contains("<button"), "{html}");
}

#[test]
fn an_edit_for_the_start_is_offered_with_the_round_at_the_cursor() {
    let html = render::<Banners>(|| BannersProps {
        is_offered: true,
        ..banners()
    });
    assert_eq!(
        texts(&html, "p"),
        ["This edit can only change the start of the run, and this is round 8."]
    );
    assert_eq!(
        texts(&html, "button"),
        ["Go to the start and apply", "Discard"]
    );
    let at_start = render::<Banners>(|| BannersProps {
        is_offered: true,
        round: 0,
        ..banners()
    });
    assert_eq!(
        texts(&at_start, "p"),
        ["The edit has not been applied yet."]
    );
    assert_eq!(texts(&at_start, "button"), ["Apply", "Discard"]);
}

#[test]
fn a_later_edit_is_told_with_what_can_be_done_with_it() {
    let what_if = |is_comparable| WhatIf {
        event: 3,
        at_s: 540.0,
        text: "broker-3: traffic × 1.45.".into(),
        is_comparable,
    };
    let html = render::<Banners>(move || BannersProps {
        what_if: Some(what_if(true)),
        undo: Some(1),
        ..banners()
    });
    assert_eq!(
        texts(&html, "p"),
        ["From 00:09:00 on: broker-3: traffic × 1.45."]
    );
    assert_eq!(
        texts(&html, "button"),
        ["Compare with the original run", "Undo the edit"]
    );
    let full = render::<Banners>(move || BannersProps {
        what_if: Some(what_if(false)),
        ..banners()
    });
    assert_eq!(texts(&full, "button"), [""; 0]);
}

#[test]
fn a_draft_and_a_notice_are_shown_together() {
    let html = render::<Banners>(|| {
        let draft = Draft {
            title: "Mine & yours".to_owned(),
            document: "{}".to_owned(),
        };
        BannersProps {
            notice: Some(Rc::from("No such preset.")),
            draft: Some(Rc::new(draft)),
            ..banners()
        }
    });
    let draft = "An edited scenario from your last visit: “Mine &amp; yours”.";
    assert_eq!(texts(&html, "p"), ["No such preset.", draft]);
    assert_eq!(
        texts(&html, "button"),
        ["Dismiss", "Restore", "Discard the draft"]
    );
    assert_eq!(html.matches("role=\"alert\"").count(), 1, "{html}");
}

#[test]
fn the_title_row_tells_round_time_and_status() {
    let html = render::<TitleRow>(|| TitleRowProps {
        round: 1,
        rounds: 60,
        round_word: "round",
        time_s: 120.0,
        status: "spread 80.2 → 49.4 points".into(),
        order: StageOrder::ByLoad,
        can_sort: true,
        shows_tables: false,
        has_exports: false,
        is_pending: true,
    });
    assert_eq!(texts(&html, "h2"), ["Round 2 of 60"]);
    assert_eq!(
        texts(&html, "p"),
        ["00:02:00spread 80.2 → 49.4 points", "Computing…"]
    );
    assert_eq!(texts(&html, "button"), ["Sort by load", "Tables"]);
    assert_eq!(html.matches("aria-pressed=\"true\"").count(), 1, "{html}");
}

fn card(tone: Option<Tone>, omitted: usize) -> Card {
    let comparison = |holds| Comparison {
        numbers: format!("80.2 points {} 40 points", if holds { "≥" } else { "<" }),
        left: "difference".to_owned(),
        right: "high threshold".to_owned(),
        holds,
    };
    Card {
        subject: SubjectRef::pair(3, 0, 5),
        title: "broker-1 → broker-6".to_owned(),
        tone,
        lines: vec![
            Line::plain("2nd high hit: unloads 15.4 of 16 points."),
            Line {
                comparison: Some(comparison(true)),
                setting: Some("highThreshold"),
                ..Line::plain("They differ.")
            },
            Line {
                comparison: Some(comparison(false)),
                setting: None,
                ..Line::plain("Too few hits.")
            },
        ],
        omitted,
        related: vec![(SubjectRef::one(1, 0), "broker-1".to_owned())],
    }
}

fn card_html(tone: Option<Tone>, omitted: usize, is_whole: bool) -> String {
    render::<CardView>(move || CardViewProps {
        card: Shared::new(card(tone, omitted)),
        is_whole,
        is_open_at_first: is_whole,
        on_select: Callback::noop(),
    })
}

#[test]
fn a_card_gives_its_verdict_and_the_conditions_behind_it() {
    let html = card_html(Some(Tone::Source), 3, false);
    let summary = texts(&html, "summary").join("");
    assert_eq!(
        summary,
        "broker-1 → broker-62nd high hit: unloads 15.4 of 16 points.sheds"
    );
    assert!(
        html.contains("data-tone=\"source\"") && !html.contains(" open"),
        "{html}"
    );
    assert_eq!(html.matches("2nd high hit").count(), 1, "{html}");
    assert_eq!(texts(&html, "code"), ["highThreshold"]);
    // What is shown is always true, whatever the rule asked for.
    assert!(
        html.contains("80.2 points ≥ 40 points") && html.contains("80.2 points &lt; 40 points"),
        "{html}"
    );
    assert!(html.contains("3 more reasons"), "{html}");
    assert_eq!(
        texts(&html, "button"),
        ["Whole story of broker-1 → broker-6", "broker-1"]
    );
}

#[test]
fn a_whole_story_asks_for_no_more_of_itself() {
    let html = card_html(None, 0, true);
    assert_eq!(texts(&html, "button"), ["broker-1"]);
    assert!(html.contains("<details open"), "{html}");
    assert!(
        !html.contains("tone") && !html.contains("more reason"),
        "{html}"
    );
}

#[test]
fn the_sheet_and_the_side_panel_say_which_panel_is_shown() {
    let html = render::<SheetTabs>(|| SheetTabsProps {
        sheet: Sheet::Results,
    });
    assert_eq!(texts(&html, "button"), ["Why", "Results", "Setup"]);
    let pressed: Vec<bool> = html
        .split("<button")
        .skip(1)
        .map(|tag| tag.contains("aria-pressed=\"true\""))
        .collect();
    assert_eq!(pressed, [false, true, false]);
    let side = |variants: &'static [&'static str]| {
        render::<SidePanel>(move || SidePanelProps {
            tab: Tab::Why,
            variants: variants.iter().copied().map(AttrValue::from).collect(),
            variant: 1,
            children: html! { <p>{"because"}</p> },
        })
    };
    assert_eq!(
        texts(&side(&["A: AvgShedder"]), "button"),
        ["Why", "Results"]
    );
    let several = side(&["A: AvgShedder", "B: ThresholdShedder"]);
    assert_eq!(texts(&several, "button"), ["Why", "Results", "A", "B"]);
    assert_eq!(texts(&several, "p"), ["because"]);
    assert!(
        several.contains("title=\"B: ThresholdShedder\""),
        "{several}"
    );
}

#[test]
fn a_long_table_shows_a_page_of_its_rows() {
    let table = |rows: usize, subject: Option<SubjectRef>| {
        render::<PagedTable>(move || PagedTableProps {
            title: "Brokers".into(),
            heads: ["Broker".into(), "Load".into()].into(),
            rows: Shared::new(
                (0..rows)
                    .map(|row| PagedRow {
                        subject,
                        cells: vec![format!("broker-{row}").into(), "50 %".into()],
                    })
                    .collect(),
            ),
            noun: "brokers".into(),
            page_size: 20,
            on_select: Callback::noop(),
        })
    };
    let long = table(45, None);
    assert_eq!(texts(&long, "td").len(), 20);
    assert!(long.contains("1–20 of 45 brokers"), "{long}");
    assert_eq!(texts(&long, "button"), ["Previous", "Next"]);
    assert_eq!(
        texts(&table(1, Some(SubjectRef::one(1, 0))), "button"),
        ["broker-0"]
    );
}

fn why(round: usize, selected: Option<SubjectRef>) -> (Handle, String) {
    let props = move || {
        let run = shedding(20);
        WhyProps {
            computed: run.computed(),
            run,
            variant: 0,
            round,
            selected,
        }
    };
    (props().run, render::<Why>(props))
}

#[test]
fn why_tells_the_round_and_its_subjects_the_most_telling_first() {
    let (run, html) = why(1, None);
    assert_eq!(texts(&html, "h2"), ["Why, round 2"]);
    let escaped = run
        .headline(0, 1)
        .replace('&', "&amp;")
        .replace('\'', "&#x27;");
    assert!(html.contains(&escaped), "{escaped}: {html}");
    let subjects = run.overview(0, 1);
    assert!(!subjects.is_empty());
    let first = run.card(0, 1, subjects[0], 9);
    let titles = texts(&html, "summary");
    assert!(titles[0].starts_with(&first.title), "{titles:?}");
    assert!(!html.contains("You asked about"), "{html}");
}

#[test]
fn the_story_that_was_asked_for_comes_first_and_is_whole() {
    let subject = shedding(2).overview(0, 1)[0];
    let (run, html) = why(1, Some(subject));
    assert_eq!(texts(&html, "h3")[0], "You asked about");
    let card = run.card(0, 1, subject, usize::MAX);
    assert!(
        texts(&html, "summary")[0].starts_with(&card.title),
        "{html}"
    );
    assert!(html.contains("Close the story"), "{html}");
}

fn results(rounds: usize, round: usize) -> (Handle, String) {
    let props = move || {
        let run = shedding(rounds);
        ResultsProps {
            computed: run.computed(),
            seed: run.seed(),
            run,
            variant: 0,
            round,
            sweep: None,
        }
    };
    (props().run, render::<Results>(props))
}

#[test]
fn results_name_every_metric_up_to_the_round() {
    let (run, html) = results(12, 11);
    assert_eq!(texts(&html, "h2"), ["Results, up to round 12"]);
    let metrics = run.metrics();
    let heads = texts(&html, "th");
    assert!(
        metrics
            .iter()
            .all(|metric| heads.iter().any(|head| head == metric.label)),
        "{heads:?}"
    );
    assert_eq!(texts(&html, "td").len(), metrics.len() * run.variants());
    assert!(
        !html.contains("Run digest") && !html.contains("(best)"),
        "{html}"
    );
    assert!(
        texts(&html, "button").contains(&"Run 200 seeds".to_owned()),
        "{html}"
    );
}

#[test]
fn a_complete_run_has_a_digest() {
    let rounds = shedding(0).rounds();
    let (run, html) = results(rounds, rounds - 1);
    assert_eq!(texts(&html, "h2"), ["Results, whole run"]);
    assert!(html.contains(&run.digest(0).unwrap()), "{html}");
}

#[test]
fn a_sweep_has_a_column_for_every_variant_and_leads_to_its_seeds() {
    let html = render::<Results>(|| {
        let run: Handle = shedding(0).edited(&Edit::AddVariant(0)).unwrap().into();
        compute(&*run, 2);
        let mut results = Sweep::new(3);
        for seed in 1..=2 {
            let values = vec![Some(seed as f64); run.metrics().len()];
            results.add(SeedMetrics {
                seed,
                values: vec![values.clone(), values],
            });
        }
        let sweep = SweepState {
            number: 1,
            document: run.clone(),
            results: Shared::new(results),
            is_running: true,
            problem: None,
        };
        ResultsProps {
            computed: run.computed(),
            seed: 1,
            variant: 0,
            round: 1,
            sweep: Some(sweep),
            run,
        }
    });
    assert!(
        html.contains("2 of 3 seeds") && html.contains(r#"max="3" value="2""#),
        "{html}"
    );
    let table = html
        .split("Median, lowest and highest over the seeds</caption>")
        .nth(1)
        .unwrap();
    let metrics = shedding(0).metrics().len();
    assert_eq!(table.matches("<td ").count(), 2 * metrics, "{table}");
    assert_eq!(
        table.matches(r#"title="Use seed 2""#).count(),
        2 * metrics,
        "the highest values: {table}"
    );
    assert!(
        table.contains(r#"aria-current="true""#),
        "the seed in force: {table}"
    );
    assert!(
        texts(&html, "button").contains(&"Stop".to_owned()),
        "{html}"
    );
}

#[test]
fn what_moved_is_compared_between_variants() {
    let html = render::<Results>(|| {
        let entry = systems::find("shedding").unwrap();
        let run: Handle = (entry.open_preset)("late-reports").unwrap().into();
        compute(&*run, 2);
        ResultsProps {
            computed: run.computed(),
            seed: run.seed(),
            run,
            variant: 0,
            round: 1,
            sweep: None,
        }
    });
    assert!(
        html.contains("only in A: 12 · only in B: 0 · in both: 0"),
        "{html}"
    );
}
