//! Every preset can be opened, and what its lines say still comes out.

use shedscope::systems::sharding::presets::PRESETS;
use shedscope::systems::sharding::{Scenario, scenario};

use super::played::{last_counts, measured, played, present};

fn of(id: &str) -> Scenario {
    (PRESETS.iter().find(|preset| preset.id == id).unwrap().make)()
}

#[test]
fn every_preset_is_a_document_with_a_title_of_its_own() {
    let mut ids: Vec<&str> = PRESETS.iter().map(|preset| preset.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), PRESETS.len());
    for preset in PRESETS {
        let made = (preset.make)();
        assert_eq!(made.title, preset.title);
        assert!((2..=4).contains(&made.notes.len()), "{}", preset.id);
        let read = scenario::from_json(&made.write()).unwrap();
        assert_eq!(read, made, "{}", preset.id);
    }
}

/// What variants come to: final counts, shards moved, rounds until stable.
#[test]
fn the_numbers_of_the_stories_come_out() {
    type Variant = (&'static [u32], f64, Option<f64>);
    let stories: &[(&str, &[Variant])] = &[
        (
            "canary",
            &[
                (&[30, 30, 30, 10], 15.0, Some(3.0)),
                (&[25, 25, 25, 25], 0.0, Some(0.0)),
            ],
        ),
        (
            "retire",
            &[
                (&[1, 13, 13], 6.0, Some(5.0)),
                (&[14, 13], 7.0, Some(6.0)),
                (&[9, 9, 9], 2.0, Some(1.0)),
            ],
        ),
        (
            "no-nodes",
            &[
                (&[5, 5, 45, 45], 90.0, Some(17.0)),
                (&[5, 5, 45, 45], 100.0, Some(17.0)),
            ],
        ),
        ("old-table", &[(&[12, 12, 48, 48], 36.0, Some(22.0))]),
        (
            "shift",
            &[
                (&[32, 32, 32], 96.0, Some(24.0)),
                (&[16, 16, 16, 16, 16, 16], 48.0, Some(8.0)),
            ],
        ),
        (
            "two-versions",
            &[
                (&[30, 30, 30, 50], 0.0, Some(5.0)),
                (&[42, 42, 42, 14], 0.0, Some(5.0)),
                (&[42, 42, 42, 14], 0.0, Some(5.0)),
            ],
        ),
        (
            "eight",
            &[
                (&[8, 0, 0, 0, 0, 0, 0, 0], 0.0, Some(0.0)),
                (&[2, 1, 1, 1, 1, 1, 1, 0], 6.0, Some(6.0)),
                (&[1, 1, 1, 1, 1, 1, 1, 1], 7.0, Some(7.0)),
                (&[1, 1, 1, 1, 1, 1, 1, 1], 7.0, Some(1.0)),
            ],
        ),
        (
            "four-five-three",
            &[
                (&[22, 28, 50], 25.0, Some(14.0)),
                (&[34, 33, 33], 0.0, Some(5.0)),
            ],
        ),
        (
            "two-thirds",
            &[(&[6, 4], 1.0, Some(1.0)), (&[7, 3], 2.0, Some(2.0))],
        ),
        (
            "hundred",
            &[
                (&[50, 50], 50.0, Some(50.0)),
                (&[50, 50], 50.0, Some(5.0)),
                (&[50, 50], 50.0, Some(5.0)),
            ],
        ),
        ("pinned", &[(&[0, 0, 40], 40.0, Some(10.0))]),
        (
            "death",
            &[
                (&[20, 20, 20], 55.0, Some(19.0)),
                (&[20, 20, 20], 55.0, Some(19.0)),
            ],
        ),
    ];
    for (id, variants) in stories {
        let scenario = of(id);
        assert_eq!(scenario.variants.len(), variants.len(), "{id}");
        for (variant, (counts, moved, stable)) in variants.iter().enumerate() {
            let timeline = played(&scenario, variant);
            let measured = measured(&timeline);
            let came = (last_counts(&timeline), measured[2], measured[5]);
            assert_eq!(
                came,
                (counts.to_vec(), Some(*moved), *stable),
                "{id}, variant {}",
                variant + 1
            );
        }
    }
}

#[test]
fn only_without_a_last_shard_is_the_node_released() {
    let scenario = of("retire");
    let released: Vec<u32> = (0..3)
        .map(|variant| played(&scenario, variant).rounds().last().unwrap().released)
        .collect();
    assert_eq!(released, [0, 1, 0]);
    let timeline = played(&scenario, 1);
    let gone = timeline
        .rounds()
        .iter()
        .position(|round| round.released == 1);
    assert_eq!(
        gone,
        Some(9),
        "thirty seconds after the round that finds it empty"
    );
}

#[test]
fn a_threshold_of_ten_never_moves_and_a_ring_is_uneven() {
    let scenario = of("threshold");
    let (ten, one, weighted) = (
        played(&scenario, 0),
        played(&scenario, 1),
        played(&scenario, 2),
    );
    assert_eq!((measured(&ten)[2], last_counts(&ten)[0]), (Some(0.0), 19));
    for timeline in [one, weighted] {
        assert_eq!(
            (
                measured(&timeline)[2],
                measured(&timeline)[5],
                last_counts(&timeline)
            ),
            (Some(9.0), Some(9.0), vec![10; 100])
        );
    }
    let ring = played(&of("ring"), 0);
    assert_eq!(present(&ring.rounds()[0].counts), [49, 51]);
    assert_eq!(present(&ring.rounds()[9].counts), [22, 45, 33]);
}

#[test]
fn hand_offs_longer_than_a_round_hold_up_the_next() {
    let scenario = of("slow");
    let (weighted, deprecated) = (played(&scenario, 0), played(&scenario, 1));
    let batches = weighted
        .rounds()
        .iter()
        .filter(|round| round.stopped > 0)
        .count();
    let stable = measured(&weighted)[5].unwrap();
    assert!(
        batches as f64 * 2.0 < stable,
        "{batches} batches in {stable} rounds"
    );
    assert!(
        deprecated
            .rounds()
            .iter()
            .all(|round| round.unassigned <= 3)
    );
}

#[test]
fn a_large_world_is_played_in_no_time() {
    let scenario = of("large");
    let rounds = (0..4)
        .map(|variant| played(&scenario, variant))
        .collect::<Vec<_>>();
    let held_back: Vec<u32> = rounds
        .iter()
        .map(|timeline| timeline.rounds().last().unwrap().held_back)
        .collect();
    assert_eq!(held_back, [69, 159, 159, 159]);
    let moved = measured(&rounds[1])[2].unwrap();
    assert!(
        moved <= 120.0 + 55.0,
        "one a round, and those of the node that died: {moved}"
    );
    let left = rounds[0].rounds().last().unwrap().misplaced;
    assert!(
        (2000.0..10_000.0).contains(&left),
        "thousands are still out of place: {left}"
    );
    let off: Vec<f64> = rounds
        .iter()
        .map(|timeline| timeline.rounds()[1].misplaced)
        .collect();
    assert_eq!(
        (off[0], off[2]),
        (790.0, 0.0),
        "one pair a round against all at once"
    );
}
