//! Subjects of reasons, and the rules that give reasons.

use crate::engine::{Explain, Op, Operand, Unit};
use crate::simulator::sentence::rules;

/// The actor that a reason is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Actor {
    /// The world outside of server and client.
    World,
    /// The server.
    Server,
    /// The limiter of an executor, by its index.
    Limiter(u32),
    /// A writer, by its index.
    Writer(u32),
}

/// The subject of a reason, with its time and writer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The actor.
    pub actor: Actor,
    /// Time in microseconds after the start.
    pub at_us: u64,
    /// The writer of the request or response; [`NO_WRITER`] without one.
    pub writer: u32,
}

/// The value of [`Subject::writer`] without a writer.
pub const NO_WRITER: u32 = u32::MAX;

rules! {
    /// The rules that give reasons: each is one `if` of the client or the server, or an event.

    // Events of the world.
    Happened: "the event “{event}” {label}", "the event “{event}” {label}";
    SettingChanged: "{label} changes from {before} to {after}", "{label} changes from {before} to {after}";
    WritersChanged: "the writers of every executor change from {before} to {after}", "the writers of every executor change from {before} to {after}";
    // A request.
    Debt: "{writer} asks for permits and waits {left}, which is the bucket’s debt", "{writer} asks for permits and passes at once: the bucket has no debt";
    PassesBy: "{writer} sends retry {number} past the bucket: v1011 asks for permits once a batch", "{writer} sends retry {number} past the bucket: v1011 asks for permits once a batch";
    SwitchedOff: "{writer} sends at once: the limiter is switched off", "{writer} sends at once: the limiter is switched off";
    Reachable: "{writer} finds no connection and will give up after {left}", "{writer} finds no connection and will give up after {left}";
    Backlog: "the server rejects the request of {writer}: {left} of work is waiting, more than the {right} that it accepts", "the server accepts the request of {writer}: {left} of work is waiting, and up to {right} is allowed";
    Timeout: "{writer} will give up before its answer: that takes {left}, and the socket timeout is {right}", "the answer to {writer} will take {left}, within the socket timeout of {right}";
    // A response, or none.
    Success: "{writer} succeeds after {left}", "{writer} succeeds after {left}";
    Rejected: "{writer} is rejected with 429 after {left}", "{writer} is rejected with 429 after {left}";
    TimedOut: "{writer} gives up: no answer for {left}", "{writer} gives up: no answer for {left}";
    Unhandled: "{limiter} is not told that {writer} got no answer: {version} ignores exceptions", "{limiter} is not told that {writer} got no answer: {version} ignores exceptions";
    Slow: "the success of {writer} took {left}, longer than {right}: that is a backpressure signal", "the success of {writer} took {left}, not longer than {right}: that is a success signal";
    // The limiter.
    Cooldown: "the backpressure signal from {writer} counts for {limiter}: no cooldown runs, and one begins now", "{limiter} ignores the backpressure signal from {writer}: the cooldown runs for another {rest}, until {right}";
    Used: "{limiter} may rise: {right} is in use, {needed} the {left} required", "{limiter} may not rise: {right} is in use, and {needed} {left} is required";
    RaisePaused: "{limiter} may not raise: the cooldown pauses raises too, until {right}", "{limiter} may raise: no cooldown runs";
    AboveMax: "{limiter} would go to {left}, above its maximum limit, so it is set to {right}", "{limiter} would go to {left}, not above its maximum limit of {right}";
    BelowMin: "{limiter} would go to {left}, below its minimum limit, so it is set to {right}", "{limiter} would go to {left}, not below its minimum limit of {right}";
    Raised: "{limiter} raises from {before} to {after} after the answer to {writer}", "{limiter} raises from {before} to {after} after the answer to {writer}";
    Cut: "{limiter} cuts from {before} to {after} after the answer to {writer}", "{limiter} cuts from {before} to {after} after the answer to {writer}";
    Kept: "{limiter} stays, and reads {plain_after} instead of {plain_before}", "{limiter} stays, and reads {plain_after} instead of {plain_before}";
    ReadsLess: "{limiter} is set to {plain_before} and reads {plain_after}: 1e6 / (1e6 / {plain_before}) is truncated to a whole number", "{limiter} is set to {plain_before} and reads {plain_after}: 1e6 / (1e6 / {plain_before}) is truncated to a whole number";
    // Retries and pauses.
    RetriesLeft: "{writer} has retries left: it has made {left}, and {right} are allowed", "{writer} gives up its batch: it has made {left} retries, and {right} are allowed";
    Backoff: "{writer} waits {left} before it tries again", "{writer} waits {left} before it tries again";
    Pause: "{writer} pauses for {left} and continues with its next batch", "{writer} pauses for {left} and continues with its next batch";
    Leaves: "{writer} has been removed and stops", "{writer} has been removed and stops";
}

/// A recorder of the reasons of one moment.
pub struct ReasonRecorder<'a> {
    /// The collector that receives the reasons.
    pub explain: &'a mut Explain<Subject, Rule>,
    /// Time in microseconds after the start.
    pub at_us: u64,
    /// The writer of the request or response.
    pub writer: u32,
    /// The unit of permits.
    pub unit: super::limiter_version::Unit,
}

impl ReasonRecorder<'_> {
    fn about(&self, actor: Actor) -> Subject {
        Subject {
            actor,
            at_us: self.at_us,
            writer: self.writer,
        }
    }

    /// Records a comparison and returns its outcome.
    pub fn check(
        &mut self,
        actor: Actor,
        rule: Rule,
        left: Operand,
        op: Op,
        right: Operand,
        unit: Unit,
    ) -> bool {
        self.explain
            .check(self.about(actor), rule, left, op, right, unit)
    }

    /// Records a measured value.
    pub fn fact(&mut self, actor: Actor, rule: Rule, value: f64, label: &'static str, unit: Unit) {
        self.explain.fact(
            self.about(actor),
            rule,
            Operand::measure(value, label),
            unit,
        );
    }

    /// Records a change of a value.
    pub fn change(
        &mut self,
        actor: Actor,
        rule: Rule,
        label: &'static str,
        unit: Unit,
        before: f64,
        after: f64,
    ) {
        self.explain
            .change(self.about(actor), rule, label, unit, before, after);
    }
}
