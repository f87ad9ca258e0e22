//! The imbalance of a fleet: measured, and in closed form.
//!
//! A producer's write endpoints are a uniformly random subset of N of the B brokers of its zone, and each gets 1/N of
//! its rate r. A broker's load then has the mean Σr / B and the variance Σr² · (B − N) / (N · B²).

/// Producers that choose among the same brokers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// The sum of their rates, Σr, per second.
    pub rate: f64,
    /// The sum of the squares of their rates, Σr².
    pub square: f64,
    /// Indices of the brokers among which they choose.
    pub brokers: Vec<u16>,
}

/// Mean and coefficient of variation of loads.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spread {
    /// The mean load of a broker, in requests per second.
    pub mean: f64,
    /// Standard deviation over mean, 0.2 = 20 %; 0 without load.
    pub cv: f64,
}

/// Mean and variance of each broker's load in a fleet that chooses at random; `None` for brokers that are down.
pub fn by_broker(
    groups: &[Group],
    endpoints: usize,
    brokers: usize,
    is_up: impl Fn(u16) -> bool,
) -> Vec<Option<(f64, f64)>> {
    let mut loads: Vec<Option<(f64, f64)>> = (0..brokers)
        .map(|place| is_up(place as u16).then_some((0.0, 0.0)))
        .collect();
    for group in groups {
        let among = group
            .brokers
            .iter()
            .filter(|broker| is_up(**broker))
            .count() as f64;
        if among == 0.0 {
            continue;
        }
        let chosen = (endpoints as f64).min(among);
        let variance = group.square * (among - chosen) / (chosen * among * among);
        for broker in &group.brokers {
            if let Some(load) = &mut loads[usize::from(*broker)] {
                load.0 += group.rate / among;
                load.1 += variance;
            }
        }
    }
    loads
}

/// The expected spread of a fleet that chooses at random, including zones of unequal size, from [`by_broker`].
///
/// Over all brokers, the expected squared distance from the common mean is the variance within a zone plus the
/// squared distance of the zone's mean, which rotation cannot change.
pub fn closed_form(by_broker: &[Option<(f64, f64)>]) -> Spread {
    let loads: Vec<(f64, f64)> = by_broker.iter().copied().flatten().collect();
    let count = loads.len() as f64;
    let mean = loads.iter().map(|load| load.0).sum::<f64>() / count;
    // The mean of an empty list is not defined.
    if loads.is_empty() || mean <= 0.0 {
        return Spread::default();
    }
    let square = loads
        .iter()
        .map(|(own, variance)| variance + (own - mean) * (own - mean))
        .sum::<f64>()
        / count;
    Spread {
        mean,
        cv: square.sqrt() / mean,
    }
}

/// The spread of measured loads: population standard deviation over mean.
pub fn measured(loads: &[f64]) -> Spread {
    let count = loads.len() as f64;
    let mean = loads.iter().sum::<f64>() / count;
    if loads.is_empty() || mean <= 0.0 {
        return Spread::default();
    }
    let square = loads
        .iter()
        .map(|load| (load - mean) * (load - mean))
        .sum::<f64>()
        / count;
    Spread {
        mean,
        cv: square.sqrt() / mean,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equal(producers: u32, brokers: u16) -> Vec<Group> {
        let rate = f64::from(producers);
        vec![Group {
            rate,
            square: rate,
            brokers: (0..brokers).collect(),
        }]
    }

    #[test]
    fn the_closed_form_gives_the_published_table() {
        for (producers, brokers, endpoints, cv) in [
            (60, 12, 1, 0.428),
            (60, 12, 2, 0.289),
            (60, 12, 3, 0.224),
            (60, 12, 4, 0.183),
            (60, 12, 6, 0.129),
            (300, 30, 1, 0.311),
            (300, 30, 3, 0.173),
            (1000, 50, 1, 0.221),
            (1000, 50, 3, 0.125),
            (1000, 50, 6, 0.086),
            (60, 6, 6, 0.0),
            (60, 6, 9, 0.0),
        ] {
            let spread = closed_form(&by_broker(
                &equal(producers, brokers),
                endpoints,
                usize::from(brokers),
                |_| true,
            ));
            assert!(
                (spread.cv - cv).abs() < 0.0006,
                "{producers} {brokers} {endpoints}: {}",
                spread.cv
            );
            assert!((spread.mean - f64::from(producers) / f64::from(brokers)).abs() < 1e-9);
        }
    }

    #[test]
    fn unequal_zones_differ_however_many_endpoints_there_are() {
        let groups = [
            Group {
                rate: 60.0,
                square: 60.0,
                brokers: vec![0, 1, 2, 3],
            },
            Group {
                rate: 60.0,
                square: 60.0,
                brokers: vec![4, 5],
            },
        ];
        let spread = closed_form(&by_broker(&groups, 4, 6, |_| true));
        // Means of 15 and 30 around a mean of 20 remain when every zone is even.
        assert_eq!(spread.mean, 20.0);
        assert!(
            (spread.cv - (50.0_f64).sqrt() / 20.0).abs() < 1e-12,
            "{}",
            spread.cv
        );
        assert_eq!(
            closed_form(&by_broker(&groups, 4, 6, |_| false)),
            Spread::default()
        );
    }

    #[test]
    fn loads_are_measured_as_a_population() {
        assert_eq!(measured(&[1.0, 3.0]), Spread { mean: 2.0, cv: 0.5 });
        assert_eq!(measured(&[]), Spread::default());
        assert_eq!(measured(&[0.0, 0.0]), Spread::default());
    }
}
