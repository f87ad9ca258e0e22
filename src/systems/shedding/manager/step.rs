//! A round of the leader: reports, grace periods, the shedder, a destination for each selected bundle.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::destination::DestinationChoice;
use super::extensible;
use super::reporting::{Averages, BrokerState, Report, load_of};
use super::round::{Detail, EndReason, Move, NotMoved, Preview, Round, StayReason};
use super::simulation::Simulation;
use super::state::{CachedLoadData, State};
use crate::engine::{Digest, Op, Operand, Unit};
use crate::systems::shedding::model::load_data::{BrokerId, BrokerLoad, LoadData, NOBODY, Rates};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::model::usage::{Readings, Resource, Weights};
use crate::systems::shedding::placement::Placement;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::{Key, Settings};
use crate::systems::shedding::strategy::{Cause as Unloaded, Decision, Outcome, Scale, Selection};

impl Simulation {
    /// What the leader knows now.
    pub(crate) fn load_data(&self, state: &mut State) -> Rc<LoadData> {
        let load = state.cached_load.0.take().unwrap_or_else(|| {
            let mut load = load_of(
                &self.world,
                &self.ground_truth,
                &state.broker_states,
                &state.averages,
                state.now_ms,
            );
            for (bundle, of) in load.bundles.iter_mut().zip(&self.world.bundles) {
                bundle.has_policies = self.policies.binds(of.namespace);
            }
            if self.is_extensible {
                extensible::report(
                    &mut load,
                    &state.broker_states,
                    self.variant.release,
                    &state.settings,
                );
            }
            Rc::new(load)
        });
        state.cached_load.0 = Some(Rc::clone(&load));
        load
    }

    /// What a round begins with: what the leader knows, with the ages of reports and the grace periods
    /// that still run.
    fn report(&self, state: &mut State, now_min: f64, explain: &mut Explain) -> Rc<LoadData> {
        let mut load = self.load_data(state);
        state.forget_load_data();
        let known = Rc::make_mut(&mut load);
        let is_fresh = state.settings.is_on(Key::FreshReports);
        let ago_s = |at_ms: u64| {
            if is_fresh {
                0.0
            } else {
                (state.now_ms - at_ms) as f64 / 1000.0
            }
        };
        for (broker, broker_state) in known.brokers.iter_mut().zip(&state.broker_states) {
            broker.age_s = broker_state
                .report
                .as_ref()
                .map_or(0.0, |report| ago_s(report.at_ms));
            if let Some(extensible) = &mut broker.extensible {
                extensible.report_age_s = ago_s(broker_state.reported_at_ms);
                let reported_at_ms = if is_fresh {
                    state.now_ms
                } else {
                    broker_state.reported_at_ms
                };
                let before_s = |at_ms: u64| (reported_at_ms as f64 - at_ms as f64) / 1000.0;
                extensible.unloaded_before_report_s = broker_state.unloaded_at_ms.map(before_s);
            }
        }
        if self.is_extensible && !self.policies.is_empty() {
            extensible::bar(
                known,
                DestinationChoice::new(self, Rc::new(known.clone()), &state.settings, 0),
                &self.world,
            );
        }
        let grace_min = state.settings.get(Key::GracePeriodMinutes);
        state.unloaded_at_min.retain(|&bundle, &mut at_min| {
            let left = Operand::measure(now_min - at_min, "since it was unloaded");
            let right = Operand::setting(grace_min, "grace period", Key::GracePeriodMinutes.name());
            let is_over = explain.check(
                Subject::Bundle(bundle),
                Rule::GraceIsOver,
                left,
                Op::Above,
                right,
                Unit::Minutes,
            );
            known.bundles[bundle.index()].unloaded_min_ago = (!is_over).then_some(now_min - at_min);
            !is_over
        });
        state.cached_load.0 = Some(Rc::clone(&load));
        load
    }

    /// Whether there is a round at all.
    fn may_shed(
        &self,
        load: &LoadData,
        settings: &Settings,
        explain: &mut Explain,
    ) -> Result<(), EndReason> {
        let setup = self.variant.check_setup();
        if explain.flag(
            Subject::Round,
            Rule::SetupIsRefused,
            "the release refuses the set-up",
            setup.is_err(),
        ) {
            setup.map_err(EndReason::Refused)?;
        }
        let key = Key::SheddingEnabled;
        if !explain.switch(
            Subject::Round,
            Rule::SheddingIsOn,
            "automatic shedding",
            settings.is_on(key),
            key.name(),
        ) {
            return Err(EndReason::SheddingOff);
        }
        let brokers = Operand::measure(load.broker_ids().count() as f64, "brokers available");
        let one = Operand::measure(1.0, "one");
        if !explain.check(
            Subject::Round,
            Rule::EnoughBrokers,
            brokers,
            Op::Above,
            one,
            Unit::Count,
        ) {
            return Err(EndReason::TooFewBrokers);
        }
        Ok(())
    }

    fn place_all(
        &self,
        state: &mut State,
        load: &Rc<LoadData>,
        decision: &Decision,
        round: &mut Round,
        explain: &mut Explain,
    ) {
        let Some(mut placement) = state.placement.take() else {
            return;
        };
        placement.learn(load, decision);
        let mut placing =
            DestinationChoice::new(self, Rc::clone(load), &state.settings, round.index as u64);
        for (index, selection) in decision.selections.iter().enumerate() {
            let bundle = selection.bundle;
            let owner = state.owners[bundle.index()];
            match self.destination(
                state,
                &mut placing,
                placement.as_mut(),
                selection,
                round.time_min,
                explain,
            ) {
                Ok(to) => {
                    let is_planned = selection.target == Some(to);
                    round.moves.push(Move {
                        bundle,
                        from: owner,
                        to,
                        is_planned,
                    });
                    state.unloaded_at_min.insert(bundle, round.time_min);
                }
                Err(reason) => {
                    round.not_moved.push(NotMoved {
                        bundle,
                        owner,
                        reason,
                    });
                    // The extensible manager waits for the unload in vain.
                    if let Some(verdict) = round.verdicts.get_mut(index) {
                        (verdict.outcome, verdict.cause) = (Outcome::Failure, Unloaded::Unknown);
                    }
                }
            }
        }
        state.placement = Some(placement);
        for moved in &round.moves {
            state.release(moved.bundle);
            state.broker_states[moved.from.index()].unloaded_at_ms = Some(state.now_ms);
        }
        for moved in &round.moves {
            state.give(moved.bundle, moved.to);
        }
    }

    /// Where a selected bundle goes, or why it stays (`ModularLoadManagerImpl.doLoadShedding`,
    /// `extensions.scheduler.UnloadScheduler.execute`).
    fn destination(
        &self,
        state: &State,
        placing: &mut DestinationChoice<'_>,
        placement: &mut dyn Placement,
        selection: &Selection,
        now_min: f64,
        explain: &mut Explain,
    ) -> Result<BrokerId, StayReason> {
        let (bundle, subject) = (selection.bundle, Subject::Bundle(selection.bundle));
        let owner = state.owners[bundle.index()];
        // Two brokers may have reported it: the first to shed it has its way.
        let is_on_its_way = state.transit.contains_key(&bundle)
            || state.unloaded_at_min.get(&bundle) == Some(&now_min);
        if explain.flag(
            subject,
            Rule::IsOnItsWay,
            "on its way already",
            is_on_its_way,
        ) {
            return Err(StayReason::OnItsWay);
        }
        // A report that is late may tell of a bundle that has lost its owner since.
        if self.is_extensible || owner == NOBODY {
            // Which broker a bundle comes back from is not asked before whether it is the giver's.
            if !explain.flag(
                subject,
                Rule::IsGivers,
                "on the broker that sheds it",
                owner == selection.from,
            ) {
                return Err(StayReason::NotGivers);
            }
        }
        if self.is_extensible {
            if let Some(to) = selection.target {
                return Ok(to);
            }
        } else {
            placing.check_policies(bundle, selection.from, explain)?;
        }
        // The extensible manager unloads, and who looks the bundle up has a broker chosen.
        let chooses_after = self.is_extensible || state.settings.is_on(Key::ChoosesAfterUnload);
        if chooses_after {
            placing.unload(bundle, owner);
        }
        let chosen = placing.destination(placement, bundle, explain);
        if explain.flag(
            subject,
            Rule::NoBrokerFound,
            "no broker found",
            chosen.is_none(),
        ) {
            return Err(StayReason::NoBroker);
        }
        let to = chosen.ok_or(StayReason::NoBroker)?;
        let name = |broker: BrokerId| &self.world.brokers[broker.index()].name;
        let left = Operand::measure(name(to), "destination");
        let right = Operand::measure(name(owner), "present owner");
        let rule = if chooses_after {
            Rule::CameStraightBack
        } else {
            Rule::DestinationIsOwner
        };
        let is_owner = explain.check(subject, rule, left, Op::Equals, right, Unit::Name);
        if is_owner && !chooses_after {
            Err(StayReason::IsOwner)
        } else {
            Ok(to)
        }
    }

    /// The truth about every broker: usage in percent with the resource that makes it, and traffic.
    fn truth_now(&self, state: &State) -> (Vec<f64>, Vec<Resource>, Vec<Rates>) {
        let weights = Weights::from_settings(&state.settings);
        let is_fresh = state.settings.is_on(Key::FreshReports);
        let snapshot = self.ground_truth.at(state.now_ms);
        let mut ground_truth = (Vec::new(), Vec::new(), Vec::new());
        for (index, broker_state) in state.broker_states.iter().enumerate() {
            let (readings, rates) = match &broker_state.report {
                None => (None, Rates::default()),
                Some(report) if is_fresh => (Some(report.readings), report.rates),
                Some(_) => {
                    let now = Report::sample(
                        &self.world,
                        &snapshot,
                        BrokerId(index as u32),
                        &broker_state.held,
                    );
                    (Some(now.readings), now.rates)
                }
            };
            let (usage, resource) = readings.map_or((f64::NAN, Resource::Cpu), |readings| {
                true_usage_percent(&readings, &weights)
            });
            ground_truth.0.push(usage);
            ground_truth.1.push(resource);
            ground_truth.2.push(rates);
        }
        ground_truth
    }
}

/// Usage in percent, exactly, with the resource that makes it.
pub(crate) fn true_usage_percent(readings: &Readings, weights: &Weights) -> (f64, Resource) {
    let mut best = (0.0, Resource::Cpu);
    for (resource, weight) in Resource::SCORED.into_iter().zip(weights.0) {
        let percent = readings.of(resource).percent() * weight;
        if percent > best.0 {
            best = (percent, resource);
        }
    }
    best
}

/// What the leader knows of each broker's load, where it is older than this moment.
fn reported(load: &LoadData, scale: Scale, settings: &Settings) -> Vec<f64> {
    if !load.brokers.iter().any(|broker| broker.age_s > 0.0) {
        return Vec::new();
    }
    let weights = Weights::from_settings(settings);
    let of = |broker: &BrokerLoad| match scale {
        Scale::Usage | Scale::RunningUsage => true_usage_percent(&broker.readings, &weights).0,
        Scale::MessageRate => broker.rates.msg_rate(),
        Scale::Throughput => broker.rates.throughput(),
    };
    load.brokers.iter().map(of).collect()
}

impl crate::engine::Simulation for Simulation {
    type State = State;
    type Round = Round;
    type Detail = Detail;
    type Subject = Subject;
    type Rule = Rule;

    fn horizon(&self) -> usize {
        self.rounds
    }

    fn start(&self) -> State {
        let owners = self.world.first_owners();
        let (shedder, placement) = self.new_strategies();
        State {
            broker_states: BrokerState::all(&self.world, &owners),
            owners: Rc::new(owners),
            transit: BTreeMap::new(),
            unloaded_at_min: BTreeMap::new(),
            averages: Averages::at_start(
                &self.world,
                self.variant.setting(Key::ColdAverages) != 0.0,
            ),
            settings: Rc::new(self.variant.settings_in_force()),
            shedder,
            placement,
            next_action: 0,
            now_ms: 0,
            refreshed_at_ms: 0,
            is_new: true,
            cached_load: CachedLoadData(None),
        }
    }

    fn step(&self, state: &mut State, index: usize, explain: &mut Explain) -> (Round, Detail) {
        let (time_ms, time_min) = (self.time_ms(index), self.time_min(index));
        let placed = self.advance(state, time_ms, explain);
        let load = self.report(state, time_min, explain);
        let (usage_percent, resources, rates) = self.truth_now(state);
        let (owners, settings) = (Rc::clone(&state.owners), Rc::clone(&state.settings));
        let transit = state.transit.keys().copied().collect();
        let (moves, not_moved) = (Vec::new(), Vec::new());
        let preview = Preview::default();
        let verdicts = Vec::new();
        let mut round = Round {
            index,
            time_min,
            usage_percent,
            assignments: placed,
            moves,
            not_moved,
            end_reason: None,
            verdicts,
            preview,
        };
        let mut decision = Decision::on(Scale::Usage);
        match (self.may_shed(&load, &settings, explain), &mut state.shedder) {
            (Err(ended), _) => round.end_reason = Some(ended),
            (Ok(()), None) => {}
            (Ok(()), Some(shedder)) => {
                decision = shedder.shed(&load, &settings, explain);
                round.end_reason = decision.failed.map(EndReason::Failed);
                round.verdicts.clone_from(&decision.verdicts);
                self.place_all(state, &load, &decision, &mut round, explain);
            }
        }
        let measured = state.broker_states.iter().map(|broker_state| {
            broker_state
                .sample
                .as_ref()
                .map_or_else(Readings::default, |one| one.readings)
        });
        let measured = measured.collect();
        let reported = reported(&load, decision.scale, &settings);
        round.preview = Preview::of(&decision, &reported, &resources);
        (
            round,
            Detail {
                decision,
                load,
                owners,
                transit,
                resources,
                rates,
                reported,
                measured,
                settings,
                time_ms,
            },
        )
    }

    /// Broker states, averages, and the owners, which are shared only while nothing moves.
    fn state_bytes(&self, state: &State) -> usize {
        state.broker_states.len() * 200 + state.averages.size_bytes() + state.owners.len() * 5
    }

    fn drop_derived(&self, state: &mut State) {
        state.forget_load_data();
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
        digest.number(round.not_moved.len() as u64);
        for placed in &round.assignments {
            digest.number(placed.at_ms);
            digest.number(u64::from(placed.bundle.0) << 32 | u64::from(placed.to.0));
        }
    }
}
