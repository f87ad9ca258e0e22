//! Consistent hashing as Akka does it: `akka.routing.ConsistentHash` and `akka.routing.MurmurHash`, all in 32-bit
//! arithmetic that wraps. Held to recorded owners.

/// Points of a node on the ring: `virtual-nodes` of Akka's strategy.
pub const VIRTUAL_NODES: u32 = 10;

const VISIBLE_MAGIC: u32 = 0x971e_137b;
const HIDDEN_MAGIC_A: u32 = 0x9554_3787;
const HIDDEN_MAGIC_B: u32 = 0x2ad7_eb25;
const VISIBLE_MIXER: u32 = 0x52dc_e729;
const HIDDEN_MIXER_A: u32 = 0x7b7d_159c;
const HIDDEN_MIXER_B: u32 = 0x6bce_6396;
const FINAL_MIXER_1: u32 = 0x85eb_ca6b;
const FINAL_MIXER_2: u32 = 0xc2b2_ae35;
const SEED_STRING: u32 = 0xf7ca_7fd2;

fn extend(hash: u32, value: u32, magic_a: u32, magic_b: u32) -> u32 {
    let mixed = value.wrapping_mul(magic_a).rotate_left(11).wrapping_mul(magic_b);
    (hash ^ mixed).wrapping_mul(3).wrapping_add(VISIBLE_MIXER)
}

fn finalize(hash: u32) -> i32 {
    let mut hash = hash ^ (hash >> 16);
    hash = hash.wrapping_mul(FINAL_MIXER_1);
    hash ^= hash >> 13;
    hash = hash.wrapping_mul(FINAL_MIXER_2);
    (hash ^ (hash >> 16)) as i32
}

/// The hash of a text: of its UTF-16 units, two at a time.
pub fn of_text(text: &str) -> i32 {
    let units: Vec<u32> = text.encode_utf16().map(u32::from).collect();
    let mut hash = (units.len() as u32).wrapping_mul(SEED_STRING) ^ VISIBLE_MAGIC;
    let (mut a, mut b) = (HIDDEN_MAGIC_A, HIDDEN_MAGIC_B);
    let mut pairs = units.chunks_exact(2);
    for pair in &mut pairs {
        hash = extend(hash, (pair[0] << 16).wrapping_add(pair[1]), a, b);
        a = a.wrapping_mul(5).wrapping_add(HIDDEN_MIXER_A);
        b = b.wrapping_mul(5).wrapping_add(HIDDEN_MIXER_B);
    }
    if let [last] = pairs.remainder() {
        hash = extend(hash, *last, a, b);
    }
    finalize(hash)
}

/// Where the virtual node of a number, from 1, of a node stands on the ring.
fn point(node_hash: i32, number: u32) -> i32 {
    finalize(extend(node_hash as u32 ^ VISIBLE_MAGIC, number, HIDDEN_MAGIC_A, HIDDEN_MAGIC_B))
}

/// A ring of points, each of which belongs to a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ring(Vec<(i32, usize)>);

impl Ring {
    /// The ring of nodes given by their addresses; a node is called by its place among them. Where two points fall
    /// together, the later node has it.
    pub fn new<'a>(addresses: impl Iterator<Item = &'a str>) -> Self {
        let mut points: Vec<(i32, usize)> = Vec::new();
        for (node, address) in addresses.enumerate() {
            let hash = of_text(address);
            points.extend((1..=VIRTUAL_NODES).map(|number| (point(hash, number), node)));
        }
        points.sort();
        points.reverse();
        points.dedup_by_key(|(point, _)| *point);
        points.reverse();
        Self(points)
    }

    /// The node of a key's hash: that of the same point, or else of the next one clockwise.
    pub fn owner(&self, key_hash: i32) -> Option<usize> {
        let place = self.0.partition_point(|(point, _)| *point < key_hash);
        self.0.get(place).or(self.0.first()).map(|(_, node)| *node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_goes_round() {
        let ring = Ring::new(["akka://a@h:1", "akka://a@i:1"].into_iter());
        assert_eq!(ring.0.len(), 20);
        assert_eq!(ring.owner(i32::MAX), Some(ring.0[0].1));
        assert_eq!(ring.owner(ring.0[7].0), Some(ring.0[7].1));
        assert_eq!(Ring::default().owner(0), None);
    }
}
