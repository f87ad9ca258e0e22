//! Single producers, to the millisecond: how long what takes.

use std::ops::Range;

use shedscope::engine::{Simulation as _, Timeline};
use shedscope::systems::rotation::lists::{ListChange, ListChangeKind};
use shedscope::systems::rotation::reason::{AddressId, Explain, Reason};
use shedscope::systems::rotation::round::{Counts, Failure, FlightEnd};
use shedscope::systems::rotation::scenario::from_json;
use shedscope::systems::rotation::{Round, Rule, Simulation};

use crate::common::play::{details, play};

/// A variant of a world, played to its end.
pub fn played(variant: &str, rounds: usize, world: &str) -> Timeline<Simulation> {
    let text = format!(
        r#"{{"shedscope": 2, "system": "rotation", "rounds": {rounds}, "variants": [{variant}], "world": {{{world}}}}}"#
    );
    let scenario = from_json(&text).unwrap_or_else(|problem| panic!("{problem}: {text}"));
    play(Simulation::new(&scenario, 0))
}

/// The sum of a count over all rounds.
pub fn sum(rounds: &[Round], of: impl Fn(&Counts) -> u64) -> u64 {
    rounds.iter().map(|round| of(&round.counts)).sum()
}

/// How many lists that producers took in a time begin with an address: it is asked first.
pub fn asking_first(
    timeline: &mut Timeline<Simulation>,
    address: AddressId,
    within_us: Range<u64>,
) -> u64 {
    let changes = details(timeline)
        .into_iter()
        .flat_map(|detail| detail.list_changes);
    let is_meant = |change: &ListChange| {
        let is_first = matches!(&change.step, ListChangeKind::Set(list) if list[0] == address);
        is_first && within_us.contains(&change.at_us)
    };
    changes.filter(is_meant).count() as u64
}

fn failed(rounds: &[Round], failure: Failure) -> u64 {
    sum(rounds, |counts| u64::from(counts.failed[failure as usize]))
}

/// All brokers of the first second's end dead, one producer, a send every 20 s.
fn dead(brokers: u32, how: &str) -> String {
    let kill = |broker: u8| {
        let name = char::from(b'A' + broker);
        format!(r#"{{"at_s": 0.5, "action": {{"kill": {{"broker": "{name}", "how": "{how}"}}}}}}"#)
    };
    let kills: Vec<String> = (0..brokers as u8).map(kill).collect();
    format!(
        r#""zones": [{{"producers": 1, "brokers": {brokers}}}], "rate_per_s": 0.05, "events": [{}]"#,
        kills.join(",")
    )
}

const ROTATING: &str = r#"{"selection": "rotating", "settings": {"numWriteEndpoints": 2}}"#;
const SINGLE: &str = r#"{"selection": "single"}"#;

#[test]
fn three_refused_tries_take_four_and_a_half_seconds_and_end_in_a_connect_error() {
    for variant in [ROTATING, SINGLE] {
        let mut timeline = played(variant, 30, &dead(5, "refused"));
        let details = details(&mut timeline);
        let tries: Vec<_> = details
            .iter()
            .flat_map(|detail| &detail.tries)
            .filter(|one| one.has_failed)
            .collect();
        assert!(tries.len() >= 3, "{tries:?}");
        tries
            .iter()
            .for_each(|one| assert_eq!(one.until_us - one.from_us, 1_500_000));
        let first = details
            .iter()
            .flat_map(|detail| &detail.failed)
            .next()
            .unwrap();
        assert_eq!(
            (first.failure, first.at_us - tries[0].from_us),
            (Failure::Connect, 4_500_000)
        );
    }
}

#[test]
fn black_holes_end_a_send_in_a_timeout_before_its_third_try() {
    for variant in [ROTATING, SINGLE] {
        let mut timeline = played(variant, 30, &dead(5, "black_hole"));
        let details = details(&mut timeline);
        let tries: Vec<_> = details
            .iter()
            .flat_map(|detail| &detail.tries)
            .filter(|one| one.has_failed)
            .collect();
        tries
            .iter()
            .for_each(|one| assert_eq!(one.until_us - one.from_us, 3_000_000));
        assert_eq!(timeline.simulation().plan().max_try_us(), 3_000_000);
        let first = details
            .iter()
            .flat_map(|detail| &detail.failed)
            .next()
            .unwrap();
        assert_eq!(
            (first.failure, first.at_us - tries[0].from_us),
            (Failure::TimedOut, 6_000_000)
        );
        let before = tries
            .iter()
            .filter(|one| one.until_us <= first.at_us)
            .count();
        assert_eq!(before, 2);
    }
}

#[test]
fn a_lone_endpoint_is_never_held_to_account() {
    let mut timeline = played(ROTATING, 60, &dead(1, "refused"));
    assert!(failed(timeline.rounds(), Failure::Connect) >= 2);
    assert_eq!(
        sum(timeline.rounds(), |counts| u64::from(
            counts.forgotten + counts.moved_to_end
        )),
        0
    );
    let state = timeline.state(60);
    assert_eq!(
        (
            state.producers[0].selection.locals(),
            state.producers[0].selection.failures(0)
        ),
        (&[0][..], 0)
    );
}

#[test]
fn a_start_cannot_fail_over_unless_attempts_are_free() {
    // Half of the brokers are dead when producers start: a refused one takes 1.5 s where 0.5 s is all there is.
    let world = r#""zones": [{"producers": 40, "brokers": 2}],
        "events": [{"at_s": 0, "action": {"kill": {"broker": "A"}}}]"#;
    let mut timeline = played(ROTATING, 3, world);
    let unbuilt = sum(timeline.rounds(), |counts| u64::from(counts.unbuilt));
    let asked = asking_first(&mut timeline, 0, 0..3_000_000);
    assert!(asked > 0 && unbuilt == asked, "{unbuilt} {asked}");
    let free = r#"{"selection": "rotating", "settings": {"maxRetryCount": 0}}"#;
    assert_eq!(
        sum(played(free, 3, world).rounds(), |counts| u64::from(
            counts.unbuilt
        )),
        0
    );
    // In the end everybody is built.
    let timeline = played(ROTATING, 90, world);
    let last = timeline.rounds().last().unwrap();
    assert_eq!((last.counts.unbuilt, last.counts.failed()), (0, 0));
}

#[test]
fn the_single_variant_keeps_one_connection_and_loses_all_with_it() {
    let world = |how: &str| {
        format!(
            r#""zones": [{{"producers": 30, "brokers": 3}}], "rate_per_s": 5, "response_ms": 1000,
            "events": [{{"at_s": 10.5, "action": {{"kill": {{"broker": "B", "how": "{how}", "duration_s": 5}}}}}}]"#
        )
    };
    // A metadata request has only the time of one attempt to connect, which would be too short here.
    let single = played(
        &SINGLE.replace('}', r#", "settings": {"connectTimeoutMs": 2000}}"#),
        30,
        &world("refused"),
    );
    assert!(
        single.rounds()[1..]
            .iter()
            .all(|round| round.connections() <= 30)
    );
    let three = r#"{"selection": "rotating", "settings": {"numWriteEndpoints": 3, "connectTimeoutMs": 2000}}"#;
    let three = played(three, 30, &world("refused"));
    assert_eq!(three.rounds()[9].connections(), 90);
    // Five in flight: all of a producer's on one broker of three, or a third of everybody's.
    let ((lost, each, resent), (of_three, of_each, again)) = (broken(single), broken(three));
    assert!(
        lost > 0 && each == vec![5; lost as usize] && resent == 5 * lost,
        "{lost} {each:?} {resent}"
    );
    assert!(
        of_three == 30
            && of_each.len() == 30
            && of_each.iter().all(|count| (1..=2).contains(count))
    );
    assert_eq!(again, of_each.iter().sum::<usize>() as u64);
}

/// Connections that broke, requests that broke off with each, and requests that were sent again.
fn broken(mut timeline: Timeline<Simulation>) -> (u64, Vec<usize>, u64) {
    let of = |of: fn(&Counts) -> u32| sum(timeline.rounds(), |counts| u64::from(of(counts)));
    let (connections, resent) = (of(|counts| counts.broken), of(|counts| counts.resent));
    let mut by_producer = std::collections::BTreeMap::<u32, usize>::new();
    for detail in details(&mut timeline) {
        for flight in detail
            .flights
            .iter()
            .filter(|flight| flight.end == FlightEnd::Broken)
        {
            *by_producer.entry(flight.producer).or_default() += 1;
        }
    }
    (connections, by_producer.into_values().collect(), resent)
}

#[test]
fn who_knows_nobody_fails_every_send_at_once() {
    let text = format!(
        r#"{{"shedscope": 2, "system": "rotation", "variants": [{ROTATING}, {SINGLE}],
        "world": {{"zones": [{{"producers": 3, "brokers": 2}}], "rate_per_s": 2}}}}"#
    );
    for variant in 0..2 {
        let simulation = Simulation::new(&from_json(&text).unwrap(), variant);
        let mut state = simulation.start();
        simulation.step(&mut state, 0, &mut Explain::disabled());
        // No run leads here: whoever answers with metadata is in it.
        state.producers[1].selection = simulation.plan().selection();
        let mut explain = Explain::recording();
        let (round, detail) = simulation.step(&mut state, 1, &mut explain);
        assert_eq!(round.counts.failed[Failure::NoEndpoints as usize], 2);
        assert_eq!((round.counts.failed(), round.counts.sends), (2, 6));
        assert!(
            detail
                .failed
                .iter()
                .all(|one| (one.producer, one.failure) == (1, Failure::NoEndpoints))
        );
        let told = explain.into_reasons();
        let untrue = |reason: &&Reason| {
            reason.rule == Rule::IsInitialised && (reason.evidence.holds() == Some(false))
        };
        assert_eq!(told.iter().filter(untrue).count(), 2);
    }
}

#[test]
fn an_idle_connection_is_closed_and_opened_again() {
    let variant = r#"{"selection": "rotating", "settings": {"idleTimeoutMs": 3000}}"#;
    let mut timeline = played(
        variant,
        40,
        r#""zones": [{"producers": 1, "brokers": 2}], "rate_per_s": 0.2"#,
    );
    let details = details(&mut timeline);
    let answered: Vec<u64> = details
        .iter()
        .flat_map(|detail| &detail.flights)
        .map(|flight| flight.until_us)
        .collect();
    let changes = details.iter().flat_map(|detail| &detail.connection_changes);
    let closed: Vec<u64> = changes
        .filter(|change| !change.opens)
        .map(|change| change.at_us)
        .collect();
    // The connection of the start first: connected to in 2 ms, answered in 20. Then 3 s after each answer, of which the
    // last may be too late to be seen.
    assert_eq!(closed[0], 3_022_000);
    let after: Vec<u64> = answered
        .iter()
        .map(|time| time + 3_000_000)
        .filter(|time| *time < 40_000_000)
        .collect();
    assert_eq!(closed[1..], after);
    assert_eq!(
        sum(timeline.rounds(), |counts| u64::from(counts.idle_closed)),
        closed.len() as u64
    );
    assert!(closed.len() >= 8, "{closed:?}");
    assert_eq!(
        sum(timeline.rounds(), |counts| u64::from(counts.failed())),
        0
    );
}

#[test]
fn a_redirect_is_answered_once_and_the_write_is_sent_again() {
    let world = r#""zones": [{"producers": 20, "brokers": 6}],
        "events": [{"at_s": 10, "action": {"redirect": {}}}]"#;
    for variant in [ROTATING, SINGLE] {
        let timeline = played(variant, 30, world);
        let rounds = timeline.rounds();
        let of = |of: fn(&Counts) -> u32| sum(rounds, |counts| u64::from(of(counts)));
        assert_eq!(
            (of(|counts| counts.refreshed), of(|counts| counts.resent)),
            (20, 20)
        );
        assert_eq!(of(|counts| counts.failed()), 0);
    }
}

#[test]
fn what_a_producer_may_not_hold_fails_at_once() {
    let world = r#""zones": [{"producers": 1, "brokers": 3}], "rate_per_s": 50,
        "events": [{"at_s": 1.5, "action": {"rolling_restart": {"down_s": 4, "apart_s": 0, "how": "black_hole"}}}]"#;
    let timeline = played(ROTATING, 10, world);
    assert!(failed(timeline.rounds(), Failure::TooMany) > 100);
    assert_eq!(
        timeline.rounds().iter().map(|round| round.unfinished).max(),
        Some(30)
    );
}
