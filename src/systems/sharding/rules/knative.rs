//! Weights from a route table: percent of traffic by revision, and what is done where it does not fit the cluster.

use crate::engine::{Op, Operand, Unit};
use crate::systems::sharding::reason::{Explain, Rule, Subject};

/// Where the weights come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Set by hand, node by node.
    ByHand,
    /// From the table's percentages.
    Traffic,
    /// The table does not fit the cluster: every node keeps what it has.
    KeepCurrent,
    /// The same before there is any shard: all alike.
    Equal,
}

/// A route table: percent by revision, by the revisions' places.
pub type Table = [(u16, u32)];

/// Percent of the traffic whose revisions have at least one node.
pub fn coverage_percent(table: &Table, revisions: &[u16]) -> u32 {
    table
        .iter()
        .filter(|(revision, _)| revisions.contains(revision))
        .map(|(_, percent)| percent)
        .sum()
}

/// What every node weighs: its revision's percent divided by the revision's nodes, made whole by the least common
/// multiple of the numbers of nodes. `revisions` has the revision of each node.
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
    // Past this the last digits are rounded; only many revisions of odd sizes come there.
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

/// Weights stay below a hundred times this.
const GREATEST_MULTIPLE: u64 = 1_000_000_000;

fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1)).saturating_mul(b)
}

/// Why every node keeps what it has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kept {
    /// No table has ever come.
    NoTable,
    /// The table is older than what is believed, both in seconds.
    Old(f64, f64),
    /// Less of the traffic has nodes than what is believed, both in percent.
    Uncovered(u32, u32),
    /// No node weighs anything.
    Weightless,
}

/// What is believed of a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// Its age in seconds; none where none has ever come.
    pub age_s: Option<f64>,
    /// `oldest-table`, in seconds.
    pub oldest_s: f64,
    /// `min-coverage`, in percent.
    pub min_coverage_percent: u32,
}

/// The table is to be followed: it is young enough, and enough of it has nodes.
///
/// # Errors
/// Where it is not, with why.
pub fn believe(
    table: &Table,
    revisions: &[u16],
    belief: &Belief,
    explain: &mut Explain,
) -> Result<(), Kept> {
    let age = Operand::measure(
        belief.age_s.unwrap_or(f64::INFINITY),
        "age of the route table",
    );
    let oldest = Operand::setting(belief.oldest_s, "oldest that is believed", "oldest-table");
    if !explain.check(
        Subject::Round,
        Rule::TableAge,
        age,
        Op::AtMost,
        oldest,
        Unit::Seconds,
    ) {
        return Err(belief
            .age_s
            .map_or(Kept::NoTable, |age_s| Kept::Old(age_s, belief.oldest_s)));
    }
    let (percent, least_percent) = (
        coverage_percent(table, revisions),
        belief.min_coverage_percent,
    );
    let covered = Operand::measure(f64::from(percent), "traffic whose revision has nodes");
    let least = Operand::setting(
        f64::from(least_percent),
        "least that is believed",
        "min-coverage",
    );
    if !explain.check(
        Subject::Round,
        Rule::Coverage,
        covered,
        Op::AtLeast,
        least,
        Unit::Percent,
    ) {
        return Err(Kept::Uncovered(percent, least_percent));
    }
    Ok(())
}

/// Weights, where they come from, and why they are not those asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// Where they come from.
    pub mode: Mode,
    /// Why every node keeps what it has, where it does.
    pub kept: Option<Kept>,
    /// What each node weighs.
    pub each: Vec<u64>,
}

/// The weights in force: those given, where any is above 0 and they are believed; otherwise what every node has now, or
/// all alike where there is nothing.
pub fn in_force(
    given: Result<(Mode, Vec<u64>), Kept>,
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
            Err(Kept::Weightless)
        }
    });
    match given {
        Ok((mode, each)) => Weights {
            mode,
            kept: None,
            each,
        },
        Err(kept) if counts.iter().any(|count| *count > 0) => Weights {
            mode: Mode::KeepCurrent,
            kept: Some(kept),
            each: counts.to_vec(),
        },
        Err(kept) => Weights {
            mode: Mode::Equal,
            kept: Some(kept),
            each: vec![1; counts.len()],
        },
    }
}
