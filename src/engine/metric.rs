//! What is compared: the ways of running a world, and what is measured of them.

use super::{Fidelity, Unit};

/// A way of running the world that a variant can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name in documents.
    pub id: &'static str,
    /// What a person reads.
    pub label: &'static str,
    /// What stands behind it.
    pub fidelity: Fidelity,
    /// One or two lines on what it does.
    pub about: &'static str,
}

/// Something that is measured of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// What a person reads.
    pub label: &'static str,
    /// What exactly is measured, in a sentence or two.
    pub definition: &'static str,
    /// The unit of the value.
    pub unit: Unit,
    /// Whether less is better; none where neither is.
    pub is_less_better: Option<bool>,
}

impl Measure {
    /// Which variants have the best value of all, where not all of them share it.
    pub fn best(&self, values: &[Option<f64>]) -> Vec<bool> {
        let Some(is_less_better) = self.is_less_better else { return vec![false; values.len()] };
        let is_better = |a: f64, b: f64| if is_less_better { a < b } else { a > b };
        // One that never came as far as being measured is not as good as one that did.
        let is_best = |own: f64| {
            !values.iter().flatten().any(|other| is_better(*other, own))
                && values.iter().any(|other| *other != Some(own))
        };
        values.iter().map(|own| own.is_some_and(is_best)).collect()
    }
}
