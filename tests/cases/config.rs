//! Settings: what a file of broker.conf comes to, and which set-up an empty one means.

use shedscope::systems::shedding::import::conf::line::ReleaseLine;
use shedscope::systems::shedding::import::import_pasted;
use shedscope::systems::shedding::manager::round::EndReason;
use shedscope::systems::shedding::model::usage::Weights;
use shedscope::systems::shedding::scenario::Refusal;
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::strategy::{Cause, Outcome};
use shedscope::systems::shedding::{Release, Rule, Variant};

use super::build::{MIB, at, scenario, threshold, variant, with_bytes};
use super::facts::Facts;
use super::played::Played;

pub fn misspelt_weights(facts: &Facts) {
    let rows = [
        (0.5, Some(1.0)),
        (0.5, Some(0.2)),
        (1.0, Some(0.2)),
        (0.0, None),
    ];
    for ((misspelt, well_spelt), effective) in rows.into_iter().zip(facts.numbers("effective")) {
        let mut text = format!("loadBalancerBandwithInResourceWeight={misspelt}\n");
        if let Some(weight) = well_spelt {
            text.push_str(&format!("loadBalancerBandwidthInResourceWeight={weight}\n"));
        }
        let import = import_pasted(&text, &scenario(at(&[0.0]), threshold(), 1)).unwrap();
        let Weights([_, _, bandwidth_in, _]) =
            Weights::from_settings(&import.scenario.variant().settings_in_force());
        assert_eq!(bandwidth_in, effective, "{text}");
    }
}

pub fn defaults(facts: &Facts) {
    let line = |version: &str| match version {
        "2.8" => (ReleaseLine::V2_6, Release::V4_0),
        "2.10" => (ReleaseLine::V2_10, Release::V4_0),
        "4.x" => (ReleaseLine::V4_0, Release::Y2026),
        "5.0" => (ReleaseLine::V4_0, Release::V5_0),
        other => panic!("{other}"),
    };
    for (version, shedder) in facts.table("shedders") {
        let (line, release) = line(version);
        let of_release = release.default_setup().0;
        assert_eq!(
            line.default_shedder().unwrap_or(of_release),
            shedder,
            "{version}"
        );
    }
    for (version, placement) in facts.table("placements") {
        assert_eq!(line(version).1.default_setup().1, placement, "{version}");
    }
    // 5.0 with only the shedder named: one object cannot serve both, and no round takes place.
    let text = "loadBalancerLoadSheddingStrategy=org.apache.pulsar.broker.loadbalance.impl.ThresholdShedder\n";
    let (strategy, placement) = Release::V5_0.default_setup();
    let base = scenario(
        at(&[90.0, 10.0]),
        Variant::new(strategy, placement, Release::V5_0),
        1,
    );
    let played = Played::of(&import_pasted(text, &base).unwrap().scenario);
    assert_eq!(
        played.round(1).end_reason,
        Some(EndReason::Refused(Refusal::PlacementAlsoSheds))
    );
    assert_eq!(played.told(1).whose(Rule::SetupIsRefused, true), [""]);
    assert!(Refusal::PlacementAlsoSheds.about().contains("Set both"));
}

/// TransferShedder with one reported bundle a broker.
pub fn sole_reported_bundle(facts: &Facts) {
    let mut brokers = at(&[2.0, 4.0, 6.0, 80.0, 90.0]);
    for (broker, sizes) in
        brokers
            .iter_mut()
            .zip([[1.0, 2.0], [1.0, 3.0], [2.0, 4.0], [2.0, 6.0], [2.0, 7.0]])
    {
        *broker = with_bytes(broker.clone(), &sizes.map(|size| size * MIB));
    }
    let variant = variant("TransferShedder", "LeastLongTermMessageRate");
    let acts = facts.count("acts_in");
    let moved = Played::of(&scenario(brokers.clone(), variant.clone(), acts)).move_counts();
    assert!(
        moved[acts - 1] > 0 && moved[..acts - 1].iter().all(|count| *count == 0),
        "{moved:?}"
    );

    let played = Played::of(&scenario(brokers, variant.with(Key::TopBundles, 1.0), acts));
    assert_eq!(
        played.move_counts().iter().sum::<usize>(),
        facts.count("unloads")
    );
    // Whoever reports one bundle keeps it.
    assert!(
        played
            .told(acts)
            .whose(Rule::HasSpareBundles, false)
            .contains(&"broker-5".to_owned())
    );
    let verdict = &played.round(acts).verdicts[0];
    assert_eq!(
        (verdict.outcome, verdict.cause),
        (Outcome::Skip, Cause::NoBundles)
    );
}
