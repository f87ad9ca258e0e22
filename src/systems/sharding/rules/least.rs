//! Akka's three least-shard strategies: which shards to stop.

use super::suitability::sorted;
use super::{Cap, ClusterView, Halt, ShardSelection, gate, limit};
use crate::engine::{Op, Operand, Unit};
use crate::systems::sharding::reason::{Explain, Rule, ShardId, Subject};

/// Akka's limits of a round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// `rebalance-absolute-limit`, in shards.
    pub absolute: usize,
    /// `rebalance-relative-limit`, as a fraction of all shards.
    pub relative: f64,
}

/// The strategy of 2.6.10 to 2025 and, with `most_loaded_first`, that of May 2026; they differ in the end of the list from
/// which phase 1 starts.
///
/// # Errors
/// With the reason if no shard is selected.
pub fn rebalance(
    view: &ClusterView<'_>,
    limits: Limits,
    most_loaded_first: bool,
    explain: &mut Explain,
) -> Result<ShardSelection, Halt> {
    gate::check_no_handoffs(view, explain)?;
    gate::check_gate(view, true, explain)?;
    let (total, regions) = (view.total(), view.regions.len());
    let optimum = total.div_ceil(regions.max(1));
    let limit = limit(total, limits.relative, limits.absolute);
    let order = sorted(view.regions);
    let offered = phase_one(view, &order, optimum, most_loaded_first, explain);
    let (mut shards, cap) = if offered.is_empty() {
        phase_two(view, &order, optimum, limit, explain)?
    } else {
        (offered, limit)
    };
    let count = Operand::measure(shards.len() as f64, "shards offered");
    if !explain.check(
        Subject::Round,
        Rule::Limit,
        count,
        Op::AtMost,
        cap.to_operand(),
        Unit::Count,
    ) {
        shards.truncate(cap.count);
    }
    Ok(ShardSelection {
        shards,
        cap: Some(cap),
    })
}

/// Phase 1: every region above the even share offers its surplus, oldest first.
fn phase_one(
    view: &ClusterView<'_>,
    order: &[usize],
    optimum: usize,
    most_loaded_first: bool,
    explain: &mut Explain,
) -> Vec<ShardId> {
    let mut offered = Vec::new();
    let mut offer = |place: usize| {
        let list = view.lists[place];
        let count = Operand::measure(list.len() as f64, "shards of the node");
        let even = Operand::measure(optimum as f64, "even part, rounded up");
        let subject = Subject::Node(view.regions[place].node);
        if explain.check(
            subject,
            Rule::AboveOptimum,
            count,
            Op::Above,
            even,
            Unit::Count,
        ) {
            offered.extend_from_slice(&list[..list.len() - optimum]);
        }
    };
    if most_loaded_first {
        order.iter().rev().for_each(|place| offer(*place));
    } else {
        order.iter().for_each(|place| offer(*place));
    }
    offered
}

/// Phase 2: if no region is above the even share but some are more than one shard below it, selects single shards.
fn phase_two(
    view: &ClusterView<'_>,
    order: &[usize],
    optimum: usize,
    limit: Cap,
    explain: &mut Explain,
) -> Result<(Vec<ShardId>, Cap), Halt> {
    let room: usize = view
        .lists
        .iter()
        .map(|list| optimum.saturating_sub(1).saturating_sub(list.len()))
        .sum();
    let (left, none) = (
        Operand::measure(room as f64, "room below the even share less one"),
        Operand::measure(0.0, "none"),
    );
    if !explain.check(
        Subject::Round,
        Rule::RoomBelow,
        left,
        Op::Above,
        none,
        Unit::Count,
    ) {
        return Err(Halt::Even);
    }
    let mut offered = Vec::new();
    for &place in order {
        let list = view.lists[place];
        let count = Operand::measure(list.len() as f64, "shards of the node");
        let even = Operand::measure(optimum as f64, "even part, rounded up");
        let subject = Subject::Node(view.regions[place].node);
        if explain.check(
            subject,
            Rule::AtOptimum,
            count,
            Op::AtLeast,
            even,
            Unit::Count,
        ) {
            offered.extend(list.first());
        }
    }
    Ok((
        offered,
        limit.smaller_of(Cap::from_count(room, "room below the even share less one")),
    ))
}

/// The strategy before 2.6.10, still used with `rebalance-absolute-limit = 0`. `compare` orders ids as strings.
///
/// # Errors
/// With the reason if no shard is selected.
pub fn rebalance_deprecated(
    view: &ClusterView<'_>,
    threshold: usize,
    max_simultaneous: usize,
    compare: &dyn Fn(ShardId, ShardId) -> std::cmp::Ordering,
    explain: &mut Explain,
) -> Result<ShardSelection, Halt> {
    let progress = Operand::measure(view.in_progress.len() as f64, "shards in hand-off");
    let cap = Operand::setting(
        max_simultaneous as f64,
        "maximum in hand-off",
        "max-simultaneous-rebalance",
    );
    if !explain.check(
        Subject::Round,
        Rule::Simultaneous,
        progress,
        Op::Below,
        cap,
        Unit::Count,
    ) {
        return Err(Halt::Full(view.in_progress.len()));
    }
    gate::check_gate(view, true, explain)?;
    let order = sorted(view.regions);
    let &best = order.first().ok_or(Halt::NoRegion)?;
    let left = |place: usize| {
        view.lists[place]
            .iter()
            .filter(|shard| !view.is_in_progress(**shard))
            .count()
    };
    let mut source = (best, left(best));
    for &place in &order {
        // The first of equal regions is kept.
        let count = left(place);
        if count > source.1 {
            source = (place, count);
        }
    }
    let difference = source.1.saturating_sub(view.lists[best].len());
    if !is_spread(view, source.0, best, difference, threshold, explain) {
        return Err(Halt::Threshold(threshold));
    }
    let room = max_simultaneous - view.in_progress.len();
    let cap =
        Cap::from_setting(threshold, "the threshold once more", "rebalance-threshold").smaller_of(
            Cap::from_setting(room, "room left in hand-off", "max-simultaneous-rebalance"),
        );
    let above = difference - threshold;
    let left = Operand::measure(above as f64, "shards above the threshold");
    let is_all = explain.check(
        Subject::Round,
        Rule::Batch,
        left,
        Op::AtMost,
        cap.to_operand(),
        Unit::Count,
    );
    let count = if is_all { above } else { cap.count };
    let subject = Subject::Node(view.regions[source.0].node);
    explain.fact(
        subject,
        Rule::Exchange,
        Operand::measure(count as f64, "shards to stop"),
        Unit::Count,
    );
    let mut all: Vec<ShardId> = view.lists[source.0]
        .iter()
        .copied()
        .filter(|shard| !view.is_in_progress(*shard))
        .collect();
    all.sort_by(|a, b| compare(*a, *b));
    all.truncate(count);
    Ok(ShardSelection {
        shards: all,
        cap: Some(cap),
    })
}

/// Whether the difference between the fullest and the emptiest region is above the threshold.
fn is_spread(
    view: &ClusterView<'_>,
    source: usize,
    best: usize,
    difference: usize,
    threshold: usize,
    explain: &mut Explain,
) -> bool {
    for (place, what) in [(source, "most shards"), (best, "shards of the best node")] {
        let count = Operand::measure(view.lists[place].len() as f64, what);
        explain.fact(
            Subject::Node(view.regions[place].node),
            Rule::Threshold,
            count,
            Unit::Count,
        );
    }
    let left = Operand::measure(difference as f64, "most less least");
    let right = Operand::setting(threshold as f64, "threshold", "rebalance-threshold");
    explain.check(
        Subject::Round,
        Rule::Threshold,
        left,
        Op::Above,
        right,
        Unit::Count,
    )
}
