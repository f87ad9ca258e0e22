//! The order in which AvgShedder 4.0 pairs brokers: by whole points, which is no order at all.
//!
//! The 4.0 line compares two scores by the integer part of their difference, so 10.0 = 10.9 = 11.8
//! but 10.0 < 11.8. What comes out depends on the sorting algorithm, and from 32 brokers on the
//! algorithm may notice the contradiction and give up. Both are part of the released behaviour, so
//! the sort here is the adaptive merge sort of the original's platform, comparison by comparison:
//! natural runs, binary insertion up to a minimum run, merges that gallop. Where the original throws,
//! this returns a failure; the standard library's sort would be free to panic or do anything else.

use super::Failure;
use crate::systems::shedding::model::load_data::BrokerId;

/// Below this many elements a single run is made by insertion.
const MIN_MERGE: usize = 32;
/// Wins in a row from which galloping stays worthwhile.
const MIN_GALLOP: usize = 7;

/// Sorts brokers by score, lowest first, taking scores whose difference is under one point for equal.
///
/// # Errors
/// [`Failure::InconsistentOrder`] where the original throws.
pub(crate) fn sort_by_whole_points(order: &mut [BrokerId], scores: &[f64]) -> Result<(), Failure> {
    // The cast cuts toward zero, saturates, and takes NaN for 0, as the original's does.
    let compare = |a: BrokerId, b: BrokerId| (scores[a.index()] - scores[b.index()]) as i32;
    MergeSort {
        items: order,
        compare,
        runs: Vec::new(),
        min_gallop: MIN_GALLOP,
    }
    .sort()
}

struct MergeSort<'a, C> {
    items: &'a mut [BrokerId],
    compare: C,
    /// Start and length of the sorted runs that wait to be merged.
    runs: Vec<(usize, usize)>,
    min_gallop: usize,
}

impl<C: Fn(BrokerId, BrokerId) -> i32 + Copy> MergeSort<'_, C> {
    fn sort(mut self) -> Result<(), Failure> {
        let total = self.items.len();
        if total < MIN_MERGE {
            if total >= 2 {
                let run = self.natural_run(0, total);
                self.insert_rest(0, total, run);
            }
            return Ok(());
        }
        let minimum = minimum_run(total);
        let mut start = 0;
        while start < total {
            let natural = self.natural_run(start, total);
            let run = natural.max(minimum.min(total - start));
            if run > natural {
                self.insert_rest(start, start + run, start + natural);
            }
            self.runs.push((start, run));
            self.merge_while_unbalanced()?;
            start += run;
        }
        while self.runs.len() > 1 {
            let top = self.runs.len() - 2;
            let at = if top > 0 && self.runs[top - 1].1 < self.runs[top + 1].1 {
                top - 1
            } else {
                top
            };
            self.merge_at(at)?;
        }
        Ok(())
    }

    /// The length of the run that begins at `start`; a falling one is turned round.
    fn natural_run(&mut self, start: usize, end: usize) -> usize {
        let mut next = start + 1;
        if next == end {
            return 1;
        }
        let falls = (self.compare)(self.items[next], self.items[start]) < 0;
        next += 1;
        while next < end && ((self.compare)(self.items[next], self.items[next - 1]) < 0) == falls {
            next += 1;
        }
        if falls {
            self.items[start..next].reverse();
        }
        next - start
    }

    /// Inserts `items[sorted..end]` into the sorted `items[start..sorted]`, by halving.
    fn insert_rest(&mut self, start: usize, end: usize, sorted: usize) {
        for at in sorted.max(start + 1)..end {
            let pivot = self.items[at];
            let (mut left, mut right) = (start, at);
            while left < right {
                let middle = (left + right) / 2;
                if (self.compare)(pivot, self.items[middle]) < 0 {
                    right = middle
                } else {
                    left = middle + 1
                }
            }
            self.items[left..=at].rotate_right(1);
        }
    }

    fn merge_while_unbalanced(&mut self) -> Result<(), Failure> {
        while self.runs.len() > 1 {
            let length = |at: usize| self.runs[at].1;
            let top = self.runs.len() - 2;
            let crowded = (top > 0 && length(top - 1) <= length(top) + length(top + 1))
                || (top > 1 && length(top - 2) <= length(top) + length(top - 1));
            if !crowded && length(top) > length(top + 1) {
                break;
            }
            let at = if crowded && length(top - 1) < length(top + 1) {
                top - 1
            } else {
                top
            };
            self.merge_at(at)?;
        }
        Ok(())
    }

    /// Merges run `at` with the one after it.
    fn merge_at(&mut self, at: usize) -> Result<(), Failure> {
        let ((mut base1, mut len1), (base2, len2)) = (self.runs[at], self.runs[at + 1]);
        self.runs[at] = (base1, len1 + len2);
        self.runs.remove(at + 1);
        let settled = gallop_right(
            self.items[base2],
            &self.items[base1..base1 + len1],
            0,
            self.compare,
        );
        base1 += settled;
        len1 -= settled;
        if len1 == 0 {
            return Ok(());
        }
        let len2 = gallop_left(
            self.items[base1 + len1 - 1],
            &self.items[base2..base2 + len2],
            len2 - 1,
            self.compare,
        );
        if len2 == 0 {
            Ok(())
        } else if len1 <= len2 {
            self.merge_upward(base1, len1, base2, len2)
        } else {
            self.merge_downward(base1, len1, base2, len2)
        }
    }

    /// Merges from the front; the first run is the shorter and is set aside.
    fn merge_upward(
        &mut self,
        base1: usize,
        mut len1: usize,
        base2: usize,
        mut len2: usize,
    ) -> Result<(), Failure> {
        let aside = self.items[base1..base1 + len1].to_vec();
        let (mut first, mut second, mut to) = (0, base2, base1);
        self.items[to] = self.items[second];
        (to, second, len2) = (to + 1, second + 1, len2 - 1);
        let mut gallop = self.min_gallop;
        'merge: while len2 > 0 && len1 > 1 {
            let (mut wins1, mut wins2) = (0_usize, 0_usize);
            while (wins1 | wins2) < gallop {
                if (self.compare)(self.items[second], aside[first]) < 0 {
                    self.items[to] = self.items[second];
                    (to, second, len2) = (to + 1, second + 1, len2 - 1);
                    (wins1, wins2) = (0, wins2 + 1);
                    if len2 == 0 {
                        break 'merge;
                    }
                } else {
                    self.items[to] = aside[first];
                    (to, first, len1) = (to + 1, first + 1, len1 - 1);
                    (wins1, wins2) = (wins1 + 1, 0);
                    if len1 == 1 {
                        break 'merge;
                    }
                }
            }
            loop {
                wins1 = gallop_right(
                    self.items[second],
                    &aside[first..first + len1],
                    0,
                    self.compare,
                );
                self.items[to..to + wins1].copy_from_slice(&aside[first..first + wins1]);
                (to, first, len1) = (to + wins1, first + wins1, len1 - wins1);
                if wins1 != 0 && len1 <= 1 {
                    break 'merge;
                }
                self.items[to] = self.items[second];
                (to, second, len2) = (to + 1, second + 1, len2 - 1);
                if len2 == 0 {
                    break 'merge;
                }
                wins2 = gallop_left(
                    aside[first],
                    &self.items[second..second + len2],
                    0,
                    self.compare,
                );
                self.items.copy_within(second..second + wins2, to);
                (to, second, len2) = (to + wins2, second + wins2, len2 - wins2);
                if len2 == 0 {
                    break 'merge;
                }
                self.items[to] = aside[first];
                (to, first, len1) = (to + 1, first + 1, len1 - 1);
                if len1 == 1 {
                    break 'merge;
                }
                gallop = gallop.saturating_sub(1);
                if wins1 < MIN_GALLOP && wins2 < MIN_GALLOP {
                    break;
                }
            }
            gallop += 2;
        }
        self.min_gallop = gallop.max(1);
        if len1 == 0 {
            return Err(Failure::InconsistentOrder);
        }
        if len1 == 1 {
            self.items.copy_within(second..second + len2, to);
            to += len2;
        }
        self.items[to..to + len1].copy_from_slice(&aside[first..first + len1]);
        Ok(())
    }

    /// Merges from the back; the second run is the shorter and is set aside. Ends are exclusive.
    fn merge_downward(
        &mut self,
        base1: usize,
        mut len1: usize,
        base2: usize,
        mut len2: usize,
    ) -> Result<(), Failure> {
        let aside = self.items[base2..base2 + len2].to_vec();
        let mut to = base2 + len2;
        let end1 = |len1: usize| base1 + len1;
        (to, len1) = (to - 1, len1 - 1);
        self.items[to] = self.items[end1(len1)];
        let mut gallop = self.min_gallop;
        'merge: while len1 > 0 && len2 > 1 {
            let (mut wins1, mut wins2) = (0_usize, 0_usize);
            while (wins1 | wins2) < gallop {
                if (self.compare)(aside[len2 - 1], self.items[end1(len1) - 1]) < 0 {
                    (to, len1) = (to - 1, len1 - 1);
                    self.items[to] = self.items[end1(len1)];
                    (wins1, wins2) = (wins1 + 1, 0);
                    if len1 == 0 {
                        break 'merge;
                    }
                } else {
                    (to, len2) = (to - 1, len2 - 1);
                    self.items[to] = aside[len2];
                    (wins1, wins2) = (0, wins2 + 1);
                    if len2 == 1 {
                        break 'merge;
                    }
                }
            }
            loop {
                let kept = gallop_right(
                    aside[len2 - 1],
                    &self.items[base1..end1(len1)],
                    len1 - 1,
                    self.compare,
                );
                wins1 = len1 - kept;
                (to, len1) = (to - wins1, kept);
                self.items.copy_within(end1(len1)..end1(len1) + wins1, to);
                if len1 == 0 {
                    break 'merge;
                }
                (to, len2) = (to - 1, len2 - 1);
                self.items[to] = aside[len2];
                if len2 == 1 {
                    break 'merge;
                }
                let kept = gallop_left(
                    self.items[end1(len1) - 1],
                    &aside[..len2],
                    len2 - 1,
                    self.compare,
                );
                wins2 = len2 - kept;
                (to, len2) = (to - wins2, kept);
                self.items[to..to + wins2].copy_from_slice(&aside[len2..len2 + wins2]);
                if wins2 != 0 && len2 <= 1 {
                    break 'merge;
                }
                (to, len1) = (to - 1, len1 - 1);
                self.items[to] = self.items[end1(len1)];
                if len1 == 0 {
                    break 'merge;
                }
                gallop = gallop.saturating_sub(1);
                if wins1 < MIN_GALLOP && wins2 < MIN_GALLOP {
                    break;
                }
            }
            gallop += 2;
        }
        self.min_gallop = gallop.max(1);
        if len2 == 0 {
            return Err(Failure::InconsistentOrder);
        }
        if len2 == 1 {
            to -= len1;
            self.items.copy_within(base1..end1(len1), to);
        }
        self.items[to - len2..to].copy_from_slice(&aside[..len2]);
        Ok(())
    }
}

fn minimum_run(mut total: usize) -> usize {
    let mut odd = 0;
    while total >= MIN_MERGE {
        odd |= total & 1;
        total >>= 1;
    }
    total + odd
}

/// The place for `key` before its equals in a sorted run, sought by growing steps from `hint`.
fn gallop_left(
    key: BrokerId,
    run: &[BrokerId],
    hint: usize,
    compare: impl Fn(BrokerId, BrokerId) -> i32,
) -> usize {
    let is_after = |at: usize| compare(key, run[at]) > 0;
    gallop(run.len(), hint, is_after)
}

/// The place for `key` behind its equals in a sorted run, sought by growing steps from `hint`.
fn gallop_right(
    key: BrokerId,
    run: &[BrokerId],
    hint: usize,
    compare: impl Fn(BrokerId, BrokerId) -> i32,
) -> usize {
    let is_after = |at: usize| compare(key, run[at]) >= 0;
    gallop(run.len(), hint, is_after)
}

/// The first place of which `is_after` is false, if it holds up to some place and not beyond.
fn gallop(length: usize, hint: usize, is_after: impl Fn(usize) -> bool) -> usize {
    let (mut last, mut step) = (0, 1);
    let (mut left, mut right) = if is_after(hint) {
        let most = length - hint;
        while step < most && is_after(hint + step) {
            (last, step) = (step, step * 2 + 1);
        }
        (hint + last + 1, hint + step.min(most))
    } else {
        let most = hint + 1;
        while step < most && !is_after(hint - step) {
            (last, step) = (step, step * 2 + 1);
        }
        (hint + 1 - step.min(most), hint - last)
    };
    while left < right {
        let middle = left + (right - left) / 2;
        if is_after(middle) {
            left = middle + 1
        } else {
            right = middle
        }
    }
    left
}
