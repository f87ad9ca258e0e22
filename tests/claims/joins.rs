//! Brokers that have just come.

use shedscope::systems::shedding::Rule;

use super::played::Played;

pub fn two_hot_two_idle(run: &Played) {
    assert_eq!(
        run.hits(1),
        [(1, 1), (1, 1), (0, 0), (0, 0), (1, 1), (1, 1)]
    );
    assert_eq!(
        (
            run.moves(1),
            run.moved(2, 1, 6),
            run.moved(2, 2, 5),
            run.moves(2)
        ),
        (0, 2, 2, 4)
    );
    assert_eq!(run.sheddings(), [2, 4, 10, 12, 18, 20]);
    assert!(run.all_moves().all(|one| one.is_planned));
    assert!(
        run.explain(21)
            .detail
            .decision
            .pairs
            .iter()
            .all(|pair| pair.difference < 15.0)
    );
}

pub fn restarted_proposed(run: &Played) {
    assert_eq!(
        (run.sheddings(), run.run_metrics.bundles_moved),
        (vec![1, 2, 3], 56)
    );
    let usages = run.usages(4);
    assert!(
        usages.iter().all(|usage| (30.4..=48.8).contains(usage)),
        "{usages:?}"
    );
    assert!(usages.contains(&30.4) && usages.contains(&48.8));
}

pub fn restarted_released(run: &Played) {
    let range = |values: Vec<f64>| {
        let lowest = values.iter().copied().fold(f64::MAX, f64::min);
        (lowest, values.into_iter().fold(f64::MIN, f64::max))
    };
    assert_eq!(
        (range(run.usages(4)), range(run.scores(4))),
        ((34.4, 44.2), (6.6, 71.1))
    );
    assert_eq!((run.spread(4), run.spread(6)), (9.8, 25.6));
    assert!(run.moves(4) > 0 && run.moves(5) > 0);
    assert_eq!(run.run_metrics.bundles_moved, 91);
    assert_eq!(
        Played::of("restarted-proposed").run_metrics.bundles_moved,
        56
    );
}

pub fn empty_threshold(run: &Played) {
    let lines = run.explain(1).detail.decision.lines;
    assert_eq!(
        lines
            .iter()
            .map(|line| format!("{:.1}", line.value))
            .collect::<Vec<_>>(),
        ["55.8", "65.8"]
    );
    assert_eq!((run.usage(1, 10), run.usage(1, 1)), (0.0, 64.0));
    run.never_moves();
}

pub fn empty_lower(run: &Played) {
    for round in 1..=8 {
        let highest = run.usages(round).into_iter().fold(0.0, f64::max);
        let giver = (1..=9).find(|place| run.moved(round, *place, 10) == 1);
        assert_eq!(
            (run.moves(round), giver.map(|place| run.usage(round, place))),
            (1, Some(highest)),
            "{round}"
        );
        assert!(
            run.tests(round, Rule::UnderAverageLine)
                .iter()
                .all(|test| test.holds)
        );
    }
    assert_eq!((run.usage(9, 10), run.scores(9)[9]), (57.8, 32.8));
    for round in 9..=12 {
        assert_eq!(
            (
                run.moves(round),
                (1..=9)
                    .map(|place| run.moved(round, place, 10))
                    .sum::<usize>()
            ),
            (1, 0)
        );
    }
    run.stable_after(12);
}

pub fn empty_overload(run: &Played) {
    let look = run.explain(1).detail.decision;
    assert_eq!((look.lines[0].value, run.usages(1)[0]), (85.0, 64.0));
    run.never_moves();
}

pub fn empty_uniform(run: &Played) {
    let above = |round: usize| run.tests(round, Rule::RatesTooFarApart)[0].clone();
    assert_eq!(run.scores(1)[0], 64_004.0);
    assert!(above(1).left.number() > 6e6 && above(1).right.number() == 50.0);
    assert_eq!(run.sheddings(), [1, 2, 3, 4, 5, 6]);
    for round in 1..=6 {
        assert_eq!(run.moved(round, round, 10), run.moves(round));
    }
    assert_eq!(
        (above(7).left.number().round(), above(7).holds),
        (38.0, false)
    );
}

pub fn empty_avg(run: &Played) {
    for (place, round) in [2, 4, 6].into_iter().enumerate() {
        assert_eq!(run.moved(round, place + 1, 10), run.moves(round));
    }
    assert_eq!(run.sheddings(), [2, 4, 6, 14, 22, 30, 38]);
    for round in [14, 22, 30, 38] {
        assert!(run.explain(round).detail.decision.pairs[0].difference < 40.0);
        assert_eq!(run.hits(round - 1)[9], (0, 7));
    }
}

pub fn empty_multi_hit(run: &Played) {
    assert_eq!(
        format!(
            "{:.1}",
            run.tests(1, Rule::FarFromAverage)[18].left.number()
        ),
        "55.8"
    );
    assert_eq!((run.hits(1)[9], run.sheddings()), ((1, 1), vec![2, 10, 18]));
    assert_eq!((run.moved(2, 1, 10), run.moves(2)), (8, 8));
    assert_eq!(
        run.explain(2).detail.decision.pairs[0]
            .budget
            .map(|(points, _)| points),
        Some(32.0)
    );
    assert_eq!((run.usage(2, 1), run.usage(3, 1)), (64.0, 32.3));
    assert_eq!(run.moved(18, 3, 1), run.moves(18));
}
