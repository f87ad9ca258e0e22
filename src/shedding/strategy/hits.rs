//! Consecutive hits, counted for each broker: how AvgShedder and its proposals wait out a fluctuation.

use super::{Hits, Memory};
use crate::run::{SortedMap, Unit};
use crate::shedding::load_data::{BrokerId, LoadData, Name};
use crate::shedding::reason::{Rule, Subject, Why};

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
}

/// Two counts for each broker, by name. A broker at zero has no entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HitCounts {
    high: SortedMap<Name, u32>,
    low: SortedMap<Name, u32>,
}

impl HitCounts {
    fn map(&mut self, count: Count) -> &mut SortedMap<Name, u32> {
        match count {
            Count::High => &mut self.high,
            Count::Low => &mut self.low,
        }
    }

    /// The present count of a broker.
    pub fn of(&self, count: Count, broker: &Name) -> u32 {
        let map = if count == Count::High { &self.high } else { &self.low };
        map.get(broker).copied().unwrap_or(0)
    }

    /// One more hit in a row for each of the brokers.
    pub fn hit(&mut self, count: Count, load: &LoadData, ids: &[BrokerId], why: &mut Why) {
        for &id in ids {
            self.hit_one(count, load, id, why);
        }
    }

    fn hit_one(&mut self, count: Count, load: &LoadData, id: BrokerId, why: &mut Why) {
        let hits = self.map(count).or_insert(load.broker(id).name.clone(), 0);
        let before = f64::from(*hits);
        *hits = hits.saturating_add(1);
        why.change(Subject::Broker(id), Rule::HitsCounted, count.phrase(), Unit::Count, before, f64::from(*hits));
    }

    /// The row is broken, or it has served: the count starts again.
    pub fn reset(&mut self, count: Count, load: &LoadData, ids: &[BrokerId], why: &mut Why) {
        for &id in ids {
            if let Some(before) = self.map(count).remove(&load.broker(id).name) {
                why.change(Subject::Broker(id), Rule::HitsCounted, count.phrase(), Unit::Count, f64::from(before), 0.0);
            }
        }
    }

    /// Both counts of the brokers start again.
    pub fn reset_both(&mut self, load: &LoadData, ids: &[BrokerId], why: &mut Why) {
        self.reset(Count::High, load, ids, why);
        self.reset(Count::Low, load, ids, why);
    }

    /// Every count of every broker starts again, also of brokers that have left.
    pub fn clear(&mut self) {
        self.high.clear();
        self.low.clear();
    }

    /// Both counts of a broker.
    pub fn both(&self, broker: &Name) -> Hits {
        Hits { high: self.of(Count::High, broker), low: self.of(Count::Low, broker) }
    }

    /// The counts of the brokers of a round, in their order.
    pub fn of_all(&self, load: &LoadData) -> Vec<Hits> {
        load.brokers.iter().map(|broker| self.both(&broker.name)).collect()
    }

    /// As part of a strategy's memory.
    pub fn memory(&self) -> Memory {
        Memory { high_hits: self.high.clone(), low_hits: self.low.clone(), ..Memory::default() }
    }
}
