//! The settings table: one row a setting, for lanes and for the world alike, so that one form serves both.
//!
//! Keys and defaults of the lane's rows are those of the client (network properties, and the producer's builder);
//! the world's rows are ours. Labels, bounds and help are ours throughout.

use crate::run::{Kind, Takes, Unit, given};

/// Who has a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Each lane; both variants read it.
    Lane,
    /// Each lane, but only the rotating variant reads it.
    Rotating,
    /// The world, and so all lanes alike.
    World,
}

/// A row of the table.
#[derive(Debug)]
pub struct Setting {
    /// Which setting.
    pub key: Key,
    /// The client's own key, or the field of the world.
    pub name: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// The unit behind the field; empty where there is none.
    pub unit: &'static str,
    /// The unit in which reasons speak of it.
    pub measure: Unit,
    /// What it takes.
    pub takes: Takes,
    /// The value where nothing is said; for the rotating variant too, whose endpoint count is 1 out of the box.
    pub default: f64,
    /// Who has it, and who reads it.
    pub owner: Owner,
    /// The heading under which it stands.
    pub group: &'static str,
    /// One line of help.
    pub help: &'static str,
}

macro_rules! settings {
    ($($key:ident: $name:literal, $label:literal, $unit:literal, $measure:ident, $kind:expr, $min:literal..=$max:literal, $default:literal, $owner:ident, $group:literal, $help:literal;)*) => {
        /// Names a row of [`SETTINGS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Key { $(#[doc = $label] $key),* }

        /// The table, in the order in which a form shows it.
        pub static SETTINGS: &[Setting] = &[$(Setting {
            key: Key::$key, name: $name, label: $label, unit: $unit, measure: Unit::$measure,
            takes: Takes { kind: $kind, min: $min as f64, max: $max as f64 }, default: $default as f64, owner: Owner::$owner, group: $group, help: $help,
        }),*];
    };
}

settings! {
    NumWriteEndpoints: "numWriteEndpoints", "Write endpoints", "", Count, Kind::Whole, -10..=1000, 1, Rotating, "Producer",
        "How many brokers a producer writes to in turn; less than 1 counts as 1.";
    SendRequestTimeout: "sendRequestTimeout", "Send timeout", "ms", Millis, Kind::Whole, 1..=600000, 5000, Lane, "Producer",
        "How long a send may take with all its tries; looked at before each try, so it can be overrun.";
    MaxInflightRequests: "maxInflightRequests", "Most unfinished sends", "", Count, Kind::Whole, 1..=1000, 30, Lane, "Producer",
        "How many sends of a producer may be unfinished; a further one fails at once.";
    ConnectTimeoutMs: "connectTimeoutMs", "Connect timeout", "ms", Millis, Kind::Whole, 1..=60000, 500, Lane, "Network",
        "How long one attempt to connect waits for an answer; also all the time that a metadata request gets.";
    InitialRetryIntervalMs: "initialRetryIntervalMs", "First pause between attempts", "ms", Millis, Kind::Whole, 0..=60000, 500, Lane, "Network",
        "Pause after the first failed attempt to connect; each further pause is twice as long.";
    MaxRetryCount: "maxRetryCount", "Further attempts", "", Count, Kind::Whole, 0..=10, 2, Lane, "Network",
        "Attempts to connect after the first, inside one try of an endpoint.";
    IdleTimeoutMs: "idleTimeoutMs", "Idle timeout", "ms", Millis, Kind::Whole, 1..=86400000, 60000, Lane, "Network",
        "A connection on which nothing happens for so long is closed.";
    RatePerS: "rate_per_s", "Sends of a producer", "/s", PerSecond, Kind::Real, 0.01..=100, 1, World, "Traffic",
        "How many sends a second a producer makes on average.";
    Rates: "rates", "Spread of the rates", "", Name, Kind::Choice(&["equal", "zipf"]), 0..=1, 0, World, "Traffic",
        "equal: all producers send at the same rate; zipf: a few send most of it, the average stays.";
    ZipfExponent: "zipf_exponent", "Zipf exponent", "", Times, Kind::Real, 0..=3, 1, World, "Traffic",
        "The k-th largest producer of a zone sends in proportion to 1 / k to this power.";
    ConnectMs: "connect_ms", "Time to connect", "ms", Millis, Kind::Whole, 0..=400, 2, World, "Network of the world",
        "How long an attempt to connect to a live broker takes.";
    ResponseMs: "response_ms", "Time to answer", "ms", Millis, Kind::Whole, 0..=2000, 20, World, "Network of the world",
        "How long a broker takes to answer a request, there and back; from the connect timeout on no producer can be built.";
    MetadataListsDead: "metadata_lists_dead", "Metadata lists dead brokers", "", Count, Kind::Switch, 0..=1, 0, World, "Network of the world",
        "Whether a broker that is down still stands in the topic's metadata.";
    RebuildS: "rebuild_s", "Pause after a failed start", "s", Seconds, Kind::Real, 0.1..=3600, 5, World, "Network of the world",
        "A producer that could not be built is built again after so long, with a new shuffle.";
    WindowS: "window_s", "Window of the load", "s", Seconds, Kind::Whole, 1..=600, 12, World, "Looking",
        "A broker's load is what it was sent in the last so many seconds.";
    SliceMs: "slice_ms", "Length of a slice", "ms", Millis, Kind::Whole, 100..=10000, 1000, World, "Looking",
        "How much virtual time one step of the timeline covers.";
}

impl Key {
    /// Its row.
    pub fn row(self) -> &'static Setting {
        // Rows stand in the order of the keys: a test holds them to it.
        &SETTINGS[self as usize]
    }

    /// The key of a name.
    pub fn of(name: &str) -> Option<Self> {
        SETTINGS.iter().find(|row| row.name == name).map(|row| row.key)
    }
}

impl given::Setting for Key {
    fn all() -> impl Iterator<Item = Self> {
        SETTINGS.iter().map(|row| row.key)
    }

    fn about(self) -> given::Row {
        let row = self.row();
        given::Row { name: row.name, takes: row.takes, is_of_lane: row.owner != Owner::World }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_keys_and_take_their_defaults() {
        for (place, row) in SETTINGS.iter().enumerate() {
            assert_eq!(row.key as usize, place);
            assert_eq!(Key::of(row.name), Some(row.key));
            assert_eq!(row.takes.check(row.default), Ok(()), "{}", row.name);
            assert!(row.help.ends_with('.'), "{}", row.name);
        }
    }
}
