//! Everything that happens or does not is told why, truly and in whole sentences.

use std::cell::RefCell;
use std::collections::BTreeSet;

use shedscope::engine::Evidence;
use shedscope::systems::shedding::manager::round::EndReason;
use shedscope::systems::shedding::manager::round::StayReason;
use shedscope::systems::shedding::reason::{Names, sentence};
use shedscope::systems::shedding::settings::{Key, SETTINGS};
use shedscope::systems::shedding::strategy::{Pair, Selection};
use shedscope::systems::shedding::{BrokerId, BundleId, Move, Reason, Rule, Subject};

use super::played::{Played, Turn, ensure};
use super::rare::{rare_scenarios, rare_transfers};
use super::worlds::{always, any_scenarios, scenarios};

impl Names for Played {
    fn broker(&self, id: BrokerId) -> &str {
        Self::broker(self, id)
    }

    fn bundle(&self, id: BundleId) -> &str {
        Self::bundle(self, id)
    }
}

impl Turn {
    /// The conditions that were looked at about a subject: their rules and outcomes.
    fn conditions(&self, subject: Subject) -> impl Iterator<Item = (Rule, bool)> {
        let about = self
            .reasons
            .iter()
            .filter(move |reason| reason.subject == subject);
        about.filter_map(|reason| Some((reason.rule, reason.evidence.holds()?)))
    }

    /// Whether a rule about a subject came out so.
    fn has(&self, subject: Subject, rule: Rule, holds: bool) -> bool {
        self.conditions(subject)
            .any(|condition| condition == (rule, holds))
    }

    fn records(&self, subject: Subject) -> bool {
        self.reasons.iter().any(|reason| reason.subject == subject)
    }
}

#[test]
fn every_test_comes_out_the_same_when_it_is_made_again() {
    always(256, scenarios(), |scenario| {
        Played::lawful(scenario, |_, turn| {
            for reason in &turn.reasons {
                let Evidence::Check(test) = &reason.evidence else {
                    continue;
                };
                let again = test.op.holds(&test.left.value, &test.right.value);
                ensure(again == test.holds, || {
                    format!("{reason:?} does not hold as it says")
                })?;
            }
            Ok(())
        })
    });
}

#[test]
fn settings_in_reasons_are_settings() {
    always(128, scenarios(), |scenario| {
        let read = scenario.variant().reads();
        Played::lawful(scenario, |_, turn| {
            for reason in &turn.reasons {
                let Evidence::Check(test) = &reason.evidence else {
                    continue;
                };
                for name in [test.left.setting, test.right.setting]
                    .into_iter()
                    .flatten()
                {
                    let key = SETTINGS
                        .iter()
                        .find(|row| row.name == name)
                        .map(|row| row.key);
                    ensure(key.is_some_and(|key| read.contains(&key)), || {
                        format!("{name} is not read: {reason:?}")
                    })?;
                }
            }
            Ok(())
        })
    });
}

fn is_whole(text: &str) -> bool {
    let gaps = ["{", "}", "  ", " .", " ,", " :", "NaN"];
    !gaps.iter().any(|gap| text.contains(gap)) && text.trim() == text && text.ends_with('.')
}

#[test]
fn every_sentence_is_whole() {
    always(256, scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            for reason in &turn.reasons {
                let text = sentence(reason, played);
                ensure(is_whole(&text), || format!("{text:?} of {reason:?}"))?;
            }
            Ok(())
        })
    });
}

/// A round that ends early says why, and one that does not is told of as a whole or broker by broker.
fn end_is_told(turn: &Turn) -> Result<(), String> {
    let told = |rule, holds| turn.has(Subject::Round, rule, holds);
    let is_told = match turn.round.end_reason {
        None => true,
        Some(EndReason::Refused(_)) => told(Rule::SetupIsRefused, true),
        Some(EndReason::SheddingOff) => told(Rule::SheddingIsOn, false),
        Some(EndReason::TooFewBrokers) => told(Rule::EnoughBrokers, false),
        Some(EndReason::Failed(_)) => told(Rule::SortFailed, true),
    };
    ensure(is_told, || {
        format!("{:?} is not told", turn.round.end_reason)
    })
}

/// What a broker was found to have, and what came of it.
fn broker_is_told(turn: &Turn, id: BrokerId) -> bool {
    turn.reasons.iter().any(|reason| match reason.subject {
        Subject::Broker(broker) => broker == id,
        Subject::Pair(high, low) => id == high || id == low,
        _ => false,
    })
}

/// A pair is told of itself, or, where brokers are what is judged, both of its brokers are.
fn pair_is_told(turn: &Turn, pair: &Pair) -> bool {
    let is_judged = |id| turn.conditions(Subject::Broker(id)).next().is_some();
    turn.records(Subject::Pair(pair.high, pair.low))
        || (is_judged(pair.high) && is_judged(pair.low))
}

/// A selected bundle fitted, was still needed, or was the first, and was none to be left alone.
fn selection_is_told(turn: &Turn, one: &Selection) -> bool {
    let has = |rule, holds| turn.has(Subject::Bundle(one.bundle), rule, holds);
    if turn.comes_back(one) {
        return has(Rule::GiverFallsStill, true)
            && has(Rule::TakerStaysBelow, true)
            && has(Rule::IsBound, false);
    }
    let is_taken = has(Rule::Fits, true)
        || has(Rule::AmountNotReached, true)
        || (has(Rule::AmountNotReached, false) && has(Rule::IsFirst, true))
        || has(Rule::OverPlan, false)
        || (has(Rule::OverPlan, true) && has(Rule::SwapFound, true));
    is_taken && has(Rule::IsSystemBundle, false) && has(Rule::IsInGrace, false)
}

/// Whether a giver's bundle ends the walk over all: an amount is reached, it fits no plan, or it is the last.
fn ends_walk(turn: &Turn, bundle: BundleId) -> bool {
    let has = |rule, holds| turn.has(Subject::Bundle(bundle), rule, holds);
    has(Rule::IsFirst, false) || has(Rule::OverPlan, true) || has(Rule::KeepsLast, true)
}

/// A bundle of a broker that gives, but not this one: it was not offered, did not fit or carried
/// nothing, or the walk ended before it.
fn staying_is_told(turn: &Turn, bundle: BundleId, walk_has_ended: bool) -> bool {
    let has = |rule, holds| turn.has(Subject::Bundle(bundle), rule, holds);
    let is_barred = |reason: &Reason| {
        let holds = reason.evidence.holds() == Some(true);
        let is_of_bundle =
            matches!(reason.subject, Subject::Candidate { bundle: of, .. } if of == bundle);
        reason.rule == Rule::RulesAllow && is_of_bundle && !holds
    };
    has(Rule::IsSystemBundle, true)
        || has(Rule::IsInGrace, true)
        || has(Rule::Fits, false)
        || has(Rule::CarriesTraffic, false)
        || has(Rule::EnoughBundles, true)
        || has(Rule::IsReported, false)
        || has(Rule::IsBound, true)
        || turn.reasons.iter().any(is_barred)
        || ((has(Rule::IsInGrace, false) || has(Rule::IsReported, true)) && walk_has_ended)
}

#[test]
fn every_broker_pair_and_bundle_is_told_of() {
    always(256, scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            end_is_told(turn)?;
            if turn.round.end_reason.is_some() {
                return Ok(());
            }
            let decision = &turn.detail.decision;
            for id in turn.detail.load.broker_ids() {
                ensure(broker_is_told(turn, id), || {
                    format!("nothing is told of {}", played.broker(id))
                })?;
            }
            for pair in &decision.pairs {
                ensure(pair_is_told(turn, pair), || {
                    format!("nothing is told of {pair:?}")
                })?;
            }
            let selected: BTreeSet<BundleId> =
                decision.selections.iter().map(|one| one.bundle).collect();
            for one in &decision.selections {
                ensure(selection_is_told(turn, one), || {
                    format!("{} is taken untold", played.bundle(one.bundle))
                })?;
            }
            let given = decision
                .selections
                .iter()
                .filter(|one| !turn.comes_back(one));
            let givers: BTreeSet<BrokerId> = given.map(|one| one.from).collect();
            for giver in givers {
                let bundles = &turn.detail.load.broker(giver).bundles;
                let reached = bundles.iter().any(|id| ends_walk(turn, *id));
                for bundle in bundles.iter().filter(|id| !selected.contains(id)) {
                    let told = staying_is_told(turn, *bundle, reached);
                    ensure(told, || {
                        format!("{} is left untold", played.bundle(*bundle))
                    })?;
                }
            }
            Ok(())
        })
    });
}

/// A transfer goes where the strategy says; nobody is asked but the owner.
fn transfer_is_told(turn: &Turn, one: &Move) -> bool {
    one.is_planned && turn.has(Subject::Bundle(one.bundle), Rule::IsGivers, true)
}

#[test]
fn every_destination_is_told_of() {
    always(256, scenarios(), |scenario| {
        let settings = &scenario.variant().settings_in_force();
        Played::lawful(scenario, |played, turn| {
            let is_extensible = played.is_extensible();
            for one in turn
                .round
                .moves
                .iter()
                .filter(|one| !is_extensible || !transfer_is_told(turn, one))
            {
                let to = Subject::Candidate {
                    bundle: one.bundle,
                    broker: one.to,
                };
                let listed = turn
                    .reasons
                    .iter()
                    .any(|told| told.subject == to && told.rule == Rule::OnShortlist);
                let rule = if is_extensible {
                    Rule::CameStraightBack
                } else {
                    Rule::DestinationIsOwner
                };
                let moves = turn.has(Subject::Bundle(one.bundle), rule, one.from == one.to);
                ensure(listed && moves, || {
                    format!("{} moves untold", played.bundle(one.bundle))
                })?;
                let asked = turn
                    .conditions(to)
                    .any(|(rule, _)| rule == Rule::ChosenIsOverloaded);
                let again = turn
                    .reasons
                    .iter()
                    .any(|told| is_second_question(told, one.bundle));
                ensure(is_extensible || asked || again, || {
                    format!("{} is not asked about", played.broker(one.to))
                })?;
            }
            for not_moved in &turn.round.not_moved {
                let has = |rule, holds| turn.has(Subject::Bundle(not_moved.bundle), rule, holds);
                let told = match not_moved.reason {
                    StayReason::IsOwner => has(Rule::DestinationIsOwner, true),
                    StayReason::OnItsWay => has(Rule::IsOnItsWay, true),
                    StayReason::NotGivers => has(Rule::IsGivers, false),
                    _ => has(Rule::NoBrokerFound, true),
                };
                ensure(told, || {
                    format!("{} stays untold", played.bundle(not_moved.bundle))
                })?;
            }
            let filters = settings.is_on(Key::MaxTopicsFilter)
                || (settings.is_on(Key::DistributeEvenly) && !is_extensible);
            let is_asked = |one: &&Selection| filters && !(is_extensible && one.target.is_some());
            for one in turn.detail.decision.selections.iter().filter(is_asked) {
                for broker in turn.detail.load.broker_ids() {
                    let told = turn.records(Subject::Candidate {
                        bundle: one.bundle,
                        broker,
                    });
                    ensure(told, || {
                        format!("{} is no candidate, untold", played.broker(broker))
                    })?;
                }
            }
            Ok(())
        })
    });
}

#[test]
fn bundles_of_a_namespace_are_counted_truly() {
    always(256, scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            let bundles = &played.simulation.world().bundles;
            for reason in turn
                .reasons
                .iter()
                .filter(|reason| reason.rule == Rule::HoldsMoreOfNamespace)
            {
                let (Subject::Candidate { bundle, broker }, Evidence::Check(test)) =
                    (reason.subject, &reason.evidence)
                else {
                    return Err(format!("{reason:?} is about no candidate"));
                };
                let namespace = bundles[bundle.index()].namespace;
                let owned = bundles
                    .iter()
                    .zip(turn.detail.owners.iter())
                    .filter(|(_, owner)| **owner == broker);
                let count = owned
                    .filter(|(other, _)| other.namespace == namespace)
                    .count();
                ensure(test.left.number() == count as f64, || {
                    format!("{count} and not as in {reason:?}")
                })?;
            }
            Ok(())
        })
    });
}

/// Whether it says that the broker chosen first was overloaded.
fn is_second_question(reason: &Reason, bundle: BundleId) -> bool {
    let about = matches!(reason.subject, Subject::Candidate { bundle: of, .. } if of == bundle);
    let holds = reason.evidence.holds() == Some(true);
    about && holds && reason.rule == Rule::ChosenIsOverloaded
}

/// Outcomes that no run can have, and why.
const NEVER: &[(Rule, bool, &str)] = &[
    (
        Rule::SortFailed,
        false,
        "only a sort that fails is spoken of",
    ),
    (
        Rule::NoBrokerFound,
        true,
        "whoever may be given to is a candidate",
    ),
    (
        Rule::PlacementFailed,
        false,
        "a placement that answers is not spoken of",
    ),
    (Rule::HasReport, false, "a broker reports when it starts"),
    (
        Rule::ReportsMissing,
        true,
        "a broker reports when it starts",
    ),
    (
        Rule::IsBound,
        true,
        "what is bound by policies is not reported",
    ),
];

/// Every outcome of every rule that a run told.
fn outcomes(played: &Played) -> BTreeSet<(Rule, bool)> {
    let holds = |evidence: &Evidence| evidence.holds() != Some(false);
    let reasons = played.turns.iter().flat_map(|turn| &turn.reasons);
    reasons
        .map(|reason| (reason.rule, holds(&reason.evidence)))
        .collect()
}

/// Facts and changes have one sentence only.
fn is_comparison(rule: Rule) -> bool {
    rule.template(true) != rule.template(false)
}

#[test]
fn every_sentence_of_every_rule_is_told_by_some_run() {
    let told = RefCell::new(BTreeSet::new());
    always(3000, any_scenarios(), |scenario| {
        told.borrow_mut().extend(outcomes(&Played::of(scenario)));
        Ok(())
    });
    for scenario in rare_scenarios().into_iter().chain(rare_transfers()) {
        told.borrow_mut().extend(outcomes(&Played::of(&scenario)));
    }
    let told = told.into_inner();
    let all = Rule::ALL
        .iter()
        .flat_map(|rule| [(*rule, true), (*rule, false)]);
    let all = all.filter(|(rule, holds)| *holds || is_comparison(*rule));
    let never = |rule, holds| {
        NEVER
            .iter()
            .any(|(of, outcome, _)| (*of, *outcome) == (rule, holds))
    };
    let missing: Vec<_> = all
        .clone()
        .filter(|&(rule, holds)| !told.contains(&(rule, holds)) && !never(rule, holds))
        .collect();
    assert!(missing.is_empty(), "never told: {missing:?}");
    let wrong: Vec<_> = all
        .filter(|&(rule, holds)| told.contains(&(rule, holds)) && never(rule, holds))
        .collect();
    assert!(wrong.is_empty(), "told after all: {wrong:?}");
}
