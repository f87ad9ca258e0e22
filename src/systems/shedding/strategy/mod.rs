//! The shedders: which bundles leave which broker.
//!
//! Each strategy is one file and one row of [`SHEDDERS`].

use std::collections::BTreeMap;

use super::model::load_data::{LoadData, Name};
use super::reason::Explain;
use super::settings::Settings;

pub mod avg;
mod decision;
pub mod hits;
mod offer;
pub mod overload;
pub mod pairing;
pub mod proposals;
mod table;
pub mod threshold;
pub mod transfer;
pub mod uniform;

pub(crate) use decision::Hits;
pub use decision::{
    Cause, Decision, Failure, Line, LineKind, Outcome, Pair, Scale, Selection, Verdict,
};
pub use offer::is_offered;
use offer::{offered_by, take_until_amount};
pub use table::{SHEDDERS, ShedderInfo};

/// ThresholdShedder and OverloadShedder move this much more than would reach the line.
pub(crate) const EXTRA_SHARE: f64 = 0.05;
/// Bytes in a MiB.
pub const MIB: f64 = 1_048_576.0;

/// A strategy that picks bundles to unload, with what it remembers from round to round.
pub trait Shedder: CloneShedder {
    /// One decision on the load data of a round. `why` hears every test; decisions do not depend on it.
    fn shed(&mut self, load: &LoadData, settings: &Settings, explain: &mut Explain) -> Decision;

    /// Hears which brokers are alive.
    fn active_brokers_changed(&mut self, _active: &[Name]) {}

    /// What is remembered.
    fn memory(&self) -> StrategyMemory;
}

/// Lets a boxed strategy be cloned with its memory.
pub trait CloneShedder {
    /// The same strategy with the same memory.
    fn clone_box(&self) -> Box<dyn Shedder>;
}

impl<T: Shedder + Clone + 'static> CloneShedder for T {
    fn clone_box(&self) -> Box<dyn Shedder> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Shedder> {
    fn clone(&self) -> Self {
        (**self).clone_box()
    }
}

/// What a strategy remembers. A new leader starts with all of it empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StrategyMemory {
    /// Running usage per broker, as a fraction (the proposals: in percent).
    pub history: BTreeMap<Name, f64>,
    /// The last average, in the unit of the history.
    pub average: Option<f64>,
    /// High hits per broker; brokers at zero are absent.
    pub high_hits: BTreeMap<Name, u32>,
    /// Low hits per broker; brokers at zero are absent.
    pub low_hits: BTreeMap<Name, u32>,
    /// Rounds in a row in which the condition of the whole cluster held.
    pub condition_hits: u32,
}
