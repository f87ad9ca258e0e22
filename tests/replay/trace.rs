//! One recorded run: apply each round's changes, shed, place, and compare everything.

use std::collections::BTreeMap;

use serde_json::Value;
use shedscope::systems::shedding::model::load_data::weighted_usages;
use shedscope::systems::shedding::model::load_data::{BrokerId, LoadData, Name, Rates};
use shedscope::systems::shedding::model::usage::{Weights, weighted_usage};
use shedscope::systems::shedding::placement::least_long_term::LeastLongTermMessageRate;
use shedscope::systems::shedding::placement::least_resource::LeastResourceUsageWithWeight;
use shedscope::systems::shedding::placement::plan::StatisticsPlan;
use shedscope::systems::shedding::placement::round_robin::RoundRobinBrokerSelector;
use shedscope::systems::shedding::placement::{Placement, PlacementRequest};
use shedscope::systems::shedding::settings::{Setting, Settings};
use shedscope::systems::shedding::strategy::avg::AvgShedder;
use shedscope::systems::shedding::strategy::{Decision, Shedder, ShedderInfo};
use shedscope::systems::shedding::{Explain, Release};

use super::numbers::{expect, number, texts};
use super::store::Store;

enum AnyShedder {
    None,
    Avg(AvgShedder),
    Other(Box<dyn Shedder>),
}

enum AnyPlacement {
    None,
    Plan(StatisticsPlan),
    LongTerm(LeastLongTermMessageRate),
    Resource(LeastResourceUsageWithWeight),
    RoundRobin(RoundRobinBrokerSelector),
}

impl AnyPlacement {
    fn as_dyn(&mut self) -> Option<&mut dyn Placement> {
        match self {
            Self::None => None,
            Self::Plan(placement) => Some(placement),
            Self::LongTerm(placement) => Some(placement),
            Self::Resource(placement) => Some(placement),
            Self::RoundRobin(placement) => Some(placement),
        }
    }
}

/// A recording being replayed.
pub struct Trace<'a> {
    recording: &'a Value,
    shedder: AnyShedder,
    placement: AnyPlacement,
    settings: Settings,
    store: Store,
    broker_order: Vec<String>,
    score_order: Vec<String>,
    bundle_order: Vec<usize>,
}

fn names(value: &Value) -> Vec<String> {
    texts(value).into_iter().map(str::to_owned).collect()
}

impl<'a> Trace<'a> {
    pub fn new(recording: &'a Value) -> Self {
        let release = match recording["pulsar"].as_str().unwrap() {
            "newest" => Release::Y2026,
            "4.0" => Release::V4_0,
            other => panic!("release {other} is not known"),
        };
        let shedder = match recording.get("strategy").and_then(Value::as_str) {
            None => AnyShedder::None,
            Some("AvgShedder") => AnyShedder::Avg(AvgShedder::new(release)),
            Some(id) => AnyShedder::Other((ShedderInfo::find(id).unwrap().make)(release)),
        };
        let placement = match recording.get("placement").and_then(Value::as_str) {
            // One object serves both, so AvgShedder always has its plan.
            None if matches!(shedder, AnyShedder::Avg(_)) => {
                AnyPlacement::Plan(StatisticsPlan::default())
            }
            None => AnyPlacement::None,
            Some("AvgShedder") => AnyPlacement::Plan(StatisticsPlan::default()),
            Some("LeastLongTermMessageRate") => AnyPlacement::LongTerm(LeastLongTermMessageRate),
            Some("LeastResourceUsageWithWeight") => {
                AnyPlacement::Resource(LeastResourceUsageWithWeight::default())
            }
            Some("RoundRobinBrokerSelector") => {
                AnyPlacement::RoundRobin(RoundRobinBrokerSelector::default())
            }
            Some(other) => panic!("placement {other} is not known"),
        };
        let mut store = Store::default();
        recording["bundles"]
            .as_array()
            .unwrap()
            .iter()
            .for_each(|bundle| store.set_bundle(bundle));
        recording["brokers"]
            .as_array()
            .unwrap()
            .iter()
            .for_each(|broker| store.set_broker(broker));
        let broker_order = recording["brokers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|b| b["name"].as_str().unwrap().to_owned());
        let mut trace = Self {
            recording,
            shedder,
            placement,
            settings: Settings::default(),
            store,
            broker_order: broker_order.collect(),
            score_order: Vec::new(),
            bundle_order: Vec::new(),
        };
        trace.set_conf(&recording["conf"]);
        trace
    }

    fn set_conf(&mut self, conf: &Value) {
        for (name, value) in conf.as_object().unwrap() {
            match Setting::from_name(name) {
                Some(row) => {
                    let value = value
                        .as_bool()
                        .map_or_else(|| number(value), |on| f64::from(u8::from(on)));
                    self.settings.set(row.key, value);
                }
                None => panic!("setting {name} is not known"),
            }
        }
    }

    pub fn replay(&mut self) -> Result<(), String> {
        for (index, round) in self.recording["rounds"]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
        {
            self.replay_round(round)
                .map_err(|difference| format!("round {index}: {difference}"))?;
        }
        Ok(())
    }

    fn replay_round(&mut self, round: &Value) -> Result<(), String> {
        self.apply(round);
        let wanted = &round["expect"];
        if let Some(order) = wanted.get("brokerOrder") {
            self.broker_order = names(order);
        }
        if let Some(order) = wanted.get("bundleOrder") {
            self.bundle_order = order
                .as_array()
                .unwrap()
                .iter()
                .map(|at| at.as_u64().unwrap() as usize)
                .collect();
        }
        self.broker_order
            .retain(|name| self.store.brokers.contains_key(name));
        let load = self.store.load(&self.broker_order, &self.bundle_order);
        self.tell(round, &load);
        let is_shed = round.get("shed").and_then(Value::as_bool) != Some(false);
        if is_shed && !matches!(self.shedder, AnyShedder::None) {
            self.shed(&load, wanted)?;
        }
        let questions = round
            .get("place")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice);
        for (index, question) in questions.iter().enumerate() {
            self.place(question, &wanted["place"][index])
                .map_err(|difference| format!("place {index}: {difference}"))?;
        }
        Ok(())
    }

    /// Steps 1 to 6 of a round.
    fn apply(&mut self, round: &Value) {
        let list = |key: &str| {
            round
                .get(key)
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default()
        };
        if let Some(conf) = round.get("conf") {
            self.set_conf(conf);
        }
        for name in list("removeBrokers") {
            self.store.brokers.remove(name.as_str().unwrap());
        }
        for name in list("removeBundles") {
            self.store.present.remove(name.as_str().unwrap());
        }
        list("setBundles")
            .iter()
            .for_each(|bundle| self.store.set_bundle(bundle));
        list("sampleBundles")
            .iter()
            .for_each(|sample| self.store.sample(sample));
        list("setBrokers")
            .iter()
            .for_each(|broker| self.store.set_broker(broker));
        if let Some(unloaded) = round.get("recentlyUnloaded") {
            self.store.recently_unloaded = names(unloaded);
        }
        // New brokers come last until a recorded order says otherwise.
        for name in self.store.brokers.keys() {
            if !self.broker_order.contains(name) {
                self.broker_order.push(name.clone());
            }
        }
    }

    /// Steps 7 and 8 of a round.
    fn tell(&mut self, round: &Value, load: &LoadData) {
        if let Some(active) = round.get("activeBrokers") {
            let active: Vec<Name> = texts(active).into_iter().map(Name::from).collect();
            match &mut self.shedder {
                AnyShedder::None => {}
                AnyShedder::Avg(shedder) => shedder.active_brokers_changed(&active),
                AnyShedder::Other(shedder) => shedder.active_brokers_changed(&active),
            }
            if let Some(placement) = self.placement.as_dyn() {
                placement.active_brokers_changed(&active);
            }
        }
        let entries = |key: &str| round.get(key).and_then(Value::as_object).cloned();
        if let (Some(plan), AnyPlacement::Plan(placement)) =
            (entries("setPlan"), &mut self.placement)
        {
            for (bundle, target) in plan {
                placement.file(
                    load,
                    self.store.present[&bundle],
                    target.as_str().unwrap().into(),
                );
            }
        }
        if let (Some(history), AnyPlacement::Resource(placement)) =
            (entries("setHistory"), &mut self.placement)
        {
            placement.set_history(
                history
                    .iter()
                    .map(|(name, usage)| (Name::from(name.as_str()), number(usage)))
                    .collect(),
            );
        }
        if let (Some(counter), AnyPlacement::RoundRobin(placement)) =
            (round.get("setCounter"), &mut self.placement)
        {
            placement.set_counter(counter.as_i64().unwrap() as i32);
        }
    }

    fn shed(&mut self, load: &LoadData, wanted: &Value) -> Result<(), String> {
        let scored = self.in_score_order(load, wanted);
        let decision = match &mut self.shedder {
            AnyShedder::None => return Ok(()),
            AnyShedder::Avg(shedder) => {
                shedder.shed(&scored, &self.settings, &mut Explain::disabled())
            }
            AnyShedder::Other(shedder) => {
                shedder.shed(load, &self.settings, &mut Explain::disabled())
            }
        };
        let load = if matches!(self.shedder, AnyShedder::Avg(_)) {
            &scored
        } else {
            load
        };
        if let Some(placement) = self.placement.as_dyn() {
            placement.learn(load, &decision);
        }
        self.compare_scores(load, wanted)?;
        self.compare_memory(wanted)?;
        if wanted.get("error").is_some() {
            return if decision.failed.is_some() {
                Ok(())
            } else {
                Err("error: none here, one recorded".to_owned())
            };
        }
        if let Some(failure) = decision.failed {
            return Err(format!("error: {failure:?} here, none recorded"));
        }
        let name = |id: &BrokerId| load.broker(*id).name.to_string();
        if let Some(sorted) = wanted.get("sorted") {
            let ours: Vec<String> = decision.order.iter().map(name).collect();
            compare("sorted", &ours, &names(sorted))?;
        }
        if let Some(pairs) = wanted.get("pairs") {
            let kept = decision.pairs.iter().filter(|pair| pair.is_kept);
            let ours: Vec<Vec<String>> = kept
                .map(|pair| vec![name(&pair.high), name(&pair.low)])
                .collect();
            compare(
                "pairs",
                &ours,
                &pairs
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(names)
                    .collect::<Vec<_>>(),
            )?;
        }
        self.compare_selected(load, &decision, wanted)
    }

    /// AvgShedder meets brokers in the order of its score table.
    fn in_score_order(&mut self, load: &LoadData, wanted: &Value) -> LoadData {
        let mut scored = load.clone();
        if let Some(order) = wanted.get("scoreOrder") {
            self.score_order = names(order);
        }
        scored.brokers.sort_by_key(|broker| {
            self.score_order
                .iter()
                .position(|name| **name == *broker.name)
        });
        scored
    }

    fn compare_scores(&self, load: &LoadData, wanted: &Value) -> Result<(), String> {
        let Some(scores) = wanted.get("scores").and_then(Value::as_object) else {
            return Ok(());
        };
        if scores.len() != load.brokers.len() {
            return Err(format!(
                "scores: {} brokers here, {} recorded",
                load.brokers.len(),
                scores.len()
            ));
        }
        let weights = Weights::from_settings(&self.settings);
        for broker in &load.brokers {
            let recorded = scores
                .get(&*broker.name)
                .ok_or_else(|| format!("scores: {} is not recorded", broker.name))?;
            let key = |part: &str| format!("scores, {}{part}", broker.name);
            if recorded.is_array() {
                expect(&key(" rate"), Rates::msg_rate(&broker.rates), &recorded[0])?;
                expect(
                    &key(" throughput"),
                    Rates::throughput(&broker.rates),
                    &recorded[1],
                )?;
                continue;
            }
            let (usage, _) = weighted_usage(&broker.readings, &weights);
            let factor = if matches!(self.shedder, AnyShedder::Avg(_)) {
                100.0
            } else {
                1.0
            };
            expect(&key(""), usage * factor, recorded)?;
        }
        Ok(())
    }

    fn compare_memory(&self, wanted: &Value) -> Result<(), String> {
        let memory = match &self.shedder {
            AnyShedder::None => return Ok(()),
            AnyShedder::Avg(shedder) => shedder.memory(),
            AnyShedder::Other(shedder) => shedder.memory(),
        };
        let floats = |counts: &BTreeMap<Name, u32>| {
            counts
                .iter()
                .map(|(k, v)| (k.clone(), f64::from(*v)))
                .collect()
        };
        compare_map("history", &memory.history, wanted)?;
        compare_map("hitHigh", &floats(&memory.high_hits), wanted)?;
        compare_map("hitLow", &floats(&memory.low_hits), wanted)?;
        match wanted.get("average") {
            Some(average) => expect("average", memory.average.unwrap_or(f64::MAX), average),
            None => Ok(()),
        }
    }

    fn compare_selected(
        &self,
        load: &LoadData,
        decision: &Decision,
        wanted: &Value,
    ) -> Result<(), String> {
        let mut ours: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for selection in &decision.selections {
            let bundles = ours
                .entry(load.broker(selection.from).name.to_string())
                .or_default();
            bundles.push(load.bundle(selection.bundle).name.to_string());
        }
        let recorded = wanted["selected"].as_array().unwrap();
        let recorded = recorded
            .iter()
            .map(|pair| (pair[0].as_str().unwrap().to_owned(), names(&pair[1])))
            .collect();
        compare("selected", &ours, &recorded)?;
        let (Some(targets), AnyPlacement::Plan(plan)) = (wanted.get("targets"), &self.placement)
        else {
            return Ok(());
        };
        let ours: BTreeMap<String, Option<String>> = decision
            .selections
            .iter()
            .map(|one| {
                (
                    load.bundle(one.bundle).name.to_string(),
                    plan.target(load, one.bundle).map(ToString::to_string),
                )
            })
            .collect();
        let recorded = targets.as_object().unwrap().iter();
        compare(
            "targets",
            &ours,
            &recorded
                .map(|(k, v)| (k.clone(), v.as_str().map(str::to_owned)))
                .collect(),
        )
    }

    fn place(&mut self, question: &Value, wanted: &Value) -> Result<(), String> {
        let candidates = names(&wanted["candidates"]);
        let mut order = self.broker_order.clone();
        order.extend(
            candidates
                .iter()
                .filter(|name| !self.broker_order.contains(name))
                .cloned()
                .collect::<Vec<_>>(),
        );
        let load = self.store.load(&order, &self.bundle_order);
        let id_of =
            |name: &String| BrokerId(order.iter().position(|other| other == name).unwrap() as u32);
        let candidates: Vec<BrokerId> = candidates.iter().map(id_of).collect();
        let bundle = self.store.present[question["bundle"].as_str().unwrap()];
        let usages = weighted_usages(&load, &Weights::from_settings(&self.settings));
        let ask = PlacementRequest {
            load: &load,
            settings: &self.settings,
            usages: &usages,
            bundle,
            candidates: &candidates,
        };
        let placement = self.placement.as_dyn().unwrap();
        let shortlist = match placement.shortlist(&ask, &mut Explain::disabled()) {
            Ok(_) if wanted.get("error").is_some() => {
                return Err("error: none here, one recorded".to_owned());
            }
            Err(_) if wanted.get("error").is_some() => return Ok(()),
            Err(failure) => return Err(format!("error: {failure:?} here, none recorded")),
            Ok(shortlist) => shortlist,
        };
        let name = |id: &BrokerId| load.broker(*id).name.to_string();
        let best: Vec<String> = shortlist.best.iter().map(name).collect();
        if let Some(recorded) = wanted.get("best") {
            compare("best", &best, &names(recorded))?;
        }
        if let Some(planned) = wanted.get("planned") {
            compare(
                "planned",
                &shortlist.is_planned,
                &planned.as_bool().unwrap(),
            )?;
        }
        if let Some(scores) = wanted.get("scores").and_then(Value::as_object) {
            for (id, score) in candidates.iter().zip(&shortlist.scores) {
                expect(&format!("scores, {}", name(id)), *score, &scores[&name(id)])?;
            }
        }
        if let Some(average) = wanted.get("average") {
            expect("average", shortlist.average.unwrap_or(f64::MAX), average)?;
        }
        compare_map("history", &placement.history().unwrap_or_default(), wanted)?;
        let Some(chosen) = wanted["chosen"].as_str() else {
            return compare("best", &best, &Vec::new());
        };
        if !best.iter().any(|name| name == chosen) {
            return Err(format!(
                "chosen: {chosen} was recorded, but the shortlist is {best:?}"
            ));
        }
        placement.commit(&ask, &shortlist, id_of(&chosen.to_owned()));
        Ok(())
    }
}

fn compare<T: PartialEq + std::fmt::Debug>(
    key: &str,
    ours: &T,
    recorded: &T,
) -> Result<(), String> {
    if ours == recorded {
        Ok(())
    } else {
        Err(format!("{key}: {ours:?} here, {recorded:?} recorded"))
    }
}

fn compare_map(key: &str, ours: &BTreeMap<Name, f64>, wanted: &Value) -> Result<(), String> {
    let Some(recorded) = wanted.get(key).and_then(Value::as_object) else {
        return Ok(());
    };
    if ours.len() != recorded.len() {
        return Err(format!(
            "{key}: {} entries here, {:?} recorded",
            ours.len(),
            recorded.keys()
        ));
    }
    for (name, value) in ours.iter() {
        let recorded = recorded
            .get(&**name)
            .ok_or_else(|| format!("{key}: {name} is not recorded"))?;
        expect(&format!("{key}, {name}"), *value, recorded)?;
    }
    Ok(())
}
