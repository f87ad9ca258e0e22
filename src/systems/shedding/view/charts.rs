//! A run as charts: how the true usages spread over the rounds, and how many bundles moved.

use super::subjects::subject;
use crate::engine::Unit;
use crate::scene::Ink;
use crate::simulator::{Chart, Series, SubjectRef};
use crate::systems::shedding::{BrokerId, Round, Simulation, Subject};

/// The charts of the rounds so far. The brokers that are selected have a line of their own.
pub(super) fn charts(
    simulation: &Simulation,
    rounds: &[Round],
    selected: Option<SubjectRef>,
) -> Vec<Chart> {
    vec![usage(simulation, rounds, selected), moves(rounds)]
}

fn usage(simulation: &Simulation, rounds: &[Round], selected: Option<SubjectRef>) -> Chart {
    let world = simulation.world();
    let mut bounds: [Vec<f64>; 3] = std::array::from_fn(|_| Vec::with_capacity(rounds.len()));
    for round in rounds {
        bounds
            .iter_mut()
            .zip(highest_mean_lowest(&round.usage_percent))
            .for_each(|(line, value)| line.push(value));
    }
    let [highest, mean, lowest] = bounds;
    let mut series = vec![
        Series {
            name: "Highest".to_owned(),
            ink: Ink::Source,
            is_dashed: false,
            values: highest,
        },
        Series {
            name: "Mean".to_owned(),
            ink: Ink::Text,
            is_dashed: true,
            values: mean,
        },
        Series {
            name: "Lowest".to_owned(),
            ink: Ink::Target,
            is_dashed: false,
            values: lowest,
        },
    ];
    let brokers: &[BrokerId] = match selected.and_then(|selected| subject(world, selected)) {
        Some(Subject::Broker(broker)) => &[broker],
        Some(Subject::Pair(high, low)) => &[high, low],
        _ => &[],
    };
    for (place, broker) in brokers.iter().enumerate() {
        series.push(Series {
            name: world.brokers[broker.index()].name.to_string(),
            ink: Ink::Selected,
            is_dashed: place > 0,
            values: rounds
                .iter()
                .map(|round| round.usage_percent[broker.index()])
                .collect(),
        });
    }
    Chart {
        title: "True usage of the brokers",
        unit: Unit::Percent,
        series,
        lines: Vec::new(),
    }
}

/// Of the brokers that are up; NaN while none is.
fn highest_mean_lowest(usage_percent: &[f64]) -> [f64; 3] {
    let (mut highest, mut lowest, mut sum, mut count) =
        (f64::NEG_INFINITY, f64::INFINITY, 0.0, 0.0);
    for usage in usage_percent
        .iter()
        .copied()
        .filter(|usage| !usage.is_nan())
    {
        (highest, lowest) = (highest.max(usage), lowest.min(usage));
        (sum, count) = (sum + usage, count + 1.0);
    }
    if count == 0.0 {
        [f64::NAN; 3]
    } else {
        [highest, sum / count, lowest]
    }
}

fn moves(rounds: &[Round]) -> Chart {
    let values = rounds
        .iter()
        .map(|round| round.moves.len() as f64)
        .collect();
    let series = Series {
        name: "Bundles moved".to_owned(),
        ink: Ink::Flight,
        is_dashed: false,
        values,
    };
    Chart {
        title: "Bundles moved in each round",
        unit: Unit::Count,
        series: vec![series],
        lines: Vec::new(),
    }
}
