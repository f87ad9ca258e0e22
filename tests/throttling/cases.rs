//! Published cases of adaptive limits, each held to its facts; those that cannot be expressed stand below with why.

use shedscope::run::{Timeline, Why};
use shedscope::throttling::limiter::{Effect, Limiter, Signal};
use shedscope::throttling::meter::Meter;
use shedscope::throttling::reason::Tell;
use shedscope::throttling::round::Did;
use shedscope::throttling::scenario::scenario;
use shedscope::throttling::{Key, Lane, Simulation, Unit, Variant, World};

/// Id, where it was published, and what is held.
const CASES: &[(&str, &str, fn())] = &[
    (
        "flint-1060-slow-recovery",
        "https://github.com/opensearch-project/opensearch-spark/issues/1060",
        a_batch_of_5000_at_500_a_second_steps_every_ten_seconds,
    ),
    (
        "flint-1027-eighty-percent",
        "https://github.com/opensearch-project/opensearch-spark/pull/1027",
        eighty_percent_is_too_little_for_1027_and_enough_for_1135,
    ),
    (
        "flint-1135-window",
        "https://github.com/opensearch-project/opensearch-spark/pull/1135",
        a_burst_of_ten_is_nothing_in_3_s_and_one_in_10_s,
    ),
];

/// Id, and why this system cannot express it.
const NOT_EXPRESSED: &[(&str, &str)] = &[
    (
        "netflix-aimd-steps",
        "It limits requests in flight, grown by 1 and gated by their number; here a rate is limited.",
    ),
    ("netflix-95-gauge", "It is advice about a gauge that stops being told; there is no run in it."),
];

#[test]
fn published_cases_hold() {
    for (id, url, case) in CASES {
        println!("{id}: {url}");
        case();
    }
    for (id, why) in NOT_EXPRESSED {
        println!("{id} is not expressed: {why}");
    }
}

fn a_batch_of_5000_at_500_a_second_steps_every_ten_seconds() {
    // A limit that stays at 500, so that the seconds of a step are those of 500 a second.
    let lane = Lane::new(Variant::V1011, &[(Key::Min, 500.0), (Key::Max, 500.0)]);
    let world = World::new(&[(Key::Unit, 1.0), (Key::Writers, 4.0), (Key::Batch, 5000.0)], vec![]);
    let mut timeline = Timeline::new(Simulation::new(&scenario("1060", &[], 60, world, vec![lane]), 0));
    let answers: Vec<u64> = (0..60)
        .flat_map(|index| timeline.glance(index).unwrap().detail.steps)
        .filter(|step| matches!(step.did, Did::Answered { .. }))
        .map(|step| step.at_us)
        .collect();
    assert_eq!(answers.len(), 6, "six steps a minute");
    assert!(answers.windows(2).all(|pair| pair[1] - pair[0] == 10_000_000), "{answers:?}");
}

fn eighty_percent_is_too_little_for_1027_and_enough_for_1135() {
    for (variant, window_s, raised) in
        [(Variant::V1027, 3, [false, false, true]), (Variant::V1135, 10, [false, true, true])]
    {
        for (measured, is_raised) in [3999, 4000, 5000].into_iter().zip(raised) {
            let lane = Lane::new(variant, &[(Key::Min, 5000.0)]);
            let settings = World::new(&[(Key::Unit, 1.0)], vec![]).settings(&lane);
            let mut limiter = Limiter::new(0, &settings);
            limiter.granted(measured * window_s, 1_000_000, &settings);
            let mut why = Why::silent();
            let mut tell = Tell { why: &mut why, at_us: 1_500_000, writer: 0, unit: Unit::Documents };
            let taken = limiter.feedback(Signal::Success, 500, &settings, &mut tell);
            assert_eq!(taken.estimate, Some(measured));
            assert_eq!(taken.effect == Effect::Raised, is_raised, "{variant:?} at {measured}");
        }
    }
}

fn a_burst_of_ten_is_nothing_in_3_s_and_one_in_10_s() {
    for (window_ms, rate) in [(3000, 0), (10_000, 1)] {
        let mut meter = Meter::default();
        (0..10).for_each(|_| meter.add(0, 1, window_ms));
        assert_eq!(meter.rate(5_000_000, window_ms), rate);
    }
}
