//! All that changes from round to round.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::reporting::{Averages, BrokerState};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId, LoadData};
use crate::systems::shedding::placement::Placement;
use crate::systems::shedding::settings::{Key, Settings};
use crate::systems::shedding::strategy::Shedder;

/// All that changes from round to round.
#[derive(Clone)]
pub struct State {
    /// The owner of each bundle, also while it is on its way there.
    pub owners: Rc<Vec<BrokerId>>,
    /// Bundles that carry nothing yet because their clients are on their way, and when they arrive.
    pub transit: BTreeMap<BundleId, u64>,
    /// When a bundle was unloaded, in minutes of the run, while it is under its grace period.
    pub(crate) unloaded_at_min: BTreeMap<BundleId, f64>,
    /// The settings in force.
    pub settings: Rc<Settings>,
    pub(crate) shedder: Option<Box<dyn Shedder>>,
    pub(crate) placement: Option<Box<dyn Placement>>,
    pub(crate) broker_states: Vec<BrokerState>,
    pub(crate) averages: Averages,
    pub(crate) next_action: usize,
    pub(crate) now_ms: u64,
    pub(crate) refreshed_at_ms: u64,
    pub(crate) is_new: bool,
    pub(crate) cached_load: CachedLoadData,
}

/// What the leader knows, as long as nothing changes it. It follows from the rest of the state, so a copy
/// of the state goes without and works it out again.
#[derive(Default)]
pub(crate) struct CachedLoadData(pub(super) Option<Rc<LoadData>>);

impl Clone for CachedLoadData {
    fn clone(&self) -> Self {
        Self(None)
    }
}

impl State {
    pub(crate) fn forget_load_data(&mut self) {
        self.cached_load = CachedLoadData(None);
    }

    /// Bundles that have arrived carry their load again.
    pub(crate) fn arrive(&mut self) {
        let now_ms = self.now_ms;
        let arrived: Vec<BundleId> = self
            .transit
            .iter()
            .filter(|(_, at_ms)| **at_ms <= now_ms)
            .map(|(bundle, _)| *bundle)
            .collect();
        for bundle in arrived {
            self.transit.remove(&bundle);
            self.broker_states[self.owners[bundle.index()].index()].take(bundle);
        }
        self.forget_load_data();
    }

    /// A bundle carries nothing any more. Returns its owner, who stays so until it is given away.
    pub(crate) fn release(&mut self, bundle: BundleId) -> BrokerId {
        let owner = self.owners[bundle.index()];
        if let Some(broker_state) = self.broker_states.get_mut(owner.index()) {
            broker_state.drop(bundle);
            broker_state.preallocated.retain(|other| *other != bundle);
        }
        self.transit.remove(&bundle);
        self.forget_load_data();
        owner
    }

    /// A broker gets a bundle, and carries it when its clients have come.
    pub(crate) fn give(&mut self, bundle: BundleId, to: BrokerId) {
        Rc::make_mut(&mut self.owners)[bundle.index()] = to;
        let takes_ms = self.settings.get(Key::TransferMs) as u64;
        let broker_state = &mut self.broker_states[to.index()];
        broker_state.preallocated.push(bundle);
        if takes_ms == 0 {
            broker_state.take(bundle);
        } else {
            self.transit.insert(bundle, self.now_ms + takes_ms);
        }
        self.forget_load_data();
    }

    /// A broker goes. Returns what it owned.
    pub(crate) fn stop(&mut self, broker: BrokerId) -> Vec<BundleId> {
        let owners = Rc::clone(&self.owners);
        let owned = owners
            .iter()
            .enumerate()
            .filter(|(_, owner)| **owner == broker);
        let owned: Vec<BundleId> = owned.map(|(index, _)| BundleId(index as u32)).collect();
        for &bundle in &owned {
            self.release(bundle);
        }
        let broker_state = &mut self.broker_states[broker.index()];
        broker_state.is_up = false;
        (
            broker_state.sample,
            broker_state.report,
            broker_state.considers_at_ms,
        ) = (None, None, None);
        (broker_state.running, broker_state.reported_running) = (None, None);
        owned
    }
}
