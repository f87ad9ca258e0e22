//! Where loads stand to their band.

use shedscope::engine::Evidence;
use shedscope::systems::rotation::reason::{Rule, Subject};
use shedscope::systems::rotation::round::BandPosition;

use super::play::played;

#[test]
fn loads_that_are_equal_stand_out_of_no_band() {
    // Both brokers of two are written to in turn: in twenty seconds each has exactly its share, and the band has no
    // width. Sums of rates like 0.1 miss it by their last bits, one way or the other.
    for producers in 1..40 {
        for (rate, window) in [(0.1, 20), (0.2, 10), (0.4, 10)] {
            let variant = r#"{"selection": "rotating", "settings": {"numWriteEndpoints": 2}}"#;
            let world = format!(
                r#""zones": [{{"producers": {producers}, "brokers": 2}}], "rate_per_s": {rate}, "window_s": {window},
                "slice_ms": 10000"#
            );
            let mut timeline = played(variant, 8, &world);
            let last = timeline.rounds().last().unwrap().clone();
            let share = (f64::from(producers) * rate / 2.0) as f32;
            assert!(
                last.brokers.iter().all(|broker| broker.load_per_s == share),
                "{:?}",
                last.brokers
            );
            assert_eq!(
                last.brokers
                    .iter()
                    .map(|broker| broker.band_position)
                    .collect::<Vec<_>>(),
                [BandPosition::Within; 2]
            );
            for reason in timeline.explain(7).unwrap().reasons {
                if let (Rule::CarriesTooMuch | Rule::CarriesTooLittle, Evidence::Check(test)) =
                    (reason.rule, &reason.evidence)
                {
                    assert!(!test.holds, "{producers} producers at {rate}/s: {test:?}");
                }
            }
        }
    }
}

#[test]
fn where_a_load_stands_is_what_its_reasons_say() {
    let world = r#""zones": [{"producers": 40, "brokers": 9}],
        "events": [{"at_s": 20, "action": {"kill": {"broker": "B"}}}]"#;
    let mut timeline = played(r#"{"selection": "single"}"#, 40, world);
    let mut seen = [false; 3];
    for index in 0..40 {
        let round = timeline.rounds()[index].clone();
        let reasons = timeline.explain(index).unwrap().reasons;
        let holds = |asked: Rule, place: usize| {
            reasons.iter().any(|reason| {
                let about = reason.subject == Subject::Broker(place as u16) && reason.rule == asked;
                about && (reason.evidence.holds() == Some(true))
            })
        };
        for (place, broker) in round.brokers.iter().enumerate() {
            let band_position = match (
                holds(Rule::CarriesTooMuch, place),
                holds(Rule::CarriesTooLittle, place),
            ) {
                (true, false) => BandPosition::Above,
                (false, true) => BandPosition::Below,
                (false, false) => BandPosition::Within,
                (true, true) => panic!("slice {index}, broker {place}: both"),
            };
            assert_eq!(
                broker.band_position, band_position,
                "slice {index}, broker {place}"
            );
            assert!(
                broker.is_up || band_position == BandPosition::Within,
                "slice {index}, broker {place}"
            );
            seen[band_position as usize] = true;
        }
    }
    assert_eq!(seen, [true; 3]);
}
