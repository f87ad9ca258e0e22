//! The settings table: one row for each setting of a variant or the world. Forms, documents and checks all read it.
//!
//! Keys and defaults are those of opensearch-spark (`FlintOptions`, without `spark.datasource.flint.`); settings that are
//! constants or absent there have a key that starts with `shedscope.`

use super::limiter_version::{LimiterVersion, Unit};
use crate::engine::Unit as ReasonUnit;
use crate::engine::setting::settings;
use crate::engine::value_type::{SWITCH, choice, real, whole};

/// The quantity that a setting measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// A rate, in permits per second.
    Rate,
    /// An amount, in permits.
    Amount,
    /// A duration in milliseconds.
    Millis,
    /// A duration in seconds.
    Seconds,
    /// A percentage.
    Percent,
    /// A count or an option.
    Count,
    /// A factor.
    Factor,
}

impl Quantity {
    /// The unit as text, for a field.
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

    /// The unit as reasons use it.
    pub(crate) fn describe(self, unit: Unit) -> ReasonUnit {
        match self {
            Self::Rate => unit.rate(),
            Self::Amount => unit.amount(),
            Self::Millis => ReasonUnit::Millis,
            Self::Seconds => ReasonUnit::Seconds,
            Self::Percent => ReasonUnit::Percent,
            Self::Factor => ReasonUnit::Times,
            Self::Count => ReasonUnit::Count,
        }
    }
}

/// The default of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VersionDefault {
    /// One default for all.
    All(f64),
    /// Defaults in bytes and in documents.
    ByUnit(f64, f64),
    /// Defaults of v1011, v1027, v1135 and issue 1084.
    ByVariant([f64; 4]),
}

/// The reader of a setting.
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

use VersionDefault::{All, ByUnit, ByVariant};

settings! {
    unit: Quantity, default: VersionDefault, reader: Reader, is_of_variant: |row| row.reader != Reader::World;

    "The limit" {
        Enabled = "write.bulk.rate_limit_per_node.enabled" {
            label: "Limiter", unit: Quantity::Count, value_type: SWITCH, default: All(1.0), reader: Reader::Limiter,
            help: "Whether requests ask for permits at all. The client ships with the limiter switched off; here it is on, \
             because otherwise there would be nothing to see.",
        }
        Min = "write.bulk.rate_limit_per_node.min" {
            label: "Minimum limit", unit: Quantity::Rate, value_type: whole(1.0, 1000000000000.0), default: ByUnit(512_000.0, 5_000.0), reader: Reader::Limiter,
            help: "The limit starts at this rate and never falls below it. A larger value lets writers send more while the \
             server struggles. The client ships with 500 KiB a second; until May 2025 it was 5,000 documents a second.",
        }
        Max = "write.bulk.rate_limit_per_node.max" {
            label: "Maximum limit", unit: Quantity::Rate, value_type: whole(-1.0, 1000000000000.0), default: ByUnit(3_584_000.0, 50_000.0), reader: Reader::Limiter,
            help: "The limit never rises above this rate; if it is below the minimum limit, the minimum limit wins. A larger \
             value lets writers send more once the server keeps up. In v1011 and v1027, 0 or less means that there is \
             no upper bound.",
        }
        Step = "write.bulk.rate_limit_per_node.increase_step" {
            label: "Step of a raise", unit: Quantity::Rate, value_type: whole(0.0, 1000000000000.0), default: ByUnit(102_400.0, 500.0), reader: Reader::Limiter,
            help: "How much one raise adds to the limit. A larger value recovers faster after a cut but overshoots further.",
        }
        Ratio = "write.bulk.rate_limit_per_node.decrease_ratio" {
            label: "Ratio of a cut", unit: Quantity::Factor, value_type: real(0.0, 1.0), default: ByVariant([0.8, 0.8, 0.5, 0.5]), reader: Reader::Limiter,
            help: "Factor by which a cut multiplies the limit; the result is rounded down to a whole number. A larger value \
             cuts less: 1 leaves the limit as it is. v1135 uses this factor for rejections and for slow answers.",
        }
    }
    "Constants in the code" {
        WindowMs = "shedscope.meter_window_ms" {
            label: "Window of the meter", unit: Quantity::Millis, value_type: whole(1.0, 600000.0), default: ByVariant([3_000.0, 3_000.0, 10_000.0, 10_000.0]), reader: Reader::Metered,
            help: "Milliseconds over which granted permits are averaged to measure how much of the limit is in use. A larger \
             value makes the measured rate follow more slowly. v1027 uses 3 seconds, v1135 uses 10.",
        }
        UseThreshold = "shedscope.use_threshold" {
            label: "Use required for a raise", unit: Quantity::Factor, value_type: real(0.0, 10.0), default: All(0.8), reader: Reader::Metered,
            help: "Share of the limit that must be in use before a success raises it; v1027 needs more than this share, \
             v1135 at least this share. A larger value makes raises rarer.",
        }
        LatencyThresholdMs = "shedscope.latency_threshold_ms" {
            label: "Slow answer", unit: Quantity::Millis, value_type: whole(0.0, 3600000.0), default: ByVariant([20_000.0, 20_000.0, 20_000.0, 30_000.0]), reader: Reader::Newest,
            help: "A successful answer that took longer than this many milliseconds counts as a backpressure signal. A larger value \
             tolerates slower answers.",
        }
        TimeoutRatio = "shedscope.timeout_ratio" {
            label: "Ratio at a timeout", unit: Quantity::Factor, value_type: real(0.0, 1.0), default: All(0.0), reader: Reader::Newest,
            help: "Factor by which a timeout multiplies the limit; 0 sets it to the minimum limit. A larger value \
             cuts less.",
        }
        CooldownMs = "shedscope.decrease_cooldown_ms" {
            label: "Cooldown of cuts", unit: Quantity::Millis, value_type: whole(0.0, 3600000.0), default: All(20_000.0), reader: Reader::Newest,
            help: "Milliseconds after a backpressure signal that counted during which further backpressure signals are ignored. A larger \
             value keeps one overload from causing many cuts, but reacts later to the next.",
        }
    }
    "Writers" {
        Unit = "unit" {
            label: "Permits count", unit: Quantity::Count, value_type: choice(&["bytes", "documents"]), default: All(0.0), reader: Reader::World,
            help: "What a permit stands for: v1135 counts bytes, v1011 and v1027 count documents. All variants of a scenario \
             count the same.",
        }
        Executors = "executors" {
            label: "Executors", unit: Quantity::Count, value_type: whole(1.0, 64.0), default: All(1.0), reader: Reader::World,
            help: "Number of processes that write to the server. Each has a limiter of its own, so a larger value \
             multiplies what all of them together may send.",
        }
        Writers = "writers" {
            label: "Writers per executor", unit: Quantity::Count, value_type: whole(0.0, 256.0), default: All(8.0), reader: Reader::World,
            help: "Number of threads in each executor. They send one request after another and share the limiter of their \
             executor; a larger value puts more requests in flight.",
        }
        Batch = "batch" {
            label: "Size of a request", unit: Quantity::Amount, value_type: whole(1.0, 1000000000000.0), default: ByUnit(1_048_576.0, 1_000.0), reader: Reader::World,
            help: "Permits that one request asks for: its size in bytes or documents. A larger value makes fewer, heavier \
             requests. The client ships with a write.batch_bytes of 1 MiB.",
        }
        BatchSpread = "batch_spread_percent" {
            label: "Variation of the size", unit: Quantity::Percent, value_type: whole(0.0, 90.0), default: All(0.0), reader: Reader::World,
            help: "Percent by which the sizes of requests vary around the size of a request, drawn uniformly. A larger value \
             makes requests more different.",
        }
        SpacingMs = "start_spacing_ms" {
            label: "Delay between starts", unit: Quantity::Millis, value_type: whole(0.0, 60000.0), default: All(10.0), reader: Reader::World,
            help: "Milliseconds from the start of one writer to the start of the next. A larger value spreads their first \
             requests further apart.",
        }
    }
    "Retries" {
        MaxRetries = "retry.bulk.max_retries" {
            label: "Maximum retries", unit: Quantity::Count, value_type: whole(0.0, 100.0), default: All(10.0), reader: Reader::World,
            help: "Number of retries after which a batch that is still rejected is given up. A larger value loses fewer \
             batches but keeps writers busy for longer.",
        }
        BackoffMs = "retry.bulk.initial_backoff" {
            label: "First backoff", unit: Quantity::Millis, value_type: whole(100.0, 30000.0), default: All(4_000.0), reader: Reader::World,
            help: "Milliseconds before the first retry. Each further wait is twice as long, up to 30 seconds. A larger \
             value relieves the server more but slows the writers.",
        }
        JitterMs = "shedscope.retry_jitter_ms" {
            label: "Jitter of the backoff", unit: Quantity::Millis, value_type: whole(0.0, 1000.0), default: All(0.0), reader: Reader::World,
            help: "Maximum milliseconds by which a wait before a retry is shorter or longer, drawn uniformly; the real client \
             uses 100. A larger value keeps writers from retrying at the same moment.",
        }
        FailedPercent = "failed_percent" {
            label: "Items of a rejection that fail", unit: Quantity::Percent, value_type: whole(1.0, 100.0), default: All(100.0), reader: Reader::World,
            help: "Percent of the items of a rejected request that fail. Only these are sent again; the server accepts \
             the rest. A larger value makes retries heavier; in the recorded runs all items fail.",
        }
        PauseMs = "timeout_pause_ms" {
            label: "Pause after a timeout", unit: Quantity::Millis, value_type: whole(100.0, 60000.0), default: All(1_000.0), reader: Reader::World,
            help: "Milliseconds after a timeout before a writer continues with its next batch; a batch that timed out is not \
             retried. A larger value slows writers after timeouts.",
        }
    }
    "Server" {
        Capacity = "capacity" {
            label: "Capacity", unit: Quantity::Rate, value_type: real(1.0, 1000000000000.0), default: ByUnit(2_097_152.0, 20_000.0), reader: Reader::World,
            help: "Permits that the server processes in a second, one request after another. A larger value makes it faster.",
        }
        BacklogLimitS = "backlog_limit_s" {
            label: "Maximum backlog", unit: Quantity::Seconds, value_type: real(-1.0, 3600.0), default: All(10.0), reader: Reader::World,
            help: "Seconds of work that may be waiting at the server; beyond that it rejects requests with 429. A larger \
             value queues more and rejects less, so answers take longer; -1 sets no limit.",
        }
        BaseLatencyMs = "base_latency_ms" {
            label: "Base latency", unit: Quantity::Millis, value_type: whole(0.0, 600000.0), default: All(50.0), reader: Reader::World,
            help: "Milliseconds that an answer takes in addition to the work itself. A larger value makes every answer \
             slower.",
        }
        RejectMs = "reject_after_ms" {
            label: "Time to reject", unit: Quantity::Millis, value_type: whole(1.0, 60000.0), default: All(50.0), reader: Reader::World,
            help: "Milliseconds from sending a request until the answer 429 arrives. A larger value makes writers learn of \
             a rejection later.",
        }
        SocketTimeoutMs = "socket_timeout_millis" {
            label: "Socket timeout", unit: Quantity::Millis, value_type: whole(100.0, 600000.0), default: All(60_000.0), reader: Reader::World,
            help: "Milliseconds after which a writer no longer waits for an answer; the server still does the work. \
             A larger value makes timeouts rarer.",
        }
        ConnectTimeoutMs = "connection_timeout_millis" {
            label: "Connection timeout", unit: Quantity::Millis, value_type: whole(100.0, 600000.0), default: All(10_000.0), reader: Reader::World,
            help: "Milliseconds without a connection after which a request ends while the server cannot be reached. A \
             larger value holds writers up for longer in an outage.",
        }
    }
}

impl Setting {
    /// Whether the key is the system's own.
    pub(crate) fn is_own_key(&self) -> bool {
        ["write.", "retry.", "socket_", "connection_"]
            .iter()
            .any(|start| self.name.starts_with(start))
    }

    /// Whether a version of the limiter, or its world, reads the setting.
    pub fn is_read_by(&self, version: LimiterVersion) -> bool {
        match self.reader {
            Reader::Limiter | Reader::World => true,
            Reader::Metered => version.has_meter(),
            Reader::Newest => version.has_cooldown(),
        }
    }

    /// The minimum value for a version: sizes cannot be negative, and 0 means no limit.
    pub fn least(&self, version: LimiterVersion) -> f64 {
        if self.key == Key::Max && version.has_cooldown() {
            self.value_type.min.max(1.0)
        } else {
            self.value_type.min
        }
    }

    /// The default value.
    pub fn default(&self, unit: Unit, version: LimiterVersion) -> f64 {
        match self.default {
            All(value) => value,
            ByUnit(bytes, documents) => [bytes, documents][unit as usize],
            ByVariant(values) => values[version as usize],
        }
    }
}

impl Key {
    /// Whether an event can change the setting during the run.
    pub(crate) fn can_change(self) -> bool {
        !matches!(
            self,
            Self::Unit | Self::Executors | Self::Writers | Self::SpacingMs | Self::Capacity
        )
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
                for version in LimiterVersion::ALL {
                    assert!(
                        row.value_type.check(row.default(unit, version)).is_ok(),
                        "{}",
                        row.name
                    );
                }
            }
        }
    }
}
