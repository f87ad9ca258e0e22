//! A round: what happens until it, its decision, and what it comes to.

use super::autoscaler;
use super::coordinator;
use super::event_loop;
use super::log::RoundLog;
use super::reason::{Explain, Rule, ShardId, Subject};
use super::resolve::NodeInfo;
use super::round::{Detail, Phase, Round};
use super::simulation::Simulation;
use super::state::{Node, State};
use super::summary;
use crate::engine::Digest;
use std::sync::Arc;

impl crate::engine::Simulation for Simulation {
    type State = State;
    type Round = Round;
    type Detail = Detail;
    type Subject = Subject;
    type Rule = Rule;

    fn horizon(&self) -> usize {
        self.rounds
    }

    fn start(&self) -> State {
        let mut shards = 0;
        let mut next_up_number = 1;
        let mut start = |info: &NodeInfo| {
            let held = if info.is_initial { info.shards } else { 0 };
            let list = (shards..shards + held).map(ShardId).collect();
            shards += held;
            let up_number = if info.is_initial {
                next_up_number
            } else {
                u32::MAX
            };
            next_up_number += u32::from(info.is_initial);
            let phase = if info.is_initial {
                Phase::Up
            } else {
                Phase::Absent
            };
            Node {
                phase,
                until_ms: None,
                shards: list,
                stopping: 0,
                arriving: 0,
                weight: info.weight,
                up_number,
                idle_since_ms: None,
                is_released: false,
            }
        };
        let nodes = self.nodes.iter().map(&mut start).collect();
        State {
            nodes,
            flights: Vec::new(),
            unassigned: Vec::new(),
            shards,
            next_event: 0,
            traffic: self.traffic.clone(),
            read: None,
            next_poll_ms: 0,
            table_down_until_ms: 0,
            wanted: self.wanted.clone(),
            ring: Arc::default(),
            next_up_number,
        }
    }

    fn step(&self, state: &mut State, index: usize, explain: &mut Explain) -> (Round, Detail) {
        let from_ms = index as u64 * self.interval_ms;
        let to_ms = from_ms + self.interval_ms;
        let mut log = RoundLog::default();
        // Events at the very time of the round come before its decision.
        event_loop::run_until(
            self,
            state,
            event_loop::Until::including(from_ms),
            &mut log,
            explain,
        );
        let start = summary::capture_start(self, state);
        let decision = coordinator::decide(self, state, from_ms, &mut log, explain);
        autoscaler::release_idle_nodes(self, state, from_ms, &mut log, explain);
        event_loop::run_until(
            self,
            state,
            event_loop::Until::before(to_ms),
            &mut log,
            explain,
        );
        summary::finish_round(self, state, (from_ms, to_ms), start, decision, log)
    }

    fn state_bytes(&self, state: &State) -> usize {
        let shards = state.shards as usize * size_of::<ShardId>();
        let nodes = state.nodes.len() * size_of::<Node>();
        shards
            + nodes
            + state.flights.len() * size_of::<super::round::Flight>()
            + size_of::<State>()
    }

    fn digest(&self, round: &Round, detail: &Detail, digest: &mut Digest) {
        let counts = (0_u32..)
            .zip(&*round.counts)
            .filter(|(place, _)| !self.never.contains(place));
        counts.for_each(|(_, count)| digest.number(u64::from(*count)));
        digest.float(round.misplaced);
        for number in [
            round.stopped,
            round.landed,
            round.came_back,
            round.appeared,
            round.unassigned,
            round.released,
        ] {
            digest.number(u64::from(number));
        }
        digest.number(round.unallocated_ms);
        for flight in &detail.flights {
            digest.number(u64::from(flight.shard.0));
            digest.number(flight.lands_ms);
            digest.number(flight.to.map_or(u64::MAX, |node| u64::from(node.0)));
        }
    }
}
