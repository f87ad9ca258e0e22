//! The key that was probably meant by a name that nobody knows.

use super::keys::every_key;

/// Most letters that may be wrong in a misspelt key.
const MOST_WRONG_LETTERS: usize = 3;

/// The key nearest to a name, if it is near: at most three letters wrong, capitals not counted.
pub fn nearest(name: &str) -> Option<&'static str> {
    if name.len() < 8 || name.len() > 100 || !name.is_ascii() {
        return None;
    }
    let near = |key: &'static str| {
        let wrong = wrong_letters(name, key)?;
        // Short keys differ in a few letters without meaning each other.
        (wrong * 4 < key.len()).then_some((wrong, key))
    };
    every_key()
        .filter_map(near)
        .min_by_key(|(wrong, _)| *wrong)
        .map(|(_, key)| key)
}

/// How many letters of a word are wrong, added or missing, capitals not counted, if that is few enough to be
/// a slip.
pub(crate) fn wrong_letters(word: &str, meant: &str) -> Option<usize> {
    if word.len().abs_diff(meant.len()) > MOST_WRONG_LETTERS {
        return None;
    }
    let wrong = strsim::levenshtein(&word.to_ascii_lowercase(), &meant.to_ascii_lowercase());
    (wrong <= MOST_WRONG_LETTERS).then_some(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_other_words() {
        assert_eq!(wrong_letters("kitten", "Sitting"), Some(3));
        assert_eq!(wrong_letters("", ""), Some(0));
        assert_eq!(wrong_letters("", "abc"), Some(3));
        assert_eq!(wrong_letters("abcd", "dcba"), None);
        assert_eq!(wrong_letters("abc", "abcdefg"), None);
    }

    #[test]
    fn misspelt_keys_find_theirs() {
        for (name, key) in [
            (
                "loadBalancerSheddingDelayInSeconds",
                "loadBalanceSheddingDelayInSeconds",
            ),
            (
                "loadBalancerAvgSheddderLowThreshold",
                "loadBalancerAvgShedderLowThreshold",
            ),
            ("loadbalancersheddingenabled", "loadBalancerSheddingEnabled"),
            ("minUnloadMesage", "minUnloadMessage"),
        ] {
            assert_eq!(nearest(name), Some(key), "{name}");
        }
        for name in [
            "clusterName",
            "brokerServicePort",
            "zookeeperServers",
            "rebalance-threshold",
            "a",
        ] {
            assert_eq!(nearest(name), None, "{name}");
        }
    }
}
