//! The meter: how much was granted in the last seconds.
//!
//! Source: `RequestRateMeter`. Times are whole milliseconds; a point that is exactly a window old still counts.

use std::collections::VecDeque;

/// Permits granted at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// When, in milliseconds.
    pub at_ms: u64,
    /// How many.
    pub permits: u64,
}

/// The points of a sliding window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meter {
    points: VecDeque<Point>,
    sum: u64,
}

impl Meter {
    /// Takes in a grant, and drops what is too old.
    pub fn add(&mut self, at_us: u64, permits: u64, window_ms: u64) {
        self.points.push_back(Point {
            at_ms: at_us / 1000,
            permits,
        });
        self.sum += permits;
        self.drop_old(at_us / 1000, window_ms);
    }

    /// Permits granted within the window.
    pub fn sum(&mut self, now_us: u64, window_ms: u64) -> u64 {
        self.drop_old(now_us / 1000, window_ms);
        self.sum
    }

    /// The rate in use, in permits a second: the sum over the window, cut off to a whole number.
    pub fn rate(&mut self, now_us: u64, window_ms: u64) -> u64 {
        rate_of(self.sum(now_us, window_ms), window_ms)
    }

    /// The points that are kept, oldest first.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.points.iter().copied()
    }

    /// How many points are kept.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    fn drop_old(&mut self, now_ms: u64, window_ms: u64) {
        while let Some(point) = self.points.front()
            && point.at_ms + window_ms < now_ms
        {
            self.sum -= point.permits;
            self.points.pop_front();
        }
    }
}

/// A sum over a window as a rate, cut off to a whole number.
pub fn rate_of(sum: u64, window_ms: u64) -> u64 {
    sum.saturating_mul(1000) / window_ms.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_as_old_as_the_window_counts() {
        let mut meter = Meter::default();
        meter.add(50_000_000, 20_000, 10_000);
        assert_eq!(meter.rate(60_000_000, 10_000), 2000);
        assert_eq!(meter.rate(60_001_000, 10_000), 0);
        assert!(meter.is_empty());
    }
}
