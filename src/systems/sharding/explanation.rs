//! Sentences for reasons. They only describe; no decision is made here.

use super::reason::{NodeId, Reason, Rule, Subject};
use super::simulation::Simulation;
use crate::engine::format::format_operand;
use crate::engine::{Evidence, Operand};
use crate::simulator::sentence::fill;

/// The display name of a subject.
pub fn name(simulation: &Simulation, subject: Subject) -> String {
    match subject {
        Subject::Round => "The round".to_owned(),
        Subject::Node(node) => simulation.name(node).to_owned(),
        Subject::Shard(shard) => format!("Shard {}", shard.0),
    }
}

/// A count of shards with its noun.
pub fn shards(count: u64) -> String {
    if count == 1 {
        "1 shard".to_owned()
    } else {
        format!("{count} shards")
    }
}

/// The sentence of a reason.
pub fn sentence(simulation: &Simulation, reason: &Reason) -> String {
    let (left, right) = operands(&reason.evidence);
    let node = |operand: Option<&Operand>| {
        simulation
            .name(NodeId(operand?.number() as u32))
            .to_owned()
            .into()
    };
    let value = |placeholder: &str| match placeholder {
        "subject" => Some(name(simulation, reason.subject)),
        "otherwise" => Some(without_weights(simulation, reason.subject)),
        "left_node" => node(left),
        "right_node" => node(right),
        "left_shards" => Some(shards(left?.number() as u64)),
        "right_label" => Some(right?.label.to_owned()),
        _ => None,
    };
    fill(
        template(reason, left, right),
        &reason.evidence,
        format_operand,
        value,
    )
}

fn operands(evidence: &Evidence) -> (Option<&Operand>, Option<&Operand>) {
    match evidence {
        Evidence::Check(check) => (Some(&check.left), Some(&check.right)),
        Evidence::Fact { operand, .. } => (Some(operand), None),
        Evidence::Flag { .. } | Evidence::Change { .. } => (None, None),
    }
}

/// The sentence template of a rule, or a special one for certain values and subjects.
fn template(reason: &Reason, left: Option<&Operand>, right: Option<&Operand>) -> &'static str {
    let is_fact = matches!(reason.evidence, Evidence::Fact { .. });
    let holds = reason.evidence.holds().unwrap_or(true);
    let number = left.map_or(f64::NAN, Operand::number);
    let has_setting = right.is_some_and(|right| right.setting.is_some());
    match (reason.rule, reason.subject) {
        (Rule::TableAge, _) if number.is_infinite() => {
            "No route table has been read yet: {otherwise}."
        }
        (Rule::AnyWeight, Subject::Shard(_)) if holds => {
            "All nodes together have a weight of {left}: {subject} is placed by weight."
        }
        (Rule::Deficit, _) if number == 0.0 => "{subject} has exactly its target.",
        (Rule::HandoffTime, _) if number.is_infinite() => {
            "{subject} cannot stop: its node does not answer. After {right} the hand-off is given up."
        }
        (Rule::Limit, _) if !holds && !has_setting => {
            "Of {left} shards offered, only {right} can be stopped: no more fit below the even share."
        }
        (Rule::Threshold, _) if is_fact => "{subject} counts as having {left_shards} ({label}).",
        (Rule::RingOwner | Rule::WantedNode, Subject::Round) => {
            "Shards that are not where they belong: {left}."
        }
        (rule, _) => rule.template(holds),
    }
}

/// What happens when the weights cannot be used: to the shard being placed, or in the round.
fn without_weights(simulation: &Simulation, subject: Subject) -> String {
    match subject {
        Subject::Shard(_) => format!(
            "{} goes to the node with the fewest shards",
            name(simulation, subject)
        ),
        Subject::Round | Subject::Node(_) => "every node keeps its shards".to_owned(),
    }
}
