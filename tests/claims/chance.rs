//! Loads that fluctuate. Shares are over the seeds 1 to 200.

use shedscope::engine::{Explain, Simulation as _};
use shedscope::simulator::SystemEntry;
use shedscope::systems::shedding::presets;
use shedscope::systems::shedding::view::Shedding;
use shedscope::systems::shedding::{METRICS, Simulation};

use super::played::Played;

const SEEDS: u64 = 200;
/// The first round with the new broker.
const NEW: usize = 20;

/// What is looked at of a run under a seed.
struct Seen {
    /// The spread of each round.
    spreads: Vec<f64>,
    /// The rounds, counted from 1, in which something moved.
    sheddings: Vec<usize>,
}

/// A variant of the preset under each seed.
fn under_all_seeds(variant: usize) -> Vec<Seen> {
    let scenario = presets::find("fluctuation").unwrap().build();
    let simulation = Simulation::of_variant(&scenario, variant - 1);
    let of_seed = |seed: u64| {
        let simulation = simulation.with_seed(seed);
        let mut state = simulation.start();
        let mut seen = Seen {
            spreads: Vec::new(),
            sheddings: Vec::new(),
        };
        for index in 0..simulation.horizon() {
            let round = simulation
                .step(&mut state, index, &mut Explain::disabled())
                .0;
            let up = || {
                round
                    .usage_percent
                    .iter()
                    .copied()
                    .filter(|usage| !usage.is_nan())
            };
            seen.spreads
                .push(up().fold(f64::MIN, f64::max) - up().fold(f64::MAX, f64::min));
            seen.sheddings
                .extend((!round.moves.is_empty()).then_some(index + 1));
        }
        seen
    };
    (1..=SEEDS).map(of_seed).collect()
}

/// The share of rounds within this many points, in percent to one decimal.
fn share(all: &[Seen], rounds: std::ops::RangeInclusive<usize>, points: f64) -> f64 {
    let spreads = all
        .iter()
        .flat_map(|seen| &seen.spreads[rounds.start() - 1..*rounds.end()]);
    let (count, within) = spreads.fold((0.0, 0.0), |(count, within), spread| {
        (count + 1.0, within + f64::from(u8::from(*spread <= points)))
    });
    (within / count * 1000.0_f64).round() / 10.0
}

pub fn fluctuation(run: &Played) {
    assert!(run.usage(NEW - 1, 7).is_nan() && run.usage(NEW, 7) == 0.0);
    let (half, fifth) = (under_all_seeds(1), under_all_seeds(2));
    // Every shedding is one for the new broker.
    assert!(
        half.iter()
            .chain(&fifth)
            .all(|seen| seen.sheddings.iter().all(|round| *round >= NEW))
    );
    let with_at_most = |all: &[Seen], most: usize| {
        all.iter()
            .filter(|seen| seen.sheddings.len() <= most)
            .count()
    };
    assert_eq!(
        [2, 3, 4, 5].map(|most| with_at_most(&half, most)),
        [37, 149, 194, 200]
    );
    assert_eq!(
        [3, 4, 5, 6, 7].map(|most| with_at_most(&fifth, most)),
        [0, 1, 78, 197, 200]
    );

    assert_eq!(share(&half, 1..=NEW - 1, 15.0), 95.9);
    assert_eq!(share(&half, 41..=60, 15.0), 11.4);
    assert_eq!(share(&half, 41..=60, 20.0), 48.9);

    // A sweep comes to the same.
    let document = presets::find("fluctuation").unwrap().build().write();
    let metric = METRICS
        .iter()
        .position(|row| row.info.label == "Rounds with unloads")
        .unwrap();
    for seed in 1..=20 {
        let measured = (SystemEntry::of::<Shedding>().measure_seed)(&document, seed).unwrap();
        for (variant, all) in [&half, &fifth].into_iter().enumerate() {
            let count = all[seed as usize - 1].sheddings.len() as f64;
            assert_eq!(measured.values[variant][metric], Some(count));
        }
    }
}

pub fn receivers(run: &Played) {
    let usages =
        |broker: usize| -> Vec<f64> { (1..=4).map(|round| run.usage(round, broker)).collect() };
    assert_eq!(
        (usages(8)[..2].to_vec(), usages(7)[1..3].to_vec()),
        (vec![28.0, 111.4], vec![32.0, 89.6])
    );
    assert_eq!(usages(6)[2..], [36.0, 72.4]);
    for (round, favourite) in [(1, 8), (2, 7), (3, 6)] {
        assert!(
            run.round(round)
                .moves
                .iter()
                .all(|one| one.to == run.id(favourite)),
            "{round}"
        );
    }
    let avg = Played::of_variant("receivers", 2);
    assert_eq!(
        (run.run_metrics.receivers_above, run.run_metrics.high_min),
        (3, 13.0)
    );
    assert_eq!(
        (avg.run_metrics.receivers_above, avg.run_metrics.high_min),
        (0, 2.0)
    );
}

pub fn jitter(run: &Played) {
    let world = presets::find("jitter").unwrap().build().world;
    let loads = world
        .brokers
        .iter()
        .map(|broker| broker.bundles.iter().map(|bundle| bundle.cpu).sum::<f64>());
    assert!(loads.collect::<Vec<_>>() == [48.0; 6] && world.fluctuation_percent == 80.0);
    assert_eq!(run.run_metrics.sheddings, 32);
    assert_eq!(Played::of_variant("jitter", 2).run_metrics.sheddings, 6);
    Played::of_variant("jitter", 3).never_moves();
}
