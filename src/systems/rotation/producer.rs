//! A producer: one dispatch thread that takes tasks in turn, and the connections it has.
//!
//! The thread of the original is an executor of one thread: first sends, sends once more and the handling of answers
//! stand in one queue. While it connects it stands still, and everything behind it waits.
//!
//! A producer may have a connection to each of a thousand brokers, so what happens next is found without looking at
//! all of them: requests in flight are kept apart from connections, and two bounds say how long no connection closes.

use std::collections::VecDeque;

use super::ground_truth::NEVER;
use super::plan::Plan;
use super::priority::Weight;
use super::reason::{AddressId, Explain, ProducerId, Rule, Subject};
use super::round::{Failed, Failure, FlightEnd, Record};
use super::selection::{Selection, SelectionContext, contains};
use super::task::{Answer, InFlight, Job, Link, Request, Task};
use crate::engine::{Op, Operand, Unit};

/// A producer between two moments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer {
    /// The brokers that it writes to.
    pub selection: Selection,
    /// Its open connections, in the order in which they opened.
    pub links: Vec<Link>,
    /// The addresses of these, in the same order: close together, so that one of a thousand is soon found.
    pub open: Vec<AddressId>,
    /// What is in flight on them, in the order in which it was sent.
    pub flights: Vec<InFlight>,
    /// When the first of the brokers that it is connected to goes down.
    pub dies_us: u64,
    /// On no connection something last happened before this.
    pub used_us: u64,
    /// The place of the connection that was used last: the next one is often beside it.
    pub last_place: usize,
    /// What its thread has still to do.
    pub tasks: VecDeque<Task>,
    /// Sends that wait before they are sent again, and until when.
    pub timers: Vec<(u64, Request)>,
    /// What its thread is busy with.
    pub job: Option<Job>,
    /// Until when it waits to be built again, if it could not be.
    pub rebuilt_us: Option<u64>,
    /// When it sends next.
    pub next_write_us: u64,
    /// Sends so far.
    pub sends: u32,
    /// Sends that have not ended.
    pub unfinished: u32,
    /// Redirects it has had its answer for.
    pub redirects: usize,
    /// Lists shuffled so far.
    pub shuffles: u64,
    /// Orders drawn so far.
    pub orders: u64,
    /// When it is restarted next.
    pub restart_us: u64,
}

/// A producer's turn in a slice.
pub struct Turn<'a> {
    /// Whose.
    pub id: ProducerId,
    /// The producer.
    pub me: &'a mut Producer,
    /// What everything depends on.
    pub plan: &'a Plan,
    /// Where it is written down.
    pub record: &'a mut Record,
    /// Who is told why.
    pub explain: &'a mut Explain,
    /// The time.
    pub now: u64,
    /// Whether its thread stood still in this slice.
    pub stood_still: bool,
}

/// What happens next, in the order in which what is due at the same time happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Restart,
    FailureMode,
    Due(usize),
    Timer(usize),
    Rebuild,
    Write,
    Job,
    Idle(usize),
}

impl Producer {
    /// A producer before the first slice: its start is still to come.
    pub fn new(plan: &Plan, id: ProducerId) -> Self {
        let about = &plan.fleet[id as usize];
        Self {
            selection: plan.selection(),
            links: Vec::new(),
            open: Vec::new(),
            flights: Vec::new(),
            dies_us: NEVER,
            used_us: NEVER,
            last_place: 0,
            tasks: VecDeque::new(),
            timers: Vec::new(),
            job: None,
            rebuilt_us: Some(0),
            next_write_us: about.phase_us,
            sends: 0,
            unfinished: 0,
            redirects: 0,
            shuffles: 0,
            orders: 0,
            restart_us: plan.ground_truth.next_restart(id, about.zone, None),
        }
    }

    /// The place of the connection to an address, if there is one.
    pub fn place_of(&self, address: AddressId) -> Option<usize> {
        let is_it = |place: &usize| self.open.get(*place) == Some(&address);
        let near = [self.last_place + 1, self.last_place, 0]
            .into_iter()
            .find(is_it);
        near.or_else(|| {
            contains(&self.open, address)
                .then(|| self.open.iter().position(|other| *other == address))
                .flatten()
        })
    }

    /// A connection opens.
    pub fn open(&mut self, link: Link) {
        self.dies_us = self.dies_us.min(link.dies_us);
        self.used_us = self.used_us.min(link.used_us);
        self.open.push(link.address);
        self.links.push(link);
    }

    /// When the first of the brokers that it is connected to goes down, found again after connections have closed.
    fn find_death(&mut self) {
        self.dies_us = self
            .links
            .iter()
            .map(|link| link.dies_us)
            .min()
            .unwrap_or(NEVER);
    }

    /// The request in flight that ends at a time; of several, the first on the connection that opened first.
    fn first_due(&self, due_us: u64) -> usize {
        let mut due =
            (0..self.flights.len()).filter(|flight| self.flights[*flight].due_us == due_us);
        let first = due.next().unwrap_or(0);
        let Some(second) = due.next() else {
            return first;
        };
        let place = |flight: &usize| self.place_of(self.flights[*flight].address);
        [first, second]
            .into_iter()
            .chain(due)
            .min_by_key(place)
            .unwrap_or(first)
    }

    /// What happens next, and when.
    fn next(&mut self, idle_us: u64) -> (u64, Next) {
        let mut next = (self.restart_us, Next::Restart);
        let mut offer = |time: u64, what: Next| {
            if time < next.0 {
                next = (time, what);
            }
        };
        offer(self.dies_us, Next::FailureMode);
        // Which of the requests that end then is found once it is known that one does.
        offer(
            self.flights
                .iter()
                .map(|flight| flight.due_us)
                .min()
                .unwrap_or(NEVER),
            Next::Due(0),
        );
        for (place, (time, _)) in self.timers.iter().enumerate() {
            offer(*time, Next::Timer(place));
        }
        if let Some(time) = self.rebuilt_us {
            offer(time, Next::Rebuild);
        }
        offer(self.next_write_us, Next::Write);
        if let Some(job) = &self.job {
            offer(job.until_us, Next::Job);
        }
        if self.used_us.saturating_add(idle_us) < next.0 {
            self.used_us = NEVER;
            for (place, link) in self.links.iter().enumerate() {
                self.used_us = self.used_us.min(link.used_us);
                let idle_until_us = link.used_us.saturating_add(idle_us);
                if idle_until_us < next.0 && self.is_idle(link.address) {
                    next = (idle_until_us, Next::Idle(place));
                }
            }
        }
        if let (time, Next::Due(_)) = next {
            next = (time, Next::Due(self.first_due(time)));
        }
        next
    }

    /// Whether nothing is in flight on a connection, and no metadata is awaited on it.
    fn is_idle(&self, address: AddressId) -> bool {
        let awaits = self.job.as_ref().is_some_and(|job| job.awaits(address));
        !awaits && self.flights.iter().all(|flight| flight.address != address)
    }
}

impl Turn<'_> {
    /// Lives through a slice, up to its end; how much what it tells of it matters.
    pub fn run(mut self, until_us: u64) -> Weight {
        let failed = |turn: &Self| turn.record.counts.failed() + turn.record.counts.unbuilt;
        let before = failed(&self);
        loop {
            let (time, next) = self.me.next(self.plan.times.idle_us);
            if time >= until_us {
                break;
            }
            self.now = self.now.max(time);
            self.apply_step(next);
            self.work();
        }
        self.now = until_us;
        self.close_slice(until_us);
        if failed(&self) > before {
            Weight::Failed
        } else if self.stood_still || self.me.rebuilt_us.is_some() {
            Weight::StoodStill
        } else {
            Weight::Calm
        }
    }

    fn apply_step(&mut self, next: Next) {
        match next {
            Next::Restart => self.restart(),
            Next::FailureMode => self.deaths(),
            Next::Due(flight) => self.answered(flight),
            Next::Timer(place) => {
                let (_, mut request) = self.me.timers.remove(place);
                let deadline = request.queued_us as i64 + request.limit_us;
                request.limit_us = deadline - self.now as i64;
                request.queued_us = self.now;
                request.attempts += 1;
                self.me.tasks.push_back(Task::Dispatch(request));
            }
            Next::Write => self.write(),
            Next::Job => self.job_goes_on(),
            Next::Idle(place) => {
                let link = &self.me.links[place];
                let pair = Subject::Pair(self.id, link.address);
                let idle_ms = self.now.saturating_sub(link.used_us) as f64 / 1000.0;
                let left = Operand::measure(idle_ms, "time without a sign");
                let limit_ms = self.plan.times.idle_us as f64 / 1000.0;
                let right = Operand::setting(limit_ms, "idle timeout", "idleTimeoutMs");
                if self.explain.check(
                    pair,
                    Rule::IdleTooLong,
                    left,
                    Op::AtLeast,
                    right,
                    Unit::Millis,
                ) {
                    self.record.counts.idle_closed += 1;
                    self.close(place);
                }
            }
            Next::Rebuild => self.start(),
        }
    }

    /// Brokers go down: all connections to them close before the thread does anything more.
    fn deaths(&mut self) {
        let mut was_awaited = false;
        let now = self.now;
        let dead: Vec<Link> = self
            .me
            .links
            .extract_if(.., |link| link.dies_us <= now)
            .collect();
        self.me.open = self.me.links.iter().map(|link| link.address).collect();
        self.me.find_death();
        for Link { address, .. } in dead {
            was_awaited |= self.me.job.as_ref().is_some_and(|job| job.awaits(address));
            self.record.counts.broken += 1;
            self.closed(address);
        }
        if was_awaited {
            self.metadata_failed();
        }
    }

    /// A new send, into the queue.
    fn write(&mut self) {
        self.me.next_write_us += self.plan.fleet[self.id as usize].period_us;
        let limit_us = self.plan.times.send_us as i64;
        let request = Request {
            number: self.me.sends,
            queued_us: self.now,
            limit_us,
            attempts: 0,
            redirects: 0,
        };
        self.me.sends += 1;
        self.record.counts.sends += 1;
        let left = Operand::measure(f64::from(self.me.unfinished), "unfinished sends");
        let right = Operand::setting(
            f64::from(self.plan.most_unfinished),
            "unfinished sends allowed",
            "maxInflightRequests",
        );
        self.me.unfinished += 1;
        if self.me.rebuilt_us.is_some() {
            self.fail(Failure::NotBuilt);
        } else if self.explain.check(
            self.own(),
            Rule::HasRoom,
            left,
            Op::Below,
            right,
            Unit::Count,
        ) {
            self.me.tasks.push_back(Task::Dispatch(request));
        } else {
            self.fail(Failure::TooMany);
        }
    }

    /// Whose turn it is.
    pub(super) fn own(&self) -> Subject {
        Subject::Producer(self.id)
    }

    /// Asks the selection, with reasons.
    pub(super) fn ask<T>(
        &mut self,
        ask: impl FnOnce(&mut Selection, &mut SelectionContext<'_>) -> T,
    ) -> T {
        let mut asking = SelectionContext {
            producer: self.id,
            explain: &mut *self.explain,
        };
        ask(&mut self.me.selection, &mut asking)
    }

    /// A send has ended badly.
    pub(super) fn fail(&mut self, failure: Failure) {
        self.me.unfinished -= 1;
        self.record.counts.failed[failure as usize] += 1;
        self.record.detail.failed.push(Failed {
            at_us: self.now,
            producer: self.id,
            failure,
        });
    }

    /// A connection closes, and what is in flight on it ends with it.
    pub(super) fn close(&mut self, place: usize) {
        let link = self.me.links.remove(place);
        self.me.open.remove(place);
        self.me.find_death();
        self.closed(link.address);
    }

    /// Every connection closes.
    pub(super) fn close_all(&mut self) {
        self.me.dies_us = NEVER;
        self.me.open.clear();
        for link in std::mem::take(&mut self.me.links) {
            self.closed(link.address);
        }
    }

    /// A connection has closed.
    fn closed(&mut self, address: AddressId) {
        let broken: Vec<InFlight> = self
            .me
            .flights
            .extract_if(.., |flight| flight.address == address)
            .collect();
        let side = Operand::measure(broken.len() as f64, "requests in flight");
        self.explain.fact(
            Subject::Pair(self.id, address),
            Rule::ConnectionLost,
            side,
            Unit::Count,
        );
        for flight in &broken {
            self.note_flight(flight, FlightEnd::Broken);
            self.me
                .tasks
                .push_back(Task::Handle(flight.request, Answer::Broken));
        }
        self.note_link(address, false);
    }
}
