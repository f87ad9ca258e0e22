//! Weighted allocation: exact arithmetic, one pair of source and destination a round, three stop rules.
//!
//! Nothing is rounded. With `W` the sum of weights and `T` the counted shards, the target of node `i` is
//! `T·w_i / W`; deficits and surpluses are compared multiplied by `W`, as integers.

use std::cmp::{Ordering, Reverse};

use super::suitability::{best_two, explain_tie};
use super::{Cap, Halt, Region};
use crate::engine::{Op, Operand, Unit};
use crate::systems::sharding::reason::{Explain, Rule, Subject};

/// The stop rule: three readings of "either only deficits of 1, or surpluses of 1".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopRule {
    /// Continues while the largest surplus plus the largest deficit exceeds the tolerance.
    Exchange,
    /// Continues while either exceeds the tolerance.
    Both,
    /// Continues while both exceed the tolerance.
    LiteralOr,
}

/// The pair that exchanges shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Index of the region that gives shards.
    pub source: usize,
    /// Index of the region that receives shards.
    pub destination: usize,
    /// Surplus of the source, times `weight`.
    pub surplus: i128,
    /// Deficit of the destination, times `weight`.
    pub deficit: i128,
    /// Sum of all weights.
    pub weight: i128,
}

/// The outcome of the stop test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Whether surplus plus deficit is above the tolerance.
    Sum(bool),
    /// Whether the surplus and whether the deficit is above the tolerance; continues if either is.
    Either(bool, bool),
    /// The same, but continues only if both are.
    Each(bool, bool),
}

impl Stop {
    /// Whether the pair exchanges shards.
    pub(crate) fn continues(self) -> bool {
        match self {
            Self::Sum(is_above) => is_above,
            Self::Either(surplus, deficit) => surplus || deficit,
            Self::Each(surplus, deficit) => surplus && deficit,
        }
    }
}

/// The number of shards that a pair exchanges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exchange {
    /// The number that surplus and deficit allow, a whole number, at least 1.
    pub(crate) possible: u64,
    /// Whether that exceeds the cap.
    pub(crate) is_capped: bool,
    /// The number that moves.
    pub moves: u64,
}

/// The decision of a round of the weighted strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundPlan {
    /// The pair that exchanges shards.
    pub pair: Pair,
    /// The outcome of the stop test.
    pub stop: Stop,
    /// The number of shards that move; 0 where the stop test ends balancing.
    pub exchange: Exchange,
}

/// A quotient as a float that compares with the integer `beside` as the exact one does.
pub fn quotient(numerator: i128, denominator: i128, beside: i128) -> f64 {
    if denominator == 0 {
        return 0.0;
    }
    let (value, line) = (numerator as f64 / denominator as f64, beside as f64);
    match numerator.cmp(&(beside * denominator)) {
        Ordering::Less if value >= line => line.next_down(),
        Ordering::Greater if value <= line => line.next_up(),
        Ordering::Equal => line,
        _ => value,
    }
}

/// The sum of all weights.
pub fn total_weight(regions: &[Region]) -> i128 {
    regions.iter().map(|region| i128::from(region.weight)).sum()
}

/// The deficit of a region times the sum of weights; negative for a surplus.
pub fn deficit(region: &Region, total: u64, weight: i128) -> i128 {
    i128::from(total) * i128::from(region.weight) - weight * i128::from(region.counted)
}

/// The region with the largest surplus (ties: most shards, then index) and the one with the largest deficit (ties:
/// fewest shards, then index).
///
/// # Errors
/// If all weights are 0, or there is no region.
pub(crate) fn select_pair(
    regions: &[Region],
    total: u64,
    explain: &mut Explain,
) -> Result<Pair, Halt> {
    let weight = total_weight(regions);
    let deficits: Vec<i128> = regions
        .iter()
        .map(|region| deficit(region, total, weight))
        .collect();
    let counted = |place: usize| regions[place].counted;
    let places = || 0..regions.len();
    let source = places().min_by(|a, b| {
        deficits[*a]
            .cmp(&deficits[*b])
            .then(counted(*b).cmp(&counted(*a)))
            .then(a.cmp(b))
    });
    let destination = places().min_by(|a, b| {
        deficits[*b]
            .cmp(&deficits[*a])
            .then(counted(*a).cmp(&counted(*b)))
            .then(a.cmp(b))
    });
    let (Some(source), Some(destination), 1..) = (source, destination, weight) else {
        return Err(Halt::Weightless);
    };
    explain_nodes(
        regions,
        &deficits,
        total,
        weight,
        (source, destination),
        explain,
    );
    Ok(Pair {
        source,
        destination,
        surplus: -deficits[source],
        deficit: deficits[destination],
        weight,
    })
}

fn explain_nodes(
    regions: &[Region],
    deficits: &[i128],
    total: u64,
    weight: i128,
    (source, destination): (usize, usize),
    explain: &mut Explain,
) {
    if !explain.is_recording() {
        return;
    }
    let of = |numerator: i128| numerator as f64 / weight as f64;
    for (region, own) in regions.iter().zip(deficits) {
        let subject = Subject::Node(region.node);
        let target = of(i128::from(total) * i128::from(region.weight));
        explain.fact(
            subject,
            Rule::Weight,
            Operand::measure(region.weight as f64, "weight"),
            Unit::Number,
        );
        explain.fact(
            subject,
            Rule::Target,
            Operand::measure(target, "target"),
            Unit::Number,
        );
        if *own < 0 {
            let (left, right) = (
                Operand::measure(of(-own), "its surplus"),
                of(-deficits[source]),
            );
            let right = Operand::measure(right, "the largest surplus");
            explain.check(
                subject,
                Rule::Surplus,
                left,
                Op::AtLeast,
                right,
                Unit::Number,
            );
        } else {
            let (left, right) = (
                Operand::measure(of(*own), "its deficit"),
                of(deficits[destination]),
            );
            let right = Operand::measure(right, "the largest deficit");
            explain.check(
                subject,
                Rule::Deficit,
                left,
                Op::AtLeast,
                right,
                Unit::Number,
            );
        }
    }
}

/// Makes the stop test for a pair. A tolerance below 1 would swap shards forever and counts as 1.
pub(crate) fn test_stop(
    pair: &Pair,
    rule: StopRule,
    tolerance: u64,
    explain: &mut Explain,
) -> Stop {
    let tolerance = i128::from(tolerance.max(1));
    let line = || Operand::setting(tolerance as f64, "tolerance", "tolerance");
    let side =
        |numerator: i128, what| Operand::measure(quotient(numerator, pair.weight, tolerance), what);
    let mut ask = |rule: Rule, numerator: i128, what| {
        explain.check(
            Subject::Round,
            rule,
            side(numerator, what),
            Op::Above,
            line(),
            Unit::Number,
        )
    };
    if rule == StopRule::Exchange {
        return Stop::Sum(ask(
            Rule::StopSum,
            pair.surplus + pair.deficit,
            "surplus and deficit together",
        ));
    }
    let surplus = ask(Rule::StopSurplus, pair.surplus, "the largest surplus");
    let deficit = ask(Rule::StopDeficit, pair.deficit, "the largest deficit");
    if rule == StopRule::Both {
        Stop::Either(surplus, deficit)
    } else {
        Stop::Each(surplus, deficit)
    }
}

/// The number of shards that a pair exchanges: whole, at least 1, within the cap and the shards of the source.
pub(crate) fn size_exchange(pair: &Pair, cap: &Cap, held: u64, explain: &mut Explain) -> Exchange {
    let (exact, most) = (pair.surplus.min(pair.deficit), cap.count as u64);
    let left = Operand::measure(
        quotient(exact, pair.weight, i128::from(most)),
        "what surplus and deficit allow",
    );
    let is_capped = !explain.check(
        Subject::Round,
        Rule::Cap,
        left,
        Op::AtMost,
        cap.to_operand(),
        Unit::Number,
    );
    let whole = if pair.weight > 0 {
        u64::try_from(exact / pair.weight).unwrap_or(0)
    } else {
        0
    };
    let possible = whole.max(1);
    Exchange {
        possible,
        is_capped,
        moves: if is_capped { most } else { possible }.min(held),
    }
}

/// Plans a round of the weighted strategy; requires that no shard is in hand-off.
///
/// # Errors
/// If all weights are 0, or there is no region.
pub fn plan(
    regions: &[Region],
    total: u64,
    rule: StopRule,
    tolerance: u64,
    cap: &Cap,
    explain: &mut Explain,
) -> Result<RoundPlan, Halt> {
    let pair = select_pair(regions, total, explain)?;
    let stop = test_stop(&pair, rule, tolerance, explain);
    if !stop.continues() {
        return Ok(RoundPlan {
            pair,
            stop,
            exchange: Exchange::default(),
        });
    }
    let source = &regions[pair.source];
    let exchange = size_exchange(&pair, cap, source.counted, explain);
    let moves = Operand::measure(exchange.moves as f64, "shards to move");
    explain.fact(
        Subject::Node(source.node),
        Rule::Exchange,
        moves,
        Unit::Count,
    );
    Ok(RoundPlan {
        pair,
        stop,
        exchange,
    })
}

/// Selects the region with the largest deficit for a shard; ties go to the larger weight, the older node, the lower
/// address. `weight` is the sum of all weights; `total` includes the shard itself.
pub fn place(
    regions: &[Region],
    weight: i128,
    total: u64,
    accepts_shards: impl Fn(&Region) -> bool,
    subject: Subject,
    explain: &mut Explain,
) -> Option<usize> {
    if !explain.records(&subject) {
        return largest_deficit(regions, weight, total, accepts_shards);
    }
    let deficits: Vec<i128> = regions
        .iter()
        .map(|region| deficit(region, total, weight))
        .collect();
    let (best, next) = best_two(regions, accepts_shards, |a, b| {
        let by_age =
            |a: &Region, b: &Region| a.up_number.cmp(&b.up_number).then(a.node.cmp(&b.node));
        let (own, other) = (&regions[a], &regions[b]);
        deficits[b]
            .cmp(&deficits[a])
            .then(other.weight.cmp(&own.weight))
            .then_with(|| by_age(own, other))
    });
    if let (Some(best), Some(next)) = (best, next) {
        let of = |place: usize| deficits[place] as f64 / (weight as f64).max(1.0);
        let (left, right) = (
            Operand::measure(of(best), "its deficit"),
            Operand::measure(of(next), "the next best’s deficit"),
        );
        explain.check(
            subject,
            Rule::PlaceDeficit,
            left,
            Op::AtLeast,
            right,
            Unit::Number,
        );
        if deficits[best] == deficits[next] {
            let side = |place: usize, what| Operand::measure(regions[place].weight as f64, what);
            let (left, right) = (
                side(best, "its weight"),
                side(next, "the next best’s weight"),
            );
            explain.check(
                subject,
                Rule::PlaceWeight,
                left,
                Op::AtLeast,
                right,
                Unit::Number,
            );
        }
    }
    best
}

/// The same in one pass and without reasons, for thousands of shards that appear at once.
fn largest_deficit(
    regions: &[Region],
    weight: i128,
    total: u64,
    accepts_shards: impl Fn(&Region) -> bool,
) -> Option<usize> {
    // No weight exceeds their sum, and no count exceeds `total`, so 64 bits are usually enough.
    match (i64::try_from(weight), i64::try_from(total)) {
        (Ok(weight), Ok(total)) if weight < 1 << 40 && total < 1 << 20 => {
            largest(regions, accepts_shards, |region| {
                total * region.weight as i64 - weight * region.counted as i64
            })
        }
        _ => largest(regions, accepts_shards, |region| {
            deficit(region, total, weight)
        }),
    }
}

fn largest<D: Ord>(
    regions: &[Region],
    accepts_shards: impl Fn(&Region) -> bool,
    deficit: impl Fn(&Region) -> D,
) -> Option<usize> {
    let mut best: Option<(usize, D)> = None;
    for (place, region) in regions
        .iter()
        .enumerate()
        .filter(|(_, region)| accepts_shards(region))
    {
        let own = deficit(region);
        let is_better = best.as_ref().is_none_or(|(other_place, other_deficit)| {
            let other = &regions[*other_place];
            let order = other_deficit
                .cmp(&own)
                .then_with(|| other.weight.cmp(&region.weight));
            order
                .then_with(|| region.up_number.cmp(&other.up_number))
                .then_with(|| region.node.cmp(&other.node))
                .is_lt()
        });
        if is_better {
            best = Some((place, own));
        }
    }
    best.map(|(place, _)| place)
}

/// Selects the region with the fewest shards; ties go to the older node, the lower address.
pub(crate) fn place_evenly(
    regions: &[Region],
    accepts_shards: impl Fn(&Region) -> bool,
    subject: Subject,
    explain: &mut Explain,
) -> Option<usize> {
    let (best, next) = best_two(regions, accepts_shards, |a, b| {
        let (a, b) = (&regions[a], &regions[b]);
        a.counted
            .cmp(&b.counted)
            .then(a.up_number.cmp(&b.up_number))
            .then(a.node.cmp(&b.node))
    });
    if let (Some(best), Some(next)) = (best, next) {
        let counted = |place: usize| Region {
            listed: regions[place].counted as usize,
            ..regions[place]
        };
        explain_tie(&counted(best), &counted(next), subject, explain);
    }
    best
}

/// Whole targets by the largest-remainder method: each node gets its integer part, the rest goes to the largest remainders
/// (ties to the lower index).
pub fn largest_remainder(weights: &[u64], total: u64) -> Vec<u64> {
    let sum: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let part = |weight: u64| u128::from(total) * u128::from(weight);
    let mut whole: Vec<u64> = weights
        .iter()
        .map(|weight| (part(*weight) / sum) as u64)
        .collect();
    let rest = total - whole.iter().sum::<u64>();
    let remainder = |place: usize| part(weights[place]) % sum;
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|place| Reverse(remainder(*place)));
    order
        .into_iter()
        .take(rest as usize)
        .for_each(|place| whole[place] += 1);
    whole
}
