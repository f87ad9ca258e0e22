//! Clusters of a size that people run.

use std::collections::BTreeSet;

use super::played::Played;

fn givers(run: &Played, round: usize) -> usize {
    run.round(round)
        .moves
        .iter()
        .map(|one| one.from)
        .collect::<BTreeSet<_>>()
        .len()
}

fn takers(run: &Played, round: usize) -> usize {
    run.round(round)
        .moves
        .iter()
        .map(|one| one.to)
        .collect::<BTreeSet<_>>()
        .len()
}

pub fn twenty(run: &Played) {
    let planned = run
        .round(2)
        .moves
        .iter()
        .filter(|one| one.is_planned)
        .count();
    assert_eq!((run.moves(2), givers(run, 2), planned), (17, 6, 14));
    assert_eq!((run.spread(1), run.spread(60)), (80.5, 14.5));
    assert_eq!(
        (
            run.run_metrics.sheddings,
            run.run_metrics.bundles_moved,
            run.run_metrics.bundles_moved_again
        ),
        (9, 69, 0)
    );
}

pub fn hundred(run: &Played) {
    let favourite = run.id(75);
    let there = run
        .round(1)
        .moves
        .iter()
        .filter(|one| one.to == favourite)
        .count();
    assert_eq!((run.moves(1), there), (65, 62));
    assert_eq!((run.usage(1, 75), run.usage(2, 75).round()), (19.8, 363.0));
    let arrived: BTreeSet<_> = run
        .round(1)
        .moves
        .iter()
        .filter(|one| one.to == favourite)
        .map(|one| one.bundle)
        .collect();
    let leaves = |round: usize| {
        run.round(round)
            .moves
            .iter()
            .any(|one| arrived.contains(&one.bundle))
    };
    assert_eq!((2..=60).find(|round| leaves(*round)), Some(32));
}

pub fn thousand(run: &Played) {
    assert_eq!(
        (run.moves(2), givers(run, 2), takers(run, 2)),
        (150, 124, 124)
    );
    assert!(run.round(2).moves.iter().all(|one| one.is_planned));
    assert_eq!((run.moves(8), givers(run, 8)), (256, 256));
    assert_eq!((run.spread(1), run.spread(60)), (75.8, 15.0));
    assert_eq!(
        (
            run.run_metrics.sheddings,
            run.run_metrics.bundles_moved,
            run.run_metrics.bundles_moved_again
        ),
        (9, 765, 0)
    );
}
