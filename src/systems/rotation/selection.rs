//! Which brokers a producer writes to: the selection classes before and after pull request 45, as recorded.
//!
//! Nothing here knows time or a network. A selection is asked for an order, and told how a try went; how a send goes
//! through its tries stands in [`tries`](super::tries).

use super::reason::{AddressId, Explain, ProducerId, Rule, Subject};
use crate::engine::{Op, Operand, Unit};

/// Failures without a success in between after which an endpoint is forgotten.
pub const FORGET_AT: u32 = 2;

/// There is nobody to write to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEndpoints;

/// What became of an endpoint that could not be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Penalty {
    /// It is at the end of the locals.
    ToTheEnd,
    /// It is in no list any more.
    Forgotten,
}

/// N endpoints in turn: pull request 45.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotating {
    /// How many endpoints are written to in turn, N; at least 1.
    pub endpoints: usize,
    /// The endpoints of the zone, in the order of the shuffle; failed ones move to the end.
    pub locals: Vec<AddressId>,
    /// The endpoints written to, at most N, in the order in which they joined.
    pub writes: Vec<AddressId>,
    /// Failures without a success in between.
    pub failures: Vec<(AddressId, u32)>,
    /// Orders taken from the write endpoints so far.
    pub write_turn: u64,
    /// Orders taken from the locals so far.
    pub local_turn: u64,
}

/// One endpoint until it fails: before pull request 45.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Single {
    /// The endpoints of the zone.
    pub endpoints: Vec<AddressId>,
    /// The endpoint that took the last write.
    pub current: Option<AddressId>,
}

/// Who asks, and who listens.
pub struct SelectionContext<'a> {
    /// Whose selection it is.
    pub producer: ProducerId,
    /// Who is told why.
    pub explain: &'a mut Explain,
}

impl SelectionContext<'_> {
    pub(super) fn own(&self) -> Subject {
        Subject::Producer(self.producer)
    }

    pub(super) fn pair(&self, address: AddressId) -> Subject {
        Subject::Pair(self.producer, address)
    }
}

/// The listed brokers that are in a zone; all of them if none is. The order is kept: the caller shuffles.
pub fn in_zone<Z: PartialEq>(
    listed: &[AddressId],
    mine: &Z,
    zone: impl Fn(AddressId) -> Z,
    asking: &mut SelectionContext<'_>,
) -> Vec<AddressId> {
    let local: Vec<AddressId> = listed
        .iter()
        .copied()
        .filter(|address| zone(*address) == *mine)
        .collect();
    let (left, right) = (count(local.len(), "listed in its zone"), count(0, "none"));
    let own = asking.own();
    if asking.explain.check(
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
    /// A selection that knows nobody yet.
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

    /// Takes a shuffled list of endpoints. Write endpoints, failures and turns are not touched.
    ///
    /// # Errors
    /// If there is none.
    pub fn set_endpoints(&mut self, shuffled: Vec<AddressId>) -> Result<(), NoEndpoints> {
        self.locals = shuffled;
        if self.locals.is_empty() {
            Err(NoEndpoints)
        } else {
            Ok(())
        }
    }

    /// The endpoint with which the next order begins.
    pub fn first(&self) -> Option<AddressId> {
        if self.writes.len() == self.endpoints {
            rotated(&self.writes, self.write_turn).next()
        } else {
            rotated(&self.locals, self.local_turn).next()
        }
    }

    /// The order of endpoints for a send, of which the first `most` are wanted. It is a view: the lists stay.
    pub fn order(&mut self, most: usize, asking: &mut SelectionContext<'_>) -> Vec<AddressId> {
        let left = count(self.writes.len(), "write endpoints");
        let right = Operand::setting(
            self.endpoints as f64,
            "write endpoints wanted",
            "numWriteEndpoints",
        );
        let own = asking.own();
        let (turn, order) =
            if asking
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
            asking
                .explain
                .fact(asking.pair(*first), Rule::IsFirst, side, Unit::Count);
        }
        order
    }

    /// An endpoint took a connection; whatever it answers later changes nothing here. Whether it joined the write set.
    pub fn connected(&mut self, address: AddressId, asking: &mut SelectionContext<'_>) -> bool {
        let pair = asking.pair(address);
        if let Some(place) = self
            .failures
            .iter()
            .position(|(other, _)| *other == address)
        {
            let (_, before) = self.failures.remove(place);
            asking.explain.change(
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
            joins = asking
                .explain
                .check(pair, Rule::JoinsSet, left, Op::Below, right, Unit::Count);
            if joins {
                self.writes.push(address);
            }
        }
        if !contains(&self.locals, address) {
            asking.explain.fact(
                pair,
                Rule::ReturnsToLocals,
                count(self.locals.len(), "locals"),
                Unit::Count,
            );
            self.locals.push(address);
        }
        joins
    }

    /// An endpoint could not be reached, and the send goes on to the next.
    ///
    /// # Errors
    /// If nobody is left; the lists stay empty.
    pub fn penalise(
        &mut self,
        address: AddressId,
        asking: &mut SelectionContext<'_>,
    ) -> Result<Penalty, NoEndpoints> {
        let pair = asking.pair(address);
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
        asking.explain.change(
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
        let is_forgotten = asking.explain.check(
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
        let own = asking.own();
        if asking.explain.check(
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
            Penalty::ToTheEnd
        })
    }
}

/// Whether an address is in a list. It is asked at every send, of lists of up to a thousand: many are compared at once.
pub(super) fn contains(list: &[AddressId], address: AddressId) -> bool {
    list.chunks(64).any(|chunk| {
        chunk
            .iter()
            .fold(false, |is_found, other| is_found | (*other == address))
    })
}

/// A list from a turn on, round.
fn rotated(list: &[AddressId], turn: u64) -> impl Iterator<Item = AddressId> + '_ {
    let start = (turn % list.len().max(1) as u64) as usize;
    list[start..].iter().chain(&list[..start]).copied()
}

impl Single {
    /// The order of endpoints for a send, of which the first `most` are wanted: the current one, then a fresh
    /// shuffle of all of them, the current one once more among them. `shuffle` is asked only if it is needed.
    pub fn order(
        &self,
        most: usize,
        shuffle: impl FnOnce(&[AddressId], usize) -> Vec<AddressId>,
        asking: &mut SelectionContext<'_>,
    ) -> Vec<AddressId> {
        match self.current {
            Some(current) => {
                let pair = asking.pair(current);
                asking.explain.fact(
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
                let own = asking.own();
                asking.explain.fact(
                    own,
                    Rule::DrawsOrder,
                    count(self.endpoints.len(), "endpoints"),
                    Unit::Count,
                );
                shuffle(&self.endpoints, most)
            }
        }
    }

    /// An endpoint took a connection: it is the current one from now on. Whether it was not before.
    pub fn connected(&mut self, address: AddressId, asking: &mut SelectionContext<'_>) -> bool {
        let is_new = self.current != Some(address);
        if is_new {
            let pair = asking.pair(address);
            asking.explain.fact(
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
    /// Since then.
    Rotating(Rotating),
}

impl Selection {
    /// Takes a list of endpoints in the order of the shuffle.
    ///
    /// # Errors
    /// If there is none.
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

    /// Metadata has arrived: the rotating client's write set starts again.
    pub fn clear_writes(&mut self) {
        if let Self::Rotating(rotating) = self {
            rotating.writes.clear();
        }
    }

    /// The endpoints known: the locals.
    pub fn locals(&self) -> &[AddressId] {
        match self {
            Self::Single(single) => &single.endpoints,
            Self::Rotating(rotating) => &rotating.locals,
        }
    }

    /// The endpoints written to in turn; the single variant's current one.
    pub fn writes(&self) -> &[AddressId] {
        match self {
            Self::Single(single) => single.current.as_slice(),
            Self::Rotating(rotating) => &rotating.writes,
        }
    }

    /// Failures of an endpoint without a success in between; the single variant counts none.
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
