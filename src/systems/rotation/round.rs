//! What a slice of virtual time comes to: the record of it, and what is found again when it is looked at.

use std::rc::Rc;

use super::ground_truth::Reachability;
use super::lists::{ListChange, Listing};
use super::reason::{AddressId, ProducerId};
use super::statistics::Spread;

/// Why a send failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Every endpoint that was tried refused, or did not answer: a connect error.
    Connect,
    /// It took longer than it may.
    TimedOut,
    /// The producer knows nobody any more.
    NoEndpoints,
    /// It was redirected, and that came to nothing.
    Redirect,
    /// The producer could not be built.
    NotBuilt,
    /// The producer had as many unfinished sends as it may have.
    TooMany,
    /// The producer was restarted.
    Restarted,
}

impl Failure {
    /// Every reason for which a send fails.
    pub const ALL: [Self; 7] = [
        Self::Connect,
        Self::TimedOut,
        Self::NoEndpoints,
        Self::Redirect,
        Self::NotBuilt,
        Self::TooMany,
        Self::Restarted,
    ];

    /// In a few words.
    pub fn said(self) -> &'static str {
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

/// What happened in a slice, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sends that producers began.
    pub sends: u32,
    /// Sends that were answered well.
    pub delivered: u32,
    /// Sends that failed, by [`Failure`].
    pub failed: [u32; Failure::ALL.len()],
    /// Requests put on a connection: sends, and sends once more.
    pub requests: u32,
    /// Requests that were sends once more: after a broken connection or a redirect.
    pub resent: u32,
    /// Tries of an endpoint that failed, each with all its attempts.
    pub tries_failed: u32,
    /// Time for which dispatch threads stood still before endpoints that did not take them, in microseconds.
    pub stalled_us: u64,
    /// Producers whose thread stood still at some time of the slice.
    pub stalled: u32,
    /// Endpoints that joined a write set, or became the current one.
    pub joined: u32,
    /// Endpoints that a producer moved to the end of its locals.
    pub moved_to_end: u32,
    /// Endpoints that a producer forgot.
    pub forgotten: u32,
    /// Connections that broke with the broker.
    pub broken: u32,
    /// Connections that were closed because nothing happened on them.
    pub idle_closed: u32,
    /// Producers with new metadata.
    pub refreshed: u32,
    /// Producers that were restarted.
    pub restarted: u32,
    /// Starts of producers that came to nothing.
    pub unbuilt: u32,
}

impl Counts {
    /// Sends that failed, for whatever reason.
    pub fn failed(&self) -> u32 {
        self.failed.iter().sum()
    }
}

/// Where a broker's load stands to the band of mean ± CV, by which a fleet that chooses afresh is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stand {
    /// In it, or at its edge; or the broker is down, and has none.
    #[default]
    Within,
    /// Above it.
    Above,
    /// Below it.
    Below,
}

/// A broker's place in a slice: whatever address stands at it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BrokerRound {
    /// Requests that it was sent in the slice.
    pub requests: u32,
    /// Requests per second over the window.
    pub load_per_s: f32,
    /// Connections that are open at the end of the slice.
    pub connections: u32,
    /// Whether it is up at the end of the slice.
    pub is_up: bool,
    /// Where its load stands to its band.
    pub stand: Stand,
}

/// The record of a slice that a run keeps.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// What happened, counted.
    pub counts: Counts,
    /// The brokers, in their order.
    pub brokers: Vec<BrokerRound>,
    /// How the loads of the brokers that are up differ, over the window.
    pub measured: Spread,
    /// How those of a fleet would that chose afresh among these brokers.
    pub expected: Spread,
    /// Brokers that are up and were sent nothing in the window, once it is full.
    pub idle: u32,
    /// Sends that have begun and not ended at the end of the slice.
    pub unfinished: u32,
    /// Brokers that went down, came back or were replaced in the slice, and redirects that began.
    pub world_events: u32,
}

impl Round {
    /// Connections that are open at the end of the slice.
    pub fn connections(&self) -> u32 {
        self.brokers.iter().map(|broker| broker.connections).sum()
    }

    /// The highest load, per second.
    pub fn highest(&self) -> f64 {
        self.brokers
            .iter()
            .map(|broker| f64::from(broker.load_per_s))
            .fold(0.0, f64::max)
    }
}

/// How a request on a connection ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlightEnd {
    /// The answer is there.
    Answered,
    /// The answer is a redirect.
    Redirected,
    /// The answer did not come in time.
    Late,
    /// The connection broke.
    Broken,
    /// It goes on after the slice.
    Open,
}

/// A request on a connection, at some time of the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// Whose.
    pub producer: ProducerId,
    /// The broker that gets it.
    pub address: AddressId,
    /// When it was sent, maybe before the slice.
    pub from_us: u64,
    /// When it ends; where it goes on, when it should.
    pub until_us: u64,
    /// How.
    pub end: FlightEnd,
}

/// A try of an endpoint that did not succeed at its first attempt; the thread stands still meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Try {
    /// Whose.
    pub producer: ProducerId,
    /// The broker that was tried.
    pub address: AddressId,
    /// When it began, maybe before the slice.
    pub from_us: u64,
    /// When it ended; the end of the slice where it goes on.
    pub until_us: u64,
    /// How the endpoint took the last attempt so far.
    pub reach: Reachability,
    /// Whether it is over, and failed.
    pub has_failed: bool,
}

/// A connection that opened or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkChange {
    /// When.
    pub at_us: u64,
    /// Whose.
    pub producer: ProducerId,
    /// The broker at the other end.
    pub address: AddressId,
    /// Whether it opened; it closed otherwise.
    pub opens: bool,
}

/// A send that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed {
    /// When.
    pub at_us: u64,
    /// Whose.
    pub producer: ProducerId,
    /// Why.
    pub failure: Failure,
}

/// What else a slice comes to: enough to draw any instant of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detail {
    /// When it begins.
    pub from_us: u64,
    /// When it ends.
    pub until_us: u64,
    /// Requests on connections, those of a producer together.
    pub flights: Vec<Flight>,
    /// Requests that ended in the slice before: what is short is shown for longer than it lasts.
    pub before: Vec<Flight>,
    /// Tries that did not succeed at once.
    pub tries: Vec<Try>,
    /// Sends that failed.
    pub failed: Vec<Failed>,
    /// Connections that are open when it begins, those of a producer together.
    pub links: Vec<(ProducerId, AddressId)>,
    /// Connections that opened or closed, those of a producer together and in the order of time.
    pub link_changes: Vec<LinkChange>,
    /// The lists when it begins.
    pub lists: Listing,
    /// Failures that producers count of endpoints when it begins.
    pub failures: Vec<(ProducerId, AddressId, u32)>,
    /// Producers that wait to be built again when it ends.
    pub unbuilt: Vec<ProducerId>,
    /// What changed in the lists, that of a producer together and in the order of time.
    pub list_changes: Vec<ListChange>,
}

/// What a slice comes to, as it is written down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Counted.
    pub counts: Counts,
    /// Requests by broker's place.
    pub requests: Vec<u32>,
    /// Everything else.
    pub detail: Detail,
    /// What was listed last, and from when until when it is: thousands of producers start in one slice.
    pub listed: Vec<Listed>,
}

/// What configuration or metadata list for a span of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// From when.
    pub from_us: u64,
    /// Until when.
    pub until_us: u64,
    /// Whether it is the metadata; the configuration otherwise.
    pub is_metadata: bool,
    /// The brokers.
    pub addresses: Rc<[AddressId]>,
}
