//! Sweeps over seeds: results come in any order, from workers.

use super::page::Page;
use shedscope::app::jobs::{Job, JobResult, perform};
use shedscope::app::session::Action;
use shedscope::simulator::{Edit, SeedMetrics};

fn measure(page: &Page, seeds: &[u64]) -> Vec<SeedMetrics> {
    let job = Job::MeasureSeeds {
        document: page.0.document.document(),
        seeds: seeds.to_vec(),
    };
    match perform(&job) {
        JobResult::Seeds(results) => results,
        other => panic!("{other:?}"),
    }
}

#[test]
fn results_come_in_any_order_and_the_sweep_ends_with_the_last() {
    let mut page = Page::first("shedding");
    page.does(Action::Sweep(Some(6)));
    let number = page.0.sweep.as_ref().unwrap().number;
    for seeds in [[5, 6], [1, 2], [3, 4]] {
        let results = measure(&page, &seeds);
        page.does(Action::Swept(number, results));
    }
    let sweep = page.0.sweep.clone().unwrap();
    assert_eq!(
        (sweep.results.progress(), sweep.is_running),
        ((6, 6), false)
    );
    let metric = page
        .0
        .run
        .metrics()
        .iter()
        .position(|metric| metric.label == "Bundles moved")
        .unwrap();
    assert_eq!(sweep.results.spread(0, metric).unwrap().count, 6);
}

#[test]
fn a_seed_of_the_sweep_is_the_run_with_that_seed() {
    for system in ["shedding", "sharding", "throttling", "rotation"] {
        let mut page = Page::first(system);
        let result = measure(&page, &[3]).remove(0);
        page.edit(Edit::Seed(3));
        let last = page.0.last();
        let own: Vec<Vec<Option<f64>>> = (0..page.0.run.variants())
            .map(|variant| page.0.run.measure(variant, last))
            .collect();
        assert_eq!(
            result,
            SeedMetrics {
                seed: 3,
                values: own
            },
            "{system}"
        );
    }
}

#[test]
fn a_sweep_that_was_stopped_takes_no_more_results() {
    let mut page = Page::first("rotation");
    page.does(Action::Sweep(Some(20)));
    let number = page.0.sweep.as_ref().unwrap().number;
    let results = measure(&page, &[1]);
    page.does(Action::Sweep(None))
        .does(Action::Swept(number, results.clone()));
    assert_eq!(page.0.sweep.as_ref().unwrap().results.progress(), (0, 20));
    page.does(Action::Sweep(Some(20)))
        .does(Action::Swept(number, results));
    assert_eq!(
        page.0.sweep.as_ref().unwrap().results.progress(),
        (0, 20),
        "they are of the sweep before"
    );
}

#[test]
fn a_sweep_stays_for_another_seed_and_goes_with_another_scenario() {
    let mut page = Page::first("shedding");
    page.does(Action::Sweep(Some(4))).edit(Edit::Seed(9));
    assert!(page.0.sweep.is_some());
    page.edit(Edit::Rounds(20));
    assert!(page.0.sweep.is_none());
}

#[test]
fn a_job_that_cannot_be_done_says_why() {
    let job = Job::MeasureSeeds {
        document: "{}".to_owned(),
        seeds: vec![1],
    };
    assert!(matches!(perform(&job), JobResult::Failed(problem) if problem.starts_with("system:")));
}
