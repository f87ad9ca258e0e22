//! The metrics of a round, from the simulation. Nothing else here knows the simulation's types.

use super::exposition::{BrokerGauges, Exposition, Leader};
use crate::shedding::usage::Resource;
use crate::shedding::{LoadData, Round, Simulation};

/// What the label `cluster` says.
pub const CLUSTER: &str = "shedscope";

/// What a leader has unloaded since the start of the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unloads {
    /// Brokers that something was unloaded from, once for each round in which it was.
    pub brokers: u64,
    /// Bundles unloaded; one that is unloaded twice counts twice.
    pub bundles: u64,
}

impl Unloads {
    /// Of all rounds from the start up to and including the one in question.
    pub fn of(rounds: &[Round]) -> Self {
        let mut unloads = Self::default();
        rounds.iter().for_each(|round| unloads.take(round));
        unloads
    }

    /// Adds a round. What was selected but stayed does not count: so it is since pull request 22895 of June
    /// 2024, and our releases are younger.
    pub fn take(&mut self, round: &Round) {
        let mut sources: Vec<_> = round.moves.iter().map(|moved| moved.from).collect();
        sources.sort_unstable();
        sources.dedup();
        self.brokers += sources.len() as u64;
        self.bundles += round.moves.len() as u64;
    }
}

/// What would be exposed in a round: `load` is what the brokers last measured of themselves (not what has
/// reached the leader), `unloads` what the leader has counted up to and including the round.
///
/// The simulation's leader is no broker in particular; here the first of the scenario's brokers leads.
pub fn of_round<'a>(simulation: &'a Simulation, load: &LoadData, unloads: Unloads) -> Exposition<'a> {
    let world = simulation.world();
    let name = |id: crate::shedding::BrokerId| &*world.brokers[id.index()].name;
    let gauges = |id| BrokerGauges {
        name: name(id),
        usage_percent: Resource::ALL.map(|resource| load.broker(id).readings.of(resource).percent_f32()),
        resource_usage: None,
    };
    Exposition {
        cluster: CLUSTER,
        release: simulation.lane().release,
        is_extensible: false,
        brokers: world.given_order.iter().copied().map(gauges).collect(),
        leader: Leader {
            name: world.given_order.first().map_or("", |id| name(*id)),
            unloaded_brokers: unloads.brokers,
            unloaded_bundles: unloads.bundles,
            breakdown: Vec::new(),
            usage_stats: None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::System;
    use crate::shedding::Why;
    use crate::shedding::situations::SITUATIONS;

    #[test]
    fn counters_are_the_moves_of_the_run() {
        let scenario = SITUATIONS.iter().map(|situation| situation.build()).find(|scenario| {
            let simulation = Simulation::new(scenario);
            let mut state = simulation.start();
            !simulation.step(&mut state, 0, &mut Why::silent()).0.moves.is_empty()
        });
        let simulation = Simulation::new(&scenario.expect("some situation moves at once"));
        let mut state = simulation.start();
        let (mut rounds, mut running) = (Vec::new(), Unloads::default());
        for index in 0..3 {
            let (round, detail) = simulation.step(&mut state, index, &mut Why::silent());
            running.take(&round);
            rounds.push(round);
            assert_eq!(Unloads::of(&rounds), running);
            let exposition = of_round(&simulation, &detail.load, running);
            let moves: usize = rounds.iter().map(|round| round.moves.len()).sum();
            assert_eq!(exposition.leader.unloaded_bundles, moves as u64);
            assert!(exposition.leader.unloaded_brokers <= exposition.leader.unloaded_bundles);
            assert_eq!(exposition.brokers.len(), simulation.world().brokers.len());
            assert_eq!(exposition.leader.name, exposition.brokers[0].name);
            assert_eq!(exposition.joined().matches("pulsar_lb_cpu_usage{").count(), exposition.brokers.len());
        }
    }
}
