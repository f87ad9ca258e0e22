//! The key that was probably meant by a name that nobody knows.

use super::keys::every_key;

/// Most letters that may be wrong in a misspelt key.
const MOST_WRONG_LETTERS: usize = 3;

/// The key nearest to a name, if it is near: at most three letters wrong, capitals not counted.
pub fn nearest(name: &str) -> Option<&'static str> {
    if name.len() < 8 || name.len() > 100 || !name.is_ascii() {
        return None;
    }
    let lower = name.to_ascii_lowercase();
    let near = |key: &'static str| {
        let wrong = distance(&lower, &key.to_ascii_lowercase(), MOST_WRONG_LETTERS)?;
        // Short keys differ in a few letters without meaning each other.
        (wrong * 4 < key.len()).then_some((wrong, key))
    };
    every_key().filter_map(near).min_by_key(|(wrong, _)| *wrong).map(|(_, key)| key)
}

/// The edit distance of two words in bytes (Levenshtein) if it is at most `most`.
pub fn distance(left: &str, right: &str, most: usize) -> Option<usize> {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len().abs_diff(right.len()) > most {
        return None;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in right.iter().enumerate() {
            let changed = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
        if row.iter().all(|wrong| *wrong > most) {
            return None;
        }
    }
    row.last().copied().filter(|wrong| *wrong <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let of = |a: &str, b: &str| distance(a, b, 3);
        assert_eq!(of("kitten", "sitting"), Some(3));
        assert_eq!(of("", ""), Some(0));
        assert_eq!(of("", "abc"), Some(3));
        assert_eq!(of("abcd", "dcba"), None);
        assert_eq!(of("abc", "abcdefg"), None);
        assert_eq!(of("bundle", "bundel"), Some(2));
        assert_eq!(of("xabcdef", "abcdef"), Some(1));
        assert_eq!(of("abcdef", "abcdefxyz"), Some(3));
    }

    #[test]
    fn misspelt_keys_find_theirs() {
        for (name, key) in [
            ("loadBalancerSheddingDelayInSeconds", "loadBalanceSheddingDelayInSeconds"),
            ("loadBalancerAvgSheddderLowThreshold", "loadBalancerAvgShedderLowThreshold"),
            ("loadbalancersheddingenabled", "loadBalancerSheddingEnabled"),
            ("minUnloadMesage", "minUnloadMessage"),
        ] {
            assert_eq!(nearest(name), Some(key), "{name}");
        }
        for name in ["clusterName", "brokerServicePort", "zookeeperServers", "rebalance-threshold", "a"] {
            assert_eq!(nearest(name), None, "{name}");
        }
    }
}
