//! The metrics of a round, from the simulation. Nothing else here knows the simulation's types.

use super::exposition::{Breakdown, BrokerGauges, Exposition, Leader, ResourceUsage, UsageStats};
use crate::systems::shedding::model::usage::Resource;
use crate::systems::shedding::strategy::{Cause, Outcome};
use crate::systems::shedding::{BrokerId, Detail, Round, Simulation};

/// What the label `cluster` says.
pub(crate) const CLUSTER: &str = "shedscope";

/// What the extensible manager counts its decisions under, with the labels `reason` and `result`
/// (`UnloadCounter`; what administrators unload is counted by other brokers).
const BREAKDOWN: [(Cause, Outcome, &str, &str); 10] = [
    (Cause::Unknown, Outcome::Failure, "Unknown", "Failure"),
    (Cause::HitCount, Outcome::Skip, "HitCount", "Skip"),
    (Cause::NoBundles, Outcome::Skip, "NoBundles", "Skip"),
    (Cause::CoolDown, Outcome::Skip, "CoolDown", "Skip"),
    (Cause::OutDatedData, Outcome::Skip, "OutDatedData", "Skip"),
    (Cause::NoLoadData, Outcome::Skip, "NoLoadData", "Skip"),
    (Cause::NoBrokers, Outcome::Skip, "NoBrokers", "Skip"),
    (Cause::Unknown, Outcome::Skip, "Unknown", "Skip"),
    (Cause::Overloaded, Outcome::Success, "Overloaded", "Success"),
    (
        Cause::Underloaded,
        Outcome::Success,
        "Underloaded",
        "Success",
    ),
];

/// Who leads, and what it has counted since it does.
///
/// The simulation's leader is no broker in particular. Here the first of the scenario's brokers that is up
/// leads, until an event says that the leader changes or it is down: then the next one in order does, and
/// has counted nothing yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unloads {
    /// The broker that leads; none while none is up.
    pub leader: Option<BrokerId>,
    /// Brokers that something was unloaded from, once for each round in which it was.
    pub brokers: u64,
    /// Bundles unloaded; one that is unloaded twice counts twice.
    pub bundles: u64,
    breakdown: [u64; BREAKDOWN.len()],
    usage_stats: Option<UsageStats>,
    /// The time up to which leaders are known, in milliseconds of the run.
    known_ms: Option<u64>,
}

impl Unloads {
    /// Adds a round; rounds come in order, from the first. What was selected but stayed does not count: so it
    /// is since pull request 22895 of June 2024, and our releases are younger.
    pub fn take(&mut self, simulation: &Simulation, round: &Round, detail: &Detail) {
        self.follow(simulation, round, detail.time_ms);
        let mut sources: Vec<_> = round.moves.iter().map(|moved| moved.from).collect();
        sources.sort_unstable();
        sources.dedup();
        self.brokers += sources.len() as u64;
        self.bundles += round.moves.len() as u64;
        for verdict in &round.verdicts {
            let place = BREAKDOWN
                .iter()
                .position(|row| (row.0, row.1) == (verdict.cause, verdict.outcome));
            if let Some(place) = place {
                self.breakdown[place] += 1;
            }
        }
        // Where no reports were counted the last statistics stand; they are shown where both are above 0.
        if let Some((avg, std)) = detail.decision.usage_stats {
            self.usage_stats = (avg > 0.0 && std > 0.0).then_some(UsageStats {
                avg: avg as f32,
                std: std as f32,
            });
        }
    }

    /// Who leads in a round.
    fn follow(&mut self, simulation: &Simulation, round: &Round, now_ms: u64) {
        let order = &simulation.world().given_order;
        let is_up = |id: &BrokerId| !round.usage_percent[id.index()].is_nan();
        let next = |after: Option<BrokerId>| {
            let first = after
                .and_then(|id| order.iter().position(|other| *other == id))
                .map_or(0, |place| place + 1);
            order
                .iter()
                .cycle()
                .skip(first)
                .take(order.len())
                .copied()
                .find(is_up)
        };
        let before = self.leader;
        let is_new =
            |at_ms: u64| self.known_ms.is_none_or(|known_ms| at_ms > known_ms) && at_ms <= now_ms;
        let mut leader = before.or_else(|| next(None));
        for (at_ms, stops) in simulation.leader_changes() {
            if is_new(at_ms) && (stops.is_none() || stops == leader) {
                leader = next(leader);
            }
        }
        if !leader.as_ref().is_some_and(is_up) {
            leader = next(leader);
        }
        self.known_ms = Some(now_ms);
        if leader != before {
            *self = Self {
                leader,
                known_ms: self.known_ms,
                ..Self::default()
            };
        }
    }
}

/// What would be exposed in a round: of each broker that is up what it last measured of itself, and of the
/// leader what it has counted up to and including the round.
pub fn of_round<'a>(
    simulation: &'a Simulation,
    round: &Round,
    detail: &Detail,
    unloads: &Unloads,
) -> Exposition<'a> {
    let (world, is_extensible) = (simulation.world(), simulation.variant().is_extensible());
    let name = |id: BrokerId| &*world.brokers[id.index()].name;
    let gauges = |id: BrokerId| {
        let percent_of = |resource| detail.measured[id.index()].of(resource).percent_f32();
        let report = detail
            .load
            .broker(id)
            .extensible
            .as_ref()
            .filter(|_| is_extensible);
        let max = Resource::SCORED
            .into_iter()
            .map(percent_of)
            .fold(0.0, f32::max)
            / 100.0;
        BrokerGauges {
            name: name(id),
            usage_percent: Resource::ALL.map(percent_of),
            resource_usage: report.map(|report| ResourceUsage {
                max_ema: report.weighted_max_ema as f32,
                max,
            }),
        }
    };
    let is_up = |id: &BrokerId| !round.usage_percent[id.index()].is_nan();
    let counts = BREAKDOWN.iter().zip(unloads.breakdown);
    let breakdown = counts.map(|((_, _, reason, result), count)| Breakdown {
        reason,
        result,
        count,
    });
    Exposition {
        cluster: CLUSTER,
        release: simulation.variant().release,
        is_extensible,
        brokers: world
            .given_order
            .iter()
            .copied()
            .filter(is_up)
            .map(gauges)
            .collect(),
        leader: Leader {
            name: unloads.leader.map_or("", name),
            unloaded_brokers: unloads.brokers,
            unloaded_bundles: unloads.bundles,
            breakdown: if is_extensible {
                breakdown.collect()
            } else {
                Vec::new()
            },
            usage_stats: unloads.usage_stats,
        },
    }
}
