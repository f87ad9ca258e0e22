//! What a response says to the limiter.
//!
//! Source: `OpenSearchBulkRetryWrapper`. A response is a failure if at least one item failed with a status worth a
//! retry; a create that conflicts is no failure, since its document is there. All else that returns is a success, a
//! response full of failures that no retry mends among them.

use super::limiter::Signal;

/// The statuses that are retried unless `retry.http_status_codes` says otherwise, by the code; the documentation
/// leaves 500 out.
pub const RETRYABLE: &[u16] = &[429, 500, 502];
/// The status of a conflict.
const CONFLICT: u16 = 409;

/// An item of a bulk response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its status; below 300 it went well.
    pub status: u16,
    /// Whether it was to create a document.
    pub is_create: bool,
}

impl Item {
    /// Whether it is to be sent again.
    pub fn is_retryable(self) -> bool {
        let is_conflict = self.is_create && self.status == CONFLICT;
        self.status >= 300 && !is_conflict && RETRYABLE.contains(&self.status)
    }
}

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response<'a> {
    /// A response with its items.
    Items(&'a [Item]),
    /// An exception that is, or directly comes of, a socket timeout or a connection that could not be made.
    Timeout,
    /// Another exception.
    Exception,
}

impl Response<'_> {
    /// What the limiter hears; nothing of other exceptions.
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
