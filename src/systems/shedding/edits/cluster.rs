//! The edits of a cluster, as data: what a field, a button or a dragged bar asks for.

use super::rules::{NameList, RuleId};
use crate::engine::format::format_number;
use crate::engine::{Cause, Problem};
use crate::systems::shedding::model::cluster::{Bundle, Cluster};
use crate::systems::shedding::model::usage::Resource;

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
    pub const ALL: [Self; 5] = [
        Self::Cpu,
        Self::MsgRateIn,
        Self::MsgRateOut,
        Self::ThroughputIn,
        Self::ThroughputOut,
    ];

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

/// An edit of the cluster at its start, or of what holds for the whole run. Brokers and bundles are counted in
/// the scenario's own order; in the place of a broker, [`crate::systems::shedding::model::cluster::UNPLACED`] stands for the bundles that
/// nobody owns.
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
    /// How far loads stray, in percent.
    Fluctuation(f64),
    /// How long a draw of that lasts, in seconds.
    FluctuationInterval(u32),
    /// One rule more.
    AddRule(RuleId),
    /// One rule less.
    RemoveRule(RuleId),
    /// Names of a rule, with commas between them.
    SetNames(RuleId, NameList, String),
    /// How many primary brokers of an isolation rule must be up for the secondary ones to stay out of it.
    SetMinAvailable(usize, u32),
}

impl ClusterEdit {
    /// What is edited, and behind a colon how: `Load of broker-1: 40`.
    pub fn said(&self, cluster: &Cluster) -> String {
        let (what, value) = match self {
            Self::Fluctuation(percent) => {
                return format!("Fluctuation: {}", format_number(*percent, 2));
            }
            Self::FluctuationInterval(seconds) => return format!("Time between draws: {seconds}"),
            Self::AddRule(rule) => return format!("{} added", rule.title()),
            Self::RemoveRule(rule) => return format!("{} removed", rule.title()),
            Self::SetNames(rule, names, text) => {
                return format!(
                    "{}: {}: {}",
                    rule.title(),
                    names.label().to_ascii_lowercase(),
                    text.trim()
                );
            }
            Self::SetMinAvailable(rule, count) => {
                return format!(
                    "{}: primary ones to be up: {count}",
                    RuleId::Isolation(*rule).title()
                );
            }
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
        let broker = self.owner().and_then(|index| cluster.brokers.get(index));
        let mut said = what.to_owned();
        match broker {
            Some(broker) => said.extend([" of ", &broker.name]),
            None => said.push_str(" without a broker"),
        }
        if let Some(value) = value {
            said.push_str(": ");
            said.push_str(&format_number(value, 1));
        }
        said
    }

    /// The cluster after the edit.
    ///
    /// # Errors
    /// When the edit cannot be made; the cluster given is as it was.
    pub fn apply(&self, cluster: &Cluster) -> Result<Cluster, Problem> {
        let mut edited = cluster.clone();
        let is_there = match self {
            Self::SetBundle(owner, bundle, ..)
            | Self::RenameBundle(owner, bundle, _)
            | Self::RemoveBundle(owner, bundle) => edited
                .bundles_of(*owner)
                .is_some_and(|bundles| *bundle < bundles.len()),
            Self::BundleCount(owner, _) | Self::AddBundle(owner) => {
                edited.bundles_of(*owner).is_some()
            }
            _ => self
                .owner()
                .is_none_or(|broker| broker < edited.brokers.len()),
        };
        if !is_there {
            return Err(Problem::at("edit", Cause::NotThere));
        }
        let brokers = &mut edited.brokers;
        match self {
            Self::Usage(broker, resource, percent) => {
                brokers[*broker].set_usage(*resource, *percent)
            }
            Self::Load(broker, percent) => brokers[*broker].set_load(*percent),
            Self::Base(broker, resource, percent) => {
                brokers[*broker].base = brokers[*broker].base.with(*resource, *percent)
            }
            Self::Capacity(broker, capacity) => brokers[*broker].cpu_capacity = *capacity,
            Self::BundleCount(owner, count) => edited.set_bundle_count(*owner, *count),
            Self::Skew(broker, skew) => {
                brokers[*broker].skew = *skew;
                let count = brokers[*broker].bundles.len();
                brokers[*broker].set_bundle_count(count);
            }
            Self::RenameBroker(broker, name) => edited.rename_broker(*broker, name)?,
            Self::AddBroker => edited.add_broker()?,
            Self::RemoveBroker(broker) => drop(brokers.remove(*broker)),
            Self::SetBundle(owner, bundle, field, value) => {
                field.set(&mut edited.bundles_mut(*owner)[*bundle], *value);
            }
            Self::RenameBundle(owner, bundle, name) => {
                edited.rename_bundle(*owner, *bundle, name)?
            }
            Self::AddBundle(owner) => edited.add_bundle(*owner)?,
            Self::RemoveBundle(owner, bundle) => drop(edited.bundles_mut(*owner).remove(*bundle)),
            Self::Fluctuation(percent) => edited.fluctuation_percent = *percent,
            Self::FluctuationInterval(seconds) => edited.fluctuation_interval_s = *seconds,
            Self::AddRule(rule) => edited.add_rule(*rule),
            Self::RemoveRule(rule) => edited.remove_rule(*rule),
            Self::SetNames(rule, list, text) => edited.set_names(*rule, *list, text)?,
            Self::SetMinAvailable(rule, count) => {
                if let Some(rule) = edited.isolation.get_mut(*rule) {
                    rule.min_available = *count;
                }
            }
        }
        if !edited.has_sound_numbers() {
            return Err(Problem::at(
                "edit",
                Cause::other(
                    "It makes a number too large to be real",
                    "give a smaller one",
                ),
            ));
        }
        Ok(edited)
    }

    /// Whether it is about the whole run: made at a later time it is the same as made at the start.
    pub(crate) fn is_of_run(&self) -> bool {
        !matches!(self, Self::AddBroker) && self.owner().is_none()
    }

    /// The broker that it is about, or [`crate::systems::shedding::model::cluster::UNPLACED`].
    fn owner(&self) -> Option<usize> {
        match self {
            Self::AddBroker
            | Self::Fluctuation(_)
            | Self::FluctuationInterval(_)
            | Self::AddRule(_)
            | Self::RemoveRule(_)
            | Self::SetNames(..)
            | Self::SetMinAvailable(..) => None,
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
    /// Whether an edit of names could be made, without making it.
    ///
    /// # Errors
    /// When the name cannot be taken.
    pub(crate) fn apply_name(&self, cluster: &Cluster) -> Result<(), Problem> {
        match self {
            Self::RenameBroker(broker, name) => cluster.check_broker_name(*broker, name),
            Self::RenameBundle(owner, bundle, name) => {
                cluster.check_bundle_name(*owner, *bundle, name)
            }
            Self::SetNames(rule, list, text) => cluster.check_names(*rule, *list, text),
            _ => Ok(()),
        }
    }
}
