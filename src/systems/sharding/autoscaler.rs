//! The autoscaler: removes nodes that get no traffic and hold no shard.

use super::log::RoundLog;
use super::reason::{Explain, NodeId, Rule, Subject};
use super::round::{Phase, WorldChange};
use super::settings::Key;
use super::simulation::Simulation;
use super::state::State;
use super::summary::true_weights;
use crate::engine::{Op, Operand, Unit};

/// Removes every node that is Up and has been idle for the grace period, but never the last one.
pub(crate) fn release_idle_nodes(
    simulation: &Simulation,
    state: &mut State,
    now_ms: u64,
    log: &mut RoundLog,
    explain: &mut Explain,
) {
    if simulation.get(Key::Autoscaler) == 0.0 {
        return;
    }
    let weights = true_weights(simulation, state);
    let mut up = state
        .nodes
        .iter()
        .filter(|node| node.phase == Phase::Up)
        .count();
    let grace = simulation.get(Key::Grace);
    for (place, weight) in weights.into_iter().enumerate() {
        let node = &mut state.nodes[place];
        if node.phase != Phase::Up {
            continue;
        }
        let subject = Subject::Node(NodeId(place as u32));
        let none = || Operand::measure(0.0, "none");
        let held = node.shards.len() + node.arriving as usize;
        let (weight, shards) = (
            Operand::measure(weight as f64, "its weight"),
            Operand::measure(held as f64, "its shards"),
        );
        let is_idle = explain.check(
            subject,
            Rule::ReleaseWeight,
            weight,
            Op::Equals,
            none(),
            Unit::Number,
        ) && explain.check(
            subject,
            Rule::ReleaseShards,
            shards,
            Op::Equals,
            none(),
            Unit::Count,
        );
        if !is_idle {
            node.idle_since_ms = None;
            continue;
        }
        let since = *node.idle_since_ms.get_or_insert(now_ms);
        let idle_s = Operand::measure(
            (now_ms - since) as f64 / 1000.0,
            "time that it has been idle",
        );
        let patience = Operand::setting(grace, "grace period", "scale-down-grace");
        let left = Operand::measure(up as f64, "nodes that are up");
        let one = Operand::measure(1.0, "one");
        if explain.check(
            subject,
            Rule::ReleaseGrace,
            idle_s,
            Op::AtLeast,
            patience,
            Unit::Seconds,
        ) && explain.check(
            subject,
            Rule::ReleaseLast,
            left,
            Op::Above,
            one,
            Unit::Count,
        ) {
            up -= 1;
            node.phase = Phase::Gone;
            node.is_released = true;
            log.world_changes.push((
                now_ms,
                WorldChange::Phase(NodeId(place as u32), Phase::Gone),
            ));
        }
    }
}
