//! Clusters in the shape of the cases.

use std::sync::Arc;

use shedscope::systems::shedding::model::cluster::{
    Amounts, Broker, Bundle, Cluster, default_limits,
};
use shedscope::systems::shedding::model::event::{Event, Kind};
use shedscope::systems::shedding::{Release, Scenario, Variant};

pub const MIB: f64 = 1_048_576.0;

/// A broker of which CPU is all that counts, used by something that does not move with bundles.
pub fn broker(name: &str, cpu_percent: f64) -> Broker {
    let base = Amounts {
        cpu: cpu_percent,
        ..Amounts::default()
    };
    // Without a known limit, the network counts as unused.
    let limits = Amounts {
        bandwidth_in: 0.0,
        bandwidth_out: 0.0,
        ..default_limits()
    };
    Broker {
        base,
        limits,
        ..Broker::empty(name)
    }
}

/// `broker-1`, `broker-2`, … at these usages in percent.
pub fn at(usages: &[f64]) -> Vec<Broker> {
    usages
        .iter()
        .enumerate()
        .map(|(place, usage)| broker(&format!("broker-{}", place + 1), *usage))
        .collect()
}

/// A bundle with nothing on it, of a namespace, in some place of its range.
pub fn bundle(namespace: &str, place: usize) -> Bundle {
    Bundle::idle(format!(
        "tenant/{namespace}/0x{place:08x}_0x{:08x}",
        place + 1
    ))
}

fn holding(mut broker: Broker, sizes: &[f64], set: fn(&mut Bundle, f64)) -> Broker {
    let namespace = format!("of-{}", broker.name);
    let bundles = sizes.iter().enumerate().map(|(place, size)| {
        let mut bundle = bundle(&namespace, place);
        set(&mut bundle, *size);
        bundle
    });
    broker.bundles = Arc::new(bundles.collect());
    broker
}

/// The broker with bundles of these messages per second, in a namespace of its own.
pub fn with_messages(broker: Broker, rates: &[f64]) -> Broker {
    holding(broker, rates, |bundle, rate| bundle.msg_rate_in = rate)
}

/// The broker with bundles of these bytes per second, in a namespace of its own.
pub fn with_bytes(broker: Broker, sizes: &[f64]) -> Broker {
    holding(broker, sizes, |bundle, size| {
        bundle.msg_throughput_in = size
    })
}

/// A variant of the newest recorded release.
pub fn variant(strategy: &str, placement: &str) -> Variant {
    Variant::new(strategy, placement, Release::Y2026)
}

/// A variant of ThresholdShedder, which takes any placement.
pub fn threshold() -> Variant {
    variant("ThresholdShedder", "LeastLongTermMessageRate")
}

pub fn scenario(brokers: Vec<Broker>, variant: Variant, rounds: usize) -> Scenario {
    Scenario {
        rounds,
        ..Scenario::of("A case", &[], Cluster::of(brokers), variant)
    }
}

/// Something that happens to somebody. Events count their own ids.
pub fn happens(scenario: &mut Scenario, at_s: u32, kind: Kind, of: &str, amount: f64, for_s: u32) {
    let events = &mut scenario.world.events;
    events.push(Event {
        id: events.len() as u32,
        at_s,
        kind,
        target: of.into(),
        value: amount,
        duration_s: for_s,
        ..Event::default()
    });
}
