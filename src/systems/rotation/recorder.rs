//! Recording of a slice: connections, lists, requests, tries, and what is unfinished at its end.

use super::ground_truth::{NEVER, Reachability};
use super::lists::{ListChange, ListChangeKind};
use super::producer::SliceRunner;
use super::reason::{AddressId, Rule, Subject};
use super::round::{ConnectionChange, Flight, FlightEnd, Try};
use super::task::{InFlight, Job, Step};
use crate::engine::{Operand, Unit};

impl SliceRunner<'_> {
    /// Records that a connection opens or closes.
    pub(super) fn record_connection(&mut self, address: AddressId, opens: bool) {
        self.record
            .detail
            .connection_changes
            .push(ConnectionChange {
                at_us: self.now,
                producer: self.id,
                address,
                opens,
            });
    }

    /// Records a change in the lists.
    pub(super) fn record_list_change(&mut self, step: ListChangeKind) {
        self.record.detail.list_changes.push(ListChange {
            at_us: self.now,
            producer: self.id,
            step,
        });
    }

    /// Records a request that has ended.
    pub(super) fn record_flight(&mut self, flight: &InFlight, end: FlightEnd) {
        let (address, from_us, until_us) = (flight.address, flight.sent_us, self.now);
        self.record.detail.flights.push(Flight {
            producer: self.id,
            address,
            from_us,
            until_us,
            end,
        });
    }

    /// Records a try that took time, and the time for which it blocked the thread in this slice.
    pub(super) fn record_try(&mut self, job: &Job, reachability: Reachability, has_failed: bool) {
        let (address, from_us, until_us) = (job.address(), job.try_us, self.now);
        self.record.counts.stalled_us +=
            until_us - from_us.max(self.record.detail.from_us).min(until_us);
        self.has_stalled = true;
        self.record.detail.tries.push(Try {
            producer: self.id,
            address,
            from_us,
            until_us,
            reachability,
            has_failed,
        });
    }

    /// Records what is unfinished at the end of the slice.
    pub(super) fn close_slice(&mut self, until_us: u64) {
        let place = |flight: &InFlight| {
            self.producer
                .connection_index(flight.address)
                .unwrap_or(usize::MAX)
        };
        let mut flights: Vec<(usize, InFlight)> = self
            .producer
            .flights
            .iter()
            .map(|one| (place(one), *one))
            .collect();
        flights.sort_by_key(|flight| flight.0);
        for (place, flight) in flights {
            let down_us = self
                .producer
                .connections
                .get(place)
                .map_or(NEVER, |connection| connection.down_us);
            self.record.detail.flights.push(Flight {
                producer: self.id,
                address: flight.address,
                from_us: flight.sent_us,
                until_us: flight.due_us.min(down_us).max(until_us),
                end: FlightEnd::Open,
            });
        }
        if let Some(job) = self.producer.job.take() {
            if let (true, Step::Connecting(reachability) | Step::Pausing(reachability)) =
                (job.is_stalled(), job.step)
            {
                self.record_try(&job, reachability, false);
                let is_pausing = matches!(job.step, Step::Pausing(_));
                let rule = if is_pausing {
                    Rule::StillPausing
                } else {
                    Rule::StillConnecting
                };
                let left = Operand::measure(
                    (job.until_us - until_us) as f64 / 1000.0,
                    "time until it goes on",
                );
                self.explain.fact(
                    Subject::Pair(self.id, job.address()),
                    rule,
                    left,
                    Unit::Millis,
                );
            }
            self.producer.job = Some(job);
        }
        if let Some(rebuilt_us) = self.producer.rebuilt_us {
            let left = Operand::measure(
                (rebuilt_us - until_us) as f64 / 1e6,
                "time until it is built again",
            );
            self.explain
                .fact(self.subject(), Rule::StillUnbuilt, left, Unit::Seconds);
        }
        self.record.counts.stalled += u32::from(self.has_stalled);
    }
}
