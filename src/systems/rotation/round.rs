//! The record of a slice that a run keeps, and the detail that is recomputed on demand.

use std::rc::Rc;

use super::ground_truth::Reachability;
use super::lists::{EndpointLists, ListChange};
use super::reason::{AddressId, ProducerId};
use super::statistics::Spread;

/// The cause of a failed send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Connect error: every endpoint that was tried refused or did not answer.
    Connect,
    /// It exceeded its timeout.
    TimedOut,
    /// The producer has no endpoints.
    NoEndpoints,
    /// It was redirected, and the retry was not possible.
    Redirect,
    /// The producer could not be built.
    NotBuilt,
    /// The producer had its maximum of unfinished sends.
    TooMany,
    /// The producer was restarted.
    Restarted,
}

impl Failure {
    /// Every cause.
    pub const ALL: [Self; 7] = [
        Self::Connect,
        Self::TimedOut,
        Self::NoEndpoints,
        Self::Redirect,
        Self::NotBuilt,
        Self::TooMany,
        Self::Restarted,
    ];

    /// The cause in a few words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Connect => "connect error",
            Self::TimedOut => "timeout",
            Self::NoEndpoints => "no endpoint known",
            Self::Redirect => "redirect failed",
            Self::NotBuilt => "producer not built",
            Self::TooMany => "too many unfinished",
            Self::Restarted => "producer restarted",
        }
    }
}

/// Counters of a slice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sends started.
    pub sends: u32,
    /// Sends that succeeded.
    pub delivered: u32,
    /// Sends that failed, by [`Failure`].
    pub failed: [u32; Failure::ALL.len()],
    /// Requests sent on a connection, including retries.
    pub requests: u32,
    /// Requests that were retries, after a broken connection or a redirect.
    pub resent: u32,
    /// Failed tries of an endpoint, each with all its attempts.
    pub(crate) tries_failed: u32,
    /// Time for which dispatch threads were blocked by endpoints that did not accept them, in microseconds.
    pub(crate) stalled_us: u64,
    /// Producers whose thread was blocked at some time of the slice.
    pub(crate) stalled: u32,
    /// Endpoints that joined a write set, or became the current one.
    pub joined: u32,
    /// Endpoints that moved to the end of a producer's locals.
    pub moved_to_end: u32,
    /// Endpoints that a producer removed from its lists.
    pub forgotten: u32,
    /// Connections that broke because the broker went down.
    pub broken: u32,
    /// Connections that were closed because they were idle.
    pub idle_closed: u32,
    /// Producers that received new metadata.
    pub refreshed: u32,
    /// Producers that were restarted.
    pub restarted: u32,
    /// Failed starts of producers.
    pub unbuilt: u32,
}

impl Counts {
    /// Total number of failed sends.
    pub fn failed(&self) -> u32 {
        self.failed.iter().sum()
    }
}

/// The position of a broker's load relative to its band, mean ± standard deviation of a fleet that chooses at random.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BandPosition {
    /// Within the band or at its edge, or the broker is down.
    #[default]
    Within,
    /// Above the band.
    Above,
    /// Below the band.
    Below,
}

/// A broker in a slice, whatever its address.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BrokerRound {
    /// Requests that it received in the slice.
    pub requests: u32,
    /// Requests per second over the window.
    pub load_per_s: f32,
    /// Number of connections open at the end of the slice.
    pub connections: u32,
    /// Whether it is up at the end of the slice.
    pub is_up: bool,
    /// The position of its load relative to its band.
    pub band_position: BandPosition,
}

/// The record of a slice that a run keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The counters.
    pub counts: Counts,
    /// The brokers, by index.
    pub brokers: Vec<BrokerRound>,
    /// Spread of the loads of brokers that are up, over the window.
    pub measured: Spread,
    /// Expected spread of a fleet that chooses at random among these brokers.
    pub expected: Spread,
    /// Number of brokers that are up and received nothing in the window, once it is full.
    pub idle: u32,
    /// Number of sends started and not ended at the end of the slice.
    pub unfinished: u32,
    /// Number of brokers that went down, came back or were replaced in the slice, and of redirects that started.
    pub(crate) world_events: u32,
}

impl Round {
    /// Number of connections open at the end of the slice.
    pub fn connections(&self) -> u32 {
        self.brokers.iter().map(|broker| broker.connections).sum()
    }

    /// The highest load, in requests per second.
    pub fn highest(&self) -> f64 {
        self.brokers
            .iter()
            .map(|broker| f64::from(broker.load_per_s))
            .fold(0.0, f64::max)
    }
}

/// The end of a request on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlightEnd {
    /// It was answered.
    Answered,
    /// It was answered with a redirect.
    Redirected,
    /// It timed out.
    Late,
    /// The connection broke.
    Broken,
    /// It continues after the slice.
    Open,
}

/// A request on a connection, at some time of the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The producer.
    pub producer: ProducerId,
    /// The broker that receives it.
    pub address: AddressId,
    /// Time at which it was sent, in microseconds after the start; possibly before the slice.
    pub from_us: u64,
    /// Time at which it ends, or is due if it continues, in microseconds.
    pub until_us: u64,
    /// Its end.
    pub end: FlightEnd,
}

/// A try of an endpoint that did not succeed at the first attempt; it blocks the thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// The producer.
    pub producer: ProducerId,
    /// The broker.
    pub address: AddressId,
    /// Start in microseconds after the start of the run; possibly before the slice.
    pub from_us: u64,
    /// End in microseconds; the end of the slice if it continues.
    pub until_us: u64,
    /// Reachability of the endpoint at the last attempt.
    pub reachability: Reachability,
    /// Whether it has ended and failed.
    pub has_failed: bool,
}

/// A connection that opened or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionChange {
    /// Time in microseconds after the start.
    pub at_us: u64,
    /// The producer.
    pub producer: ProducerId,
    /// The broker.
    pub address: AddressId,
    /// Whether it opened; otherwise it closed.
    pub opens: bool,
}

/// A send that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailedSend {
    /// Time in microseconds after the start.
    pub at_us: u64,
    /// The producer.
    pub producer: ProducerId,
    /// The cause.
    pub failure: Failure,
}

/// The detail of a slice, recomputed on demand: enough to draw any instant of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detail {
    /// Start of the slice, in microseconds after the start of the run.
    pub from_us: u64,
    /// End of the slice, in microseconds after the start of the run.
    pub until_us: u64,
    /// Requests on connections, grouped by producer.
    pub flights: Vec<Flight>,
    /// Requests that ended in the previous slice, since short requests are shown for longer than they last.
    pub before: Vec<Flight>,
    /// Tries that did not succeed at once.
    pub tries: Vec<Try>,
    /// Sends that failed.
    pub failed: Vec<FailedSend>,
    /// Connections open at the start of the slice, grouped by producer.
    pub connections: Vec<(ProducerId, AddressId)>,
    /// Connections that opened or closed, grouped by producer and in order of time.
    pub connection_changes: Vec<ConnectionChange>,
    /// The lists at the start of the slice.
    pub lists: EndpointLists,
    /// Producers' counts of consecutive failures of endpoints, at the start of the slice.
    pub failures: Vec<(ProducerId, AddressId, u32)>,
    /// Producers that wait to be built again at the end of the slice.
    pub unbuilt: Vec<ProducerId>,
    /// Changes in the lists, grouped by producer and in order of time.
    pub list_changes: Vec<ListChange>,
}

/// The record of a slice while it runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct SliceRecord {
    /// The counters.
    pub counts: Counts,
    /// Requests by broker.
    pub requests: Vec<u32>,
    /// The detail.
    pub detail: Detail,
    /// Cached lists of brokers: thousands of producers may start in one slice.
    pub(crate) cached_lists: Vec<CachedList>,
}

/// The brokers that the configuration or the metadata lists during a period.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CachedList {
    /// Start, in microseconds.
    pub from_us: u64,
    /// End, in microseconds.
    pub until_us: u64,
    /// Whether it is the metadata; otherwise the configuration.
    pub(crate) is_metadata: bool,
    /// The brokers.
    pub addresses: Rc<[AddressId]>,
}
