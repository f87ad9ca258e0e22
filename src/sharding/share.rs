//! Who is to have how many: exact arithmetic, no floats.
//!
//! With `W` the sum of the weights and `T` all shards, the target of node `i` is the real number `T·wᵢ / W`. Every
//! comparison is of whole numbers, multiplied by `W`.

use crate::run::{order, sort_by};

/// A node's part: its weight and what it holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its weight, at least 0.
    pub weight: i128,
    /// The shards that it holds.
    pub count: u32,
}

/// The parts of all nodes, and the shards that are to be shared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// The nodes' parts.
    pub parts: Vec<Part>,
    /// Shards that count: those that are placed, in hand-off, and being placed.
    pub total: u32,
    /// The sum of the weights.
    pub whole: i128,
}

impl Shares {
    /// The parts of nodes that are to share `total` shards.
    pub fn new(parts: Vec<Part>, total: u32) -> Self {
        let whole = parts.iter().map(|part| part.weight).sum();
        Self { parts, total, whole }
    }

    /// What is missing of a node's target, times the sum of the weights; negative where it has too many.
    pub fn deficit(&self, index: usize) -> i128 {
        let part = self.parts[index];
        i128::from(self.total) * part.weight - self.whole * i128::from(part.count)
    }

    /// What a node has too many, times the sum of the weights.
    pub fn surplus(&self, index: usize) -> i128 {
        -self.deficit(index)
    }

    /// A node's target as a number to be read; not a number where all weights are 0.
    pub fn target(&self, index: usize) -> f64 {
        i128::from(self.total) as f64 * self.parts[index].weight as f64 / self.whole as f64
    }

    /// The targets in whole shards: the largest remainders are rounded up (Hamilton's method), of equal ones the first.
    pub fn rounded(&self) -> Vec<u32> {
        if self.whole <= 0 {
            return self.parts.iter().map(|part| part.count).collect();
        }
        let exact = |index: usize| i128::from(self.total) * self.parts[index].weight;
        let mut counts: Vec<u32> = (0..self.parts.len()).map(|index| (exact(index) / self.whole) as u32).collect();
        let missing = self.total.saturating_sub(counts.iter().sum());
        let remainder = |index: usize| exact(index) % self.whole;
        let by_remainder = order(counts.len(), &mut |a, b| remainder(b).cmp(&remainder(a)));
        by_remainder.into_iter().take(missing as usize).for_each(|index| counts[index] += 1);
        counts
    }

    /// `Σ (c − t)²` times the square of the sum of the weights: what every move of `exchange` makes smaller. Saturates.
    pub fn potential(&self) -> i128 {
        let square = |index: usize| self.deficit(index).saturating_mul(self.deficit(index));
        (0..self.parts.len()).fold(0, |sum: i128, index| sum.saturating_add(square(index)))
    }

    /// Shards out of place, `Σ |c − t| / 2`, to be read.
    pub fn out_of_place(&self) -> f64 {
        if self.whole <= 0 {
            return 0.0;
        }
        let distance: i128 = (0..self.parts.len()).map(|index| self.deficit(index).abs()).sum();
        distance as f64 / (2 * self.whole) as f64
    }
}

/// Two whole numbers, both divided by `whole`, as floats that compare exactly as the whole numbers do.
///
/// Dividing may make equal what is not; then the left one is moved by its last bit.
pub fn compared(left: i128, right: i128, whole: i128) -> (f64, f64) {
    let whole = whole.max(1) as f64;
    let (mut a, b) = (left as f64 / whole, right as f64 / whole);
    if left == right {
        a = b;
    } else if left > right && a <= b {
        a = b.next_up();
    } else if left < right && a >= b {
        a = b.next_down();
    }
    (a, b)
}

/// The indices of parts, best first, by whole numbers of which the greatest counts; equal ones keep their order.
pub fn greatest_first<K: Ord + Copy>(count: usize, key: impl Fn(usize) -> K) -> Vec<usize> {
    let mut keyed: Vec<(K, usize)> = (0..count).map(|index| (key(index), index)).collect();
    sort_by(&mut keyed, |a, b| b.0.cmp(&a.0));
    keyed.into_iter().map(|(_, index)| index).collect()
}

/// The index with the greatest key, of equal ones the first.
pub fn greatest<K: Ord>(count: usize, key: impl Fn(usize) -> K) -> Option<usize> {
    let mut best: Option<(usize, K)> = None;
    for index in 0..count {
        let own = key(index);
        if best.as_ref().is_none_or(|(_, other)| own > *other) {
            best = Some((index, own));
        }
    }
    best.map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_of_whole_numbers_compare_as_the_whole_numbers_do() {
        let large = 1_i128 << 90;
        for (left, right, whole) in [(1, 2, 3), (large + 1, large, large), (large, large + 1, large), (7, 7, 3), (0, -1, 9)] {
            let (a, b) = compared(left, right, whole);
            assert_eq!(a.partial_cmp(&b), Some(left.cmp(&right)), "{left} {right} {whole}");
        }
    }

    #[test]
    fn targets_are_those_of_the_worked_examples() {
        let shares = |weights: &[i128], total| {
            Shares::new(weights.iter().map(|&weight| Part { weight, count: 0 }).collect(), total)
        };
        assert_eq!(shares(&[4, 5, 3], 10).rounded(), [3, 4, 3]);
        assert_eq!(shares(&[4, 5, 3], 100).rounded(), [33, 42, 25]);
        assert_eq!(shares(&[30, 30, 30, 10], 64).rounded(), [19, 19, 19, 7]);
        assert_eq!(shares(&[0, 0], 5).rounded(), [0, 0]);
    }
}
