//! The settings table: one row a setting, for variants and for the world alike, so that one form serves both.
//!
//! Keys and defaults of the variant's rows are those of the client (network properties, and the producer's builder);
//! the world's rows are ours. Labels, bounds and help are ours throughout.

use crate::engine::{Kind, Unit, ValueType, overrides};

/// Who has a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Each variant; both variants read it.
    Variant,
    /// Each variant, but only the rotating variant reads it.
    Rotating,
    /// The world, and so all variants alike.
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
    pub value_type: ValueType,
    /// The value where nothing is said; for the rotating variant too, whose endpoint count is 1 out of the box.
    pub default: f64,
    /// Who has it, and who reads it.
    pub owner: Owner,
    /// The heading under which it stands.
    pub group: &'static str,
    /// What it does, and what a larger value means, in whole sentences.
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
            value_type: ValueType { kind: $kind, min: $min as f64, max: $max as f64 }, default: $default as f64, owner: Owner::$owner, group: $group, help: $help,
        }),*];
    };
}

settings! {
    NumWriteEndpoints: "numWriteEndpoints", "Write endpoints", "", Count, Kind::Whole, -10..=1000, 1, Rotating, "Producer",
        "Number of brokers that a producer writes to in turn; less than 1 counts as 1. A larger value spreads each \
         producer over more brokers and connections.";
    SendRequestTimeout: "sendRequestTimeout", "Send timeout", "ms", Millis, Kind::Whole, 1..=600000, 5000, Variant, "Producer",
        "Milliseconds that a send may take with all its tries. The time is checked only before each try, so a send \
         can take longer. A larger value allows more tries.";
    MaxInflightRequests: "maxInflightRequests", "Most unfinished sends", "", Count, Kind::Whole, 1..=1000, 30, Variant, "Producer",
        "Number of sends of a producer that may be unfinished at the same time; a further one fails at once. A larger \
         value survives longer stalls.";
    ConnectTimeoutMs: "connectTimeoutMs", "Connect timeout", "ms", Millis, Kind::Whole, 1..=60000, 500, Variant, "Network",
        "Milliseconds that one attempt to connect waits for an answer; a metadata request gets no more time in all. A \
         larger value holds a producer up for longer by a broker that does not answer.";
    InitialRetryIntervalMs: "initialRetryIntervalMs", "First pause between attempts", "ms", Millis, Kind::Whole, 0..=60000, 500, Variant, "Network",
        "Milliseconds of pause after the first failed attempt to connect; each further pause is twice as long. A \
         larger value makes a producer move on to the next endpoint later.";
    MaxRetryCount: "maxRetryCount", "Further attempts", "", Count, Kind::Whole, 0..=10, 2, Variant, "Network",
        "Further attempts to connect after the first, within one try of an endpoint. A larger value makes a producer \
         hold on to a dead broker for longer.";
    IdleTimeoutMs: "idleTimeoutMs", "Idle timeout", "ms", Millis, Kind::Whole, 1..=86400000, 60000, Variant, "Network",
        "Milliseconds without any traffic after which a connection is closed. A larger value keeps unused connections \
         open for longer.";
    RatePerS: "rate_per_s", "Sends of a producer", "/s", PerSecond, Kind::Real, 0.01..=100, 1, World, "Traffic",
        "Sends per second of a producer, on average. A larger value makes more load.";
    Rates: "rates", "Spread of the rates", "", Name, Kind::Choice(&["equal", "zipf"]), 0..=1, 0, World, "Traffic",
        "How the rates of producers differ: with “equal” all send at the same rate; with “zipf” a few send most of \
         the traffic, and the average stays the same.";
    ZipfExponent: "zipf_exponent", "Zipf exponent", "", Times, Kind::Real, 0..=3, 1, World, "Traffic",
        "With “zipf”, the k-th largest producer of a zone sends in proportion to 1 / k to the power of this number. A \
         larger value concentrates the traffic on fewer producers; 0 makes all equal.";
    ConnectMs: "connect_ms", "Time to connect", "ms", Millis, Kind::Whole, 0..=400, 2, World, "Network of the world",
        "Milliseconds that an attempt to connect to a live broker takes. A larger value makes each new connection \
         slower.";
    ResponseMs: "response_ms", "Time to answer", "ms", Millis, Kind::Whole, 0..=2000, 20, World, "Network of the world",
        "Milliseconds from sending a request until the answer of the broker arrives. A larger value keeps more sends \
         unfinished; from the connect timeout on, no producer can be built.";
    MetadataListsDead: "metadata_lists_dead", "Metadata lists dead brokers", "", Count, Kind::Switch, 0..=1, 0, World, "Network of the world",
        "Whether a broker that is down is still listed in the metadata of the topic. When this is on, new metadata \
         can send a producer back to a dead broker.";
    RebuildS: "rebuild_s", "Pause after a failed start", "s", Seconds, Kind::Real, 0.1..=3600, 5, World, "Network of the world",
        "Seconds after which a producer that could not be built is built again, with a new shuffle. A larger value \
         keeps it from sending for longer.";
    WindowS: "window_s", "Window of the load", "s", Seconds, Kind::Whole, 1..=600, 12, World, "Looking",
        "Seconds over which the load of a broker is counted: its load is what it was sent in that time. A larger \
         value gives smoother loads that follow a change later.";
    SliceMs: "slice_ms", "Length of a slice", "ms", Millis, Kind::Whole, 100..=10000, 1000, World, "Looking",
        "Milliseconds of virtual time that one step of the timeline covers. A larger value gives fewer, coarser \
         steps; it changes nothing that producers do.";
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

impl overrides::Setting for Key {
    fn all() -> impl Iterator<Item = Self> {
        SETTINGS.iter().map(|row| row.key)
    }

    fn about(self) -> overrides::Row {
        let row = self.row();
        overrides::Row { name: row.name, value_type: row.value_type, is_of_variant: row.owner != Owner::World }
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
            assert_eq!(row.value_type.check(row.default), Ok(()), "{}", row.name);
            assert!(row.help.ends_with('.'), "{}", row.name);
        }
    }
}
