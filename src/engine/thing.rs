//! Kinds of things that errors are about.

/// What has a name, an id or a number by which it is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Thing {
    /// A load balancer that is simulated.
    System,
    /// A scenario that comes with Shedscope.
    Preset,
    /// A scenario that an address names.
    Scenario,
    /// A variant of a scenario, by its number from 1.
    Variant,
    /// A version of the format of documents.
    Version,
    /// A comparison that a system offers.
    Comparison,
    /// One of some options, by its id.
    Choice,
    /// A setting.
    Setting,
    /// An event, by its id.
    Event,
    /// A kind of event.
    EventKind,
    /// A part of an event.
    EventPart,
    /// What an event is about.
    Target,
    /// What a round has reasons about.
    Subject,
    /// A broker.
    Broker,
    /// A broker whose name follows from its number.
    NumberedBroker,
    /// A bundle.
    Bundle,
    /// A bundle of a load report.
    ReportedBundle,
    /// A namespace.
    Namespace,
    /// A resource of a broker.
    Resource,
    /// A node.
    Node,
    /// A revision in a table of routes.
    Revision,
    /// A zone.
    Zone,
    /// A name in a list of names.
    Listed,
    /// A file on the command line.
    File,
}
