//! Changes of the world: nodes join, drain and crash; traffic and weights change; shards appear.

use super::coordinator;
use super::log::RoundLog;
use super::placement;
use super::reason::{Explain, NodeId, ShardId};
use super::resolve::ResolvedEvent;
use super::round::{Flight, Phase, WorldChange};
use super::settings::Key;
use super::simulation::Simulation;
use super::state::State;
use super::world::millis;

/// Applies the next event of the world.
pub(crate) fn apply_changes(
    simulation: &Simulation,
    state: &mut State,
    at_ms: u64,
    log: &mut RoundLog,
    explain: &mut Explain,
) {
    let Some((_, plan)) = simulation.events.get(state.next_event) else {
        return;
    };
    state.next_event += 1;
    match plan {
        ResolvedEvent::Join(first, last) => {
            for place in *first..*last {
                let node = &mut state.nodes[place as usize];
                node.phase = Phase::Joining;
                node.until_ms = Some(at_ms + millis(simulation.get(Key::JoinTime)));
                log.world_changes
                    .push((at_ms, WorldChange::Phase(NodeId(place), Phase::Joining)));
            }
        }
        ResolvedEvent::Drain(id) => drain(simulation, state, at_ms, *id, log, explain),
        ResolvedEvent::Kill(id) => kill(simulation, state, at_ms, *id, log, explain),
        ResolvedEvent::Traffic(table) => {
            state.traffic.clone_from(table);
            log.world_changes.push((at_ms, WorldChange::Changed));
        }
        ResolvedEvent::Weight(id, weight) => {
            state.nodes[id.index()].weight = *weight;
            log.world_changes.push((at_ms, WorldChange::Changed));
        }
        ResolvedEvent::Shards(count) => {
            let appear = |shard| Flight {
                shard: ShardId(shard),
                from: None,
                to: None,
                left_ms: at_ms,
                lands_ms: at_ms,
                is_sudden: true,
                is_named: false,
                fails: false,
            };
            let new = (state.shards..state.shards + count).map(appear).collect();
            state.shards += count;
            log.appeared += count;
            placement::place_all(simulation, state, at_ms, new, false, log, explain);
        }
        ResolvedEvent::TableDown(for_ms) => {
            state.table_down_until_ms = at_ms + for_ms;
            log.world_changes.push((at_ms, WorldChange::Changed));
        }
        ResolvedEvent::Locate(from, to, node) => {
            state.wanted.push((*from, *to, *node));
            log.world_changes.push((at_ms, WorldChange::Changed));
        }
    }
}

/// Starts the graceful exit of a node: hands off all its shards at once.
fn drain(
    simulation: &Simulation,
    state: &mut State,
    at_ms: u64,
    id: NodeId,
    log: &mut RoundLog,
    explain: &mut Explain,
) {
    let phase = state.nodes[id.index()].phase;
    if !matches!(phase, Phase::Up | Phase::Joining) {
        return;
    }
    state.nodes[id.index()].until_ms = None;
    state.nodes[id.index()].phase = Phase::Leaving;
    log.world_changes
        .push((at_ms, WorldChange::Phase(id, Phase::Leaving)));
    let in_progress = state.in_progress();
    let running = state.running(id, &in_progress);
    coordinator::start_handoffs(
        simulation,
        state,
        at_ms,
        running.into_iter().map(|shard| (shard, id)).collect(),
        None,
        log,
        explain,
    );
    remove_empty_leavers(state, at_ms, log);
}

/// Crashes a node: it answers no more, and membership marks it down only after a while.
fn kill(
    simulation: &Simulation,
    state: &mut State,
    at_ms: u64,
    id: NodeId,
    log: &mut RoundLog,
    explain: &mut Explain,
) {
    let node = &mut state.nodes[id.index()];
    match node.phase {
        Phase::Up | Phase::Leaving => {
            let down_ms = at_ms + millis(simulation.get(Key::DownAfter));
            node.phase = Phase::Dead;
            node.until_ms = Some(down_ms);
            for flight in state
                .flights
                .iter_mut()
                .filter(|flight| flight.from == Some(id))
            {
                coordinator::time_out_handoff(simulation, flight, down_ms, explain);
            }
            state.sort_flights();
            log.world_changes
                .push((at_ms, WorldChange::Phase(id, Phase::Dead)));
        }
        Phase::Joining => {
            node.phase = Phase::Gone;
            node.until_ms = None;
            log.world_changes
                .push((at_ms, WorldChange::Phase(id, Phase::Gone)));
        }
        Phase::Absent | Phase::Dead | Phase::Gone => {}
    }
}

/// Removes leaving nodes that hold no shard any more.
pub(crate) fn remove_empty_leavers(state: &mut State, at_ms: u64, log: &mut RoundLog) {
    for (place, node) in state.nodes.iter_mut().enumerate() {
        if node.phase == Phase::Leaving && node.shards.is_empty() {
            node.phase = Phase::Gone;
            log.world_changes
                .push((at_ms, WorldChange::Phase(NodeId(place as u32), Phase::Gone)));
        }
    }
}
