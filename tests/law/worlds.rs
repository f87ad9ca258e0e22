//! Generated scenarios: small clusters with odd loads, under anything that can be set.

use std::sync::Arc;

use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};
use shedscope::engine::{Kind, ValueType};
use shedscope::systems::shedding::manager::Running;
use shedscope::systems::shedding::manager::extensible::top_bundles;
use shedscope::systems::shedding::model::cluster::{
    Amounts, Broker, Bundle, Cluster, default_limits,
};
use shedscope::systems::shedding::model::event::{About, Event, KINDS, Kind as EventKind};
use shedscope::systems::shedding::model::load_data::Name;
use shedscope::systems::shedding::model::policy::{AntiAffinity, Isolation};
use shedscope::systems::shedding::model::usage::Resource;
use shedscope::systems::shedding::placement::PLACEMENTS;
use shedscope::systems::shedding::settings::{Key, Reader, SETTINGS, Setting, Settings, read_by};
use shedscope::systems::shedding::strategy::SHEDDERS;
use shedscope::systems::shedding::{LoadData, Release, Scenario, Variant};

/// Namespaces of generated bundles; the last two are never offered.
const NAMESPACES: [&str; 6] = [
    "shop/orders",
    "shop/carts",
    "bank/payments",
    "pulsar/system",
    "pulsar/b:8080",
    "sla-monitor/c/b:8080",
];

/// Checks a law on as many generated cases, always the same ones. A case that breaks it is shrunk.
pub fn always<T: std::fmt::Debug>(
    cases: u32,
    worlds: impl Strategy<Value = T>,
    law: impl Fn(&T) -> Result<(), String>,
) {
    let rng_seed = RngSeed::Fixed(20_240_217);
    let config = Config {
        cases,
        rng_seed,
        failure_persistence: None,
        max_shrink_iters: 4000,
        ..Config::default()
    };
    let outcome =
        TestRunner::new(config).run(&worlds, |world| law(&world).map_err(TestCaseError::fail));
    if let Err(error) = outcome {
        panic!("{error}");
    }
}

/// What goes wrong with each broker's report to the extensible load manager; mostly nothing.
pub fn mishaps() -> impl Strategy<Value = Vec<u8>> {
    vec(prop_oneof![12 => Just(0), 1 => 1..=5_u8], 12)
}

/// Adds what the brokers of the extensible load manager report: the first report of each, with mishaps.
pub fn extend(load: &mut LoadData, release: Release, settings: &Settings, mishaps: &[u8]) {
    for (index, bundle) in load.bundles.iter_mut().enumerate() {
        bundle.has_policies = index % 9 == 4;
        bundle.unloaded_min_ago = (index % 9 == 7).then_some(2.0);
    }
    let listed: Vec<_> = load
        .broker_ids()
        .map(|id| top_bundles(load, id, release, settings))
        .collect();
    // Rules that came after the report.
    load.bundles
        .iter_mut()
        .skip(2)
        .step_by(9)
        .for_each(|bundle| bundle.has_policies = true);
    for (index, broker) in load.brokers.iter_mut().enumerate() {
        let before = Running::after(None, &broker.readings, &broker.rates, settings);
        // A step from the same measurement changes nothing, so some brokers come from another.
        let before = if index % 2 == 0 {
            before
        } else {
            Running {
                weighted_max: before.weighted_max / 2.0,
                ..before
            }
        };
        let running = Running::after(Some(before), &broker.readings, &broker.rates, settings);
        let mut report = running.report(listed[index].clone());
        match mishaps[index] {
            1 => report.report_age_s = 2000.0,
            2 => report.unloaded_before_report_s = Some(100.0),
            3 => report.unloaded_before_report_s = Some(500.0),
            4 => report
                .top_bundles
                .clone_from(&listed[(index + 1) % listed.len()]),
            5 => continue,
            _ => {}
        }
        broker.extensible = Some(report);
    }
}

/// Any scenario in which every round sees the truth and nothing happens from outside.
pub fn scenarios() -> impl Strategy<Value = Scenario> {
    (clusters(), variants(), 1..=36_usize, 1..4_u64).prop_map(|(world, variant, rounds, seed)| {
        Scenario {
            rounds,
            seed,
            ..Scenario::of("generated", &[], world, {
                let settings = fresh(variant.settings_in_force()).overrides_in(variant.release);
                Variant {
                    settings,
                    ..variant
                }
            })
        }
    })
}

/// Any scenario: reports that are late or missing, loads that wobble, brokers that come and go, rules.
pub fn any_scenarios() -> impl Strategy<Value = Scenario> {
    let fluctuation = prop_oneof![2 => Just(0.0), 1 => 1.0..100.0_f64];
    let events = vec(
        (
            0..KINDS.len(),
            any::<Index>(),
            0.0..=1.0_f64,
            0.0..=1.0_f64,
            0..600_u32,
        ),
        0..8,
    );
    let timed = prop_oneof![1 => Just(false), 2 => Just(true)];
    (
        scenarios(),
        settings(),
        timed,
        fluctuation,
        events,
        (any::<bool>(), any::<bool>(), 0..3_usize),
    )
        .prop_map(
            |(mut scenario, settings, timed, fluctuation, events, (isolates, groups, unplaced))| {
                if timed {
                    let ours = |key: Key| settings.get(key);
                    let variant = &mut scenario.variants[0];
                    for key in read_by(Reader::Time) {
                        variant.settings.set(key, ours(key));
                    }
                    variant.settings.set(Key::FreshReports, 0.0);
                    let transfer_ms = variant.setting(Key::TransferMs).min(200_000.0);
                    variant.settings.set(Key::TransferMs, transfer_ms);
                }
                let world = &mut scenario.world;
                world.fluctuation_percent = fluctuation;
                for broker in world.brokers.iter_mut().take(unplaced) {
                    let bundles = std::mem::take(&mut broker.bundles);
                    world.unplaced = Arc::new([&world.unplaced[..], &bundles[..]].concat());
                }
                with_rules(&mut scenario, isolates, groups);
                for event in events {
                    with_event(&mut scenario, event);
                }
                assert_eq!(scenario.check(), Ok(()));
                scenario
            },
        )
}

fn with_rules(scenario: &mut Scenario, isolates: bool, groups: bool) {
    let world = &mut scenario.world;
    let names = |names: &[&str]| {
        names
            .iter()
            .map(|name| Name::from(*name))
            .collect::<Vec<Name>>()
    };
    if isolates {
        let brokers: Vec<Name> = world
            .brokers
            .iter()
            .map(|broker| broker.name.clone())
            .take(2)
            .collect();
        let (primary, secondary) = brokers.split_at(1);
        world.isolation.push(Isolation {
            namespaces: names(&["shop/o*"]),
            primary: primary.to_vec(),
            secondary: secondary.to_vec(),
            min_available: 1,
        });
    }
    if groups {
        world.anti_affinity.push(AntiAffinity {
            namespaces: names(&["shop/carts", "bank/*"]),
        });
    }
    if scenario.check().is_err() {
        // A rule about namespaces that are not there.
        scenario.world.isolation.clear();
        scenario.world.anti_affinity.clear();
    }
}

/// Adds an event to a scenario if it can be.
fn with_event(
    scenario: &mut Scenario,
    (row, of, amount, at, for_s): (usize, Index, f64, f64, u32),
) {
    let row = &KINDS[row];
    let world = &scenario.world;
    let brokers: Vec<Name> = world.broker_names().cloned().collect();
    let bundles: Vec<Name> = world.bundles().map(|bundle| bundle.name.clone()).collect();
    let one_of = |names: Vec<Name>| {
        if names.is_empty() {
            Name::from("*")
        } else {
            names[of.index(names.len())].clone()
        }
    };
    let loads = || {
        [
            bundles.clone(),
            vec!["shop/orders".into(), "shop/carts".into(), "*".into()],
        ]
        .concat()
    };
    let of = match row.about {
        About::Nobody => "".into(),
        About::Broker => one_of(brokers),
        About::NewBroker => format!("new-{}", world.events.len()).into(),
        About::Bundle => one_of(bundles),
        About::Load => one_of(loads()),
        About::BrokerOrLoad => one_of([brokers, loads()].concat()),
        About::Setting => one_of(SETTINGS.iter().map(|row| row.name.into()).collect()),
    };
    let (low, high) = row.amount.map_or((0.0, 0.0), |amount| {
        (amount.min, f64::min(amount.max, 300.0))
    });
    let amount = match Setting::from_name(&of) {
        Some(setting) => value_of(setting, 6, amount),
        None => low + amount * (high - low),
    };
    let least = row.seconds.map_or(0, |(_, least)| least);
    let event = Event {
        id: world.events.len() as u32,
        at_s: (at * scenario.end_s()) as u32,
        kind: row.kind,
        target: of,
        value: amount,
        duration_s: if row.seconds.is_some() {
            for_s.max(least)
        } else {
            0
        },
        resource: if row.kind == EventKind::Neighbour && for_s % 2 == 0 {
            Resource::BandwidthIn
        } else {
            Resource::Cpu
        },
    };
    scenario.world.events.push(event);
    if scenario.check().is_err() {
        scenario.world.events.pop();
    }
}

/// The default of a setting, which is the same in all releases that are generated.
pub fn default_of(key: Key) -> f64 {
    key.row().default_in(Release::default())
}

/// The settings of time as they are by default, the others as they are.
fn fresh(settings: Settings) -> Settings {
    read_by(Reader::Time).fold(settings, |settings, key| {
        settings.with(key, default_of(key))
    })
}

/// Up to twelve brokers with up to sixty bundles, listed in another order than that of their names.
pub fn clusters() -> impl Strategy<Value = Cluster> {
    let bundles = vec((any::<Index>(), select(&NAMESPACES[..]), traffic()), 0..=60);
    (vec(brokers(), 1..=12), bundles).prop_map(|(mut brokers, bundles)| {
        let mut owned = vec![Vec::new(); brokers.len()];
        for (place, (owner, namespace, bundle)) in bundles.into_iter().enumerate() {
            let name = format!("{namespace}/0x{place:08x}_0x{:08x}", place + 1);
            owned[owner.index(brokers.len())].push(Bundle {
                name: name.into(),
                ..bundle
            });
        }
        for (place, (broker, owned)) in brokers.iter_mut().zip(owned).enumerate() {
            broker.name = format!("broker-{:02}", place * 7 % 12).into();
            broker.bundles = Arc::new(owned);
        }
        Cluster::of(brokers)
    })
}

fn brokers() -> impl Strategy<Value = Broker> {
    let amounts = || prop_oneof![3 => Just(0.0), 1 => 0.0..60.0_f64];
    let base = (amounts(), amounts(), amounts()).prop_map(|(cpu, memory, direct_memory)| Amounts {
        cpu,
        memory,
        direct_memory,
        ..Amounts::default()
    });
    let network =
        prop_oneof![2 => Just(default_limits().bandwidth_in), 1 => Just(5e7), 1 => Just(0.0)];
    let capacity = prop_oneof![3 => Just(1.0), 1 => 0.5..4.0_f64];
    (base, network, capacity).prop_map(|(base, network, cpu_capacity)| Broker {
        base,
        cpu_capacity,
        limits: Amounts {
            bandwidth_in: network,
            bandwidth_out: network,
            ..default_limits()
        },
        ..Broker::empty("")
    })
}

/// What a bundle carries: nothing, the same as others, traffic that follows its cost, or anything.
fn traffic() -> impl Strategy<Value = Bundle> {
    let of = |cpu: f64, rates: [f64; 4]| Bundle {
        cpu,
        msg_rate_in: rates[0],
        msg_rate_out: rates[1],
        msg_throughput_in: rates[2],
        msg_throughput_out: rates[3],
        ..Bundle::idle("")
    };
    let any_rate = || prop_oneof![1 => Just(0.0), 2 => 0.0..50.0_f64, 3 => 0.0..20_000.0_f64, 1 => 0.0..3e9_f64];
    let rates = prop_oneof![
        1 => (0.0..3.0_f64).prop_map(move |cpu| of(cpu, [0.0; 4])),
        2 => Just(of(5.0, [2500.0, 2500.0, 1.5e7, 1.5e7])),
        4 => (0.0..35.0_f64).prop_map(move |cpu| of(cpu, [cpu * 500.0, cpu * 500.0, cpu * 3e6, cpu * 3e6])),
        2 => (0.0..35.0_f64, [any_rate(), any_rate(), any_rate(), any_rate()]).prop_map(move |(cpu, rates)| of(cpu, rates)),
    ];
    (
        rates,
        0..30_000_u32,
        prop_oneof![3 => Just(0.0), 1 => 0.0..900.0_f64],
    )
        .prop_map(|(bundle, topics, memory_mb)| Bundle {
            topics,
            memory_mb,
            direct_memory_mb: memory_mb / 2.0,
            ..bundle
        })
}

/// Any set-up: also ones that a release refuses.
pub fn variants() -> impl Strategy<Value = Variant> {
    let strategies: Vec<&str> = SHEDDERS
        .iter()
        .map(|row| row.id)
        .chain(["NoSuchShedder"])
        .collect();
    let placements: Vec<&str> = PLACEMENTS
        .iter()
        .map(|row| row.id)
        .chain(["NoSuchPlacement"])
        .collect();
    let any_pair = (select(strategies), select(placements));
    let pair = prop_oneof![5 => any_pair, 2 => Just(("AvgShedder", "AvgShedder"))];
    (pair, select(&Release::ALL[..]), settings()).prop_map(
        |((strategy, placement), release, settings)| Variant {
            settings: settings.overrides_in(release),
            ..Variant::new(strategy, placement, release)
        },
    )
}

/// Settings within their bounds: eager ones as a start in two of three, and a few of any kind changed.
pub fn settings() -> impl Strategy<Value = Settings> {
    let changes = vec((0..SETTINGS.len(), 0..8_u8, 0.0..=1.0_f64), 0..11);
    (0..3_u8, changes).prop_map(|(start, changes)| {
        let start = if start == 0 {
            Settings::default()
        } else {
            eager()
        };
        changes
            .into_iter()
            .fold(start, |settings, (row, kind, share)| {
                let row = &SETTINGS[row];
                settings.with(row.key, value_of(row, kind, share))
            })
    })
}

/// Settings under which much happens.
pub fn eager() -> Settings {
    [
        (Key::AvgHighThreshold, 20.0),
        (Key::AvgHitCountHigh, 1.0),
        (Key::AvgLowThreshold, 5.0),
        (Key::AvgHitCountLow, 2.0),
        (Key::ThresholdPercentage, 3.0),
        (Key::MinUnloadThroughputMib, 0.0),
        (Key::MinUnloadMessage, 1.0),
        (Key::MinUnloadThroughput, 1.0),
        (Key::MaxUnloadPercentage, 0.5),
        (Key::GracePeriodMinutes, 3.0),
        (Key::TargetDeviation, 0.03),
        (Key::ConditionHits, 0.0),
    ]
    .into_iter()
    .fold(Settings::default(), |settings, (key, value)| {
        settings.with(key, value)
    })
}

/// A value for a row: an end of its bounds, something near its default, a small one, or any.
pub fn value_of(row: &Setting, kind: u8, share: f64) -> f64 {
    let ValueType { kind: of, min, max } = row.value_type;
    let value = match kind {
        0 => min,
        1 => max,
        2 => default_of(row.key) / 2.0,
        3 => default_of(row.key) * 2.0,
        4 => 0.0,
        5 => 1.0,
        6 => share * 100.0,
        _ => min + share * (max - min),
    };
    let whole = if of == Kind::Real {
        value
    } else {
        value.round()
    };
    whole.clamp(min, max)
}

/// Brokers that are all used alike, under every line, and a set-up with positive thresholds and counts.
pub fn level_scenarios() -> impl Strategy<Value = Scenario> {
    let bundles = vec((0.0..8.0_f64, 0.0..4e4_f64, 0.0..1e8_f64), 0..=10);
    let variant = variants().prop_map(|variant| {
        let settings = positive(&fresh(variant.settings_in_force())).overrides_in(variant.release);
        Variant {
            settings,
            ..variant
        }
    });
    (1..=8_usize, bundles, variant, 1..=20_usize).prop_map(|(count, bundles, variant, rounds)| {
        let broker = |place: usize| {
            let bundle = |(index, (cpu, rate, bytes)): (usize, &(f64, f64, f64))| Bundle {
                cpu: *cpu,
                msg_rate_in: *rate,
                msg_rate_out: *rate,
                msg_throughput_in: *bytes,
                msg_throughput_out: *bytes,
                ..Bundle::idle(format!(
                    "shop/orders/0x{place:04x}{index:04x}_0x{place:04x}{:04x}",
                    index + 1
                ))
            };
            let bundles = Arc::new(bundles.iter().enumerate().map(bundle).collect());
            Broker {
                bundles,
                ..Broker::empty(format!("broker-{place}"))
            }
        };
        let world = Cluster::of((0..count).map(broker).collect());
        Scenario {
            rounds,
            ..Scenario::of("level", &[], world, variant)
        }
    })
}

/// The same settings where they are positive, the defaults where they are not; weights of at most 1 and
/// an overload line that the level brokers stay under.
fn positive(settings: &Settings) -> Settings {
    let mut positive = settings.clone();
    let thresholds = [
        Key::AvgHighThreshold,
        Key::AvgLowThreshold,
        Key::ThresholdPercentage,
        Key::RateDifferencePercent,
    ];
    for key in thresholds
        .into_iter()
        .chain([Key::AvgHitCountHigh, Key::AvgHitCountLow])
    {
        positive.set(
            key,
            if settings.get(key) > 0.0 {
                settings.get(key)
            } else {
                default_of(key)
            },
        );
    }
    // A ratio of 1 is what a difference of 0 is.
    let ratio = settings.get(Key::ThroughputMultiplier);
    positive.set(
        Key::ThroughputMultiplier,
        if ratio > 1.0 { ratio } else { 4.0 },
    );
    positive.set(
        Key::OverloadedPercentage,
        settings.get(Key::OverloadedPercentage).max(90.0),
    );
    for row in SETTINGS
        .iter()
        .filter(|row| row.name.ends_with("ResourceWeight"))
    {
        positive.set(row.key, settings.get(row.key).min(1.0));
    }
    positive
}
