//! Edits of the scenario: each makes another run, or an event in this one, and goes into the history.

use super::grower::slice;
use super::player::performance_now;
use super::run::Run;
use super::session::Session;
use super::shared::Shared;
use crate::shedding::cluster_edit::ClusterEdit;
use crate::shedding::event::Event;
use crate::shedding::settings::Key;
use crate::shedding::strategy::ShedderInfo;
use crate::shedding::what_if::Change;
use crate::shedding::{Lane, Scenario};

/// So long an edit may take to bring the run back to where the cursor was.
const CATCH_UP_MS: f64 = 20.0;

impl Session {
    /// Another scenario of the same situation; the cursor stays where it can. One that cannot be run
    /// changes nothing. `what` says what was edited, and behind a colon how.
    pub(super) fn rerun(&mut self, scenario: Scenario, what: &str) -> bool {
        // Fields check names and numbers one by one, and what is opened was checked when it was read.
        match scenario.check_run() {
            Ok(()) => {
                let scenario = Shared::new(scenario);
                self.history.push((scenario.clone(), self.situation), true, what, performance_now());
                self.show(scenario);
                true
            }
            Err(problem) => {
                self.notice = Some(problem.to_string());
                self.discards += 1;
                false
            }
        }
    }

    /// Runs a scenario, as far as the cursor if that takes no time.
    pub(super) fn show(&mut self, scenario: Shared<Scenario>) {
        self.lanes = Run::of_lanes(&scenario);
        let was = self.run.clone();
        self.turn_to(self.lane);
        // Who is looked at is told by place, which may be another one now.
        self.selected = self.selected.and_then(|subject| {
            was.with_rounds(|_, old| self.run.with_rounds(|_, new| old.world().find_in(new.world(), subject)))
        });
        self.scenario = scenario;
        (self.notice, self.is_halted, self.what_if, self.offered) = (None, false, None, None);
        (self.sweep, self.is_sweeping) = (None, false);
        let round = self.wanted.unwrap_or(self.round).min(self.last());
        slice(&self.lanes, round + 1, performance_now() + CATCH_UP_MS);
        self.computed = self.least_computed();
        self.go(round);
    }

    pub(super) fn change_lane(&mut self, what: &str, change: &mut dyn FnMut(&mut Lane)) {
        let mut scenario = (*self.scenario).clone();
        change(&mut scenario.lanes[self.lane]);
        self.rerun(scenario, what);
    }

    /// An edit at a later time becomes an event there; `false` where it can only be one of the start.
    pub(super) fn change_now(&mut self, change: &Change, what: &str) -> bool {
        let (view, world) = (self.run.glance(self.round), &self.scenario.world);
        let refined = self.what_if;
        let made = self.run.with_rounds(|_, simulation| simulation.with_change(world, change, &view.detail, refined));
        let Some((events, id)) = made else { return false };
        let mut scenario = (*self.scenario).clone();
        scenario.world.events = events;
        if self.rerun(scenario, what) {
            self.what_if = Some(id);
        }
        true
    }

    pub(super) fn set(&mut self, key: Key, value: f64) {
        let what = format!("{}: {}", key.row().label, key.row().format(value));
        if self.round == 0 || key.is_of_run() {
            let mut scenario = (*self.scenario).clone();
            scenario.set(self.lane, key, value);
            self.rerun(scenario, &what);
        } else {
            self.change_now(&Change::Set(key, value), &what);
        }
    }

    /// The event that the last edit has become is left out of a lane beside the main one.
    pub(super) fn compare_with_before(&mut self) {
        let Some(id) = self.what_if else { return };
        let mut before = self.main_lane().clone();
        before.ignores.push(id);
        let mut scenario = (*self.scenario).clone();
        scenario.lanes.push(before);
        if self.rerun(scenario, "Compared with before") {
            self.what_if = None;
        }
    }

    pub(super) fn put_event(&mut self, event: &Event) {
        let mut scenario = (*self.scenario).clone();
        let events = &mut scenario.world.events;
        match events.iter_mut().find(|other| other.id == event.id) {
            Some(other) => *other = event.clone(),
            None => events.push(event.clone()),
        }
        self.rerun(scenario, &format!("Event {}: {}", event.id, event.said()));
    }

    pub(super) fn remove_event(&mut self, id: u32) {
        let mut scenario = (*self.scenario).clone();
        scenario.world.events.retain(|event| event.id != id);
        scenario.lanes.iter_mut().for_each(|lane| lane.ignores.retain(|other| *other != id));
        self.rerun(scenario, "Event removed");
        self.discards += 1;
    }

    /// Goes to a place in the history of edits.
    pub(super) fn go_back(&mut self, place: usize) {
        if let Some((scenario, situation)) = self.history.go(place) {
            self.situation = situation;
            self.discards += 1;
            self.show(scenario);
        }
    }

    pub(super) fn edit(&mut self, edit: &ClusterEdit) {
        match edit.apply(&self.scenario.world) {
            Ok(world) => {
                match edit {
                    ClusterEdit::RemoveBroker(_) => self.opened = None,
                    // The next rule takes its place, and its fields.
                    ClusterEdit::RemoveRule(_) => self.discards += 1,
                    _ => {}
                }
                let what = edit.said(&self.scenario.world);
                self.rerun(Scenario { world, ..(*self.scenario).clone() }, &what);
            }
            Err(problem) => {
                self.notice = Some(problem.to_string());
                self.discards += 1;
            }
        }
    }

    /// Another scenario altogether: the page begins anew, but for how it is looked at.
    pub(super) fn replace(&mut self, situation: Option<&'static str>, scenario: Shared<Scenario>) {
        let mut history = self.history.clone();
        history.push((scenario.clone(), situation), false, &scenario.title, performance_now());
        let old = std::mem::replace(self, Self::opening(situation, scenario, self.theme));
        self.history = history;
        (self.speed, self.order, self.has_tables, self.sheet) = (old.speed, old.order, old.has_tables, old.sheet);
        (self.jumps, self.discards, self.resizes) = (old.jumps + 1, old.discards + 1, old.resizes);
    }
}

/// The placement that usually goes with a shedder.
pub fn usual_placement(strategy: &str) -> &'static str {
    match ShedderInfo::find(strategy) {
        Some(row) if row.id == "AvgShedder" => "AvgShedder",
        Some(row) if row.names_targets => "planned",
        _ => "LeastLongTermMessageRate",
    }
}
