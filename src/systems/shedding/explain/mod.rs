//! Why a round came out as it did: its reasons, put in order for a reader.

pub mod explanation;
mod headline;
mod subject;

pub(crate) use subject::SubjectExplanation;
