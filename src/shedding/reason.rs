//! What a reason of load shedding is about, the rules that give reasons, and their sentences.
//!
//! Each rule has two sentences, one for each outcome of its test; a fact or a change uses the first.
//! Sentences speak of `{broker}`, `{high}`, `{low}` and `{bundle}` (the subject), of `{left}` and
//! `{right}` (the two sides), and of `{before}` and `{after}`.

use crate::run::Because;
use crate::run::words::{said, said_side};

use super::load_data::{BrokerId, BundleId};

/// Whom a reason is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Subject {
    /// The round as a whole.
    Round,
    /// One broker.
    Broker(BrokerId),
    /// Two brokers that were compared: the high one, the low one.
    Pair(BrokerId, BrokerId),
    /// One bundle.
    Bundle(BundleId),
    /// A broker as a destination of a bundle.
    Candidate {
        /// The bundle.
        bundle: BundleId,
        /// The broker.
        broker: BrokerId,
    },
}

/// A reason of load shedding.
pub type Reason = crate::run::Reason<Subject, Rule>;
/// A collector of such reasons.
pub type Why = crate::run::Why<Subject, Rule>;

macro_rules! rules {
    ($($rule:ident: $yes:literal, $no:literal;)*) => {
        /// The rules that give reasons; each is one `if` of a strategy, a placement or the manager.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule { $(#[doc = $yes] $rule),* }

        impl Rule {
            /// Every rule.
            pub const ALL: &[Rule] = &[$(Rule::$rule),*];

            /// Its name, as reasons in JSON have it.
            pub fn name(self) -> &'static str {
                match self { $(Rule::$rule => stringify!($rule)),* }
            }

            /// Its sentence for an outcome, with places for names and values.
            pub fn template(self, holds: bool) -> &'static str {
                match self { $(Rule::$rule => if holds { $yes } else { $no }),* }
            }
        }
    };
}

rules! {
    // The manager, before the strategy.
    SetupIsRefused: "This release refuses the set-up, so no round takes place.", "The release takes the set-up.";
    SheddingIsOn: "Automatic shedding is on.", "Automatic shedding is off, so nothing is shed.";
    EnoughBrokers: "{left} brokers are available, so there is somebody to give to.", "With {left} brokers available there is nobody to give to, so the round does nothing.";
    GraceIsOver: "{bundle} was unloaded {left} ago, longer than the grace period of {right}: it may be shed again.", "{bundle} was unloaded {left} ago, within the grace period of {right}: it is left alone.";
    // Between rounds.
    ReportIsOverdue: "{broker} last reported {left} ago, and {right} is the longest: it reports.", "{broker} reported {left} ago; it need not before {right}.";
    ChangeIsReported: "{broker} changed by {left}, more than {right}: it reports.", "{broker} changed by {left}, not more than {right}: its last report stands.";
    // Rules about where bundles may be.
    IsOnItsWay: "{bundle} is on its way already: it is left alone.", "{bundle} is not on its way.";
    OthersMayHold: "{left} other brokers may hold {bundle}.", "No other broker may hold {bundle}: it stays, and nothing takes its place.";
    IsNoCloser: "{bundle} would be no closer to its group elsewhere.", "Everywhere else {bundle} would be closer to its anti-affinity group: it stays.";
    RulesAllow: "{broker} may hold {bundle}.", "The rules keep {bundle} off {broker}.";
    HoldsMoreOfGroup: "{broker} holds {left} namespaces of the anti-affinity group, more than the fewest of {right}: no candidate for {bundle}.", "{broker} holds {left} namespaces of the anti-affinity group, the fewest.";
    CameStraightBack: "{bundle} was unloaded first, and the broker then chosen is {left}, where it was: it comes straight back.", "{bundle} was unloaded first; it goes from {right} to {left}.";
    // Measuring.
    UsageNow: "{broker} is at {left}.", "{broker} is at {left}.";
    TrafficNow: "{broker} carries {left}.", "{broker} carries {left}.";
    HistoryMoved: "The {what} moves from {before} to {after}.", "The {what} moves from {before} to {after}.";
    ClusterAverage: "The cluster average is {left}.", "The cluster average is {left}.";
    // OverloadShedder.
    UnderOverloadLine: "{broker} is at {left}, under the overload line of {right}: it stays.", "{broker} is at {left}, at or above the overload line of {right}: it sheds.";
    // ThresholdShedder and its proposal.
    AverageIsZero: "The cluster average is exactly zero: nothing is compared at all.", "The cluster average is {left}, so brokers are compared with it.";
    UnderAverageLine: "{broker} has a running usage of {left}, under average + threshold at {right}: it stays.", "{broker} has a running usage of {left}, at or above average + threshold at {right}: it sheds.";
    AboveAverageLine: "{broker} at {left} is above average + threshold at {right}: it gives.", "{broker} at {left} is not above average + threshold at {right}: it stays.";
    AmountTooSmall: "{left} would have to move, less than the {right} worth a shed: nothing moves.", "{left} is to move, at least {right}.";
    LowerPassIsOn: "Nobody was over the upper line, so the lower one is looked at, and usage is averaged once more.", "Lower-boundary shedding is off, so a broker far below the average changes nothing.";
    UnderLowerLine: "{broker} at {left} is under average − threshold at {right}: it is too empty.", "{broker} at {left} is not under average − threshold at {right}.";
    HighestSoFar: "{broker} at {left} is the highest so far (above {right}).", "{broker} at {left} is not above {right}.";
    SomebodyLow: "Somebody is too empty, so the highest broker gives.", "Nobody is too empty, so nobody gives.";
    // UniformLoadShedder.
    CheckIsOn: "The check is on (at {left}).", "The check is switched off (at {left}).";
    RatesTooFarApart: "The highest message rate is {left} above the lowest, more than the {right} allowed.", "The highest message rate is {left} above the lowest, not more than the {right} allowed.";
    ThroughputsTooFarApart: "The highest throughput is {left} the lowest, more than {right}.", "The highest throughput is {left} the lowest, not more than {right}.";
    BudgetReachesMinimum: "{left} may move from {broker}, which reaches the least of {right}.", "Only {left} may move from {broker}, less than the least of {right}: nothing moves, and no other broker is tried.";
    EnoughBundles: "{bundle} stays: {left} bundles are taken and {right} are allowed.", "{left} bundles are taken so far, {right} are allowed.";
    // AvgShedder and the hits of its proposals.
    SortFailed: "{left} brokers sorted by whole points contradict each other: the original throws an exception here, and nothing is done.", "The brokers could be sorted.";
    UnderLowDifference: "{high} and {low} are {left} apart, under the low difference of {right}: their counts start again.", "{high} and {low} are {left} apart, at least the low difference of {right}: a low hit for both.";
    UnderHighDifference: "{left} apart is under the high difference of {right}: their high counts start again.", "{left} apart is at least the high difference of {right}: a high hit for both.";
    OverDifference: "{high} and {low} are {left} apart, more than {right}: a hit for both.", "{high} and {low} are {left} apart, not more than {right}: the count starts again.";
    FarFromAverage: "{broker} is {left} away from the average, more than {right}: a hit.", "{broker} is {left} away from the average, not more than {right}: the count starts again.";
    HitsCounted: "{broker}: {what} {before} → {after}.", "{broker}: {what} {before} → {after}.";
    NoPairApart: "No pair is far enough apart: every count of every broker starts again.", "{left} pairs are far enough apart to be counted.";
    HighHitsReached: "{left} high hits in a row, {right} needed: it is time to shed.", "{left} of {right} high hits in a row.";
    LowHitsReached: "{left} low hits in a row, {right} needed: it is time to shed.", "{left} of {right} low hits in a row.";
    MessagesWorthMoving: "{left} may move, more than the least of {right}: message rate decides.", "{left} is not more than the least of {right}, so message rate is no measure here.";
    BytesWorthMoving: "{left} may move, more than the least of {right}: throughput decides.", "{left} is not more than the least of {right} either: nothing moves, and the counts have started again.";
    // How much, and which bundles.
    AmountToMove: "{left} is to move.", "{left} is to move.";
    HasSpareBundles: "{broker} has {left} bundles, so one can go.", "{broker} has {left} bundles; the last one stays, so nothing moves.";
    IsSystemBundle: "{bundle} belongs to a heartbeat or SLA namespace and is never offered.", "{bundle} is no system bundle.";
    IsInGrace: "{bundle} was unloaded within the grace period and is passed over.", "{bundle} was not unloaded lately.";
    UnloadedBefore: "{bundle} was unloaded {left} ago.", "{bundle} was unloaded {left} ago.";
    CarriesTraffic: "{bundle} carries {left}.", "{bundle} carries no traffic: it is passed over.";
    Fits: "{bundle} carries {left} and {right} may still move: it is taken.", "{bundle} carries {left}, more than the {right} that may still move: it is passed over.";
    AmountNotReached: "{left} is taken so far, less than the {right} to move: {bundle} is taken too.", "{left} is taken, which reaches the {right} to move.";
    IsFirst: "{bundle} is the first, and the first is taken in any case.", "Bundles have been taken already, so this and all smaller ones stay.";
    // TransferShedder: the cluster.
    HasReport: "{broker} has reported.", "{broker} has no report.";
    ReportTooOld: "The report of {broker} is {left} old, more than {right}: it is left out.", "The report of {broker} is {left} old, not more than {right}.";
    ReportTooEarly: "{broker} reported {left} after it gave a bundle away, less than {right}: too early.", "{broker} reported {left} after it gave a bundle away, at least {right}: the report counts.";
    ReportsTooEarly: "{left} reports came too early after an unload: the round is put off.", "No report came too early after an unload.";
    NoReportCounts: "There is no report that counts: the round does nothing.", "{left} reports count.";
    ReportsMissing: "{left} reports are missing: the round is put off.", "No report is missing.";
    DeviationOverTarget: "The deviation is {left}, more than the target of {right}: load should move.", "The deviation is {left}, not more than the target of {right}.";
    UnderUnderloadLine: "{broker} at {left} is underloaded, for it is under {right}.", "{broker} at {left} is not under the underload line of {right}.";
    CarriesTooLittle: "{low} carries {left}, under {right}: it is underloaded.", "{low} carries {left}, not under {right}: it is not underloaded.";
    OverOverloadLine: "{broker} at {left} is above the overload line of {right}.", "{broker} at {left} is not above the overload line of {right}.";
    FarAboveAverage: "It is also above average + target at {right}: it is overloaded.", "It is not above average + target at {right}: it is not overloaded.";
    ConditionLasts: "The condition held {left} rounds in a row, {right} are needed: it is time to shed.", "The condition held {left} rounds in a row, {right} are needed.";
    MayPair: "{left} of {right} pairs have given so far.", "{left} pairs have given, the most of a round.";
    TwoRemain: "There are brokers left to pair.", "No two brokers are left to pair.";
    DeviationAfter: "The deviation is counted as {left} after this.", "The deviation is counted as {left} after this.";
    // TransferShedder: a pair.
    ReportsBundles: "{high} reports {left} bundles.", "{high} reports no bundle, so nothing can move.";
    TransferIsOn: "Bundles go to {low}, and some of its own may come back.", "Transfer is off: the placement chooses, and none come back.";
    Gives: "{high} gives {left}.", "{high} has nothing that could go: the next one is asked.";
    IsReported: "{bundle} is one of the reported bundles.", "{bundle} is not among the reported bundles, so nobody looks at it.";
    IsGivers: "{bundle} is the giver's.", "{bundle} is the giver's no more: it is passed over.";
    IsBound: "{bundle} is bound by policies: it is passed over.", "{bundle} is free to move.";
    KeepsLast: "All but one of the reported bundles go: {bundle} stays.", "{left} reported bundles are left.";
    OverPlan: "With {bundle}, {left} would move, more than {right}.", "With {bundle}, {left} of {right} move: it is taken.";
    GiverFallsStill: "With {bundle} back the giver would carry {left}, less than {right} now.", "With {bundle} back the giver would carry {left}, no less than {right} now: no swap.";
    TakerStaysBelow: "The taker would carry {left}, less than the giver's {right}.", "The taker would carry {left}, no less than the giver's {right}: no swap.";
    TakerNotAbove: "The taker would carry {left}, not above the giver's {right}.", "The taker would still carry {left}, above the giver's {right}.";
    GiverRelieved: "The giver would carry {left}, under three quarters ({right}).", "The giver would carry {left}, not under three quarters ({right}).";
    SwapFound: "{left} bundles come back for {bundle}: it is taken.", "No swap makes room for {bundle}: it stays, and so does what comes after it.";
    BackIsCounted: "In debug mode what comes back is counted.", "What comes back is not counted; it would be in debug mode.";
    // The manager, choosing destinations.
    TooManyTopics: "{broker} has {left} topics, more than the {right} allowed: no candidate for {bundle}.", "{broker} has {left} topics, not more than {right}.";
    NobodyUnderTopics: "Every broker is above the maximum of topics, so the filter is not used.", "{left} brokers are under the maximum of topics.";
    HoldsMoreOfNamespace: "{broker} holds {left} bundles of the namespace, more than the fewest of {right}: no candidate for {bundle}.", "{broker} holds {left} bundles of the namespace, the fewest: a candidate for {bundle}.";
    HasPlannedTarget: "A target is planned for {bundle}.", "No target is planned for {bundle}, so one is drawn.";
    PlannedTargetIsCandidate: "The planned target is a candidate: the plan is followed.", "The planned target is no candidate: the plan is dropped and a broker is drawn.";
    PlannedTargetOverloaded: "The planned target {broker} is at {left}, above {right}: it is replaced by a draw.", "The planned target {broker} is at {left}, not above {right}.";
    CandidateOverloaded: "{broker} is at {left}, above the overload line of {right}: it counts as infinitely loaded.", "{broker} is at {left}, not above the overload line of {right}.";
    LowestRateSoFar: "{broker} carries {left}, less than {right}: the lowest so far.", "{broker} carries {left}, not less than {right}.";
    EqualsLowestRate: "{broker} carries as much as the lowest: it joins the list.", "{broker} carries more than the lowest.";
    CandidateAverage: "The candidates' average is {left}.", "The candidates' average is {left}.";
    FarUnderAverage: "{broker} with the distance added is at {left}, at most the average of {right}: a good target.", "{broker} with the distance added is at {left}, above the average of {right}: no good target.";
    OnShortlist: "{broker} is one of {left} on the shortlist for {bundle}.", "{broker} is one of {left} on the shortlist for {bundle}.";
    ChosenIsOverloaded: "{broker} was chosen for {bundle} but is at {left}, above {right}: the placement is asked again, with all candidates.", "{broker} was chosen for {bundle}; at {left} it is not above the overload line of {right}.";
    NoBrokerFound: "No broker could be found for {bundle}: it stays.", "A broker was found for {bundle}.";
    PlacementFailed: "The placement fails without a candidate: {bundle} stays.", "The placement answers.";
    DestinationIsOwner: "The broker chosen for {bundle} is {left}, where it is already: it stays, without a grace period.", "{bundle} moves from {right} to {left}.";
}

/// A way to names for the subjects of reasons.
pub trait Names {
    /// A broker's name.
    fn broker(&self, id: BrokerId) -> &str;
    /// A bundle's name.
    fn bundle(&self, id: BundleId) -> &str;
}

/// The sentence of a reason.
pub fn sentence(reason: &Reason, names: &impl Names) -> String {
    let holds = match &reason.because {
        Because::Test(test) => test.holds,
        Because::Change { .. } | Because::Fact { .. } => true,
    };
    let template = reason.rule.template(holds);
    let mut text = String::with_capacity(template.len() + 48);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        text.push_str(&rest[..open]);
        let Some(length) = rest[open..].find('}') else { break };
        text.push_str(&placeholder(&rest[open + 1..open + length], reason, names));
        rest = &rest[open + length + 1..];
    }
    text.push_str(rest);
    text
}

fn placeholder(name: &str, reason: &Reason, names: &impl Names) -> String {
    let broker = |id: BrokerId| names.broker(id).to_owned();
    match (name, reason.subject) {
        ("broker", Subject::Broker(id) | Subject::Candidate { broker: id, .. }) => return broker(id),
        ("broker" | "high", Subject::Pair(id, _)) | ("low", Subject::Pair(_, id)) => return broker(id),
        ("bundle", Subject::Bundle(id) | Subject::Candidate { bundle: id, .. }) => return names.bundle(id).to_owned(),
        _ => {}
    }
    match (name, &reason.because) {
        ("left", Because::Test(test)) => said_side(&test.left, test.unit),
        ("right", Because::Test(test)) => said_side(&test.right, test.unit),
        ("left", Because::Fact { side, unit }) => said_side(side, *unit),
        ("what", Because::Change { what, .. }) => (*what).to_owned(),
        ("before", Because::Change { unit, before, .. }) => said(*before, *unit),
        ("after", Because::Change { unit, after, .. }) => said(*after, *unit),
        _ => String::new(),
    }
}
