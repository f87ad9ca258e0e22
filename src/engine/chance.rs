//! Chance is a function, not a stream.
//!
//! A draw depends on the seed, on what it is for, on who it is for and on the time, and on nothing
//! else. The order of calls does not matter, so any instant can be reached by jumping.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use super::digest::Digest;

/// A 64-bit draw, uniform, for one purpose, one name and one moment: the first number of a stream of
/// ChaCha with eight rounds whose key is the seed and the digests of purpose and name.
///
/// `time` is any logical count (rounds, milliseconds); each value is a stream of its own.
pub fn draw(seed: u64, purpose: &str, name: &str, time: u64) -> u64 {
    let mut key = [0; 32];
    let numbers = [seed, Digest::of_text(purpose), Digest::of_text(name)];
    for (bytes, number) in key.chunks_exact_mut(8).zip(numbers) {
        bytes.copy_from_slice(&number.to_le_bytes());
    }
    let mut generator = ChaCha8Rng::from_seed(key);
    generator.set_stream(time);
    generator.next_u64()
}

/// A draw in `0.0..1.0`, from the upper 53 bits of [`draw`].
pub fn draw_unit(seed: u64, purpose: &str, name: &str, time: u64) -> f64 {
    (draw(seed, purpose, name, time) >> 11) as f64 / (1_u64 << 53) as f64
}

/// All chance of one purpose at one time, for thousands of names: the same idea as [`draw`], with one
/// draw for the moment and a mix for each name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment(u64);

impl Moment {
    /// A moment's chance. `time` is any logical count.
    pub(crate) fn new(seed: u64, purpose: &str, time: u64) -> Self {
        Self(draw(seed, purpose, "", time))
    }

    /// A draw in `0.0..1.0` for a name that is given by its digest ([`Digest::of_text`]).
    pub(crate) fn unit(self, name: u64) -> f64 {
        // The finaliser of SplitMix64, twice: names that differ in a bit share none.
        let mix = |mut bits: u64| {
            bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            bits ^ bits >> 31
        };
        (mix(mix(name) ^ self.0) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_of_a_draw_never_change() {
        // Computed by an independent implementation. A stored scenario must always give the same run.
        for (seed, purpose, name, time, bits) in [
            (0, "", "", 0, 0x573f_8dc1_7e92_27d8),
            (1, "placement", "a", 7, 0xeaa6_4006_aa0a_4337),
            (
                u64::MAX,
                "noise",
                "broker-1",
                u64::MAX,
                0xc7f3_ce88_a507_6bc6,
            ),
            (9, "spread", "x", 1 << 40, 0xff12_9f09_7d35_dfe5),
        ] {
            assert_eq!(
                draw(seed, purpose, name, time),
                bits,
                "{seed} {purpose} {name} {time}"
            );
        }
    }

    #[test]
    fn the_same_question_has_the_same_answer_and_others_differ() {
        let first = draw(1, "placement", "a", 7);
        assert_eq!(first, draw(1, "placement", "a", 7));
        for other in [
            draw(2, "placement", "a", 7),
            draw(1, "noise", "a", 7),
            draw(1, "placement", "b", 7),
            draw(1, "placement", "a", 8),
        ] {
            assert_ne!(first, other);
        }
    }

    #[test]
    fn a_moment_spreads_names_evenly_and_moments_differ() {
        let (first, second) = (Moment::new(9, "spread", 0), Moment::new(9, "spread", 1));
        let names: Vec<u64> = (0..4000)
            .map(|index| Digest::of_text(&format!("t/n/{index}")))
            .collect();
        let mut counts = [0_u32; 4];
        names
            .iter()
            .for_each(|name| counts[(first.unit(*name) * 4.0) as usize] += 1);
        assert!(
            counts.iter().all(|&count| (900..1100).contains(&count)),
            "{counts:?}"
        );
        let both_low = names
            .iter()
            .filter(|name| first.unit(**name) < 0.5 && second.unit(**name) < 0.5)
            .count();
        assert!((900..1100).contains(&both_low), "{both_low}");
    }

    #[test]
    fn draws_are_spread_evenly() {
        let mut counts = [0_u32; 4];
        for time in 0..4000 {
            counts[(draw(9, "spread", "x", time) % 4) as usize] += 1;
        }
        assert!(
            counts.iter().all(|&count| (900..1100).contains(&count)),
            "{counts:?}"
        );
        let unit = draw_unit(9, "spread", "x", 0);
        assert!((0.0..1.0).contains(&unit));
    }
}
