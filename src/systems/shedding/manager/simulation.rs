//! One variant of a scenario, ready to run, and what all variants share.

use std::rc::Rc;

use super::ground_truth::GroundTruth;
use super::timed_action::{Action, TimedAction, timed_actions};
use crate::systems::shedding::model::event::Event;
use crate::systems::shedding::model::load_data::{BrokerId, BundleId};
use crate::systems::shedding::model::policy_index::Policies;
use crate::systems::shedding::model::world::World;
use crate::systems::shedding::placement::Placement;
use crate::systems::shedding::scenario::{Scenario, Variant};
use crate::systems::shedding::settings::{Key, Settings};
use crate::systems::shedding::strategy::{Shedder, ShedderInfo};

/// What decides: a shedder and a placement, where the set-up has them.
pub(crate) type Strategies = (Option<Box<dyn Shedder>>, Option<Box<dyn Placement>>);

/// What all variants of a scenario have in common.
#[derive(Clone, Debug)]
pub struct SharedWorld {
    world: Rc<World>,
    namespaces: Rc<Vec<Vec<BundleId>>>,
    policies: Rc<Policies>,
}

impl SharedWorld {
    /// That of a checked scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let world = World::new(&scenario.world);
        let mut namespaces = vec![Vec::new(); world.namespaces];
        for (index, bundle) in world.bundles.iter().enumerate() {
            namespaces[bundle.namespace as usize].push(BundleId(index as u32));
        }
        let policies = Policies::new(&scenario.world, &world);
        Self {
            world: Rc::new(world),
            namespaces: Rc::new(namespaces),
            policies: Rc::new(policies),
        }
    }
}

/// One variant of a scenario, ready to run.
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(crate) world: Rc<World>,
    pub(crate) variant: Variant,
    pub(crate) seed: u64,
    pub(super) rounds: usize,
    /// The bundles of each namespace.
    pub(crate) namespaces: Rc<Vec<Vec<BundleId>>>,
    pub(crate) ground_truth: GroundTruth,
    pub(crate) policies: Rc<Policies>,
    pub(crate) timed_actions: Vec<TimedAction>,
    /// Whether the extensible load manager runs it.
    pub(crate) is_extensible: bool,
}

impl Simulation {
    /// Makes the first variant of a checked scenario ready to run.
    pub fn new(scenario: &Scenario) -> Self {
        Self::of_variant(scenario, 0)
    }

    /// Makes a variant of a checked scenario ready to run.
    pub fn of_variant(scenario: &Scenario, variant: usize) -> Self {
        Self::in_world(scenario, variant, &SharedWorld::new(scenario))
    }

    /// Makes every variant of a checked scenario ready to run, in one world.
    pub fn of_variants(scenario: &Scenario) -> Vec<Self> {
        let shared = SharedWorld::new(scenario);
        (0..scenario.variants.len())
            .map(|variant| Self::in_world(scenario, variant, &shared))
            .collect()
    }

    /// Makes a variant of a checked scenario ready to run in the world that its variants share.
    pub(crate) fn in_world(scenario: &Scenario, variant: usize, shared: &SharedWorld) -> Self {
        let variant = scenario.variants[variant].clone();
        let SharedWorld {
            world,
            namespaces,
            policies,
        } = shared.clone();
        let cluster = &scenario.world;
        let events: Vec<&Event> = cluster
            .events
            .iter()
            .filter(|event| !variant.ignored_events.contains(&event.id))
            .collect();
        let ground_truth = GroundTruth::new(cluster, &world, scenario.seed, events.iter().copied());
        let timed_actions = timed_actions(events.into_iter(), &world);
        let is_extensible = variant.is_extensible();
        Self {
            is_extensible,
            variant,
            seed: scenario.seed,
            rounds: scenario.rounds,
            namespaces,
            ground_truth,
            policies,
            timed_actions,
            world,
        }
    }

    /// The same variant in the same world under another seed.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        Self {
            seed,
            ground_truth: self.ground_truth.with_seed(seed),
            ..self.clone()
        }
    }

    /// The world that is run.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// How it is run.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// When round `index` takes place: the leader's first tick is one interval after the start.
    pub fn time_min(&self, index: usize) -> f64 {
        self.time_ms(index) as f64 / 60_000.0
    }

    /// The same in milliseconds.
    pub fn time_ms(&self, index: usize) -> u64 {
        let get = |key: Key| self.variant.setting(key) as u64;
        (index as u64 + 1) * get(Key::SheddingIntervalMinutes) * 60_000
            + get(Key::ShedPhaseS) * 1000
    }

    /// The truth that the variant sees.
    pub fn ground_truth(&self) -> &GroundTruth {
        &self.ground_truth
    }

    /// A strategy and a placement that remember nothing.
    pub(crate) fn new_strategies(&self) -> Strategies {
        let release = self.variant.release;
        let shedder = ShedderInfo::find(&self.variant.strategy).map(|row| (row.make)(release));
        (
            shedder,
            self.variant.placement_info().map(|row| (row.make)(release)),
        )
    }

    /// What may give the cluster another leader, in order: when, in milliseconds of the run, and the broker that
    /// stops then; nobody where an event says that the leader changes.
    pub(crate) fn leader_changes(&self) -> impl Iterator<Item = (u64, Option<BrokerId>)> + '_ {
        self.timed_actions
            .iter()
            .filter_map(|timed| match timed.action {
                Action::LeaderChanges => Some((timed.at_ms, None)),
                Action::Stops(broker) => Some((timed.at_ms, Some(broker))),
                _ => None,
            })
    }

    /// The settings in force at a time, in milliseconds of the run.
    pub(crate) fn settings_at(&self, at_ms: u64) -> Settings {
        let mut settings = self.variant.settings_in_force();
        for timed in self
            .timed_actions
            .iter()
            .take_while(|timed| timed.at_ms <= at_ms)
        {
            if let Action::Set(key, value) = timed.action {
                settings.set(key, value);
            }
        }
        settings
    }
}
