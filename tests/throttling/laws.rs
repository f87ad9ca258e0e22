//! What holds in every world: generated ones are played, and the document is printed when one breaks a law.

use proptest::prelude::*;
use shedscope::engine::SettingKey as _;
use shedscope::engine::{Evidence, Timeline};
use shedscope::simulator::SystemEntry;
use shedscope::systems::throttling::limiter::Effect;
use shedscope::systems::throttling::reason::{Actor, NO_WRITER, Rule};
use shedscope::systems::throttling::round::{Activity, Detail, ROUND_US, Step, StepKind};
use shedscope::systems::throttling::scenario::{check, scenario};
use shedscope::systems::throttling::server::Answer;
use shedscope::systems::throttling::view::Throttling;
use shedscope::systems::throttling::{Key, LimiterVersion, Scenario, Simulation, Variant, World};

use super::worlds::scenarios;
use crate::simulator::later::hold_left_out;

use crate::common::play::{details, play};

fn played(scenario: &Scenario) -> (Timeline<Simulation>, Vec<Detail>) {
    check(scenario).unwrap_or_else(|problem| panic!("{problem}\n{}", scenario.write()));
    let mut timeline = play(Simulation::new(scenario, 0));
    let details = details(&mut timeline);
    (timeline, details)
}

fn steps(details: &[Detail]) -> Vec<Step> {
    details
        .iter()
        .flat_map(|detail| detail.steps.iter().copied())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn limits_stay_within_their_bounds(scenario in scenarios()) {
        let (_, details) = played(&scenario);
        let settings = scenario.world.settings(&scenario.variants[0]);
        // The minimum limit may change on the way; then the bounds are those of all times together.
        let later = scenario.world.events.iter().filter(|event| event.target == Key::Min.row().name).map(|event| event.value);
        let (least, most) = later.fold((settings.get(Key::Min), settings.get(Key::Min)), |(least, most), min| (least.min(min), most.max(min)));
        let most = most.max(settings.get(Key::Max));
        for snapshot in details.iter().flat_map(|detail| &detail.limiter_snapshots) {
            let limit = snapshot.bucket.max_stored;
            prop_assert!((least..=most).contains(&limit), "{limit} of {snapshot:?}\n{}", scenario.write());
            prop_assert!(snapshot.bucket.stored >= 0.0 && snapshot.bucket.stored <= limit, "{snapshot:?}\n{}", scenario.write());
        }
    }

    #[test]
    fn an_event_that_is_left_out_is_one_that_does_not_exist(scenario in scenarios()) {
        let left_out = hold_left_out(&(SystemEntry::of::<Throttling>().open)(&scenario.write()).unwrap());
        prop_assert_eq!(left_out, Ok(()), "{}", scenario.write());
    }

    #[test]
    fn nothing_is_lost_between_writer_and_server(scenario in scenarios()) {
        let (mut timeline, details) = played(&scenario);
        let steps = steps(&details);
        prop_assert!(steps.windows(2).all(|pair| pair[0].at_us <= pair[1].at_us), "{}", scenario.write());
        for (index, detail) in details.iter().enumerate() {
            let (from, to) = (index as u64 * ROUND_US, (index as u64 + 1) * ROUND_US);
            prop_assert!(detail.steps.iter().all(|step| (from..to).contains(&step.at_us)));
        }
        let count = |test: fn(&StepKind) -> bool| steps.iter().filter(|step| test(&step.kind)).count();
        let state = timeline.state(scenario.rounds);
        let activity = |what: Activity| state.writers.iter().filter(|writer| writer.interval.activity == what).count();
        let (asked, granted) = (count(|did| matches!(did, StepKind::Asked { .. })), count(|did| matches!(did, StepKind::Granted { .. })));
        prop_assert_eq!(asked, granted + activity(Activity::Waiting), "{}", scenario.write());
        let answered = count(|did| matches!(did, StepKind::Answered { .. }));
        let sending = activity(Activity::Sending);
        // v1011 sends its retries without asking.
        if scenario.variants[0].version != LimiterVersion::V1011 {
            prop_assert_eq!(granted, answered + sending, "{}", scenario.write());
        }
        let rounds = timeline.rounds();
        let answers: u32 = rounds.iter().map(|round| round.successes + round.rejections + round.timeouts).sum();
        prop_assert_eq!(answers as usize, answered);
    }

    #[test]
    fn the_server_works_one_thing_after_the_other(scenario in scenarios()) {
        let (_, details) = played(&scenario);
        for detail in &details {
            for pair in detail.works.windows(2) {
                prop_assert!(pair[0].to_us <= pair[1].from_us && pair[0].arrived_us <= pair[1].arrived_us, "{}", scenario.write());
            }
        }
    }

    #[test]
    fn cuts_keep_their_cooldown_and_raises_their_bar(scenario in scenarios()) {
        let (timeline, details) = played(&scenario);
        let variant = &scenario.variants[0];
        let settings = scenario.world.settings(variant);
        let mut last = vec![None; timeline.simulation().executors() as usize];
        for step in steps(&details) {
            let StepKind::Answered { answer, applied: Some(applied), .. } = step.kind else { continue };
            let executor = timeline.simulation().executor_of(step.writer) as usize;
            if applied.effect == Effect::Cut && variant.version.has_cooldown() {
                let since_ms = last[executor].map_or(f64::INFINITY, |last: u64| (step.at_us / 1000 - last / 1000) as f64);
                prop_assert!(since_ms >= settings.get(Key::CooldownMs), "{since_ms} ms\n{}", scenario.write());
                last[executor] = Some(step.at_us);
            }
            if applied.effect == Effect::Raised {
                prop_assert_eq!(answer, Answer::Success);
                prop_assert!(applied.after > applied.before);
                if let Some(estimate) = applied.estimate {
                    prop_assert!(estimate as f64 >= settings.get(Key::UseThreshold) * applied.before as f64, "{}", scenario.write());
                }
            }
            if answer.is_exception() && !variant.version.has_cooldown() {
                prop_assert_eq!(applied.before, applied.after);
            }
        }
    }

    #[test]
    fn a_bucket_gives_no_more_than_its_rate_and_a_second(mut scenario in scenarios()) {
        // A limit that never changes: what is granted between two times is what the rate allows, a second of store,
        // and the one request that the next one pays for.
        scenario.world.events.clear();
        for (key, value) in [(Key::Step, 0.0), (Key::Ratio, 1.0), (Key::TimeoutRatio, 1.0), (Key::BatchSpread, 0.0)] {
            let of = if key.is_of_variant() { &mut scenario.variants[0].settings } else { &mut scenario.world.settings };
            of.set(key, value);
        }
        let settings = scenario.world.settings(&scenario.variants[0]);
        let (rate, batch) = (settings.get(Key::Min), settings.get(Key::Batch));
        let (timeline, details) = played(&scenario);
        for executor in 0..timeline.simulation().executors() {
            let grants: Vec<(f64, f64)> = steps(&details).iter().filter(|step| timeline.simulation().executor_of(step.writer) == executor)
                .filter_map(|step| if let StepKind::Granted { permits } = step.kind { Some((step.at_us as f64 / 1e6, permits as f64)) } else { None })
                .collect();
            for from in (0..grants.len()).step_by(5) {
                let mut sum = 0.0;
                for (at_s, permits) in &grants[from..] {
                    sum += permits;
                    let most = rate * (at_s - grants[from].0) * 1.001 + rate + batch;
                    prop_assert!(sum <= most + 1.0, "{sum} of {most}\n{}", scenario.write());
                }
            }
        }
    }

    #[test]
    fn every_decision_has_its_reason(scenario in scenarios()) {
        let mut timeline = Timeline::new(Simulation::new(&scenario, 0));
        for index in 0..scenario.rounds {
            let look = timeline.explain(index).unwrap();
            let count = |step: &Step, rules: &[Rule]| look.reasons.iter()
                .filter(|reason| reason.subject.at_us == step.at_us && reason.subject.writer == step.writer && rules.contains(&reason.rule)).count();
            for step in &look.detail.steps {
                let place = || format!("{step:?}\n{}", scenario.write());
                match step.kind {
                    StepKind::Asked { wait_us, .. } => {
                        prop_assert_eq!(count(step, &[Rule::Debt]), 1, "{}", place());
                        let waits = look.reasons.iter().any(|reason| reason.rule == Rule::Debt && reason.subject.at_us == step.at_us
                            && reason.subject.writer == step.writer && (reason.evidence.holds() == Some(true)));
                        prop_assert_eq!(waits, wait_us > 0, "{}", place());
                    }
                    StepKind::Granted { .. } => prop_assert!(count(step, &[Rule::Reachable, Rule::Backlog, Rule::Timeout]) >= 1, "{}", place()),
                    StepKind::Answered { applied, .. } => {
                        prop_assert_eq!(count(step, &[Rule::Success, Rule::Rejected, Rule::TimedOut]), 1, "{}", place());
                        let reason_of_step = look.reasons.iter().find(|reason| reason.subject.at_us == step.at_us && reason.subject.writer == step.writer
                            && matches!(reason.subject.actor, Actor::Limiter(_)) && matches!(reason.rule, Rule::Raised | Rule::Cut | Rule::Kept));
                        let Some(applied) = applied else { continue };
                        let change = reason_of_step.map(|reason| reason.evidence.clone());
                        let is_told = matches!(change, Some(Evidence::Change { before, after, .. }) if (before, after) == (applied.before as f64, applied.after as f64));
                        prop_assert!(is_told, "{change:?}\n{}", place());
                    }
                }
            }
        }
    }

    #[test]
    fn the_same_document_runs_alike_and_what_comes_later_changes_nothing_before(scenario in scenarios(), at in 10_usize..25) {
        let (first, _) = played(&scenario);
        let (second, _) = played(&scenario);
        prop_assert_eq!(first.digest(), second.digest());
        let mut later = scenario.clone();
        later.world.events.retain(|event| event.at_s < at as f64);
        let (kept, _) = played(&later);
        let text_of_rounds = |timeline: &Timeline<Simulation>| format!("{:?}", &timeline.rounds()[..at]);
        prop_assert_eq!(text_of_rounds(&first), text_of_rounds(&kept), "{}", scenario.write());
    }
}

#[test]
fn generated_worlds_have_all_that_laws_are_about() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let (mut effects, mut answers) = ([0; 7], [0; 4]);
    for _ in 0..160 {
        let scenario = scenarios().new_tree(&mut runner).unwrap().current();
        for step in steps(&played(&scenario).1) {
            if let StepKind::Answered {
                answer,
                applied: Some(applied),
                ..
            } = step.kind
            {
                effects[applied.effect as usize] += 1;
                answers[answer as usize] += 1;
            }
        }
    }
    assert!(
        effects.iter().chain(&answers).all(|count| *count > 20),
        "{effects:?} {answers:?}"
    );
}

#[test]
fn a_long_queue_is_told_as_far_as_it_can_be_seen() {
    // Thirty thousand requests that nobody waits for any more.
    let settings = [
        (Key::Writers, 250.0),
        (Key::Capacity, 1000.0),
        (Key::BacklogLimitS, -1.0),
    ];
    let impatient = [(Key::SocketTimeoutMs, 1000.0), (Key::PauseMs, 500.0)];
    let world = World::new(&[settings.as_slice(), &impatient].concat(), vec![]);
    let off = Variant::new(LimiterVersion::V1135, &[(Key::Enabled, 0.0)]);
    let scenario = scenario("left behind", &[], 200, world, vec![off]);
    check(&scenario).unwrap();
    let mut timeline = Timeline::new(Simulation::new(&scenario, 0));
    let queue = timeline.state(199).server.queue.clone();
    assert!(queue.len() > 30_000, "{}", queue.len());
    let works = timeline.detail(199).unwrap().detail.works;
    assert!(works.len() < 1000, "{}", works.len());
    // The one that has begun, 400 more, and what waits behind them.
    assert_eq!(
        works[..401],
        queue.iter().copied().collect::<Vec<_>>()[..401]
    );
    let joined = works.iter().find(|work| work.writer == NO_WRITER).unwrap();
    let (first, last) = (queue[401], queue[queue.len() - 1]);
    assert_eq!(
        (joined.from_us, joined.to_us, joined.is_abandoned),
        (first.from_us, last.to_us, true)
    );
    let waiting: u64 = queue.iter().skip(401).map(|work| work.permits).sum();
    assert_eq!(joined.permits, waiting);
}
