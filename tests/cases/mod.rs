//! Which case is held to its facts where, and which is not, and why.

mod avg;
mod build;
mod config;
pub mod facts;
mod manager;
mod overload;
mod placement;
mod played;
mod reports;
mod threshold;
mod uniform;

use facts::Facts;

/// Panics where a case does not come out.
type Holds = fn(&Facts);

/// The cases that are played or read here.
pub const CASES: &[(&str, Holds)] = &[
    ("pulsar-18173-ema", threshold::averaged_scores),
    ("pulsar-17456-idle-broker", threshold::idle_broker),
    ("pulsar-18215-case-2", threshold::three_clocks),
    ("pulsar-13119-ema-from-zero", manager::new_leader),
    ("pulsar-16145-short-term-zero", reports::busy_without_bytes),
    ("pulsar-15313-zero-limits", reports::no_network),
    ("pulsar-18675-doc-example", threshold::documentation_example),
    ("pulsar-15905-absolute", threshold::points_not_percent),
    ("pulsar-21722-back-to-owner", manager::back_to_its_owner),
    ("pulsar-16476-isolation", manager::isolated),
    (
        "pulsar-6152-log-arithmetic",
        overload::arithmetic_of_a_log_line,
    ),
    ("pulsar-17815-pinned-cpus", overload::more_cpu_than_there_is),
    ("pulsar-7475-container-cpu", overload::throttled_container),
    ("pulsar-1149-nic-speed", overload::network_card),
    (
        "pulsar-report-max-is-not-score",
        reports::largest_is_not_the_score,
    ),
    ("pulsar-bandwith-alias", config::misspelt_weights),
    (
        "pulsar-21299-uniform-quiet",
        uniform::quiet_for_its_minimums,
    ),
    ("pulsar-21905-delta-1000", uniform::thousand_on_top),
    ("pulsar-13915-amounts", uniform::amounts),
    ("pulsar-22847-two-formulas", uniform::percent_and_ratio),
    ("pulsar-21214-zero-bundles", uniform::idle_bundles),
    ("pulsar-364-uniform-speed", uniform::a_hundred_pairs),
    ("pulsar-364-threshold-zero", placement::single_precision),
    ("pulsar-364-over-placement", placement::nobody_is_good),
    ("pulsar-364-preallocation", placement::promised_counts),
    ("pulsar-16573-empty-candidates", placement::no_candidates),
    ("pulsar-16766-restarted", placement::restarted),
    (
        "pulsar-442-inverse-headroom",
        placement::no_weight_of_headroom,
    ),
    ("pulsar-roundrobin-changing-set", placement::turns),
    ("pulsar-22949-high-hit", avg::high_hits),
    ("pulsar-22949-pairs", avg::pairs),
    ("pulsar-24581-random-placement", avg::without_shedding),
    ("pulsar-26609-default-change", config::defaults),
    ("pulsar-lower-bound-double-ema", threshold::averaged_twice),
    ("pulsar-transfer-sole-bundle", config::sole_reported_bundle),
    ("pulsar-382-nan", reports::not_a_number),
    ("pulsar-extensible-report", reports::from_a_topic),
    ("pulsar-13852-change-percent", manager::changed_enough),
];

const TRANSFER: (&str, &str) = ("tests/transfer.rs", include_str!("../transfer.rs"));
const EXCHANGE: (&str, &str) = ("tests/exchange.rs", include_str!("../files/cases.json"));

const fn by(
    id: &'static str,
    (file, text): (&'static str, &'static str),
) -> (&'static str, &'static str, &'static str) {
    (id, file, text)
}

/// Cases that another file holds to their facts, wholly or as far as they are about what it tests: the id,
/// the file, and the text in which the id stands as a case.
pub const ELSEWHERE: &[(&str, &str, &str)] = &[
    by("pulsar-transfer-two-pairs", TRANSFER),
    by("pulsar-transfer-stop-at-target", TRANSFER),
    by("pulsar-20059-outlier", TRANSFER),
    by("pulsar-18215-case-2", TRANSFER),
    by("pulsar-19813-renames", EXCHANGE),
    by("pulsar-22946-expression-values", EXCHANGE),
    by("pulsar-26609-default-change", EXCHANGE),
    by("pulsar-bandwith-alias", EXCHANGE),
    by("pulsar-21299-uniform-quiet", EXCHANGE),
    by("pulsar-15313-zero-limits", EXCHANGE),
    by("pulsar-report-max-is-not-score", EXCHANGE),
    by("pulsar-382-nan", EXCHANGE),
    by("pulsar-16145-short-term-zero", EXCHANGE),
    by("pulsar-17815-pinned-cpus", EXCHANGE),
    by("pulsar-7475-container-cpu", EXCHANGE),
    by("pulsar-extensible-report", EXCHANGE),
];

/// Cases that cannot come out.
pub const NOT_EXPRESSED: &[(&str, &str)] = &[(
    "pulsar-423-monitor-table",
    "The table of pulsar-perf monitor-brokers has no limits and only the number of bundles, not their names or traffic, so no cluster can be made of it, and the importer refuses it and says what to give instead (tests/files/cases.json).",
)];

/// What of a case cannot come out, where the rest does.
pub const PARTS_NOT_EXPRESSED: &[(&str, &str)] = &[
    (
        "pulsar-13119-ema-from-zero",
        "The old formula, which took a missing history for zero, is of 2.8, and releases before 4.0 are not played.",
    ),
    (
        "pulsar-15313-zero-limits",
        "Logs are not read, so nothing can be said to contradict one; and of 2.x's score only the arithmetic is here, in what brokers of the extensible manager report.",
    ),
    (
        "pulsar-6152-log-arithmetic",
        "Logs are not read, so nobody takes 0.87 % for 87 %.",
    ),
    (
        "pulsar-17815-pinned-cpus",
        "A report does not say how many CPUs the machine has, so the true value cannot be shown beside the reported one.",
    ),
    (
        "pulsar-7475-container-cpu",
        "A report does not say which release measured it nor whether in a container, so there is no note on 2.6.0 and older.",
    ),
    (
        "pulsar-1149-nic-speed",
        "The key changes what brokers report, so its effect is played by another limit.",
    ),
    (
        "pulsar-bandwith-alias",
        "On 3.x and older only the misspelt key works; 4.0 is the oldest release that is played.",
    ),
    (
        "pulsar-21299-uniform-quiet",
        "Up to 3.0 either minimum let the round through; from 4.0 on only the one of the traffic that fired counts.",
    ),
    (
        "pulsar-13915-amounts",
        "The old constants are played by settings; the classes that had them built in are not.",
    ),
    (
        "pulsar-16766-restarted",
        "The old class, which remembered restarted brokers, is played by a broker that has not been idle.",
    ),
    (
        "pulsar-442-inverse-headroom",
        "The weights were removed in 1.18 and are not offered as history.",
    ),
    (
        "pulsar-lower-bound-double-ema",
        "A class that averages once is no release's.",
    ),
    (
        "pulsar-extensible-report",
        "The smoothed usage of a report is told but not played: in a run it starts from what was measured.",
    ),
];

/// Cases that expect something else than a recorded run of the real class shows: the id, the recorded run
/// that decides, and what it says.
pub const TRACE_DECIDES: &[(&str, &str, &str)] = &[
    (
        "pulsar-21214-zero-bundles",
        "uniform-zero-rate-bundles",
        "The case says that later code leaves idle bundles alone; recorded, all of them go, in the newest class as well.",
    ),
    (
        "pulsar-24581-random-placement",
        "place-avg-default-stats",
        "The case expects a draw for each bundle; recorded, never-seen bundles share an entry of the plan, so all follow the first one's draw. Only 5.0, whose plan goes by names, draws for each.",
    ),
    (
        "pulsar-22949-pairs",
        "avg-collision-same-stats",
        "The case expects each pair's bundles at its own low broker; recorded, the later pair overwrites the earlier target of bundles with equal statistics. With different statistics, and in 5.0, they arrive as expected.",
    ),
];
