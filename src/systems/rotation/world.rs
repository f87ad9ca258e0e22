//! The world of a scenario: who writes, who is written to, and what happens at times.

use serde::{Deserialize, Serialize};

use super::settings::{Key, SETTINGS};
use crate::engine::event_ids::{self, EventId, Identified};
use crate::engine::number::{write_number, write_option};

/// Most zones of a scenario.
pub const MAX_ZONES: usize = 6;
/// Most producers of a scenario, all zones together.
pub const MAX_PRODUCERS: u32 = 10_000;
/// Most brokers of a scenario, all zones together.
pub const MAX_BROKERS: u32 = 1_000;
/// Most producers times brokers: every producer keeps a list of its zone's brokers.
pub const MAX_LISTED: u64 = 1_000_000;
/// Most sends of a slice, and most starts, all producers together.
pub const MAX_SENDS: f64 = 50_000.0;
/// Most times that brokers go down or come back, all events together.
pub const MAX_CHANGES: u64 = 20_000;
/// Most brokers that come in the place of others, all events together.
pub const MAX_REPLACED: u64 = 4_000;
/// Most restarts of producers, all events together.
pub const MAX_RESTARTS: u64 = 100_000;

/// What is run: a fleet of producers, and the brokers of a topic by zone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct World {
    /// The zones, with their producers and brokers. Producers and brokers are numbered zone by zone.
    pub zones: Vec<Zone>,
    /// Sends per second of a producer, on average over the producers of a zone.
    #[serde(serialize_with = "write_number")]
    pub rate_per_s: f64,
    /// How rates differ between the producers of a zone.
    pub rates: Rates,
    /// With Zipf's rates, the k-th largest producer has a rate in proportion to 1 / k to this power.
    #[serde(serialize_with = "write_number")]
    pub zipf_exponent: f64,
    /// How long an attempt to connect to a live broker takes, in milliseconds.
    pub connect_ms: u32,
    /// How long an answer takes, in milliseconds.
    pub response_ms: u32,
    /// Whether brokers that are down stand in the metadata.
    pub metadata_lists_dead: bool,
    /// After how many seconds a producer is built again that could not be built.
    #[serde(serialize_with = "write_number")]
    pub rebuild_s: f64,
    /// Over how many of the last seconds loads are measured.
    pub window_s: u32,
    /// Virtual time of a step of the timeline, in milliseconds.
    pub slice_ms: u32,
    /// What happens at times.
    pub events: Vec<Event>,
}

impl Default for World {
    /// Every row of the settings table at its default; nobody in it, and nothing happens.
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
    /// What it is called; without a name, `az1`, `az2`, ….
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// How many producers are there.
    pub producers: u32,
    /// How many brokers are there.
    pub brokers: u32,
}

impl Zone {
    /// A zone that a person adds where there is none to be like.
    pub const FIRST: Self = Self {
        name: String::new(),
        producers: 60,
        brokers: 12,
    };
}

/// How the rates of producers differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rates {
    /// They do not.
    #[default]
    Equal,
    /// The k-th largest of a zone is in proportion to a power of 1 / k.
    Zipf,
}

/// Something that happens at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Tells it from other events; variants name the events they leave out by it.
    #[serde(default, skip_serializing_if = "EventId::is_by_place")]
    pub id: EventId,
    /// When, in seconds after the start.
    #[serde(serialize_with = "write_number")]
    pub at_s: f64,
    /// What.
    pub action: Action,
}

impl Event {
    /// Something that happens at a time, in seconds after the start.
    pub fn new(at_s: f64, what: Action) -> Self {
        Self {
            id: EventId::default(),
            at_s,
            action: what,
        }
    }
}

impl Identified for Event {
    fn id(&self, place: usize) -> u32 {
        self.id.at(place)
    }

    fn set_id(&mut self, id: u32, place: usize) {
        self.id = EventId::new(id, place);
    }
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// A broker goes down.
    Kill {
        /// Which one, by its first name; whatever address stands in its place by then.
        broker: String,
        /// How the dead one takes attempts to connect.
        #[serde(default)]
        how: FailureMode,
        /// After how many seconds it is back; without, it stays down.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            serialize_with = "write_option"
        )]
        duration_s: Option<f64>,
    },
    /// Every so-manieth broker goes down, the first among them.
    KillEvery {
        /// Every which one; at least 1.
        every: u32,
        /// How the dead ones take attempts to connect.
        #[serde(default)]
        how: FailureMode,
        /// After how many seconds they are back; without, they stay down.
        #[serde(
            default,
            skip_serializing_if = "Option::is_none",
            serialize_with = "write_option"
        )]
        duration_s: Option<f64>,
    },
    /// A broker is up again.
    Revive {
        /// Which one.
        broker: String,
    },
    /// A broker's address dies for good, and another takes its place.
    Replace {
        /// Which one.
        broker: String,
        /// How the old address takes attempts to connect.
        #[serde(default)]
        how: FailureMode,
    },
    /// The brokers go down and come back, one after another in their order.
    RollingRestart {
        /// How long each is down, in seconds.
        #[serde(serialize_with = "write_number")]
        down_s: f64,
        /// From one to the next, in seconds.
        #[serde(serialize_with = "write_number")]
        apart_s: f64,
        /// How the dead ones take attempts to connect.
        #[serde(default)]
        how: FailureMode,
        /// Whether each comes back under a new address.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        replaced: bool,
        /// In which zone; without, in all of them, zone by zone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
    },
    /// Each producer's next write is answered with “redirect”, whatever broker it reaches.
    Redirect {},
    /// Producers are restarted: they forget everything, and what they had not finished is lost.
    RestartProducers {
        /// In which zone; without, in all of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        zone: Option<String>,
        /// Over how many seconds, one after another.
        #[serde(default, serialize_with = "write_number")]
        over_s: f64,
    },
}

/// How a dead broker takes attempts to connect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureMode {
    /// They are refused at once.
    #[default]
    Refused,
    /// They are not answered at all.
    BlackHole,
}

impl World {
    /// The world with those events only that a variant sees: the ones that it does not ignore.
    #[must_use]
    pub fn seen(&self, ignored_events: &[u32]) -> Self {
        let events = event_ids::seen(&self.events, ignored_events)
            .map(|(_, event)| event.clone())
            .collect();
        Self {
            events,
            ..self.clone()
        }
    }

    /// Producers of all zones.
    pub fn producers(&self) -> u32 {
        self.zones
            .iter()
            .fold(0, |sum, zone| sum.saturating_add(zone.producers))
    }

    /// Brokers of all zones.
    pub fn brokers(&self) -> u32 {
        self.zones
            .iter()
            .fold(0, |sum, zone| sum.saturating_add(zone.brokers))
    }

    /// When a run of this many rounds ends, in seconds.
    pub fn end_s(&self, rounds: usize) -> f64 {
        (u64::from(self.slice_ms) * rounds as u64) as f64 / 1000.0
    }

    /// What a zone is called.
    pub fn zone_name(&self, zone: usize) -> String {
        match self.zones.get(zone) {
            Some(zone) if !zone.name.is_empty() => zone.name.clone(),
            _ => format!("az{}", zone + 1),
        }
    }

    /// The zone of a name.
    pub fn zone_of(&self, name: &str) -> Option<usize> {
        (0..self.zones.len()).find(|zone| self.zone_name(*zone) == name)
    }

    /// What a broker is called at first: `A` to `Z`, then `AA`, `AB`, …. It depends on nothing but its place.
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

    /// The broker of a first name.
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

    /// The zone of each broker, in their order.
    pub fn broker_zones(&self) -> Vec<u16> {
        let of = |(zone, about): (usize, &Zone)| vec![zone as u16; about.brokers as usize];
        self.zones.iter().enumerate().flat_map(of).collect()
    }

    /// The value of one of the world's rows; `None` for a row of the variant.
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

    /// Sets one of the world's rows to a value that has been checked.
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
