//! Everything that happens or does not is told why, truly and in whole sentences.

use std::cell::RefCell;
use std::collections::BTreeSet;

use proptest::sample::select;
use shedscope::run::{Because, Test};
use shedscope::shedding::manager::Ended;
use shedscope::shedding::manager::Stayed;
use shedscope::shedding::reason::{Names, sentence};
use shedscope::shedding::settings::{Key, SETTINGS};
use shedscope::shedding::situations::Situation;
use shedscope::shedding::situations::clusters::{broker, brokers, cluster};
use shedscope::shedding::strategy::{Pair, ShedderInfo};
use shedscope::shedding::world::World;
use shedscope::shedding::{BrokerId, BundleId, Lane, Reason, Release, Rule, Scenario, Subject, Why};

use super::played::{Played, Turn, ensure};
use super::worlds::{always, any_scenarios, clusters, extend, mishaps, scenarios, settings};

impl Names for Played {
    fn broker(&self, id: BrokerId) -> &str {
        Self::broker(self, id)
    }

    fn bundle(&self, id: BundleId) -> &str {
        Self::bundle(self, id)
    }
}

impl Turn {
    fn tests(&self, subject: Subject) -> impl Iterator<Item = (Rule, &Test)> {
        self.reasons.iter().filter(move |reason| reason.subject == subject).filter_map(|reason| match &reason.because {
            Because::Test(test) => Some((reason.rule, test)),
            Because::Change { .. } | Because::Fact { .. } => None,
        })
    }

    /// Whether a test of a rule about a subject came out so.
    fn has(&self, subject: Subject, rule: Rule, holds: bool) -> bool {
        self.tests(subject).any(|(of, test)| of == rule && test.holds == holds)
    }

    fn tells_of(&self, subject: Subject) -> bool {
        self.reasons.iter().any(|reason| reason.subject == subject)
    }
}

#[test]
fn every_test_comes_out_the_same_when_it_is_made_again() {
    always(256, scenarios(), |scenario| {
        Played::lawful(scenario, |_, turn| {
            for reason in &turn.reasons {
                let Because::Test(test) = &reason.because else { continue };
                let again = test.op.holds(&test.left.value, &test.right.value);
                ensure(again == test.holds, || format!("{reason:?} does not hold as it says"))?;
            }
            Ok(())
        })
    });
}

#[test]
fn settings_in_reasons_are_settings() {
    always(128, scenarios(), |scenario| {
        let read = scenario.lane().reads();
        Played::lawful(scenario, |_, turn| {
            for reason in &turn.reasons {
                let Because::Test(test) = &reason.because else { continue };
                for name in [test.left.setting, test.right.setting].into_iter().flatten() {
                    let key = SETTINGS.iter().find(|row| row.name == name).map(|row| row.key);
                    ensure(key.is_some_and(|key| read.contains(&key)), || format!("{name} is not read: {reason:?}"))?;
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
    let is_told = match turn.round.ended {
        None => true,
        Some(Ended::Refused(_)) => told(Rule::SetupIsRefused, true),
        Some(Ended::SheddingOff) => told(Rule::SheddingIsOn, false),
        Some(Ended::TooFewBrokers) => told(Rule::EnoughBrokers, false),
        Some(Ended::Failed(_)) => told(Rule::SortFailed, true),
    };
    ensure(is_told, || format!("{:?} is not told", turn.round.ended))
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
    let is_judged = |id| turn.tests(Subject::Broker(id)).next().is_some();
    turn.tells_of(Subject::Pair(pair.high, pair.low)) || (is_judged(pair.high) && is_judged(pair.low))
}

/// A selected bundle fitted, was still needed, or was the first, and was none to be left alone.
fn selection_is_told(turn: &Turn, bundle: BundleId) -> bool {
    let has = |rule, holds| turn.has(Subject::Bundle(bundle), rule, holds);
    let is_taken = has(Rule::Fits, true)
        || has(Rule::AmountNotReached, true)
        || (has(Rule::AmountNotReached, false) && has(Rule::IsFirst, true));
    is_taken && has(Rule::IsSystemBundle, false) && has(Rule::IsInGrace, false)
}

/// A bundle of a broker that gives, but not this one: it was not offered, did not fit or carried
/// nothing, or an amount was reached before it.
fn staying_is_told(turn: &Turn, bundle: BundleId, amount_is_reached: bool) -> bool {
    let has = |rule, holds| turn.has(Subject::Bundle(bundle), rule, holds);
    has(Rule::IsSystemBundle, true)
        || has(Rule::IsInGrace, true)
        || has(Rule::Fits, false)
        || has(Rule::CarriesTraffic, false)
        || has(Rule::EnoughBundles, true)
        || (has(Rule::IsInGrace, false) && amount_is_reached)
}

#[test]
fn every_broker_pair_and_bundle_is_told_of() {
    always(256, scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            end_is_told(turn)?;
            if turn.round.ended.is_some() {
                return Ok(());
            }
            let decision = &turn.detail.decision;
            for id in turn.detail.load.broker_ids() {
                ensure(broker_is_told(turn, id), || format!("nothing is told of {}", played.broker(id)))?;
            }
            for pair in &decision.pairs {
                ensure(pair_is_told(turn, pair), || format!("nothing is told of {pair:?}"))?;
            }
            let selected: BTreeSet<BundleId> = decision.selections.iter().map(|one| one.bundle).collect();
            for bundle in &selected {
                ensure(selection_is_told(turn, *bundle), || format!("{} is taken untold", played.bundle(*bundle)))?;
            }
            let givers: BTreeSet<BrokerId> = decision.selections.iter().map(|one| one.from).collect();
            for giver in givers {
                let bundles = &turn.detail.load.broker(giver).bundles;
                let reached = bundles.iter().any(|id| turn.has(Subject::Bundle(*id), Rule::IsFirst, false));
                for bundle in bundles.iter().filter(|id| !selected.contains(id)) {
                    let told = staying_is_told(turn, *bundle, reached);
                    ensure(told, || format!("{} is left untold", played.bundle(*bundle)))?;
                }
            }
            Ok(())
        })
    });
}

#[test]
fn every_destination_is_told_of() {
    always(256, scenarios(), |scenario| {
        let settings = &scenario.lane().settings;
        let filters = settings.is_on(Key::DistributeEvenly) || settings.is_on(Key::MaxTopicsFilter);
        Played::lawful(scenario, |played, turn| {
            for one in &turn.round.moves {
                let to = Subject::Candidate { bundle: one.bundle, broker: one.to };
                let listed = turn.reasons.iter().any(|told| told.subject == to && told.rule == Rule::OnShortlist);
                let moves = turn.has(Subject::Bundle(one.bundle), Rule::DestinationIsOwner, false);
                ensure(listed && moves, || format!("{} moves untold", played.bundle(one.bundle)))?;
                let asked = turn.tests(to).any(|(rule, _)| rule == Rule::ChosenIsOverloaded);
                let again = turn.reasons.iter().any(|told| is_second_question(told, one.bundle));
                ensure(asked || again, || format!("{} is not asked about", played.broker(one.to)))?;
            }
            for stay in &turn.round.stays {
                let has = |rule| turn.has(Subject::Bundle(stay.bundle), rule, true);
                let told =
                    has(if stay.because == Stayed::IsOwner { Rule::DestinationIsOwner } else { Rule::NoBrokerFound });
                ensure(told, || format!("{} stays untold", played.bundle(stay.bundle)))?;
            }
            for one in turn.detail.decision.selections.iter().filter(|_| filters) {
                for broker in turn.detail.load.broker_ids() {
                    let told = turn.tells_of(Subject::Candidate { bundle: one.bundle, broker });
                    ensure(told, || format!("{} is no candidate, untold", played.broker(broker)))?;
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
            for reason in turn.reasons.iter().filter(|reason| reason.rule == Rule::HoldsMoreOfNamespace) {
                let (Subject::Candidate { bundle, broker }, Because::Test(test)) = (reason.subject, &reason.because)
                else {
                    return Err(format!("{reason:?} is about no candidate"));
                };
                let namespace = bundles[bundle.index()].namespace;
                let owned = bundles.iter().zip(turn.detail.owners.iter()).filter(|(_, owner)| **owner == broker);
                let count = owned.filter(|(other, _)| other.namespace == namespace).count();
                ensure(test.left.number() == count as f64, || format!("{count} and not as in {reason:?}"))?;
            }
            Ok(())
        })
    });
}

/// Whether it says that the broker chosen first was overloaded.
fn is_second_question(reason: &Reason, bundle: BundleId) -> bool {
    let about = matches!(reason.subject, Subject::Candidate { bundle: of, .. } if of == bundle);
    let holds = matches!(&reason.because, Because::Test(test) if test.holds);
    about && holds && reason.rule == Rule::ChosenIsOverloaded
}

/// Scenarios for outcomes that chance hardly ever brings about.
fn rare_scenarios() -> [Scenario; 4] {
    let lane = || Lane::new("ThresholdShedder", "random", Release::Y2026).with(Key::LowerBoundaryEnabled, 1.0);
    let of = |usages: &[f64]| Scenario::of("rare", &[], cluster(&brokers(usages, 5.0, 0.0), 1), lane());
    // Forty brokers that cannot be sorted; an average of zero; nobody under the lower line; a line at
    // zero and a broker that reaches it without traffic, whose first bundle goes all the same.
    let unsortable = Situation::find("whole-points").map(|row| row.build()).unwrap();
    let idle = [broker("busy", 40.0, 4, 0.0), broker("idle", 0.0, 0, 0.0).with_idle(2)];
    let all_shed = Lane::new("OverloadShedder", "random", Release::Y2026).with(Key::OverloadedPercentage, 0.0);
    let idle = Scenario::of("rare", &[], cluster(&idle, 1), all_shed);
    [unsortable, of(&[0.0, 0.0]), of(&[40.0, 40.0]), idle]
}

/// Outcomes that no run can have, and why.
const NEVER: &[(Rule, bool, &str)] = &[
    (Rule::SortFailed, false, "only a sort that fails is spoken of"),
    (Rule::NoBrokerFound, true, "whoever may be given to is a candidate"),
    (Rule::PlacementFailed, false, "a placement that answers is not spoken of"),
];

/// Every outcome of every rule that a run told.
fn outcomes(played: &Played) -> BTreeSet<(Rule, bool)> {
    played.turns.iter().flat_map(|turn| outcomes_of(&turn.reasons)).collect()
}

fn outcomes_of(reasons: &[Reason]) -> Vec<(Rule, bool)> {
    let holds = |because: &Because| !matches!(because, Because::Test(test) if !test.holds);
    reasons.iter().map(|reason| (reason.rule, holds(&reason.because))).collect()
}

/// What TransferShedder says in three rounds on the same reports; runs have no extensible manager to give it any.
fn transfer_outcomes() -> BTreeSet<(Rule, bool)> {
    let told = RefCell::new(BTreeSet::new());
    let row = ShedderInfo::find("TransferShedder").unwrap();
    let worlds = (clusters(), settings(), select(&Release::ALL[..]), mishaps());
    always(1000, worlds, |(world, settings, release, mishaps)| {
        let settings = &settings.clone().with(Key::DebugMode, (world.brokers.len() % 2) as f64);
        let world = World::new(world);
        let mut load = world.fresh_report(&world.first_owners());
        extend(&mut load, *release, settings, mishaps);
        let (mut shedder, mut why) = ((row.make)(*release), Why::telling());
        (0..3).for_each(|_| drop(shedder.shed(&load, settings, &mut why)));
        let reasons = why.into_reasons();
        told.borrow_mut().extend(outcomes_of(&reasons));
        let mut texts = reasons.iter().map(|reason| sentence(reason, &world));
        texts.try_for_each(|text| ensure(is_whole(&text), || text))
    });
    told.into_inner()
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
    told.borrow_mut().extend(transfer_outcomes());
    for scenario in rare_scenarios() {
        told.borrow_mut().extend(outcomes(&Played::of(&scenario)));
    }
    let told = told.into_inner();
    let all = Rule::ALL.iter().flat_map(|rule| [(*rule, true), (*rule, false)]);
    let all = all.filter(|(rule, holds)| *holds || is_comparison(*rule));
    let never = |rule, holds| NEVER.iter().any(|(of, outcome, _)| (*of, *outcome) == (rule, holds));
    let missing: Vec<_> =
        all.clone().filter(|&(rule, holds)| !told.contains(&(rule, holds)) && !never(rule, holds)).collect();
    assert!(missing.is_empty(), "never told: {missing:?}");
    let wrong: Vec<_> = all.filter(|&(rule, holds)| told.contains(&(rule, holds)) && never(rule, holds)).collect();
    assert!(wrong.is_empty(), "told after all: {wrong:?}");
}
