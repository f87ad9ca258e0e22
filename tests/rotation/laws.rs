//! Laws, over generated worlds. What breaks one prints its scenario.

use crate::simulator::later::hold_left_out;
use proptest::prelude::*;
use shedscope::engine::{Explain, Simulation as _};
use shedscope::simulator::SystemEntry;
use shedscope::systems::rotation::ground_truth::{NEVER, Reachability};
use shedscope::systems::rotation::plan::Plan;
use shedscope::systems::rotation::producer::Producer;
use shedscope::systems::rotation::reason::{Reason, Rule};
use shedscope::systems::rotation::round::{Detail, Failure};
use shedscope::systems::rotation::scenario::check;
use shedscope::systems::rotation::selection::Selection;
use shedscope::systems::rotation::settings::Key;
use shedscope::systems::rotation::task::{Purpose, Task};
use shedscope::systems::rotation::view::Rotation;
use shedscope::systems::rotation::world::{Action, Event, FailureMode, Rates, World, Zone};
use shedscope::systems::rotation::{
    SYSTEM, Scenario, Selector, Simulation, Subject, Variant, explanation,
};

use crate::common::play::play;

fn happening(brokers: u32) -> impl Strategy<Value = Action> {
    let name = (0..brokers).prop_map(|place| char::from(b'A' + place as u8).to_string());
    let how = || prop_oneof![Just(FailureMode::Refused), Just(FailureMode::BlackHole)];
    prop_oneof![
        4 => (name.clone(), how(), proptest::option::of(0.1..15.0))
            .prop_map(|(broker, how, duration_s)| Action::Kill { broker, how, duration_s }),
        1 => (1_u32..4, how(), proptest::option::of(0.1..9.0))
            .prop_map(|(every, how, duration_s)| Action::KillEvery { every, how, duration_s }),
        1 => name.clone().prop_map(|broker| Action::Revive { broker }),
        1 => (name, how()).prop_map(|(broker, how)| Action::Replace { broker, how }),
        1 => (0.5..6.0, 0.0..8.0, how(), any::<bool>()).prop_map(|(down_s, apart_s, how, replaced)| {
            Action::RollingRestart { down_s, apart_s, how, replaced, zone: None }
        }),
        2 => Just(Action::Redirect {}),
        1 => (0.0..5.0).prop_map(|over_s| Action::RestartProducers { zone: None, over_s }),
    ]
}

fn world() -> impl Strategy<Value = World> {
    let zones = proptest::collection::vec((0_u32..8, 0_u32..5), 1..4).prop_map(|mut zones| {
        zones[0].0 += 1;
        zones[0].1 += 1;
        zones
    });
    zones.prop_flat_map(|zones| {
        let brokers = zones.iter().map(|zone| zone.1).sum();
        // Times in slices, of which a run has 30.
        let event = (0.0..30.0, happening(brokers));
        let zones: Vec<Zone> = zones
            .into_iter()
            .map(|(producers, brokers)| Zone {
                producers,
                brokers,
                ..Zone::default()
            })
            .collect();
        let rates = prop_oneof![Just(Rates::Equal), Just(Rates::Zipf)];
        (
            proptest::collection::vec(event, 0..6),
            0.2..6.0,
            rates,
            0_u32..800,
            any::<bool>(),
            300_u32..2500,
        )
            .prop_map(
                move |(events, rate_per_s, rates, response_ms, metadata_lists_dead, slice_ms)| {
                    World {
                        zones: zones.clone(),
                        events: events
                            .into_iter()
                            .map(|(slices, what)| {
                                Event::new(slices * f64::from(slice_ms) / 1000.0, what)
                            })
                            .collect(),
                        rate_per_s,
                        rates,
                        response_ms,
                        metadata_lists_dead,
                        slice_ms,
                        ..World::default()
                    }
                },
            )
    })
}

fn variant() -> impl Strategy<Value = Variant> {
    let variant = prop_oneof![1 => Just(Selector::Single), 3 => Just(Selector::Rotating)];
    (variant, 1_u32..6, 0_u32..4, 200_u32..8000, 500_u32..70_000).prop_map(
        |(variant, endpoints, retries, timeout, idle)| {
            Variant::new(variant)
                .with(Key::NumWriteEndpoints, f64::from(endpoints))
                .with(Key::MaxRetryCount, f64::from(retries))
                .with(Key::SendRequestTimeout, f64::from(timeout))
                .with(Key::IdleTimeoutMs, f64::from(idle))
        },
    )
}

pub fn scenario() -> impl Strategy<Value = Scenario> {
    (world(), variant(), any::<u64>()).prop_map(|(world, variant, seed)| Scenario {
        shedscope: 1,
        system: SYSTEM.to_owned(),
        title: String::new(),
        notes: Vec::new(),
        seed,
        rounds: 30,
        variants: vec![variant],
        world,
    })
}

fn complain(what: &str, scenario: &Scenario, round: usize) -> TestCaseError {
    TestCaseError::fail(format!("{what} in round {round} of\n{}", scenario.write()))
}

/// What must hold of a producer at the end of a slice.
fn hold_producer(plan: &Plan, producer: &Producer, end: u64) -> Result<(), &'static str> {
    // Every send that has not ended is somewhere, and in one place only.
    let mut numbers: Vec<u32> = producer
        .tasks
        .iter()
        .map(|task: &Task| task.request().number)
        .collect();
    numbers.extend(producer.timers.iter().map(|(_, request)| request.number));
    numbers.extend(producer.flights.iter().map(|flight| flight.request.number));
    if let Some(job) = &producer.job {
        match job.purpose {
            Purpose::Write(request) | Purpose::Refresh(request) => numbers.push(request.number),
            Purpose::Start => {}
        }
    }
    numbers.sort_unstable();
    if numbers.windows(2).any(|pair| pair[0] == pair[1])
        || numbers.len() != producer.unfinished as usize
    {
        return Err("a send is lost or in two places");
    }
    for connection in &producer.connections {
        if plan
            .ground_truth
            .address(connection.address)
            .reachability(end - 1)
            != Reachability::Up
        {
            return Err("a connection to a broker that is down is open");
        }
    }
    let mut open: Vec<u16> = producer
        .connections
        .iter()
        .map(|connection| connection.address)
        .collect();
    open.sort_unstable();
    open.dedup();
    if open.len() != producer.connections.len() {
        return Err("two connections to one broker");
    }
    if let Selection::Single(_) = producer.selection
        && producer.connections.len() > 1
    {
        return Err("the single variant has two connections");
    }
    let (locals, writes) = (producer.selection.locals(), producer.selection.writes());
    if writes.len() > plan.endpoints {
        return Err("more write endpoints than N");
    }
    if let Selection::Rotating(rotating) = &producer.selection {
        if writes.iter().any(|address| !locals.contains(address)) {
            return Err("a write endpoint is not among the locals");
        }
        if rotating
            .failures
            .iter()
            .any(|(address, _)| writes.contains(address))
        {
            return Err("a write endpoint has failures on its record");
        }
    }
    Ok(())
}

/// What must hold after every round, whatever happened.
fn hold(scenario: &Scenario) -> Result<(), TestCaseError> {
    let simulation = Simulation::new(scenario, 0);
    let plan = simulation.plan();
    let mut state = simulation.start();
    let (mut sends, mut ended) = (0_u64, 0_u64);
    for index in 0..scenario.rounds {
        let (round, detail) = simulation.step(&mut state, index, &mut Explain::disabled());
        let broken = |what: &str| complain(what, scenario, index);
        sends += u64::from(round.counts.sends);
        ended += u64::from(round.counts.delivered + round.counts.failed());
        let mut unfinished = 0_u64;
        for (id, producer) in state.producers.iter().enumerate() {
            unfinished += u64::from(producer.unfinished);
            hold_producer(plan, producer, plan.start_us(index + 1)).map_err(broken)?;
            // What is drawn is what is.
            let (locals, writes) = (producer.selection.locals(), producer.selection.writes());
            if detail.lists_at(id as u32, plan.start_us(index + 1))
                != (locals.to_vec(), writes.to_vec())
            {
                return Err(broken("the lists drawn are not the lists there are"));
            }
        }
        if round.counts.failed[Failure::NoEndpoints as usize] > 0 {
            return Err(broken("a list shrank to nothing"));
        }
        if sends != ended + unfinished {
            return Err(broken("sends do not end exactly once"));
        }
        let requests: u32 = round.brokers.iter().map(|broker| broker.requests).sum();
        if requests != round.counts.requests {
            return Err(broken("requests by broker do not add up"));
        }
        for flight in &detail.flights {
            // A request goes only to an endpoint that its producer lists when it goes out.
            if flight.from_us >= detail.from_us {
                let (locals, _) = detail.lists_at(flight.producer, flight.from_us);
                let address = plan.ground_truth.address(flight.address);
                if !locals.contains(&flight.address)
                    || address.reachability(flight.from_us) != Reachability::Up
                {
                    return Err(broken(
                        "a request went to an endpoint that was forgotten or is down",
                    ));
                }
            }
            let down = plan
                .ground_truth
                .address(flight.address)
                .next_down(flight.from_us);
            if flight.until_us > down && down != NEVER {
                return Err(broken("a request is in flight on a closed connection"));
            }
        }
    }
    Ok(())
}

fn decisions(reasons: &[Reason]) -> (usize, usize, usize) {
    let of = |rule: Rule| reasons.iter().filter(move |reason| reason.rule == rule);
    let held = |reason: &&Reason| reason.evidence.holds() == Some(true);
    (
        of(Rule::IsForgotten).filter(held).count(),
        of(Rule::JoinsSet).filter(held).count(),
        of(Rule::Refreshed).count(),
    )
}

fn producer_of(reason: &Reason) -> Option<u32> {
    match reason.subject {
        Subject::Producer(producer) | Subject::Pair(producer, _) => Some(producer),
        Subject::Round | Subject::Broker(_) => None,
    }
}

/// Whoever fails, stands still or is not built has a reason in every slice; and failures are told first, calm last.
fn told_in_order(detail: &Detail, reasons: &[Reason]) -> Result<(), String> {
    let failed = |producer: u32| detail.failed.iter().any(|one| one.producer == producer);
    let unbuilt = |producer: u32| {
        let is_unbuilt = |reason: &Reason| {
            reason.rule == Rule::BuiltAgain && producer_of(reason) == Some(producer)
        };
        reasons.iter().any(is_unbuilt)
    };
    let still = |producer: u32| {
        detail.unbuilt.contains(&producer)
            || detail.tries.iter().any(|one| one.producer == producer)
    };
    let weight = |producer: u32| match () {
        () if failed(producer) || unbuilt(producer) => 0,
        () if still(producer) => 1,
        () => 2,
    };
    let told: Vec<u32> = reasons.iter().filter_map(producer_of).collect();
    for producer in detail
        .failed
        .iter()
        .map(|one| one.producer)
        .chain(detail.unbuilt.iter().copied())
    {
        if !told.contains(&producer) {
            return Err(format!("producer {producer} fails or is not built, untold"));
        }
    }
    for one in &detail.tries {
        let about = |reason: &Reason| {
            reason.subject == Subject::Pair(one.producer, one.address)
                || reason.subject == Subject::Producer(one.producer)
                    && reason.rule == Rule::Restarts
        };
        if !reasons.iter().any(about) {
            return Err(format!("{one:?} is untold"));
        }
    }
    let weights: Vec<u32> = told.into_iter().map(weight).collect();
    if weights.is_sorted() {
        Ok(())
    } else {
        Err("failures are not told first".to_owned())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sends_end_once_and_go_to_nobody_forgotten(scenario in scenario()) {
        prop_assert_eq!(check(&scenario), Ok(()), "{}", scenario.write());
        hold(&scenario)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_same_scenario_gives_the_same_bits_told_or_not(scenario in scenario()) {
        let mut first = play(Simulation::new(&scenario, 0));
        let mut second = play(Simulation::new(&scenario, 0));
        prop_assert_eq!(first.digest(), second.digest());
        // Looked at in any order, and told why: nothing changes.
        for index in [29, 3, 17, 0, 28] {
            let told = first.explain(index).unwrap();
            let silent = second.detail(index).unwrap();
            prop_assert_eq!(&told.detail, &silent.detail, "round {} of\n{}", index, scenario.write());
            let counts = first.rounds()[index].counts;
            let (forgotten, joined, refreshed) = decisions(&told.reasons);
            let is_rotating = scenario.variants[0].selection == Selector::Rotating;
            prop_assert!(forgotten == counts.forgotten as usize, "{}", scenario.write());
            prop_assert!(!is_rotating || joined == counts.joined as usize, "{}", scenario.write());
            prop_assert!(refreshed == counts.refreshed as usize, "{}", scenario.write());
            for reason in &told.reasons {
                let sentence = explanation::sentence(first.simulation().plan(), reason);
                prop_assert!(sentence.ends_with('.') && !sentence.contains(['{', '}']), "{}", sentence);
                if let Subject::Producer(_) | Subject::Pair(..) = reason.subject {
                    prop_assert!(!sentence.contains("nobody "), "{}", sentence);
                }
            }
            if let Err(what) = told_in_order(&told.detail, &told.reasons) {
                return Err(complain(&what, &scenario, index));
            }
            let headline = explanation::headline(first.simulation().plan(), &first.rounds()[index], &told.detail);
            prop_assert!(headline.ends_with('.') && headline.len() < 400, "{}", headline);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_event_that_is_left_out_is_one_that_does_not_exist(scenario in scenario()) {
        let left_out = hold_left_out(&(SystemEntry::of::<Rotation>().open)(&scenario.write()).unwrap());
        prop_assert_eq!(left_out, Ok(()), "{}", scenario.write());
    }
}

#[test]
fn another_seed_is_another_run() {
    let mut scenario = (shedscope::systems::rotation::presets::PRESETS[0].make)();
    scenario.rounds = 15;
    let digest = |scenario: &Scenario| {
        let timeline = play(Simulation::new(scenario, 1));
        timeline.digest()
    };
    let first = digest(&scenario);
    scenario.seed += 1;
    assert_ne!(digest(&scenario), first);
}
