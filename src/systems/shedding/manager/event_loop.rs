//! From one round to the next: events, bundles that arrive, samples and reports, in the order of time.
//!
//! At the same time, events come first, then arrivals, samples, reports, and the round last.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::destination::DestinationChoice;
use super::reporting::{BrokerState, Report};
use super::round::{Assignment, Cause};
use super::simulation::Simulation;
use super::state::State;
use super::timed_action::Action;
use crate::engine::{Op, Operand, Unit, draw};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId, NOBODY, Name};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Explain, Rule};
use crate::systems::shedding::settings::{Key, Settings};

/// A broker measures itself, or considers a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct DueStep {
    at_ms: u64,
    is_report: bool,
    broker: BrokerId,
}

/// The first time at or after `from_ms` on a grid.
fn on_grid(from_ms: u64, interval_ms: u64, phase_ms: u64) -> u64 {
    let phase_ms = phase_ms % interval_ms;
    if from_ms <= phase_ms {
        phase_ms
    } else {
        phase_ms + (from_ms - phase_ms).div_ceil(interval_ms) * interval_ms
    }
}

impl Simulation {
    /// Takes the state to the time of the next round.
    pub(crate) fn advance(
        &self,
        state: &mut State,
        until_ms: u64,
        explain: &mut Explain,
    ) -> Vec<Assignment> {
        let mut placed = Vec::new();
        if state.is_new {
            state.is_new = false;
            self.begin(state, &mut placed, explain);
        }
        let is_fresh = state.settings.is_on(Key::FreshReports);
        let due_steps = if is_fresh {
            Vec::new()
        } else {
            self.due_steps(state, until_ms)
        };
        let mut due_steps = due_steps.into_iter().peekable();
        loop {
            let timed = self
                .timed_actions
                .get(state.next_action)
                .map_or(u64::MAX, |timed| timed.at_ms);
            let arrival = state.transit.values().copied().min().unwrap_or(u64::MAX);
            let due = due_steps.peek().map_or(u64::MAX, |due| due.at_ms);
            let next_ms = timed.min(arrival).min(due);
            if next_ms > until_ms {
                break;
            }
            state.now_ms = next_ms;
            if timed == next_ms {
                let timed = self.timed_actions[state.next_action].action;
                state.next_action += 1;
                self.apply_action(state, timed, &mut placed, explain);
            } else if arrival == next_ms {
                state.arrive();
            } else if let Some(due) = due_steps.next() {
                self.measure(state, due, explain);
            }
        }
        self.refresh(state, until_ms);
        state.now_ms = until_ms;
        if state.owners.contains(&NOBODY) {
            self.place_ownerless(state, &mut placed, explain);
            self.refresh(state, until_ms);
        }
        placed
    }

    /// The start: everybody reports, and bundles without an owner get one.
    fn begin(&self, state: &mut State, placed: &mut Vec<Assignment>, explain: &mut Explain) {
        for index in 0..state.broker_states.len() {
            if state.broker_states[index].is_up {
                self.report_now(state, BrokerId(index as u32));
            }
        }
        if state.owners.contains(&NOBODY) {
            self.place_ownerless(state, placed, explain);
        }
    }

    /// When brokers measure themselves and consider reports, up to a time.
    fn due_steps(&self, state: &mut State, until_ms: u64) -> Vec<DueStep> {
        let get = |key: Key| state.settings.get(key) as u64;
        let (sample_ms, pace_ms) = (get(Key::SampleMinutes) * 60_000, get(Key::ReportPaceMs));
        let (sample_phase, report_phase) =
            (get(Key::SamplePhaseS) * 1000, get(Key::ReportPhaseS) * 1000);
        let longest_ms = get(Key::ReportMaxMinutes) * 60_000;
        let is_staggered = state.settings.is_on(Key::Staggered);
        let mut due_steps = Vec::new();
        for (index, (broker_state, broker)) in state
            .broker_states
            .iter_mut()
            .zip(&self.world.brokers)
            .enumerate()
        {
            let id = BrokerId(index as u32);
            let own = |purpose: &str, interval_ms: u64| {
                draw(self.seed, purpose, &broker.name, 0) % interval_ms
            };
            let (sample_phase, report_phase) = if is_staggered {
                (own("sample phase", sample_ms), own("report phase", pace_ms))
            } else {
                (sample_phase, report_phase)
            };
            let mut consider = |at_ms: u64| {
                due_steps.push(DueStep {
                    at_ms,
                    is_report: true,
                    broker: id,
                })
            };
            // One of a time before reports became fresh for a while is past.
            if let Some(at_ms) = broker_state
                .considers_at_ms
                .take_if(|at_ms| *at_ms <= until_ms)
                && at_ms > state.now_ms
            {
                consider(at_ms);
            }
            let overdue = on_grid(
                broker_state.reported_at_ms + longest_ms,
                pace_ms,
                report_phase,
            );
            if overdue > state.now_ms && overdue <= until_ms {
                consider(overdue);
            }
            let mut at_ms = on_grid(state.now_ms + 1, sample_ms, sample_phase);
            while at_ms <= until_ms {
                due_steps.push(DueStep {
                    at_ms,
                    is_report: false,
                    broker: id,
                });
                let considers = on_grid(at_ms, pace_ms, report_phase);
                if considers <= until_ms {
                    due_steps.push(DueStep {
                        at_ms: considers,
                        is_report: true,
                        broker: id,
                    });
                } else {
                    broker_state.considers_at_ms = Some(considers);
                }
                at_ms += sample_ms;
            }
        }
        due_steps.sort_unstable();
        due_steps.dedup();
        due_steps
    }

    fn measure(&self, state: &mut State, due: DueStep, explain: &mut Explain) {
        let broker_state = &mut state.broker_states[due.broker.index()];
        if !broker_state.is_up {
            return;
        }
        if !due.is_report {
            // A step at the same time is one with the new measurement.
            self.run(
                broker_state,
                &state.settings,
                state.now_ms.saturating_sub(1),
            );
            let snapshot = self.ground_truth.at(state.now_ms);
            broker_state.sample = Some(Rc::new(Report::sample(
                &self.world,
                &snapshot,
                due.broker,
                &broker_state.held,
            )));
            return;
        }
        self.run(broker_state, &state.settings, state.now_ms);
        let subject = Subject::Broker(due.broker);
        let key = Key::ReportMaxMinutes;
        let longest = Operand::setting(
            state.settings.get(key),
            "longest time without a report",
            key.name(),
        );
        let ago_min = (state.now_ms - broker_state.reported_at_ms) as f64 / 60_000.0;
        let ago = Operand::measure(ago_min, "since the last report");
        let is_overdue = explain.check(
            subject,
            Rule::ReportIsOverdue,
            ago,
            Op::AtLeast,
            longest,
            Unit::Minutes,
        );
        if !is_overdue {
            let key = Key::ReportChangePercent;
            let least =
                Operand::setting(state.settings.get(key), "change worth a report", key.name());
            let change = Operand::measure(
                broker_state.change_percent(),
                "change since the last report",
            );
            if !explain.check(
                subject,
                Rule::ChangeIsReported,
                change,
                Op::Above,
                least,
                Unit::Percent,
            ) {
                return;
            }
        }
        if let Some(sample) = broker_state.sample.clone() {
            self.take_report(state, due.broker, sample);
        }
    }

    /// The running values of a broker under the extensible manager.
    fn run(&self, broker_state: &mut BrokerState, settings: &Settings, now_ms: u64) {
        if self.is_extensible {
            broker_state.run(now_ms, settings.get(Key::ReportPaceMs) as u64, settings);
        }
    }

    /// The leader hears of a broker.
    fn take_report(&self, state: &mut State, broker: BrokerId, report: Rc<Report>) {
        let snapshot = self.ground_truth.at(report.at_ms);
        state.averages.take(&self.world, &snapshot, &report.bundles);
        state.broker_states[broker.index()].take_report(report, state.now_ms);
        state.forget_load_data();
    }

    fn report_now(&self, state: &mut State, broker: BrokerId) {
        let snapshot = self.ground_truth.at(state.now_ms);
        let broker_state = &mut state.broker_states[broker.index()];
        broker_state.is_changed = false;
        let report = Rc::new(Report::sample(
            &self.world,
            &snapshot,
            broker,
            &broker_state.held,
        ));
        broker_state.sample = Some(Rc::clone(&report));
        self.run(broker_state, &state.settings, state.now_ms);
        self.take_report(state, broker, report);
    }

    /// Under fresh reports everybody has just reported. What has not changed need not be measured again.
    fn refresh(&self, state: &mut State, now_ms: u64) {
        if !state.settings.is_on(Key::FreshReports) {
            return;
        }
        let rests = self
            .ground_truth
            .rests_between(state.refreshed_at_ms, now_ms)
            && state.averages.are_at_rest();
        state.now_ms = now_ms;
        for index in 0..state.broker_states.len() {
            let broker_state = &mut state.broker_states[index];
            // Running values go on moving when nothing else does.
            if broker_state.is_up
                && (!rests
                    || broker_state.is_changed
                    || broker_state.report.is_none()
                    || self.is_extensible)
            {
                self.report_now(state, BrokerId(index as u32));
            }
        }
        state.refreshed_at_ms = now_ms;
    }

    fn apply_action(
        &self,
        state: &mut State,
        action: Action,
        placed: &mut Vec<Assignment>,
        explain: &mut Explain,
    ) {
        match action {
            Action::Set(key, value) => Rc::make_mut(&mut state.settings).set(key, value),
            Action::LeaderChanges => {
                (state.shedder, state.placement) = self.new_strategies();
                state.unloaded_at_min = BTreeMap::new();
                for broker_state in &mut state.broker_states {
                    broker_state.unloaded_at_ms = None;
                    broker_state.preallocated.clear();
                }
                state.forget_load_data();
            }
            Action::Starts(broker) => {
                state.broker_states[broker.index()].is_up = true;
                self.report_now(state, broker);
                self.notify_active_brokers(state);
            }
            Action::Stops(broker) => {
                let bundles = state.stop(broker);
                self.notify_active_brokers(state);
                self.refresh(state, state.now_ms);
                self.assign(state, &bundles, Cause::Stopped, placed, explain);
            }
            Action::Unload(bundle) => {
                self.refresh(state, state.now_ms);
                if state.release(bundle) != NOBODY {
                    self.assign(state, &[bundle], Cause::ByHand, placed, explain);
                }
            }
        }
    }

    /// Strategies hear which brokers are there.
    fn notify_active_brokers(&self, state: &mut State) {
        state.forget_load_data();
        let up = state
            .broker_states
            .iter()
            .zip(&self.world.brokers)
            .filter(|(broker_state, _)| broker_state.is_up);
        let active: Vec<Name> = up.map(|(_, broker)| broker.name.clone()).collect();
        if let Some(shedder) = &mut state.shedder {
            shedder.active_brokers_changed(&active);
        }
        if let Some(placement) = &mut state.placement {
            placement.active_brokers_changed(&active);
        }
    }

    fn place_ownerless(
        &self,
        state: &mut State,
        placed: &mut Vec<Assignment>,
        explain: &mut Explain,
    ) {
        let owners = state.owners.iter().enumerate();
        let ownerless: Vec<BundleId> = owners
            .filter(|(_, owner)| **owner == NOBODY)
            .map(|(index, _)| BundleId(index as u32))
            .collect();
        self.assign(state, &ownerless, Cause::Ownerless, placed, explain);
    }

    /// Finds a broker for each of the bundles, one after the other (`selectBrokerForAssignment`).
    fn assign(
        &self,
        state: &mut State,
        bundles: &[BundleId],
        cause: Cause,
        placed: &mut Vec<Assignment>,
        explain: &mut Explain,
    ) {
        let load = self.load_data(state);
        // A set-up without a placement finds nobody.
        let mut placement = state.placement.take();
        let mut placing =
            DestinationChoice::new(self, load, &state.settings, 1 << 48 | state.now_ms);
        for &bundle in bundles {
            let from =
                std::mem::replace(&mut Rc::make_mut(&mut state.owners)[bundle.index()], NOBODY);
            let to = placement
                .as_mut()
                .and_then(|one| placing.destination(one.as_mut(), bundle, explain));
            if let Some(to) = to {
                placing.preallocate(bundle, to);
                state.give(bundle, to);
            }
            // Nobody to be found is news only once.
            if to.is_some() || from != NOBODY {
                placed.push(Assignment {
                    at_ms: state.now_ms,
                    bundle,
                    from,
                    to: to.unwrap_or(NOBODY),
                    cause,
                });
            }
        }
        state.placement = placement;
        state.forget_load_data();
    }
}
