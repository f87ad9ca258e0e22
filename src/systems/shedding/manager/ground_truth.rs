//! The truth as a function of time: what bundles carry and brokers have, whichever broker owns which bundle.
//!
//! Nothing here depends on what a variant decides, so all variants see the same, and any instant is reached
//! by asking for it.

use crate::engine::chance::Moment as Chance;
use crate::systems::shedding::model::cluster::Cluster;
use crate::systems::shedding::model::event::{Event, Kind};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId};
use crate::systems::shedding::model::usage::Resource;
use crate::systems::shedding::model::world::{World, WorldBroker, percent_of_cost};

/// What changes over time, of one variant: variants may leave events out.
#[derive(Clone, Debug, Default)]
pub struct GroundTruth {
    seed: u64,
    fluctuation: f64,
    fluctuation_ms: u64,
    waves: Vec<Wave>,
    burdens: Vec<Burden>,
}

/// Which bundles a wave is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    All,
    Namespace(u32),
    Bundle(BundleId),
}

/// A factor on what bundles carry and cost.
#[derive(Clone, Debug)]
struct Wave {
    scope: Scope,
    from_ms: u64,
    /// How long it takes to reach the factor.
    ramp_ms: u64,
    until_ms: u64,
    factor: f64,
}

/// What else happens to a broker's machine.
#[derive(Clone, Debug)]
struct Burden {
    broker: BrokerId,
    /// Points of a resource; `None` where the CPU capacity changes.
    resource: Option<Resource>,
    from_ms: u64,
    until_ms: u64,
    amount: f64,
}

impl Wave {
    fn factor(&self, now_ms: u64) -> f64 {
        if now_ms < self.from_ms || now_ms >= self.until_ms {
            return 1.0;
        }
        let passed = now_ms - self.from_ms;
        if passed >= self.ramp_ms {
            return self.factor;
        }
        1.0 + (self.factor - 1.0) * (passed as f64 / self.ramp_ms as f64)
    }
}

impl GroundTruth {
    /// The truth of a cluster under the events that a variant sees.
    pub fn new<'a>(
        cluster: &Cluster,
        world: &World,
        seed: u64,
        events: impl Iterator<Item = &'a Event>,
    ) -> Self {
        let mut ground_truth = Self {
            seed,
            fluctuation: cluster.fluctuation_percent / 100.0,
            fluctuation_ms: u64::from(cluster.fluctuation_interval_s.max(1)) * 1000,
            ..Self::default()
        };
        for event in events {
            let from_ms = u64::from(event.at_s) * 1000;
            let until_ms = event.end_s().map_or(u64::MAX, |end| end * 1000);
            let lasting = |factor, scope| Wave {
                scope,
                from_ms,
                ramp_ms: 0,
                until_ms,
                factor,
            };
            match (event.kind, world.find_broker(&event.target)) {
                (Kind::Traffic, _) => {
                    let ramp_ms = u64::from(event.duration_s) * 1000;
                    let wave = |scope| Wave {
                        scope,
                        from_ms,
                        ramp_ms,
                        until_ms: u64::MAX,
                        factor: event.value / 100.0,
                    };
                    ground_truth.waves.extend(scope_of(world, event).map(wave));
                }
                (Kind::Spike | Kind::Neighbour, Some(broker)) => {
                    let resource = if event.kind == Kind::Spike {
                        Resource::Cpu
                    } else {
                        event.resource
                    };
                    let burden = Burden {
                        broker,
                        resource: Some(resource),
                        from_ms,
                        until_ms,
                        amount: event.value,
                    };
                    ground_truth.burdens.push(burden);
                }
                (Kind::Spike, None) => {
                    let factor = 1.0 + event.value / 100.0;
                    ground_truth
                        .waves
                        .extend(scope_of(world, event).map(|scope| lasting(factor, scope)));
                }
                (Kind::Slow, Some(broker)) => {
                    let burden = Burden {
                        broker,
                        resource: None,
                        from_ms,
                        until_ms,
                        amount: event.value / 100.0,
                    };
                    ground_truth.burdens.push(burden);
                }
                _ => {}
            }
        }
        ground_truth
    }

    /// The same under another seed.
    pub fn with_seed(&self, seed: u64) -> Self {
        Self {
            seed,
            ..self.clone()
        }
    }

    /// Whether nothing changes after one time and up to another.
    pub(crate) fn rests_between(&self, after_ms: u64, up_to_ms: u64) -> bool {
        let is_edge = |at_ms: u64| after_ms < at_ms && at_ms <= up_to_ms;
        let wave_rests = |wave: &Wave| {
            let ends = wave.from_ms.saturating_add(wave.ramp_ms);
            let is_ramping = wave.ramp_ms > 0 && after_ms < ends && wave.from_ms <= up_to_ms;
            !is_edge(wave.from_ms) && !is_edge(wave.until_ms) && !is_ramping
        };
        self.fluctuation == 0.0
            && self.waves.iter().all(wave_rests)
            && self
                .burdens
                .iter()
                .all(|burden| !is_edge(burden.from_ms) && !is_edge(burden.until_ms))
    }

    /// The truth at a time.
    pub fn at(&self, now_ms: u64) -> Snapshot<'_> {
        let chance = (self.fluctuation != 0.0)
            .then(|| Chance::new(self.seed, "fluctuation", now_ms / self.fluctuation_ms));
        let mut snapshot = Snapshot {
            ground_truth: self,
            now_ms,
            chance,
            all: 1.0,
            some: Vec::new(),
        };
        for wave in &self.waves {
            match (wave.scope, wave.factor(now_ms)) {
                (_, 1.0) => {}
                (Scope::All, factor) => snapshot.all *= factor,
                (scope, factor) => snapshot.some.push((scope, factor)),
            }
        }
        snapshot
    }
}

fn scope_of(world: &World, event: &Event) -> Option<Scope> {
    if &*event.target == "*" {
        return Some(Scope::All);
    }
    let bundle = world.find_bundle(&event.target).map(Scope::Bundle);
    bundle.or_else(|| {
        let of_namespace = world
            .bundles
            .iter()
            .find(|bundle| event.is_of_bundle(&bundle.name));
        of_namespace.map(|bundle| Scope::Namespace(bundle.namespace))
    })
}

/// The truth at one time.
pub struct Snapshot<'a> {
    ground_truth: &'a GroundTruth,
    now_ms: u64,
    chance: Option<Chance>,
    all: f64,
    /// What holds for some bundles only; usually nothing or little.
    some: Vec<(Scope, f64)>,
}

impl Snapshot<'_> {
    /// By how much a bundle carries and costs more than its scenario says.
    pub fn factor(&self, world: &World, id: BundleId) -> f64 {
        let mut factor = self.wave(world, id);
        if let Some(chance) = &self.chance {
            let digest = world.bundles[id.index()].digest;
            factor *= 1.0 + self.ground_truth.fluctuation * (2.0 * chance.unit(digest) - 1.0);
        }
        factor
    }

    /// The part of it that events make.
    pub(crate) fn wave(&self, world: &World, id: BundleId) -> f64 {
        let bundle = &world.bundles[id.index()];
        let mut factor = self.all;
        for (scope, own) in &self.some {
            if *scope == Scope::Bundle(id) || *scope == Scope::Namespace(bundle.namespace) {
                factor *= own;
            }
        }
        factor
    }

    /// What else stands on a broker's machine now: its base usage and CPU capacity.
    pub fn machine(&self, broker: BrokerId, machine: &WorldBroker) -> ([f64; 5], f64) {
        let (mut base, mut capacity) = (machine.base_percent, machine.cpu_capacity);
        let is_now = |burden: &&Burden| {
            burden.broker == broker
                && burden.from_ms <= self.now_ms
                && self.now_ms < burden.until_ms
        };
        for burden in self.ground_truth.burdens.iter().filter(is_now) {
            match burden.resource {
                Some(resource) => {
                    base[resource as usize] = (base[resource as usize] + burden.amount).max(0.0)
                }
                None => capacity *= burden.amount,
            }
        }
        (base, capacity)
    }

    /// Percent of a resource that a bundle makes on a broker now.
    pub(crate) fn percent_of(
        &self,
        world: &World,
        bundle: BundleId,
        broker: BrokerId,
        resource: Resource,
    ) -> f64 {
        let machine = &world.brokers[broker.index()];
        let cost =
            world.bundles[bundle.index()].cost[resource as usize] * self.factor(world, bundle);
        percent_of_cost(
            cost,
            self.machine(broker, machine).1,
            &machine.limits,
            resource,
        )
    }

    /// When this is, in milliseconds after the start.
    pub(crate) fn now_ms(&self) -> u64 {
        self.now_ms
    }
}
