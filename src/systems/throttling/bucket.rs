//! The token bucket: Guava's bursty limiter, in its own double arithmetic.
//!
//! Source: `SmoothRateLimiter.SmoothBursty` with one second of burst. A request of any size passes at once if no wait is
//! owed; permits beyond those stored are paid for by the wait of the next request.

/// A token bucket.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bucket {
    /// Stored permits.
    pub stored: f64,
    /// Maximum of stored permits: those of one second.
    pub max_stored: f64,
    /// Microseconds per permit.
    pub(crate) interval_us: f64,
    /// Time at which the next request passes, in microseconds after the start.
    pub(crate) next_free_us: u64,
}

impl Bucket {
    /// An empty bucket with a rate, in permits per second.
    pub fn new(rate: f64) -> Self {
        Self {
            stored: 0.0,
            max_stored: rate,
            interval_us: 1e6 / rate,
            next_free_us: 0,
        }
    }

    /// The bucket at a later time without requests: stored permits accumulate.
    pub fn at(mut self, now_us: u64) -> Self {
        if now_us > self.next_free_us {
            let fresh = (now_us - self.next_free_us) as f64 / self.interval_us;
            self.stored = self.max_stored.min(self.stored + fresh);
            self.next_free_us = now_us;
        }
        self
    }

    /// The wait of the next request at a time, in microseconds.
    pub(crate) fn debt_us(&self, now_us: u64) -> u64 {
        self.next_free_us.saturating_sub(now_us)
    }

    /// Takes permits and returns the wait for them, in microseconds.
    pub fn reserve(&mut self, permits: u64, now_us: u64) -> u64 {
        *self = self.at(now_us);
        let wait = self.debt_us(now_us);
        let from_store = self.stored.min(permits as f64);
        // The cast truncates, as in Java.
        self.next_free_us = self
            .next_free_us
            .saturating_add(((permits as f64 - from_store) * self.interval_us) as u64);
        self.stored -= from_store;
        wait
    }

    /// Sets the rate. Stored permits keep their share of the maximum; the wait that is owed keeps its length.
    pub fn set_rate(&mut self, rate: f64, now_us: u64) {
        *self = self.at(now_us);
        self.interval_us = 1e6 / rate;
        self.stored = if self.max_stored == 0.0 {
            0.0
        } else {
            self.stored * rate / self.max_stored
        };
        self.max_stored = rate;
    }

    /// The rate as it is read back: truncated to an integer, so sometimes one less than what was set.
    pub fn rate(&self) -> u64 {
        (1e6 / self.interval_us) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_one_pays() {
        let mut bucket = Bucket::new(1000.0);
        let mut now = 0;
        let waits = [500, 500, 3000, 100, 100].map(|permits| {
            let wait = bucket.reserve(permits, now);
            now += wait;
            wait
        });
        assert_eq!(waits, [0, 500_000, 500_000, 3_000_000, 100_000]);
        now += 5_000_000;
        let waits = [900, 200, 1000, 1].map(|permits| {
            let wait = bucket.reserve(permits, now);
            now += wait;
            wait
        });
        assert_eq!(waits, [0, 0, 100_000, 1_000_000]);
    }

    #[test]
    fn a_rate_can_read_one_less_than_it_was_set() {
        assert_eq!(Bucket::new(7500.0).rate(), 7499);
        assert_eq!(Bucket::new(512_000.0).rate(), 512_000);
    }
}
