//! A small ordered map: a sorted list. What is kept for each broker is never much, and the page carries
//! a list for less than a tree.

/// Keys with their values, in the order of the keys.
#[derive(Clone, Debug, PartialEq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn place(&self, key: &K) -> Result<usize, usize> {
        // Keys often come in order, and then the last is the one, or the one before.
        match self.0.last() {
            None => Err(0),
            Some((last, _)) if last < key => Err(self.0.len()),
            Some(_) => self.0.binary_search_by(|(other, _)| other.cmp(key)),
        }
    }

    /// The value of a key.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.place(key).ok().map(|place| &self.0[place].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.place(key).ok().map(|place| &mut self.0[place].1)
    }

    /// The value of a key, which gets this one if it has none.
    pub fn or_insert(&mut self, key: K, value: V) -> &mut V {
        let place = match self.place(&key) {
            Ok(place) => place,
            Err(place) => {
                self.0.insert(place, (key, value));
                place
            }
        };
        &mut self.0[place].1
    }

    /// Gives a key a value.
    pub fn insert(&mut self, key: K, value: V) {
        match self.place(&key) {
            Ok(place) => self.0[place].1 = value,
            Err(place) => self.0.insert(place, (key, value)),
        }
    }

    /// Takes a key out.
    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.place(key).ok().map(|place| self.0.remove(place).1)
    }

    /// Keeps the entries that a question says yes to.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &V) -> bool) {
        self.0.retain(|(key, value)| keep(key, value));
    }

    /// Takes everything out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every entry, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&K, &V)> {
        self.0.iter().map(|(key, value)| (key, value))
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::default();
        entries.into_iter().for_each(|(key, value)| map.insert(key, value));
        map
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_does_what_a_tree_does() {
        let (mut list, mut tree) = (SortedMap::default(), std::collections::BTreeMap::new());
        for step in 0..400_u64 {
            let key = super::super::draw(3, "sorted", "key", step) % 40;
            match step % 3 {
                0 => assert_eq!(list.remove(&key), tree.remove(&key)),
                1 => drop((list.insert(key, step), tree.insert(key, step))),
                _ => assert_eq!(list.or_insert(key, step), tree.entry(key).or_insert(step)),
            }
            assert!(list.iter().eq(tree.iter()), "{step}");
            assert_eq!(list.get(&key), tree.get(&key));
        }
        list.retain(|key, _| key % 2 == 0);
        assert!(list.iter().all(|(key, _)| key % 2 == 0) && list.len() <= 20);
    }
}
