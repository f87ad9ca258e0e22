//! How large a run may become: what takes the computer for ever, or all of its memory, is named before it begins.
//!
//! Events may change settings, so the worst value that a setting ever has counts. What is bounded here bounds the rest:
//! writers, requests in a second, requests that wait at the server, and grants that meters remember.

use super::event::Kind;
use super::scenario::{Lane, World};
use super::settings::Key;
use super::turn::SHORTEST_BACKOFF_MS;
use crate::run::Problem;

/// Most writers that there ever are, all executors together.
const MAX_WRITERS: f64 = 1000.0;
/// Most requests in a second that the server may be able to answer, and most that it may turn away.
const MAX_REQUESTS_PER_S: f64 = 2000.0;
/// Most requests that may wait at the server at once, and most grants that meters may remember.
const MAX_KEPT: f64 = 100_000.0;

/// What a world can come to at its worst; rates are requests in a second.
struct Worst {
    writers: f64,
    /// Those that the server can answer.
    answered: f64,
    /// Those that are rejected, and that find no answer or no connection, each with the setting that makes them few.
    failed: [(f64, Key); 3],
}

/// Least and greatest value that a setting of the world ever has.
fn range(world: &World, key: Key) -> (f64, f64) {
    let begins = world.settings(&Lane::default()).get(key);
    let later = world.events.iter().filter(|event| event.kind == Kind::Set && event.of == key.row().name);
    later.fold((begins, begins), |(least, most), event| (least.min(event.amount), most.max(event.amount)))
}

impl Worst {
    fn of(world: &World) -> Self {
        let events = |kind: Kind| world.events.iter().filter(move |event| event.kind == kind).map(|event| event.amount);
        let added: f64 = events(Kind::Writers).map(|amount| amount.max(0.0)).sum();
        let writers = range(world, Key::Executors).1 * (range(world, Key::Writers).1 + added);
        let capacity = events(Kind::Capacity).fold(range(world, Key::Capacity).1, f64::max);
        let percent = events(Kind::BrownOut).fold(100.0, f64::max);
        // What is drawn can be smaller by the spread, and a retry is the part that failed; on average they are not.
        let answered = capacity * percent / 100.0 / range(world, Key::Batch).0;
        let least_ms = |key: Key| range(world, key).0;
        let (pause_ms, jitter_ms) = (least_ms(Key::PauseMs), range(world, Key::JitterMs).1);
        let retry_ms = (least_ms(Key::BackoffMs) - jitter_ms).max(SHORTEST_BACKOFF_MS).min(pause_ms);
        let often = |turn_ms: f64, key: Key| (writers * 1000.0 / turn_ms, key);
        let failed = [
            often(least_ms(Key::RejectMs) + retry_ms, Key::BackoffMs),
            often(least_ms(Key::SocketTimeoutMs) + pause_ms, Key::SocketTimeoutMs),
            often(least_ms(Key::ConnectTimeoutMs) + pause_ms, Key::ConnectTimeoutMs),
        ];
        Self { writers, answered, failed }
    }

    /// The most that can fail, in whichever way.
    fn most_failed(&self) -> (f64, Key) {
        self.failed.into_iter().fold(self.failed[0], |most, other| if other.0 > most.0 { other } else { most })
    }

    /// Requests that can wait at the server at once: those that writers wait for, and those that nobody waits for any
    /// more, because the answer came too late or was a rejection of a part. Of these there are no more than can be
    /// left behind until the end, nor, where nothing is taken past it, than the backlog has room for.
    fn waiting(&self, world: &World, rounds: usize) -> f64 {
        let [(rejected, _), (late, _), _] = self.failed;
        let (least_s, most_s) = range(world, Key::BacklogLimitS);
        if range(world, Key::FailedPercent).0 < 100.0 {
            return self.writers + rejected.max(late) * rounds as f64;
        }
        let smallest = 1.0 - range(world, Key::BatchSpread).1 / 100.0;
        let room = if least_s >= 0.0 { most_s * self.answered / smallest } else { f64::INFINITY };
        self.writers + (late * rounds as f64).min(room)
    }
}

/// Checks that a world takes the computer neither for ever nor all of its memory.
///
/// # Errors
/// With the setting that can be changed, and how.
pub fn check_world(world: &World, rounds: usize) -> Result<(), Problem> {
    let worst = Worst::of(world);
    if worst.writers > MAX_WRITERS {
        let what =
            format!("{} writers in all are too many; executors times writers may be {MAX_WRITERS}.", worst.writers);
        return Err(Problem::at("writers", what));
    }
    if worst.answered > MAX_REQUESTS_PER_S {
        let what = format!(
            "the server could answer {} requests a second, and {MAX_REQUESTS_PER_S} are the most; give it less or make batches larger.",
            worst.answered.round()
        );
        return Err(Problem::at("capacity", what));
    }
    let (failed, key) = worst.most_failed();
    if failed > MAX_REQUESTS_PER_S {
        let what = format!(
            "{} requests a second could fail, and {MAX_REQUESTS_PER_S} are the most; give more time or fewer writers.",
            failed.round()
        );
        return Err(Problem::at(key.row().name, what));
    }
    let waiting = worst.waiting(world, rounds);
    if waiting > MAX_KEPT {
        let what = format!(
            "up to {} requests could wait at the server, and {MAX_KEPT} are the most; give less backlog, fewer writers or fewer rounds.",
            waiting.round()
        );
        return Err(Problem::at(Key::BacklogLimitS.row().name, what));
    }
    Ok(())
}

/// Checks that the meters of a lane need not remember more than there is room for.
///
/// # Errors
/// With the setting that can be changed, and how.
pub fn check_lane(world: &World, lane: &Lane) -> Result<(), Problem> {
    if !lane.variant.has_meter() {
        return Ok(());
    }
    let worst = Worst::of(world);
    let row = Key::WindowMs.row();
    let later = world.events.iter().filter(|event| event.kind == Kind::Set && event.of == row.name);
    let window_ms = later.map(|event| event.amount).fold(world.settings(lane).get(row.key), f64::max);
    let grants = worst.writers + (worst.answered + worst.most_failed().0) * window_ms / 1000.0;
    if grants > MAX_KEPT {
        let what = format!(
            "up to {} grants would have to be remembered, and {MAX_KEPT} are the most; give a shorter window or fewer requests.",
            grants.round()
        );
        return Err(Problem::at(row.name, what));
    }
    Ok(())
}
