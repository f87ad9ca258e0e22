//! Jobs in workers: reading files, texts for other programs, sweeps over seeds.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use futures::future::{Either, select};
use gloo::timers::future::TimeoutFuture;
use gloo::utils::{document, window};
use gloo_worker::Spawnable;
use gloo_worker::oneshot::OneshotBridge;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;
use yew::prelude::*;

use crate::app::jobs::{Job, JobResult, JobWorker, document_system};
use crate::app::session::{Action, Dialog, Handle, Import, RoundExports, Shared, State, SweepState};
use crate::simulator::Source;

/// A worker that does not answer for this time has not started, in milliseconds.
const PATIENCE_MS: u32 = 120_000;
/// Most workers of a sweep.
const MAX_WORKERS: usize = 8;
/// Messages that a sweep sends to each worker, about: few enough to cost nothing, enough to show progress.
const MESSAGES_PER_WORKER: usize = 12;

/// The address of the worker's script, with those of the files that Trunk has named.
fn worker_address() -> Option<String> {
    let find = |selector: &str| document().query_selector(selector).ok().flatten()?.get_attribute("href");
    let glue = find("link[rel=modulepreload]")?;
    let wasm = find("link[rel=preload][as=fetch]")?;
    Some(format!("./worker.js?glue={}&wasm={}", encode(&glue), encode(&wasm)))
}

fn encode(address: &str) -> String {
    String::from(js_sys::encode_uri_component(address))
}

/// Starts a worker.
///
/// # Errors
/// Why there is none, and what helps.
async fn spawn() -> Result<OneshotBridge<JobWorker>, String> {
    let address = worker_address().ok_or("The page does not know its own files. Reload it and try again.")?;
    // A worker whose script does not arrive never answers.
    let response = JsFuture::from(window().fetch_with_str(&address)).await;
    if !response.is_ok_and(|response| response.unchecked_into::<Response>().ok()) {
        return Err("A part of the page did not arrive. Check the connection and try again.".to_owned());
    }
    Ok(JobWorker::spawner().with_loader(true).as_module(true).spawn(&address))
}

/// Does a job in a worker; a worker that never answers is a failure too.
async fn run(bridge: &mut OneshotBridge<JobWorker>, job: Job) -> JobResult {
    let answer = Box::pin(bridge.run(job));
    match select(answer, TimeoutFuture::new(PATIENCE_MS)).await {
        Either::Left((result, _)) => result,
        Either::Right(_) => JobResult::Failed("The worker does not answer. Reload the page and try again.".to_owned()),
    }
}

async fn run_once(job: Job) -> JobResult {
    match spawn().await {
        Ok(mut bridge) => run(&mut bridge, job).await,
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
pub fn use_import(state: &UseReducerHandle<State>) -> Callback<Vec<Source>> {
    let dispatcher = state.dispatcher();
    use_callback(state.document.clone(), move |sources: Vec<Source>, document: &Handle| {
        dispatcher.dispatch(Action::Reading);
        let (dispatcher, document) = (dispatcher.clone(), document.clone());
        spawn_local(async move {
            // Writing a large document is a task of its own.
            TimeoutFuture::new(0).await;
            let base = document_system(&sources).is_none().then(|| document.compact_document());
            let result = match run_once(Job::Import { base, sources }).await {
                JobResult::Imported(imported) => {
                    Ok(Shared::new(Import { document: imported.document, findings: imported.findings }))
                }
                JobResult::Failed(problem) => Err(problem),
                JobResult::Seeds(_) | JobResult::Exports(_) => {
                    Err("The worker has answered something else.".to_owned())
                }
            };
            dispatcher.dispatch(Action::Read(result));
        });
    })
}

/// Makes the texts for other programs while their dialog is open.
#[hook]
pub fn use_exports(state: &UseReducerHandle<State>) {
    let dispatcher = state.dispatcher();
    let is_open = state.dialog == Some(Dialog::Exports) && state.has_rounds();
    let deps = (is_open, state.run.clone(), state.shown_variant(), state.round);
    use_effect_with(deps, move |(is_open, run, variant, round)| {
        if *is_open {
            let (variant, round) = (*variant, *round);
            let job = Job::Export { document: run.compact_document(), variant, round };
            spawn_local(async move {
                let texts = match run_once(job).await {
                    JobResult::Exports(texts) => Ok(Shared::new(texts)),
                    JobResult::Failed(problem) => Err(problem),
                    JobResult::Seeds(_) | JobResult::Imported(_) => {
                        Err("The worker has answered something else.".to_owned())
                    }
                };
                dispatcher.dispatch(Action::Exported(RoundExports { variant, round, texts }));
            });
        }
    });
}

/// Runs the sweep of the state in as many workers as there are cores less one, until it is complete or stopped.
#[hook]
pub fn use_sweep(state: &UseReducerHandle<State>) {
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
        let (queue, is_alive, report, text) =
            (Rc::clone(&queue), Rc::clone(is_alive), Rc::clone(&report), text.clone());
        spawn_local(async move {
            let mut bridge = match spawn().await {
                Ok(bridge) => bridge,
                Err(problem) => return report(Action::SweepFailed(number, problem)),
            };
            while is_alive.get() {
                let Some(seeds) = queue.borrow_mut().pop_front() else { return };
                let result = run(&mut bridge, Job::MeasureSeeds { document: text.to_string(), seeds }).await;
                // What comes after it was stopped is not wanted any more.
                if !is_alive.get() {
                    return;
                }
                match result {
                    JobResult::Seeds(results) => report(Action::Swept(number, results)),
                    JobResult::Failed(problem) => return report(Action::SweepFailed(number, problem)),
                    JobResult::Imported(_) | JobResult::Exports(_) => return,
                }
            }
        });
    }
}
