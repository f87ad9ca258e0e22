//! The points of a line: at most a few for each pixel, and gaps where there are no values.

/// A point of a line: the round, from 0, and its value.
pub(crate) type PointOfLine = (f64, f64);

/// The lines of a series over some rounds, one for every stretch with values. A column of pixels gets two points at
/// most: the least and the greatest value of its rounds.
pub(super) fn pieces(values: &[f64], rounds: usize, columns: usize) -> Vec<Vec<PointOfLine>> {
    let rounds = rounds.max(values.len()).max(1);
    let columns = if rounds <= columns.saturating_mul(2) {
        rounds
    } else {
        columns.max(1)
    };
    let mut pieces = Vec::new();
    let mut piece = Vec::new();
    let mut begin = 0;
    while begin < values.len() {
        let column = begin * columns / rounds;
        let end = ((column + 1) * rounds).div_ceil(columns).min(values.len());
        piece.extend(extremes(&values[begin..end], begin));
        let has_gap = values[begin..end].iter().any(|value| !value.is_finite());
        if has_gap && !piece.is_empty() {
            pieces.push(std::mem::take(&mut piece));
        }
        begin = end;
    }
    if !piece.is_empty() {
        pieces.push(piece);
    }
    pieces
}

/// The least and the greatest of some values, in the order of their rounds; one point where they are the same.
fn extremes(values: &[f64], first: usize) -> impl Iterator<Item = PointOfLine> + use<> {
    let finite = || {
        values
            .iter()
            .enumerate()
            .filter(|(_, value)| value.is_finite())
    };
    let least = finite().min_by(|a, b| a.1.total_cmp(b.1));
    let greatest = finite()
        .max_by(|a, b| a.1.total_cmp(b.1))
        .filter(|greatest| Some(greatest.1) != least.map(|one| one.1));
    let mut points: Vec<PointOfLine> = least
        .into_iter()
        .chain(greatest)
        .map(|(index, value)| ((first + index) as f64, *value))
        .collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    points.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rounds_have_a_point_each_and_gaps_stay_gaps() {
        let values = [1.0, 2.0, f64::NAN, f64::INFINITY, 4.0, 3.0];
        let lines = pieces(&values, 6, 400);
        assert_eq!(
            lines,
            [vec![(0.0, 1.0), (1.0, 2.0)], vec![(4.0, 4.0), (5.0, 3.0)]]
        );
        assert!(pieces(&[], 6, 400).is_empty() && pieces(&[f64::NAN; 3], 6, 400).is_empty());
        assert_eq!(pieces(&[7.0], 1, 0), [vec![(0.0, 7.0)]]);
    }

    #[test]
    fn many_rounds_keep_their_extremes_in_two_points_a_column() {
        let mut values: Vec<f64> = (0..10_000).map(|index| f64::from(index % 7)).collect();
        (values[1234], values[7777]) = (99.0, -5.0);
        let lines = pieces(&values, 10_000, 300);
        let [line] = &lines[..] else {
            panic!("one line, not {}", lines.len())
        };
        assert!(line.len() <= 600 && line.len() > 300, "{}", line.len());
        assert!(line.contains(&(1234.0, 99.0)) && line.contains(&(7777.0, -5.0)));
        assert!(line.is_sorted_by(|a, b| a.0 < b.0));
    }

    #[test]
    fn a_gap_among_many_rounds_is_not_bridged() {
        let mut values = vec![1.0; 10_000];
        values[5000] = f64::NAN;
        assert_eq!(pieces(&values, 10_000, 300).len(), 2);
        values[4000..6000].fill(f64::NAN);
        assert_eq!(pieces(&values, 10_000, 300).len(), 2);
    }
}
