//! The settings table: one row a setting of a lane or a number of the world, and everything about it comes
//! from its row.
//!
//! Keys and defaults are those of opensearch-spark (`FlintOptions`, without `spark.datasource.flint.`); what is a
//! constant in its code, or not there at all, has a key that starts with `shedscope.`

use super::variant::{Unit, Variant};
use crate::run::{Kind, Takes, Unit as Said};

/// What a setting measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Permits a second.
    Rate,
    /// Permits.
    Amount,
    /// Milliseconds.
    Millis,
    /// Seconds.
    Seconds,
    /// Percent.
    Percent,
    /// A count or a word.
    Count,
    /// A factor.
    Factor,
}

impl Of {
    /// How the unit is written behind a field.
    pub fn text(self, unit: Unit) -> &'static str {
        match (self, unit) {
            (Self::Rate, Unit::Bytes) => "B/s",
            (Self::Rate, Unit::Documents) => "docs/s",
            (Self::Amount, Unit::Bytes) => "B",
            (Self::Amount, Unit::Documents) => "docs",
            (Self::Millis, _) => "ms",
            (Self::Seconds, _) => "s",
            (Self::Percent, _) => "%",
            (Self::Factor, _) => "×",
            (Self::Count, _) => "",
        }
    }

    /// The unit in which reasons speak of it.
    pub fn said(self, unit: Unit) -> Said {
        match self {
            Self::Rate => unit.rate(),
            Self::Amount => unit.amount(),
            Self::Millis => Said::Millis,
            Self::Seconds => Said::Seconds,
            Self::Percent => Said::Percent,
            Self::Factor => Said::Times,
            Self::Count => Said::Count,
        }
    }
}

/// The value where nothing is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Usual {
    /// One for all.
    All(f64),
    /// In bytes, in documents.
    ByUnit(f64, f64),
    /// Of v1011, v1027, v1135 and issue 1084.
    ByVariant([f64; 4]),
}

/// Who reads a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Every version of the limiter.
    Limiter,
    /// The versions with a meter: v1027 and v1135.
    Metered,
    /// The versions with a cooldown: v1135 and issue 1084.
    Newest,
    /// The world: writers, retries, the server.
    World,
}

/// A row of the table.
#[derive(Debug)]
pub struct Setting {
    /// Which setting.
    pub key: Key,
    /// The system's own key, or a name of ours.
    pub name: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// What it measures.
    pub of: Of,
    /// What it takes.
    pub takes: Takes,
    /// The value where nothing is said.
    pub default: Usual,
    /// Who reads it.
    pub reader: Reader,
    /// The heading it stands under.
    pub group: &'static str,
    /// Whether an event can change it while the run goes on.
    pub can_change: bool,
    /// One line of help.
    pub help: &'static str,
}

macro_rules! settings {
    ($($group:literal { $($key:ident: $name:literal, $label:literal, $of:ident, $kind:expr, $min:literal..=$max:literal,
        $default:expr, $reader:ident, $change:literal, $help:literal;)* })*) => {
        /// Names a row of [`SETTINGS`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Key { $($(#[doc = $label] $key),*),* }

        /// The table, in the order in which a form shows it.
        pub static SETTINGS: &[Setting] = &[$($(Setting {
            key: Key::$key, name: $name, label: $label, of: Of::$of, takes: Takes { kind: $kind, min: $min as f64, max: $max as f64 },
            default: $default, reader: Reader::$reader, group: $group, can_change: $change, help: $help,
        }),*),*];
    };
}

use Kind::{Choice, Real, Switch, Whole};
use Usual::{All, ByUnit, ByVariant};

settings! {
    "The limit" {
        Enabled: "write.bulk.rate_limit_per_node.enabled", "Limiter", Count, Switch, 0..=1, All(1.0), Limiter, true,
            "Whether requests ask for permits at all. Shipped switched off; on here, or there would be nothing to see.";
        Min: "write.bulk.rate_limit_per_node.min", "Least limit", Rate, Whole, 1..=1000000000000_i64, ByUnit(512_000.0, 5_000.0), Limiter, true,
            "The limit starts here and never falls below. Shipped: 500kb a second, before May 2025 5000 documents.";
        Max: "write.bulk.rate_limit_per_node.max", "Greatest limit", Rate, Whole, -1..=1000000000000_i64, ByUnit(3_584_000.0, 50_000.0), Limiter, true,
            "The limit never rises above, least limit first. In v1011 and v1027 0 or less means no upper bound.";
        Step: "write.bulk.rate_limit_per_node.increase_step", "Step of a raise", Rate, Whole, 0..=1000000000000_i64, ByUnit(102_400.0, 500.0), Limiter, true,
            "A raise adds this much.";
        Ratio: "write.bulk.rate_limit_per_node.decrease_ratio", "Ratio of a cut", Factor, Real, 0..=1, ByVariant([0.8, 0.8, 0.5, 0.5]), Limiter, true,
            "A cut leaves this much, cut off to a whole number; v1135 uses it for rejections and for slow answers.";
    }
    "Constants in the code" {
        WindowMs: "shedscope.meter_window_ms", "Window of the meter", Millis, Whole, 1..=600000, ByVariant([3_000.0, 3_000.0, 10_000.0, 10_000.0]), Metered, true,
            "The rate in use is what was granted in this time. v1027: 3 s; v1135: 10 s.";
        UseThreshold: "shedscope.use_threshold", "Use that allows a raise", Factor, Real, 0..=10, All(0.8), Metered, true,
            "A raise needs this share of the limit in use: more than it in v1027, at least it in v1135.";
        LatencyThresholdMs: "shedscope.latency_threshold_ms", "Slow answer", Millis, Whole, 0..=3600000, ByVariant([20_000.0, 20_000.0, 20_000.0, 30_000.0]), Newest, true,
            "A success that took longer than this is a bad signal.";
        TimeoutRatio: "shedscope.timeout_ratio", "Ratio at a timeout", Factor, Real, 0..=1, All(0.0), Newest, true,
            "What a timeout leaves of the limit; 0 goes straight to the least.";
        CooldownMs: "shedscope.decrease_cooldown_ms", "Cooldown of cuts", Millis, Whole, 0..=3600000, All(20_000.0), Newest, true,
            "After a bad signal that counted, bad signals are ignored for this long.";
    }
    "Writers" {
        Unit: "unit", "Permits count", Count, Choice(&["bytes", "documents"]), 0..=1, All(0.0), World, false,
            "v1135 counts bytes, v1011 and v1027 count documents; lanes of one world count the same.";
        Executors: "executors", "Executors", Count, Whole, 1..=64, All(1.0), World, false,
            "Processes. Each has a limiter of its own, and there is one server.";
        Writers: "writers", "Writers an executor", Count, Whole, 0..=256, All(8.0), World, false,
            "Threads that send one request after the other and share their executor’s limiter.";
        Batch: "batch", "Size of a request", Amount, Whole, 1..=1000000000000_i64, ByUnit(1_048_576.0, 1_000.0), World, true,
            "Permits that a request asks for. The shipped write.batch_bytes is 1mb.";
        BatchSpread: "batch_spread_percent", "Spread of the size", Percent, Whole, 0..=90, All(0.0), World, true,
            "Sizes are drawn evenly within this many percent around it.";
        SpacingMs: "start_spacing_ms", "Start after one another", Millis, Whole, 0..=60000, All(10.0), World, false,
            "Time from the start of one writer to that of the next.";
    }
    "Retries" {
        MaxRetries: "retry.bulk.max_retries", "Most retries", Count, Whole, 0..=100, All(10.0), World, true,
            "After this many rejected retries a batch is given up.";
        BackoffMs: "retry.bulk.initial_backoff", "First backoff", Millis, Whole, 100..=30000, All(4_000.0), World, true,
            "Wait before the first retry; it doubles each time and ends at 30 s.";
        JitterMs: "shedscope.retry_jitter_ms", "Jitter of the backoff", Millis, Whole, 0..=1000, All(0.0), World, true,
            "Drawn evenly up to this much shorter or longer; in the real client 100 ms.";
        FailedPercent: "failed_percent", "Items of a rejection that fail", Percent, Whole, 1..=100, All(100.0), World, true,
            "Only these are sent again; the rest are taken into the server’s queue. The recorded runs send all again.";
        PauseMs: "timeout_pause_ms", "Pause after a timeout", Millis, Whole, 100..=60000, All(1_000.0), World, true,
            "A timeout is not retried; the writer goes on with its next batch after this long.";
    }
    "Server" {
        Capacity: "capacity", "Capacity", Rate, Real, 1..=1000000000000_i64, ByUnit(2_097_152.0, 20_000.0), World, false,
            "What the server works off in a second, one request after the other.";
        BacklogLimitS: "backlog_limit_s", "Backlog that is taken", Seconds, Real, -1..=3600, All(10.0), World, true,
            "With more than this many seconds of work waiting, a request is rejected (429); -1 for no limit.";
        BaseLatencyMs: "base_latency_ms", "Base latency", Millis, Whole, 0..=600000, All(50.0), World, true,
            "Time an answer takes besides the work.";
        RejectMs: "reject_after_ms", "A rejection takes", Millis, Whole, 1..=60000, All(50.0), World, true,
            "Time from sending to the answer 429.";
        SocketTimeoutMs: "socket_timeout_millis", "Socket timeout", Millis, Whole, 100..=600000, All(60_000.0), World, true,
            "An answer that takes longer is not waited for; the server does the work all the same.";
        ConnectTimeoutMs: "connection_timeout_millis", "Connection timeout", Millis, Whole, 100..=600000, All(10_000.0), World, true,
            "In an outage a request ends after this long without a connection.";
    }
}

impl Setting {
    /// The row of a key's name.
    pub fn of_name(name: &str) -> Option<&'static Self> {
        SETTINGS.iter().find(|row| row.name == name)
    }

    /// Whether its name is the system's own key.
    pub fn is_own_key(&self) -> bool {
        ["write.", "retry.", "socket_", "connection_"].iter().any(|start| self.name.starts_with(start))
    }

    /// Whether it belongs to a lane; otherwise to the world.
    pub fn is_of_lane(&self) -> bool {
        self.reader != Reader::World
    }

    /// Whether a version of the limiter, or its world, reads it.
    pub fn is_read_by(&self, variant: Variant) -> bool {
        match self.reader {
            Reader::Limiter | Reader::World => true,
            Reader::Metered => variant.has_meter(),
            Reader::Newest => variant.has_cooldown(),
        }
    }

    /// The least value that a version takes: one that reads a size knows no minus sign, and 0 is no limit.
    pub fn least(&self, variant: Variant) -> f64 {
        if self.key == Key::Max && variant.has_cooldown() { self.takes.min.max(1.0) } else { self.takes.min }
    }

    /// Its value where nothing is said.
    pub fn default(&self, unit: Unit, variant: Variant) -> f64 {
        match self.default {
            All(value) => value,
            ByUnit(bytes, documents) => [bytes, documents][unit as usize],
            ByVariant(values) => values[variant as usize],
        }
    }
}

impl Key {
    /// Its row.
    pub fn row(self) -> &'static Setting {
        &SETTINGS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_their_keys_and_take_their_defaults() {
        for (index, row) in SETTINGS.iter().enumerate() {
            assert_eq!(row.key as usize, index, "{}", row.name);
            assert!(row.help.ends_with('.'), "{}", row.name);
            for unit in [Unit::Bytes, Unit::Documents] {
                for variant in Variant::ALL {
                    assert!(row.takes.check(row.default(unit, variant)).is_ok(), "{}", row.name);
                }
            }
        }
    }
}
