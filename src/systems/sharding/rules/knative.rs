//! Weights from a Knative route table: percent of traffic by revision, with a fallback where it does not match the cluster.

use crate::engine::{Op, Operand, Unit};
use crate::systems::sharding::reason::{Explain, Rule, Subject};

/// The source of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Manual weights.
    ByHand,
    /// The percentages of the route table.
    Traffic,
    /// The current distribution, since the route table does not match the cluster.
    KeepCurrent,
    /// Equal weights: the same fallback before any shard exists.
    Equal,
}

/// A route table: percent by index of the revision.
pub type Table = [(u16, u32)];

/// Share of the traffic whose revisions have at least one node, in percent.
pub fn coverage_percent(table: &Table, revisions: &[u16]) -> u32 {
    table
        .iter()
        .filter(|(revision, _)| revisions.contains(revision))
        .map(|(_, percent)| percent)
        .sum()
}

/// The weight of each node: its revision's percent divided by the revision's nodes, scaled to whole numbers by the least
/// common multiple of the numbers of nodes. `revisions` has the revision of each node.
pub fn weights(table: &Table, revisions: &[u16]) -> Vec<u64> {
    let mut nodes = vec![
        0_u64;
        revisions
            .iter()
            .max()
            .map_or(0, |last| usize::from(*last) + 1)
    ];
    revisions
        .iter()
        .for_each(|revision| nodes[usize::from(*revision)] += 1);
    // Above this the last digits are rounded; only many revisions of odd sizes reach it.
    let present = nodes.iter().copied().filter(|nodes| *nodes > 0);
    let multiple = present
        .fold(1, least_common_multiple)
        .min(GREATEST_MULTIPLE);
    let mut each = vec![0_u64; nodes.len()];
    for (revision, percent) in table {
        if let Some(nodes) = nodes
            .get(usize::from(*revision))
            .filter(|nodes| **nodes > 0)
        {
            each[usize::from(*revision)] = u64::from(*percent) * multiple / nodes;
        }
    }
    revisions
        .iter()
        .map(|revision| each[usize::from(*revision)])
        .collect()
}

/// Maximum of the least common multiple; weights stay below a hundred times this.
const GREATEST_MULTIPLE: u64 = 1_000_000_000;

fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).saturating_mul(b)
}

/// Why the current distribution is used instead of the route table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FallbackReason {
    /// No table has been read yet.
    NoTable,
    /// The table's age and the maximum age, both in seconds.
    Old(f64, f64),
    /// The share of the traffic that has nodes and its minimum, both in percent.
    Uncovered(u32, u32),
    /// All weights are 0.
    Weightless,
}

/// The age of a route table, and the requirements for using it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableCheck {
    /// Age in seconds; `None` if no table has been read.
    pub age_s: Option<f64>,
    /// `oldest-table`: maximum age in seconds.
    pub oldest_s: f64,
    /// `min-coverage`: minimum share of the traffic that has nodes, in percent.
    pub min_coverage_percent: u32,
}

/// Checks that a route table is young enough and that enough of its traffic has nodes.
///
/// # Errors
/// With the reason why the table is not used.
pub fn check_table(
    table: &Table,
    revisions: &[u16],
    table_check: &TableCheck,
    explain: &mut Explain,
) -> Result<(), FallbackReason> {
    let age = Operand::measure(
        table_check.age_s.unwrap_or(f64::INFINITY),
        "age of the route table",
    );
    let oldest = Operand::setting(table_check.oldest_s, "maximum age", "oldest-table");
    if !explain.check(
        Subject::Round,
        Rule::TableAge,
        age,
        Op::AtMost,
        oldest,
        Unit::Seconds,
    ) {
        return Err(table_check.age_s.map_or(FallbackReason::NoTable, |age_s| {
            FallbackReason::Old(age_s, table_check.oldest_s)
        }));
    }
    let (percent, least_percent) = (
        coverage_percent(table, revisions),
        table_check.min_coverage_percent,
    );
    let covered = Operand::measure(f64::from(percent), "traffic of revisions with nodes");
    let least = Operand::setting(f64::from(least_percent), "minimum coverage", "min-coverage");
    if !explain.check(
        Subject::Round,
        Rule::Coverage,
        covered,
        Op::AtLeast,
        least,
        Unit::Percent,
    ) {
        return Err(FallbackReason::Uncovered(percent, least_percent));
    }
    Ok(())
}

/// Weights in force, their source, and why they are a fallback if they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The source of the weights.
    pub mode: Mode,
    /// Why the current distribution is used, if it is.
    pub fallback: Option<FallbackReason>,
    /// The weight of each node.
    pub each: Vec<u64>,
}

/// The weights in force: those given if the check succeeded and any is above 0; otherwise each node's current number of
/// shards, or equal weights without shards.
pub fn effective_weights(
    given: Result<(Mode, Vec<u64>), FallbackReason>,
    counts: &[u64],
    explain: &mut Explain,
) -> Weights {
    let given = given.and_then(|(mode, each)| {
        let sum = Operand::measure(each.iter().sum::<u64>() as f64, "weight of all nodes");
        let nothing = Operand::measure(0.0, "nothing");
        let is_any = explain.check(
            Subject::Round,
            Rule::AnyWeight,
            sum,
            Op::Above,
            nothing,
            Unit::Number,
        );
        if is_any {
            Ok((mode, each))
        } else {
            Err(FallbackReason::Weightless)
        }
    });
    match given {
        Ok((mode, each)) => Weights {
            mode,
            fallback: None,
            each,
        },
        Err(fallback) if counts.iter().any(|count| *count > 0) => Weights {
            mode: Mode::KeepCurrent,
            fallback: Some(fallback),
            each: counts.to_vec(),
        },
        Err(fallback) => Weights {
            mode: Mode::Equal,
            fallback: Some(fallback),
            each: vec![1; counts.len()],
        },
    }
}
