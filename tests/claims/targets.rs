//! Where bundles go.

use shedscope::systems::shedding::Rule;
use shedscope::systems::shedding::manager::round::StayReason;

use super::played::Played;

pub fn four_least_rate(run: &Played) {
    assert_eq!(run.moved(1, 1, 3) + run.moved(1, 2, 3), run.moves(1));
    assert_eq!(
        (run.usage(1, 3), run.usage(2, 3), run.usage(2, 4)),
        (20.0, 74.8, 30.0)
    );
    for round in 3..=7 {
        assert!(
            run.moved(round, 1, 2) > 0 && run.moved(round, 1, 2) == run.moved(round, 2, 1),
            "{round}"
        );
        assert_eq!(run.moves(round), 2 * run.moved(round, 1, 2));
        assert_eq!(run.usages(round), run.usages(round + 1));
    }
}

pub fn four_least_resource(run: &Played) {
    for place in 1..=2 {
        assert!(run.moved(1, place, 3) > 0 && run.moved(1, place, 4) > 0);
    }
    assert_eq!(run.usages(2)[2..], [63.9, 40.9]);
    assert_eq!(run.usages(5), [35.7, 31.5, 75.9, 86.8]);
}

pub fn four_round_robin(run: &Played) {
    assert_eq!((run.moved(1, 1, 2), run.round(1).not_moved.len()), (1, 2));
    assert!(
        run.round(1)
            .not_moved
            .iter()
            .all(|not_moved| not_moved.reason == StayReason::IsOwner)
    );
    assert_eq!(run.usage(6, 4), 92.2);
    assert!(run.usages(1).iter().all(|usage| *usage <= 90.0));
}

pub fn four_random(run: &Played) {
    assert_eq!((run.usage(1, 1), run.moved(1, 2, 1)), (90.0, 2));
    assert_eq!((run.run_metrics.sheddings, run.spread(60)), (17, 24.8));
}

pub fn four_avg(run: &Played) {
    assert_eq!(run.sheddings()[0], 2);
    assert_eq!(run.moved(2, 1, 4) + run.moved(2, 2, 3), run.moves(2));
    assert!(run.moved(2, 1, 4) > 0 && run.moved(2, 2, 3) > 0);
    assert_eq!(
        (
            run.run_metrics.bundles_moved,
            run.run_metrics.sheddings,
            run.run_metrics.bundles_moved_again
        ),
        (11, 5, 0)
    );
    assert_eq!(run.spread(60), 13.9);
}

pub fn pool_all(run: &Played) {
    assert!(
        run.tests(1, Rule::FarUnderAverage)
            .iter()
            .all(|test| !test.holds)
    );
    assert_eq!((run.moved(1, 5, 6), run.moved(1, 6, 5)), (1, 1));
    assert_eq!(
        (1..=4)
            .map(|place| run.moved(1, place, 5) + run.moved(1, place, 6))
            .sum::<usize>(),
        0
    );
}

pub fn pool_one(run: &Played) {
    let first = run
        .tests(1, Rule::FarUnderAverage)
        .into_iter()
        .filter(|test| test.holds)
        .count();
    assert_eq!(first, run.moves(1), "one good target for each bundle");
    for round in 1..=4 {
        assert!(run.moves(round) > 0);
        assert_eq!(
            (2..=5)
                .map(|place| run.moved(round, place, 1))
                .sum::<usize>(),
            run.moves(round)
        );
    }
    assert_eq!((run.usage(1, 1), run.usage(5, 1)), (10.0, 81.3));
    assert_eq!(
        (run.usages(1)[3..].to_vec(), run.usages(5)[3..].to_vec()),
        (vec![80.0, 80.0], vec![44.4, 44.4])
    );
}

pub fn coupled(run: &Played) {
    let pairs = run.explain(2).detail.decision.pairs;
    let ids: Vec<_> = pairs.iter().map(|pair| (pair.high, pair.low)).collect();
    assert_eq!(
        ids,
        [
            (run.id(5), run.id(1)),
            (run.id(4), run.id(2)),
            (run.id(3), run.id(3))
        ]
    );
    assert_eq!(
        (run.hits(1)[0].0, run.moved(2, 5, 1), run.moves(2)),
        (1, 2, 2)
    );
    assert!(
        pairs[1].difference < 40.0 && pairs[1].difference > 39.999_99,
        "{}",
        pairs[1].difference
    );
    assert_eq!((run.hits(7)[1], run.moved(8, 4, 2) > 0), ((0, 7), true));
    assert!((1..8).all(|round| run.moved(round, 4, 2) == 0));
}
