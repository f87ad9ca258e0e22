//! What reasons are about, and the rules that give them.

use crate::engine::{Explain, Op, Operand, Unit};

/// What a reason is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Who {
    /// What happens from outside.
    World,
    /// The server.
    Server,
    /// The limiter of an executor.
    Limiter(u32),
    /// A writer.
    Writer(u32),
}

/// What a reason is about, and when it arose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The subject.
    pub who: Who,
    /// When, in microseconds after the start.
    pub at_us: u64,
    /// The writer whose request or answer it was; [`NOBODY`] where there is none.
    pub writer: u32,
}

/// No writer.
pub const NOBODY: u32 = u32::MAX;

/// The rules that give reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Something happened from outside.
    Happened,
    /// A setting changed.
    SettingChanged,
    /// Writers came or went.
    WritersChanged,
    /// Is anything owed at the bucket? Then the request waits.
    Debt,
    /// A retry goes out without asking for permits.
    PassesBy,
    /// Is the limiter switched off?
    SwitchedOff,
    /// Can the server be reached?
    Reachable,
    /// Is more work waiting than the server takes?
    Backlog,
    /// Will the answer take longer than the client waits?
    Timeout,
    /// A good answer.
    Success,
    /// A rejection.
    Rejected,
    /// No answer in time.
    TimedOut,
    /// This version does not hear of exceptions.
    Unheard,
    /// Did the success take too long?
    Slow,
    /// Is the cooldown of cuts over?
    Cooldown,
    /// Is enough of the limit in use to raise it?
    Used,
    /// Does the cooldown pause raises too?
    RaisePaused,
    /// Would the limit rise above its greatest?
    AboveMax,
    /// Would the limit fall below its least?
    BelowMin,
    /// The limit went up.
    Raised,
    /// The limit went down.
    Cut,
    /// The limit stays.
    Kept,
    /// The limit reads less than it was set.
    ReadsLess,
    /// Are there retries left?
    RetriesLeft,
    /// The wait before a retry.
    Backoff,
    /// The wait after a timeout.
    Pause,
    /// Has the writer been taken away?
    Leaves,
}

/// Tells the reasons of one moment.
pub struct Tell<'a> {
    /// Where they go.
    pub why: &'a mut Explain<Subject, Rule>,
    /// When, in microseconds.
    pub at_us: u64,
    /// Whose request or answer it is.
    pub writer: u32,
    /// What permits count.
    pub unit: super::limiter_version::Unit,
}

impl Tell<'_> {
    fn about(&self, who: Who) -> Subject {
        Subject { who, at_us: self.at_us, writer: self.writer }
    }

    /// Makes a comparison and returns its outcome.
    pub fn test(&mut self, who: Who, rule: Rule, left: Operand, op: Op, right: Operand, unit: Unit) -> bool {
        self.why.test(self.about(who), rule, left, op, right, unit)
    }

    /// Tells a value that was found.
    pub fn fact(&mut self, who: Who, rule: Rule, value: f64, what: &'static str, unit: Unit) {
        self.why.fact(self.about(who), rule, Operand::measure(value, what), unit);
    }

    /// Tells a change.
    pub fn change(&mut self, who: Who, rule: Rule, what: &'static str, unit: Unit, before: f64, after: f64) {
        self.why.change(self.about(who), rule, what, unit, before, after);
    }
}
