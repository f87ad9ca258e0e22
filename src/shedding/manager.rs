//! The modular load manager's round around the strategies.
//!
//! Source: `ModularLoadManagerImpl.doLoadShedding` and `selectBrokerForAssignment`. A round: reports →
//! grace → shedder → for each selected bundle the filters, the placement, the second question → move.

use super::load_data::{BrokerId, BundleId, LoadData};
use super::placement::{Placement, PlacementInfo};
use super::placing::Placing;
use super::reason::{Rule, Subject, Why};
use super::scenario::{Lane, Refusal, Scenario};
use super::settings::Key;
use super::strategy::{Decision, Failure, Scale, Selection, Shedder, ShedderInfo};
use super::usage::{Resource, Weights};
use super::world::World;
use crate::run::{Digest, Op, Side, SortedMap, System, Unit};

/// The settings that the manager itself reads, whatever the strategies.
pub const READS: &[Key] = &[
    Key::SheddingEnabled,
    Key::SheddingIntervalMinutes,
    Key::GracePeriodMinutes,
    Key::OverloadedPercentage,
    Key::CpuWeight,
    Key::BandwidthInWeight,
    Key::BandwidthOutWeight,
    Key::BandwithInWeight,
    Key::BandwithOutWeight,
    Key::DirectMemoryWeight,
    Key::DistributeEvenly,
    Key::MaxTopicsFilter,
    Key::BrokerMaxTopics,
];

/// A scenario of load shedding, ready to run.
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(super) world: World,
    pub(super) lane: Lane,
    pub(super) seed: u64,
    rounds: usize,
    /// The bundles of each namespace.
    pub(super) namespaces: Vec<Vec<BundleId>>,
}

/// All that changes from round to round.
#[derive(Clone)]
pub struct State {
    /// The owner of each bundle.
    pub owners: Vec<BrokerId>,
    /// When a bundle was unloaded, in minutes of the run, while it is under its grace period.
    pub unloaded_at_min: SortedMap<BundleId, f64>,
    shedder: Option<Box<dyn Shedder>>,
    placement: Option<Box<dyn Placement>>,
}

/// What is kept of a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Its place, from 0; people count from 1.
    pub index: usize,
    /// When it takes place, in minutes of the run.
    pub time_min: f64,
    /// True usage of each broker in percent, before the moves of this round.
    pub usage_percent: Vec<f64>,
    /// The bundles that moved, in order.
    pub moves: Vec<Move>,
    /// The bundles that were selected but stayed.
    pub stays: Vec<Stay>,
    /// Why the round ended early, if it did.
    pub ended: Option<Ended>,
}

/// A bundle that changed its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Which.
    pub bundle: BundleId,
    /// The old owner.
    pub from: BrokerId,
    /// The new owner.
    pub to: BrokerId,
    /// Whether that is the target the shedder planned.
    pub is_planned: bool,
}

/// A bundle that was selected but did not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    /// Which.
    pub bundle: BundleId,
    /// Its owner.
    pub owner: BrokerId,
    /// Whether the destination was the owner itself (else there was none).
    pub is_owner: bool,
}

/// Why a round ended before anything could move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Shedding is switched off.
    SheddingOff,
    /// Nobody to give to.
    TooFewBrokers,
    /// The release refuses the set-up.
    Refused(Refusal),
    /// The strategy failed.
    Failed(Failure),
}

/// What else a round comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Detail {
    /// The strategy's decision.
    pub decision: Decision,
    /// The load data it was made on.
    pub load: LoadData,
    /// The owners before the moves.
    pub owners: Vec<BrokerId>,
    /// The resource that makes each broker's usage.
    pub resources: Vec<Resource>,
}

impl Simulation {
    /// Makes a checked scenario ready to run.
    pub fn new(scenario: &Scenario) -> Self {
        let world = World::new(&scenario.world);
        let mut namespaces = vec![Vec::new(); world.namespaces];
        for (index, bundle) in world.bundles.iter().enumerate() {
            namespaces[bundle.namespace as usize].push(BundleId(index as u32));
        }
        Self { world, lane: scenario.lane().clone(), seed: scenario.seed, rounds: scenario.rounds, namespaces }
    }

    /// The world that is run.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// How it is run.
    pub fn lane(&self) -> &Lane {
        &self.lane
    }

    /// When round `index` takes place: the leader's first tick is one interval after the start.
    pub fn time_min(&self, index: usize) -> f64 {
        (index + 1) as f64 * self.lane.settings.get(Key::SheddingIntervalMinutes)
    }

    /// What a round begins with: the reports, with the grace periods that still run.
    fn report(&self, state: &mut State, now_min: f64, why: &mut Why) -> LoadData {
        let mut load = self.world.fresh_report(&state.owners);
        let grace_min = self.lane.settings.get(Key::GracePeriodMinutes);
        state.unloaded_at_min.retain(|&bundle, &at_min| {
            let left = Side::measure(now_min - at_min, "since it was unloaded");
            let right = Side::setting(grace_min, "grace period", Key::GracePeriodMinutes.name());
            !why.test(Subject::Bundle(bundle), Rule::GraceIsOver, left, Op::Above, right, Unit::Minutes)
        });
        for (bundle, at_min) in state.unloaded_at_min.iter() {
            load.bundles[bundle.index()].unloaded_min_ago = Some(now_min - at_min);
        }
        load
    }

    /// Whether there is a round at all.
    fn may_shed(&self, load: &LoadData, why: &mut Why) -> Result<(), Ended> {
        let setup = self.lane.check_setup();
        let refused = Side::measure(f64::from(u8::from(setup.is_err())), "settings that the release refuses");
        let one = || Side::measure(1.0, "one");
        if why.test(Subject::Round, Rule::SetupIsRefused, refused, Op::AtLeast, one(), Unit::Count) {
            setup.map_err(Ended::Refused)?;
        }
        let key = Key::SheddingEnabled;
        let on = Side::setting(self.lane.settings.get(key), "automatic shedding", key.name());
        if !why.test(Subject::Round, Rule::SheddingIsOn, on, Op::Equals, one(), Unit::Count) {
            return Err(Ended::SheddingOff);
        }
        let brokers = Side::measure(load.brokers.len() as f64, "brokers available");
        if !why.test(Subject::Round, Rule::EnoughBrokers, brokers, Op::Above, one(), Unit::Count) {
            return Err(Ended::TooFewBrokers);
        }
        Ok(())
    }

    fn place_all(&self, state: &mut State, load: &LoadData, decision: &Decision, round: &mut Round, why: &mut Why) {
        let Some(placement) = &mut state.placement else { return };
        placement.learn(load, decision);
        let mut placing = Placing::new(self, load, round.index);
        for selection in &decision.selections {
            let (bundle, owner) = (selection.bundle, selection.from);
            let chosen = placing.destination(placement.as_mut(), bundle, &state.owners, why);
            let subject = Subject::Bundle(bundle);
            let found = Side::measure(f64::from(u8::from(chosen.is_some())), "brokers found");
            let none = Side::measure(0.0, "none");
            if why.test(subject, Rule::NoBrokerFound, found, Op::Equals, none, Unit::Count) {
                round.stays.push(Stay { bundle, owner, is_owner: false });
                continue;
            }
            let Some(to) = chosen else { continue };
            let left = Side::measure(&load.broker(to).name, "destination");
            let right = Side::measure(&load.broker(owner).name, "present owner");
            if why.test(subject, Rule::DestinationIsOwner, left, Op::Equals, right, Unit::Name) {
                round.stays.push(Stay { bundle, owner, is_owner: true });
                continue;
            }
            round.moves.push(Move { bundle, from: owner, to, is_planned: selection.target == Some(to) });
        }
        for moved in &round.moves {
            state.owners[moved.bundle.index()] = moved.to;
            state.unloaded_at_min.insert(moved.bundle, round.time_min);
        }
    }
}

/// The true usage of a broker in percent, exactly, with the resource that makes it.
pub fn true_usage_percent(load: &LoadData, broker: BrokerId, weights: &Weights) -> (f64, Resource) {
    let readings = &load.broker(broker).readings;
    let mut best = (0.0, Resource::Cpu);
    for (resource, weight) in Resource::SCORED.into_iter().zip(weights.0) {
        let percent = readings.of(resource).percent() * weight;
        if percent > best.0 {
            best = (percent, resource);
        }
    }
    best
}

impl System for Simulation {
    type State = State;
    type Round = Round;
    type Detail = Detail;
    type Subject = Subject;
    type Rule = Rule;

    fn horizon(&self) -> usize {
        self.rounds
    }

    fn start(&self) -> State {
        State {
            owners: self.world.first_owners(),
            unloaded_at_min: SortedMap::default(),
            shedder: ShedderInfo::find(&self.lane.strategy).map(|row| (row.make)(self.lane.release)),
            placement: PlacementInfo::find(&self.lane.placement).map(|row| (row.make)(self.lane.release)),
        }
    }

    fn step(&self, state: &mut State, index: usize, why: &mut Why) -> (Round, Detail) {
        let time_min = self.time_min(index);
        let load = self.report(state, time_min, why);
        let weights = Weights::from_settings(&self.lane.settings);
        let (usage_percent, resources) = load.broker_ids().map(|id| true_usage_percent(&load, id, &weights)).unzip();
        let owners = state.owners.clone();
        let mut round = Round { index, time_min, usage_percent, moves: Vec::new(), stays: Vec::new(), ended: None };
        let mut decision = Decision::on(Scale::Usage);
        match (self.may_shed(&load, why), &mut state.shedder) {
            (Err(ended), _) => round.ended = Some(ended),
            (Ok(()), None) => {}
            (Ok(()), Some(shedder)) => {
                decision = shedder.shed(&load, &self.lane.settings, why);
                round.ended = decision.failed.map(Ended::Failed);
                self.place_all(state, &load, &decision, &mut round, why);
            }
        }
        (round, Detail { decision, load, owners, resources })
    }

    fn digest(&self, round: &Round, detail: &Detail, digest: &mut Digest) {
        for floats in [&round.usage_percent, &detail.decision.scores] {
            floats.iter().for_each(|value| digest.float(*value));
        }
        for hits in &detail.decision.hits {
            digest.number(u64::from(hits.high) << 32 | u64::from(hits.low));
        }
        for Selection { bundle, from, .. } in &detail.decision.selections {
            digest.number(u64::from(bundle.0) << 32 | u64::from(from.0));
        }
        for moved in &round.moves {
            digest.number(u64::from(moved.bundle.0) << 32 | u64::from(moved.to.0));
        }
        digest.number(round.stays.len() as u64);
    }
}
