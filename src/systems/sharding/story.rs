//! Reasons in words: a sentence for each.
//!
//! A sentence is a view of a reason; nothing here decides anything again.

use super::reason::{NodeId, Reason, Rule, Subject};
use super::simulation::Simulation;
use crate::engine::explain::Check;
use crate::engine::format::{format_operand, format_value};
use crate::engine::{Evidence, Operand, Unit};

/// What a person calls somebody.
pub fn name(simulation: &Simulation, subject: Subject) -> String {
    match subject {
        Subject::Round => "The round".to_owned(),
        Subject::Node(node) => simulation.name(node).to_owned(),
        Subject::Shard(shard) => format!("Shard {}", shard.0),
    }
}

/// A count with its noun.
pub fn shards(count: u64) -> String {
    if count == 1 { "1 shard".to_owned() } else { format!("{count} shards") }
}

/// A reason as a sentence.
pub fn sentence(simulation: &Simulation, reason: &Reason) -> String {
    match &reason.evidence {
        Evidence::Check(test) => of_test(simulation, reason, test),
        Evidence::Fact { side, unit } => of_fact(simulation, reason, side, *unit),
        Evidence::Change { what, unit, before, after } => {
            format!("The {what} went from {} to {}.", format_value(*before, *unit), format_value(*after, *unit))
        }
    }
}

fn node_of(simulation: &Simulation, side: &Operand) -> String {
    simulation.name(NodeId(side.number() as u32)).to_owned()
}

fn of_fact(simulation: &Simulation, reason: &Reason, side: &Operand, unit: Unit) -> String {
    let (own, value) = (name(simulation, reason.subject), format_operand(side, unit));
    match reason.rule {
        Rule::Weight => format!("{own} has a weight of {value}."),
        Rule::Target => format!("By its weight {own} should hold {value} of all shards."),
        Rule::Exchange => format!("{own} gives away {}, the oldest first.", shards(side.number() as u64)),
        Rule::Threshold => format!("{own} counts as having {} ({}).", shards(side.number() as u64), side.what),
        Rule::PlaceNamed => {
            format!("{own} goes to {}, which was named when it was stopped.", node_of(simulation, side))
        }
        Rule::PlaceRing => {
            format!("{own} goes to {}: the next point of the ring belongs to it.", node_of(simulation, side))
        }
        Rule::PlaceTable => format!("{own} goes to {}, where the client wants it.", node_of(simulation, side)),
        Rule::PlaceRequester => format!("{own} goes to {}, the node that asked for it.", node_of(simulation, side)),
        Rule::PlaceOnly => format!("{own} goes to {}, the only node that takes shards.", node_of(simulation, side)),
        Rule::Stays => format!("{own} had not stopped after {value}: it stays where it was."),
        Rule::PlaceNowhere => format!("{own} waits: no node could take it."),
        _ => format!("{own}: {} is {value}.", side.what),
    }
}

fn of_test(simulation: &Simulation, reason: &Reason, test: &Check) -> String {
    let own = name(simulation, reason.subject);
    let (left, right) = (format_operand(&test.left, test.unit), format_operand(&test.right, test.unit));
    let holds = test.holds;
    match reason.rule {
        Rule::AnyRegion | Rule::OneVersion | Rule::AllReachable | Rule::NoneJoining | Rule::InProgress => {
            of_gate(reason.rule, &left, holds)
        }
        Rule::TableAge | Rule::Coverage | Rule::AnyWeight => of_table(reason, test, &own, &left, &right),
        Rule::StopSum | Rule::StopSurplus | Rule::StopDeficit => {
            let which = match reason.rule {
                Rule::StopSum => "Surplus and deficit together",
                Rule::StopSurplus => "The largest surplus",
                _ => "The largest deficit",
            };
            let then = if holds { "balancing goes on" } else { "that is near enough" };
            format!("{which}, {left}, {} the tolerance of {right}: {then}.", above(holds))
        }
        Rule::Surplus => match holds {
            true => format!("{own} has {left} more than its target, more than any other: it would give."),
            false => {
                format!("{own} has {left} more than its target; another has {right}, and only one gives in a round.")
            }
        },
        Rule::Deficit => match (holds, test.left.number() == 0.0) {
            (true, false) => {
                format!("{own} has {left} less than its target, more than any other lacks: it would take.")
            }
            (_, true) => format!("{own} has exactly its target."),
            (false, _) => {
                format!("{own} has {left} less than its target; another lacks {right}, and only one takes in a round.")
            }
        },
        Rule::Cap => match holds {
            true => format!("The two nodes can exchange {left}, within the {right} that may move in a round."),
            false => format!("The two nodes could exchange {left}, but only {right} may move in a round."),
        },
        Rule::Oldest => match holds {
            true => format!("{own} is number {left} by age on its node, among the {right} that move."),
            false => format!("{own} is number {left} by age on its node, behind the {right} that move: it stays."),
        },
        Rule::HandoffTime if test.left.number().is_infinite() => {
            format!("{own} cannot stop: its node does not answer. After {right} the hand-off is given up.")
        }
        Rule::HandoffTime => match holds {
            true => format!("{own} takes {left} to stop, within the {right} that the coordinator waits."),
            false => format!("{own} would take {left} to stop; after {right} the hand-off is given up, and it stays."),
        },
        Rule::ReleaseWeight | Rule::ReleaseShards | Rule::ReleaseGrace | Rule::ReleaseLast => {
            of_release(reason.rule, &own, &left, &right, holds)
        }
        _ => of_baseline(simulation, reason, test, (&own, &left, &right)),
    }
}

fn above(holds: bool) -> &'static str {
    if holds { "is above" } else { "is not above" }
}

fn of_gate(rule: Rule, left: &str, holds: bool) -> String {
    match (rule, holds) {
        (Rule::AnyRegion, true) => format!("Nodes that can hold shards: {left}."),
        (Rule::AnyRegion, false) => "There is no node that could hold shards: nothing is rebalanced.".to_owned(),
        (Rule::OneVersion, true) => "All nodes have the same version.".to_owned(),
        (Rule::OneVersion, false) => {
            format!("The nodes have {left} versions: while a new one is rolled out, nothing is rebalanced.")
        }
        (Rule::AllReachable, true) => "Every member answers.".to_owned(),
        (Rule::AllReachable, false) => {
            format!("Members that do not answer: {left}. Until they are back or down, nothing is rebalanced.")
        }
        (Rule::NoneJoining, true) => "No member is joining.".to_owned(),
        (Rule::NoneJoining, false) => {
            format!("Members that are joining: {left}. Until they are Up, nothing is rebalanced.")
        }
        (_, true) => "No shard is in hand-off.".to_owned(),
        (_, false) => {
            format!("Shards still in hand-off: {left}. Until they have started again, nothing more is stopped.")
        }
    }
}

/// What was asked about weights: for the round, or for a shard that is placed by them.
fn of_table(reason: &Reason, test: &Check, own: &str, left: &str, right: &str) -> String {
    let is_placed = matches!(reason.subject, Subject::Shard(_));
    let otherwise = if is_placed {
        format!("{own} goes to the node with the fewest shards")
    } else {
        "every node keeps what it has".to_owned()
    };
    match (reason.rule, test.holds) {
        (Rule::TableAge, _) if test.left.number().is_infinite() => {
            format!("No route table has been read yet: {otherwise}.")
        }
        (Rule::TableAge, true) => {
            format!("The route table is {left} old, not older than the {right} allowed: it is believed.")
        }
        (Rule::TableAge, false) => {
            format!("The route table is {left} old, older than the {right} allowed: {otherwise}.")
        }
        (Rule::Coverage, true) => format!(
            "Of the traffic, {left} goes to revisions that have nodes, at least the {right} required: the table is followed."
        ),
        (Rule::Coverage, false) => {
            format!(
                "Of the traffic, only {left} goes to revisions that have nodes, less than the {right} required: {otherwise}."
            )
        }
        (_, true) if is_placed => format!("All nodes together have a weight of {left}: {own} is placed by weight."),
        (_, true) => format!("All nodes together have a weight of {left}."),
        (_, false) => format!("No node has any weight: {otherwise}."),
    }
}

fn of_release(rule: Rule, own: &str, left: &str, right: &str, holds: bool) -> String {
    match (rule, holds) {
        (Rule::ReleaseWeight, true) => format!("{own} gets no traffic: the autoscaler would take it away."),
        (Rule::ReleaseWeight, false) => format!("{own} gets traffic (weight {left}): the autoscaler leaves it alone."),
        (Rule::ReleaseShards, true) => format!("{own} holds no shard, and none is coming."),
        (Rule::ReleaseShards, false) => {
            format!("{own} still has shards, {left} of them: the autoscaler may not take it away.")
        }
        (Rule::ReleaseGrace, true) => {
            format!("{own} has been idle for {left}, at least the {right} that the autoscaler waits.")
        }
        (Rule::ReleaseGrace, false) => format!("{own} has been idle for {left}, and the autoscaler waits for {right}."),
        (_, true) => format!("{own} is not the last node: it is taken away."),
        (_, false) => format!("{own} is the last node: it stays."),
    }
}

fn of_baseline(simulation: &Simulation, reason: &Reason, test: &Check, texts: (&str, &str, &str)) -> String {
    let (own, left, right) = texts;
    match (reason.rule, test.holds) {
        (Rule::AboveOptimum, true) => {
            format!("{own} has {left}, above the even part of {right}: it offers the shards above it.")
        }
        (Rule::AboveOptimum, false) => {
            format!("{own} has {left}, not above the even part of {right}: it offers nothing.")
        }
        (Rule::RoomBelow, true) => {
            format!("No node is above the even part, but {left} more shards fit below it: single shards are offered.")
        }
        (Rule::RoomBelow, false) => {
            "No node is above the even part, and none is more than one shard below it: all is even.".to_owned()
        }
        (Rule::AtOptimum, true) => {
            format!("{own} has {left}, at least the even part of {right}: it offers its oldest shard.")
        }
        (Rule::AtOptimum, false) => format!("{own} has {left}, below the even part of {right}: it offers nothing."),
        (Rule::Limit, true) => {
            format!("All {left} shards offered are stopped: at most {right} may be stopped in a round.")
        }
        (Rule::Limit, false) if test.right.setting.is_none() => {
            format!("Of {left} shards offered, only {right} can be stopped: no more fit below the even part.")
        }
        (Rule::Limit, false) => {
            format!("Of {left} shards offered, only {right} may be stopped: that is the limit of a round.")
        }
        (Rule::Threshold, true) => {
            format!(
                "The fullest node has {left} more shards than the emptiest, above the threshold of {right}: shards are stopped."
            )
        }
        (Rule::Threshold, false) => {
            format!(
                "The fullest node has {left} more shards than the emptiest, not above the threshold of {right}: nothing is stopped."
            )
        }
        (Rule::Batch, true) => {
            format!("All {left} shards above the threshold are stopped: at most {right} may be stopped at once.")
        }
        (Rule::Batch, false) => {
            format!("Of {left} shards above the threshold, only {right} may be stopped at once ({}).", test.right.what)
        }
        (Rule::Simultaneous, true) => format!("Shards in hand-off: {left}, fewer than the {right} allowed."),
        (Rule::Simultaneous, false) => {
            format!("Shards in hand-off: {left}, no fewer than the {right} allowed. Nothing more is stopped.")
        }
        (Rule::RingOwner | Rule::WantedNode, _) if reason.subject == Subject::Round => {
            format!("Shards that are not where they belong: {left}.")
        }
        (Rule::RingOwner, _) => {
            let (is, wanted) = (node_of(simulation, &test.left), node_of(simulation, &test.right));
            format!("{own} is on {is}, and the ring names {wanted}: it is stopped.")
        }
        (Rule::WantedNode, _) => {
            let (is, wanted) = (node_of(simulation, &test.left), node_of(simulation, &test.right));
            format!("{own} is on {is}, and the client wants it on {wanted}: it is stopped.")
        }
        (Rule::RingLimit, true) => format!("All {left} are stopped: at most {right} may be stopped in a round."),
        (Rule::RingLimit, false) => {
            format!("Of those {left}, only {right} may be stopped: that is the limit of a round.")
        }
        (Rule::PlaceStaying, _) => format!("{own} starts on a node that stays; the next best is leaving."),
        (Rule::PlaceVersion, _) => {
            format!("{own} starts on the node with the highest version, {left}; the next best has {right}.")
        }
        (Rule::PlaceCount, _) => {
            format!("{own} starts on the node with the fewest shards, {left}; the next best has {right}.")
        }
        (Rule::PlaceAge, _) => format!(
            "{own} starts on the older of two nodes that are otherwise alike: number {left} by age, before number {right}."
        ),
        (Rule::PlaceAddress, _) => {
            format!("{own} starts on the node that comes first by address, of nodes that are otherwise alike.")
        }
        (Rule::PlaceDeficit, _) => {
            format!("{own} starts on the node that lacks most, {left}; the next best lacks {right}.")
        }
        (Rule::PlaceWeight, _) => {
            format!(
                "Two nodes lack equally many; {own} starts on the one with the greater weight, {left} against {right}."
            )
        }
        _ => format!("{own}: {} {left} {} {} {right}.", test.left.what, test.op.sign(), test.right.what),
    }
}
