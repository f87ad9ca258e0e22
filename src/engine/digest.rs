//! A short fingerprint of a run, the same natively and in the browser.

/// A 64-bit FNV-1a hash over the bits that make up a run.
///
/// It tells runs apart; it is not cryptographically secure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Takes in bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// Takes in a whole number.
    pub fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Takes in a float by its bits, so that the last bit counts.
    pub fn float(&mut self, float: f64) {
        self.number(float.to_bits());
    }

    /// The fingerprint so far.
    pub fn value(self) -> u64 {
        self.0
    }

    /// The fingerprint of one text.
    pub(crate) fn of_text(text: &str) -> u64 {
        let mut digest = Self::default();
        digest.bytes(text.as_bytes());
        digest.value()
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
