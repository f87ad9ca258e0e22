//! Where strategies come to their limits.

use std::collections::BTreeSet;

use shedscope::systems::shedding::{BrokerId, Rule};

use super::played::Played;

pub fn hardware(run: &Played) {
    assert_eq!(run.usages(1), [10.0, 50.0, 70.0]);
    let lines = run.explain(1).detail.decision.lines;
    assert_eq!(
        lines
            .iter()
            .map(|line| format!("{:.1}", line.value))
            .collect::<Vec<_>>(),
        ["43.3", "53.3"]
    );
    run.never_moves();
    let uniform = Played::of_variant("hardware", 2);
    assert!(uniform.moved(1, 2, 3) > 0 && uniform.moved(2, 2, 3) > 0);
    assert_eq!(
        (uniform.moved(1, 2, 3), uniform.moved(2, 2, 3)),
        (uniform.moves(1), uniform.moves(2))
    );
    assert_eq!((uniform.usage(3, 3), uniform.usage(60, 3)), (85.8, 85.8));
    let avg = Played::of_variant("hardware", 3);
    let pairs: Vec<(BrokerId, BrokerId)> = avg
        .explain(1)
        .detail
        .decision
        .pairs
        .iter()
        .map(|pair| (pair.high, pair.low))
        .collect();
    assert_eq!(pairs, [(avg.id(3), avg.id(1)), (avg.id(2), avg.id(2))]);
    avg.never_moves();
}

pub fn hundred_new(run: &Played) {
    let givers = |run: &Played, round: usize| -> BTreeSet<BrokerId> {
        run.round(round).moves.iter().map(|one| one.from).collect()
    };
    let mut all = BTreeSet::new();
    for round in 1..=100 {
        let of_round = givers(run, round);
        assert_eq!(of_round.len(), 1, "{round}");
        assert!(
            of_round
                .iter()
                .all(|giver| run.round(1).usage_percent[giver.index()] > 79.0),
            "{round}"
        );
        all.extend(of_round);
    }
    assert_eq!((all.len(), run.spread(120)), (100, 25.7));
    assert!((101..=120).all(|round| run.moves(round) > 0));
    let avg = Played::of_variant("hundred-new", 2);
    assert_eq!(
        (givers(&avg, 2).len(), avg.sheddings(), avg.spread(3)),
        (100, vec![2], 0.2)
    );
}

pub fn neighbour(run: &Played) {
    assert_eq!((run.usage(4, 1), run.usage(5, 1)), (50.0, 85.0));
    let avg = Played::of_variant("neighbour", 2);
    assert_eq!(
        (avg.sheddings(), avg.points_moved(6), avg.spread(60)),
        (vec![6], 1.2, 38.6)
    );
    assert!(
        avg.tests(14, Rule::LowHitsReached)
            .iter()
            .any(|test| test.holds)
    );
    let fits = avg.tests(14, Rule::Fits);
    assert!(!fits.is_empty() && fits.iter().all(|test| !test.holds));
    assert_eq!((run.run_metrics.bundles_moved, run.spread(60)), (8, 16.1));
    Played::of_variant("neighbour", 3).never_moves();
}

pub fn transfer_target(run: &Played) {
    let deviation = |run: &Played, round: usize| {
        let usages = run.usages(round);
        let mean = usages.iter().sum::<f64>() / 5.0;
        let squares: f64 = usages
            .iter()
            .map(|usage| (usage - mean) * (usage - mean))
            .sum();
        format!("{:.1}", (squares / 5.0).sqrt())
    };
    assert_eq!(
        (deviation(run, 1), run.sheddings()),
        ("28.3".to_owned(), vec![4])
    );
    let tests = run.tests(4, Rule::DeviationOverTarget);
    assert_eq!(
        (tests[0].right.number(), tests.last().map(|test| test.holds)),
        (0.25, Some(false))
    );
    assert_eq!(run.usages(5), [54.0, 70.0, 50.0, 30.0, 46.0]);
    assert_eq!(
        (deviation(run, 5), run.spread(60)),
        ("12.9".to_owned(), 40.0)
    );
    let closer = Played::of_variant("transfer-target", 2);
    assert_eq!(
        (closer.sheddings(), closer.usage(5, 2), closer.usage(5, 4)),
        (vec![4], 50.2, 49.8)
    );
}
