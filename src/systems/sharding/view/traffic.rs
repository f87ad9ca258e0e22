//! Route tables: percentages that sum to 100.

use std::collections::BTreeMap;

use crate::systems::sharding::rules::weighted::largest_remainder;

/// Sets one percentage; the others keep their proportions.
pub(super) fn set_traffic(table: &mut BTreeMap<String, u32>, place: usize, percent: u32) {
    let percent = percent.min(100);
    let weights: Vec<u64> = table
        .values()
        .enumerate()
        .map(|(other, p)| if other == place { 0 } else { u64::from(*p) })
        .collect();
    let is_rest_empty = weights.iter().sum::<u64>() == 0;
    let weights: Vec<u64> = if is_rest_empty {
        (0..table.len())
            .map(|other| u64::from(other != place))
            .collect()
    } else {
        weights
    };
    let parts = largest_remainder(&weights, u64::from(100 - percent));
    for (other, own) in table.values_mut().enumerate() {
        *own = if other == place {
            percent
        } else {
            parts[other] as u32
        };
    }
}

/// The table after moving this many percentage points to a revision, proportionally from the others.
pub(super) fn shifted(
    table: &BTreeMap<String, u32>,
    revision: &str,
    points: u32,
) -> BTreeMap<String, u32> {
    let mut table = table.clone();
    let percent = (*table.entry(revision.to_owned()).or_insert(0) + points).min(100);
    if let Some(place) = table.keys().position(|other| other == revision) {
        set_traffic(&mut table, place, percent);
    }
    table
}
