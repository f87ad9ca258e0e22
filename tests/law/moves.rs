//! What may and may not happen to bundles.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use shedscope::engine::Unit;
use shedscope::systems::shedding::settings::Key;
use shedscope::systems::shedding::strategy::Pair;
use shedscope::systems::shedding::{BundleId, LoadData};

use super::played::{Played, Turn, ensure};
use super::worlds::{always, level_scenarios, scenarios};

/// Sums of a few dozen rates agree to this share of their size, in whatever order they are added.
const ROUNDING: f64 = 1e-9;

fn is_near(left: f64, right: f64) -> bool {
    (left - right).abs() <= ROUNDING * left.abs().max(right.abs())
}

#[test]
fn every_bundle_is_owned_by_exactly_one_live_broker() {
    always(256, scenarios(), |scenario| {
        let before = RefCell::new(Rc::new(
            Played::of(scenario).simulation.world().first_owners(),
        ));
        Played::lawful(scenario, |played, turn| {
            let mut owners = before.borrow_mut();
            ensure(*owners == turn.detail.owners, || {
                "the round does not begin where the last one ended".to_owned()
            })?;
            let mut lists = vec![0_u32; owners.len()];
            for (broker, load) in turn.detail.load.broker_ids().zip(&turn.detail.load.brokers) {
                ensure(load.bundles.len() == load.bundle_count, || {
                    format!("{} counts wrongly", load.name)
                })?;
                for bundle in load.bundles.iter() {
                    lists[bundle.index()] += 1;
                    let owns = owners[bundle.index()] == broker;
                    ensure(owns, || {
                        format!(
                            "{} reports {}, another's",
                            load.name,
                            played.bundle(*bundle)
                        )
                    })?;
                }
            }
            ensure(lists.iter().all(|count| *count == 1), || {
                format!("bundles are reported {lists:?} times")
            })?;
            for one in &turn.round.moves {
                Rc::make_mut(&mut owners)[one.bundle.index()] = one.to;
            }
            ensure(*owners == turn.after, || {
                "the moves do not lead to the owners after the round".to_owned()
            })?;
            let live = played.simulation.world().brokers.len();
            ensure(owners.iter().all(|owner| owner.index() < live), || {
                "an owner is no broker".to_owned()
            })
        })
    });
}

fn total(load: &LoadData) -> [f64; 4] {
    let rates = load.brokers.iter().map(|broker| broker.rates.to_array());
    rates.fold([0.0; 4], |sum, rates| {
        std::array::from_fn(|i| sum[i] + rates[i])
    })
}

#[test]
fn traffic_is_conserved() {
    always(256, scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            let first = total(&played.turns[0].detail.load);
            let now = total(&turn.detail.load);
            let same = first
                .iter()
                .zip(now)
                .all(|(first, now)| is_near(*first, now));
            ensure(same, || {
                format!("the cluster carries {now:?}, at first {first:?}")
            })
        })
    });
}

#[test]
fn no_bundle_moves_onto_its_owner_or_twice_in_a_round() {
    always(256, scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            let mut moved = BTreeMap::new();
            for one in &turn.round.moves {
                let owner = turn.detail.owners[one.bundle.index()];
                ensure(one.from == owner, || {
                    format!("{} leaves a broker it is not on", played.bundle(one.bundle))
                })?;
                let not_moved = one.to == owner && !played.unloads_first(turn, one.bundle);
                ensure(!not_moved, || {
                    format!("{} moves onto its owner", played.bundle(one.bundle))
                })?;
                let again = moved.insert(one.bundle, one.to);
                ensure(again.is_none(), || {
                    format!("{} moves twice", played.bundle(one.bundle))
                })?;
            }
            let (selected, done) = (
                turn.detail.decision.selections.len(),
                turn.round.moves.len() + turn.round.not_moved.len(),
            );
            ensure(selected == done, || {
                format!("{selected} selected, {done} moved or stayed")
            })
        })
    });
}

#[test]
fn nothing_in_grace_and_nothing_of_the_system_is_selected() {
    always(256, scenarios(), |scenario| {
        let grace = scenario.variant().setting(Key::GracePeriodMinutes);
        let unloaded = RefCell::new(BTreeMap::<BundleId, f64>::new());
        Played::lawful(scenario, |played, turn| {
            let now = turn.round.time_min;
            for one in &turn.detail.decision.selections {
                let name = played.bundle(one.bundle);
                ensure(!name.contains("b:8080"), || {
                    format!("{name} is the system's")
                })?;
                // What comes back in a swap is not asked.
                if turn.comes_back(one) {
                    continue;
                }
                let ago = unloaded.borrow().get(&one.bundle).map(|at| now - at);
                ensure(ago.is_none_or(|ago| ago > grace), || {
                    format!("{name} was unloaded {ago:?} minutes ago")
                })?;
            }
            unloaded
                .borrow_mut()
                .extend(turn.round.moves.iter().map(|one| (one.bundle, now)));
            Ok(())
        })
    });
}

/// What was selected for a pair, in the unit of its budget.
fn selected_for(turn: &Turn, pair: &Pair, unit: Unit) -> f64 {
    let of = |bundle: BundleId| {
        let load = turn.detail.load.bundle(bundle);
        match unit {
            Unit::MsgRate => load.short_term.rates.msg_rate(),
            Unit::ByteRate => load.short_term.rates.throughput(),
            _ => load.usage_points,
        }
    };
    let selections = turn.detail.decision.selections.iter();
    selections
        .filter(|one| one.from == pair.high && one.target == Some(pair.low))
        .map(|one| of(one.bundle))
        .sum()
}

#[test]
fn a_pair_never_moves_more_than_its_budget() {
    always(512, scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            for pair in &turn.detail.decision.pairs {
                let (budget, unit) = pair.budget.unwrap_or((0.0, Unit::Points));
                // Of nothing used there is no share, and nothing exceeds that; a swap is weighed another way.
                let mut back = turn
                    .detail
                    .decision
                    .selections
                    .iter()
                    .filter(|one| turn.comes_back(one));
                if budget.is_nan() || back.any(|one| one.from == pair.low) {
                    continue;
                }
                let moved = selected_for(turn, pair, unit);
                // Points are sums of sizes: a proposal lets a bundle miss by a billionth of one.
                let slack = if unit == Unit::Points {
                    1e-6
                } else {
                    budget.abs() * ROUNDING
                };
                let names = || {
                    format!(
                        "{} and {}",
                        played.broker(pair.high),
                        played.broker(pair.low)
                    )
                };
                ensure(moved <= budget + slack, || {
                    format!("{}: {moved} of {budget} {unit:?}", names())
                })?;
            }
            Ok(())
        })
    });
}

#[test]
fn nothing_moves_among_equals_under_every_line() {
    always(512, level_scenarios(), |scenario| {
        Played::lawful(scenario, |played, turn| {
            let moved: Vec<&str> = turn
                .round
                .moves
                .iter()
                .map(|one| played.bundle(one.bundle))
                .collect();
            ensure(moved.is_empty() && turn.round.not_moved.is_empty(), || {
                format!("{moved:?} move")
            })
        })
    });
}
