//! A preset played to its end. Rounds are counted from 1, as people do; brokers are given by their
//! place in the scenario, also from 1, and usages and scores are in percent, to one decimal.

use std::cell::RefCell;

use shedscope::engine::{Check, Evidence, Explained, Timeline};
use shedscope::systems::shedding::metrics::{RunMetrics, Stability};
use shedscope::systems::shedding::presets;
use shedscope::systems::shedding::{BrokerId, Move, Round, Rule, Simulation};

use crate::common::play::play;

pub struct Played {
    timeline: RefCell<Timeline<Simulation>>,
    rounds: Vec<Round>,
    order: Vec<BrokerId>,
    pub run_metrics: RunMetrics,
}

fn to_tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

impl Played {
    /// The first variant of a preset.
    pub fn of(id: &str) -> Self {
        Self::of_variant(id, 1)
    }

    /// A variant of a preset, counted from 1.
    pub fn of_variant(id: &str, variant: usize) -> Self {
        let scenario = presets::find(id).unwrap().build();
        let timeline = play(Simulation::of_variant(&scenario, variant - 1));
        let rounds = timeline.rounds().to_vec();
        let run_metrics = RunMetrics::from_run(timeline.simulation(), &rounds, rounds.len());
        let order = timeline.simulation().world().given_order.clone();
        assert_eq!(rounds.len(), scenario.rounds);
        Self {
            timeline: RefCell::new(timeline),
            rounds,
            order,
            run_metrics,
        }
    }

    pub fn round(&self, round: usize) -> &Round {
        &self.rounds[round - 1]
    }

    pub fn explain(&self, round: usize) -> Explained<Simulation> {
        self.timeline.borrow_mut().explain(round - 1).unwrap()
    }

    /// Usages before the moves of a round, in the scenario's order.
    pub fn usages(&self, round: usize) -> Vec<f64> {
        self.order
            .iter()
            .map(|id| to_tenths(self.round(round).usage_percent[id.index()]))
            .collect()
    }

    pub fn usage(&self, round: usize, broker: usize) -> f64 {
        self.usages(round)[broker - 1]
    }

    /// Scores of a round, in the scenario's order.
    pub fn scores(&self, round: usize) -> Vec<f64> {
        let scores = self.explain(round).detail.decision.scores;
        self.order
            .iter()
            .map(|id| to_tenths(scores[id.index()]))
            .collect()
    }

    /// High and low hits after a round, in the scenario's order.
    pub fn hits(&self, round: usize) -> Vec<(u32, u32)> {
        let hits = self.explain(round).detail.decision.hits;
        self.order
            .iter()
            .map(|id| (hits[id.index()].high, hits[id.index()].low))
            .collect()
    }

    /// How many bundles moved in a round.
    pub fn moves(&self, round: usize) -> usize {
        self.round(round).moves.len()
    }

    /// How many moved from one broker to another.
    pub fn moved(&self, round: usize, from: usize, to: usize) -> usize {
        let (from, to) = (self.order[from - 1], self.order[to - 1]);
        self.round(round)
            .moves
            .iter()
            .filter(|one| one.from == from && one.to == to)
            .count()
    }

    /// Every move of the run.
    pub fn all_moves(&self) -> impl Iterator<Item = &Move> {
        self.rounds.iter().flat_map(|round| &round.moves)
    }

    /// The rounds in which something moved.
    pub fn sheddings(&self) -> Vec<usize> {
        (1..=self.rounds.len())
            .filter(|round| self.moves(*round) > 0)
            .collect()
    }

    /// CPU points that moved in a round.
    pub fn points_moved(&self, round: usize) -> f64 {
        let timeline = self.timeline.borrow();
        let bundles = &timeline.simulation().world().bundles;
        to_tenths(
            self.round(round)
                .moves
                .iter()
                .map(|one| bundles[one.bundle.index()].cost[0])
                .sum(),
        )
    }

    pub fn spread(&self, round: usize) -> f64 {
        let usages = &self.round(round).usage_percent;
        let highest = usages.iter().copied().fold(f64::MIN, f64::max);
        to_tenths(highest - usages.iter().copied().fold(f64::MAX, f64::min))
    }

    /// The highest usage of any broker in any round.
    pub fn peak(&self) -> f64 {
        to_tenths(
            self.rounds
                .iter()
                .flat_map(|round| &round.usage_percent)
                .copied()
                .fold(0.0, f64::max),
        )
    }

    /// The broker at a place of the scenario.
    pub fn id(&self, broker: usize) -> BrokerId {
        self.order[broker - 1]
    }

    /// The tests of a rule in a round.
    pub fn tests(&self, round: usize, rule: Rule) -> Vec<Check> {
        let of_rule = |reason: shedscope::systems::shedding::Reason| match reason.evidence {
            Evidence::Check(test) if reason.rule == rule => Some(test),
            _ => None,
        };
        self.explain(round)
            .reasons
            .into_iter()
            .filter_map(of_rule)
            .collect()
    }

    pub fn stable_after(&self, rounds: usize) {
        assert_eq!(self.run_metrics.stability, Stability::After(rounds));
    }

    pub fn never_moves(&self) {
        assert_eq!(self.run_metrics.bundles_moved, 0);
    }
}
