//! The tries of a send: the brokers that a selection gives it, one after another, and what becomes of those that do
//! not take it.
//!
//! Time passes between tries, so this is what a loop turns by and not the loop: [`Selection::begin`], then for each
//! endpoint that is tried either [`Selection::connected`] or [`Selection::failed`], until the send ends.

use super::reason::{AddressId, Rule};
use super::selection::{NoEndpoints, Penalty, Selection, SelectionContext};
use crate::engine::{Op, Operand, Unit};

/// Most list positions tried for one send.
pub const MOST_TRIES: usize = 3;

/// The endpoints that a send may try, and which of them is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tries {
    order: Vec<AddressId>,
    place: usize,
}

/// How a send goes on after a try that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// With the next endpoint; what became of the failed one, if the selection counts failures.
    Next(Option<Penalty>),
    /// It was the last try: a connect error, and the endpoint keeps its record.
    Ends,
    /// Nobody is left after this one was forgotten: a connect error.
    NobodyIsLeft,
}

impl Tries {
    /// The endpoint that is tried.
    pub fn address(&self) -> AddressId {
        self.order[self.place]
    }

    /// The endpoints that may be tried, in order; at least one.
    pub fn order(&self) -> &[AddressId] {
        &self.order
    }

    /// Whether no endpoint has failed yet.
    pub fn is_first(&self) -> bool {
        self.place == 0
    }
}

impl Selection {
    /// The endpoint that the next send tries first; `None` where a shuffle decides, or nobody is known.
    pub fn first(&self) -> Option<AddressId> {
        match self {
            Self::Rotating(rotating) => rotating.first(),
            Self::Single(single) => single.current,
        }
    }

    /// Begins a send that may try the first `most` endpoints of its order, up to [`MOST_TRIES`]. The single variant
    /// asks for the first few of a shuffled list if it needs them.
    ///
    /// # Errors
    /// If nobody is known.
    pub fn begin(
        &mut self,
        most: usize,
        shuffle: impl FnOnce(&[AddressId], usize) -> Vec<AddressId>,
        asking: &mut SelectionContext<'_>,
    ) -> Result<Tries, NoEndpoints> {
        let known = Operand::measure(self.locals().len() as f64, "endpoints known");
        let none = Operand::measure(0.0, "none");
        let own = asking.own();
        if !asking.explain.check(
            own,
            Rule::IsInitialised,
            known,
            Op::Above,
            none,
            Unit::Count,
        ) {
            return Err(NoEndpoints);
        }
        let order = match self {
            Self::Rotating(rotating) => rotating.order(most, asking),
            Self::Single(single) => single.order(most, shuffle, asking),
        };
        Ok(Tries { order, place: 0 })
    }

    /// An endpoint took the connection: that is all a selection asks for. Whether it is newly written to.
    pub fn connected(&mut self, address: AddressId, asking: &mut SelectionContext<'_>) -> bool {
        match self {
            Self::Rotating(rotating) => rotating.connected(address, asking),
            Self::Single(single) => single.connected(address, asking),
        }
    }

    /// The endpoint that was tried could not be reached: the next one, or the end of the send.
    pub fn failed(&mut self, tries: &mut Tries, asking: &mut SelectionContext<'_>) -> NextStep {
        let address = tries.address();
        let pair = asking.pair(address);
        let left = Operand::measure((tries.place + 1) as f64, "tries");
        let right = Operand::measure(tries.order.len() as f64, "tries allowed");
        if asking
            .explain
            .check(pair, Rule::IsLastTry, left, Op::AtLeast, right, Unit::Count)
        {
            return NextStep::Ends;
        }
        let penalty = match self {
            Self::Rotating(rotating) => rotating.penalise(address, asking).map(Some),
            Self::Single(_) => Ok(None),
        };
        match penalty {
            Ok(penalty) => {
                tries.place += 1;
                NextStep::Next(penalty)
            }
            Err(NoEndpoints) => NextStep::NobodyIsLeft,
        }
    }
}
