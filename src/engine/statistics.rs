//! How values are spread over seeds.

/// A value of a measure, and the seed under which it came out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct At {
    /// The value.
    pub value: f64,
    /// The seed.
    pub seed: u64,
}

/// How a measure of a variant is spread over the seeds finished so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The lowest value.
    pub lowest: At,
    /// The value in the middle of the order; of an even number of values the lower of the two in the
    /// middle, so that it is one that came out.
    pub(crate) median: At,
    /// The highest value.
    pub highest: At,
    /// How many seeds have a value.
    pub count: usize,
}

/// How values are spread, the first of which is that of seed 1. Of equal values the lowest seed counts.
pub(crate) fn spread_of(values: &[Option<f64>]) -> Option<Spread> {
    let there = values
        .iter()
        .zip(1..)
        .filter_map(|(value, seed)| value.map(|value| At { value, seed }));
    let mut sorted: Vec<At> = there.collect();
    sorted.sort_by(|a, b| a.value.total_cmp(&b.value));
    let (lowest, last) = (*sorted.first()?, *sorted.last()?);
    let first_of = |value: f64| {
        sorted
            .iter()
            .filter(|at| at.value == value)
            .min_by_key(|at| at.seed)
            .copied()
    };
    let median = sorted[(sorted.len() - 1) / 2];
    Some(Spread {
        lowest,
        median: first_of(median.value).unwrap_or(median),
        highest: first_of(last.value).unwrap_or(last),
        count: sorted.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_a_value_that_came_out() {
        let of = |values: &[f64]| {
            spread_of(&values.iter().map(|value| Some(*value)).collect::<Vec<_>>()).unwrap()
        };
        let (one, odd, even) = (of(&[4.0]), of(&[5.0, 1.0, 3.0]), of(&[8.0, 2.0, 6.0, 4.0]));
        assert_eq!(
            (one.lowest, one.median, one.highest, one.count),
            (one.median, one.median, one.median, 1)
        );
        assert_eq!(
            (odd.median, even.median),
            (
                At {
                    value: 3.0,
                    seed: 3
                },
                At {
                    value: 4.0,
                    seed: 4
                }
            )
        );
        assert_eq!(
            (even.lowest, even.highest),
            (
                At {
                    value: 2.0,
                    seed: 2
                },
                At {
                    value: 8.0,
                    seed: 1
                }
            )
        );
        // Of equal values the lowest seed counts, and a seed without a value not at all.
        let gaps = spread_of(&[None, Some(7.0), Some(7.0), None, Some(7.0)]).unwrap();
        assert_eq!(
            (
                gaps.lowest.seed,
                gaps.median.seed,
                gaps.highest.seed,
                gaps.count
            ),
            (2, 2, 2, 3)
        );
        assert_eq!(spread_of(&[None, None]), None);
    }
}
