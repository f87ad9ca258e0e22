//! Subjects of reasons, the rules that give reasons, and their sentences.
//!
//! Each rule has two sentences, one for each outcome of its check; facts and changes use the first. Placeholders are
//! `{producer}` and `{broker}` (the subject), `{left}` and `{right}` (the operands), `{label}`,
//! `{before}` and `{after}`.

use crate::simulator::sentence::rules;

/// The index of a producer in the fleet.
pub(crate) type ProducerId = u32;
/// The index of an address, in order of appearance: a broker's, or a replacement's.
pub type AddressId = u16;

/// The subject of a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The slice as a whole.
    Round,
    /// One producer.
    Producer(ProducerId),
    /// One broker.
    Broker(AddressId),
    /// A producer and one of its endpoints.
    Pair(ProducerId, AddressId),
}

/// A reason of this system.
pub type Reason = crate::engine::Reason<Subject, Rule>;
/// The collector of reasons of this system.
pub type Explain = crate::engine::Explain<Subject, Rule>;

rules! {
    /// The rules that give reasons: each is one `if` of the client, or an event of the world.

    // The world.
    Died: "{broker} goes down: its connections close.", "{broker} goes down.";
    CameBack: "{broker} is up again; producers are not informed.", "{broker} is up again.";
    Replaced: "{broker} replaces an address that died for good; producers learn of it only from new metadata.", "{broker} is new.";
    RedirectsBegin: "From now on each producer’s next write is answered with a redirect.", "No write is redirected.";
    Restarts: "{producer} is restarted: it loses its lists, and its {left} unfinished sends fail.", "{producer} is not restarted.";
    // Results of the slice.
    SpreadAsExpected: "Loads differ by {left}, not more than the {right} that a fleet choosing at random would show on average.", "Loads differ by {left}, more than the {right} that a fleet choosing at random would show on average.";
    CarriesTooMuch: "{broker} carries {left}, above the upper edge of the expected band at {right}.", "{broker} carries {left}, not above the upper edge of the expected band at {right}.";
    CarriesTooLittle: "{broker} carries {left}, below the lower edge of the expected band at {right}.", "{broker} carries {left}, not below the lower edge of the expected band at {right}.";
    // Lists.
    ZoneHasBrokers: "{left} of the listed brokers are in the zone of {producer}: it keeps only these, in shuffled order.", "None of the listed brokers is in the zone of {producer}: it keeps all of them, in shuffled order.";
    SetIsFull: "{producer} has {left} of {right} write endpoints: the next of these comes first.", "{producer} has {left} of {right} write endpoints: the next of its locals comes first.";
    IsFirst: "{broker} is first in the order of {producer}, by rotation {left}.", "{broker} is not first.";
    StaysWithCurrent: "{broker} accepted the last write of {producer}, so it is first again.", "{broker} is not first.";
    DrawsOrder: "{producer} has no current endpoint: it draws a new order of all {left} endpoints.", "{producer} has a current endpoint.";
    IsInitialised: "{producer} knows {left} endpoints.", "{producer} has no endpoints left: this send and all later ones fail at once.";
    // Tries.
    TimeIsUp: "The send has taken {left}, more than the {right} allowed: it ends before {broker} is tried.", "The send has taken {left} of the {right} allowed: {broker} may be tried.";
    IsOpen: "The connection to {broker} is open: the request goes out at once.", "No connection to {broker} is open: {producer} connects, and waits.";
    ClosesOther: "Only one connection is kept, so the one to {broker} closes with {left} requests in flight.", "No other connection is open.";
    Connected: "{broker} accepts the connection of {producer} at attempt {left}.", "{broker} does not accept the connection.";
    Refused: "{broker} refuses attempt {left} of {producer}.", "{broker} does not refuse.";
    Unanswered: "{broker} leaves attempt {left} of {producer} unanswered until it times out.", "{broker} answers.";
    StillConnecting: "{broker} has not answered {producer} yet: the producer’s thread is blocked for another {left} at most.", "{broker} has answered.";
    StillPausing: "{producer} pauses before its next attempt at {broker}: its thread is blocked for another {left}.", "{producer} does not pause.";
    AttemptsAreLeft: "{producer} has made {left} failed attempts of the {right} allowed: it pauses and tries {broker} again.", "{producer} has made {left} failed attempts of the {right} allowed: it gives up on {broker}.";
    IsLastTry: "{broker} was try {left} of {right}: the send ends with a connect error, and {broker} gets no penalty.", "{broker} was try {left} of {right}: the next endpoint is tried.";
    FailuresCounted: "{producer} counts {broker}’s {label}: {before} → {after}.", "{producer} counts {broker}’s {label}: {before} → {after}.";
    IsForgotten: "{broker} has failed {left} times in a row, and {right} are enough: {producer} forgets it.", "{broker} has failed {left} of {right} times in a row: {producer} moves it to the end of its locals.";
    NobodyIsLeft: "{producer} has no locals left: the send fails.", "{producer} has {left} locals left to try.";
    JoinsSet: "{producer} has {left} of {right} write endpoints: {broker} joins them.", "{producer} has {left} of {right} write endpoints already: {broker} does not join.";
    ReturnsToLocals: "{broker} accepted a connection, so {producer} lists it again.", "{broker} is listed.";
    BecomesCurrent: "{broker} accepted a connection: {producer} stays with it from now on.", "{broker} is current already.";
    HasRoom: "{producer} has {left} of {right} unfinished sends: one more is accepted.", "{producer} has {left} unfinished sends, the maximum of {right}: the next one fails at once.";
    // Connections and answers.
    ConnectionLost: "The connection of {producer} to {broker} closes with {left} requests in flight.", "The connection is open.";
    IdleTooLong: "Nothing has happened between {producer} and {broker} for {left}, the idle timeout of {right}: the connection closes.", "The connection of {producer} to {broker} has been idle for {left} of {right}.";
    RetryFits: "A request of {producer} broke off; it is sent again after {left}, within the {right} that it had when it was sent.", "A request of {producer} broke off; another {left} does not fit into the {right} that it had when it was sent: it fails.";
    DeadlinePassed: "A request of {producer} is processed {left} after its deadline: it fails.", "A request of {producer} has time left.";
    AnsweredTooLate: "{broker} has not answered {producer} within {left}: the send fails.", "{broker} answered.";
    RedirectedTooOften: "A write of {producer} was redirected {left} times before, more than the {right} allowed: it fails.", "A write of {producer} is redirected, after {left} redirects before: the producer asks for new metadata and then sends it again.";
    Refreshed: "{producer} has metadata of {left} brokers: its write set is cleared, and all its connections close.", "{producer} has no new metadata.";
    Built: "{producer} is built: it has metadata of {left} brokers.", "{producer} is not built.";
    MetadataLate: "The metadata request of {producer} has taken {left}, more than the {right} allowed: it fails.", "The metadata request of {producer} has taken {left} of the {right} allowed.";
    MetadataFailed: "The metadata request of {producer} fails.", "The metadata request goes on.";
    BuiltAgain: "{producer} cannot be built; it is built again in {left}.", "{producer} is built.";
    StillUnbuilt: "{producer} is not built, so all its sends fail; it is built again in {left}.", "{producer} is built.";
}
