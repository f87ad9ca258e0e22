//! The tasks of a producer's thread, and its current job.

use super::ground_truth::Reachability;
use super::reason::AddressId;
use super::tries::Tries;

/// A send, from start to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Its number among the producer's sends.
    pub number: u32,
    /// Time at which it was last queued, in microseconds after the start.
    pub(crate) queued_us: u64,
    /// Time left from then on, in microseconds; negative after its deadline.
    pub(crate) limit_us: i64,
    /// Number of retries after a broken connection.
    pub(crate) attempts: u32,
    /// Number of redirects.
    pub(crate) redirects: u32,
}

/// The result of a request on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was acknowledged.
    Good,
    /// It was redirected.
    Redirect,
    /// It timed out.
    Late,
    /// The connection broke.
    Broken,
}

/// A task in the thread's queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// Send a request.
    Dispatch(Request),
    /// Handle the result of a request.
    Handle(Request, Answer),
}

impl Task {
    /// The request of the task.
    pub fn request(&self) -> Request {
        match self {
            Self::Dispatch(request) | Self::Handle(request, _) => *request,
        }
    }
}

/// A request on a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InFlight {
    /// The broker that receives it.
    pub address: AddressId,
    /// The request.
    pub request: Request,
    /// Time at which it was sent, in microseconds after the start.
    pub(crate) sent_us: u64,
    /// Time at which it ends unless the connection breaks, in microseconds.
    pub(crate) due_us: u64,
    /// Its result at that time.
    pub answer: Answer,
}

/// An open connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The broker.
    pub address: AddressId,
    /// Time at which the broker goes down, in microseconds.
    pub(crate) down_us: u64,
    /// Time at which it was last used, in microseconds.
    pub(crate) used_us: u64,
}

/// The purpose of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Send a request.
    Write(Request),
    /// Request metadata, to start.
    Start,
    /// Request metadata, since this request was redirected.
    Refresh(Request),
}

/// The current wait of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An attempt to connect, with the reachability of the endpoint.
    Connecting(Reachability),
    /// The pause between attempts, with the reachability of the endpoint.
    Pausing(Reachability),
    /// The metadata response, which would arrive at this time in microseconds; the timeout may be earlier.
    Awaiting(u64),
}

/// The current job of a thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its purpose.
    pub purpose: Purpose,
    /// Start, in microseconds after the start of the run.
    pub(crate) begun_us: u64,
    /// Timeout, in microseconds.
    pub(crate) limit_us: u64,
    /// The endpoints that may be tried, and the current one.
    pub tries: Tries,
    /// Start of the current try, in microseconds.
    pub(crate) try_us: u64,
    /// Attempts of the current try so far.
    pub(crate) attempts: u32,
    /// The current wait.
    pub step: Step,
    /// End of the current wait, in microseconds.
    pub until_us: u64,
}

impl Job {
    /// The endpoint being tried.
    pub fn address(&self) -> AddressId {
        self.tries.address()
    }

    /// Whether it waits for metadata from an address.
    pub(crate) fn awaits(&self, address: AddressId) -> bool {
        matches!(self.step, Step::Awaiting(_)) && self.address() == address
    }

    /// Whether it is blocked by an endpoint that has not accepted it at once.
    pub(crate) fn is_stalled(&self) -> bool {
        match self.step {
            Step::Connecting(Reachability::Up) => self.attempts > 1,
            Step::Connecting(_) | Step::Pausing(_) => true,
            Step::Awaiting(_) => false,
        }
    }
}
