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

/// Which way a metric is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Less is better.
    Lower,
    /// More is better.
    Higher,
    /// Neither is.
    Neither,
}

/// What is known of a metric without a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetricInfo {
    /// What a person reads.
    pub label: &'static str,
    /// What exactly is measured, in a sentence or two.
    pub definition: &'static str,
    /// The unit of the value.
    pub unit: Unit,
    /// Which way is better.
    pub better: Better,
}

/// A metric of a system: a row of its table. `M` is what a run comes to.
#[derive(Clone, Copy, Debug)]
pub struct Metric<M> {
    /// What it is.
    pub info: MetricInfo,
    /// Its value; `None` where there is none.
    pub value: fn(&M) -> Option<f64>,
}

impl<M> Metric<M> {
    /// A row of a table.
    pub const fn new(
        label: &'static str,
        unit: Unit,
        better: Better,
        definition: &'static str,
        value: fn(&M) -> Option<f64>,
    ) -> Self {
        Self {
            info: MetricInfo {
                label,
                definition,
                unit,
                better,
            },
            value,
        }
    }

    /// What the rows of a table are.
    pub(crate) fn describe_all(table: &[Self]) -> Vec<MetricInfo> {
        table.iter().map(|metric| metric.info).collect()
    }

    /// The values of all rows of a table, in their order.
    pub fn measure_all(table: &[Self], run: &M) -> Vec<Option<f64>> {
        table.iter().map(|metric| (metric.value)(run)).collect()
    }
}

impl MetricInfo {
    /// Which variants have the best value of all, where not all of them share it.
    pub fn best(&self, values: &[Option<f64>]) -> Vec<bool> {
        let is_better = |a: f64, b: f64| match self.better {
            Better::Lower => a < b,
            Better::Higher => a > b,
            Better::Neither => false,
        };
        // One that never came as far as being measured is not as good as one that did.
        let is_best = |own: f64| {
            self.better != Better::Neither
                && !values.iter().flatten().any(|other| is_better(*other, own))
                && values.iter().any(|other| *other != Some(own))
        };
        values.iter().map(|own| own.is_some_and(is_best)).collect()
    }
}
