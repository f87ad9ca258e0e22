//! Events between rounds: hand-offs complete, nodes change phase, the world changes, the route table is polled.

use super::log::RoundLog;
use super::placement;
use super::reason::{Explain, NodeId, Rule, ShardId, Subject};
use super::round::{Flight, Phase, WorldChange};
use super::settings::Key;
use super::simulation::Simulation;
use super::state::{Read, State};
use super::world::millis;
use super::world_changes::{self, remove_empty_leavers};
use crate::engine::{Operand, Unit};

/// The bound up to which the event loop runs. Hand-offs and membership changes due at exactly this time always run; world
/// events and polls only with [`Until::including`], since those at the very time of a round belong to that round.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    time_ms: u64,
    includes_world: bool,
}

impl Until {
    /// Up to a time, including all events at that time.
    pub(crate) fn including(time_ms: u64) -> Self {
        Self {
            time_ms,
            includes_world: true,
        }
    }

    /// Up to a time, excluding world events and polls at that time.
    pub fn before(time_ms: u64) -> Self {
        Self {
            time_ms,
            includes_world: false,
        }
    }
}

/// The kind of step that is due next. At equal times they run in the order of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum DueStep {
    Landing,
    Membership(usize),
    World,
    Poll,
}

/// Runs all steps that are due up to a bound.
pub(crate) fn run_until(
    simulation: &Simulation,
    state: &mut State,
    until: Until,
    log: &mut RoundLog,
    explain: &mut Explain,
) {
    while let Some((at_ms, due)) = next_step(simulation, state) {
        let is_of_world = matches!(due, DueStep::World | DueStep::Poll);
        if at_ms > until.time_ms || (at_ms == until.time_ms && is_of_world && !until.includes_world)
        {
            break;
        }
        match due {
            DueStep::Landing => complete_handoffs(simulation, state, at_ms, log, explain),
            DueStep::Membership(place) => {
                change_phase(simulation, state, at_ms, place, log, explain)
            }
            DueStep::World => world_changes::apply_changes(simulation, state, at_ms, log, explain),
            DueStep::Poll => poll(simulation, state, at_ms),
        }
    }
}

/// The next step and its time in milliseconds; at equal times in the order of [`DueStep`].
fn next_step(simulation: &Simulation, state: &State) -> Option<(u64, DueStep)> {
    let landing = state
        .flights
        .last()
        .map(|flight| (flight.lands_ms, DueStep::Landing));
    let membership = state.nodes.iter().enumerate();
    let membership = membership
        .filter_map(|(place, node)| node.until_ms.map(|at| (at, DueStep::Membership(place))))
        .min();
    let world = simulation
        .events
        .get(state.next_event)
        .map(|(at, _)| (*at, DueStep::World));
    let poll = simulation
        .reads_table()
        .then_some((state.next_poll_ms, DueStep::Poll));
    [landing, membership, world, poll]
        .into_iter()
        .flatten()
        .min()
}

fn poll(simulation: &Simulation, state: &mut State, at_ms: u64) {
    if at_ms >= state.table_down_until_ms {
        state.read = Some(Read {
            at_ms,
            table: state.traffic.clone(),
        });
    }
    state.next_poll_ms = at_ms + millis(simulation.get(Key::PollInterval)).max(1);
}

/// Completes every hand-off due at `now_ms`: removes the shards from their nodes, then allocates them one by one.
fn complete_handoffs(
    simulation: &Simulation,
    state: &mut State,
    at_ms: u64,
    log: &mut RoundLog,
    explain: &mut Explain,
) {
    let first = state
        .flights
        .partition_point(|flight| flight.lands_ms > at_ms);
    let mut landing: Vec<Flight> = state.flights.drain(first..).collect();
    landing.reverse();
    let mut leaving: Vec<ShardId> = Vec::with_capacity(landing.len());
    for flight in &landing {
        if let Some(from) = flight.from {
            state.nodes[from.index()].stopping -= 1;
        }
        if let Some(to) = flight.to {
            state.nodes[to.index()].arriving -= 1;
        }
        if !flight.fails {
            leaving.push(flight.shard);
        }
    }
    leaving.sort_unstable();
    let mut sources: Vec<NodeId> = landing.iter().filter_map(|flight| flight.from).collect();
    sources.sort_unstable();
    sources.dedup();
    for source in sources {
        state.nodes[source.index()]
            .shards
            .retain(|shard| leaving.binary_search(shard).is_err());
    }
    let (stays, moves): (Vec<Flight>, Vec<Flight>) =
        landing.into_iter().partition(|flight| flight.fails);
    for stay in &stays {
        let waited = Operand::measure(
            (at_ms - stay.left_ms) as f64 / 1000.0,
            "time that was waited",
        );
        explain.fact(
            Subject::Shard(stay.shard),
            Rule::Stays,
            waited,
            Unit::Seconds,
        );
    }
    log.landed.extend(stays.into_iter().map(|flight| Flight {
        to: flight.from,
        ..flight
    }));
    placement::place_all(simulation, state, at_ms, moves, true, log, explain);
    remove_empty_leavers(state, at_ms, log);
}

/// Applies a node's own change of phase: Joining becomes Up, Dead becomes Gone.
fn change_phase(
    simulation: &Simulation,
    state: &mut State,
    at_ms: u64,
    place: usize,
    log: &mut RoundLog,
    explain: &mut Explain,
) {
    let id = NodeId(place as u32);
    state.nodes[place].until_ms = None;
    if state.nodes[place].phase == Phase::Joining {
        let node = &mut state.nodes[place];
        node.phase = Phase::Up;
        node.up_number = state.next_up_number;
        state.next_up_number += 1;
        log.world_changes
            .push((at_ms, WorldChange::Phase(id, Phase::Up)));
        let waiting = std::mem::take(&mut state.unassigned);
        let waiting = waiting.into_iter().map(|(shard, from, left_ms)| Flight {
            shard,
            from,
            to: None,
            left_ms,
            lands_ms: at_ms,
            is_sudden: true,
            is_named: false,
            fails: false,
        });
        placement::place_all(
            simulation,
            state,
            at_ms,
            waiting.collect(),
            false,
            log,
            explain,
        );
        return;
    }
    let node = &mut state.nodes[place];
    node.phase = Phase::Gone;
    let lost = std::mem::take(&mut node.shards);
    node.stopping = 0;
    log.world_changes
        .push((at_ms, WorldChange::Phase(id, Phase::Gone)));
    // Hand-offs from the dead node are cancelled; their shards are allocated again with its others.
    let mut dropped = Vec::new();
    state.flights.retain(|flight| {
        if flight.from == Some(id) {
            dropped.extend(flight.to);
        }
        flight.from != Some(id)
    });
    dropped
        .into_iter()
        .for_each(|to: NodeId| state.nodes[to.index()].arriving -= 1);
    let died_ms = at_ms.saturating_sub(millis(simulation.get(Key::DownAfter)));
    let lost = lost.into_iter().map(|shard| Flight {
        shard,
        from: Some(id),
        to: None,
        left_ms: died_ms,
        lands_ms: at_ms,
        is_sudden: true,
        is_named: false,
        fails: false,
    });
    let mut lost: Vec<Flight> = lost.collect();
    lost.sort_by_key(|flight| flight.shard);
    placement::place_all(simulation, state, at_ms, lost, false, log, explain);
}
