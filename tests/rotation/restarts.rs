//! The rolling restart of a fleet, against the model's mean over many runs.

use serde_json::Value;
use shedscope::rotation::reason::AddressId;
use shedscope::rotation::selection::Selection;
use shedscope::run::draw;

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
            .map(|id| (draw(seed, "restarts", "", (producer * brokers + id) as u64), id as AddressId))
            .collect();
        keys.sort_unstable();
        let mut selection = started(knowing(endpoints, keys.into_iter().map(|(_, id)| id).collect()));
        let mut send = |dead: Option<usize>| match send(&mut selection, |id| dead == Some(usize::from(id))).2 {
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

/// Compares the published means with ours, where the fleet is small.
pub fn compare(rows: &[Value]) -> Result<usize, String> {
    for row in rows {
        let number = |key: &str| row[key].as_u64().unwrap() as usize;
        let (producers, brokers, endpoints) = (number("P"), number("B"), number("N"));
        let runs = if producers * brokers > 400 { 6 } else { 20 };
        let mut mean = vec![0.0; brokers];
        let mut forgotten = 0.0;
        for seed in 0..runs {
            let (loads, of_run) = restarted(seed, producers, brokers, endpoints);
            mean.iter_mut().zip(loads).for_each(|(mean, load)| *mean += load / runs as f64);
            forgotten += of_run as f64 / (runs as usize * producers) as f64;
        }
        let theirs: Vec<f64> =
            row["mean_load_by_restart_order"].as_array().unwrap().iter().map(|load| load.as_f64().unwrap()).collect();
        let named = format!("P {producers}, B {brokers}, N {endpoints}");
        for (broker, (ours, theirs)) in mean.iter().zip(&theirs).enumerate() {
            // A load is a mean of about P·runs/B choices; what is certain must come out exactly.
            let noise = 5.0 * ((brokers - 1).max(1) as f64 / (producers as f64 * runs as f64)).sqrt();
            let tolerance = if *theirs == 0.0 || *theirs == brokers as f64 { 1e-9 } else { noise };
            if (ours - theirs).abs() > tolerance {
                return Err(format!("{named}, broker {}: {ours:.3}, theirs {theirs}", broker + 1));
            }
        }
        let theirs = row["mean_forgotten_per_producer"].as_f64().unwrap();
        if (forgotten - theirs).abs() > 0.12 {
            return Err(format!("{named}: {forgotten:.3} forgotten per producer, theirs {theirs}"));
        }
    }
    Ok(rows.len())
}
