//! The cluster of a recording: brokers and bundle statistics as they are stored and changed.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;
use shedscope::systems::shedding::model::load_data::{
    BrokerLoad, BundleId, BundleLoad, LoadData, Name, Rates, TimeAverage,
};
use shedscope::systems::shedding::model::usage::{Reading, Readings, Resource};
use shedscope::systems::shedding::model::world::is_system_bundle;

use super::numbers::{number, texts};

/// What is stored. A replaced bundle becomes a new entry; the old one stays as it was.
#[derive(Default)]
pub struct Store {
    pub bundles: Vec<BundleLoad>,
    /// The present entry of each bundle that is known.
    pub present: BTreeMap<String, BundleId>,
    /// Every bundle name ever stored, in order; recorded bundle orders point into it.
    pub names: Vec<String>,
    pub brokers: BTreeMap<String, Value>,
    pub recently_unloaded: Vec<String>,
}

fn rates(value: &Value) -> Rates {
    Rates::from_array(std::array::from_fn(|i| number(&value[i])))
}

impl Store {
    pub fn set_bundle(&mut self, entry: &Value) {
        let name = entry[0].as_str().unwrap();
        let samples = entry.get(3).and_then(Value::as_u64).unwrap_or(1) as u32;
        let short = rates(&entry[1]);
        let long = entry
            .get(2)
            .filter(|value| !value.is_null())
            .map_or(short, rates);
        let average = |rates| TimeAverage {
            samples,
            limit: 10,
            rates,
        };
        let id = BundleId(self.bundles.len() as u32);
        self.bundles.push(BundleLoad {
            name: name.into(),
            short_term: average(short),
            long_term: average(long),
            topics: 0,
            usage_points: 0.0,
            is_system: is_system_bundle(name),
            unloaded_min_ago: None,
            has_policies: false,
        });
        self.present.insert(name.to_owned(), id);
        if !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
    }

    pub fn sample(&mut self, entry: &Value) {
        let id = self.present[entry[0].as_str().unwrap()];
        let bundle = &mut self.bundles[id.index()];
        bundle.short_term.take(rates(&entry[1]));
        bundle.long_term.take(rates(&entry[1]));
    }

    pub fn set_broker(&mut self, change: &Value) {
        let name = change["name"].as_str().unwrap();
        let broker = self
            .brokers
            .entry(name.to_owned())
            .or_insert_with(|| Value::Object(serde_json::Map::new()));
        for (key, value) in change.as_object().unwrap() {
            broker[key] = value.clone();
        }
    }

    /// The load data with brokers and bundles in the recorded orders.
    pub fn load(&self, broker_order: &[String], bundle_order: &[usize]) -> LoadData {
        let mut bundles = self.bundles.clone();
        for bundle in &mut bundles {
            let is_recent = self
                .recently_unloaded
                .iter()
                .any(|name| **name == *bundle.name);
            bundle.unloaded_min_ago = is_recent.then_some(0.0);
        }
        // Bundles that the order leaves out are never offered, and come after the rest.
        let mut order: Vec<&String> = bundle_order
            .iter()
            .map(|position| &self.names[*position])
            .collect();
        order.extend(
            self.names
                .iter()
                .filter(|name| !order.contains(name))
                .collect::<Vec<_>>(),
        );
        let ranked: Vec<(&String, BundleId)> = order
            .into_iter()
            .filter_map(|name| self.present.get(name).map(|id| (name, *id)))
            .collect();
        let brokers = broker_order
            .iter()
            .map(|name| self.broker(name, &ranked))
            .collect();
        LoadData { brokers, bundles }
    }

    fn broker(&self, name: &str, ranked: &[(&String, BundleId)]) -> BrokerLoad {
        let value = self.brokers.get(name).unwrap_or(&Value::Null);
        let field = |key: &str| value.get(key).map_or(0.0, number);
        let list = |key: &str| value.get(key).map_or_else(Vec::new, |names| texts(names));
        let own = list("bundles");
        let mut readings = Readings::default();
        for (resource, key) in [
            (Resource::Cpu, "cpu"),
            (Resource::StrategyMemory, "memory"),
            (Resource::DirectMemory, "directMemory"),
            (Resource::BandwidthIn, "bandwidthIn"),
            (Resource::BandwidthOut, "bandwidthOut"),
        ] {
            if let Some(pair) = value.get(key) {
                readings.0[resource as usize] = Reading {
                    usage: number(&pair[0]),
                    limit: number(&pair[1]),
                };
            }
        }
        BrokerLoad {
            name: Name::from(name),
            readings,
            rates: Rates {
                msg_rate_in: field("msgRateIn"),
                msg_rate_out: field("msgRateOut"),
                msg_throughput_in: field("msgThroughputIn"),
                msg_throughput_out: field("msgThroughputOut"),
            },
            long_term_msg_rate: field("longTermMsgRateIn") + field("longTermMsgRateOut"),
            bundles: Rc::new(
                ranked
                    .iter()
                    .filter(|(name, _)| own.contains(&name.as_str()))
                    .map(|(_, id)| *id)
                    .collect(),
            ),
            bundle_count: own.len(),
            preallocated: list("preallocated")
                .iter()
                .filter_map(|name| self.present.get(*name).copied())
                .collect(),
            is_reported: self.brokers.contains_key(name),
            age_s: 0.0,
            extensible: None,
        }
    }
}
