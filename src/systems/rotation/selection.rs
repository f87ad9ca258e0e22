//! Selection of the brokers that a producer writes to: the classes before and after pull request 45, as recorded.
//!
//! This module knows neither time nor network. A selection returns an order and is informed of the result of each try; the
//! tries of a send are in [`tries`](super::tries).

use super::reason::{AddressId, Explain, ProducerId, Rule, Subject};
use crate::engine::{Op, Operand, Unit};

/// Number of consecutive failures after which an endpoint is forgotten.
pub(crate) const FORGET_AT: u32 = 2;

/// The error that no endpoint is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEndpoints;

/// The penalty for an endpoint that could not be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// It moved to the end of the locals.
    MovedToEnd,
    /// It was removed from all lists.
    Forgotten,
}

/// Rotation over N write endpoints: pull request 45.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotating {
    /// Number of write endpoints, N; at least 1.
    pub endpoints: usize,
    /// The endpoints of the zone, in shuffled order; failed ones move to the end.
    pub locals: Vec<AddressId>,
    /// The write endpoints, at most N, in the order in which they joined.
    pub writes: Vec<AddressId>,
    /// Consecutive failures of endpoints.
    pub failures: Vec<(AddressId, u32)>,
    /// Number of orders that rotated the write endpoints.
    pub write_turn: u64,
    /// Number of orders that rotated the locals.
    pub local_turn: u64,
}

/// One endpoint until it fails: before pull request 45.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Single {
    /// The endpoints of the zone.
    pub endpoints: Vec<AddressId>,
    /// The endpoint that accepted the last write.
    pub current: Option<AddressId>,
}

/// The caller of a selection.
pub struct SelectionContext<'a> {
    /// The producer.
    pub producer: ProducerId,
    /// The collector of reasons.
    pub explain: &'a mut Explain,
}

impl SelectionContext<'_> {
    pub(super) fn subject(&self) -> Subject {
        Subject::Producer(self.producer)
    }

    pub(super) fn pair(&self, address: AddressId) -> Subject {
        Subject::Pair(self.producer, address)
    }
}

/// The listed brokers in a zone; all of them if none is. Keeps the order: the caller shuffles.
pub fn in_zone<Z: PartialEq>(
    listed: &[AddressId],
    mine: &Z,
    zone: impl Fn(AddressId) -> Z,
    context: &mut SelectionContext<'_>,
) -> Vec<AddressId> {
    let local: Vec<AddressId> = listed
        .iter()
        .copied()
        .filter(|address| zone(*address) == *mine)
        .collect();
    let (left, right) = (count(local.len(), "listed in its zone"), count(0, "none"));
    let own = context.subject();
    if context.explain.check(
        own,
        Rule::ZoneHasBrokers,
        left,
        Op::Above,
        right,
        Unit::Count,
    ) {
        local
    } else {
        listed.to_vec()
    }
}

fn count(number: usize, what: &'static str) -> Operand {
    Operand::measure(number as f64, what)
}

impl Rotating {
    /// A selection without endpoints.
    pub fn new(endpoints: usize) -> Self {
        let (locals, writes, failures) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            endpoints: endpoints.max(1),
            locals,
            writes,
            failures,
            write_turn: 0,
            local_turn: 0,
        }
    }

    /// Sets the endpoints from a shuffled list. Write endpoints, failures and rotation are unchanged.
    ///
    /// # Errors
    /// If the list is empty.
    pub fn set_endpoints(&mut self, shuffled: Vec<AddressId>) -> Result<(), NoEndpoints> {
        self.locals = shuffled;
        if self.locals.is_empty() {
            Err(NoEndpoints)
        } else {
            Ok(())
        }
    }

    /// The endpoint with which the next order starts.
    pub fn first(&self) -> Option<AddressId> {
        if self.writes.len() == self.endpoints {
            rotated(&self.writes, self.write_turn).next()
        } else {
            rotated(&self.locals, self.local_turn).next()
        }
    }

    /// The order of endpoints for a send, up to the first `most`. It does not change the lists.
    pub fn order(&mut self, most: usize, context: &mut SelectionContext<'_>) -> Vec<AddressId> {
        let left = count(self.writes.len(), "write endpoints");
        let right = Operand::setting(
            self.endpoints as f64,
            "write endpoints wanted",
            "numWriteEndpoints",
        );
        let own = context.subject();
        let (turn, order) =
            if context
                .explain
                .check(own, Rule::SetIsFull, left, Op::Equals, right, Unit::Count)
            {
                let turn = self.write_turn;
                self.write_turn += 1;
                let rest = self
                    .locals
                    .iter()
                    .filter(|address| !contains(&self.writes, **address));
                (
                    turn,
                    rotated(&self.writes, turn)
                        .chain(rest.copied())
                        .take(most)
                        .collect(),
                )
            } else {
                let turn = self.local_turn;
                self.local_turn += 1;
                (
                    turn,
                    rotated(&self.locals, turn).take(most).collect::<Vec<_>>(),
                )
            };
        if let Some(first) = order.first() {
            let side = Operand::measure(turn as f64, "turns before");
            context
                .explain
                .fact(context.pair(*first), Rule::IsFirst, side, Unit::Count);
        }
        order
    }

    /// Handles an accepted connection; later answers have no effect here. Returns whether the endpoint joined the write set.
    pub fn connected(&mut self, address: AddressId, context: &mut SelectionContext<'_>) -> bool {
        let pair = context.pair(address);
        if let Some(place) = self
            .failures
            .iter()
            .position(|(other, _)| *other == address)
        {
            let (_, before) = self.failures.remove(place);
            context.explain.change(
                pair,
                Rule::FailuresCounted,
                "failures",
                Unit::Count,
                f64::from(before),
                0.0,
            );
        }
        let mut joins = false;
        if !contains(&self.writes, address) {
            let left = count(self.writes.len(), "write endpoints");
            let right = Operand::setting(
                self.endpoints as f64,
                "write endpoints wanted",
                "numWriteEndpoints",
            );
            joins =
                context
                    .explain
                    .check(pair, Rule::JoinsSet, left, Op::Below, right, Unit::Count);
            if joins {
                self.writes.push(address);
            }
        }
        if !contains(&self.locals, address) {
            context.explain.fact(
                pair,
                Rule::ReturnsToLocals,
                count(self.locals.len(), "locals"),
                Unit::Count,
            );
            self.locals.push(address);
        }
        joins
    }

    /// Penalises an endpoint that could not be reached while the send goes on to the next.
    ///
    /// # Errors
    /// If no endpoint is left; the lists stay empty.
    pub fn penalise(
        &mut self,
        address: AddressId,
        context: &mut SelectionContext<'_>,
    ) -> Result<Penalty, NoEndpoints> {
        let pair = context.pair(address);
        let place = self
            .failures
            .iter()
            .position(|(other, _)| *other == address);
        let place = place.unwrap_or_else(|| {
            self.failures.push((address, 0));
            self.failures.len() - 1
        });
        let before = self.failures[place].1;
        self.failures[place].1 = before + 1;
        let after = before + 1;
        context.explain.change(
            pair,
            Rule::FailuresCounted,
            "failures",
            Unit::Count,
            f64::from(before),
            f64::from(after),
        );
        self.locals.retain(|other| *other != address);
        self.writes.retain(|other| *other != address);
        let left = Operand::measure(f64::from(after), "failures without a success in between");
        let right = Operand::measure(f64::from(FORGET_AT), "failures that suffice");
        let is_forgotten = context.explain.check(
            pair,
            Rule::IsForgotten,
            left,
            Op::AtLeast,
            right,
            Unit::Count,
        );
        if !is_forgotten {
            self.locals.push(address);
        }
        let (left, right) = (count(self.locals.len(), "locals left"), count(0, "none"));
        let own = context.subject();
        if context.explain.check(
            own,
            Rule::NobodyIsLeft,
            left,
            Op::Equals,
            right,
            Unit::Count,
        ) {
            return Err(NoEndpoints);
        }
        Ok(if is_forgotten {
            Penalty::Forgotten
        } else {
            Penalty::MovedToEnd
        })
    }
}

/// Whether an address is in a list. Called at every send, on lists of up to a thousand: compares many at once.
pub(super) fn contains(list: &[AddressId], address: AddressId) -> bool {
    list.chunks(64).any(|chunk| {
        chunk
            .iter()
            .fold(false, |is_found, other| is_found | (*other == address))
    })
}

/// A list rotated by a number of positions.
fn rotated(list: &[AddressId], turn: u64) -> impl Iterator<Item = AddressId> + '_ {
    let start = (turn % list.len().max(1) as u64) as usize;
    list[start..].iter().chain(&list[..start]).copied()
}

impl Single {
    /// The order of endpoints for a send, up to the first `most`: the current one, then a fresh
    /// shuffle of all of them, in which the current one occurs again. `shuffle` is called only if needed.
    pub fn order(
        &self,
        most: usize,
        shuffle: impl FnOnce(&[AddressId], usize) -> Vec<AddressId>,
        context: &mut SelectionContext<'_>,
    ) -> Vec<AddressId> {
        match self.current {
            Some(current) => {
                let pair = context.pair(current);
                context.explain.fact(
                    pair,
                    Rule::StaysWithCurrent,
                    count(1, "current endpoint"),
                    Unit::Count,
                );
                let mut order = vec![current];
                if most > 1 {
                    order.extend(shuffle(&self.endpoints, most - 1));
                }
                order
            }
            None => {
                let own = context.subject();
                context.explain.fact(
                    own,
                    Rule::DrawsOrder,
                    count(self.endpoints.len(), "endpoints"),
                    Unit::Count,
                );
                shuffle(&self.endpoints, most)
            }
        }
    }

    /// Handles an accepted connection: the endpoint becomes the current one. Returns whether it was not before.
    pub fn connected(&mut self, address: AddressId, context: &mut SelectionContext<'_>) -> bool {
        let is_new = self.current != Some(address);
        if is_new {
            let pair = context.pair(address);
            context.explain.fact(
                pair,
                Rule::BecomesCurrent,
                count(1, "current endpoint"),
                Unit::Count,
            );
        }
        self.current = Some(address);
        is_new
    }
}

/// The selection of a producer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Before pull request 45.
    Single(Single),
    /// Since pull request 45.
    Rotating(Rotating),
}

impl Selection {
    /// Sets the endpoints from a shuffled list.
    ///
    /// # Errors
    /// If the list is empty.
    pub fn set_endpoints(&mut self, shuffled: Vec<AddressId>) -> Result<(), NoEndpoints> {
        match self {
            Self::Single(single) => {
                single.endpoints = shuffled;
                single.current = None;
                if single.endpoints.is_empty() {
                    Err(NoEndpoints)
                } else {
                    Ok(())
                }
            }
            Self::Rotating(rotating) => rotating.set_endpoints(shuffled),
        }
    }

    /// Clears the write set of the rotating client, as on new metadata.
    pub fn clear_writes(&mut self) {
        if let Self::Rotating(rotating) = self {
            rotating.writes.clear();
        }
    }

    /// The known endpoints: the locals.
    pub fn locals(&self) -> &[AddressId] {
        match self {
            Self::Single(single) => &single.endpoints,
            Self::Rotating(rotating) => &rotating.locals,
        }
    }

    /// The write endpoints; the current one of the single selector.
    pub fn writes(&self) -> &[AddressId] {
        match self {
            Self::Single(single) => single.current.as_slice(),
            Self::Rotating(rotating) => &rotating.writes,
        }
    }

    /// Consecutive failures of an endpoint; always 0 for the single selector.
    pub fn failures(&self, address: AddressId) -> u32 {
        match self {
            Self::Single(_) => 0,
            Self::Rotating(rotating) => rotating
                .failures
                .iter()
                .find(|(other, _)| *other == address)
                .map_or(0, |(_, count)| *count),
        }
    }
}
