//! How long the longest piece of work is that a page does at once for a large cluster: 1,000 brokers, 20,000 bundles,
//! four variants. A piece should take at most about 15 ms natively, so that it stays under 50 ms in a browser.
//!
//! `cargo bench --bench page`

use std::hint::black_box;
use std::time::{Duration, Instant};

use shedscope::simulator::system::System;
use shedscope::simulator::{
    Edit, InputValue, OpenSession, SharedSession, StageOrder, SubjectRef, SystemEntry, TableRef,
    Viewport,
};
use shedscope::systems::shedding::view::Shedding;
use shedscope::systems::shedding::{Release, Scenario, Variant};

const SHEDDING: SystemEntry = SystemEntry::of::<Shedding>();
const BROKERS: TableRef = TableRef::top("brokers");

/// How often everything is measured. The shortest time counts: a busy machine only adds to it.
const RUNS: usize = 5;

/// The pieces of one run: what they are, and how long each took.
#[derive(Default)]
struct Pieces(Vec<(&'static str, Duration)>);

impl Pieces {
    fn time<T>(&mut self, name: &'static str, work: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let result = black_box(work());
        self.0.push((name, begin.elapsed()));
        result
    }
}

/// Prints the longest and the mean time of each kind of piece, given several runs of the same pieces.
fn print(title: &str, runs: &[Pieces]) {
    println!(
        "\n{title}\n{:<44}{:>8}{:>14}{:>14}",
        "piece", "times", "longest", "mean"
    );
    let mut kinds: Vec<(&str, Vec<Duration>)> = Vec::new();
    for (place, (name, _)) in runs[0].0.iter().enumerate() {
        let shortest = runs
            .iter()
            .map(|run| run.0[place].1)
            .min()
            .unwrap_or_default();
        match kinds.iter_mut().find(|(other, _)| other == name) {
            Some((_, times)) => times.push(shortest),
            None => kinds.push((*name, vec![shortest])),
        }
    }
    for (name, times) in kinds {
        let millis = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1000.0);
        let (longest, sum) = (
            times.iter().max().copied().unwrap_or_default(),
            times.iter().sum::<Duration>(),
        );
        println!(
            "{name:<44}{:>8}{:>14}{:>14}",
            times.len(),
            millis(longest),
            millis(sum / times.len() as u32)
        );
    }
}

/// The thousand brokers of the preset under four strategies that shed at once, with events.
fn scenario(fluctuation_percent: f64, has_events: bool) -> Scenario {
    let preset = Shedding::presets()
        .iter()
        .find(|preset| preset.id == "thousand")
        .expect("a preset");
    let mut scenario = (preset.make)();
    let variants = [
        ("AvgShedder", "AvgShedder"),
        ("ThresholdShedder", "LeastLongTermMessageRate"),
        ("ThresholdShedder", "LeastResourceUsageWithWeight"),
        ("TransferShedder", "LeastResourceUsageWithWeight"),
    ];
    scenario.variants = variants
        .map(|(strategy, placement)| Variant::new(strategy, placement, Release::Y2026))
        .into();
    scenario.world.fluctuation_percent = fluctuation_percent;
    if has_events {
        let mut session: SharedSession = std::rc::Rc::new(OpenSession::<Shedding>::new(scenario));
        for (kind, at_s) in [
            ("neighbour", 240.0),
            ("restart", 600.0),
            ("traffic", 900.0),
            ("unload", 1200.0),
        ] {
            let edit = Edit::AddEvent {
                variant: 0,
                kind: kind.to_owned(),
                at_s,
            };
            session = session
                .edited(&edit)
                .unwrap_or_else(|problem| panic!("{problem}"));
        }
        return Scenario::read(&session.document()).unwrap_or_else(|problem| panic!("{problem}"));
    }
    scenario
}

fn measure(title: &str, scenario: &Scenario) {
    let runs: Vec<Pieces> = (0..RUNS).map(|_| run(scenario)).collect();
    print(title, &runs);
}

fn run(scenario: &Scenario) -> Pieces {
    let mut pieces = Pieces::default();
    pieces
        .time("validate", || scenario.check())
        .unwrap_or_else(|problem| panic!("{problem}"));
    let prepared = pieces.time("prepare", || Shedding::prepare(scenario));
    for variant in 0..scenario.variants.len() {
        pieces.time("simulate", || {
            Shedding::simulate(scenario, &prepared, variant)
        });
    }
    let copy = pieces.time("clone of the document", || scenario.clone());
    let session: SharedSession = std::rc::Rc::new(OpenSession::<Shedding>::new(copy));
    let viewports = [Viewport {
        width: 600.0,
        height: 400.0,
        ..Viewport::default()
    }; 4];
    let mut computed = 0;
    while pieces.time("advance", || session.advance()) {
        if session.computed() > computed {
            computed = session.computed();
            pieces.time("charts of all rounds", || {
                session.charts(0, Some(SubjectRef::one(1, 3)))
            });
        }
    }
    for index in [0, 1, 2, 7, 20, session.rounds() - 1] {
        let stages = pieces.time("stages of four variants", || {
            session.stages(index, 0.0, &viewports)
        });
        for (variant, stage) in stages.iter().enumerate() {
            pieces.time("motion", || session.motion(variant, 0.5, stage));
        }
        let large = [Viewport {
            width: 1600.0,
            height: 700.0,
            order: StageOrder::ByLoad,
            ..Viewport::default()
        }];
        pieces.time("stage of one variant", || {
            session.stages(index, 0.4, &large)
        });
        for variant in 0..session.variants() {
            while pieces.time("approach", || session.approach(variant, index)) {}
            pieces.time("headline, which explains the round", || {
                session.headline(variant, index)
            });
            let overview = pieces.time("overview", || session.overview(variant, index));
            for subject in overview
                .iter()
                .take(10)
                .chain(session.moved(variant, index).first())
            {
                pieces.time("card", || session.card(variant, index, *subject, 9));
            }
            pieces.time("table", || session.table(variant, index));
            pieces.time("metrics", || session.measure(variant, index));
            pieces.time("status, outlook, moved", || {
                (
                    session.status(variant, index),
                    session.outlook(variant, index),
                    session.moved(variant, index),
                )
            });
            pieces.time("fields in force", || session.fields(variant, Some(index)));
        }
    }
    setup(&session, &mut pieces);
    edits(&session, &mut pieces);
    pieces
}

fn setup(session: &SharedSession, pieces: &mut Pieces) {
    pieces.time("choices, fields, warnings, comparisons", || {
        (
            session.choices(0),
            session.fields(0, None),
            session.warnings(0),
            session.comparisons(0),
        )
    });
    pieces.time("events and their kinds", || {
        (session.events(), session.event_kinds())
    });
    pieces.time("tables", || session.entities());
    pieces.time("25 rows of a table", || {
        session.entity_rows(BROKERS, &(100..125).collect::<Vec<_>>())
    });
    pieces.time("finding rows", || session.find_entities(BROKERS, "99"));
}

fn edits(session: &SharedSession, pieces: &mut Pieces) {
    let cell = |column, value| Edit::SetCell {
        table: BROKERS,
        row: 500,
        column,
        value: InputValue::Number(value),
    };
    for edit in [
        Edit::Seed(7),
        Edit::Set {
            variant: 0,
            field: "loadBalancerAvgShedderLowThreshold",
            value: 20.0,
        },
        cell("load", 77.0),
        cell("bundles", 25.0),
        Edit::AddRow(BROKERS),
        Edit::RemoveRow(BROKERS, 3),
        Edit::AddRow(TableRef::top("isolation")),
        Edit::AddEvent {
            variant: 0,
            kind: "leader".to_owned(),
            at_s: 300.0,
        },
    ] {
        pieces
            .time("edit", || session.edited(&edit))
            .unwrap_or_else(|problem| panic!("{edit:?}: {problem}"));
        pieces
            .time("edit at round 20", || {
                session.edited_at(&edit, 0, 20, None).map(|_| ())
            })
            .ok();
        pieces.time("what an edit is called", || edit.label(&**session));
    }
    pieces.time("document", || session.document());
    let document = session.document();
    pieces
        .time("opening the document", || (SHEDDING.open)(&document))
        .unwrap_or_else(|problem| panic!("{problem}"));
}

fn main() {
    measure("steady loads", &scenario(0.0, false));
    measure("loads that fluctuate, and events", &scenario(30.0, true));
}
