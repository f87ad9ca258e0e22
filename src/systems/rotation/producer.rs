//! A producer: one dispatch thread that runs tasks in order, and its connections.
//!
//! In MemQ the thread is a single-threaded executor: sends, retries and the handling of answers share one queue. While it
//! connects it is blocked, and everything behind waits.
//!
//! A producer may have a connection to each of a thousand brokers, so the next event is found without visiting all:
//! requests in flight are kept apart from connections, and two bounds give the time until which no connection closes.

use std::collections::VecDeque;

use super::ground_truth::NEVER;
use super::plan::Plan;
use super::priority::ReasonPriority;
use super::reason::{AddressId, Explain, ProducerId, Rule, Subject};
use super::round::{FailedSend, Failure, FlightEnd, SliceRecord};
use super::selection::{Selection, SelectionContext, contains};
use super::task::{Answer, Connection, InFlight, Job, Request, Task};
use crate::engine::{Op, Operand, Unit};

/// The state of a producer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Producer {
    /// Its selection of brokers.
    pub selection: Selection,
    /// Its open connections, in the order in which they opened.
    pub connections: Vec<Connection>,
    /// The addresses of `connections`, in the same order, packed for a fast search.
    pub connected: Vec<AddressId>,
    /// Requests in flight, in the order in which they were sent.
    pub flights: Vec<InFlight>,
    /// Time at which the first connected broker goes down, in microseconds.
    pub(crate) down_us: u64,
    /// Lower bound of the time of last use of any connection, in microseconds.
    pub(crate) used_us: u64,
    /// Index of the connection that was used last; the next one is often beside it.
    pub(crate) last_place: usize,
    /// The tasks in its thread's queue.
    pub tasks: VecDeque<Task>,
    /// Sends that wait for a retry, with the time of the retry in microseconds.
    pub timers: Vec<(u64, Request)>,
    /// The current job of its thread.
    pub job: Option<Job>,
    /// Time at which it is built again, in microseconds, if it could not be built.
    pub(crate) rebuilt_us: Option<u64>,
    /// Time of its next send, in microseconds.
    pub(crate) next_write_us: u64,
    /// Number of sends so far.
    pub sends: u32,
    /// Number of sends that have not ended.
    pub unfinished: u32,
    /// Number of redirects that it has been answered with.
    pub(crate) redirects: usize,
    /// Number of lists shuffled so far.
    pub shuffles: u64,
    /// Number of orders drawn so far.
    pub orders: u64,
    /// Time of its next restart, in microseconds.
    pub(crate) restart_us: u64,
}

/// Runs one producer through a slice.
pub(crate) struct SliceRunner<'a> {
    /// Its id.
    pub id: ProducerId,
    /// The producer.
    pub producer: &'a mut Producer,
    /// The constant data of the variant.
    pub plan: &'a Plan,
    /// The record of the slice.
    pub record: &'a mut SliceRecord,
    /// The collector of reasons.
    pub explain: &'a mut Explain,
    /// The current time, in microseconds after the start.
    pub now: u64,
    /// Whether its thread was blocked in this slice.
    pub(crate) has_stalled: bool,
}

/// The next event of a producer. At equal times they run in the order of the variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NextEvent {
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
    /// A producer before its start.
    pub fn new(plan: &Plan, id: ProducerId) -> Self {
        let about = &plan.fleet[id as usize];
        Self {
            selection: plan.selection(),
            connections: Vec::new(),
            connected: Vec::new(),
            flights: Vec::new(),
            down_us: NEVER,
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

    /// The index of the connection to an address, if there is one.
    pub(crate) fn connection_index(&self, address: AddressId) -> Option<usize> {
        let is_it = |place: &usize| self.connected.get(*place) == Some(&address);
        let near = [self.last_place + 1, self.last_place, 0]
            .into_iter()
            .find(is_it);
        near.or_else(|| {
            contains(&self.connected, address)
                .then(|| self.connected.iter().position(|other| *other == address))
                .flatten()
        })
    }

    /// Opens a connection.
    pub(crate) fn add_connection(&mut self, connection: Connection) {
        self.down_us = self.down_us.min(connection.down_us);
        self.used_us = self.used_us.min(connection.used_us);
        self.connected.push(connection.address);
        self.connections.push(connection);
    }

    /// Updates the time at which the first connected broker goes down, after connections have closed.
    fn update_down_time(&mut self) {
        self.down_us = self
            .connections
            .iter()
            .map(|connection| connection.down_us)
            .min()
            .unwrap_or(NEVER);
    }

    /// The index of the request in flight that ends at a time; of several, that on the oldest connection.
    fn first_due(&self, due_us: u64) -> usize {
        let mut due =
            (0..self.flights.len()).filter(|flight| self.flights[*flight].due_us == due_us);
        let first = due.next().unwrap_or(0);
        let Some(second) = due.next() else {
            return first;
        };
        let place = |flight: &usize| self.connection_index(self.flights[*flight].address);
        [first, second]
            .into_iter()
            .chain(due)
            .min_by_key(place)
            .unwrap_or(first)
    }

    /// The next event and its time in microseconds.
    fn next(&mut self, idle_us: u64) -> (u64, NextEvent) {
        let mut next = (self.restart_us, NextEvent::Restart);
        let mut offer = |time: u64, what: NextEvent| {
            if time < next.0 {
                next = (time, what);
            }
        };
        offer(self.down_us, NextEvent::FailureMode);
        // Which of the requests ends is determined only when one does.
        offer(
            self.flights
                .iter()
                .map(|flight| flight.due_us)
                .min()
                .unwrap_or(NEVER),
            NextEvent::Due(0),
        );
        for (place, (time, _)) in self.timers.iter().enumerate() {
            offer(*time, NextEvent::Timer(place));
        }
        if let Some(time) = self.rebuilt_us {
            offer(time, NextEvent::Rebuild);
        }
        offer(self.next_write_us, NextEvent::Write);
        if let Some(job) = &self.job {
            offer(job.until_us, NextEvent::Job);
        }
        if self.used_us.saturating_add(idle_us) < next.0 {
            self.used_us = NEVER;
            for (place, connection) in self.connections.iter().enumerate() {
                self.used_us = self.used_us.min(connection.used_us);
                let idle_until_us = connection.used_us.saturating_add(idle_us);
                if idle_until_us < next.0 && self.is_idle(connection.address) {
                    next = (idle_until_us, NextEvent::Idle(place));
                }
            }
        }
        if let (time, NextEvent::Due(_)) = next {
            next = (time, NextEvent::Due(self.first_due(time)));
        }
        next
    }

    /// Whether a connection has no request in flight, and no metadata request.
    fn is_idle(&self, address: AddressId) -> bool {
        let awaits = self.job.as_ref().is_some_and(|job| job.awaits(address));
        !awaits && self.flights.iter().all(|flight| flight.address != address)
    }
}

impl SliceRunner<'_> {
    /// Runs until the end of the slice, and returns the priority of its reasons.
    pub(crate) fn run(mut self, until_us: u64) -> ReasonPriority {
        let failed = |turn: &Self| turn.record.counts.failed() + turn.record.counts.unbuilt;
        let before = failed(&self);
        loop {
            let (time, next) = self.producer.next(self.plan.times.idle_us);
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
            ReasonPriority::Failed
        } else if self.has_stalled || self.producer.rebuilt_us.is_some() {
            ReasonPriority::Stalled
        } else {
            ReasonPriority::Normal
        }
    }

    fn apply_step(&mut self, next: NextEvent) {
        match next {
            NextEvent::Restart => self.restart(),
            NextEvent::FailureMode => self.close_dead_connections(),
            NextEvent::Due(flight) => self.answered(flight),
            NextEvent::Timer(place) => {
                let (_, mut request) = self.producer.timers.remove(place);
                let deadline = request.queued_us as i64 + request.limit_us;
                request.limit_us = deadline - self.now as i64;
                request.queued_us = self.now;
                request.attempts += 1;
                self.producer.tasks.push_back(Task::Dispatch(request));
            }
            NextEvent::Write => self.queue_send(),
            NextEvent::Job => self.job_goes_on(),
            NextEvent::Idle(place) => {
                let connection = &self.producer.connections[place];
                let pair = Subject::Pair(self.id, connection.address);
                let idle_ms = self.now.saturating_sub(connection.used_us) as f64 / 1000.0;
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
                    self.close_connection(place);
                }
            }
            NextEvent::Rebuild => self.start(),
        }
    }

    /// Closes all connections to brokers that went down, before the thread does anything else.
    fn close_dead_connections(&mut self) {
        let mut was_awaited = false;
        let now = self.now;
        let dead: Vec<Connection> = self
            .producer
            .connections
            .extract_if(.., |connection| connection.down_us <= now)
            .collect();
        self.producer.connected = self
            .producer
            .connections
            .iter()
            .map(|connection| connection.address)
            .collect();
        self.producer.update_down_time();
        for Connection { address, .. } in dead {
            was_awaited |= self
                .producer
                .job
                .as_ref()
                .is_some_and(|job| job.awaits(address));
            self.record.counts.broken += 1;
            self.end_requests(address);
        }
        if was_awaited {
            self.metadata_failed();
        }
    }

    /// Queues a new send.
    fn queue_send(&mut self) {
        self.producer.next_write_us += self.plan.fleet[self.id as usize].period_us;
        let limit_us = self.plan.times.send_us as i64;
        let request = Request {
            number: self.producer.sends,
            queued_us: self.now,
            limit_us,
            attempts: 0,
            redirects: 0,
        };
        self.producer.sends += 1;
        self.record.counts.sends += 1;
        let left = Operand::measure(f64::from(self.producer.unfinished), "unfinished sends");
        let right = Operand::setting(
            f64::from(self.plan.max_unfinished),
            "unfinished sends allowed",
            "maxInflightRequests",
        );
        self.producer.unfinished += 1;
        if self.producer.rebuilt_us.is_some() {
            self.fail_send(Failure::NotBuilt);
        } else if self.explain.check(
            self.subject(),
            Rule::HasRoom,
            left,
            Op::Below,
            right,
            Unit::Count,
        ) {
            self.producer.tasks.push_back(Task::Dispatch(request));
        } else {
            self.fail_send(Failure::TooMany);
        }
    }

    /// The producer as a subject.
    pub(super) fn subject(&self) -> Subject {
        Subject::Producer(self.id)
    }

    /// Calls the selection with a context that records reasons.
    pub(super) fn with_selection<T>(
        &mut self,
        ask: impl FnOnce(&mut Selection, &mut SelectionContext<'_>) -> T,
    ) -> T {
        let mut context = SelectionContext {
            producer: self.id,
            explain: &mut *self.explain,
        };
        ask(&mut self.producer.selection, &mut context)
    }

    /// Records the failure of a send.
    pub(super) fn fail_send(&mut self, failure: Failure) {
        self.producer.unfinished -= 1;
        self.record.counts.failed[failure as usize] += 1;
        self.record.detail.failed.push(FailedSend {
            at_us: self.now,
            producer: self.id,
            failure,
        });
    }

    /// Closes a connection; requests in flight on it end.
    pub(super) fn close_connection(&mut self, place: usize) {
        let connection = self.producer.connections.remove(place);
        self.producer.connected.remove(place);
        self.producer.update_down_time();
        self.end_requests(connection.address);
    }

    /// Closes every connection.
    pub(super) fn close_all(&mut self) {
        self.producer.down_us = NEVER;
        self.producer.connected.clear();
        for connection in std::mem::take(&mut self.producer.connections) {
            self.end_requests(connection.address);
        }
    }

    /// Ends the requests in flight of a closed connection.
    fn end_requests(&mut self, address: AddressId) {
        let broken: Vec<InFlight> = self
            .producer
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
            self.record_flight(flight, FlightEnd::Broken);
            self.producer
                .tasks
                .push_back(Task::Handle(flight.request, Answer::Broken));
        }
        self.record_connection(address, false);
    }
}
