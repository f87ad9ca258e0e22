//! The manager around the strategies: who leads, what brokers report, which rules bind bundles, and when a
//! destination is chosen.

use std::sync::Arc;

use shedscope::systems::shedding::manager::round::StayReason;
use shedscope::systems::shedding::model::cluster::Broker;
use shedscope::systems::shedding::model::event::Kind;
use shedscope::systems::shedding::model::policy::Isolation;
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::{Rule, Variant};

use super::build::{
    MIB, at, broker, bundle, happens, scenario, threshold, variant, with_bytes, with_messages,
};
use super::facts::{Facts, near};
use super::played::{Played, over};

pub fn new_leader(facts: &Facts) {
    let played = Played::of(&scenario(at(&[80.0, 80.0, 0.0]), threshold(), 1));
    let both = ["broker-1", "broker-2"];
    assert_eq!(over(&played, facts.count("over_at")), both);
    facts.near("score", played.told(1).score("broker-1"));
    facts.near(
        "limit",
        played
            .told(1)
            .test(Rule::UnderAverageLine, "broker-1")
            .right
            .number(),
    );

    // With a history of 20 % the first broker is far from the line; a new leader knows nothing of it.
    let mut scenario = scenario(at(&[80.0, 80.0, 0.0]), threshold(), 2);
    happens(&mut scenario, 0, Kind::Neighbour, "broker-1", -60.0, 90);
    happens(&mut scenario, 100, Kind::Leader, "", 0.0, 0);
    let without = Variant {
        ignored_events: vec![1],
        ..threshold()
    };
    scenario.variants.push(without);
    let (with, without) = (
        Played::of_variant(&scenario, 0),
        Played::of_variant(&scenario, 1),
    );
    facts.near("score", with.told(2).score("broker-1"));
    assert_eq!(over(&with, 2), both);
    near(
        without.told(2).score("broker-1"),
        0.9 * 20.0 + 0.1 * 80.0,
        "the smoothed usage that goes on",
    );
    assert_eq!(over(&without, 2), ["broker-2"]);
}

/// The hot bundle may only be on its own broker, so it is picked, stays, and nothing takes its place.
pub fn isolated(facts: &Facts) {
    for strategy in ["ThresholdShedder", "OverloadShedder"] {
        let mut brokers = at(&[95.0, 20.0, 20.0]);
        let hot = "tenant/of-broker-1/0x00000000_0x00000001";
        brokers[0] = with_bytes(brokers[0].clone(), &[200.0 * MIB]);
        let other = with_bytes(broker("elsewhere", 0.0), &[40.0 * MIB; 2]).bundles;
        Arc::make_mut(&mut brokers[0].bundles).extend(other.iter().cloned());
        let mut scenario = scenario(brokers, variant(strategy, "LeastLongTermMessageRate"), 3);
        let (namespaces, primary) = (vec!["tenant/of-broker-1".into()], vec!["broker-1".into()]);
        scenario.world.isolation.push(Isolation {
            namespaces,
            primary,
            secondary: Vec::new(),
            min_available: 1,
        });
        let played = Played::of(&scenario);
        // Nothing is under a grace period afterwards, so every round is like the first.
        for round in 1..=3 {
            let told = played.told(round);
            assert_eq!(
                (told.selected(), told.givers()),
                (facts.count("selected"), vec!["broker-1".to_owned()])
            );
            let test = told.test(Rule::OthersMayHold, hot);
            near(test.left.number(), 0.0, "other brokers");
            assert!(!test.holds);
            let not_moved = played.round(round).not_moved;
            assert_eq!(
                (not_moved.len(), not_moved[0].reason),
                (1, StayReason::NobodyElse),
                "{strategy}"
            );
            assert_eq!(
                played.moves(round).len(),
                facts.count("unloads"),
                "{strategy}"
            );
        }
    }
}

/// A hot broker that holds two bundles of a namespace, and two quiet ones that hold this many of it.
fn two_at_home(elsewhere: usize, after_unload: bool, transfer_ms: f64) -> Played {
    let network = |mut broker: Broker, sizes: &[f64]| {
        broker.limits.bandwidth_in = 1.25e9;
        let first = usize::from(*broker.name.as_bytes().last().unwrap()) * 16;
        let bundles = sizes.iter().enumerate().map(|(place, size)| {
            let mut bundle = bundle("ns-a", first + place);
            bundle.msg_throughput_in = *size;
            bundle
        });
        broker.bundles = Arc::new(bundles.collect());
        broker
    };
    // CPU is no measure here: only what the network carries counts.
    let [one, two, three] = &at(&[95.0, 95.0, 95.0])[..] else {
        unreachable!()
    };
    let quiet = |broker: &Broker| network(broker.clone(), &vec![8e7; elsewhere]);
    let brokers = vec![network(one.clone(), &[5e8; 2]), quiet(two), quiet(three)];
    let variant = variant("ThresholdShedder", "LeastLongTermMessageRate")
        .with(Key::CpuWeight, 0.0)
        .with(Key::ChoosesAfterUnload, f64::from(u8::from(after_unload)))
        .with(Key::TransferMs, transfer_ms);
    Played::of(&scenario(brokers, variant, 1))
}

pub fn back_to_its_owner(facts: &Facts) {
    // In the seconds of the log: when it was given up, and when it was owned again.
    let gap_ms = 41_855.0 - 41_743.0;
    // While nobody owns it, the old owner holds the fewest, also where all held as many before.
    for elsewhere in [2, 3] {
        let old = two_at_home(elsewhere, true, gap_ms);
        let [(bundle, from, to)] = &old.moves(1)[..] else {
            panic!("{:?}", old.moves(1))
        };
        assert_eq!(from == to, facts.is_so("comes_back_in_the_old_order"));
        assert!(old.told(1).test(Rule::CameStraightBack, bundle).holds);
        // Until its clients are back it carries nothing.
        let state = old.state_after(1);
        let [(_, back_at_ms)] = &state.transit.iter().collect::<Vec<_>>()[..] else {
            panic!("nothing is on its way")
        };
        facts.near(
            "gap_ms",
            **back_at_ms as f64 - old.round(1).time_min * 60_000.0,
        );
    }

    let new = two_at_home(3, false, gap_ms);
    let not_moved = new.round(1).not_moved;
    assert_eq!(
        not_moved.len() == 1 && not_moved[0].reason == StayReason::IsOwner,
        facts.is_so("stays_in_the_new_order")
    );
    assert_eq!(
        new.told(1).whose(Rule::DestinationIsOwner, true),
        [new.bundle(not_moved[0].bundle)]
    );
    assert_eq!(new.moves(1).len() + new.state_after(1).transit.len(), 0);
}

pub fn changed_enough(facts: &Facts) {
    let mut brokers = vec![
        broker("broker-1", 10.0),
        broker("broker-2", 10.0),
        broker("broker-3", 10.0),
    ];
    brokers[0] = with_messages(brokers[0].clone(), &[3.0]);
    let mut scenario = scenario(brokers, threshold(), 1);
    let since_last_s = facts.count("since_last_s");
    for (key, value) in [
        (Key::FreshReports, 0.0),
        (Key::SamplePhaseS, since_last_s as f64),
    ] {
        scenario.variants[0].settings.set(key, value);
    }
    // An event goes up to a hundredfold, so the second makes the rest.
    let rest = facts.number("factor") / 100.0;
    happens(&mut scenario, 10, Kind::Traffic, "*", 10_000.0, 0);
    happens(&mut scenario, 10, Kind::Traffic, "*", rest * 100.0, 0);
    let told = Played::of(&scenario).told(1);
    let test = told.test(Rule::ChangeIsReported, "broker-1");
    assert!(test.holds);
    facts.near("change_percent", test.left.number());
    let test = told.test(Rule::ReportIsOverdue, "broker-1");
    assert!(!test.holds);
    near(
        test.left.number() * 60.0,
        since_last_s as f64,
        "seconds since the last report",
    );
    // From nothing to nothing is no change.
    let test = told.test(Rule::ChangeIsReported, "broker-2");
    assert_eq!((test.left.number(), test.holds), (0.0, false));

    // From nothing to anything is infinitely much.
    let bundle = scenario.world.brokers[0].bundles[0].name.clone();
    scenario.world.events.clear();
    happens(&mut scenario, 10, Kind::Unload, &bundle, 0.0, 0);
    let played = Played::of(&scenario);
    let (_, to) = &played.placed(1)[0];
    let test = played.told(1).test(Rule::ChangeIsReported, to);
    assert_eq!((test.left.number(), test.holds), (f64::INFINITY, true));
}
