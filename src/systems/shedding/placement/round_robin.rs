//! RoundRobinBrokerSelector: one candidate after the other.
//!
//! Source: `org.apache.pulsar.broker.loadbalance.impl.RoundRobinBrokerSelector`.

use super::{Placement, PlacementFailure, PlacementRequest, Shortlist, record_shortlist};
use crate::systems::shedding::model::load_data::Name;
use crate::systems::shedding::reason::Explain;

/// The counter and the list of brokers it counts along.
#[derive(Clone, Debug, Default)]
pub struct RoundRobinBrokerSelector {
    counter: i32,
    list: Vec<Name>,
}

impl RoundRobinBrokerSelector {
    /// Sets the counter, as replays do.
    pub fn set_counter(&mut self, counter: i32) {
        self.counter = counter;
    }
}

impl Placement for RoundRobinBrokerSelector {
    fn shortlist(
        &mut self,
        ask: &PlacementRequest<'_>,
        explain: &mut Explain,
    ) -> Result<Shortlist, PlacementFailure> {
        let count = ask.candidates.len();
        if count == 0 {
            return Ok(Shortlist::default());
        }
        let index = self.counter.unsigned_abs() as usize % count;
        self.counter = if self.counter == i32::MAX {
            0
        } else {
            self.counter + 1
        };
        let remember = || {
            ask.candidates
                .iter()
                .map(|id| ask.load.broker(*id).name.clone())
                .collect()
        };
        if self.list.len() != count {
            self.list = remember();
        }
        let chosen = ask.find(&self.list[index]).unwrap_or_else(|| {
            self.list = remember();
            ask.candidates[index]
        });
        record_shortlist(ask, &[chosen], explain);
        Ok(Shortlist {
            best: vec![chosen],
            ..Shortlist::default()
        })
    }
}
