//! What a run came to so far: how even the cluster is, and what it cost to get there.
//!
//! [`MEASURES`] is the one place where a measure is defined; views and the help take label, unit,
//! definition and value from its rows.

use super::load_data::BrokerId;
use super::manager::Round;
use super::world::World;
use crate::run::Unit;

/// Rounds without a move at the end of a run that make it stable.
pub const CALM_ROUNDS: usize = 10;

/// The measures of a run up to a round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SoFar {
    /// Highest minus lowest true usage in the round at the cursor, in points.
    pub spread_points: f64,
    /// Population standard deviation of the true usages in that round, in points.
    pub deviation_points: f64,
    /// Highest true usage in that round, in percent.
    pub highest_percent: f64,
    /// Unloads: a bundle that moves twice counts twice.
    pub bundles_moved: u64,
    /// Traffic of the bundles moved, in messages per second, in plus out, summed over moves.
    pub msg_rate_moved: f64,
    /// Traffic of the bundles moved, in bytes per second, in plus out, summed over moves.
    pub throughput_moved: f64,
    /// Producers and consumers of the bundles moved, summed over moves.
    pub clients_moved: u64,
    /// Bundles that moved more than once.
    pub bundles_moved_again: u64,
    /// Moves to a broker that the bundle had left before.
    pub moves_back: u64,
    /// Rounds in which something moved.
    pub sheddings: u64,
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
    pub fn of(rounds: &[Round], horizon: usize) -> Self {
        if rounds.len() < horizon {
            return Self::NotKnown;
        }
        let moved = rounds.iter().rposition(|round| !round.moves.is_empty()).map_or(0, |last| last + 1);
        if moved > 0 && moved + CALM_ROUNDS > rounds.len() { Self::NotStable } else { Self::After(moved) }
    }
}

impl SoFar {
    /// The measures of a run of `horizon` rounds, as far as it has been produced, up to and including
    /// round `cursor` (from 0). One pass over the moves.
    pub fn of(world: &World, rounds: &[Round], cursor: usize, horizon: usize) -> Self {
        let played = &rounds[..rounds.len().min(cursor.saturating_add(1))];
        let mut so_far = Self { stability: Stability::of(rounds, horizon), ..Self::default() };
        if let Some(round) = played.last() {
            so_far.take_usage(&round.usage_percent);
        }
        // The brokers that each bundle has left so far: one for each of its moves.
        let mut left: Vec<Vec<BrokerId>> = vec![Vec::new(); world.bundles.len()];
        for round in played {
            so_far.sheddings += u64::from(!round.moves.is_empty());
            for one in &round.moves {
                let bundle = &world.bundles[one.bundle.index()];
                so_far.bundles_moved += 1;
                so_far.msg_rate_moved += bundle.rates.msg_rate();
                so_far.throughput_moved += bundle.rates.throughput();
                so_far.clients_moved += u64::from(bundle.clients);
                let left = &mut left[one.bundle.index()];
                so_far.moves_back += u64::from(left.contains(&one.to));
                so_far.bundles_moved_again += u64::from(left.len() == 1);
                left.push(one.from);
            }
        }
        so_far
    }

    fn take_usage(&mut self, usage_percent: &[f64]) {
        let count = usage_percent.len() as f64;
        let highest = usage_percent.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let lowest = usage_percent.iter().copied().fold(f64::INFINITY, f64::min);
        if !(highest - lowest).is_finite() {
            return;
        }
        let mean = usage_percent.iter().sum::<f64>() / count;
        let squares: f64 = usage_percent.iter().map(|usage| (usage - mean) * (usage - mean)).sum();
        self.spread_points = highest - lowest;
        self.deviation_points = (squares / count).sqrt();
        self.highest_percent = highest;
    }
}

/// A row of the table of measures.
pub struct Measure {
    /// What a person reads.
    pub label: &'static str,
    /// The unit of the value.
    pub unit: Unit,
    /// What exactly is measured, in a sentence or two.
    pub definition: &'static str,
    /// The value; `None` where there is none (a run that does not come to rest).
    pub value: fn(&SoFar) -> Option<f64>,
}

/// Every measure, in the order in which they are shown.
pub static MEASURES: &[Measure] = &[
    Measure {
        label: "Spread",
        unit: Unit::Points,
        definition: "The highest true usage minus the lowest, in the round at the cursor, before its moves.",
        value: |so_far| Some(so_far.spread_points),
    },
    Measure {
        label: "Standard deviation",
        unit: Unit::Points,
        definition: "The population standard deviation of the brokers' true usages, in the round at the cursor, before its moves.",
        value: |so_far| Some(so_far.deviation_points),
    },
    Measure {
        label: "Highest usage",
        unit: Unit::Percent,
        definition: "The true usage of the most used broker, in the round at the cursor, before its moves.",
        value: |so_far| Some(so_far.highest_percent),
    },
    Measure {
        label: "Bundles moved",
        unit: Unit::Count,
        definition: "Unloads up to and including the round at the cursor. A bundle that moves twice counts twice.",
        value: |so_far| Some(so_far.bundles_moved as f64),
    },
    Measure {
        label: "Message rate disturbed",
        unit: Unit::MsgRate,
        definition: "The messages per second, in plus out, added up over all moves: traffic that had to wait for a new connection.",
        value: |so_far| Some(so_far.msg_rate_moved),
    },
    Measure {
        label: "Throughput disturbed",
        unit: Unit::ByteRate,
        definition: "The bytes per second, in plus out, added up over all moves.",
        value: |so_far| Some(so_far.throughput_moved),
    },
    Measure {
        label: "Clients disturbed",
        unit: Unit::Count,
        definition: "Producers plus consumers, added up over all moves: connections that were cut and made anew.",
        value: |so_far| Some(so_far.clients_moved as f64),
    },
    Measure {
        label: "Bundles moved more than once",
        unit: Unit::Count,
        definition: "Bundles that moved at least twice.",
        value: |so_far| Some(so_far.bundles_moved_again as f64),
    },
    Measure {
        label: "Moves that came back",
        unit: Unit::Count,
        definition: "Moves that took a bundle to a broker it had left before.",
        value: |so_far| Some(so_far.moves_back as f64),
    },
    Measure {
        label: "Sheddings",
        unit: Unit::Count,
        definition: "Rounds in which at least one bundle moved.",
        value: |so_far| Some(so_far.sheddings as f64),
    },
    Measure {
        label: "Rounds until stable",
        unit: Unit::Count,
        definition: "The last round with a move, counted from 1; 0 if nothing ever moves, none if anything moves in the run's last ten rounds. It looks at the whole run, wherever the cursor is.",
        value: |so_far| match so_far.stability {
            Stability::After(rounds) => Some(rounds as f64),
            Stability::NotKnown | Stability::NotStable => None,
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shedding::Move;
    use crate::shedding::cluster::{Broker, Bundle, Cluster};
    use crate::shedding::load_data::BundleId;
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
            placed: Vec::new(),
            moves: moves.iter().map(to_move).collect(),
            stays: Vec::new(),
            ended: None,
            verdicts: Vec::new(),
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
        let at = |cursor| SoFar::of(&world(), &rounds, cursor, 14);

        let first = at(0);
        assert_eq!((first.spread_points, first.highest_percent), (90.0, 90.0));
        assert!((first.deviation_points - 1400.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!((first.bundles_moved, first.sheddings, first.clients_moved), (2, 1, 10));
        assert_eq!((first.msg_rate_moved, first.throughput_moved), (303.0, 3030.0));
        assert_eq!((first.bundles_moved_again, first.moves_back), (0, 0));

        let third = at(2);
        assert_eq!((third.bundles_moved, third.sheddings, third.bundles_moved_again, third.moves_back), (4, 2, 2, 1));
        let last = at(usize::MAX);
        assert_eq!((last.bundles_moved, last.sheddings, last.bundles_moved_again, last.moves_back), (5, 3, 2, 2));
        assert_eq!((last.spread_points, last.deviation_points, last.highest_percent), (0.0, 0.0, 40.0));
        for so_far in [first, third, last] {
            assert_eq!(so_far.stability, Stability::After(4), "it looks at the whole run");
        }
    }

    #[test]
    fn stable_means_ten_rounds_without_a_move_at_the_end() {
        let run = |calm_rounds: usize| -> Vec<Round> {
            let moved = std::iter::once(round(0, &[9.0, 3.0, 0.0], &[(0, 0, 1)]));
            moved.chain(calm(1, 1 + calm_rounds)).collect()
        };
        assert_eq!(Stability::of(&run(9), 10), Stability::NotStable);
        assert_eq!(Stability::of(&run(10), 11), Stability::After(1));
        assert_eq!(Stability::of(&run(10), 12), Stability::NotKnown);
        assert_eq!(Stability::of(&calm(0, 3).collect::<Vec<_>>(), 3), Stability::After(0));
    }

    #[test]
    fn nothing_played_and_no_brokers_come_to_nothing() {
        assert_eq!(SoFar::of(&world(), &[], 5, 60), SoFar::default());
        let empty = SoFar::of(&world(), &[round(0, &[], &[])], 0, 1);
        assert_eq!((empty.spread_points, empty.deviation_points, empty.highest_percent), (0.0, 0.0, 0.0));
    }

    #[test]
    fn every_measure_has_a_value_in_a_run_that_comes_to_rest() {
        let rounds: Vec<Round> = calm(0, 12).collect();
        let so_far = SoFar::of(&world(), &rounds, 0, 12);
        for measure in MEASURES {
            assert!((measure.value)(&so_far).is_some(), "{}", measure.label);
            assert!(measure.definition.ends_with('.'), "{}", measure.label);
        }
    }
}
