//! The world of a document: producers, brokers, and events.

use serde::{Deserialize, Serialize};

use super::settings::{Key, SETTINGS};
use crate::engine::event;
use crate::engine::number::{write_number, write_option};

/// Maximum number of zones of a scenario.
pub(crate) const MAX_ZONES: usize = 6;
/// Maximum number of producers of a scenario, over all zones.
pub(crate) const MAX_PRODUCERS: u32 = 10_000;
/// Maximum number of brokers of a scenario, over all zones.
pub const MAX_BROKERS: u32 = 1_000;
/// Maximum of producers times brokers: every producer keeps a list of its zone's brokers.
pub(crate) const MAX_LISTED: u64 = 1_000_000;
/// Maximum number of sends in a slice, and of starts, over all producers.
pub(crate) const MAX_SENDS: f64 = 50_000.0;
/// Maximum number of times that brokers go down or come back, over all events.
pub(crate) const MAX_CHANGES: u64 = 20_000;
/// Maximum number of replaced brokers, over all events.
pub(crate) const MAX_REPLACED: u64 = 4_000;
/// Maximum number of restarts of producers, over all events.
pub(crate) const MAX_RESTARTS: u64 = 100_000;

/// The world that is simulated: producers, and the brokers of a topic, by zone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct World {
    /// The zones. Producers and brokers are numbered zone by zone.
    pub zones: Vec<Zone>,
    /// Mean number of sends per second of a zone's producers.
    #[serde(serialize_with = "write_number")]
    pub rate_per_s: f64,
    /// The distribution of rates over the producers of a zone.
    pub rates: Rates,
    /// With Zipf's rates, the k-th largest rate is proportional to 1 / k to this power.
    #[serde(serialize_with = "write_number")]
    pub zipf_exponent: f64,
    /// Time to connect to a live broker, in milliseconds.
    pub connect_ms: u32,
    /// Response time of a broker, in milliseconds.
    pub response_ms: u32,
    /// Whether the metadata lists brokers that are down.
    pub metadata_lists_dead: bool,
    /// Time after which a failed start is repeated, in seconds.
    #[serde(serialize_with = "write_number")]
    pub rebuild_s: f64,
    /// Window over which loads are measured, in seconds.
    pub window_s: u32,
    /// Length of a slice, in milliseconds of virtual time.
    pub slice_ms: u32,
    /// Events, in any order.
    pub events: Vec<Event>,
}

impl Default for World {
    /// All settings at their defaults, without zones and events.
    fn default() -> Self {
        let mut world = Self {
            zones: Vec::new(),
            rate_per_s: 0.0,
            rates: Rates::Equal,
            zipf_exponent: 0.0,
            connect_ms: 0,
            response_ms: 0,
            metadata_lists_dead: false,
            rebuild_s: 0.0,
            window_s: 0,
            slice_ms: 0,
            events: Vec::new(),
        };
        SETTINGS
            .iter()
            .for_each(|row| world.set(row.key, row.default));
        world
    }
}

/// An availability zone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// The name; defaults to `az1`, `az2`, ….
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Number of producers.
    pub producers: u32,
    /// Number of brokers.
    pub brokers: u32,
}

impl Zone {
    /// The zone that is added where there is none to copy.
    pub(crate) const FIRST: Self = Self {
        name: String::new(),
        producers: 60,
        brokers: 12,
    };
}

/// The distribution of rates over the producers of a zone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rates {
    /// All rates are equal.
    #[default]
    Equal,
    /// The k-th largest rate is proportional to a power of 1 / k.
    Zipf,
}

/// An event of the world.
pub type Event = event::Event<Action>;

/// The action of an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// A broker goes down.
    Kill {
        /// Its first name, whatever its address is by then.
        broker: String,
        /// The reaction of the dead broker to attempts to connect.
        #[serde(default)]
        how: FailureMode,
        /// Seconds until it is back; without, it stays down.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            serialize_with = "write_option"
        )]
        duration_s: Option<f64>,
    },
    /// Every n-th broker goes down, including the first.
    KillEvery {
        /// The n; at least 1.
        every: u32,
        /// The reaction of the dead brokers to attempts to connect.
        #[serde(default)]
        how: FailureMode,
        /// Seconds until they are back; without, they stay down.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            serialize_with = "write_option"
        )]
        duration_s: Option<f64>,
    },
    /// A broker is up again.
    Revive {
        /// Its first name.
        broker: String,
    },
    /// A broker's address dies for good, and another replaces it.
    Replace {
        /// Its first name.
        broker: String,
        /// The reaction of the old address to attempts to connect.
        #[serde(default)]
        how: FailureMode,
    },
    /// The brokers go down and come back one after another, in order.
    RollingRestart {
        /// Time for which each is down, in seconds.
        #[serde(serialize_with = "write_number")]
        down_s: f64,
        /// Time from one to the next, in seconds.
        #[serde(serialize_with = "write_number")]
        apart_s: f64,
        /// The reaction of the dead brokers to attempts to connect.
        #[serde(default)]
        how: FailureMode,
        /// Whether each comes back under a new address.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        replaced: bool,
        /// The zone; without, all zones, one after another.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
    },
    /// Each producer's next write is answered with “redirect”, whichever broker it reaches.
    Redirect {},
    /// Producers are restarted: they lose their state, and their unfinished sends fail.
    RestartProducers {
        /// The zone; without, all zones.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
        /// Period over which they restart one after another, in seconds.
        #[serde(default, serialize_with = "write_number")]
        over_s: f64,
    },
}

/// The reaction of a dead broker to attempts to connect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureMode {
    /// Refuses them at once.
    #[default]
    Refused,
    /// Does not answer, so they time out.
    BlackHole,
}

impl World {
    /// The world without the events that a variant ignores.
    #[must_use]
    pub fn seen(&self, ignored_events: &[u32]) -> Self {
        let events = event::seen(&self.events, ignored_events)
            .map(|(_, event)| event.clone())
            .collect();
        Self {
            events,
            ..self.clone()
        }
    }

    /// Number of producers, over all zones.
    pub fn producers(&self) -> u32 {
        self.zones
            .iter()
            .fold(0, |sum, zone| sum.saturating_add(zone.producers))
    }

    /// Number of brokers, over all zones.
    pub fn brokers(&self) -> u32 {
        self.zones
            .iter()
            .fold(0, |sum, zone| sum.saturating_add(zone.brokers))
    }

    /// The end of a run of this many rounds, in seconds.
    pub fn end_s(&self, rounds: usize) -> f64 {
        (u64::from(self.slice_ms) * rounds as u64) as f64 / 1000.0
    }

    /// The display name of a zone.
    pub(crate) fn zone_name(&self, zone: usize) -> String {
        match self.zones.get(zone) {
            Some(zone) if !zone.name.is_empty() => zone.name.clone(),
            _ => format!("az{}", zone + 1),
        }
    }

    /// The index of the zone with a name.
    pub(crate) fn zone_of(&self, name: &str) -> Option<usize> {
        (0..self.zones.len()).find(|zone| self.zone_name(*zone) == name)
    }

    /// The first name of a broker: `A` to `Z`, then `AA`, `AB`, …, by its index alone.
    pub fn broker_name(&self, broker: usize) -> String {
        let mut letters = Vec::new();
        let mut rest = broker + 1;
        while rest > 0 {
            rest -= 1;
            letters.push(char::from(b'A' + (rest % 26) as u8));
            rest /= 26;
        }
        letters.into_iter().rev().collect()
    }

    /// The index of the broker with a first name.
    pub fn broker_of(&self, name: &str) -> Option<usize> {
        let is_name =
            (1..=6).contains(&name.len()) && name.bytes().all(|letter| letter.is_ascii_uppercase());
        if !is_name {
            return None;
        }
        let number = name.bytes().fold(0, |number, letter| {
            number * 26 + usize::from(letter - b'A') + 1
        });
        Some(number - 1).filter(|place| *place < self.brokers() as usize)
    }

    /// The zone of each broker.
    pub(crate) fn broker_zones(&self) -> Vec<u16> {
        let of = |(zone, about): (usize, &Zone)| vec![zone as u16; about.brokers as usize];
        self.zones.iter().enumerate().flat_map(of).collect()
    }

    /// The value of a setting of the world; `None` for a setting of the variant.
    pub fn value(&self, key: Key) -> Option<f64> {
        Some(match key {
            Key::RatePerS => self.rate_per_s,
            Key::Rates => f64::from(u8::from(self.rates == Rates::Zipf)),
            Key::ZipfExponent => self.zipf_exponent,
            Key::ConnectMs => f64::from(self.connect_ms),
            Key::ResponseMs => f64::from(self.response_ms),
            Key::MetadataListsDead => f64::from(u8::from(self.metadata_lists_dead)),
            Key::RebuildS => self.rebuild_s,
            Key::WindowS => f64::from(self.window_s),
            Key::SliceMs => f64::from(self.slice_ms),
            _ => return None,
        })
    }

    /// Sets a setting of the world to a validated value.
    pub fn set(&mut self, key: Key, value: f64) {
        match key {
            Key::RatePerS => self.rate_per_s = value,
            Key::Rates => {
                self.rates = if value == 0.0 {
                    Rates::Equal
                } else {
                    Rates::Zipf
                }
            }
            Key::ZipfExponent => self.zipf_exponent = value,
            Key::ConnectMs => self.connect_ms = value as u32,
            Key::ResponseMs => self.response_ms = value as u32,
            Key::MetadataListsDead => self.metadata_lists_dead = value != 0.0,
            Key::RebuildS => self.rebuild_s = value,
            Key::WindowS => self.window_s = value as u32,
            Key::SliceMs => self.slice_ms = value as u32,
            _ => {}
        }
    }
}
