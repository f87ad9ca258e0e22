//! PIP-217's pair at 90 and 10.

use shedscope::systems::shedding::Rule;
use shedscope::systems::shedding::manager::round::StayReason;
use shedscope::systems::shedding::metrics::Stability;

use super::played::Played;

pub fn worked_example(run: &Played) {
    let usages: Vec<Vec<f64>> = (1..=4).map(|round| run.usages(round)).collect();
    assert_eq!(
        usages,
        [[90.0, 10.0], [50.0, 50.0], [14.0, 86.0], [0.0, 100.0]]
    );
    let scores: Vec<Vec<f64>> = (1..=3).map(|round| run.scores(round)).collect();
    assert_eq!(scores, [[90.0, 10.0], [86.0, 14.0], [78.8, 21.2]]);
}

pub fn history(run: &Played) {
    assert_eq!(run.usages(2), [58.0, 42.0]);
    for round in 1..=6 {
        assert!(run.moved(round, 1, 2) > 0, "{round}");
    }
    assert_eq!(run.usages(7), [15.0, 85.0]);
    assert_eq!(run.moves(7), 0);
    assert!(run.moved(13, 2, 1) > 0 && run.moved(34, 2, 1) > 0 && run.moved(48, 1, 2) > 0);
    assert_eq!(
        (run.run_metrics.sheddings, run.run_metrics.stability),
        (19, Stability::NotStable)
    );
}

pub fn one_namespace(run: &Played) {
    assert_eq!(run.usages(3), [39.0, 61.0]);
    let not_moved = &run.round(3).not_moved;
    assert_eq!((run.moves(3), not_moved.len()), (0, 11));
    assert!(
        not_moved
            .iter()
            .all(|not_moved| not_moved.reason == StayReason::IsOwner)
    );
    // One candidate of the two is dropped each time, and that is broker-2.
    let dropped = run
        .tests(3, Rule::HoldsMoreOfNamespace)
        .into_iter()
        .filter(|test| test.holds);
    assert_eq!(
        dropped
            .map(|test| (test.left.number(), test.right.number()))
            .collect::<Vec<_>>(),
        [(61.0, 39.0); 11]
    );
}

pub fn no_history(run: &Played) {
    assert_eq!(
        (run.moved(1, 1, 2), run.run_metrics.bundles_moved),
        (32, 32)
    );
    assert_eq!(run.usages(60), [58.0, 42.0]);
    run.stable_after(1);
}

pub fn multi_hit(run: &Played) {
    assert_eq!(run.hits(7), [(0, 7), (0, 7)]);
    assert_eq!(
        run.tests(1, Rule::FarFromAverage)
            .iter()
            .map(|test| test.left.number())
            .collect::<Vec<_>>(),
        [40.0; 4]
    );
    assert_eq!(run.sheddings(), [8]);
    assert_eq!((run.moves(8), run.usages(60)), (40, vec![50.0, 50.0]));
}

pub fn avg_proposed(run: &Played) {
    assert_eq!(run.hits(1), [(1, 1), (1, 1)]);
    assert_eq!((run.sheddings(), run.moves(2)), (vec![2], 40));
    assert_eq!(run.usages(3), [50.0, 50.0]);
}

pub fn avg(run: &Played) {
    assert_eq!(run.hits(1), [(1, 1), (1, 1)]);
    assert_eq!(
        (run.usages(2), run.usages(3)),
        (vec![90.0, 10.0], vec![74.0, 26.0])
    );
    assert_eq!(run.sheddings(), [2, 4, 12, 20]);
    assert_eq!(run.usages(60), [56.0, 44.0]);
}

pub fn avg_half(run: &Played) {
    assert_eq!(
        (run.usages(2), run.usages(3)),
        (vec![90.0, 10.0], vec![50.0, 50.0])
    );
    assert_eq!(run.sheddings(), [2]);
    assert_eq!(
        (
            run.run_metrics.bundles_moved,
            run.run_metrics.bundles_moved_again
        ),
        (40, 0)
    );
}
