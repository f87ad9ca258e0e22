//! Bounds on the cost of a run: scenarios that would take too much time or memory are rejected.
//!
//! Events may change settings, so the worst value of each setting counts. Bounding these quantities bounds the rest:
//! writers, requests per second, requests that wait at the server, and grants that meters keep.

use super::event::Kind;
use super::scenario::{Variant, World};
use super::settings::Key;
use super::writer_step::SHORTEST_BACKOFF_MS;
use crate::engine::{Cause, Problem};

/// Maximum number of writers that exist at any time, over all executors.
const MAX_WRITERS: f64 = 1000.0;
/// Maximum number of requests per second that the server can answer, and that can fail.
const MAX_REQUESTS_PER_S: f64 = 2000.0;
/// Maximum number of requests that wait at the server at once, and of grants that meters keep.
const MAX_KEPT: f64 = 100_000.0;

/// Worst-case rates of a world, in requests per second.
struct WorstCase {
    writers: f64,
    /// Requests that the server can answer.
    answered: f64,
    /// Requests that are rejected, time out, or find no connection, each with the setting that limits them.
    failed: [(f64, Key); 3],
}

/// Minimum and maximum of a setting of the world during the run.
fn range(world: &World, key: Key) -> (f64, f64) {
    let begins = world.settings(&Variant::default()).get(key);
    let later = world
        .events
        .iter()
        .filter(|event| event.kind == Kind::Set && event.target == key.row().name);
    later.fold((begins, begins), |(least, most), event| {
        (least.min(event.value), most.max(event.value))
    })
}

/// Whether a rejected request is always retried as a whole.
fn is_whole(world: &World) -> bool {
    range(world, Key::FailedPercent).0 == 100.0
}

impl WorstCase {
    fn of(world: &World) -> Self {
        let events = |kind: Kind| {
            world
                .events
                .iter()
                .filter(move |event| event.kind == kind)
                .map(|event| event.value)
        };
        let added: f64 = events(Kind::Writers).map(|amount| amount.max(0.0)).sum();
        let writers = range(world, Key::Executors).1 * (range(world, Key::Writers).1 + added);
        let capacity = events(Kind::Capacity).fold(range(world, Key::Capacity).1, f64::max);
        let percent = events(Kind::BrownOut).fold(100.0, f64::max);
        // Batches vary in size and retries can be partial, but neither lowers the average.
        let answered = capacity * percent / 100.0 / range(world, Key::Batch).0;
        let least_ms = |key: Key| range(world, key).0;
        let (pause_ms, jitter_ms) = (least_ms(Key::PauseMs), range(world, Key::JitterMs).1);
        let backoff_ms = (least_ms(Key::BackoffMs) - jitter_ms).max(SHORTEST_BACKOFF_MS);
        // A pause follows the last retry, a backoff the others.
        let retries = least_ms(Key::MaxRetries);
        let retry_ms = backoff_ms.min((retries * backoff_ms + pause_ms) / (retries + 1.0));
        let often = |turn_ms: f64, key: Key| (writers * 1000.0 / turn_ms, key);
        let failed = [
            often(least_ms(Key::RejectMs) + retry_ms, Key::BackoffMs),
            often(
                least_ms(Key::SocketTimeoutMs) + pause_ms,
                Key::SocketTimeoutMs,
            ),
            often(
                least_ms(Key::ConnectTimeoutMs) + pause_ms,
                Key::ConnectTimeoutMs,
            ),
        ];
        Self {
            writers,
            answered,
            failed,
        }
    }

    /// The maximum rate of failures of one kind.
    fn most_failed(&self) -> (f64, Key) {
        self.failed.into_iter().fold(
            self.failed[0],
            |most, other| if other.0 > most.0 { other } else { most },
        )
    }

    /// Requests beyond the rates: one per writer in waiting, and one at either end of a period.
    fn at_once(&self) -> f64 {
        3.0 * self.writers
    }

    /// Maximum number of grants that meters keep: those within a window.
    fn remembered(&self, world: &World, window_ms: f64) -> f64 {
        // A partial retry can be very small, but there is only one for each rejection.
        let retries = if is_whole(world) {
            0.0
        } else {
            self.failed[0].0
        };
        self.at_once() + (self.answered + self.most_failed().0 + retries) * window_ms / 1000.0
    }

    /// Maximum number of requests that wait at the server at once: those that writers wait for, and those that nobody waits
    /// for any more because the answer came too late or part of it was rejected. The latter are bounded by the number left
    /// behind until the end and, if rejection is on, by the maximum backlog.
    fn waiting(&self, world: &World, rounds: usize) -> f64 {
        let [(rejected, _), (late, _), _] = self.failed;
        let (least_s, most_s) = range(world, Key::BacklogLimitS);
        if !is_whole(world) {
            return self.at_once() + rejected.max(late) * rounds as f64;
        }
        let smallest = 1.0 - range(world, Key::BatchSpread).1 / 100.0;
        let room = if least_s >= 0.0 {
            most_s * self.answered / smallest
        } else {
            f64::INFINITY
        };
        self.at_once() + (late * rounds as f64).min(room)
    }
}

/// Validates the cost of a world.
///
/// # Errors
/// With the setting to change, and how.
pub(super) fn check_world(world: &World, rounds: usize) -> Result<(), Problem> {
    let worst = WorstCase::of(world);
    if worst.writers > MAX_WRITERS {
        let what = format!("executors times writers are {}", worst.writers);
        return Err(Problem::at(
            "writers",
            Cause::too_much(what, MAX_WRITERS, "give fewer of them"),
        ));
    }
    if worst.answered > MAX_REQUESTS_PER_S {
        let what = format!(
            "the server could answer {} requests a second",
            worst.answered.round()
        );
        let cause = Cause::too_much(
            what,
            MAX_REQUESTS_PER_S,
            "give it less or make batches larger",
        );
        return Err(Problem::at("capacity", cause));
    }
    let (failed, key) = worst.most_failed();
    if failed > MAX_REQUESTS_PER_S {
        let what = format!("{} requests a second could fail", failed.round());
        let cause = Cause::too_much(what, MAX_REQUESTS_PER_S, "give more time or fewer writers");
        return Err(Problem::at(key.row().name, cause));
    }
    let waiting = worst.waiting(world, rounds);
    if waiting > MAX_KEPT {
        let what = format!(
            "up to {} requests could wait at the server",
            waiting.round()
        );
        let cause = Cause::too_much(
            what,
            MAX_KEPT,
            "give less backlog, fewer writers or fewer rounds",
        );
        return Err(Problem::at(Key::BacklogLimitS.row().name, cause));
    }
    Ok(())
}

/// Validates the number of grants that a variant's meters keep.
///
/// # Errors
/// With the setting to change, and how.
pub(super) fn check_variant(world: &World, variant: &Variant) -> Result<(), Problem> {
    if !variant.version.has_meter() {
        return Ok(());
    }
    let row = Key::WindowMs.row();
    let later = world
        .events
        .iter()
        .filter(|event| event.kind == Kind::Set && event.target == row.name);
    let window_ms = later
        .map(|event| event.value)
        .fold(world.settings(variant).get(row.key), f64::max);
    let grants = WorstCase::of(world).remembered(world, window_ms);
    if grants > MAX_KEPT {
        let what = format!(
            "up to {} grants would have to be remembered",
            grants.round()
        );
        let cause = Cause::too_much(what, MAX_KEPT, "give a shorter window or fewer requests");
        return Err(Problem::at(row.name, cause));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Timeline;
    use crate::systems::throttling::event::Event;
    use crate::systems::throttling::scenario::scenario;
    use crate::systems::throttling::{LimiterVersion, Simulation};

    #[test]
    fn no_run_comes_to_more_than_its_worst() {
        let busy = [
            (Key::Writers, 60.0),
            (Key::Capacity, 60_000.0),
            (Key::Batch, 600.0),
            (Key::Unit, 1.0),
        ];
        let quick = [
            (Key::BackoffMs, 400.0),
            (Key::JitterMs, 300.0),
            (Key::PauseMs, 100.0),
            (Key::RejectMs, 1.0),
        ];
        let impatient = [
            (Key::SocketTimeoutMs, 300.0),
            (Key::BacklogLimitS, -1.0),
            (Key::Capacity, 500.0),
        ];
        let slow = Event::new(20.0, Kind::BrownOut, 2.0, 30.0);
        let loose = Event::set(30.0, Key::BacklogLimitS, 20.0);
        for (settings, events, is_near) in [
            (
                vec![(Key::BacklogLimitS, 1.0), (Key::BatchSpread, 90.0)],
                vec![slow.clone(), loose],
                false,
            ),
            (
                vec![(Key::BacklogLimitS, 0.5), (Key::FailedPercent, 1.0)],
                vec![slow],
                false,
            ),
            (
                impatient.to_vec(),
                vec![Event::new(30.0, Kind::Outage, 0.0, 5.0)],
                true,
            ),
            (
                impatient.to_vec(),
                vec![Event::set(30.0, Key::SocketTimeoutMs, 100.0)],
                true,
            ),
        ] {
            let world = World::new(&[&busy, &quick, &settings[..]].concat(), events);
            let variant = Variant::new(
                LimiterVersion::V1135,
                &[(Key::Min, 100_000.0), (Key::Max, 1_000_000.0)],
            );
            let window_ms = world.settings(&variant).get(Key::WindowMs);
            let (worst, rounds) = (WorstCase::of(&world), 60);
            check_world(&world, rounds).unwrap();
            check_variant(&world, &variant).unwrap();
            let scenario = scenario("worst", &[], rounds, world, vec![variant]);
            let mut timeline = Timeline::new(Simulation::new(&scenario, 0));
            let (mut most_waiting, mut most_grants) = (0, 0);
            for index in 1..=rounds {
                let state = timeline.state(index);
                most_waiting = most_waiting.max(state.server.queue.len());
                most_grants = most_grants.max(
                    state
                        .limiters
                        .iter()
                        .map(|limiter| limiter.meter.len())
                        .sum(),
                );
            }
            let (waiting, grants) = (
                worst.waiting(&scenario.world, rounds),
                worst.remembered(&scenario.world, window_ms),
            );
            assert!(
                most_waiting as f64 <= waiting,
                "{most_waiting} of {waiting}: {settings:?}"
            );
            assert!(
                most_grants as f64 <= grants,
                "{most_grants} of {grants}: {settings:?}"
            );
            // The bound is close to what can happen.
            assert!(
                !is_near || most_waiting as f64 > waiting / 3.0,
                "{most_waiting} of {waiting}: {settings:?}"
            );
        }
    }
}
