//! Generated worlds, always the same ones; one that breaks a law is shrunk and shown as a document.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use shedscope::systems::sharding::settings::{Key, SETTINGS};
use shedscope::systems::sharding::strategy::STRATEGIES;
use shedscope::systems::sharding::world::{Action, Event, Locate, Nodes, SetWeight};
use shedscope::systems::sharding::{Scenario, Variant, World};

/// Holds a law against generated scenarios.
pub fn hold(
    cases: u32,
    scenarios: impl Strategy<Value = Scenario>,
    law: impl Fn(&Scenario) -> Result<(), String>,
) {
    let config = Config {
        cases,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(&scenarios, |scenario| {
        law(&scenario)
            .map_err(|broken| TestCaseError::fail(format!("{broken}\n{}", scenario.write())))
    });
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// Percentages of two revisions, summing to 100.
fn traffic() -> impl Strategy<Value = BTreeMap<String, u32>> {
    (0_u32..=100).prop_map(|first| {
        [("v1", first), ("v2", 100 - first)]
            .map(|(name, p)| (name.to_owned(), p))
            .into()
    })
}

fn event(nodes: usize) -> impl Strategy<Value = Event> {
    let name = move || (0..nodes).prop_map(|place| NAMES[place].to_owned());
    let what = prop_oneof![
        3 => name().prop_map(Action::Drain),
        3 => name().prop_map(Action::Kill),
        3 => traffic().prop_map(Action::Traffic),
        3 => (name(), 0_u32..6).prop_map(|(node, weight)| Action::Weight(SetWeight { node, weight })),
        3 => (1_u32..30).prop_map(Action::Shards),
        1 => (0.0..200.0_f64).prop_map(|for_s| Action::TableDownS(for_s.round())),
        1 => (0_u32..20, 0_u32..20, name()).prop_map(|(from, more, node)| Action::Locate(Locate { from, to: from + more, node })),
        2 => (0_u32..1000, 1_u32..3).prop_map(|(id, replicas)| {
            Action::Join(Nodes::new(&format!("new{id}"), 0).times(replicas).of_revision("v2"))
        }),
    ];
    (0_u32..2400, what).prop_map(|(tenths, what)| Event::new(f64::from(tenths) / 10.0, what))
}

/// Nodes with shards and weights.
pub fn nodes() -> impl Strategy<Value = Vec<Nodes>> {
    prop::collection::vec((0_u32..24, 0_u32..6, any::<bool>()), 1..=6).prop_map(|all| {
        let node = |(place, (shards, weight, is_new)): (usize, (u32, u32, bool))| {
            let revision = if is_new { "v2" } else { "v1" };
            Nodes::new(NAMES[place], shards)
                .weighing(weight)
                .of_revision(revision)
        };
        all.into_iter().enumerate().map(node).collect()
    })
}

/// A variant of any strategy with some settings of its own.
pub fn variant() -> impl Strategy<Value = Variant> {
    (
        0..STRATEGIES.len(),
        prop::collection::vec(any::<(prop::sample::Index, u8)>(), 0..4),
    )
        .prop_map(|(place, changes)| {
            let strategy = STRATEGIES[place].0;
            let mut variant = Variant::new(strategy);
            let read: Vec<_> = SETTINGS
                .iter()
                .filter(|row| row.is_read_by(strategy))
                .collect();
            for (which, share) in changes {
                if !read.is_empty() {
                    let row = which.get(&read);
                    let span = (row.value_type.max - row.value_type.min).min(30.0)
                        * f64::from(share)
                        / 255.0;
                    let is_real = matches!(row.value_type.kind, shedscope::engine::Kind::Real);
                    variant = variant.with(
                        row.key,
                        row.value_type.min + if is_real { span } else { span.round() },
                    );
                }
            }
            variant
        })
}

/// Anything that can happen.
pub fn any_scenario() -> impl Strategy<Value = Scenario> {
    let world = nodes().prop_flat_map(|nodes| {
        let count = nodes.len();
        let events = prop::collection::vec(event(count), 0..6);
        (
            Just(nodes),
            events,
            prop::option::of(traffic()),
            0.0..30.0_f64,
            0.0..1.0_f64,
            any::<bool>(),
        )
    });
    (world, variant(), any::<u64>()).prop_map(
        |((nodes, mut events, traffic, stop_s, spread, scales), variant, seed)| {
            // Every name once.
            let mut names = std::collections::BTreeSet::new();
            events.retain(|event| match &event.action {
                Action::Join(nodes) => nodes.names().all(|name| names.insert(name)),
                _ => true,
            });
            let mut world = World {
                nodes,
                events,
                traffic: traffic.unwrap_or_default(),
                ..World::default()
            };
            world.settings.set(Key::StopTime, stop_s.round());
            world.settings.set(Key::StopSpread, spread);
            world.settings.set(Key::HandoffTimeout, 25.0);
            world
                .settings
                .set(Key::Autoscaler, f64::from(u8::from(scales)));
            Scenario {
                seed,
                ..Scenario::new("", &[], 30, world, vec![variant])
            }
        },
    )
}
