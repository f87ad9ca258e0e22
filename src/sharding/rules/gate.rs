//! Whether it is a good time to rebalance at all.

use super::View;
use crate::run::{Op, Side, Unit};
use crate::sharding::reason::{Rule, Subject, Telling};

/// Akka's gate: there are regions, of one version (where versions are asked for), every member answers, and none is
/// on its way in.
pub fn is_open(view: &View<'_>, asks_versions: bool, why: &mut Telling) -> bool {
    let zero = || Side::measure(0.0, "none");
    let regions = Side::measure(view.regions.len() as f64, "regions");
    if !why.test(Subject::Round, Rule::AnyRegion, regions, Op::Above, zero(), Unit::Count) {
        return false;
    }
    if asks_versions {
        let mut versions: Vec<_> = view.regions.iter().map(|region| region.version).collect();
        versions.sort();
        versions.dedup();
        let versions = Side::measure(versions.len() as f64, "versions");
        let one = Side::measure(1.0, "one");
        if !why.test(Subject::Round, Rule::OneVersion, versions, Op::Equals, one, Unit::Count) {
            return false;
        }
    }
    let unreachable = Side::measure(view.unreachable as f64, "members that do not answer");
    if !why.test(Subject::Round, Rule::AllReachable, unreachable, Op::Equals, zero(), Unit::Count) {
        return false;
    }
    let joining = Side::measure(view.joining as f64, "members on their way in");
    why.test(Subject::Round, Rule::NoneJoining, joining, Op::Equals, zero(), Unit::Count)
}

/// Whether nothing is in hand-off.
pub fn is_quiet(view: &View<'_>, why: &mut Telling) -> bool {
    let count = Side::measure(view.in_progress.len() as f64, "shards in hand-off");
    let none = Side::measure(0.0, "none");
    why.test(Subject::Round, Rule::InProgress, count, Op::Equals, none, Unit::Count)
}
