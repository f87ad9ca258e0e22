//! The dispatch thread: tries of endpoints, connection attempts, answers, and retries.

use super::ground_truth::Reachability;
use super::lists::ListChangeKind;
use super::producer::SliceRunner;
use super::reason::{AddressId, Rule, Subject};
use super::round::{Failure, FlightEnd};
use super::selection::{Penalty, Selection};
use super::task::{Answer, Connection, InFlight, Job, Purpose, Request, Step, Task};
use super::tries::{MAX_TRIES, NextStep};
use crate::engine::{Op, Operand, Unit};

/// Maximum number of redirects of a send that is still sent again.
const MAX_REDIRECTS: f64 = 1.0;

fn ms(us: u64) -> f64 {
    us as f64 / 1000.0
}

impl SliceRunner<'_> {
    /// Runs the tasks in the thread's queue until it has to wait or the queue is empty.
    pub(super) fn work(&mut self) {
        while self.producer.job.is_none() && self.producer.rebuilt_us.is_none() {
            let Some(task) = self.producer.tasks.pop_front() else {
                break;
            };
            match task {
                Task::Dispatch(request) => self.dispatch(request),
                Task::Handle(request, answer) => self.handle(request, answer),
            }
        }
    }

    fn dispatch(&mut self, request: Request) {
        if request.limit_us < 0 {
            let side =
                Operand::measure(-request.limit_us as f64 / 1000.0, "time since its deadline");
            self.explain
                .fact(self.subject(), Rule::DeadlinePassed, side, Unit::Millis);
            return self.fail_send(Failure::TimedOut);
        }
        self.begin(Purpose::Write(request), request.limit_us as u64);
    }

    /// Starts a send or a metadata request, which follow the same rules.
    pub(super) fn begin(&mut self, purpose: Purpose, limit_us: u64) {
        let (id, plan, drawn) = (self.id, self.plan, self.producer.orders);
        let shuffle =
            |list: &[AddressId], most: usize| plan.shuffled(id, "order", drawn, list, most);
        // An endpoint with an open connection accepts the send, so no further endpoint is tried.
        let is_open = self
            .producer
            .selection
            .first()
            .is_some_and(|first| self.producer.connection_index(first).is_some());
        let most = if is_open { 1 } else { MAX_TRIES };
        let Ok(tries) =
            self.with_selection(|selection, context| selection.begin(most, shuffle, context))
        else {
            return self.job_failed(purpose, Failure::NoEndpoints);
        };
        self.producer.orders += 1;
        let step = Step::Connecting(Reachability::Up);
        let (begun_us, try_us, until_us) = (self.now, self.now, self.now);
        let job = Job {
            purpose,
            begun_us,
            limit_us,
            tries,
            try_us,
            attempts: 0,
            step,
            until_us,
        };
        self.try_endpoint(job);
    }

    /// Tries the current endpoint.
    fn try_endpoint(&mut self, mut job: Job) {
        let address = job.address();
        let pair = Subject::Pair(self.id, address);
        if !job.tries.is_first() {
            let left = Operand::measure(ms(self.now - job.begun_us), "time since the send began");
            let (what, key) = match job.purpose {
                Purpose::Write(_) => ("send timeout", "sendRequestTimeout"),
                Purpose::Start | Purpose::Refresh(_) => {
                    ("time of a metadata request", "connectTimeoutMs")
                }
            };
            let right = Operand::setting(ms(job.limit_us), what, key);
            if self
                .explain
                .check(pair, Rule::TimeIsUp, left, Op::Above, right, Unit::Millis)
            {
                return self.job_failed(job.purpose, Failure::TimedOut);
            }
        }
        let open = self.producer.connection_index(address);
        let is_open = self.explain.flag(
            pair,
            Rule::IsOpen,
            "a connection to it is open",
            open.is_some(),
        );
        job.try_us = self.now;
        job.attempts = 0;
        if let (true, Some(place)) = (is_open, open) {
            return self.connected(job, place);
        }
        if matches!(self.producer.selection, Selection::Single(_)) {
            // The metadata client has a single connection, so it closes the connection to any other endpoint first.
            while let Some(other) = self.producer.connections.first() {
                let address = other.address;
                let flights = self
                    .producer
                    .flights
                    .iter()
                    .filter(|flight| flight.address == address)
                    .count();
                let pair = Subject::Pair(self.id, address);
                let side = Operand::measure(flights as f64, "requests in flight");
                self.explain
                    .fact(pair, Rule::ClosesOther, side, Unit::Count);
                self.close_connection(0);
            }
        }
        self.attempt(job);
    }

    /// Makes one attempt to connect; its result is determined when it starts.
    fn attempt(&mut self, mut job: Job) {
        let times = &self.plan.times;
        let reachability = match self
            .plan
            .ground_truth
            .address(job.address())
            .reachability(self.now)
        {
            Reachability::Up if times.connect_us > times.connect_timeout_us => {
                Reachability::BlackHole
            }
            reachability => reachability,
        };
        job.attempts += 1;
        job.step = Step::Connecting(reachability);
        job.until_us = self.now
            + match reachability {
                Reachability::Up => times.connect_us,
                Reachability::Refused => 0,
                Reachability::BlackHole => times.connect_timeout_us,
            };
        self.producer.job = Some(job);
    }

    /// Continues the thread's job when its wait is over.
    pub(super) fn job_goes_on(&mut self) {
        let Some(job) = self.producer.job.take() else {
            return;
        };
        let address = job.address();
        let about = self.plan.ground_truth.address(address);
        match job.step {
            Step::Pausing(_) => self.attempt(job),
            Step::Awaiting(answer_us) => self.metadata_arrived(job, answer_us),
            Step::Connecting(Reachability::Up)
                if about.reachability(self.now) == Reachability::Up =>
            {
                let pair = Subject::Pair(self.id, address);
                let side = Operand::measure(f64::from(job.attempts), "attempts");
                self.explain.fact(pair, Rule::Connected, side, Unit::Count);
                if job.attempts > 1 {
                    self.record_try(&job, Reachability::Up, false);
                }
                let down_us = about.next_down(self.now);
                self.producer.add_connection(Connection {
                    address,
                    down_us,
                    used_us: self.now,
                });
                self.record_connection(address, true);
                let place = self.producer.connections.len() - 1;
                self.connected(job, place);
            }
            // A broker that goes down while an attempt is under way refuses it.
            Step::Connecting(Reachability::Up | Reachability::Refused) => {
                self.attempt_failed(job, Reachability::Refused)
            }
            Step::Connecting(Reachability::BlackHole) => {
                self.attempt_failed(job, Reachability::BlackHole)
            }
        }
    }

    fn attempt_failed(&mut self, mut job: Job, reachability: Reachability) {
        let pair = Subject::Pair(self.id, job.address());
        let rule = if reachability == Reachability::Refused {
            Rule::Refused
        } else {
            Rule::Unanswered
        };
        let side = Operand::measure(f64::from(job.attempts), "attempt");
        self.explain.fact(pair, rule, side, Unit::Count);
        let left = Operand::measure(f64::from(job.attempts), "failed attempts");
        let allowed = f64::from(self.plan.further_attempts + 1);
        let right = Operand::setting(allowed, "attempts allowed", "maxRetryCount");
        if self.explain.check(
            pair,
            Rule::AttemptsAreLeft,
            left,
            Op::Below,
            right,
            Unit::Count,
        ) {
            job.step = Step::Pausing(reachability);
            job.until_us = self.now + self.plan.pause_us(job.attempts);
            self.producer.job = Some(job);
        } else {
            self.record_try(&job, reachability, true);
            self.record.counts.tries_failed += 1;
            self.try_failed(job);
        }
    }

    /// Handles a failed try: goes on to the next endpoint, or ends the send.
    fn try_failed(&mut self, mut job: Job) {
        let address = job.address();
        let onward =
            self.with_selection(|selection, context| selection.failed(&mut job.tries, context));
        match onward {
            NextStep::Next(Some(Penalty::MovedToEnd)) => {
                self.record.counts.moved_to_end += 1;
                self.record_list_change(ListChangeKind::MovedToEnd(address));
            }
            NextStep::Next(Some(Penalty::Forgotten)) | NextStep::NobodyIsLeft => {
                self.record.counts.forgotten += 1;
                self.record_list_change(ListChangeKind::Forgotten(address));
            }
            NextStep::Next(None) | NextStep::Ends => {}
        }
        match onward {
            NextStep::Next(_) => self.try_endpoint(job),
            NextStep::Ends | NextStep::NobodyIsLeft => {
                self.job_failed(job.purpose, Failure::Connect)
            }
        }
    }

    /// Handles an accepted connection, which the selection counts as success, and sends the request.
    fn connected(&mut self, mut job: Job, place: usize) {
        let address = job.address();
        let had_failed = self.producer.selection.failures(address) > 0;
        let is_new =
            self.with_selection(|selection, context| selection.connected(address, context));
        if had_failed {
            self.record_list_change(ListChangeKind::Forgiven(address));
        }
        if is_new {
            self.record.counts.joined += 1;
            let is_single = matches!(self.producer.selection, Selection::Single(_));
            self.record_list_change(if is_single {
                ListChangeKind::Current(address)
            } else {
                ListChangeKind::Joined(address)
            });
        }
        let response_us = self.now + self.plan.times.response_us;
        let expires_us = (job.begun_us + job.limit_us).max(self.now);
        self.producer.connections[place].used_us = self.now;
        self.producer.last_place = place;
        let Purpose::Write(request) = job.purpose else {
            job.step = Step::Awaiting(response_us);
            job.until_us = response_us.min(expires_us);
            self.producer.job = Some(job);
            return;
        };
        let redirects = self.plan.ground_truth.redirects(self.now);
        let answer = match (
            response_us > expires_us,
            redirects > self.producer.redirects,
        ) {
            (true, _) => Answer::Late,
            (false, true) => Answer::Redirect,
            (false, false) => Answer::Good,
        };
        self.producer.redirects = redirects;
        self.record.counts.requests += 1;
        self.record.counts.resent += u32::from(request.attempts + request.redirects > 0);
        let broker = usize::from(self.plan.ground_truth.address(address).place);
        self.record.requests[broker] += 1;
        let due_us = response_us.min(expires_us);
        self.producer.flights.push(InFlight {
            address,
            request,
            sent_us: self.now,
            due_us,
            answer,
        });
    }

    /// Handles the failure of a send or a metadata request.
    fn job_failed(&mut self, purpose: Purpose, failure: Failure) {
        match purpose {
            Purpose::Write(_) => self.fail_send(failure),
            Purpose::Start => self.start_failed(),
            Purpose::Refresh(_) => self.fail_send(Failure::Redirect),
        }
    }

    /// Queues the result of a request, answered or timed out, as a task of the thread.
    pub(super) fn answered(&mut self, flight: usize) {
        let about = self.producer.flights.remove(flight);
        let address = about.address;
        if let Some(place) = self.producer.connection_index(address) {
            self.producer.connections[place].used_us = self.now;
        }
        let end = match about.answer {
            Answer::Good => FlightEnd::Answered,
            Answer::Redirect => FlightEnd::Redirected,
            Answer::Late => {
                let side = Operand::measure(ms(self.now - about.sent_us), "time without an answer");
                self.explain.fact(
                    Subject::Pair(self.id, address),
                    Rule::AnsweredTooLate,
                    side,
                    Unit::Millis,
                );
                FlightEnd::Late
            }
            Answer::Broken => FlightEnd::Broken,
        };
        self.record_flight(&about, end);
        self.producer
            .tasks
            .push_back(Task::Handle(about.request, about.answer));
    }

    fn handle(&mut self, request: Request, answer: Answer) {
        match answer {
            Answer::Good => {
                self.producer.unfinished -= 1;
                self.record.counts.delivered += 1;
            }
            Answer::Late => self.fail_send(Failure::TimedOut),
            Answer::Redirect => {
                let left = Operand::measure(f64::from(request.redirects), "redirects before");
                let right = Operand::measure(MAX_REDIRECTS, "redirects allowed before");
                if self.explain.check(
                    self.subject(),
                    Rule::RedirectedTooOften,
                    left,
                    Op::Above,
                    right,
                    Unit::Count,
                ) {
                    return self.fail_send(Failure::Redirect);
                }
                self.begin(
                    Purpose::Refresh(request),
                    self.plan.times.connect_timeout_us,
                );
            }
            Answer::Broken => {
                let jitter_us = self
                    .plan
                    .jitter_us(self.id, request.number, request.attempts);
                let left = Operand::measure(ms(jitter_us), "jitter before the next try");
                let right = Operand::measure(
                    request.limit_us as f64 / 1000.0,
                    "time it had when it was sent",
                );
                if self.explain.check(
                    self.subject(),
                    Rule::RetryFits,
                    left,
                    Op::Below,
                    right,
                    Unit::Millis,
                ) {
                    self.producer.timers.push((self.now + jitter_us, request));
                } else {
                    self.fail_send(Failure::TimedOut);
                }
            }
        }
    }
}
