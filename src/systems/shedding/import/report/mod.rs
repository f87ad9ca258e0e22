//! Load reports as brokers publish them, and the cluster that they describe.
//!
//! The modular manager's `LocalBrokerData`: one object, a list, a map by broker, or several one after
//! another; besides, the reports of the simple and of the extensible manager as far as they go.

use std::collections::BTreeSet;

use super::text::shortened;
use crate::engine::{Cause, Problem, Thing};
use crate::systems::shedding::model::load_data::{Name, Rates};
use crate::systems::shedding::model::usage::Reading;

mod bundles;
mod fields;
mod kind;
mod read;
mod world;

pub use kind::{Kind, Manager};
pub use read::{PASTED, Reports, read};
pub(crate) use world::cluster_of;

/// How an operator gets load reports.
pub(crate) const HOW_TO_GET: &str = "give the load reports of the brokers: `pulsar-admin broker-stats load-report` of each, or the nodes under /loadbalance/brokers";

/// What one broker reported.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The broker.
    pub broker: Name,
    /// Where the report stands.
    pub place: String,
    /// Which load manager wrote it.
    pub manager: Manager,
    /// Usage and limit of each resource, in the order of `Resource::ALL` and in the report's units:
    /// CPU in percent of a core, memory in MB, network in kbit/s. A limit of 0 is not known.
    pub readings: [Reading; 5],
    /// Traffic as the broker itself counts it.
    pub rates: Option<Rates>,
    /// Its bundles.
    pub bundles: Vec<ReportedBundle>,
    /// When it was written, in milliseconds since 1970.
    pub(crate) updated_ms: Option<f64>,
    /// The release that the broker runs.
    pub version: Option<String>,
}

/// A bundle of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedBundle {
    /// `tenant/namespace/0x…_0x…`
    pub name: Name,
    /// Its traffic; zero where there are no statistics.
    pub rates: Rates,
    /// Topics, producers and consumers.
    pub counts: [u32; 3],
}

impl Report {
    /// The traffic of its bundles together.
    pub fn carried(&self) -> Rates {
        let mut sum = [0.0; 4];
        for bundle in &self.bundles {
            for (total, own) in sum.iter_mut().zip(bundle.rates.to_array()) {
                *total += own;
            }
        }
        Rates::from_array(sum)
    }
}

/// Checks that no broker is reported twice and no bundle has two owners.
///
/// # Errors
/// With both places, and what to do.
pub fn check(reports: &[Report]) -> Result<(), Problem> {
    let (mut brokers, mut bundles) = (BTreeSet::<&Name>::new(), BTreeSet::<&Name>::new());
    for report in reports {
        if !brokers.insert(&report.broker)
            && let Some(first) = reports.iter().find(|first| first.broker == report.broker)
        {
            return Err(said_twice(first, report));
        }
        for bundle in &report.bundles {
            if !bundles.insert(&bundle.name) {
                let owns =
                    |first: &&Report| first.bundles.iter().any(|other| other.name == bundle.name);
                let owner = reports.iter().find(owns).unwrap_or(report);
                return Err(owned_twice(&bundle.name, owner, report));
            }
        }
    }
    Ok(())
}

fn said_twice(first: &Report, second: &Report) -> Problem {
    let newer = match (first.updated_ms, second.updated_ms) {
        (Some(a), Some(b)) if a > b => Some("the first"),
        (Some(a), Some(b)) if a < b => Some("the second"),
        _ => None,
    };
    let (name, first) = (shortened(&first.broker), first.place.clone());
    Problem::at(&second.place, Cause::ReportedTwice { name, first, newer })
}

fn owned_twice(bundle: &str, first: &Report, second: &Report) -> Problem {
    let bundle = shortened(bundle);
    if std::ptr::eq(first, second) {
        return Problem::at(
            &second.place,
            Cause::duplicate(Thing::ReportedBundle, bundle),
        );
    }
    let first = format!("“{}” ({})", shortened(&first.broker), first.place);
    Problem::at(
        &second.place,
        Cause::ClaimedTwice {
            bundle,
            first,
            second: shortened(&second.broker),
        },
    )
}
