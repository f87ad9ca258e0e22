//! Brokers that restart while the run lasts.

use super::played::Played;

pub fn most(run: &Played) {
    assert!((1..=4).all(|broker| run.usage(5, broker).is_nan()));
    assert_eq!(run.usages(6), [0.0, 0.0, 0.0, 0.0, 80.5, 79.5]);
    run.never_moves();
    assert_eq!(run.usages(60), run.usages(6));
    let threshold = Played::of_variant("restart-most", 2);
    assert_eq!(
        (
            threshold.usages(6),
            threshold.run_metrics.bundles_moved,
            threshold.run_metrics.sheddings
        ),
        (run.usages(6), 122, 9)
    );
    threshold.stable_after(14);
    let avg = Played::of_variant("restart-most", 3);
    avg.stable_after(33);
    assert_eq!(avg.run_metrics.bundles_moved, 76);
}

pub fn rolling(run: &Played) {
    let mut usages = run.usages(4);
    assert_eq!(usages.pop(), Some(0.0));
    usages.sort_by(f64::total_cmp);
    assert_eq!((usages[0], usages[8]), (52.7, 54.1));
    assert_eq!(run.explain(4).detail.decision.lines[0].value.round(), 48.0);
    run.never_moves();
    let lower = Played::of_variant("restart-rolling", 2);
    assert_eq!(
        (lower.sheddings(), lower.run_metrics.bundles_moved),
        ((4..=18).collect(), 15)
    );
    assert_eq!(lower.spread(60), 3.5);
    let avg = Played::of_variant("restart-rolling", 3);
    assert_eq!(
        (avg.usage(4, 2), avg.moves(4), avg.moves(5) > 0),
        (89.8, 0, true)
    );
    avg.stable_after(29);
}
