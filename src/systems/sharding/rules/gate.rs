//! The preconditions of rebalancing.

use super::{ClusterView, Halt};
use crate::engine::{Op, Operand, Unit};
use crate::systems::sharding::reason::{Explain, Rule, Subject};

/// Akka's precondition: there are regions, all of one version (if `checks_versions`), every member is reachable, and none
/// is joining.
///
/// # Errors
/// With the reason why rebalancing is not allowed.
pub(crate) fn check_gate(
    view: &ClusterView<'_>,
    checks_versions: bool,
    explain: &mut Explain,
) -> Result<(), Halt> {
    let zero = || Operand::measure(0.0, "none");
    let regions = Operand::measure(view.regions.len() as f64, "regions");
    if !explain.check(
        Subject::Round,
        Rule::AnyRegion,
        regions,
        Op::Above,
        zero(),
        Unit::Count,
    ) {
        return Err(Halt::NoRegion);
    }
    if checks_versions {
        let mut versions: Vec<_> = view.regions.iter().map(|region| region.version).collect();
        versions.sort_unstable();
        versions.dedup();
        let count = Operand::measure(versions.len() as f64, "versions");
        let one = Operand::measure(1.0, "one");
        if !explain.check(
            Subject::Round,
            Rule::OneVersion,
            count,
            Op::Equals,
            one,
            Unit::Count,
        ) {
            return Err(Halt::Versions(versions.len()));
        }
    }
    let unreachable = Operand::measure(view.unreachable as f64, "members that do not answer");
    if !explain.check(
        Subject::Round,
        Rule::AllReachable,
        unreachable,
        Op::Equals,
        zero(),
        Unit::Count,
    ) {
        return Err(Halt::Unreachable(view.unreachable));
    }
    let joining = Operand::measure(view.joining as f64, "members on their way in");
    if !explain.check(
        Subject::Round,
        Rule::NoneJoining,
        joining,
        Op::Equals,
        zero(),
        Unit::Count,
    ) {
        return Err(Halt::Joining(view.joining));
    }
    Ok(())
}

/// Checks that no shard is in hand-off.
///
/// # Errors
/// With the number of shards in hand-off.
pub(crate) fn check_no_handoffs(view: &ClusterView<'_>, explain: &mut Explain) -> Result<(), Halt> {
    let count = view.in_progress.len();
    let (left, none) = (
        Operand::measure(count as f64, "shards in hand-off"),
        Operand::measure(0.0, "none"),
    );
    let is_quiet = explain.check(
        Subject::Round,
        Rule::InProgress,
        left,
        Op::Equals,
        none,
        Unit::Count,
    );
    if is_quiet {
        Ok(())
    } else {
        Err(Halt::InHandoff(count))
    }
}
