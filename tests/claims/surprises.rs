//! Things one would not expect.

use shedscope::systems::shedding::Rule;
use shedscope::systems::shedding::manager::round::EndReason;
use shedscope::systems::shedding::manager::round::StayReason;
use shedscope::systems::shedding::metrics::Stability;
use shedscope::systems::shedding::strategy::Failure;

use super::played::Played;

pub fn hot_overload(run: &Played) {
    assert!(run.usages(1).iter().all(|usage| *usage > 85.0));
    let givers: std::collections::BTreeSet<_> = run
        .explain(1)
        .detail
        .decision
        .selections
        .iter()
        .map(|one| one.from)
        .collect();
    assert_eq!(givers.len(), 6);
    assert_eq!(
        (
            run.run_metrics.bundles_moved,
            run.run_metrics.bundles_moved_again
        ),
        (301, 103)
    );
    assert_eq!(
        (run.run_metrics.stability, run.peak()),
        (Stability::NotStable, 145.6)
    );
}

pub fn hot_avg(run: &Played) {
    let pairs = run.explain(1).detail.decision.pairs;
    assert!((pairs[0].difference - 10.0).abs() < 1e-5 && pairs.iter().all(|pair| !pair.is_kept));
    run.never_moves();
}

pub fn plan_filtered(run: &Played) {
    let planned = run.explain(2).detail.decision.selections;
    assert!(
        planned.len() == run.moves(2) && planned.iter().all(|one| one.target == Some(run.id(3)))
    );
    assert_eq!(run.moved(2, 1, 2), run.moves(2));
    assert_eq!(run.moved(4, 1, 2), run.moves(4));
    assert_eq!(
        (run.usages(1), run.usage(6, 2)),
        (vec![90.0, 55.0, 10.0], 83.8)
    );
    let stayed: Vec<_> = (12..=60)
        .filter(|round| !run.round(*round).not_moved.is_empty())
        .collect();
    assert_eq!(stayed, (12..=60).step_by(2).collect::<Vec<_>>());
    for round in stayed {
        let not_moved = &run.round(round).not_moved;
        assert_eq!(
            (run.moves(round), not_moved.len(), not_moved[0].reason),
            (0, 1, StayReason::IsOwner)
        );
    }
}

pub fn plan_kept(run: &Played) {
    assert_eq!(
        (run.run_metrics.bundles_moved, run.run_metrics.sheddings),
        (7, 4)
    );
    assert!(
        run.all_moves()
            .all(|one| one.from == run.id(1) && one.to == run.id(3) && one.is_planned)
    );
    assert_eq!(run.usages(60), [56.0, 55.0, 44.0]);
}

pub fn minimum_threshold(run: &Played) {
    let lines = run.explain(1).detail.decision.lines;
    assert!((lines[0].value - 60.0).abs() < 1e-5 && (lines[1].value - 61.0).abs() < 1e-5);
    let test = &run.tests(1, Rule::AmountTooSmall)[0];
    let mib = 1_048_576.0;
    assert_eq!(
        format!(
            "{:.1} {}",
            test.left.number() / mib,
            test.right.number() / mib
        ),
        "1.8 10"
    );
    let throughput = run
        .explain(1)
        .detail
        .load
        .broker(run.id(1))
        .rates
        .throughput();
    assert_eq!(format!("{:.2}", test.left.number() / throughput), "0.34");
    run.never_moves();
}

pub fn minimum_avg(run: &Played) {
    for round in [1, 60] {
        let decision = run.explain(round).detail.decision;
        assert!(decision.pairs[0].is_due && (decision.pairs[0].difference - 60.0).abs() < 1e-5);
        // One hit each, in every round: a pair that is due starts again whether or not anything moved.
        let of_pair =
            [decision.pairs[0].high, decision.pairs[0].low].map(|id| decision.hits[id.index()]);
        assert!(of_pair.iter().all(|hits| (hits.high, hits.low) == (1, 1)));
    }
    let (messages, bytes) = (
        &run.tests(1, Rule::MessagesWorthMoving)[0],
        &run.tests(1, Rule::BytesWorthMoving)[0],
    );
    assert_eq!(
        (messages.left.number().round(), messages.right.number()),
        (120.0, 1000.0)
    );
    assert_eq!(
        format!("{:.1}", bytes.left.number() / bytes.right.number()),
        "0.7"
    );
    run.never_moves();
}

pub fn idle_bundles(run: &Played) {
    assert_eq!((run.scores(1)[0], run.scores(1)[3]), (80_000.0, 40_000.0));
    let load = run.explain(1).detail.load;
    let carries = |one: &&shedscope::systems::shedding::Move| {
        load.bundle(one.bundle).short_term.rates.msg_rate() > 0.0
    };
    assert_eq!(
        (
            run.moves(1),
            run.round(1).moves.iter().filter(carries).count()
        ),
        (41, 1)
    );
    assert!(run.round(1).moves.iter().all(|one| one.from == run.id(1)));
    assert_eq!(run.points_moved(1), 6.7);
}

pub fn whole_points(run: &Played) {
    for round in 1..=60 {
        assert_eq!(
            run.round(round).end_reason,
            Some(EndReason::Failed(Failure::InconsistentOrder)),
            "{round}"
        );
    }
    assert_eq!(
        (run.usages(60).len(), run.usage(60, 33), run.usage(60, 5)),
        (40, 90.0, 0.0)
    );
    run.never_moves();
}

pub fn exact_order(run: &Played) {
    assert!(run.moved(2, 33, 5) > 0 && run.moved(2, 33, 5) == run.moves(2));
    assert_eq!((run.run_metrics.sheddings, run.usage(60, 5)), (5, 41.7));
    assert!(run.spread(60) < 15.0);
}
