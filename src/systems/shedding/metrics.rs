//! What a run came to so far: how even the cluster is, and what it cost to get there.
//!
//! [`METRICS`] is the one place where a measure is defined; views and the help take label, unit,
//! definition and value from its rows.

use super::manager::Simulation;
use super::manager::ground_truth::GroundTruth;
use super::manager::round::Round;
use super::model::load_data::BrokerId;
use super::model::world::World;
use super::settings::Key;
use crate::engine::{Better, Metric, Simulation as _, Unit};

/// Rounds without a move at the end of a run that make it stable.
pub(crate) const CALM_ROUNDS: usize = 10;
/// A receiver that is more than this above the mean afterwards was given too much. It is the default of
/// ThresholdShedder's distance from the average, for every variant, so that variants can be compared.
pub(crate) const RECEIVER_LINE_POINTS: f64 = 10.0;
/// Usage above which a broker counts as having too much: the default of the overload line, for every
/// variant, so that variants can be compared.
pub(crate) const HIGH_USAGE_PERCENT: f64 = 85.0;

/// The measures of a run up to a round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunMetrics {
    /// Highest minus lowest true usage in the round at the cursor, in points.
    pub(crate) spread_points: f64,
    /// Population standard deviation of the true usages in that round, in points.
    pub(crate) deviation_points: f64,
    /// Highest true usage in that round, in percent.
    pub(crate) highest_percent: f64,
    /// Unloads: a bundle that moves twice counts twice.
    pub bundles_moved: u64,
    /// Traffic of the bundles moved, in messages per second, in plus out, summed over moves.
    pub(crate) msg_rate_moved: f64,
    /// Traffic of the bundles moved, in bytes per second, in plus out, summed over moves.
    pub(crate) throughput_moved: f64,
    /// Producers and consumers of the bundles moved, summed over moves.
    pub(crate) clients_moved: u64,
    /// Bundles that moved more than once.
    pub bundles_moved_again: u64,
    /// Moves to a broker that the bundle had left before, or straight back.
    pub(crate) moves_back: u64,
    /// Rounds in which something moved.
    pub sheddings: u64,
    /// Bundles moved times the time for which each was nowhere, in seconds.
    pub(crate) disturbed_s: f64,
    /// Receivers that in the next round were more than [`RECEIVER_LINE_POINTS`] above the mean.
    pub receivers_above: u64,
    /// Minutes with a broker above [`HIGH_USAGE_PERCENT`].
    pub high_min: f64,
    /// Whether, and from when on, the whole run is at rest.
    pub stability: Stability,
}

/// Whether a run comes to rest. This looks at the whole run, wherever the cursor is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stability {
    /// Not every round has been produced yet.
    #[default]
    NotKnown,
    /// Something still moves in the last [`CALM_ROUNDS`] rounds.
    NotStable,
    /// Nothing moves after this many rounds; 0 where nothing moves at all.
    After(usize),
}

impl Stability {
    /// The verdict on a run of `horizon` rounds of which `rounds` have been produced. A run of no more
    /// than [`CALM_ROUNDS`] rounds is stable only if nothing moves in it.
    pub fn from_rounds(rounds: &[Round], horizon: usize) -> Self {
        if rounds.len() < horizon {
            return Self::NotKnown;
        }
        let moved = rounds
            .iter()
            .rposition(|round| !round.moves.is_empty())
            .map_or(0, |last| last + 1);
        if moved > 0 && moved + CALM_ROUNDS > rounds.len() {
            Self::NotStable
        } else {
            Self::After(moved)
        }
    }
}

impl RunMetrics {
    /// The measures of a variant's run, as far as it has been produced, up to and including round `cursor`.
    pub fn from_run(simulation: &Simulation, rounds: &[Round], cursor: usize) -> Self {
        let transfer_ms = simulation.variant().setting(Key::TransferMs);
        let ground_truth = (simulation.world(), simulation.ground_truth());
        Self::from_rounds(
            ground_truth,
            rounds,
            cursor,
            simulation.horizon(),
            transfer_ms,
        )
    }

    /// The measures of a run of `horizon` rounds, as far as it has been produced, up to and including
    /// round `cursor` (from 0). `transfer_ms` is how long a moved bundle is nowhere. One pass over rounds
    /// and moves.
    pub fn from_rounds(
        (world, ground_truth): (&World, &GroundTruth),
        rounds: &[Round],
        cursor: usize,
        horizon: usize,
        transfer_ms: f64,
    ) -> Self {
        let played = &rounds[..rounds.len().min(cursor.saturating_add(1))];
        let mut run_metrics = Self {
            stability: Stability::from_rounds(rounds, horizon),
            ..Self::default()
        };
        if let Some(round) = played.last() {
            run_metrics.take_usage(&round.usage_percent);
        }
        // The brokers that each bundle has left so far: one for each of its moves.
        let mut left: Vec<Vec<BrokerId>> = vec![Vec::new(); world.bundles.len()];
        let mut time_min = 0.0;
        for (index, round) in played.iter().enumerate() {
            if round
                .usage_percent
                .iter()
                .any(|usage| *usage > HIGH_USAGE_PERCENT)
            {
                run_metrics.high_min += round.time_min - time_min;
            }
            time_min = round.time_min;
            run_metrics.sheddings += u64::from(!round.moves.is_empty());
            let snapshot = ground_truth.at((round.time_min * 60_000.0).round() as u64);
            for one in &round.moves {
                let bundle = &world.bundles[one.bundle.index()];
                let factor = snapshot.factor(world, one.bundle);
                run_metrics.bundles_moved += 1;
                run_metrics.msg_rate_moved += bundle.rates.msg_rate() * factor;
                run_metrics.throughput_moved += bundle.rates.throughput() * factor;
                run_metrics.clients_moved += u64::from(bundle.clients);
                let left = &mut left[one.bundle.index()];
                run_metrics.moves_back += u64::from(one.to == one.from || left.contains(&one.to));
                run_metrics.bundles_moved_again += u64::from(left.len() == 1);
                left.push(one.from);
            }
            if let Some(next) = played.get(index + 1) {
                run_metrics.receivers_above += receivers_above(round, &next.usage_percent);
            }
        }
        run_metrics.disturbed_s = run_metrics.bundles_moved as f64 * transfer_ms / 1000.0;
        run_metrics
    }

    fn take_usage(&mut self, usage_percent: &[f64]) {
        let (count, mean) = count_and_mean(usage_percent);
        if count == 0.0 {
            return;
        }
        let (mut lowest, mut highest, mut squares) = (f64::INFINITY, f64::NEG_INFINITY, 0.0);
        for usage in up(usage_percent) {
            (lowest, highest) = (lowest.min(usage), highest.max(usage));
            squares += (usage - mean) * (usage - mean);
        }
        self.spread_points = highest - lowest;
        self.deviation_points = (squares / count).sqrt();
        self.highest_percent = highest;
    }
}

/// The usages of the brokers that are there; of those that are down there is none.
fn up(usage_percent: &[f64]) -> impl Iterator<Item = f64> + '_ {
    usage_percent
        .iter()
        .copied()
        .filter(|usage| usage.is_finite())
}

fn count_and_mean(usage_percent: &[f64]) -> (f64, f64) {
    let (count, sum) =
        up(usage_percent).fold((0.0, 0.0), |(count, sum), usage| (count + 1.0, sum + usage));
    (count, sum / count)
}

/// How many of the brokers that were given something in a round have too much in the next.
fn receivers_above(round: &Round, next_percent: &[f64]) -> u64 {
    let mut receivers: Vec<BrokerId> = round
        .moves
        .iter()
        .filter(|one| one.to != one.from)
        .map(|one| one.to)
        .collect();
    if receivers.is_empty() {
        return 0;
    }
    receivers.sort_unstable();
    receivers.dedup();
    let line = count_and_mean(next_percent).1 + RECEIVER_LINE_POINTS;
    receivers
        .into_iter()
        .filter(|broker| next_percent[broker.index()] > line)
        .count() as u64
}

/// Every metric, in the order in which they are shown.
pub static METRICS: &[Metric<RunMetrics>] = &[
    Metric::new(
        "Spread",
        Unit::Points,
        Better::Lower,
        "The highest true usage minus the lowest, in the round at the cursor, before its moves. Brokers that are down do not count.",
        |run| Some(run.spread_points),
    ),
    Metric::new(
        "Standard deviation",
        Unit::Points,
        Better::Lower,
        "The population standard deviation of the brokers' true usages, in the round at the cursor, before its moves. Brokers that are down do not count.",
        |run| Some(run.deviation_points),
    ),
    Metric::new(
        "Highest usage",
        Unit::Percent,
        Better::Lower,
        "The true usage of the most used broker, in the round at the cursor, before its moves.",
        |run| Some(run.highest_percent),
    ),
    Metric::new(
        "Time above 85 %",
        Unit::Minutes,
        Better::Lower,
        "Minutes with a broker whose true usage is above 85, whatever the overload threshold is set to. A round stands for the minutes since the one before it.",
        |run| Some(run.high_min),
    ),
    Metric::new(
        "Bundles moved",
        Unit::Count,
        Better::Lower,
        "Unloads by the strategy up to and including the round at the cursor. A bundle that moves twice counts twice; bundles placed because a broker stopped, by hand or for want of an owner do not count, here and below.",
        |run| Some(run.bundles_moved as f64),
    ),
    Metric::new(
        "Total unavailability",
        Unit::Seconds,
        Better::Lower,
        "Bundles moved, each times the time for which a bundle is nowhere: as that setting is at the start.",
        |run| Some(run.disturbed_s),
    ),
    Metric::new(
        "Disrupted message rate",
        Unit::MsgRate,
        Better::Lower,
        "The messages per second, in plus out, added up over all moves: traffic that had to wait for a new connection.",
        |run| Some(run.msg_rate_moved),
    ),
    Metric::new(
        "Disrupted throughput",
        Unit::ByteRate,
        Better::Lower,
        "The bytes per second, in plus out, added up over all moves.",
        |run| Some(run.throughput_moved),
    ),
    Metric::new(
        "Disconnected clients",
        Unit::Count,
        Better::Lower,
        "Producers plus consumers, added up over all moves: connections that were cut and made again.",
        |run| Some(run.clients_moved as f64),
    ),
    Metric::new(
        "Bundles moved more than once",
        Unit::Count,
        Better::Lower,
        "Bundles that moved at least twice.",
        |run| Some(run.bundles_moved_again as f64),
    ),
    Metric::new(
        "Ping-pong moves",
        Unit::Count,
        Better::Lower,
        "Moves that took a bundle to a broker it had left before, or straight back.",
        |run| Some(run.moves_back as f64),
    ),
    Metric::new(
        "Overshot targets",
        Unit::Count,
        Better::Lower,
        "Brokers that got bundles of others in a round and whose true usage in the next is more than 10 points above that round's mean, counted once a round. 10 is ThresholdShedder's default, whatever it is set to.",
        |run| Some(run.receivers_above as f64),
    ),
    Metric::new(
        "Rounds with unloads",
        Unit::Count,
        Better::Lower,
        "Rounds in which at least one bundle moved.",
        |run| Some(run.sheddings as f64),
    ),
    Metric::new(
        "Rounds until stable",
        Unit::Count,
        Better::Lower,
        "The last round with a move, counted from 1; 0 if nothing ever moves, none if anything moves in the run's last ten rounds. It looks at the whole run, wherever the cursor is.",
        |run| match run.stability {
            Stability::After(rounds) => Some(rounds as f64),
            Stability::NotKnown | Stability::NotStable => None,
        },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::shedding::Move;
    use crate::systems::shedding::model::cluster::{Broker, Bundle, Cluster};
    use crate::systems::shedding::model::load_data::BundleId;
    use std::sync::Arc;

    fn world() -> World {
        let mut brokers: Vec<Broker> = ["a", "b", "c"].map(Broker::empty).into();
        let bundle = |name: &str, rate: f64| Bundle {
            msg_rate_in: rate,
            msg_rate_out: 2.0 * rate,
            msg_throughput_in: 10.0 * rate,
            msg_throughput_out: 20.0 * rate,
            producers: 2,
            consumers: 3,
            ..Bundle::idle(name)
        };
        brokers[0].bundles = Arc::new(vec![bundle("t/n/0", 1.0), bundle("t/n/1", 100.0)]);
        World::new(&Cluster::of(brokers))
    }

    fn round(index: usize, usage_percent: &[f64], moves: &[(u32, u32, u32)]) -> Round {
        let to_move = |&(bundle, from, to): &(u32, u32, u32)| Move {
            bundle: BundleId(bundle),
            from: BrokerId(from),
            to: BrokerId(to),
            is_planned: false,
        };
        Round {
            index,
            time_min: (index + 1) as f64,
            usage_percent: usage_percent.to_vec(),
            assignments: Vec::new(),
            moves: moves.iter().map(to_move).collect(),
            not_moved: Vec::new(),
            end_reason: None,
            verdicts: Vec::new(),
            preview: Default::default(),
        }
    }

    fn calm(from: usize, to: usize) -> impl Iterator<Item = Round> {
        (from..to).map(|index| round(index, &[40.0, 40.0, 40.0], &[]))
    }

    #[test]
    fn a_run_is_measured_up_to_the_cursor() {
        let mut rounds = vec![
            round(0, &[90.0, 30.0, 0.0], &[(0, 0, 1), (1, 0, 1)]),
            round(1, &[20.0, 80.0, 20.0], &[]),
            round(2, &[20.0, 80.0, 20.0], &[(1, 1, 2), (0, 1, 0)]),
            round(3, &[30.0, 50.0, 40.0], &[(1, 2, 1)]),
        ];
        rounds.extend(calm(4, 14));
        let at = |cursor| {
            RunMetrics::from_rounds(
                (&world(), &GroundTruth::default()),
                &rounds,
                cursor,
                14,
                1500.0,
            )
        };

        let first = at(0);
        assert_eq!((first.spread_points, first.highest_percent), (90.0, 90.0));
        assert!((first.deviation_points - 1400.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(
            (first.bundles_moved, first.sheddings, first.clients_moved),
            (2, 1, 10)
        );
        assert_eq!(
            (first.msg_rate_moved, first.throughput_moved),
            (303.0, 3030.0)
        );
        assert_eq!((first.bundles_moved_again, first.moves_back), (0, 0));
        assert_eq!(
            (first.disturbed_s, first.high_min, first.receivers_above),
            (3.0, 1.0, 0)
        );

        let third = at(2);
        assert_eq!(
            (
                third.bundles_moved,
                third.sheddings,
                third.bundles_moved_again,
                third.moves_back
            ),
            (4, 2, 2, 1)
        );
        let last = at(usize::MAX);
        assert_eq!(
            (
                last.bundles_moved,
                last.sheddings,
                last.bundles_moved_again,
                last.moves_back
            ),
            (5, 3, 2, 2)
        );
        assert_eq!(
            (
                last.spread_points,
                last.deviation_points,
                last.highest_percent
            ),
            (0.0, 0.0, 40.0)
        );
        // b was at 80 after round 1; nobody was more than 10 points above the mean after rounds 3 and 4.
        assert_eq!(
            (last.disturbed_s, last.high_min, last.receivers_above),
            (7.5, 1.0, 1)
        );
        for run_metrics in [first, third, last] {
            assert_eq!(
                run_metrics.stability,
                Stability::After(4),
                "it looks at the whole run"
            );
        }
    }

    #[test]
    fn stable_means_ten_rounds_without_a_move_at_the_end() {
        let run = |calm_rounds: usize| -> Vec<Round> {
            let moved = std::iter::once(round(0, &[9.0, 3.0, 0.0], &[(0, 0, 1)]));
            moved.chain(calm(1, 1 + calm_rounds)).collect()
        };
        assert_eq!(Stability::from_rounds(&run(9), 10), Stability::NotStable);
        assert_eq!(Stability::from_rounds(&run(10), 11), Stability::After(1));
        assert_eq!(Stability::from_rounds(&run(10), 12), Stability::NotKnown);
        assert_eq!(
            Stability::from_rounds(&calm(0, 3).collect::<Vec<_>>(), 3),
            Stability::After(0)
        );
    }

    #[test]
    fn nothing_played_and_no_brokers_come_to_nothing() {
        assert_eq!(
            RunMetrics::from_rounds((&world(), &GroundTruth::default()), &[], 5, 60, 0.0),
            RunMetrics::default()
        );
        let empty = RunMetrics::from_rounds(
            (&world(), &GroundTruth::default()),
            &[round(0, &[], &[])],
            0,
            1,
            0.0,
        );
        assert_eq!(
            (
                empty.spread_points,
                empty.deviation_points,
                empty.highest_percent
            ),
            (0.0, 0.0, 0.0)
        );
    }

    #[test]
    fn brokers_that_are_down_are_left_out() {
        let rounds = [
            round(0, &[f64::NAN, 90.0, 30.0], &[(0, 1, 2), (1, 1, 0)]),
            round(1, &[50.0, f64::NAN, 20.0], &[]),
        ];
        let first =
            RunMetrics::from_rounds((&world(), &GroundTruth::default()), &rounds, 0, 2, 0.0);
        assert_eq!(
            (
                first.spread_points,
                first.deviation_points,
                first.highest_percent
            ),
            (60.0, 30.0, 90.0)
        );
        let second =
            RunMetrics::from_rounds((&world(), &GroundTruth::default()), &rounds, 1, 2, 0.0);
        assert_eq!(
            (
                second.spread_points,
                second.receivers_above,
                second.high_min
            ),
            (30.0, 1, 1.0)
        );
        let nobody = RunMetrics::from_rounds(
            (&world(), &GroundTruth::default()),
            &[round(0, &[f64::NAN; 3], &[])],
            0,
            1,
            0.0,
        );
        assert_eq!(
            (
                nobody.spread_points,
                nobody.deviation_points,
                nobody.highest_percent
            ),
            (0.0, 0.0, 0.0)
        );
    }

    #[test]
    fn the_best_variant_is_the_one_with_the_least() {
        let variant = |sheddings, stability| RunMetrics {
            sheddings,
            stability,
            ..RunMetrics::default()
        };
        let variants = [
            variant(3, Stability::After(9)),
            variant(2, Stability::NotStable),
            variant(2, Stability::After(5)),
        ];
        let of = |label: &str| METRICS.iter().find(|row| row.info.label == label).unwrap();
        let best = |label: &str, variants: &[RunMetrics]| -> Vec<bool> {
            let metric = of(label);
            metric
                .info
                .best(&variants.iter().map(metric.value).collect::<Vec<_>>())
        };
        assert_eq!(best("Rounds with unloads", &variants), [false, true, true]);
        assert_eq!(best("Rounds until stable", &variants), [false, false, true]);
        assert_eq!(best("Rounds until stable", &variants[..2]), [true, false]);
        assert_eq!(
            best("Rounds with unloads", &variants[1..]),
            [false, false],
            "no variant is best where all are alike"
        );
    }

    #[test]
    fn every_measure_has_a_value_in_a_run_that_comes_to_rest() {
        let rounds: Vec<Round> = calm(0, 12).collect();
        let run_metrics =
            RunMetrics::from_rounds((&world(), &GroundTruth::default()), &rounds, 0, 12, 0.0);
        for measure in METRICS {
            assert!(
                (measure.value)(&run_metrics).is_some(),
                "{}",
                measure.info.label
            );
            assert!(
                measure.info.definition.ends_with('.'),
                "{}",
                measure.info.label
            );
        }
    }
}
