//! The tries of a send: the brokers that a selection returns, one after another, and the penalties of those that do
//! not accept it.
//!
//! Time passes between tries, so the caller has the loop: [`Selection::begin`], then for each tried
//! endpoint either [`Selection::connected`] or [`Selection::failed`], until the send ends.

use super::reason::{AddressId, Rule};
use super::selection::{NoEndpoints, Penalty, Selection, SelectionContext};
use crate::engine::{Op, Operand, Unit};

/// Maximum number of list positions tried for one send.
pub const MAX_TRIES: usize = 3;

/// The endpoints that a send may try, and the current one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tries {
    order: Vec<AddressId>,
    place: usize,
}

/// What a send does after a failed try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// Goes on to the next endpoint; with the penalty of the failed one, if the selection counts failures.
    Next(Option<Penalty>),
    /// Ends with a connect error after the last try; the endpoint gets no penalty.
    Ends,
    /// Ends with a connect error, since no endpoint is left after this one was forgotten.
    NobodyIsLeft,
}

impl Tries {
    /// The endpoint being tried.
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
    /// The endpoint that the next send tries first; `None` if a shuffle decides, or no endpoint is known.
    pub fn first(&self) -> Option<AddressId> {
        match self {
            Self::Rotating(rotating) => rotating.first(),
            Self::Single(single) => single.current,
        }
    }

    /// Starts a send that may try the first `most` endpoints of its order, up to [`MAX_TRIES`]. The single selector
    /// asks for the first few of a shuffled list if it needs them.
    ///
    /// # Errors
    /// If no endpoint is known.
    pub fn begin(
        &mut self,
        most: usize,
        shuffle: impl FnOnce(&[AddressId], usize) -> Vec<AddressId>,
        context: &mut SelectionContext<'_>,
    ) -> Result<Tries, NoEndpoints> {
        let known = Operand::measure(self.locals().len() as f64, "endpoints known");
        let none = Operand::measure(0.0, "none");
        let own = context.subject();
        if !context.explain.check(
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
            Self::Rotating(rotating) => rotating.order(most, context),
            Self::Single(single) => single.order(most, shuffle, context),
        };
        Ok(Tries { order, place: 0 })
    }

    /// Handles an accepted connection, which counts as success. Returns whether the endpoint is newly written to.
    pub fn connected(&mut self, address: AddressId, context: &mut SelectionContext<'_>) -> bool {
        match self {
            Self::Rotating(rotating) => rotating.connected(address, context),
            Self::Single(single) => single.connected(address, context),
        }
    }

    /// Handles a failed try: moves to the next endpoint, or ends the send.
    pub fn failed(&mut self, tries: &mut Tries, context: &mut SelectionContext<'_>) -> NextStep {
        let address = tries.address();
        let pair = context.pair(address);
        let left = Operand::measure((tries.place + 1) as f64, "tries");
        let right = Operand::measure(tries.order.len() as f64, "tries allowed");
        if context
            .explain
            .check(pair, Rule::IsLastTry, left, Op::AtLeast, right, Unit::Count)
        {
            return NextStep::Ends;
        }
        let penalty = match self {
            Self::Rotating(rotating) => rotating.penalise(address, context).map(Some),
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
