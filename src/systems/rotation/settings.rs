//! The settings table: one row for each setting of a variant or the world, in one form.
//!
//! Keys and defaults of a variant's settings are those of the client (network properties, and the producer's builder);
//! the world's settings, and all labels, bounds and help, are Shedscope's.

use crate::engine::Unit;
use crate::engine::setting::{SettingUnit, settings, unit};
use crate::engine::value_type::{SWITCH, choice, real, whole};

/// The reader of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// A variant with any selector.
    Variant,
    /// A variant with the rotating selector.
    Rotating,
    /// The world, for all variants.
    World,
}

settings! {
    unit: SettingUnit, default: f64, reader: Reader, is_of_variant: |row| row.reader != Reader::World;

    "Producer" {
        NumWriteEndpoints = "numWriteEndpoints" {
            label: "Write endpoints", unit: unit("", Unit::Count), value_type: whole(-10.0, 1000.0), default: 1.0, reader: Reader::Rotating,
            help: "Number of brokers that a producer writes to in rotation; less than 1 counts as 1. A larger value spreads each \
         producer over more brokers and connections.",
        }
        SendRequestTimeout = "sendRequestTimeout" {
            label: "Send timeout", unit: unit("ms", Unit::Millis), value_type: whole(1.0, 600000.0), default: 5000.0, reader: Reader::Variant,
            help: "Milliseconds that a send may take with all its tries. The time is checked only before each try, so a send \
         can take longer. A larger value allows more tries.",
        }
        MaxInflightRequests = "maxInflightRequests" {
            label: "Maximum unfinished sends", unit: unit("", Unit::Count), value_type: whole(1.0, 1000.0), default: 30.0, reader: Reader::Variant,
            help: "Number of sends of a producer that may be unfinished at the same time; a further one fails at once. A larger \
         value survives longer stalls.",
        }
    }
    "Network" {
        ConnectTimeoutMs = "connectTimeoutMs" {
            label: "Connect timeout", unit: unit("ms", Unit::Millis), value_type: whole(1.0, 60000.0), default: 500.0, reader: Reader::Variant,
            help: "Milliseconds that one attempt to connect waits for an answer; a metadata request gets no more time in all. A \
         larger value lets a broker that does not answer block a producer for longer.",
        }
        InitialRetryIntervalMs = "initialRetryIntervalMs" {
            label: "First pause between attempts", unit: unit("ms", Unit::Millis), value_type: whole(0.0, 60000.0), default: 500.0, reader: Reader::Variant,
            help: "Milliseconds of pause after the first failed attempt to connect; each further pause is twice as long. A \
         larger value makes a producer move on to the next endpoint later.",
        }
        MaxRetryCount = "maxRetryCount" {
            label: "Further attempts", unit: unit("", Unit::Count), value_type: whole(0.0, 10.0), default: 2.0, reader: Reader::Variant,
            help: "Attempts to connect after the first, within one try of an endpoint. A larger value makes a producer \
         hold on to a dead broker for longer.",
        }
        IdleTimeoutMs = "idleTimeoutMs" {
            label: "Idle timeout", unit: unit("ms", Unit::Millis), value_type: whole(1.0, 86400000.0), default: 60000.0, reader: Reader::Variant,
            help: "Milliseconds without any traffic after which a connection is closed. A larger value keeps unused connections \
         open for longer.",
        }
    }
    "Traffic" {
        RatePerS = "rate_per_s" {
            label: "Sends per producer", unit: unit("/s", Unit::PerSecond), value_type: real(0.01, 100.0), default: 1.0, reader: Reader::World,
            help: "Sends per second of a producer, on average. A larger value creates more load.",
        }
        Rates = "rates" {
            label: "Distribution of the rates", unit: unit("", Unit::Name), value_type: choice(&["equal", "zipf"]), default: 0.0, reader: Reader::World,
            help: "How the rates of producers differ: with “equal” all send at the same rate; with “zipf” a few send most of \
         the traffic, and the average stays the same.",
        }
        ZipfExponent = "zipf_exponent" {
            label: "Zipf exponent", unit: unit("", Unit::Times), value_type: real(0.0, 3.0), default: 1.0, reader: Reader::World,
            help: "With “zipf”, the k-th largest producer of a zone sends in proportion to 1 / k to the power of this number. A \
         larger value concentrates the traffic on fewer producers; 0 makes all equal.",
        }
    }
    "Network of the world" {
        ConnectMs = "connect_ms" {
            label: "Time to connect", unit: unit("ms", Unit::Millis), value_type: whole(0.0, 400.0), default: 2.0, reader: Reader::World,
            help: "Milliseconds that an attempt to connect to a live broker takes. A larger value makes each new connection \
         slower.",
        }
        ResponseMs = "response_ms" {
            label: "Time to answer", unit: unit("ms", Unit::Millis), value_type: whole(0.0, 2000.0), default: 20.0, reader: Reader::World,
            help: "Milliseconds from sending a request until the answer of the broker arrives. A larger value keeps more sends \
         unfinished; from the connect timeout on, no producer can be built.",
        }
        MetadataListsDead = "metadata_lists_dead" {
            label: "Metadata lists dead brokers", unit: unit("", Unit::Count), value_type: SWITCH, default: 0.0, reader: Reader::World,
            help: "Whether a broker that is down is still listed in the metadata of the topic. When this is on, new metadata \
         can send a producer back to a dead broker.",
        }
        RebuildS = "rebuild_s" {
            label: "Pause after a failed start", unit: unit("s", Unit::Seconds), value_type: real(0.1, 3600.0), default: 5.0, reader: Reader::World,
            help: "Seconds after which a producer that could not be built is built again, with a new shuffle. A larger value \
         keeps it from sending for longer.",
        }
    }
    "Measurement" {
        WindowS = "window_s" {
            label: "Window of the load", unit: unit("s", Unit::Seconds), value_type: whole(1.0, 600.0), default: 12.0, reader: Reader::World,
            help: "Seconds over which the load of a broker is counted: its load is the number of requests that it received in that time. A larger \
         value gives smoother loads that follow a change later.",
        }
        SliceMs = "slice_ms" {
            label: "Length of a slice", unit: unit("ms", Unit::Millis), value_type: whole(100.0, 10000.0), default: 1000.0, reader: Reader::World,
            help: "Milliseconds of virtual time that one step of the timeline covers. A larger value gives fewer, coarser \
         steps; it does not affect the producers.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_keys_and_take_their_defaults() {
        for row in SETTINGS {
            assert!(std::ptr::eq(row.key.row(), row));
            assert!(Setting::from_name(row.name).is_some_and(|found| std::ptr::eq(found, row)));
            assert_eq!(row.value_type.check(row.default), Ok(()), "{}", row.name);
            assert!(row.help.ends_with('.'), "{}", row.name);
        }
    }
}
