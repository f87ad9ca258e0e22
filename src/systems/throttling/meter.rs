//! The meter: permits granted within a sliding window.
//!
//! Source: `RequestRateMeter`. Times are whole milliseconds; a grant exactly one window ago still counts.

use std::collections::VecDeque;

/// A grant of permits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Time in milliseconds after the start.
    pub at_ms: u64,
    /// Number of permits.
    pub permits: u64,
}

/// The grants within a sliding window.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meter {
    points: VecDeque<Point>,
    sum: u64,
}

impl Meter {
    /// Adds a grant, and drops those older than the window.
    pub fn add(&mut self, at_us: u64, permits: u64, window_ms: u64) {
        self.points.push_back(Point {
            at_ms: at_us / 1000,
            permits,
        });
        self.sum += permits;
        self.drop_old(at_us / 1000, window_ms);
    }

    /// Number of permits granted within the window.
    pub fn sum(&mut self, now_us: u64, window_ms: u64) -> u64 {
        self.drop_old(now_us / 1000, window_ms);
        self.sum
    }

    /// The rate in use, in permits per second: the sum over the window, truncated to an integer.
    pub fn rate(&mut self, now_us: u64, window_ms: u64) -> u64 {
        rate_of(self.sum(now_us, window_ms), window_ms)
    }

    /// The grants that are kept, oldest first.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.points.iter().copied()
    }

    /// Number of grants that are kept.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether no grants are kept.
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

/// The rate of a sum over a window, in permits per second, truncated to an integer.
pub(crate) fn rate_of(sum: u64, window_ms: u64) -> u64 {
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
