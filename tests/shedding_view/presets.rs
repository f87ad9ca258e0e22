//! Every preset opens, runs as recorded, and has something to say.

use shedscope::engine::Better;
use shedscope::simulator::{Card, SubjectRef, Sweep};
use shedscope::systems::shedding::presets::PRESETS;
use shedscope::systems::shedding::settings::Key;

use super::*;

use crate::common::play::play;

#[test]
fn presets_are_those_of_the_table_under_headings_and_none_is_there_twice() {
    let presets = (SHEDDING.presets)();
    assert_eq!(presets.len(), PRESETS.len());
    assert_eq!(
        (presets[0].id, SHEDDING.info.id),
        ("two-hot-two-idle", "shedding")
    );
    let mut groups: Vec<&str> = presets.iter().map(|preset| preset.group).collect();
    groups.dedup();
    let count = groups.len();
    groups.sort_unstable();
    groups.dedup();
    assert_eq!(groups.len(), count, "presets of a group follow one another");
    let mut ids: Vec<&str> = presets.iter().map(|preset| preset.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), presets.len());
    assert!((SHEDDING.open_preset)("nothing").is_none());
}

#[test]
fn every_preset_runs_as_recorded_and_explains_its_rounds() {
    let recorded = include_str!("../digests.txt");
    for preset in (SHEDDING.presets)() {
        let session = super::preset(preset.id);
        assert_eq!(session.title(), preset.title);
        assert!(!session.notes().is_empty(), "{}", preset.id);
        for variant in 0..session.variants() {
            let number = if variant == 0 {
                String::new()
            } else {
                format!(".{}", variant + 1)
            };
            let line = format!("{}{number} {}", preset.id, digest(&session, variant));
            assert!(recorded.lines().any(|other| other == line), "{line}");
            for index in [0, session.rounds() / 2, session.rounds() - 1] {
                explains(&session, variant, index);
            }
        }
        assert_eq!(session.computed(), session.rounds());
    }
}

fn explains(session: &SharedSession, variant: usize, index: usize) {
    let title = session.title();
    assert!(!session.headline(variant, index).is_empty(), "{title}");
    assert!(
        !session.status(variant, index).is_empty(),
        "{title}, {index}"
    );
    let overview = session.overview(variant, index);
    assert_eq!(overview.last(), Some(&SubjectRef::ROUND), "{title}");
    for subject in overview.iter().take(4).chain([&SubjectRef::ROUND]) {
        let card: Card = session.card(variant, index, *subject, 3);
        assert!(
            !card.title.is_empty() && !card.lines.is_empty() && card.lines.len() <= 3,
            "{title}: {card:?}"
        );
        assert_eq!(
            card.tone.is_none(),
            *subject == SubjectRef::ROUND,
            "{title}"
        );
        assert!(!session.subject_name(*subject).is_empty());
        if let Some((related, _)) = card.related.first() {
            let card = session.card(variant, index, *related, 100);
            assert!(
                !card.title.is_empty() && !card.lines.is_empty(),
                "{title}: {card:?}"
            );
        }
    }
    let table = session.table(variant, index);
    assert!(
        table
            .rows
            .iter()
            .all(|(_, cells)| cells.len() == table.columns.len())
    );
    assert_eq!(
        session.measure(variant, index).len(),
        session.metrics().len()
    );
}

#[test]
fn a_round_is_approached_in_pieces_and_then_told_as_it_is_at_once() {
    let session = preset("twenty");
    complete(&*session);
    let at_once = preset("twenty");
    for index in [session.rounds() - 1, 3, 30] {
        let pieces = std::iter::repeat_with(|| session.approach(0, index))
            .take_while(|more| *more)
            .count();
        assert!(
            pieces < session.rounds() / 2,
            "{pieces} pieces to round {index}"
        );
        assert!(!session.approach(0, index));
        assert_eq!(session.headline(0, index), at_once.headline(0, index));
    }
    // Before anything is computed, that is done in pieces too.
    let new = preset("twenty");
    let pieces = std::iter::repeat_with(|| new.approach(0, 5))
        .take_while(|more| *more)
        .count();
    assert!(pieces >= 7, "{pieces}");
    assert_eq!(new.headline(0, 5), at_once.headline(0, 5));
}

#[test]
fn charts_have_a_value_for_every_round_and_a_line_for_the_selected_broker() {
    let session = restarted();
    let charts = session.charts(0, None);
    assert_eq!(
        charts
            .iter()
            .map(|chart| chart.series.len())
            .collect::<Vec<_>>(),
        [3, 1]
    );
    let selected = session.charts(0, Some(SubjectRef::one(1, 0)));
    assert_eq!(
        (
            selected[0].series.len(),
            selected[0].series[3].name.as_str()
        ),
        (4, &*session.subject_name(SubjectRef::one(1, 0)))
    );
    let is_away = |index: usize| selected[0].series[3].values[index].is_nan();
    assert_eq!(
        [3, 4, 5, 6].map(is_away),
        [false, true, true, false],
        "while it restarts there is no value"
    );
    for series in charts
        .iter()
        .chain(&*selected)
        .flat_map(|chart| &chart.series)
    {
        assert_eq!(series.values.len(), session.rounds(), "{}", series.name);
    }
    for index in 0..session.rounds() {
        let [highest, mean, lowest] = [0, 1, 2].map(|line| charts[0].series[line].values[index]);
        assert!(
            lowest <= mean && mean <= highest,
            "round {index}: {lowest} {mean} {highest}"
        );
        assert_eq!(
            charts[1].series[0].values[index],
            session.moved(0, index).len() as f64
        );
    }
}

#[test]
fn metrics_are_those_of_the_run_up_to_the_cursor() {
    use shedscope::systems::shedding::{METRICS, RunMetrics, Simulation};
    let session = preset("late-hits");
    complete(&*session);
    let scenario = PRESETS
        .iter()
        .find(|row| row.id == "late-hits")
        .unwrap()
        .build();
    for (variant, simulation) in Simulation::of_variants(&scenario).into_iter().enumerate() {
        let timeline = play(simulation);
        for index in [0, 7, session.rounds() - 1] {
            let run_metrics = RunMetrics::from_run(timeline.simulation(), timeline.rounds(), index);
            let expected: Vec<_> = METRICS
                .iter()
                .map(|row| (row.value)(&run_metrics))
                .collect();
            assert_eq!(session.measure(variant, index), expected);
        }
    }
    let metrics = session.metrics();
    assert!(metrics.iter().all(|metric| metric.better == Better::Lower));
    assert_eq!(
        metrics
            .iter()
            .map(|metric| metric.label)
            .collect::<Vec<_>>(),
        METRICS.iter().map(|row| row.info.label).collect::<Vec<_>>()
    );
}

#[test]
fn the_outlook_says_when_something_moves_next() {
    let session = preset("transfer-target");
    complete(&*session);
    let eventful: Vec<usize> = (0..session.rounds())
        .filter(|index| session.is_eventful(*index))
        .collect();
    let first = eventful[0];
    assert!(first > 1);
    assert_eq!(session.outlook(0, first - 1), "The next round sheds.");
    assert_eq!(session.outlook(0, first), "");
    assert_eq!(
        session.outlook(0, 0),
        format!(
            "The next shedding is in round {}, {first} rounds from here.",
            first + 1
        )
    );
    assert_eq!(
        session.outlook(0, session.rounds() - 1),
        "Nothing moves any more in this run."
    );
    let moved = session.moved(0, first);
    assert!(!moved.is_empty() && moved.is_sorted());
    assert!(
        session.status(0, first).contains('→'),
        "{}",
        session.status(0, first)
    );
    assert_eq!(session.time_s(0), 60.0);
}

/// Two variants that chance has a say in: a placement that draws, and loads that fluctuate.
fn by_chance() -> Scenario {
    let mut scenario = PRESETS
        .iter()
        .find(|row| row.id == "four-random")
        .unwrap()
        .build();
    scenario.world.fluctuation_percent = 30.0;
    scenario.rounds = 20;
    scenario.variants.push(
        scenario.variants[0]
            .clone()
            .with(Key::ThresholdPercentage, 20.0),
    );
    scenario
}

#[test]
fn a_sweep_over_seeds_measures_each_seed_as_a_run_under_it() {
    let session = open(by_chance());
    let mut sweep = Sweep::new(3);
    assert_eq!(sweep.spread(0, 0), None);
    for seed in 1..=3 {
        let result = (SHEDDING.measure_seed)(&session.document(), seed).unwrap();
        let run = edited(&session, Edit::Seed(seed));
        complete(&*run);
        let measured: Vec<_> = (0..2)
            .map(|variant| run.measure(variant, run.rounds() - 1))
            .collect();
        assert_eq!(result.values, measured);
        assert_ne!(measured[0], measured[1]);
        sweep.add(result);
    }
    assert!(sweep.is_complete());
    let spread = sweep.spread(0, 0).unwrap();
    assert!(spread.lowest.value < spread.highest.value, "{spread:?}");
}

#[test]
fn the_order_of_variants_and_the_scenarios_own_seed_change_no_run_of_a_sweep() {
    let scenario = by_chance();
    let mut turned = scenario.clone();
    turned.variants.reverse();
    turned.seed = 99;
    for seed in 1..=2 {
        let [mut values, other] = [&scenario, &turned]
            .map(|one| (SHEDDING.measure_seed)(&one.write(), seed).unwrap().values);
        values.reverse();
        assert_eq!(values, other);
    }
}
