//! Placements: who is a good target, and what happens where nobody is.

use std::collections::BTreeMap;
use std::sync::Arc;

use shedscope::systems::shedding::manager::fresh_report;
use shedscope::systems::shedding::manager::round::StayReason;
use shedscope::systems::shedding::model::cluster::{Broker, Cluster};
use shedscope::systems::shedding::model::event::Kind;
use shedscope::systems::shedding::model::load_data::NOBODY;
use shedscope::systems::shedding::model::load_data::weighted_usages;
use shedscope::systems::shedding::model::policy::Isolation;
use shedscope::systems::shedding::model::usage::Weights;
use shedscope::systems::shedding::model::world::World;
use shedscope::systems::shedding::placement::least_long_term::LeastLongTermMessageRate;
use shedscope::systems::shedding::placement::least_resource::LeastResourceUsageWithWeight;
use shedscope::systems::shedding::placement::round_robin::RoundRobinBrokerSelector;
use shedscope::systems::shedding::placement::{Placement, PlacementRequest, Shortlist};
use shedscope::systems::shedding::settings::{Key, Settings};
use shedscope::systems::shedding::{BrokerId, BundleId, Explain, LoadData, Rule};

use super::build::{
    MIB, at, broker, bundle, happens, scenario, variant, with_bytes, with_messages,
};
use super::facts::{Facts, near};
use super::played::Played;

/// Fresh load data of brokers, for questions to a placement alone.
struct Desk {
    load: LoadData,
    settings: Settings,
}

impl Desk {
    fn of(brokers: Vec<Broker>, settings: Settings) -> Self {
        let mut cluster = Cluster::of(brokers);
        cluster.unplaced = Arc::new(vec![bundle("asked-for", 0)]);
        let world = World::new(&cluster);
        Self {
            load: fresh_report(&world, &world.first_owners()),
            settings,
        }
    }

    fn ask(&self, placement: &mut dyn Placement, candidates: &[&str]) -> Shortlist {
        let place = |name: &&str| {
            self.load
                .brokers
                .iter()
                .position(|broker| *broker.name == **name)
                .unwrap()
        };
        let candidates: Vec<BrokerId> = candidates
            .iter()
            .map(|name| BrokerId(place(name) as u32))
            .collect();
        let usages = weighted_usages(&self.load, &Weights::from_settings(&self.settings));
        let asked_for = self
            .load
            .bundles
            .iter()
            .position(|bundle| bundle.name.starts_with("tenant/asked-for"));
        let bundle = BundleId(asked_for.unwrap() as u32);
        let ask = PlacementRequest {
            load: &self.load,
            settings: &self.settings,
            usages: &usages,
            bundle,
            candidates: &candidates,
        };
        placement.shortlist(&ask, &mut Explain::disabled()).unwrap()
    }

    fn names(&self, shortlist: &Shortlist) -> Vec<String> {
        shortlist
            .best
            .iter()
            .map(|id| self.load.broker(*id).name.to_string())
            .collect()
    }
}

pub fn single_precision(facts: &Facts) {
    let variant = variant("ThresholdShedder", "LeastResourceUsageWithWeight")
        .with(Key::AverageDifferencePercentage, 0.0);
    let mut scenario = scenario(at(&[10.0, 60.0, 70.0, 80.0, 80.0]), variant, 1);
    scenario.world.unplaced = Arc::new(vec![bundle("new", 0)]);
    let told = Played::of(&scenario).told(1);
    let new = "tenant/new/0x00000000_0x00000001";
    assert_eq!(
        told.fact(Rule::CandidateAverage, new),
        facts.number("average")
    );
    let second = told.test(Rule::FarUnderAverage, &format!("{new}@broker-2"));
    // As close as it is, it decides, and both numbers are told.
    assert_eq!(
        (second.left.number(), second.holds),
        (facts.number("just_over"), false)
    );
    let candidates: Vec<String> = facts
        .names("candidates")
        .into_iter()
        .map(|name| format!("{new}@{name}"))
        .collect();
    let listed: Vec<String> = told
        .facts(Rule::OnShortlist)
        .into_iter()
        .map(|(about, _)| about)
        .collect();
    assert_eq!(listed, candidates);
}

pub fn nobody_is_good(facts: &Facts) {
    let variant = variant("ThresholdShedder", "LeastResourceUsageWithWeight")
        .with(Key::DistributeEvenly, 0.0);
    let mut came_to = [0_u32; 6];
    let mut skipped = 0;
    for seed in 1..=300 {
        let mut brokers = at(&[40.0, 40.0, 40.0, 40.0, 69.0, 70.0]);
        for broker in &mut brokers[4..] {
            *broker = with_bytes(broker.clone(), &[100.0 * MIB; 5]);
        }
        let mut scenario = scenario(brokers, variant.clone(), 1);
        scenario.seed = seed;
        let played = Played::of(&scenario);
        let told = played.told(1);
        assert_eq!(told.givers(), facts.names("sheds"));
        for (_, average) in told.facts(Rule::CandidateAverage) {
            facts.near("average", average);
        }
        assert_eq!(
            told.whose(Rule::FarUnderAverage, true).len(),
            facts.count("good_targets")
        );
        let listed = told.facts(Rule::OnShortlist);
        assert!(
            listed
                .iter()
                .all(|(_, count)| *count == facts.number("shortlist"))
        );
        let round = played.round(1);
        round
            .moves
            .iter()
            .for_each(|one| came_to[one.to.index()] += 1);
        // The owner may be drawn as well, and then nothing moves.
        for not_moved in &round.not_moved {
            assert_eq!(not_moved.reason, StayReason::IsOwner);
            came_to[not_moved.owner.index()] += 1;
            skipped += 1;
        }
    }
    // Each is drawn as often, give or take four standard deviations.
    let draws = f64::from(came_to.iter().sum::<u32>());
    let one_in = 1.0 / facts.number("shortlist");
    let deviation = (draws * one_in * (1.0 - one_in)).sqrt();
    assert!(
        came_to
            .iter()
            .all(|count| (f64::from(*count) - draws * one_in).abs() < 4.0 * deviation),
        "{came_to:?}"
    );
    assert!(skipped > 0);
}

pub fn promised_counts(facts: &Facts) {
    let mut brokers = at(&[10.0, 10.0, 10.0]);
    for (broker, rates) in brokers
        .iter_mut()
        .zip([&[100.0][..], &[110.0], &[20.0, 20.0]])
    {
        *broker = with_messages(broker.clone(), rates);
    }
    // Bundles that have been measured need a broker at the same time, and no new report comes between.
    let mut scenario = scenario(
        brokers,
        variant("ThresholdShedder", "LeastLongTermMessageRate"),
        1,
    );
    // They are of one namespace, which the filter would keep apart by itself.
    for key in [Key::FreshReports, Key::DistributeEvenly] {
        scenario.variants[0].settings.set(key, 0.0);
    }
    happens(&mut scenario, 10, Kind::Stop, "broker-3", 0.0, 0);
    let played = Played::of(&scenario);
    let placed = played.placed(1);
    assert_eq!(
        placed.iter().map(|(_, to)| to.clone()).collect::<Vec<_>>(),
        facts.names("order")
    );
    let tests = played.told(1).tests(Rule::LowestRateSoFar);
    let second = tests
        .iter()
        .find(|(about, _)| *about == format!("{}@broker-1", placed[1].0))
        .unwrap();
    facts.near("score_after_the_first", second.1.left.number());
}

pub fn no_candidates(facts: &Facts) {
    let desk = Desk::of(at(&[10.0, 20.0]), Settings::default());
    let shortlist = desk.ask(&mut LeastResourceUsageWithWeight::default(), &[]);
    assert_eq!(
        (shortlist.best.len(), shortlist.average),
        (facts.count("found"), None)
    );

    // The only broker that the rules allow is gone.
    let mut brokers = at(&[10.0, 20.0, 30.0]);
    brokers[2] = with_messages(brokers[2].clone(), &[50.0]);
    let mut scenario = scenario(
        brokers,
        variant("ThresholdShedder", "LeastResourceUsageWithWeight"),
        2,
    );
    let (namespaces, primary) = (vec!["tenant/of-broker-3".into()], vec!["broker-3".into()]);
    scenario.world.isolation.push(Isolation {
        namespaces,
        primary,
        secondary: Vec::new(),
        min_available: 1,
    });
    happens(&mut scenario, 30, Kind::Stop, "broker-3", 0.0, 0);
    let played = Played::of(&scenario);
    assert_eq!(
        played
            .placed(1)
            .into_iter()
            .map(|(_, to)| to)
            .collect::<Vec<_>>(),
        ["nobody"]
    );
    assert_eq!(*played.state_after(2).owners, [NOBODY]);
}

/// Brokers at 35, 20 and 0 %, of which the third is remembered at 90 %.
fn remembered(third: Broker) -> (Desk, LeastResourceUsageWithWeight) {
    let mut brokers = at(&[35.0, 20.0]);
    for broker in &mut brokers {
        *broker = with_messages(broker.clone(), &[1000.0; 2]);
    }
    brokers.push(third);
    let mut history = BTreeMap::new();
    for (name, usage) in [("broker-1", 0.35), ("broker-2", 0.2), ("broker-3", 0.9)] {
        history.insert(name.into(), usage);
    }
    let mut placement = LeastResourceUsageWithWeight::default();
    placement.set_history(history);
    (Desk::of(brokers, Settings::default()), placement)
}

pub fn restarted(facts: &Facts) {
    let all = ["broker-1", "broker-2", "broker-3"];
    let expected = facts.names("candidates");
    let unused = broker("broker-3", 0.0);
    // No bundles, or none with messages: what is remembered is dropped at once.
    for third in [unused.clone(), with_messages(unused.clone(), &[0.0; 2])] {
        let (desk, mut placement) = remembered(third);
        assert_eq!(desk.names(&desk.ask(&mut placement, &all)), expected);
    }
    // What is not dropped fades with each selection, as it did for every broker before.
    let (desk, mut placement) = remembered(with_messages(unused, &[1.0; 2]));
    let good = (1..=100).find(|_| desk.names(&desk.ask(&mut placement, &all)) == expected);
    assert_eq!(good, Some(facts.count("selections_with_history")));
    assert_eq!(good_targets_after_a_restart(), expected);
}

/// The same in a run: the third broker is asked about at 90 %, restarts, and is asked about again.
fn good_targets_after_a_restart() -> Vec<String> {
    let mut brokers = at(&[35.0, 20.0, 90.0]);
    for broker in &mut brokers {
        *broker = with_messages(broker.clone(), &[1000.0; 2]);
    }
    brokers[2].base.cpu = 0.0;
    Arc::make_mut(&mut brokers[2].bundles)
        .iter_mut()
        .for_each(|bundle| bundle.cpu = 45.0);
    let variant = variant("ThresholdShedder", "LeastResourceUsageWithWeight")
        .with(Key::DistributeEvenly, 0.0);
    let mut scenario = scenario(brokers, variant, 2);
    let unloaded = "tenant/of-broker-1/0x00000000_0x00000001";
    happens(&mut scenario, 10, Kind::Unload, unloaded, 0.0, 0);
    happens(&mut scenario, 70, Kind::Restart, "broker-3", 0.0, 20);
    happens(&mut scenario, 100, Kind::Unload, unloaded, 0.0, 0);
    let played = Played::of(&scenario);
    let listed = |round: usize| -> Vec<String> {
        let listed = played.told(round).facts(Rule::OnShortlist).into_iter();
        listed
            .filter_map(|(about, _)| Some(about.strip_prefix(unloaded)?[1..].to_owned()))
            .collect()
    };
    assert_eq!(listed(1), ["broker-1", "broker-2"]);
    listed(2)
}

pub fn no_weight_of_headroom(facts: &Facts) {
    // By so much a rate would have been multiplied once; now it counts as it is, up to the line and on it.
    let headroom = (facts.number("line_percent") - facts.number("usage_percent")) / 100.0;
    facts.near("old_weight", 1.0 / headroom);
    for usage in [facts.number("usage_percent"), facts.number("line_percent")] {
        let mut brokers = at(&[usage, 5.0]);
        brokers[0] = with_messages(brokers[0].clone(), &[100.0]);
        brokers[1] = with_messages(brokers[1].clone(), &[101.0]);
        let desk = Desk::of(brokers, Settings::default());
        let shortlist = desk.ask(&mut LeastLongTermMessageRate, &["broker-1", "broker-2"]);
        near(
            shortlist.scores[0] - 100.0,
            facts.number("weighed_away"),
            "what usage adds to the rate",
        );
        assert_eq!(desk.names(&shortlist), ["broker-1"]);
    }
}

pub fn turns(facts: &Facts) {
    let desk = Desk::of(
        ["A", "B", "C", "D"].map(|name| broker(name, 10.0)).to_vec(),
        Settings::default(),
    );
    let mut placement = RoundRobinBrokerSelector::default();
    let calls: [&[&str]; 4] = [
        &["A", "B", "C"],
        &["A", "B", "C"],
        &["A", "B"],
        &["A", "B", "D"],
    ];
    let picks = calls.map(|candidates| desk.names(&desk.ask(&mut placement, candidates)).remove(0));
    assert_eq!(picks.to_vec(), facts.names("picks"));
}
