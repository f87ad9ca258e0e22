//! What the lines of each preset claim, in the order of the table.

mod chance;
mod joins;
mod large;
mod late;
mod limits;
mod pair;
pub mod played;
mod restarts;
mod rules;
mod surprises;
mod targets;

use played::Played;

/// Panics where a claim does not come true.
type Holds = fn(&Played);

/// A preset's id, and whether what its lines say happens.
pub const CLAIMS: &[(&str, Holds)] = &[
    ("two-hot-two-idle", joins::two_hot_two_idle),
    ("pair-example", pair::worked_example),
    ("pair-history", pair::history),
    ("pair-one-namespace", pair::one_namespace),
    ("pair-no-history", pair::no_history),
    ("pair-multi-hit", pair::multi_hit),
    ("pair-avg-proposed", pair::avg_proposed),
    ("pair-avg", pair::avg),
    ("pair-avg-half", pair::avg_half),
    ("four-least-rate", targets::four_least_rate),
    ("four-least-resource", targets::four_least_resource),
    ("four-round-robin", targets::four_round_robin),
    ("four-random", targets::four_random),
    ("four-avg", targets::four_avg),
    ("pool-all", targets::pool_all),
    ("pool-one", targets::pool_one),
    ("coupled", targets::coupled),
    ("restarted-proposed", joins::restarted_proposed),
    ("restarted-released", joins::restarted_released),
    ("restart-most", restarts::most),
    ("restart-rolling", restarts::rolling),
    ("late-reports", late::reports),
    ("late-hits", late::hits),
    ("spike", late::spike),
    ("new-broker", late::new_broker),
    ("leader", late::leader),
    ("fluctuation", chance::fluctuation),
    ("receivers", chance::receivers),
    ("jitter", chance::jitter),
    ("hardware", limits::hardware),
    ("hundred-new", limits::hundred_new),
    ("neighbour", limits::neighbour),
    ("transfer-target", limits::transfer_target),
    ("cold-start", rules::cold_start),
    ("isolation", rules::isolation),
    ("straight-back", rules::straight_back),
    ("empty-threshold", joins::empty_threshold),
    ("empty-lower", joins::empty_lower),
    ("empty-overload", joins::empty_overload),
    ("empty-uniform", joins::empty_uniform),
    ("empty-avg", joins::empty_avg),
    ("empty-multi-hit", joins::empty_multi_hit),
    ("hot-overload", surprises::hot_overload),
    ("hot-avg", surprises::hot_avg),
    ("plan-filtered", surprises::plan_filtered),
    ("plan-kept", surprises::plan_kept),
    ("minimum-threshold", surprises::minimum_threshold),
    ("minimum-avg", surprises::minimum_avg),
    ("idle-bundles", surprises::idle_bundles),
    ("whole-points", surprises::whole_points),
    ("exact-order", surprises::exact_order),
    ("twenty", large::twenty),
    ("hundred", large::hundred),
    ("thousand", large::thousand),
];
