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
        about: "Before pull request 45: one connection; a producer stays with the broker that accepted its last write, and draws a new order of all when that fails. Order, tries and stickiness equal recorded runs; times, connections and answers follow the description.",
    },
    SelectorInfo {
        selector: Selector::Rotating,
        label: "N brokers in rotation",
        fidelity: Fidelity::Recorded,
        about: "Pull request 45, version 1.0.1: the first N brokers that accept a connection are written to in rotation; an endpoint that fails moves to the end of the list, and is forgotten at the second failure. Orders, tries, lists and counters equal recorded runs; times, connections and answers follow the description.",
    },
];

/// Assumptions where the sources are silent or contradict each other: pairs of question and answer.
pub const ASSUMPTIONS: &[(&str, &str)] = &[
    (
        "The proposal removes a failed endpoint and refills the set; what does the code do?",
        "It moves it to the end of the locals, and removes it at the second failure in a row. The simulation follows the code.",
    ),
    (
        "What is a success?",
        "An open connection. Later answers of the broker change neither lists nor counts.",
    ),
    (
        "The class comment shows lists that rotate; do they?",
        "No. Only the view rotates, by two counters that are never reset.",
    ),
    (
        "How many threads send?",
        "One per producer, which also handles answers: while it connects, all of these wait.",
    ),
    (
        "How long does a dead endpoint hold the thread?",
        "Three attempts with pauses of 0.5 and 1 s: 1.5 s if they are refused, 3 s if each times out after 0.5 s.",
    ),
    (
        "Do all requests have the same size?",
        "Yes. If not, rotation would balance requests and not bytes.",
    ),
    (
        "How is the original's unseeded shuffle modelled?",
        "By a uniform shuffle that depends on the seed, the producer and its number of shuffles so far.",
    ),
    (
        "A broker dies under an open connection: when is it noticed?",
        "At once, even if the broker is then a black hole. The original could wait for its answer timeout.",
    ),
    (
        "What happens to a request on a connection that closes?",
        "It is sent again after 1 to 200 · 2^k ms (at most 10 s) in a fresh order, if that is less than the time it had when it was last queued; otherwise it fails at once.",
    ),
    (
        "When does a producer's send time begin?",
        "When its thread starts it: waiting in the queue does not count, and the time is checked only before a further try.",
    ),
    (
        "When does metadata change lists?",
        "After a redirect, and at the start; there is no timer. Redirects are an event here: each producer's next write gets one.",
    ),
    (
        "Which brokers does the metadata list?",
        "Those that are up, unless the world says otherwise. A producer's configuration also lists those that are down.",
    ),
    (
        "What if a producer cannot be built, since the first broker it asks is dead?",
        "It is built again after a pause, with a new shuffle. Its sends in the meantime fail.",
    ),
    (
        "The first connection may be to a broker that is not written to; is it closed?",
        "Only by the idle timeout. So a fleet has one more connection per producer in its first minute.",
    ),
    (
        "What happens to unfinished sends of a producer that is restarted?",
        "They fail. It starts with its configuration only.",
    ),
    (
        "How many unfinished sends may a producer have?",
        "30, the default of its builder; a further one fails at once.",
    ),
    (
        "Does the closed form describe a fleet after failures?",
        "No, but one that chooses at random among the brokers that are up. The distance of the measured line from it shows the effect of failures.",
    ),
    (
        "What came next?",
        "Version 2.0.0: brokers count each producer's rate in slots and direct it. That is not simulated here.",
    ),
];
