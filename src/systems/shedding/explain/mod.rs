//! Why a round came out as it did: the rules that give reasons, and the sentences made of them.

pub mod explanation;
pub mod reason;
