//! The bundles that a broker offers, and how ThresholdShedder and OverloadShedder take of them.

use super::{Decision, Selection};
use crate::engine::{Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{
    BrokerId, BundleId, BundleLoad, LoadData, Name, SYSTEM_NAMESPACES, by_traffic_descending,
    namespace_of,
};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::Key;

/// Whether a bundle is offered for shedding: not under its grace period, not of a system namespace.
pub fn is_offered(id: BundleId, bundle: &BundleLoad, explain: &mut Explain) -> bool {
    if !explain.is_recording() {
        return bundle.unloaded_min_ago.is_none() && !bundle.is_system;
    }
    let subject = Subject::Bundle(id);
    let namespace = Operand::measure(&Name::from(namespace_of(&bundle.name)), "its namespace");
    let shapes = Operand::measure(
        &Name::from(SYSTEM_NAMESPACES),
        "a heartbeat or SLA namespace",
    );
    if explain.check(
        subject,
        Rule::IsSystemBundle,
        namespace,
        Op::HasShape,
        shapes,
        Unit::Name,
    ) {
        return false;
    }
    let recent = bundle.unloaded_min_ago.is_some();
    explain.switch(
        subject,
        Rule::IsInGrace,
        "unloaded within the grace period",
        recent,
        Key::GracePeriodMinutes.name(),
    );
    if let Some(minutes) = bundle.unloaded_min_ago {
        explain.fact(
            subject,
            Rule::UnloadedBefore,
            Operand::measure(minutes, "since it was unloaded"),
            Unit::Minutes,
        );
    }
    !recent
}

/// The offered bundles of a broker by some measure, largest first, ties in the order met.
pub(super) fn offered_by(
    load: &LoadData,
    broker: BrokerId,
    of: impl Fn(&BundleLoad) -> f64,
    explain: &mut Explain,
) -> Vec<(BundleId, f64)> {
    let mut bundles: Vec<(BundleId, f64)> = Vec::with_capacity(load.broker(broker).bundles.len());
    for &id in load.broker(broker).bundles.iter() {
        let bundle = load.bundle(id);
        if is_offered(id, bundle, explain) {
            bundles.push((id, of(bundle)));
        }
    }
    bundles.sort_by(|a, b| by_traffic_descending(a.1, b.1));
    bundles
}

/// Step 5 of ThresholdShedder and OverloadShedder: walk the offered bundles by throughput, largest
/// first, and take while the sum taken is under the amount. The first is taken in any case; nothing
/// asks whether one fits, so the last may overshoot. A broker's only bundle stays.
pub(super) fn take_until_amount(
    load: &LoadData,
    from: BrokerId,
    amount: f64,
    decision: &mut Decision,
    explain: &mut Explain,
) {
    let subject = Subject::Broker(from);
    let count = Operand::measure(
        load.broker(from).bundle_count as f64,
        "bundles of the broker",
    );
    if !explain.check(
        subject,
        Rule::HasSpareBundles,
        count,
        Op::Above,
        Operand::measure(1.0, "one bundle"),
        Unit::Count,
    ) {
        return;
    }
    let mut sum = 0.0;
    let mut is_first = true;
    for (bundle, throughput) in offered_by(
        load,
        from,
        |bundle| bundle.short_term.rates.throughput(),
        explain,
    ) {
        let subject = Subject::Bundle(bundle);
        let taken = Operand::measure(sum, "taken so far");
        let enough = Operand::measure(amount, "amount to move");
        if !explain.check(
            subject,
            Rule::AmountNotReached,
            taken,
            Op::Below,
            enough,
            Unit::ByteRate,
        ) && !explain.flag(
            subject,
            Rule::IsFirst,
            "the first bundle of the broker",
            is_first,
        ) {
            break;
        }
        is_first = false;
        sum += throughput;
        decision.selections.push(Selection {
            bundle,
            from,
            target: None,
        });
    }
}
