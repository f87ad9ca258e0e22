//! Time between rounds.

use shedscope::engine::Timeline;
use shedscope::systems::shedding::Simulation;
use shedscope::systems::shedding::presets;
use shedscope::systems::shedding::settings::Key;

use super::played::Played;

pub fn reports(run: &Played) {
    assert_eq!(
        (run.scores(2), run.usages(2)),
        (vec![58.0, 10.0], vec![58.0, 42.0])
    );
    assert_eq!(
        run.explain(2).detail.load.broker(run.id(1)).age_s,
        55.0,
        "measured 5 s after round 1"
    );
    assert_eq!(
        run.explain(2).detail.settings.get(Key::TransferMs),
        10_000.0
    );
    assert_eq!(
        (run.sheddings(), run.moved(2, 1, 2), run.usage(3, 1)),
        (vec![1, 2], 12, 46.0)
    );
    let fresh = Played::of_variant("late-reports", 2);
    assert_eq!(
        (fresh.sheddings(), fresh.usages(2)),
        (vec![1], run.usages(2))
    );
}

pub fn hits(run: &Played) {
    assert_eq!(
        (run.scores(2), run.usages(2), run.usages(3)),
        (vec![50.0, 10.0], vec![50.0, 50.0], vec![30.0, 70.0])
    );
    run.stable_after(34);
    assert_eq!(run.usages(60), [50.0, 50.0]);
    let two = Played::of_variant("late-hits", 2);
    assert_eq!(
        (two.scores(3), two.hits(3)),
        (vec![50.0, 10.0], vec![(1, 1), (1, 1)])
    );
    assert_eq!(
        (two.scores(4), two.sheddings()),
        (vec![50.0, 50.0], vec![2])
    );

    let mut slower = presets::find("late-hits").unwrap().build();
    slower.variants[1].settings.set(Key::SampleMinutes, 2.0);
    let mut timeline = Timeline::new(Simulation::of_variant(&slower, 1));
    timeline.round(4);
    let moved: Vec<usize> = timeline
        .rounds()
        .iter()
        .filter(|round| !round.moves.is_empty())
        .map(|round| round.index + 1)
        .collect();
    assert_eq!(moved, [2, 4]);
}

pub fn spike(run: &Played) {
    let five = Played::of_variant("spike", 2);
    assert_eq!(
        (9..=13)
            .map(|round| five.usage(round, 1))
            .collect::<Vec<_>>(),
        [50.0, 70.0, 70.0, 70.0, 50.0]
    );
    assert_eq!(
        (run.sheddings(), run.moved(10, 1, 4), run.moves(10)),
        (vec![10, 13], 5, 5)
    );
    assert_eq!((run.usage(13, 1), run.usage(13, 4)), (40.0, 58.0));
    five.never_moves();
}

pub fn new_broker(run: &Played) {
    assert!(run.usage(4, 5).is_nan());
    assert_eq!(
        (run.usage(5, 1), run.usage(5, 5), run.usage(6, 5)),
        (62.0, 0.0, 30.7)
    );
    assert_eq!(run.sheddings(), [5, 10, 15]);
    for round in 6..=15 {
        assert!(
            run.explain(round)
                .detail
                .decision
                .pairs
                .iter()
                .all(|pair| pair.difference < 40.0),
            "{round}"
        );
    }
    assert_eq!(run.hits(9)[4], (0, 4));
    assert_eq!(Played::of_variant("new-broker", 2).sheddings()[0], 9);
}

pub fn leader(run: &Played) {
    assert_eq!((run.usage(1, 1), run.usage(1, 4)), (64.0, 34.0));
    assert_eq!((run.hits(7)[0], run.hits(8)[0]), ((0, 7), (0, 1)));
    assert_eq!(run.sheddings()[0], 15);
    assert_eq!(Played::of_variant("leader", 2).sheddings()[0], 8);
}
