//! Weighted allocation: exact arithmetic, one giver and one taker a round, three readings of when to stop.
//!
//! Nothing here is rounded. With `W` the sum of weights and `T` the shards that count, node `i` should have
//! `T·w_i / W`; deficits and surpluses are compared multiplied by `W`, as whole numbers.

use std::cmp::Ordering;

use super::suitability::{best_two, numbers};
use super::{Most, Region};
use crate::run::{Op, Side, Unit};
use crate::sharding::reason::{Rule, Subject, Telling};

/// When balancing stops: three readings of "either only deficits of 1, or surpluses of 1".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopRule {
    /// Goes on while the largest surplus and the largest deficit together exceed the tolerance.
    Exchange,
    /// Goes on while either exceeds it.
    Both,
    /// Goes on while each exceeds it.
    LiteralOr,
}

/// A pair that exchanges shards. Surplus and deficit are multiplied by `weight`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The place of the region that gives.
    pub giver: usize,
    /// The place of the region that takes.
    pub taker: usize,
    /// The giver's surplus times `weight`.
    pub surplus: i128,
    /// The taker's deficit times `weight`.
    pub deficit: i128,
    /// The sum of all weights.
    pub weight: i128,
}

/// What a round decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Between whom.
    pub pair: Pair,
    /// How many shards move; 0 where the stop test says that it is enough.
    pub moves: u64,
}

/// A quotient as a float that compares with a whole number as the exact one does.
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

/// The sum of weights.
pub fn weight_of_all(regions: &[Region]) -> i128 {
    regions.iter().map(|region| i128::from(region.weight)).sum()
}

/// How far a region is below its target, times the sum of weights; negative above it.
pub fn deficit(region: &Region, total: u64, weight: i128) -> i128 {
    i128::from(total) * i128::from(region.weight) - weight * i128::from(region.counted)
}

/// The region with the largest surplus (ties: most shards, then index) and the one with the largest deficit (ties:
/// fewest shards, then index). None where nothing weighs anything.
pub fn pair(regions: &[Region], total: u64, why: &mut Telling) -> Option<Pair> {
    let weight = weight_of_all(regions);
    let deficits: Vec<i128> = regions.iter().map(|region| deficit(region, total, weight)).collect();
    let counted = |place: usize| regions[place].counted;
    let places = || 0..regions.len();
    let giver =
        places().min_by(|a, b| deficits[*a].cmp(&deficits[*b]).then(counted(*b).cmp(&counted(*a))).then(a.cmp(b)))?;
    let taker =
        places().min_by(|a, b| deficits[*b].cmp(&deficits[*a]).then(counted(*a).cmp(&counted(*b))).then(a.cmp(b)))?;
    if weight == 0 {
        return None;
    }
    tell_nodes(regions, &deficits, total, weight, (giver, taker), why);
    Some(Pair { giver, taker, surplus: -deficits[giver], deficit: deficits[taker], weight })
}

fn tell_nodes(
    regions: &[Region],
    deficits: &[i128],
    total: u64,
    weight: i128,
    (giver, taker): (usize, usize),
    why: &mut Telling,
) {
    if !why.is_telling() {
        return;
    }
    let of = |numerator: i128| numerator as f64 / weight as f64;
    for (region, own) in regions.iter().zip(deficits) {
        let subject = Subject::Node(region.node);
        let target = of(i128::from(total) * i128::from(region.weight));
        why.fact(subject, Rule::Weight, Side::measure(region.weight as f64, "weight"), Unit::Number);
        why.fact(subject, Rule::Target, Side::measure(target, "target"), Unit::Number);
        if *own < 0 {
            let (left, right) = (Side::measure(of(-own), "its surplus"), of(-deficits[giver]));
            let right = Side::measure(right, "the largest surplus");
            why.test(subject, Rule::Surplus, left, Op::AtLeast, right, Unit::Number);
        } else {
            let (left, right) = (Side::measure(of(*own), "its deficit"), of(deficits[taker]));
            let right = Side::measure(right, "the largest deficit");
            why.test(subject, Rule::Deficit, left, Op::AtLeast, right, Unit::Number);
        }
    }
}

/// Whether a pair still exchanges. Tolerances below 1 would swap for ever and are taken for 1.
pub fn goes_on(pair: &Pair, rule: StopRule, tolerance: u64, why: &mut Telling) -> bool {
    let tolerance = i128::from(tolerance.max(1));
    let line = || Side::setting(tolerance as f64, "tolerance", "tolerance");
    let side = |numerator: i128, what| Side::measure(quotient(numerator, pair.weight, tolerance), what);
    let mut ask = |rule: Rule, numerator: i128, what| {
        why.test(Subject::Round, rule, side(numerator, what), Op::Above, line(), Unit::Number)
    };
    match rule {
        StopRule::Exchange => ask(Rule::StopSum, pair.surplus + pair.deficit, "surplus and deficit together"),
        StopRule::Both => {
            ask(Rule::StopSurplus, pair.surplus, "the largest surplus")
                || ask(Rule::StopDeficit, pair.deficit, "the largest deficit")
        }
        StopRule::LiteralOr => {
            ask(Rule::StopSurplus, pair.surplus, "the largest surplus")
                && ask(Rule::StopDeficit, pair.deficit, "the largest deficit")
        }
    }
}

/// How many shards a pair exchanges: what both can, whole, at least 1, within the cap and what the giver has.
pub fn exchange(pair: &Pair, cap: &Most, held: u64, why: &mut Telling) -> u64 {
    let (both, most) = (pair.surplus.min(pair.deficit), cap.count as u64);
    let left = Side::measure(quotient(both, pair.weight, i128::from(most)), "what both can");
    let is_within = why.test(Subject::Round, Rule::Cap, left, Op::AtMost, cap.side(), Unit::Number);
    let whole = if pair.weight > 0 { u64::try_from(both / pair.weight).unwrap_or(0) } else { 0 };
    if is_within { whole.max(1).min(held) } else { most.min(held) }
}

/// A round of the weighted strategy, with nothing in hand-off.
pub fn plan(
    regions: &[Region],
    total: u64,
    rule: StopRule,
    tolerance: u64,
    cap: &Most,
    why: &mut Telling,
) -> Option<Plan> {
    let pair = pair(regions, total, why)?;
    if !goes_on(&pair, rule, tolerance, why) {
        return Some(Plan { pair, moves: 0 });
    }
    let giver = &regions[pair.giver];
    let moves = exchange(&pair, cap, giver.counted, why);
    why.fact(Subject::Node(giver.node), Rule::Exchange, Side::measure(moves as f64, "shards to move"), Unit::Count);
    Some(Plan { pair, moves })
}

/// Places a shard where the deficit is largest; ties go to the larger weight, the older node, the lower address. `total`
/// counts the shard itself.
pub fn place(
    regions: &[Region],
    total: u64,
    is_open: impl Fn(&Region) -> bool,
    subject: Subject,
    why: &mut Telling,
) -> Option<usize> {
    let weight = weight_of_all(regions);
    let compare = |a: &Region, b: &Region| {
        let (own, other) = (deficit(a, total, weight), deficit(b, total, weight));
        let by_age = a.up_number.cmp(&b.up_number).then(a.node.cmp(&b.node));
        other.cmp(&own).then(b.weight.cmp(&a.weight)).then(by_age)
    };
    let (best, next) = best_two(regions, is_open, compare);
    if let (Some(best), Some(next)) = (best, next)
        && why.tells_of(&subject)
    {
        let (best, next) = (&regions[best], &regions[next]);
        let of = |region: &Region| deficit(region, total, weight) as f64 / (weight as f64).max(1.0);
        let (left, right) =
            (Side::measure(of(best), "its deficit"), Side::measure(of(next), "the next best’s deficit"));
        why.test(subject, Rule::PlaceDeficit, left, Op::AtLeast, right, Unit::Number);
        if deficit(best, total, weight) == deficit(next, total, weight) {
            let side = |region: &Region, what| Side::measure(region.weight as f64, what);
            let (left, right) = (side(best, "its weight"), side(next, "the next best’s weight"));
            why.test(subject, Rule::PlaceWeight, left, Op::AtLeast, right, Unit::Number);
        }
    }
    best
}

/// Places a shard where fewest are: ties go to the older node, the lower address.
pub fn place_evenly(
    regions: &[Region],
    is_open: impl Fn(&Region) -> bool,
    subject: Subject,
    why: &mut Telling,
) -> Option<usize> {
    let compare = |a: &Region, b: &Region| {
        a.counted.cmp(&b.counted).then(a.up_number.cmp(&b.up_number)).then(a.node.cmp(&b.node))
    };
    let (best, next) = best_two(regions, is_open, compare);
    if let (Some(best), Some(next)) = (best, next) {
        let counted = |place: usize| Region { listed: regions[place].counted as usize, ..regions[place] };
        numbers(&counted(best), &counted(next), subject, why);
    }
    best
}

/// Whole targets that come nearest to the real ones: every node its whole part, the rest to the largest remainders
/// (ties to the lower index).
pub fn largest_remainder(weights: &[u64], total: u64) -> Vec<u64> {
    let sum: u128 = weights.iter().map(|weight| u128::from(*weight)).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    let part = |weight: u64| u128::from(total) * u128::from(weight);
    let mut whole: Vec<u64> = weights.iter().map(|weight| (part(*weight) / sum) as u64).collect();
    let rest = total - whole.iter().sum::<u64>();
    let remainder = |place: usize| part(weights[place]) % sum;
    let order = crate::run::order(weights.len(), &mut |a, b| remainder(b).cmp(&remainder(a)));
    order.into_iter().take(rest as usize).for_each(|place| whole[place] += 1);
    whole
}
