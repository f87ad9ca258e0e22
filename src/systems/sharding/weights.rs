//! The regions that a decision is about, and their weights.

use super::reason::{Explain, NodeId};
use super::round::Phase;
use super::rules::knative::{self, FallbackReason, Mode, TableCheck};
use super::rules::{Region, Status};
use super::settings::Key;
use super::simulation::Simulation;
use super::state::State;

/// The regions known to the coordinator, sorted by address, with weights still 0.
pub fn regions(simulation: &Simulation, state: &State) -> Vec<Region> {
    let known = state
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.is_region());
    known
        .map(|(place, node)| Region {
            node: NodeId(place as u32),
            status: if node.phase == Phase::Leaving {
                Status::Leaving
            } else {
                Status::Up
            },
            version: simulation.nodes[place].version,
            up_number: node.up_number,
            listed: node.shards.len(),
            counted: u64::from(node.running() + node.arriving),
            weight: 0,
        })
        .collect()
}

/// The source of the weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WeightSource {
    /// Manual weights, the route table, or the current distribution.
    pub mode: Mode,
    /// Why the current distribution serves as weights, if it does.
    pub fallback: Option<FallbackReason>,
    /// Age of the route table, in seconds; NaN without one.
    pub(crate) table_age_s: f64,
    /// Share of the traffic whose revisions have nodes, in percent; NaN where no table is used.
    pub coverage_percent: f64,
}

/// Assigns the variant's current weights to the regions, and returns their source.
pub(crate) fn assign_weights(
    simulation: &Simulation,
    state: &State,
    now_ms: u64,
    regions: &mut [Region],
    explain: &mut Explain,
) -> WeightSource {
    // Leaving nodes have weight 0, so that they are emptied.
    let is_staying = |region: &Region| !region.status.is_leaving();
    let staying: Vec<usize> = (0..regions.len())
        .filter(|place| is_staying(&regions[*place]))
        .collect();
    let (mut table_age_s, mut coverage_percent) = (f64::NAN, f64::NAN);
    let given = if simulation.reads_table() {
        let revisions: Vec<u16> = staying
            .iter()
            .map(|place| simulation.nodes[regions[*place].node.index()].revision)
            .collect();
        let read = state.read.as_ref();
        let table = read.map_or(&[][..], |read| &read.table);
        let age = read.map(|read| (now_ms - read.at_ms) as f64 / 1000.0);
        table_age_s = age.unwrap_or(f64::NAN);
        coverage_percent = f64::from(knative::coverage_percent(table, &revisions));
        let table_check = TableCheck {
            age_s: age,
            oldest_s: simulation.get(Key::OldestTable),
            min_coverage_percent: simulation.get(Key::MinCoverage) as u32,
        };
        knative::check_table(table, &revisions, &table_check, explain)
            .map(|()| (Mode::Traffic, knative::weights(table, &revisions)))
    } else {
        let by_hand = staying
            .iter()
            .map(|place| u64::from(state.nodes[regions[*place].node.index()].weight));
        Ok((Mode::ByHand, by_hand.collect()))
    };
    let counts: Vec<u64> = staying
        .iter()
        .map(|place| regions[*place].counted)
        .collect();
    let weights = knative::effective_weights(given, &counts, explain);
    for (place, weight) in staying.into_iter().zip(weights.each) {
        regions[place].weight = weight;
    }
    WeightSource {
        mode: weights.mode,
        fallback: weights.fallback,
        table_age_s,
        coverage_percent,
    }
}
