//! What the brokers of the extensible load manager report beside their measurements: running values, and
//! a list of their largest bundles (PIP-192).
//!
//! Each broker works these out itself, so they are pure functions of what it measured. The load manager
//! keeps a [`super::Running`] for each broker, updates it with [`super::Running::after`], and makes a report of it
//! with [`super::Running::report`]; the age and the last unload are fields of the report.

use std::cmp::Ordering;
use std::rc::Rc;

use super::destination::DestinationChoice;
use super::reporting::BrokerState;
use crate::systems::shedding::model::load_data::{
    BrokerId, BundleId, BundleLoad, LoadData, namespace_of,
};
use crate::systems::shedding::model::world::World;
use crate::systems::shedding::release::Release;
use crate::systems::shedding::settings::{Key, Settings};

/// What had to be assumed about TransferShedder and its manager where nothing here is recorded.
pub const ASSUMPTIONS: &[&str] = &[
    "TransferShedder is built from a description, from reading the class and from its published tests, not from recorded runs.",
    "The traffic of a reported bundle is its short-term average, the same that the other strategies see.",
    "Reported bundles are ranked exactly by bytes in, then bytes out, messages and topics; 4.0 calls values close to each other equal.",
    "Namespaces that are excluded from shedding by name (PIP-380) are not known here.",
    "Namespace isolation and anti-affinity keep a transfer from its destination; the maximum of topics does not.",
    "Bundles that are not transferred are placed by the variant's placement, after their unload; the manager has its own, over smoothed usages.",
    "A broker keeps its running values when bundles come and go; newer releases start them again and report at once.",
    "A report that is too old is left out of average and deviation, but its broker may still be paired.",
    "What comes back in a swap is asked only for policies, not for recent unloads; if it is another broker's by now, the unload fails.",
    "Brokers of equal usage and bundles of equal rank come in the order of the load data.",
];

/// A namespace whose bundles are never reported, beside those of [`crate::systems::shedding::model::load_data::SYSTEM_NAMESPACES`].
const SYSTEM_NAMESPACE: &str = "pulsar/system";

/// Adds what the brokers have reported to the extensible manager. Who owns what it knows without reports.
pub(crate) fn report(
    load: &mut LoadData,
    broker_states: &[BrokerState],
    release: Release,
    settings: &Settings,
) {
    let listed: Vec<Vec<BundleId>> = (0..broker_states.len() as u32)
        .map(|id| top_bundles(load, BrokerId(id), release, settings))
        .collect();
    for ((broker, broker_state), listed) in load.brokers.iter_mut().zip(broker_states).zip(listed) {
        broker.extensible = broker_state
            .reported_running
            .map(|running| running.report(listed));
        broker.bundles = Rc::clone(&broker_state.held);
        broker.bundle_count = broker_state.held.len();
    }
}

/// Notes which of the reported bundles the rules keep off each broker.
pub(crate) fn bar(load: &mut LoadData, mut placing: DestinationChoice<'_>, world: &World) {
    let brokers: Vec<BrokerId> = load.broker_ids().collect();
    let lists = load
        .brokers
        .iter()
        .filter_map(|broker| broker.extensible.as_ref());
    let mut bundles: Vec<BundleId> = lists
        .flat_map(|report| report.top_bundles.iter().copied())
        .collect();
    bundles.sort_unstable();
    bundles.dedup();
    let mut barred = vec![Vec::new(); load.brokers.len()];
    let of = |bundle: BundleId| world.bundles[bundle.index()].namespace;
    // Bundles are in the order of their names, so those of a namespace stand together.
    for bundles in bundles.chunk_by(|a, b| of(*a) == of(*b)) {
        let may = placing.may_hold(bundles[0]);
        let others = brokers
            .iter()
            .filter(|broker| may.binary_search(broker).is_err());
        others.for_each(|broker| barred[broker.index()].extend(bundles));
    }
    for (broker, barred) in load.brokers.iter_mut().zip(barred) {
        if let Some(report) = &mut broker.extensible {
            report.barred = Some(barred);
        }
    }
}

/// The bundles that a broker reports (`TopKBundles`): its largest ones, as many as the setting says, **the
/// smallest of them first**.
///
/// The order decides what moves. TransferShedder walks the list and stops at the first bundle that is too
/// large, so a list with the largest first would hide every bundle behind one that does not fit. In the
/// published case of brokers at 2, 4, 6, 80 and 90 % the highest has 2 and 7 MB/s and may give 4.4: it gives
/// the 2, so the 2 is met first. (The list of the first releases had the largest first.)
///
/// Left out are system namespaces, bundles bound by policies unless these may be shed, and from 2026 on
/// bundles without traffic (pull request 23626).
pub fn top_bundles(
    load: &LoadData,
    broker: BrokerId,
    release: Release,
    settings: &Settings,
) -> Vec<BundleId> {
    let takes_bound = settings.is_on(Key::PoliciesEnabled);
    let is_listed = |bundle: &BundleLoad| {
        let is_system = bundle.is_system || namespace_of(&bundle.name) == SYSTEM_NAMESPACE;
        let is_idle = release != Release::V4_0 && bundle.short_term.rates.throughput() == 0.0;
        !is_system && !is_idle && (takes_bound || !bundle.has_policies)
    };
    let own = load.broker(broker).bundles.iter().copied();
    let mut listed: Vec<BundleId> = own.filter(|id| is_listed(load.bundle(*id))).collect();
    listed.sort_by(|a, b| by_size(load.bundle(*a), load.bundle(*b)));
    // A negative number reports nothing: the original asks for the first -1 of them.
    let most = settings.get(Key::TopBundles).max(0.0) as usize;
    listed.split_off(listed.len().saturating_sub(most))
}

/// `NamespaceBundleStats.compareTo` without its tolerances.
fn by_size(left: &BundleLoad, right: &BundleLoad) -> Ordering {
    let measures = |bundle: &BundleLoad| {
        let rates = bundle.short_term.rates;
        [
            rates.msg_throughput_in,
            rates.msg_throughput_out,
            rates.msg_rate(),
            f64::from(bundle.topics),
        ]
    };
    let pairs = measures(left).into_iter().zip(measures(right));
    pairs
        .map(|(left, right)| left.total_cmp(&right))
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}
