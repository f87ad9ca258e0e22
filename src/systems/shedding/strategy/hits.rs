//! Consecutive hits, counted for each broker: how AvgShedder and its proposals wait out a fluctuation.

use std::collections::BTreeMap;

use super::{Hits, StrategyMemory};
use crate::engine::Unit;
use crate::systems::shedding::model::load_data::{BrokerId, LoadData, Name};
use crate::systems::shedding::model::subject::Subject;
use crate::systems::shedding::reason::{Explain, Rule};

/// Which of a broker's two counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Rounds over the high line.
    High,
    /// Rounds over the low line.
    Low,
}

impl Count {
    fn phrase(self) -> &'static str {
        match self {
            Self::High => "high hits",
            Self::Low => "low hits",
        }
    }

    /// This one of two counts.
    pub fn read(self, hits: Hits) -> u32 {
        match self {
            Self::High => hits.high,
            Self::Low => hits.low,
        }
    }

    fn of(self, hits: &mut Hits) -> &mut u32 {
        match self {
            Self::High => &mut hits.high,
            Self::Low => &mut hits.low,
        }
    }
}

/// Two counts for each broker. Those of the brokers of the round stand in its order, so that none has to
/// be looked for; those of brokers that have left wait behind them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct HitCounts {
    seated: Vec<(Name, Hits)>,
    gone: Vec<(Name, Hits)>,
}

impl HitCounts {
    /// Takes in which brokers a round has, and in which order. Nothing is counted before that.
    pub(crate) fn seat(&mut self, load: &LoadData) {
        let is_same = self.seated.len() == load.brokers.len()
            && self
                .seated
                .iter()
                .zip(&load.brokers)
                .all(|((name, _), broker)| *name == broker.name);
        if is_same {
            return;
        }
        let known = [
            std::mem::take(&mut self.seated),
            std::mem::take(&mut self.gone),
        ]
        .concat();
        let mut places: Vec<usize> = (0..known.len()).collect();
        places.sort_by(|a, b| known[*a].0.cmp(&known[*b].0));
        let mut waiting: Vec<Option<Hits>> = known.iter().map(|(_, hits)| Some(*hits)).collect();
        for broker in &load.brokers {
            let found = places
                .binary_search_by(|place| known[*place].0.cmp(&broker.name))
                .ok();
            let hits = found
                .and_then(|found| waiting[places[found]].take())
                .unwrap_or_default();
            self.seated.push((broker.name.clone(), hits));
        }
        let left = known
            .into_iter()
            .zip(waiting)
            .filter_map(|((name, _), hits)| Some((name, hits?)));
        self.gone = left.filter(|(_, hits)| *hits != Hits::default()).collect();
    }

    /// Both counts of a broker.
    pub(crate) fn of(&self, id: BrokerId) -> Hits {
        self.seated[id.index()].1
    }

    /// Both counts of every broker of the round, in its order.
    pub(crate) fn of_all(&self) -> Vec<Hits> {
        self.seated.iter().map(|(_, hits)| *hits).collect()
    }

    /// One more hit in a row for each of the brokers.
    pub(crate) fn hit(&mut self, count: Count, ids: &[BrokerId], explain: &mut Explain) {
        for &id in ids {
            let hits = count.of(&mut self.seated[id.index()].1);
            let before = f64::from(*hits);
            *hits = hits.saturating_add(1);
            explain.change(
                Subject::Broker(id),
                Rule::HitsCounted,
                count.phrase(),
                Unit::Count,
                before,
                f64::from(*hits),
            );
        }
    }

    /// The row is broken, or it has served: the count starts again.
    pub(crate) fn reset(&mut self, count: Count, ids: &[BrokerId], explain: &mut Explain) {
        for &id in ids {
            let before = std::mem::take(count.of(&mut self.seated[id.index()].1));
            if before > 0 {
                explain.change(
                    Subject::Broker(id),
                    Rule::HitsCounted,
                    count.phrase(),
                    Unit::Count,
                    f64::from(before),
                    0.0,
                );
            }
        }
    }

    /// Both counts of the brokers start again.
    pub(crate) fn reset_both(&mut self, ids: &[BrokerId], explain: &mut Explain) {
        self.reset(Count::High, ids, explain);
        self.reset(Count::Low, ids, explain);
    }

    /// Every count of every broker starts again, also of brokers that have left.
    pub(crate) fn clear(&mut self) {
        self.gone.clear();
        self.seated
            .iter_mut()
            .for_each(|(_, hits)| *hits = Hits::default());
    }

    /// As part of a strategy's memory.
    pub(crate) fn memory(&self) -> StrategyMemory {
        let counted = |count: Count| -> BTreeMap<Name, u32> {
            let all = self
                .seated
                .iter()
                .chain(&self.gone)
                .map(|(name, hits)| (name.clone(), count.read(*hits)));
            all.filter(|(_, hits)| *hits > 0).collect()
        };
        StrategyMemory {
            high_hits: counted(Count::High),
            low_hits: counted(Count::Low),
            ..StrategyMemory::default()
        }
    }
}
