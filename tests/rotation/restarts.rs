//! The rolling restart of a fleet, against the model's mean over many runs.

use serde_json::Value;
use shedscope::engine::draw;
use shedscope::systems::rotation::reason::AddressId;
use shedscope::systems::rotation::selection::Selection;

use super::sends::{End, knowing, send};

/// The metadata request of the start: a turn of the locals is taken, and the write set starts again.
fn started(mut selection: Selection) -> Selection {
    send(&mut selection, |_| false);
    selection.clear_writes();
    selection
}

/// Loads by broker, relative to the fair share, after all brokers were restarted in order, and endpoints forgotten.
fn restarted(seed: u64, producers: usize, brokers: usize, endpoints: usize) -> (Vec<f64>, usize) {
    let mut loads = vec![0.0; brokers];
    let mut forgotten = 0;
    for producer in 0..producers {
        let mut keys: Vec<(u64, AddressId)> = (0..brokers)
            .map(|id| {
                (
                    draw(seed, "restarts", "", (producer * brokers + id) as u64),
                    id as AddressId,
                )
            })
            .collect();
        keys.sort_unstable();
        let mut selection = started(knowing(
            endpoints,
            keys.into_iter().map(|(_, id)| id).collect(),
        ));
        let mut send = |dead: Option<usize>| match send(&mut selection, |id| {
            dead == Some(usize::from(id))
        })
        .2
        {
            End::Sent(address) => Some(address),
            End::Refused(_) | End::NoEndpoints => None,
        };
        (0..12).for_each(|_| _ = send(None));
        for broker in 0..brokers {
            (0..12).for_each(|_| _ = send(Some(broker)));
            (0..12).for_each(|_| _ = send(None));
        }
        for _ in 0..12 {
            if let Some(address) = send(None) {
                loads[usize::from(address)] += brokers as f64 / (12 * producers) as f64;
            }
        }
        forgotten += brokers - selection.locals().len();
    }
    (loads, forgotten)
}

/// Runs of the published means.
const THEIR_RUNS: f64 = 200.0;

/// Whether a mean over our runs and a published one, rounded to three decimals, are of the same distribution: four
/// standard errors of their distance, of which our own runs tell the deviation. What never varies must be equal.
fn is_same(ours: &[f64], theirs: f64) -> Result<(), String> {
    let runs = ours.len() as f64;
    let mean = ours.iter().sum::<f64>() / runs;
    let variance = ours.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / (runs - 1.0);
    let tolerance = 4.0 * (variance * (1.0 / runs + 1.0 / THEIR_RUNS)).sqrt()
        + if variance > 1e-12 { 0.0005 } else { 1e-9 };
    if (mean - theirs).abs() <= tolerance {
        Ok(())
    } else {
        Err(format!(
            "{mean:.4}, theirs {theirs}, tolerance {tolerance:.4}"
        ))
    }
}

/// Compares the published means with ours.
pub fn compare(rows: &[Value]) -> Result<usize, String> {
    for row in rows {
        let number = |key: &str| row[key].as_u64().unwrap() as usize;
        let (producers, brokers, endpoints) = (number("P"), number("B"), number("N"));
        let runs = if producers * brokers > 400 { 10 } else { 30 };
        let runs: Vec<(Vec<f64>, usize)> = (0..runs)
            .map(|seed| restarted(seed, producers, brokers, endpoints))
            .collect();
        let named = format!("P {producers}, B {brokers}, N {endpoints}");
        let theirs = row["mean_load_by_restart_order"].as_array().unwrap();
        for (broker, theirs) in theirs.iter().enumerate() {
            let ours: Vec<f64> = runs.iter().map(|(loads, _)| loads[broker]).collect();
            is_same(&ours, theirs.as_f64().unwrap())
                .map_err(|difference| format!("{named}, broker {}: {difference}", broker + 1))?;
        }
        let ours: Vec<f64> = runs
            .iter()
            .map(|(_, forgotten)| *forgotten as f64 / producers as f64)
            .collect();
        is_same(&ours, row["mean_forgotten_per_producer"].as_f64().unwrap())
            .map_err(|difference| format!("{named}: forgotten per producer {difference}"))?;
    }
    Ok(rows.len())
}
