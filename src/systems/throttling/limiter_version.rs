//! The versions of the limiter with their fidelity, the unit of permits, and the assumptions.

use crate::engine::{Fidelity, Op, Unit as ReasonUnit};

/// A version of the limiter, named after its pull request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LimiterVersion {
    /// Pull request 1011, January 2025: raises on every success, cuts on every failure.
    V1011,
    /// Pull request 1027, February 2025: raises only while the limit is in use.
    V1027,
    /// Pull request 1135, May 2025: bytes, latency, timeouts, a cooldown of cuts.
    #[default]
    V1135,
    /// Issue 1084, March 2025: the request before it, a cooldown that also pauses raises. Never released.
    I1084,
}

impl LimiterVersion {
    /// Every version.
    pub const ALL: [Self; 4] = [Self::V1011, Self::V1027, Self::V1135, Self::I1084];

    /// The version's name in documents.
    pub fn id(self) -> &'static str {
        ["v1011", "v1027", "v1135", "i1084"][self as usize]
    }

    /// The version with a name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|version| version.id() == id)
    }

    /// The label on the screen.
    pub fn label(self) -> &'static str {
        [
            "v1011: raise or cut",
            "v1027: only if used",
            "v1135: several signals",
            "issue 1084: raises pause",
        ][self as usize]
    }

    /// The description, in one or two lines.
    pub fn about(self) -> &'static str {
        [
            "January 2025. Every success raises by a step, every rejection cuts by the ratio; retries need no permits.",
            "February 2025. A success raises only if more than 80 % of the limit was granted in the last 3 s; retries need permits too.",
            "May 2025. Window of 10 s; slow answers and timeouts are backpressure signals too; after a cut, backpressure signals are ignored for 20 s.",
            "Not released: v1135 as its issue asked for. A success is slow after 30 s, and nothing raises during the cooldown.",
        ][self as usize]
    }

    /// The fidelity: recorded runs of the project's own classes, or the text of an issue. Server and writers are a model.
    pub fn fidelity(self) -> Fidelity {
        if self == Self::I1084 {
            Fidelity::Proposal
        } else {
            Fidelity::Recorded
        }
    }

    /// Whether it handles slow responses and timeouts, and a cut starts a cooldown.
    pub fn has_cooldown(self) -> bool {
        matches!(self, Self::V1135 | Self::I1084)
    }

    /// Whether its cooldown also pauses raises.
    pub(crate) fn pauses_raises(self) -> bool {
        self == Self::I1084
    }

    /// The operator that compares the threshold of a raise with the rate in use.
    pub(crate) fn threshold_op(self) -> Op {
        if self.has_cooldown() {
            Op::AtMost
        } else {
            Op::Below
        }
    }

    /// Whether it measures the rate in use.
    pub(crate) fn has_meter(self) -> bool {
        self != Self::V1011
    }
}

/// The unit of permits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Bytes of a request, as in v1135.
    #[default]
    Bytes,
    /// Documents of a request, as in v1011 and v1027.
    Documents,
}

impl Unit {
    /// The unit of rates.
    pub fn rate(self) -> ReasonUnit {
        if self == Self::Bytes {
            ReasonUnit::ByteRate
        } else {
            ReasonUnit::PerSecond
        }
    }

    /// The unit of amounts.
    pub fn amount(self) -> ReasonUnit {
        if self == Self::Bytes {
            ReasonUnit::Bytes
        } else {
            ReasonUnit::Count
        }
    }
}

/// Assumptions where the sources are silent or contradict each other: pairs of question and answer.
pub const ASSUMPTIONS: &[(&str, &str)] = &[
    (
        "What is recorded here, and what is a model?",
        "The three limiters replay recorded runs of the project’s own classes, with Guava’s bucket, to the last bit. Writers and server are a model, the same that drove the recorded closed loops. The cooldown that pauses raises is a proposal that was never built.",
    ),
    (
        "What does issue 1084 leave open?",
        "It asks for cuts on answers that take more than 30 s, hard cuts on timeouts, and a cooldown that pauses raises after failures. It does not say how much, how long, or whether the cooldown also pauses cuts: here as in v1135, which was merged for it.",
    ),
    (
        "Do permits count documents or bytes?",
        "Either, as the world says: v1011 and v1027 were released with documents, v1135 with bytes. Side by side all variants count the same.",
    ),
    (
        "The limiter is not safe for threads: what if two answers come at once?",
        "They are applied one after another, in the order of their times; the real code could lose one of two changes.",
    ),
    (
        "Does the backoff jitter?",
        "Not unless its setting says so; then it is drawn from the seed. The real client draws up to 100 ms either way.",
    ),
    (
        "What is sent again after a rejection?",
        "The items that failed: all of them unless “items of a rejection that fail” says less. The recorded runs send the whole batch again.",
    ),
    (
        "How fine is the clock?",
        "Meter and cooldown use whole milliseconds, truncated; the bucket counts microseconds.",
    ),
    (
        "Is the limit set when it does not change?",
        "In v1135 yes, after every signal. It is read as trunc(1e6 / (1e6 / r)), so a limit that is set again can read one less; this is kept, since recorded runs show it.",
    ),
    (
        "What do several executors share?",
        "Only the server. Each has a bucket, a meter and a cooldown of its own.",
    ),
    (
        "Do answers include retries inside the HTTP client?",
        "No, they are left out here; real latencies include them.",
    ),
    (
        "What does an outage do?",
        "A writer that sends finds no connection and gives up at the connection timeout: a timeout for v1135, no signal for the older ones. Work accepted before is still processed.",
    ),
    (
        "What if the capacity changes while a request waits in the queue?",
        "Its time is computed with the capacity at its arrival, as in the recorded runs.",
    ),
    (
        "What if a setting changes while the limiter runs?",
        "The real options are read once, at the start. Here a new bound applies at once: the limit is set again within it.",
    ),
    (
        "What happens after the last retry?",
        "The batch is given up and the writer starts its next. In the real job the task fails.",
    ),
];
