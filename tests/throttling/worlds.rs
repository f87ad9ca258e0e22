//! Worlds to hold laws to: small enough to run often, mixed enough that everything happens.

use proptest::prelude::*;
use shedscope::systems::throttling::event::{Event, Kind};
use shedscope::systems::throttling::scenario::scenario;
use shedscope::systems::throttling::{Key, LimiterVersion, Scenario, Variant, World};

fn versions() -> impl Strategy<Value = LimiterVersion> {
    prop_oneof![
        Just(LimiterVersion::V1011),
        Just(LimiterVersion::V1027),
        Just(LimiterVersion::V1135),
        Just(LimiterVersion::I1084)
    ]
}

fn variants() -> impl Strategy<Value = Variant> {
    let numbers = (1000.0..200_000.0, 1.0..40.0, 0.0..60_000.0, 0.0..=1.0);
    let others = (1.0..15_000.0, 0.0..1.2, 0.0..8000.0, 0.0..9000.0);
    (versions(), numbers, others).prop_map(
        |(version, (min, times, step, ratio), (window, threshold, slow, cooldown))| {
            let whole = |value: f64| f64::round(value);
            Variant::new(
                version,
                &[
                    (Key::Min, whole(min)),
                    (Key::Max, whole(min * times)),
                    (Key::Step, whole(step)),
                    (Key::Ratio, ratio),
                    (Key::WindowMs, whole(window)),
                    (Key::UseThreshold, threshold),
                    (Key::LatencyThresholdMs, whole(slow)),
                    (Key::CooldownMs, whole(cooldown)),
                ],
            )
        },
    )
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let one = (0.0..30.0, 0_usize..6, 0.5..300.0, 0.1..12.0).prop_map(
        |(at_s, kind, amount, for_s): (f64, usize, f64, f64)| {
            let at_s = (at_s * 1000.0).round() / 1000.0;
            match kind {
                0 => Event::new(at_s, Kind::Capacity, amount * 5000.0, 0.0),
                1 => Event::new(at_s, Kind::BrownOut, amount / 4.0, for_s),
                2 => Event::new(at_s, Kind::Outage, 0.0, for_s),
                3 => Event::new(at_s, Kind::Writers, (amount / 60.0).floor() - 2.0, 0.0),
                4 => Event::set(at_s, Key::Min, (amount * 700.0).round()),
                _ => Event::set(at_s, Key::Batch, (20_000.0 + amount * 500.0).round()),
            }
        },
    );
    proptest::collection::vec(one, 0..5)
}

pub fn scenarios() -> impl Strategy<Value = Scenario> {
    let writers = (1_u32..4, 0_u32..7, 20_000.0..300_000.0, 0_u32..50);
    let server = (10_000.0..2_000_000.0, -1.0..6.0, 0_u32..4000, 500_u32..9000);
    let retries = (0_u32..4, 100_u32..3000, 0_u32..500, 1_u32..=100);
    (variants(), events(), writers, server, retries, any::<u32>()).prop_map(
        |(
            variant,
            events,
            (executors, writers, batch, spread),
            (capacity, backlog, base, patience),
            retries,
            seed,
        )| {
            let (most, backoff, jitter, failed) = retries;
            let world = World::new(
                &[
                    (Key::Executors, f64::from(executors)),
                    (Key::Writers, f64::from(writers)),
                    (Key::Batch, f64::round(batch)),
                    (Key::BatchSpread, f64::from(spread)),
                    (Key::Capacity, f64::round(capacity)),
                    (Key::BacklogLimitS, backlog),
                    (Key::BaseLatencyMs, f64::from(base)),
                    (Key::SocketTimeoutMs, f64::from(patience)),
                    (Key::ConnectTimeoutMs, 700.0),
                    (Key::MaxRetries, f64::from(most)),
                    (Key::BackoffMs, f64::from(backoff)),
                    (Key::JitterMs, f64::from(jitter)),
                    (Key::FailedPercent, f64::from(failed)),
                ],
                events,
            );
            let mut scenario = scenario("generated", &[], 30, world, vec![variant]);
            scenario.seed = u64::from(seed);
            scenario
        },
    )
}
