//! What a reason of load shedding is about, the rules that give reasons, and their sentences.
//!
//! Each rule has two sentences, one for each outcome of its test; a fact or a change uses the first.
//! Sentences speak of `{broker}`, `{high}`, `{low}` and `{bundle}` (the subject), of `{left}` and
//! `{right}` (the two sides), and of `{label}`, `{before}` and `{after}`.

use crate::engine::format::format_operand;
use crate::simulator::sentence::{fill, rules};
use crate::systems::shedding::model::load_data::{BrokerId, BundleId};
use crate::systems::shedding::model::subject::Subject;

/// A reason of load shedding.
pub type Reason = crate::engine::Reason<Subject, Rule>;
/// A collector of such reasons.
pub type Explain = crate::engine::Explain<Subject, Rule>;

rules! {
    /// The rules that give reasons; each is one `if` of a strategy, a placement or the manager.

    // The manager, before the strategy.
    SetupIsRefused: "This release refuses the set-up, so no round takes place.", "This release accepts the set-up.";
    SheddingIsOn: "Automatic shedding is on.", "Automatic shedding is off, so nothing is shed.";
    EnoughBrokers: "{left} brokers are available, so bundles can move.", "Available brokers: {left}. There is no other broker to give bundles to, so the round does nothing.";
    GraceIsOver: "{bundle} was unloaded {left} ago, longer than the grace period of {right}: it may be shed again.", "{bundle} was unloaded {left} ago, within the grace period of {right}: it is left alone.";
    // Between rounds.
    ReportIsOverdue: "{broker} last reported {left} ago, and after {right} a report is due in any case: it reports.", "{broker} last reported {left} ago, and a report is due in any case only after {right}.";
    ChangeIsReported: "{broker} has changed by {left} since its last report, more than {right}: it reports again.", "{broker} has changed by {left} since its last report, not more than {right}: that report stands.";
    // Rules about where bundles may be.
    IsOnItsWay: "{bundle} is already on its way to a broker: it is left alone.", "{bundle} is not on its way to another broker.";
    OthersMayHold: "Other brokers that may hold {bundle}: {left}.", "No other broker may hold {bundle}: it stays, and nothing is shed in its place.";
    IsNoCloser: "There is another broker where {bundle} would be no closer to its anti-affinity group.", "On every other broker {bundle} would be closer to its anti-affinity group: it stays.";
    RulesAllow: "The rules allow {broker} to hold {bundle}.", "The rules keep {bundle} off {broker}.";
    HoldsMoreOfGroup: "{broker} holds {left} namespaces of the anti-affinity group, more than the fewest of {right}: it is not a candidate for {bundle}.", "{broker} holds {left} namespaces of the anti-affinity group, and no broker holds fewer.";
    CameStraightBack: "{bundle} was unloaded first, and the broker chosen afterwards is {left}, where it was: it comes straight back.", "{bundle} was unloaded first, and the broker chosen afterwards is {left}: it goes there from {right}.";
    // Measuring.
    UsageNow: "{broker} is at {left}.", "{broker} is at {left}.";
    TrafficNow: "{broker} carries {left}.", "{broker} carries {left}.";
    HistoryMoved: "The {label} moves from {before} to {after}.", "The {label} moves from {before} to {after}.";
    ClusterAverage: "The cluster average is {left}.", "The cluster average is {left}.";
    // OverloadShedder.
    UnderOverloadLine: "{broker} is at {left}, under the overload threshold of {right}: it sheds nothing.", "{broker} is at {left}, at or above the overload threshold of {right}: it sheds.";
    // ThresholdShedder and its proposal.
    AverageIsZero: "The cluster average is exactly zero, so no broker is compared with it.", "The cluster average is {left}, so brokers are compared with it.";
    UnderAverageLine: "{broker} has a smoothed usage of {left}, under average + threshold at {right}: it sheds nothing.", "{broker} has a smoothed usage of {left}, at or above average + threshold at {right}: it sheds.";
    AboveAverageLine: "{broker} is at {left}, above average + threshold at {right}: it gives bundles away.", "{broker} is at {left}, not above average + threshold at {right}: it gives nothing away.";
    AmountTooSmall: "Only {left} would have to move, less than the {right} that are worth an unload: nothing moves.", "{left} is to move, at least the {right} that are worth an unload.";
    LowerPassIsOn: "No broker was over the upper line, so brokers are compared with the lower one, and every smoothed usage moves once more in this round.", "Lower-boundary shedding is off, so a broker far below the average changes nothing.";
    UnderLowerLine: "{broker} is at {left}, under average − threshold at {right}: it is too empty.", "{broker} is at {left}, not under average − threshold at {right}: it is not too empty.";
    HighestSoFar: "{broker} is at {left}, above {right}: it is the highest so far.", "{broker} is at {left}, not above {right}: it is not the highest.";
    SomebodyLow: "Some broker is too empty, so the highest broker sheds.", "No broker is too empty, so nothing is shed.";
    // UniformLoadShedder.
    CheckIsOn: "The check is on, with a threshold of {left}.", "The check is switched off by its threshold of {left}.";
    RatesTooFarApart: "The highest message rate is {left} above the lowest, more than the {right} allowed.", "The highest message rate is {left} above the lowest, not more than the {right} allowed.";
    ThroughputsTooFarApart: "The highest throughput is {left} the lowest, more than the {right} allowed.", "The highest throughput is {left} the lowest, not more than the {right} allowed.";
    BudgetReachesMinimum: "{left} may move from {broker}, at least the {right} that are worth moving.", "Only {left} may move from {broker}, less than the {right} that are worth moving: nothing moves, and no other broker is tried.";
    EnoughBundles: "{bundle} stays: {left} bundles are taken, and no more than {right} may move in a round.", "{left} bundles are taken so far, and {right} may move in a round.";
    // AvgShedder and the hits of its proposals.
    SortFailed: "Sorting {left} brokers by whole points leads to a contradiction: the original throws an exception here, and nothing is done.", "The brokers could be sorted.";
    UnderLowDifference: "{high} and {low} are {left} apart, under the low threshold of {right}: their counts start again at zero.", "{high} and {low} are {left} apart, at least the low threshold of {right}: both get a low hit.";
    UnderHighDifference: "{high} and {low} are {left} apart, under the high threshold of {right}: their high counts start again at zero.", "{high} and {low} are {left} apart, at least the high threshold of {right}: both get a high hit.";
    OverDifference: "{high} and {low} are {left} apart, more than {right}: both get a hit.", "{high} and {low} are {left} apart, not more than {right}: their counts start again at zero.";
    FarFromAverage: "{broker} is {left} away from the average, more than {right}: it gets a hit.", "{broker} is {left} away from the average, not more than {right}: its count starts again at zero.";
    HitsCounted: "{broker}: {label} {before} → {after}.", "{broker}: {label} {before} → {after}.";
    NoPairApart: "No pair is far enough apart: all counts of all brokers start again at zero.", "Pairs that are far enough apart to be counted: {left}.";
    HighHitsReached: "The high count is {left}, and {right} are needed: it is time to shed.", "The high count is {left}, and {right} are needed before anything is shed.";
    LowHitsReached: "The low count is {left}, and {right} are needed: it is time to shed.", "The low count is {left}, and {right} are needed before anything is shed.";
    MessagesWorthMoving: "{left} may move, more than the minimum of {right}: bundles are chosen by message rate.", "{left} is not more than the minimum of {right}, so bundles are not chosen by message rate.";
    BytesWorthMoving: "{left} may move, more than the minimum of {right}: bundles are chosen by throughput.", "{left} is not more than the minimum of {right} either: nothing moves, although the counts have started again at zero.";
    // How much, and which bundles.
    AmountToMove: "{left} is to move.", "{left} is to move.";
    HasSpareBundles: "{broker} has {left} bundles, so it can spare one.", "The number of bundles on {broker} is {left}, and the last one always stays: nothing moves.";
    IsSystemBundle: "{bundle} belongs to a heartbeat or SLA namespace: such bundles are never shed.", "{bundle} does not belong to a heartbeat or SLA namespace.";
    IsInGrace: "{bundle} was unloaded within the grace period: it is not selected.", "{bundle} was not unloaded within the grace period.";
    UnloadedBefore: "{bundle} was unloaded {left} ago.", "{bundle} was unloaded {left} ago.";
    CarriesTraffic: "{bundle} carries {left}.", "{bundle} carries no traffic: it is not selected.";
    Fits: "{bundle} carries {left}, and {right} may still move: it is taken.", "{bundle} carries {left}, more than the {right} that may still move: it is not selected.";
    AmountNotReached: "{left} is taken so far, less than the {right} that is to move: {bundle} is taken too.", "{left} is taken, which reaches the {right} that is to move: {bundle} stays.";
    IsFirst: "{bundle} is the first, and the first is taken in any case.", "Bundles have been taken already, so {bundle} and all smaller ones stay.";
    // TransferShedder: the cluster.
    HasReport: "{broker} has reported.", "{broker} has no report.";
    ReportTooOld: "The report of {broker} is {left} old, more than the {right} allowed: it is left out.", "The report of {broker} is {left} old, not more than the {right} allowed.";
    ReportTooEarly: "{broker} reported {left} after it gave a bundle away, less than the {right} required: the report came too early.", "{broker} reported {left} after it gave a bundle away, at least the {right} required: the report counts.";
    ReportsTooEarly: "Reports that came too early after an unload: {left}. The round is put off.", "No report came too early after an unload.";
    NoReportCounts: "No report counts, so the round does nothing.", "Reports that count: {left}.";
    ReportsMissing: "Brokers without a report: {left}. The round is put off.", "No report is missing.";
    DeviationOverTarget: "The standard deviation is {left}, more than the target of {right}: load should move.", "The standard deviation is {left}, not more than the target of {right}.";
    UnderUnderloadLine: "{broker} is at {left}, under the underload threshold of {right}: it is underloaded.", "{broker} is at {left}, not under the underload threshold of {right}.";
    CarriesTooLittle: "{low} carries {left}, under {right}: it is underloaded.", "{low} carries {left}, not under {right}: it is not underloaded.";
    OverOverloadLine: "{broker} is at {left}, above the overload threshold of {right}.", "{broker} is at {left}, not above the overload threshold of {right}: it is not overloaded.";
    FarAboveAverage: "{broker} is also above average + target at {right}: it is overloaded.", "{broker} is not above average + target at {right}: it is not overloaded.";
    ConditionLasts: "The condition has held in {left} rounds in a row, and {right} are needed: it is time to shed.", "The condition has held in {left} rounds in a row, and {right} are needed before anything is shed.";
    MayPair: "{left} of at most {right} pairs have given bundles so far.", "{left} pairs have given bundles, as many as a round allows.";
    TwoRemain: "There are still two brokers to pair.", "Fewer than two brokers are left to pair.";
    DeviationAfter: "After this the standard deviation counts as {left}.", "After this the standard deviation counts as {left}.";
    // TransferShedder: a pair.
    ReportsBundles: "{high} reports {left} bundles.", "{high} reports no bundle, so nothing can move.";
    TransferIsOn: "Transfer is on: bundles go to {low}, and some of its own may come back.", "Transfer is off: the placement chooses the destinations, and nothing comes back.";
    Gives: "{high} gives away {left}.", "{high} has nothing that could go, so the next broker is asked.";
    IsReported: "{bundle} is one of the reported bundles.", "{bundle} is not among the reported bundles, so it is not considered.";
    IsGivers: "{bundle} is on the giving broker.", "{bundle} is no longer on the giving broker: it is not selected.";
    IsBound: "{bundle} is bound by policies: it is not selected.", "{bundle} is not bound by policies.";
    KeepsLast: "Of the reported bundles the last one always stays: {bundle} stays.", "Reported bundles that have not been taken: {left}.";
    OverPlan: "With {bundle}, {left} would move, more than the {right} planned.", "With {bundle}, {left} moves, not more than the {right} planned: it is taken.";
    GiverFallsStill: "With {bundle} coming back the giving broker would carry {left}, less than the {right} it carries now.", "With {bundle} coming back the giving broker would carry {left}, no less than the {right} it carries now: it does not come back.";
    TakerStaysBelow: "The taking broker would carry {left}, less than the {right} that the giving broker carries now.", "The taking broker would carry {left}, no less than the {right} that the giving broker carries now: there is no swap.";
    TakerNotAbove: "The taking broker would carry {left}, not above the {right} of the giving broker.", "The taking broker would still carry {left}, above the {right} of the giving broker.";
    GiverRelieved: "The giving broker would carry {left}, under three quarters of what it carries now ({right}).", "The giving broker would carry {left}, not under three quarters of what it carries now ({right}).";
    SwapFound: "A swap makes room for {bundle}: it is taken. Bundles that come back for it: {left}.", "No swap makes room for {bundle}: it stays, and so do the bundles after it.";
    BackIsCounted: "Debug mode is on, so the traffic that comes back is counted.", "The traffic that comes back is not counted, because debug mode is off.";
    // The manager, choosing destinations.
    TooManyTopics: "{broker} has {left} topics, more than the {right} allowed: it is not a candidate for {bundle}.", "{broker} has {left} topics, not more than the {right} allowed.";
    NobodyUnderTopics: "Every broker is above the maximum of topics, so this filter is not applied.", "Brokers that are not above the maximum of topics: {left}.";
    HoldsMoreOfNamespace: "{broker} holds {left} bundles of the namespace, more than the fewest of {right}: it is not a candidate for {bundle}.", "{broker} holds {left} bundles of the namespace, and no broker holds fewer: it is a candidate for {bundle}.";
    HasPlannedTarget: "A target is planned for {bundle}.", "No target is planned for {bundle}, so a broker is drawn.";
    PlannedTargetIsCandidate: "The planned target is a candidate, so the plan is followed.", "The planned target is not a candidate, so the plan is dropped and a broker is drawn.";
    PlannedTargetOverloaded: "The planned target {broker} is at {left}, above the overload threshold of {right}: a broker is drawn instead.", "The planned target {broker} is at {left}, not above the overload threshold of {right}.";
    CandidateOverloaded: "{broker} is at {left}, above the overload threshold of {right}: it counts as infinitely loaded.", "{broker} is at {left}, not above the overload threshold of {right}.";
    LowestRateSoFar: "{broker} carries {left}, less than {right}: it is the lowest so far.", "{broker} carries {left}, not less than {right}: it is not the lowest.";
    EqualsLowestRate: "{broker} carries as much as the lowest: it joins the shortlist.", "{broker} carries more than the lowest: it does not join the shortlist.";
    CandidateAverage: "The average of the candidates is {left}.", "The average of the candidates is {left}.";
    FarUnderAverage: "With the distance added {broker} is at {left}, not above the average of {right}: it is a good target.", "With the distance added {broker} is at {left}, above the average of {right}: it is no good target.";
    OnShortlist: "{broker} is one of {left} brokers on the shortlist for {bundle}.", "{broker} is one of {left} brokers on the shortlist for {bundle}.";
    ChosenIsOverloaded: "{broker} was chosen for {bundle} but is at {left}, above the overload threshold of {right}: the placement is asked again, with all candidates.", "{broker} was chosen for {bundle}; at {left} it is not above the overload threshold of {right}.";
    NoBrokerFound: "No broker could be found for {bundle}: it stays.", "A broker was found for {bundle}.";
    PlacementFailed: "The placement fails because there is no candidate: {bundle} stays.", "The placement answers.";
    DestinationIsOwner: "The broker chosen for {bundle} is {left}, where it is already: it stays, and no grace period begins.", "{bundle} moves from {right} to {left}.";
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
    let name = |placeholder: &str| {
        Some(match (placeholder, reason.subject) {
            ("broker", Subject::Broker(id) | Subject::Candidate { broker: id, .. }) => {
                names.broker(id).to_owned()
            }
            ("broker" | "high", Subject::Pair(id, _)) | ("low", Subject::Pair(_, id)) => {
                names.broker(id).to_owned()
            }
            ("bundle", Subject::Bundle(id) | Subject::Candidate { bundle: id, .. }) => {
                names.bundle(id).to_owned()
            }
            _ => return None,
        })
    };
    let template = reason
        .rule
        .template(reason.evidence.holds().unwrap_or(true));
    fill(template, &reason.evidence, format_operand, name)
}
