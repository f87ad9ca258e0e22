//! Chance is a function, not a stream.
//!
//! A draw depends on the seed, on what it is for, on whom it is for and on the time, and on nothing
//! else. Whoever asks, in whatever order, gets the same value; any instant can be reached by jumping.

use super::digest::Digest;

/// A 64-bit draw, uniform, for one purpose, one name and one moment.
///
/// `time` is any logical count (rounds, milliseconds); each value is a stream of its own.
pub fn draw(seed: u64, purpose: &str, name: &str, time: u64) -> u64 {
    chacha8([seed, Digest::of_text(purpose), Digest::of_text(name), 0], time)
}

/// The first 64 bits of a stream of ChaCha with eight rounds, as `rand_chacha` gives them: a test holds it
/// to that. The page needs this one number, and cannot carry the crate for it.
fn chacha8(key: [u64; 4], stream: u64) -> u64 {
    let halves = |number: u64| [number as u32, (number >> 32) as u32];
    let start = [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574];
    let mut words = [0_u32; 16];
    words[..4].copy_from_slice(&start);
    for (place, number) in [key[0], key[1], key[2], key[3], 0, stream].into_iter().enumerate() {
        words[4 + place * 2..6 + place * 2].copy_from_slice(&halves(number));
    }
    let first = [words[0], words[1]];
    for round in 0..8 {
        // Columns in even rounds, diagonals in odd ones.
        let shift = round % 2;
        for i in 0..4 {
            let [a, b, c, d] = [i, 4 + (i + shift) % 4, 8 + (i + 2 * shift) % 4, 12 + (i + 3 * shift) % 4];
            for (x, y, z, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
                words[x] = words[x].wrapping_add(words[y]);
                words[z] = (words[z] ^ words[x]).rotate_left(turn);
            }
        }
    }
    let [low, high] = [0, 1].map(|place| u64::from(words[place].wrapping_add(first[place])));
    high << 32 | low
}

/// A draw in `0.0..1.0`, from the upper 53 bits of [`draw`].
pub fn draw_unit(seed: u64, purpose: &str, name: &str, time: u64) -> f64 {
    (draw(seed, purpose, name, time) >> 11) as f64 / (1_u64 << 53) as f64
}

/// All chance of one purpose at one time, for thousands of names: the same idea as [`draw`], with one
/// draw for the moment and a mix for each name.
#[derive(Clone, Copy, Debug)]
pub struct Moment(u64);

impl Moment {
    /// A moment's chance. `time` is any logical count.
    pub fn new(seed: u64, purpose: &str, time: u64) -> Self {
        Self(draw(seed, purpose, "", time))
    }

    /// A draw in `0.0..1.0` for a name that is given by its digest ([`Digest::of_text`]).
    pub fn unit(self, name: u64) -> f64 {
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
    #[cfg(not(target_arch = "wasm32"))]
    fn it_is_the_chacha_that_others_know() {
        use rand_chacha::ChaCha8Rng;
        use rand_chacha::rand_core::{RngCore, SeedableRng};
        for (seed, stream) in [(0, 0), (1, 7), (u64::MAX, u64::MAX), (9, 1 << 40)] {
            let key = [seed, 2, 3 << 50, 0];
            let bytes: Vec<u8> = key.iter().flat_map(|number| number.to_le_bytes()).collect();
            let mut theirs = ChaCha8Rng::from_seed(bytes.try_into().unwrap());
            theirs.set_stream(stream);
            assert_eq!(chacha8(key, stream), theirs.next_u64());
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
        let names: Vec<u64> = (0..4000).map(|index| Digest::of_text(&format!("t/n/{index}"))).collect();
        let mut counts = [0_u32; 4];
        names.iter().for_each(|name| counts[(first.unit(*name) * 4.0) as usize] += 1);
        assert!(counts.iter().all(|&count| (900..1100).contains(&count)), "{counts:?}");
        let both_low = names.iter().filter(|name| first.unit(**name) < 0.5 && second.unit(**name) < 0.5).count();
        assert!((900..1100).contains(&both_low), "{both_low}");
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
