//! What the load manager does around the strategies.

use shedscope::systems::shedding::Release;
use shedscope::systems::shedding::manager::round::{Cause, StayReason};
use shedscope::systems::shedding::presets;

use super::played::Played;

pub fn cold_start(run: &Played) {
    let scenario = presets::find("cold-start").unwrap().build();
    assert_eq!(
        scenario
            .variants
            .iter()
            .map(|variant| variant.release)
            .collect::<Vec<_>>(),
        [Release::Y2026, Release::V5_0]
    );
    let given = |run: &Played| -> Vec<usize> {
        assert!(
            run.round(1)
                .assignments
                .iter()
                .all(|one| one.cause == Cause::Ownerless)
        );
        (1..=4)
            .map(|broker| {
                run.round(1)
                    .assignments
                    .iter()
                    .filter(|one| one.to == run.id(broker))
                    .count()
            })
            .collect()
    };
    assert_eq!(given(run), [0, 0, 40, 0]);
    assert_eq!(given(&Played::of_variant("cold-start", 2)), [11, 10, 12, 7]);
    assert_eq!(
        (run.run_metrics.sheddings, run.run_metrics.bundles_moved),
        (5, 20)
    );
    run.stable_after(28);
}

pub fn isolation(run: &Played) {
    for round in 1..=60 {
        let not_moved = &run.round(round).not_moved;
        assert_eq!((run.moves(round), not_moved.len()), (0, 4), "{round}");
        assert!(
            not_moved
                .iter()
                .all(|not_moved| not_moved.reason == StayReason::NobodyElse),
            "{round}"
        );
        let load = run.explain(round).detail.load;
        assert!(
            not_moved.iter().all(|not_moved| load
                .bundle(not_moved.bundle)
                .name
                .starts_with("bank/ledger/")),
            "{round}"
        );
    }
    let load = run.explain(1).detail.load;
    let free = load
        .broker(run.id(1))
        .bundles
        .iter()
        .filter(|id| !load.bundle(**id).name.starts_with("bank/ledger/"));
    assert_eq!(
        (free.count(), run.usage(1, 1), run.usage(60, 1)),
        (18, 84.0, 84.0)
    );
}

pub fn straight_back(run: &Played) {
    let back = |run: &Played| run.all_moves().filter(|one| one.to == one.from).count();
    assert_eq!((back(run), run.run_metrics.bundles_moved), (9, 55));
    let before = Played::of_variant("straight-back", 2);
    assert_eq!((back(&before), before.run_metrics.bundles_moved), (0, 33));
    assert!((1..=60).all(|round| before.round(round).not_moved.is_empty()));
}
