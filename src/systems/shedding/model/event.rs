//! What happens to the cluster from outside, and when: entries of the scenario, the same for every variant.
//!
//! An [`Event`] has one shape whatever its kind; which of its fields a kind uses, in which unit and
//! within which bounds, stands in its row of [`KINDS`]. Checks, forms and the timeline read the rows.

use serde::{Deserialize, Serialize};

use super::load_data::{Name, namespace_of};
use super::usage::Resource;
use crate::engine::TimedEvent;
use crate::engine::limits::{CPU_CAPACITY, MAX_PERCENT};

/// Kinds of events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Traffic and cost become `amount` percent of what they were, over `for_s` seconds.
    #[default]
    Traffic,
    /// Traffic and cost are higher by `amount` percent (of a broker: CPU usage by `amount` points) for `for_s` seconds.
    Spike,
    /// Something else on the broker's machine takes `amount` points of a resource for `for_s` seconds.
    Neighbour,
    /// The broker has `amount` percent of its CPU for `for_s` seconds.
    Slow,
    /// The broker is gone for good; its bundles are placed elsewhere.
    Stop,
    /// The broker is gone for `for_s` seconds and comes back empty.
    Restart,
    /// A new broker, empty, with a CPU capacity of `amount`.
    Add,
    /// Another broker becomes the leader: what strategy and manager remembered is lost.
    Leader,
    /// A bundle is unloaded by hand and placed again.
    Unload,
    /// A setting gets the value `amount`, in every variant.
    Set,
}

/// What an event is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// Nobody in particular.
    Nobody,
    /// A broker that is there.
    Broker,
    /// A broker that is not there yet.
    NewBroker,
    /// A bundle.
    Bundle,
    /// A bundle, a namespace, or `*` for all of them.
    Load,
    /// A broker, a bundle, a namespace, or `*`.
    BrokerOrLoad,
    /// A setting by its own key.
    Setting,
}

/// What the amount of a kind is.
#[derive(Clone, Copy)]
pub struct Amount {
    /// What a person reads.
    pub label: &'static str,
    /// The unit; empty where it depends on what the event is about.
    pub unit: &'static str,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
}

/// A row of the table of kinds.
pub struct KindInfo {
    /// Which.
    pub kind: Kind,
    /// What a person reads.
    pub label: &'static str,
    /// What it is about.
    pub about: About,
    /// What the amount is, where the kind has one.
    pub amount: Option<Amount>,
    /// Label and smallest value of the seconds, where the kind has them; 0 is the step, or for good.
    pub seconds: Option<(&'static str, u32)>,
    /// Amount and seconds that a new event begins with.
    pub first: (f64, u32),
}

/// Every kind, in the order of a list to pick from and of [`Kind`].
pub static KINDS: &[KindInfo] = &[
    row(
        Kind::Traffic,
        "Traffic changes",
        About::Load,
        Some(amount("Afterwards", "% of before", 0.0, MAX_PERCENT)),
        Some(("Over (0: at once)", 0)),
        (150.0, 0),
    ),
    row(
        Kind::Spike,
        "Spike",
        About::BrokerOrLoad,
        Some(amount("More load", "", 0.0, MAX_PERCENT)),
        Some(("Lasts", 1)),
        (20.0, 180),
    ),
    row(
        Kind::Neighbour,
        "Noisy neighbour",
        About::Broker,
        Some(amount("Takes", "points", -1000.0, 1000.0)),
        Some(("Lasts (0: for good)", 0)),
        (20.0, 0),
    ),
    row(
        Kind::Slow,
        "Slower CPU",
        About::Broker,
        Some(amount("Speed", "% of its CPU", 1.0, MAX_PERCENT)),
        Some(("Lasts (0: for good)", 0)),
        (50.0, 0),
    ),
    row(
        Kind::Stop,
        "Broker stops",
        About::Broker,
        None,
        None,
        (0.0, 0),
    ),
    row(
        Kind::Restart,
        "Broker restarts",
        About::Broker,
        None,
        Some(("Away for", 1)),
        (0.0, 60),
    ),
    row(
        Kind::Add,
        "Broker is added",
        About::NewBroker,
        Some(amount("CPU capacity", "×", CPU_CAPACITY.0, CPU_CAPACITY.1)),
        None,
        (1.0, 0),
    ),
    row(
        Kind::Leader,
        "Leader changes",
        About::Nobody,
        None,
        None,
        (0.0, 0),
    ),
    row(
        Kind::Unload,
        "Unload by hand",
        About::Bundle,
        None,
        None,
        (0.0, 0),
    ),
    row(
        Kind::Set,
        "Setting changes",
        About::Setting,
        Some(amount("Value", "", -1e12, 1e12)),
        None,
        (0.0, 0),
    ),
];

const fn amount(label: &'static str, unit: &'static str, min: f64, max: f64) -> Amount {
    Amount {
        label,
        unit,
        min,
        max,
    }
}

const fn row(
    kind: Kind,
    label: &'static str,
    about: About,
    amount: Option<Amount>,
    seconds: Option<(&'static str, u32)>,
    first: (f64, u32),
) -> KindInfo {
    KindInfo {
        kind,
        label,
        about,
        amount,
        seconds,
        first,
    }
}

impl Kind {
    /// The row of the kind.
    pub fn row(self) -> &'static KindInfo {
        &KINDS[self as usize]
    }
}

/// Something that happens at a time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Tells it from other events; variants name the events they leave out by it.
    pub id: u32,
    /// Seconds after the start.
    pub at_s: u32,
    /// What happens.
    pub kind: Kind,
    /// What it happens to: a name of a broker, bundle or namespace, `*`, or a setting's key.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub target: Name,
    /// How much, in the unit of the kind.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub value: f64,
    /// For how long, in seconds.
    #[serde(default, skip_serializing_if = "is_no_time")]
    pub duration_s: u32,
    /// Which resource a neighbour takes.
    #[serde(default, skip_serializing_if = "is_cpu")]
    pub resource: Resource,
}

impl TimedEvent for Event {
    fn id(&self, _place: usize) -> u32 {
        self.id
    }

    fn set_id(&mut self, id: u32, _place: usize) {
        self.id = id;
    }

    fn set_at_s(&mut self, at_s: f64) {
        self.at_s = at_s.round() as u32;
    }
}

fn is_empty(name: &Name) -> bool {
    name.is_empty()
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

fn is_no_time(value: &u32) -> bool {
    *value == 0
}

fn is_cpu(resource: &Resource) -> bool {
    *resource == Resource::Cpu
}

impl Event {
    /// When it ends, in seconds after the start; `None` if it does not.
    pub fn end_s(&self) -> Option<u64> {
        (self.duration_s > 0).then(|| u64::from(self.at_s) + u64::from(self.duration_s))
    }

    /// Whether it changes how much a bundle carries, by its name.
    pub fn is_of_bundle(&self, bundle: &str) -> bool {
        &*self.target == "*" || &*self.target == bundle || &*self.target == namespace_of(bundle)
    }

    /// Whether two events would be in force on the same subject at the same time and must not be. Neighbours
    /// add up, and slower times multiply: an edit at a later time is the difference to what is in force.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        let lasts = matches!(self.kind, Kind::Spike | Kind::Restart);
        let end = |event: &Self| event.end_s().unwrap_or(u64::MAX);
        lasts
            && (self.kind, &self.target, self.resource)
                == (other.kind, &other.target, other.resource)
            && u64::from(self.at_s) < end(other)
            && u64::from(other.at_s) < end(self)
    }
}
