//! The signal of a response to the limiter.
//!
//! Source: `OpenSearchBulkRetryWrapper`. A response is a failure if at least one item failed with a status worth a
//! retry; a create that conflicts is not a failure, since its document exists. Everything else that returns is a success,
//! including a response full of failures that no retry would mend.

use super::limiter::Signal;

/// The statuses that are retried unless `retry.http_status_codes` says otherwise, as in the code; the documentation
/// omits 500.
pub(crate) const RETRYABLE: &[u16] = &[429, 500, 502];
/// The status of a version conflict.
const CONFLICT: u16 = 409;

/// An item of a bulk response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its status; below 300 it succeeded.
    pub status: u16,
    /// Whether it was a create action.
    pub is_create: bool,
}

impl Item {
    /// Whether it is to be retried.
    pub(crate) fn is_retryable(self) -> bool {
        let is_conflict = self.is_create && self.status == CONFLICT;
        self.status >= 300 && !is_conflict && RETRYABLE.contains(&self.status)
    }
}

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response<'a> {
    /// A response with its items.
    Items(&'a [Item]),
    /// An exception that is, or is directly caused by, a socket timeout or a failed connection.
    Timeout,
    /// Any other exception.
    Exception,
}

impl Response<'_> {
    /// The signal to the limiter; `None` for other exceptions.
    pub fn signal(&self) -> Option<Signal> {
        match self {
            Self::Items(items) if items.iter().any(|item| item.is_retryable()) => {
                Some(Signal::Failure)
            }
            Self::Items(_) => Some(Signal::Success),
            Self::Timeout => Some(Signal::Timeout),
            Self::Exception => None,
        }
    }
}
