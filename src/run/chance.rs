//! Chance is a function, not a stream.
//!
//! A draw depends on the seed, on what it is for, on whom it is for and on the time, and on nothing
//! else. Whoever asks, in whatever order, gets the same value; any instant can be reached by jumping.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use super::digest::Digest;

/// A 64-bit draw, uniform, for one purpose, one name and one moment.
///
/// `time` is any logical count (rounds, milliseconds); each value is a stream of its own.
pub fn draw(seed: u64, purpose: &str, name: &str, time: u64) -> u64 {
    let mut key = [0_u8; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&Digest::of_text(purpose).to_le_bytes());
    key[16..24].copy_from_slice(&Digest::of_text(name).to_le_bytes());
    let mut generator = ChaCha8Rng::from_seed(key);
    generator.set_stream(time);
    generator.next_u64()
}

/// A draw in `0.0..1.0`, from the upper 53 bits of [`draw`].
pub fn draw_unit(seed: u64, purpose: &str, name: &str, time: u64) -> f64 {
    (draw(seed, purpose, name, time) >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn draws_are_spread_evenly() {
        let mut counts = [0_u32; 4];
        for time in 0..4000 {
            counts[(draw(9, "spread", "x", time) % 4) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (900..1100).contains(&count)), "{counts:?}");
        let unit = draw_unit(9, "spread", "x", 0);
        assert!((0.0..1.0).contains(&unit));
    }
}
