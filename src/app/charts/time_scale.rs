//! Where times are on the timeline, and where its pins are. Pure.

use crate::simulator::Session;

/// Times after the start, in seconds, from the first round to the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeScale {
    /// When the first round begins.
    pub first_s: f64,
    /// From a round to the next; above 0.
    pub(crate) interval_s: f64,
    /// From the first round to the last; above 0.
    pub(crate) length_s: f64,
}

impl TimeScale {
    /// The times of a run; it has to have been simulated at least in part.
    pub fn of(run: &dyn Session) -> Self {
        let last = (run.rounds() - 1).max(1);
        let first_s = run.time_s(0);
        let length_s = (run.time_s(last) - first_s).max(1e-3);
        Self {
            first_s,
            interval_s: length_s / last as f64,
            length_s,
        }
    }

    /// The share of the timeline before a time, 0 to 1.
    pub fn share(&self, at_s: f64) -> f64 {
        ((at_s - self.first_s) / self.length_s).clamp(0.0, 1.0)
    }

    /// The time at a share of the timeline: in whole tens of seconds where rounds are longer than that, at a round
    /// otherwise; that of the last round at most.
    pub fn time_at(&self, share: f64) -> f64 {
        let at_s = self.first_s + share.clamp(0.0, 1.0) * self.length_s;
        let grain_s = self.interval_s.clamp(1e-3, 10.0);
        ((at_s / grain_s).round() * grain_s).min(self.first_s + self.length_s)
    }

    /// A time moved by keys: by a round, or finely by 10 seconds (a tenth of a round where rounds are shorter). It stays
    /// within the run, unless it was beyond it before.
    pub fn moved(&self, at_s: f64, is_forward: bool, is_fine: bool) -> f64 {
        let fine_s = if self.interval_s > 10.0 {
            10.0
        } else {
            self.interval_s / 10.0
        };
        let step_s = if is_fine { fine_s } else { self.interval_s };
        if is_forward {
            (at_s + step_s).min((self.first_s + self.length_s).max(at_s))
        } else {
            (at_s - step_s).max(0.0)
        }
    }
}

/// The rows of pins at some shares of a width in CSS pixels, counted from below: pins closer to each other than
/// `distance` are above each other, in `most` rows at most.
pub fn rows(shares: &[f64], width: f64, distance: f64, most: usize) -> Vec<usize> {
    let mut placed: Vec<(f64, usize)> = Vec::with_capacity(shares.len());
    for share in shares {
        let x = share * width;
        let is_free = |row: &usize| {
            !placed
                .iter()
                .any(|(other, taken)| taken == row && (other - x).abs() < distance)
        };
        let row = (0..most.max(1)).find(is_free).unwrap_or(most.max(1) - 1);
        placed.push((x, row));
    }
    placed.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTES: TimeScale = TimeScale {
        first_s: 60.0,
        interval_s: 60.0,
        length_s: 600.0,
    };

    #[test]
    fn a_time_is_found_again_at_its_share() {
        for at_s in [60.0, 70.0, 350.0, 660.0] {
            assert_eq!(MINUTES.time_at(MINUTES.share(at_s)), at_s);
        }
        assert_eq!((MINUTES.share(0.0), MINUTES.share(9000.0)), (0.0, 1.0));
        assert_eq!((MINUTES.time_at(-1.0), MINUTES.time_at(2.0)), (60.0, 660.0));
        // Of 333 s the nearest tens are 330 s.
        assert_eq!(MINUTES.time_at(MINUTES.share(333.0)), 330.0);
    }

    #[test]
    fn short_rounds_are_the_grain_themselves() {
        let seconds = TimeScale {
            first_s: 0.0,
            interval_s: 1.0,
            length_s: 20.0,
        };
        assert_eq!(seconds.time_at(0.52), 10.0);
        assert_eq!(seconds.moved(3.0, true, false), 4.0);
        assert_eq!(seconds.moved(3.0, true, true), 3.1);
    }

    #[test]
    fn keys_stay_within_the_run() {
        assert_eq!(MINUTES.moved(120.0, true, false), 180.0);
        assert_eq!(MINUTES.moved(120.0, false, true), 110.0);
        assert_eq!(MINUTES.moved(30.0, false, false), 0.0);
        assert_eq!(MINUTES.moved(650.0, true, false), 660.0);
        assert_eq!(
            MINUTES.moved(700.0, true, false),
            700.0,
            "what is beyond the run stays there"
        );
    }

    #[test]
    fn pins_close_to_each_other_are_in_rows() {
        assert_eq!(
            rows(&[0.1, 0.1, 0.5, 0.11, 0.9], 1000.0, 26.0, 4),
            [0, 1, 0, 2, 0]
        );
        assert_eq!(rows(&[0.5; 6], 1000.0, 26.0, 3), [0, 1, 2, 2, 2, 2]);
        assert_eq!(rows(&[0.0, 1.0], 0.0, 26.0, 0), [0, 0]);
    }
}
