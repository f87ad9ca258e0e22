//! How a producer learns of brokers: its start, new metadata after a redirect, and restarts.

use std::rc::Rc;

use super::lists::ListChangeKind;
use super::producer::SliceRunner;
use super::reason::{AddressId, Rule};
use super::round::{CachedList, Failure};
use super::selection::{SelectionContext, in_zone};
use super::task::{Job, Purpose, Request, Task};
use crate::engine::{Op, Operand, Unit};

/// Number of cached lists that are searched before a list is built again.
const MAX_SPANS: usize = 64;

impl SliceRunner<'_> {
    /// Starts a producer: takes the brokers in its configuration, and requests metadata.
    pub(super) fn start(&mut self) {
        self.producer.rebuilt_us = None;
        self.producer.selection = self.plan.selection();
        self.producer.redirects = self.plan.ground_truth.redirects(self.now);
        let listed = self.listed(false);
        if self.take_endpoints(&listed) {
            self.begin(Purpose::Start, self.plan.times.connect_timeout_us);
        } else {
            self.start_failed();
        }
    }

    /// The brokers that the configuration or the metadata lists now.
    fn listed(&mut self, is_metadata: bool) -> Rc<[AddressId]> {
        let (ground_truth, now) = (&self.plan.ground_truth, self.now);
        let is_it = |one: &&CachedList| {
            one.is_metadata == is_metadata && (one.from_us..one.until_us).contains(&now)
        };
        if let Some(listed) = self
            .record
            .cached_lists
            .iter()
            .rev()
            .take(MAX_SPANS)
            .find(is_it)
        {
            return Rc::clone(&listed.addresses);
        }
        let addresses: Rc<[AddressId]> = match is_metadata {
            true => ground_truth
                .metadata(now, self.plan.world.metadata_lists_dead)
                .into(),
            false => ground_truth.bootstrap(now).into(),
        };
        let (from_us, until_us) = ground_truth.unchanged_period(now);
        self.record.cached_lists.push(CachedList {
            from_us,
            until_us,
            is_metadata,
            addresses: Rc::clone(&addresses),
        });
        addresses
    }

    /// Filters, shuffles and sets a list of brokers. Returns whether it has any.
    fn take_endpoints(&mut self, listed: &[AddressId]) -> bool {
        let zone_of = |address: AddressId| self.plan.ground_truth.address(address).zone;
        let mine = self.plan.fleet[self.id as usize].zone;
        let mut context = SelectionContext {
            producer: self.id,
            explain: &mut *self.explain,
        };
        let mut shuffled = in_zone(listed, &mine, zone_of, &mut context);
        self.plan.shuffle(
            self.id,
            "shuffle",
            self.producer.shuffles,
            &mut shuffled,
            usize::MAX,
        );
        self.producer.shuffles += 1;
        self.record_list_change(ListChangeKind::Set(shuffled.clone()));
        self.producer.selection.set_endpoints(shuffled).is_ok()
    }

    /// Handles the metadata response, unless it took too long.
    pub(super) fn metadata_arrived(&mut self, job: Job, answer_us: u64) {
        if let Some(connection) = self
            .producer
            .connections
            .iter_mut()
            .find(|connection| connection.address == job.address())
        {
            connection.used_us = self.now;
        }
        let taken_us = answer_us.max(self.now) - job.begun_us;
        let left = Operand::measure(taken_us as f64 / 1000.0, "time until the metadata is there");
        let limit_ms = job.limit_us as f64 / 1000.0;
        let right = Operand::setting(limit_ms, "time of a metadata request", "connectTimeoutMs");
        if self.explain.check(
            self.subject(),
            Rule::MetadataLate,
            left,
            Op::Above,
            right,
            Unit::Millis,
        ) {
            self.producer.job = Some(job);
            return self.metadata_failed();
        }
        let listed = self.listed(true);
        self.producer.selection.clear_writes();
        let side = Operand::measure(listed.len() as f64, "brokers in the metadata");
        match job.purpose {
            Purpose::Refresh(request) => {
                self.explain
                    .fact(self.subject(), Rule::Refreshed, side, Unit::Count);
                self.record.counts.refreshed += 1;
                self.close_all();
                if self.take_endpoints(&listed) {
                    self.redirected(request);
                } else {
                    self.fail_send(Failure::Redirect);
                }
            }
            Purpose::Start | Purpose::Write(_) => {
                self.explain
                    .fact(self.subject(), Rule::Built, side, Unit::Count);
                if !self.take_endpoints(&listed) {
                    self.start_failed();
                }
            }
        }
    }

    /// Queues a redirected send again.
    fn redirected(&mut self, mut request: Request) {
        let deadline = request.queued_us as i64 + request.limit_us;
        request.limit_us = deadline - self.now as i64;
        request.queued_us = self.now;
        request.redirects += 1;
        self.producer.tasks.push_back(Task::Dispatch(request));
    }

    /// Handles the failure of the current metadata request.
    pub(super) fn metadata_failed(&mut self) {
        let Some(job) = self.producer.job.take() else {
            return;
        };
        let side = Operand::measure(
            (self.now - job.begun_us) as f64 / 1000.0,
            "time of the metadata request",
        );
        self.explain
            .fact(self.subject(), Rule::MetadataFailed, side, Unit::Millis);
        match job.purpose {
            Purpose::Refresh(_) => self.fail_send(Failure::Redirect),
            Purpose::Start | Purpose::Write(_) => self.start_failed(),
        }
    }

    /// Handles a failed start: the producer is built again after a pause.
    pub(super) fn start_failed(&mut self) {
        let rebuild_us = self.plan.times.rebuild_us;
        let side = Operand::measure(rebuild_us as f64 / 1e6, "pause after a failed start");
        self.explain
            .fact(self.subject(), Rule::BuiltAgain, side, Unit::Seconds);
        self.record.counts.unbuilt += 1;
        self.lose(Failure::NotBuilt);
        self.producer.rebuilt_us = Some(self.now + rebuild_us);
    }

    /// Restarts the producer.
    pub(super) fn restart(&mut self) {
        let zone = self.plan.fleet[self.id as usize].zone;
        self.producer.restart_us =
            self.plan
                .ground_truth
                .next_restart(self.id, zone, Some(self.now));
        let side = Operand::measure(f64::from(self.producer.unfinished), "unfinished sends");
        self.explain
            .fact(self.subject(), Rule::Restarts, side, Unit::Count);
        self.record.counts.restarted += 1;
        self.lose(Failure::Restarted);
        self.start();
    }

    /// Resets everything but the producer's schedule; its unfinished sends fail.
    fn lose(&mut self, failure: Failure) {
        if let Some(job) = self.producer.job.take()
            && job.is_stalled()
        {
            let reachability = self
                .plan
                .ground_truth
                .address(job.address())
                .reachability(self.now);
            self.record_try(&job, reachability, false);
        }
        self.close_all();
        self.producer.tasks.clear();
        self.producer.timers.clear();
        while self.producer.unfinished > 0 {
            self.fail_send(failure);
        }
    }
}
