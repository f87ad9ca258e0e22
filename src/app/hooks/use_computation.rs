//! Computes the rounds of the open scenario in slices, so that the page never stands still for long.

use std::cell::Cell;
use std::rc::Rc;

use gloo::timers::future::TimeoutFuture;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::clock::now_ms;
use crate::app::session::{Action, Handle, State, Work};

/// Milliseconds of work between two turns of the page, unless a single piece of it takes longer.
const SLICE_MS: f64 = 12.0;
/// Progress that nobody waits for is shown at most this often, in milliseconds.
const REPORT_MS: f64 = 150.0;
/// An edited scenario is shown after this time even where it is not computed up to the cursor, in milliseconds.
const SHOW_MS: f64 = 80.0;

/// What the computation needs to know of the page while it goes on.
#[derive(Default)]
struct Wanted {
    /// The round that somebody waits for, from 0.
    round: Cell<usize>,
    /// Whether the document is shown already.
    is_shown: Cell<bool>,
    /// Cleared when the computation is no longer wanted.
    is_alive: Cell<bool>,
}

/// Computes the rounds of the state's document until all are there, a person stops it, or another is opened.
#[hook]
pub(crate) fn use_computation(state: &UseReducerHandle<State>) {
    let wanted = use_mut_ref(Rc::<Wanted>::default);
    let is_shown = state.run == state.document;
    {
        let wanted = wanted.borrow();
        wanted.round.set(
            state
                .pending_round
                .unwrap_or(state.round)
                .min(state.document.rounds() - 1),
        );
        wanted.is_shown.set(is_shown);
    }
    let dispatcher = state.dispatcher();
    let document = state.document.clone();
    let halted_and_shown = state.is_halted && is_shown;
    let replaced = (!is_shown).then(|| state.run.clone());
    use_effect_with(
        (document, halted_and_shown),
        move |(document, is_halted)| {
            let fresh = Rc::new(Wanted {
                round: Cell::new(wanted.borrow().round.get()),
                is_shown: Cell::new(wanted.borrow().is_shown.get()),
                is_alive: Cell::new(!is_halted),
            });
            *wanted.borrow_mut() = Rc::clone(&fresh);
            // Two runs of a large scenario take much memory.
            replaced.iter().for_each(|run| run.release());
            if !is_halted {
                let report = move |work: Work| dispatcher.dispatch(Action::Computed(work));
                spawn_local(compute(document.clone(), Rc::clone(&fresh), report));
            }
            move || fresh.is_alive.set(false)
        },
    );
}

async fn compute(document: Handle, wanted: Rc<Wanted>, report: impl Fn(Work)) {
    let started_ms = now_ms();
    let mut reported_ms = f64::NEG_INFINITY;
    let mut reported = 0;
    let mut piece_ms = 0.0;
    // The page shows what was edited before it is computed.
    TimeoutFuture::new(0).await;
    while wanted.is_alive.get() {
        let more = work_slice(&document, &mut piece_ms);
        let computed = document.computed();
        let is_up_to_cursor = computed > wanted.round.get();
        let is_ready = is_up_to_cursor || (computed > 0 && now_ms() - started_ms > SHOW_MS);
        let is_waited_for = if wanted.is_shown.get() {
            reported <= wanted.round.get()
        } else {
            is_ready
        };
        if !more || (computed > reported && (is_waited_for || now_ms() - reported_ms > REPORT_MS)) {
            // Showing it is a task of its own.
            TimeoutFuture::new(0).await;
            if !wanted.is_alive.get() {
                return;
            }
            (reported, reported_ms) = (computed, now_ms());
            report(Work {
                document: document.clone(),
                computed,
                is_ready: is_ready || !more,
            });
        }
        if !more {
            return;
        }
        TimeoutFuture::new(0).await;
    }
}

/// Works for a slice of time, a piece at least; `false` once there is nothing left to do. `piece_ms` is how long the
/// piece before took: another one begins only if there is time for it.
fn work_slice(document: &Handle, piece_ms: &mut f64) -> bool {
    let until_ms = now_ms() + SLICE_MS;
    loop {
        let began_ms = now_ms();
        if !document.advance() {
            return false;
        }
        let ended_ms = now_ms();
        *piece_ms = ended_ms - began_ms;
        if ended_ms + *piece_ms > until_ms {
            return true;
        }
    }
}
