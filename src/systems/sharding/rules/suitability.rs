//! The order in which Akka's strategies prefer regions, and placement by it.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Region;
use crate::engine::{Op, Operand, Unit, Value};
use crate::systems::sharding::reason::{Explain, Rule, Subject};

/// Orders regions by suitability: staying before leaving; then, of equal status, the higher version, fewer shards, the
/// older, the lower address. For different statuses that both stay or both leave, Akka compares as equal and the order of
/// a map decides; here it is the order of [`super::Status`].
pub fn compare(a: &Region, b: &Region) -> Ordering {
    let by_leaving = a.status.is_leaving().cmp(&b.status.is_leaving());
    by_leaving
        .then(a.status.cmp(&b.status))
        .then_with(|| within_status(a, b))
}

fn within_status(a: &Region, b: &Region) -> Ordering {
    b.version
        .cmp(&a.version)
        .then(a.listed.cmp(&b.listed))
        .then(a.up_number.cmp(&b.up_number))
        .then(a.node.cmp(&b.node))
}

/// The indices of the regions, best first.
pub fn sorted(regions: &[Region]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..regions.len()).collect();
    places.sort_by(|a, b| compare(&regions[*a], &regions[*b]));
    places
}

/// The indices of the best and the second-best region. `compare` orders indices.
pub(crate) fn best_two(
    regions: &[Region],
    accepts_shards: impl Fn(&Region) -> bool,
    compare: impl Fn(usize, usize) -> Ordering,
) -> (Option<usize>, Option<usize>) {
    let (mut best, mut next): (Option<usize>, Option<usize>) = (None, None);
    let is_better = |place: usize, than: Option<usize>| {
        than.is_none_or(|than| compare(place, than) == Ordering::Less)
    };
    for place in (0..regions.len()).filter(|place| accepts_shards(&regions[*place])) {
        // Most regions are worse than the second best, so that comparison comes first.
        if !is_better(place, next) {
            continue;
        }
        if is_better(place, best) {
            (best, next) = (Some(place), best);
        } else {
            next = Some(place);
        }
    }
    (best, next)
}

/// Selects the best region that is open, and explains its difference to the second best.
pub fn place(
    regions: &[Region],
    accepts_shards: impl Fn(&Region) -> bool,
    subject: Subject,
    explain: &mut Explain,
) -> Option<usize> {
    let (best, next) = best_two(regions, accepts_shards, |a, b| {
        compare(&regions[a], &regions[b])
    });
    if let (Some(best), Some(next)) = (best, next) {
        explain_difference(&regions[best], &regions[next], subject, explain);
    }
    best
}

/// Explains what makes one region better than another.
fn explain_difference(best: &Region, next: &Region, subject: Subject, explain: &mut Explain) {
    if !explain.records(&subject) {
        return;
    }
    if best.status.is_leaving() != next.status.is_leaving() {
        explain.flag(
            subject,
            Rule::PlaceStaying,
            "it stays and the next best leaves",
            true,
        );
        return;
    }
    if best.version != next.version {
        let name = |region: &Region| Value::from(&Arc::from(region.version.to_string().as_str()));
        let left = Operand::measure(name(best), "its version");
        let right = Operand::measure(name(next), "the next best’s version");
        explain.check(
            subject,
            Rule::PlaceVersion,
            left,
            Op::Equals,
            right,
            Unit::Name,
        );
        return;
    }
    explain_tie(best, next, subject, explain);
}

/// The same for regions of equal status and version: count, age, address.
pub(crate) fn explain_tie(best: &Region, next: &Region, subject: Subject, explain: &mut Explain) {
    let (rule, what, next_what, left, right) = if best.listed != next.listed {
        (
            Rule::PlaceCount,
            "its shards",
            "the next best’s shards",
            best.listed as u64,
            next.listed as u64,
        )
    } else if best.up_number != next.up_number {
        let ages = (u64::from(best.up_number), u64::from(next.up_number));
        (
            Rule::PlaceAge,
            "its place by age",
            "the next best’s place by age",
            ages.0,
            ages.1,
        )
    } else {
        let places = (u64::from(best.node.0), u64::from(next.node.0));
        (
            Rule::PlaceAddress,
            "its place by address",
            "the next best’s place by address",
            places.0,
            places.1,
        )
    };
    let (left, right) = (
        Operand::measure(left as f64, what),
        Operand::measure(right as f64, next_what),
    );
    explain.check(subject, rule, left, Op::Below, right, Unit::Count);
}
