//! The edits of a cluster, as data: what a field, a button or a dragged bar asks for.

use std::sync::Arc;

use super::cluster::{Bundle, Cluster};
use super::reason::trimmed;
use super::usage::Resource;
use crate::run::Problem;

/// A field of a bundle that can be edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BundleField {
    /// CPU points of the reference broker.
    Cpu,
    /// Messages per second in.
    MsgRateIn,
    /// Messages per second out.
    MsgRateOut,
    /// Bytes per second in.
    ThroughputIn,
    /// Bytes per second out.
    ThroughputOut,
}

impl BundleField {
    /// All of them, in the order of a table.
    pub const ALL: [Self; 5] = [Self::Cpu, Self::MsgRateIn, Self::MsgRateOut, Self::ThroughputIn, Self::ThroughputOut];

    /// What a person reads, with the unit.
    pub fn label(self) -> &'static str {
        match self {
            Self::Cpu => "CPU points",
            Self::MsgRateIn => "msg/s in",
            Self::MsgRateOut => "msg/s out",
            Self::ThroughputIn => "B/s in",
            Self::ThroughputOut => "B/s out",
        }
    }

    /// Its place in a bundle.
    pub fn of(self, bundle: &Bundle) -> f64 {
        match self {
            Self::Cpu => bundle.cpu,
            Self::MsgRateIn => bundle.msg_rate_in,
            Self::MsgRateOut => bundle.msg_rate_out,
            Self::ThroughputIn => bundle.msg_throughput_in,
            Self::ThroughputOut => bundle.msg_throughput_out,
        }
    }

    fn set(self, bundle: &mut Bundle, value: f64) {
        *match self {
            Self::Cpu => &mut bundle.cpu,
            Self::MsgRateIn => &mut bundle.msg_rate_in,
            Self::MsgRateOut => &mut bundle.msg_rate_out,
            Self::ThroughputIn => &mut bundle.msg_throughput_in,
            Self::ThroughputOut => &mut bundle.msg_throughput_out,
        } = value;
    }
}

/// An edit of the cluster at its start. Brokers and bundles are counted in the scenario's own order.
#[derive(Clone, Debug, PartialEq)]
pub enum ClusterEdit {
    /// One resource of a broker, in percent.
    Usage(usize, Resource, f64),
    /// All that a broker's bundles cost and carry, by the CPU usage they should come to.
    Load(usize, f64),
    /// What else runs on a broker, in percent.
    Base(usize, Resource, f64),
    /// CPU capacity, 1 = the reference broker.
    Capacity(usize, f64),
    /// How many bundles share a broker's load.
    BundleCount(usize, usize),
    /// How unequally they share it.
    Skew(usize, f64),
    /// Another name for a broker.
    RenameBroker(usize, String),
    /// One more broker, empty.
    AddBroker,
    /// One broker less, with its bundles.
    RemoveBroker(usize),
    /// One value of one bundle.
    SetBundle(usize, usize, BundleField, f64),
    /// Another name for a bundle.
    RenameBundle(usize, usize, String),
    /// One more bundle on a broker.
    AddBundle(usize),
    /// One bundle less.
    RemoveBundle(usize, usize),
}

impl ClusterEdit {
    /// What is edited, and behind a colon how: `Load of broker-1: 40`.
    pub fn said(&self, cluster: &Cluster) -> String {
        let (what, value) = match self {
            Self::Usage(_, resource, value) => (resource.label(), Some(*value)),
            Self::Load(_, value) => ("Load", Some(*value)),
            Self::Base(_, _, value) => ("Other load", Some(*value)),
            Self::Capacity(_, value) => ("CPU capacity", Some(*value)),
            Self::BundleCount(_, count) => ("Bundles", Some(*count as f64)),
            Self::Skew(_, value) => ("Inequality of bundles", Some(*value)),
            Self::RenameBroker(..) => ("Name", None),
            Self::AddBroker => return "Broker added".to_owned(),
            Self::RemoveBroker(_) => ("Removal", None),
            Self::SetBundle(_, _, field, value) => (field.label(), Some(*value)),
            Self::RenameBundle(..) => ("Name of a bundle", None),
            Self::AddBundle(_) => ("New bundle", None),
            Self::RemoveBundle(..) => ("Removal of a bundle", None),
        };
        let broker = self.broker().and_then(|index| cluster.brokers.get(index)).map_or("", |broker| &broker.name);
        let mut said = format!("{what} of {broker}");
        if let Some(value) = value {
            said.push_str(": ");
            said.push_str(&trimmed(value, 1));
        }
        said
    }

    /// The cluster after the edit.
    ///
    /// # Errors
    /// When the edit cannot be made; the cluster given is as it was.
    pub fn apply(&self, cluster: &Cluster) -> Result<Cluster, Problem> {
        let mut edited = cluster.clone();
        if self.broker().is_some_and(|index| index >= edited.brokers.len()) {
            return Err(Problem::at("broker", "it is not there any more."));
        }
        if let Self::SetBundle(broker, bundle, ..)
        | Self::RenameBundle(broker, bundle, _)
        | Self::RemoveBundle(broker, bundle) = self
            && *bundle >= edited.brokers[*broker].bundles.len()
        {
            return Err(Problem::at("bundle", "it is not there any more."));
        }
        let brokers = &mut edited.brokers;
        match self {
            Self::Usage(broker, resource, percent) => brokers[*broker].set_usage(*resource, *percent),
            Self::Load(broker, percent) => brokers[*broker].set_load(*percent),
            Self::Base(broker, resource, percent) => {
                brokers[*broker].base = brokers[*broker].base.with(*resource, *percent)
            }
            Self::Capacity(broker, capacity) => brokers[*broker].cpu_capacity = *capacity,
            Self::BundleCount(broker, count) => brokers[*broker].set_bundle_count(*count),
            Self::Skew(broker, skew) => {
                brokers[*broker].skew = *skew;
                let count = brokers[*broker].bundles.len();
                brokers[*broker].set_bundle_count(count);
            }
            Self::RenameBroker(broker, name) => edited.rename_broker(*broker, name)?,
            Self::AddBroker => edited.add_broker()?,
            Self::RemoveBroker(broker) => drop(brokers.remove(*broker)),
            Self::SetBundle(broker, bundle, field, value) => {
                field.set(&mut Arc::make_mut(&mut brokers[*broker].bundles)[*bundle], *value);
            }
            Self::RenameBundle(broker, bundle, name) => edited.rename_bundle(*broker, *bundle, name)?,
            Self::AddBundle(broker) => edited.add_bundle(*broker)?,
            Self::RemoveBundle(broker, bundle) => drop(Arc::make_mut(&mut brokers[*broker].bundles).remove(*bundle)),
        }
        if !edited.has_sound_numbers() {
            return Err(Problem::at("edit", "It makes a number too large to be real; give a smaller one."));
        }
        Ok(edited)
    }

    fn broker(&self) -> Option<usize> {
        match self {
            Self::AddBroker => None,
            Self::Usage(broker, ..)
            | Self::Load(broker, _)
            | Self::Base(broker, ..)
            | Self::Capacity(broker, _)
            | Self::BundleCount(broker, _)
            | Self::Skew(broker, _)
            | Self::RenameBroker(broker, _)
            | Self::RemoveBroker(broker)
            | Self::SetBundle(broker, ..)
            | Self::RenameBundle(broker, ..)
            | Self::AddBundle(broker)
            | Self::RemoveBundle(broker, _) => Some(*broker),
        }
    }
}

impl ClusterEdit {
    /// Whether a renaming could be made, without making it.
    ///
    /// # Errors
    /// When the name cannot be taken.
    pub fn apply_name(&self, cluster: &Cluster) -> Result<(), Problem> {
        match self {
            Self::RenameBroker(broker, name) => cluster.check_broker_name(*broker, name),
            Self::RenameBundle(broker, bundle, name) => cluster.check_bundle_name(*broker, *bundle, name),
            _ => Ok(()),
        }
    }
}
