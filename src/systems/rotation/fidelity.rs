//! The fidelity of each variant, and the assumptions where the sources are silent.

use super::Selector;
use crate::engine::Fidelity;

/// A selector as listed in the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SelectorInfo {
    /// The selector.
    pub selector: Selector,
    /// The label on the screen.
    pub label: &'static str,
    /// The fidelity.
    pub fidelity: Fidelity,
    /// The description, in one or two lines.
    pub about: &'static str,
}

/// The selectors, oldest first.
pub(crate) const SELECTORS: &[SelectorInfo] = &[
    SelectorInfo {
        selector: Selector::Single,
        label: "One sticky broker",
        fidelity: Fidelity::Recorded,
        about: "Before pull request 45: one connection; a producer stays with the broker that took its last write, and draws a new order of all when that fails. Order, tries and stickiness equal recorded runs; times, connections and answers are described.",
    },
    SelectorInfo {
        selector: Selector::Rotating,
        label: "N brokers in rotation",
        fidelity: Fidelity::Recorded,
        about: "Pull request 45, version 1.0.1: the first N brokers that take a connection are written to in turn; what fails goes to the end of the list, and is forgotten at the second failure. Orders, tries, lists and counters equal recorded runs; times, connections and answers are described.",
    },
];

/// Assumptions where the sources are silent or contradict each other: pairs of question and answer.
pub const ASSUMPTIONS: &[(&str, &str)] = &[
    (
        "The proposal removes a failed endpoint and fills again; what does the code do?",
        "It moves it to the end of the locals, and strikes it out at the second failure without a success in between. The code decides.",
    ),
    (
        "What is a success?",
        "That a connection is there. What the broker answers later changes neither lists nor counts.",
    ),
    (
        "The class comment shows lists that rotate; do they?",
        "No. Only the view rotates, by two counters that are never set back.",
    ),
    (
        "How many threads send?",
        "One per producer, which also handles answers: while it connects, all of these wait.",
    ),
    (
        "How long does a dead endpoint hold the thread?",
        "Three attempts with pauses of 0.5 and 1 s: 1.5 s where they are refused, 3 s where each waits 0.5 s in vain.",
    ),
    (
        "Are all requests of a size?",
        "Yes. If they were not, rotation would be by request and not by bytes.",
    ),
    (
        "What comes of the original's shuffle, which has no seed?",
        "A uniform shuffle that depends on the seed, the producer and how often it has shuffled.",
    ),
    (
        "A broker dies under an open connection: when is it noticed?",
        "At once, even of a broker that is then a black hole. The original could wait for its answer timeout.",
    ),
    (
        "What becomes of a request on a connection that closes?",
        "It is sent again after 1 to 200 · 2^k ms (at most 10 s) in a fresh order, if that is less than the time it had when it was last queued; otherwise it fails at once.",
    ),
    (
        "When does a producer's send time begin?",
        "When its thread takes it: waiting in the queue does not count, and the time is looked at only before a further try.",
    ),
    (
        "When does metadata change lists?",
        "After a redirect, and at a start; there is no timer. A redirect is an event here: each producer's next write gets one.",
    ),
    (
        "Which brokers stand in the metadata?",
        "Those that are up, unless the world says otherwise. What a producer is configured with lists those that are down too.",
    ),
    (
        "A producer cannot be built, since the first broker it asked is dead: what then?",
        "It is built again after a pause, with a new shuffle. What it should have sent meanwhile has failed.",
    ),
    (
        "The connection of the start is to a broker that may not be written to; is it closed?",
        "Only by the idle timeout. So a fleet has one more connection per producer in its first minute.",
    ),
    (
        "What becomes of unfinished sends of a producer that is restarted?",
        "They have failed. It begins with nothing but its configuration.",
    ),
    (
        "How many unfinished sends may a producer have?",
        "30, as its builder says; a further one fails at once.",
    ),
    (
        "Is the closed form for a fleet after failures?",
        "No: for one that chooses afresh among the brokers now up. How far the measured line leaves it is the point.",
    ),
    (
        "What came next?",
        "Version 2.0.0: brokers count each producer's rate in slots and direct it. That is not played here.",
    ),
];
