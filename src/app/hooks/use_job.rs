//! Jobs in workers: reading files, texts for other programs, sweeps over seeds.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use gloo::timers::future::TimeoutFuture;
use gloo::utils::window;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::worker::Worker;
use crate::app::jobs::{Job, JobResult, document_system};
use crate::app::session::{
    Action, Dialog, Handle, Import, RoundExports, Shared, State, SweepState,
};
use crate::simulator::Source;

/// Most workers of a sweep.
const MAX_WORKERS: usize = 8;
/// Messages that a sweep sends to each worker, about: few enough to cost nothing, enough to show progress.
const MESSAGES_PER_WORKER: usize = 12;

async fn run_once(job: Job) -> JobResult {
    match Worker::start().await {
        Ok(mut worker) => worker.run(job).await,
        Err(problem) => JobResult::Failed(problem),
    }
}

/// How many workers a sweep has: as many as there are cores, less the one of the page.
fn worker_count() -> usize {
    let cores = window().navigator().hardware_concurrency() as usize;
    cores.saturating_sub(1).clamp(1, MAX_WORKERS)
}

/// A function that reads files and texts in a worker, on top of the open document.
#[hook]
pub(crate) fn use_import(state: &UseReducerHandle<State>) -> Callback<Vec<Source>> {
    let dispatcher = state.dispatcher();
    use_callback(
        state.document.clone(),
        move |sources: Vec<Source>, document: &Handle| {
            dispatcher.dispatch(Action::Reading);
            let (dispatcher, document) = (dispatcher.clone(), document.clone());
            spawn_local(async move {
                // Writing a large document is a task of its own.
                TimeoutFuture::new(0).await;
                let base = document_system(&sources)
                    .is_none()
                    .then(|| document.compact_document());
                let result = match run_once(Job::Import { base, sources }).await {
                    JobResult::Imported(imported) => Ok(Shared::new(Import {
                        document: imported.document,
                        findings: imported.findings,
                    })),
                    JobResult::Failed(problem) => Err(problem),
                    JobResult::Seeds(_) | JobResult::Exports(_) => {
                        Err("The worker has answered something else.".to_owned())
                    }
                };
                dispatcher.dispatch(Action::Read(result));
            });
        },
    )
}

/// Makes the texts for other programs while their dialog is open.
#[hook]
pub(crate) fn use_exports(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    let is_open = state.dialog == Some(Dialog::Exports) && state.has_rounds();
    let deps = (
        is_open,
        state.run.clone(),
        state.shown_variant(),
        state.round,
    );
    use_effect_with(deps, move |(is_open, run, variant, round)| {
        if *is_open {
            let (variant, round) = (*variant, *round);
            let job = Job::Export {
                document: run.compact_document(),
                variant,
                round,
            };
            spawn_local(async move {
                let texts = match run_once(job).await {
                    JobResult::Exports(texts) => Ok(Shared::new(texts)),
                    JobResult::Failed(problem) => Err(problem),
                    JobResult::Seeds(_) | JobResult::Imported(_) => {
                        Err("The worker has answered something else.".to_owned())
                    }
                };
                dispatcher.dispatch(Action::Exported(RoundExports {
                    variant,
                    round,
                    texts,
                }));
            });
        }
    });
}

/// Runs the sweep of the state in as many workers as there are cores less one, until it is complete or stopped.
#[hook]
pub(crate) fn use_sweep(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    let running = state.sweep.clone().filter(|sweep| sweep.is_running);
    let number = running.as_ref().map(|sweep| sweep.number);
    use_effect_with(number, move |_| {
        let is_alive = Rc::new(Cell::new(true));
        if let Some(sweep) = running {
            let report = move |action| dispatcher.dispatch(action);
            begin_sweep(&sweep, &is_alive, Rc::new(report));
        }
        move || is_alive.set(false)
    });
}

fn begin_sweep(sweep: &SweepState, is_alive: &Rc<Cell<bool>>, report: Rc<dyn Fn(Action)>) {
    let (workers, number) = (worker_count(), sweep.number);
    let (_, seeds) = sweep.results.progress();
    let size = seeds.div_ceil(workers * MESSAGES_PER_WORKER).max(1);
    let all: Vec<u64> = (1..=seeds as u64).collect();
    let queue: VecDeque<Vec<u64>> = all.chunks(size).map(<[u64]>::to_vec).collect();
    let queue = Rc::new(RefCell::new(queue));
    let text: Rc<str> = sweep.document.compact_document().into();
    for _ in 0..workers {
        let (queue, is_alive, report, text) = (
            Rc::clone(&queue),
            Rc::clone(is_alive),
            Rc::clone(&report),
            text.clone(),
        );
        spawn_local(async move {
            let mut worker = match Worker::start().await {
                Ok(worker) => worker,
                Err(problem) => return report(Action::SweepFailed(number, problem)),
            };
            while is_alive.get() {
                let Some(seeds) = queue.borrow_mut().pop_front() else {
                    return;
                };
                let result = worker
                    .run(Job::MeasureSeeds {
                        document: text.to_string(),
                        seeds,
                    })
                    .await;
                // What comes after it was stopped is not wanted any more.
                if !is_alive.get() {
                    return;
                }
                match result {
                    JobResult::Seeds(results) => report(Action::Swept(number, results)),
                    JobResult::Failed(problem) => {
                        return report(Action::SweepFailed(number, problem));
                    }
                    JobResult::Imported(_) | JobResult::Exports(_) => return,
                }
            }
        });
    }
}
