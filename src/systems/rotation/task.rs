//! What a producer's thread has to do, and what it waits for.

use super::ground_truth::Reachability;
use super::reason::AddressId;
use super::tries::Tries;

/// A send, from its beginning to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its number among those of its producer.
    pub number: u32,
    /// When it was put in the thread's queue for the last time.
    pub queued_us: u64,
    /// The time it has from then on; negative once its deadline has passed.
    pub limit_us: i64,
    /// How often it was sent again after a broken connection.
    pub attempts: u32,
    /// How often it was redirected.
    pub redirects: u32,
}

/// How a request on a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Well.
    Good,
    /// With a redirect.
    Redirect,
    /// Not in time.
    Late,
    /// With the connection.
    Broken,
}

/// What stands in the thread's queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Send this.
    Dispatch(Request),
    /// Handle how this ended.
    Handle(Request, Answer),
}

impl Task {
    /// The send that it is about.
    pub fn request(&self) -> Request {
        match self {
            Self::Dispatch(request) | Self::Handle(request, _) => *request,
        }
    }
}

/// A request on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InFlight {
    /// The broker that gets it.
    pub address: AddressId,
    /// The send.
    pub request: Request,
    /// When it went out.
    pub sent_us: u64,
    /// When it ends if nothing happens before.
    pub due_us: u64,
    /// How it ends then.
    pub answer: Answer,
}

/// A connection that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// The broker at the other end.
    pub address: AddressId,
    /// When the broker goes down.
    pub dies_us: u64,
    /// When something last happened on it.
    pub used_us: u64,
}

/// What the thread does a job for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A send.
    Write(Request),
    /// Metadata, to be built.
    Start,
    /// Metadata, since this send was redirected.
    Refresh(Request),
}

/// What the thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An attempt to connect; the endpoint takes it like this.
    Connecting(Reachability),
    /// The pause between attempts.
    Pausing(Reachability),
    /// The metadata, which would be there at this time; the request may not have so long.
    Awaiting(u64),
}

/// What the thread is busy with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// What for.
    pub purpose: Purpose,
    /// When it began.
    pub begun_us: u64,
    /// The time it has.
    pub limit_us: u64,
    /// The endpoints that may be tried, and which of them is.
    pub tries: Tries,
    /// When that try began.
    pub try_us: u64,
    /// Attempts of that try so far.
    pub attempts: u32,
    /// What it waits for.
    pub step: Step,
    /// When that is over.
    pub until_us: u64,
}

impl Job {
    /// The endpoint that is tried.
    pub fn address(&self) -> AddressId {
        self.tries.address()
    }

    /// Whether it waits for metadata from an address.
    pub fn awaits(&self, address: AddressId) -> bool {
        matches!(self.step, Step::Awaiting(_)) && self.address() == address
    }

    /// Whether it stands still before an endpoint that has not taken it at once.
    pub fn is_stalled(&self) -> bool {
        match self.step {
            Step::Connecting(Reachability::Up) => self.attempts > 1,
            Step::Connecting(_) | Step::Pausing(_) => true,
            Step::Awaiting(_) => false,
        }
    }
}
