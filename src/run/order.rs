//! Sorting by what stands at a place. One sort for the whole crate, so that the page carries it once.

use std::cmp::Ordering;

/// The places `0..count` in the order that `compare` gives them; equal ones keep their order.
pub fn order(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

/// Sorts in place by comparing elements; equal ones keep their order.
pub fn sort_by<T: Copy>(items: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    let places = order(items.len(), &mut |a, b| compare(&items[a], &items[b]));
    let sorted: Vec<T> = places.into_iter().map(|place| items[place]).collect();
    items.copy_from_slice(&sorted);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ones_keep_their_order() {
        let mut items = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        sort_by(&mut items, |a, b| a.0.cmp(&b.0));
        assert_eq!(items, [(1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
    }
}
