//! The presets: their surprises still happen.

use shedscope::engine::Metric;
use shedscope::engine::{Simulation as _, Timeline};
use shedscope::systems::rotation::metrics::{METRICS, RunMetrics};
use shedscope::systems::rotation::presets::PRESETS;
use shedscope::systems::rotation::round::{Counts, Failure};
use shedscope::systems::rotation::scenario::check;
use shedscope::systems::rotation::statistics::measured as spread;
use shedscope::systems::rotation::{Round, Scenario, Simulation};

use super::play::{asking_first, sum};

use crate::common::play::play;

fn scenario(id: &str) -> Scenario {
    (PRESETS.iter().find(|one| one.id == id).unwrap().make)()
}

fn runs(id: &str) -> Vec<Timeline<Simulation>> {
    let scenario = scenario(id);
    let run = |variant: usize| play(Simulation::new(&scenario, variant));
    (0..scenario.variants.len()).map(run).collect()
}

fn loads(round: &Round) -> Vec<f64> {
    round
        .brokers
        .iter()
        .map(|broker| f64::from(broker.load_per_s))
        .collect()
}

fn failed(rounds: &[Round], failure: Failure) -> u64 {
    sum(rounds, |counts| u64::from(counts.failed[failure as usize]))
}

#[test]
fn all_are_sound_and_say_what_to_look_for() {
    for preset in PRESETS {
        let scenario = (preset.make)();
        assert_eq!(check(&scenario), Ok(()), "{}", preset.id);
        assert!((2..=4).contains(&scenario.notes.len()), "{}", preset.id);
        assert_eq!(scenario.title, preset.title);
    }
}

/// The mean of some draws and its standard error.
fn mean(draws: &[f64]) -> (f64, f64) {
    let count = draws.len() as f64;
    let mean = draws.iter().sum::<f64>() / count;
    let variance = draws.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, (variance / count).sqrt())
}

/// What brokers carry where each producer sends a whole number of turns in a window: its rate, shared by its endpoints.
fn shares(timeline: &mut Timeline<Simulation>, rounds: usize) -> Vec<f64> {
    let producers = timeline.state(rounds).producers.clone();
    let plan = timeline.simulation().plan();
    let mut shares = vec![0.0; plan.ground_truth.places];
    for (producer, about) in producers.iter().zip(&plan.fleet) {
        let writes = producer.selection.writes();
        for address in writes {
            shares[usize::from(plan.ground_truth.address(*address).place)] +=
                about.rate_per_s / writes.len() as f64;
        }
    }
    shares
}

fn is_near(ours: &[f64], theirs: &[f64]) -> bool {
    ours.len() == theirs.len()
        && ours
            .iter()
            .zip(theirs)
            .all(|(ours, theirs)| (ours - theirs).abs() < 1e-5)
}

#[test]
fn one_against_three() {
    // Over seeds, squares of the measured CV are on average that of the closed form, 43 % against 22 %; and the hottest
    // broker has 1.80 against 1.39 times the mean.
    let (mut squares, mut hottest) = ([const { Vec::new() }; 2], [const { Vec::new() }; 2]);
    for seed in 1..=40 {
        let mut scenario = scenario("one-against-three");
        (scenario.seed, scenario.rounds) = (seed, 15);
        for variant in 0..2 {
            let timeline = play(Simulation::new(&scenario, variant));
            let values = Metric::measure_all(METRICS, &RunMetrics::from_rounds(timeline.rounds()));
            squares[variant].push(values[0].unwrap().powi(2));
            hottest[variant].push(values[2].unwrap());
        }
    }
    for (draws, expected) in [
        (&squares[0], 11.0 / 60.0),
        (&squares[1], 9.0 / 180.0),
        (&hottest[0], 1.80),
        (&hottest[1], 1.39),
    ] {
        let (mean, error) = mean(draws);
        // Three standard errors; the published ones are rounded.
        assert!(
            (mean - expected).abs() < 3.0 * error + 0.005,
            "{mean} ± {error}, expected {expected}"
        );
    }
    let runs = runs("one-against-three");
    assert_eq!(
        [0, 1].map(|variant: usize| runs[variant].rounds()[89].connections()),
        [60, 180]
    );
    let expected =
        [0, 1].map(|variant: usize| (runs[variant].rounds()[89].expected.cv * 1000.0).round());
    assert_eq!(expected, [428.0, 224.0]);
}

#[test]
fn a_rolling_restart_leaves_the_last_broker_empty() {
    for mut timeline in runs("rolling-restart") {
        let loads = loads(&timeline.rounds()[188]);
        assert_eq!(loads[5], 0.0, "{loads:?}");
        assert!(loads[..5].iter().all(|load| *load > 0.0));
        // Producers that were restarted choose afresh, and load is what they choose.
        let shares = shares(&mut timeline, 220);
        let last = timeline.rounds().last().unwrap();
        assert!(
            is_near(&self::loads(last), &shares) && last.idle == 0,
            "{last:?} {shares:?}"
        );
    }
}

#[test]
fn too_large_a_set_ends_on_one_broker() {
    let runs = runs("n-too-large");
    assert_eq!(
        loads(runs[0].rounds().last().unwrap()),
        [0.0, 0.0, 0.0, 0.0, 0.0, 60.0]
    );
    assert_eq!(loads(runs[1].rounds().last().unwrap())[5], 0.0);
    // While the last one is down, from 200 to 224 s, every send fails, although the others are up.
    let down = &runs[0].rounds()[201..224];
    assert!(
        down.iter()
            .all(|round| round.counts.delivered == 0
                && round.brokers[..5].iter().all(|one| one.is_up))
    );
    let of_down: u32 = down
        .iter()
        .map(|round| round.counts.failed[Failure::Connect as usize])
        .sum();
    assert!(of_down > 0, "{of_down}");
    assert_eq!(failed(runs[1].rounds(), Failure::Connect), 0);
}

#[test]
fn three_dead_of_five() {
    for (id, failure, failures, after_us) in [
        ("three-dead-of-five", Failure::Connect, 1, 4_500_000),
        ("three-silent-of-five", Failure::TimedOut, 2, 6_000_000),
    ] {
        let mut timeline = runs(id).remove(0);
        let rounds = timeline.rounds();
        assert_eq!(
            (
                sum(rounds, |counts| u64::from(counts.failed())),
                failed(rounds, failure)
            ),
            (failures, failures),
            "{id}"
        );
        let horizon = timeline.simulation().horizon();
        let details: Vec<_> = (0..horizon)
            .map(|index| timeline.detail(index).unwrap().detail)
            .collect();
        let partial = details
            .iter()
            .flat_map(|detail| &detail.tries)
            .next()
            .unwrap()
            .from_us;
        let ended = details
            .iter()
            .flat_map(|detail| &detail.failed)
            .next()
            .unwrap()
            .at_us;
        assert_eq!(ended - partial, after_us, "{id}");
        // The next one finds a live broker at once.
        let sent = details
            .iter()
            .flat_map(|detail| &detail.flights)
            .map(|flight| flight.from_us)
            .min()
            .unwrap();
        let is_between = |from_us: u64| from_us >= ended && from_us <= sent;
        assert!(
            sent > ended
                && !details
                    .iter()
                    .flat_map(|detail| &detail.tries)
                    .any(|one| is_between(one.from_us)),
            "{id}"
        );
        // The one after meets the two dead ones at the end of the list, and forgets them.
        assert_eq!(
            sum(timeline.rounds(), |counts| u64::from(counts.forgotten)),
            2,
            "{id}"
        );
    }
}

#[test]
fn zones_and_large_producers() {
    let runs = runs("zones-of-unequal-size");
    for (timeline, endpoints) in runs.iter().zip([1.0, 2.0]) {
        let last = timeline.rounds().last().unwrap();
        let loads = loads(last);
        let of = |from: usize, to: usize| loads[from..to].iter().sum::<f64>() / (to - from) as f64;
        assert!(
            is_near(&[of(0, 6), of(6, 9), of(9, 12)], &[10.0, 20.0, 10.0]),
            "{loads:?}"
        );
        // The variance within a zone of P producers and B brokers, and the distance of its mean from the common one.
        let square = |producers: f64, brokers: f64| {
            let within = producers * (brokers - endpoints) / (endpoints * brokers * brokers);
            brokers / 12.0 * (within + (producers / brokers - 12.5).powi(2))
        };
        let cv = (square(60.0, 6.0) + square(60.0, 3.0) + square(30.0, 3.0)).sqrt() / 12.5;
        assert!(
            (last.expected.cv - cv).abs() < 1e-12 && cv > 0.346,
            "{} {cv}",
            last.expected.cv
        );
    }
    let expected = self::runs("few-large-producers")[0].rounds()[0].expected.cv;
    let harmonic = |power: i32| {
        (1..=60)
            .map(|place| f64::from(place).powi(-power))
            .sum::<f64>()
    };
    let effective = harmonic(1).powi(2) / harmonic(2);
    assert!((effective - 13.0).abs() < 0.5, "{effective}");
    assert!(
        (expected - (11.0 / effective).sqrt()).abs() < 1e-12,
        "{expected}"
    );
}

#[test]
fn in_flight_requests_break_off_and_are_sent_again() {
    let mut runs = runs("in-flight");
    let of = |variant: usize| {
        let rounds = runs[variant].rounds();
        let sum = |of: fn(&Counts) -> u32| sum(rounds, |counts| u64::from(of(counts)));
        (
            sum(|counts| counts.broken),
            sum(|counts| counts.resent),
            sum(Counts::failed),
            failed(rounds, Failure::TooMany),
        )
    };
    // Four in flight on each connection that breaks with one endpoint; a third of that with three.
    assert_eq!((of(0), of(1)), ((4, 16, 8, 8), (6, 6, 0, 0)));
    // Those that fail are of the one producer that draws the dead one again as its second try.
    let details: Vec<_> = (0..60)
        .map(|index| runs[0].detail(index).unwrap().detail)
        .collect();
    let tries: Vec<_> = details
        .iter()
        .flat_map(|detail| &detail.tries)
        .filter(|one| one.has_failed)
        .collect();
    let again = tries.last().unwrap();
    let first = tries
        .iter()
        .find(|one| one.producer == again.producer)
        .unwrap();
    assert_eq!(
        (tries.len(), again.address, again.from_us),
        (5, first.address, first.until_us)
    );
    assert_eq!(again.until_us - first.from_us, 3_000_000);
    assert!(
        details
            .iter()
            .flat_map(|detail| &detail.failed)
            .all(|failed| failed.producer == again.producer)
    );
}

#[test]
fn who_learns_of_what() {
    for timeline in runs("redirect") {
        let rounds = timeline.rounds();
        let loads = loads(&rounds[68]);
        assert!(loads[0] == 0.0 && loads[1] == 0.0, "{loads:?}");
        assert_eq!(sum(rounds, |counts| u64::from(counts.refreshed)), 40);
        assert!(
            rounds.last().unwrap().brokers[..2]
                .iter()
                .all(|broker| broker.load_per_s > 1.0)
        );
    }
    for timeline in runs("new-addresses") {
        let rounds = timeline.rounds();
        assert!(
            (145..169)
                .all(|index| rounds[index].counts.delivered == 0 && rounds[index].brokers[0].is_up)
        );
        assert!(rounds.last().unwrap().counts.delivered > 50);
    }
    let mut runs = runs("cannot-start");
    let unbuilt = |variant: usize| sum(runs[variant].rounds(), |counts| u64::from(counts.unbuilt));
    let all = [unbuilt(0), unbuilt(1)];
    // Whoever asks C first cannot be built while it is down; who restarts knows six, metadata names five.
    let asked = asking_first(&mut runs[0], 2, 20_000_000..40_000_000);
    assert!(asked > 0);
    assert_eq!(all, [asked, 0]);
}

#[test]
fn a_thousand_producers_are_as_even_as_the_closed_form_says() {
    let mut scenario = scenario("thousand-producers");
    scenario.rounds = 40;
    for (variant, cv) in [(0, 0.221), (3, 0.086)] {
        let mut timeline = play(Simulation::new(&scenario, variant));
        let last = timeline.rounds().last().unwrap().clone();
        assert!(
            (last.expected.cv - cv).abs() < 0.0005,
            "{}",
            last.expected.cv
        );
        // What is measured is what the write sets come to, and nothing else.
        let shares = shares(&mut timeline, 40);
        assert!(is_near(&loads(&last), &shares), "{:?}", loads(&last));
        assert!(
            (last.measured.cv - spread(&shares).cv).abs() < 1e-6,
            "{}",
            last.measured.cv
        );
        // One draw of the CV of fifty loads varies by a tenth.
        let error = 1.0 / (2.0 * 49.0_f64).sqrt();
        assert!(
            (last.measured.cv / cv - 1.0).abs() < 3.0 * error,
            "{}",
            last.measured.cv
        );
    }
}
