//! What passes between the page and its importer, which is a module of its own: a scenario, and what
//! reading files came to, as bytes. Compact and quick where JSON would have to be carried on both sides.

use std::sync::Arc;

use crate::run::limits::{MAX_BROKERS, MAX_BUNDLES, MAX_EVENTS, MAX_LANES};
use crate::run::{Problem, Scenario as Envelope};
use crate::shedding::cluster::{Amounts, Broker, Bundle, Cluster};
use crate::shedding::event::{Event, KINDS};
use crate::shedding::load_data::Name;
use crate::shedding::policy::{AntiAffinity, Isolation};
use crate::shedding::settings::SETTINGS;
use crate::shedding::usage::Resource;
use crate::shedding::{Lane, Release, Scenario};

/// Told first, so that a page and an importer of different builds notice.
const VERSION: u32 = 1;
const OTHER_BUILD: &str = "the page and its importer are of different builds; reload the page.";

/// What reading files came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The scenario that they would make.
    pub scenario: Scenario,
    /// What was read and taken as it stands.
    pub understood: Vec<String>,
    /// What was taken for want of something better.
    pub assumed: Vec<String>,
    /// What was left out.
    pub ignored: Vec<String>,
}

/// Writes an answer.
pub fn write(answer: &Result<Found, Problem>) -> Vec<u8> {
    let mut to = Writer::default();
    to.number(VERSION);
    match answer {
        Ok(found) => {
            to.number(1);
            to.scenario(&found.scenario);
            for list in [&found.understood, &found.assumed, &found.ignored] {
                to.list(list, |to, line| to.text(line));
            }
        }
        Err(problem) => {
            to.number(0);
            to.text(&problem.place);
            to.text(&problem.what);
        }
    }
    to.0
}

/// Reads an answer.
///
/// # Errors
/// The problem that was written, or that this was not written by [`write()`].
pub fn read(bytes: &[u8]) -> Result<Found, Problem> {
    let mut from = Reader(bytes);
    let mut answer = || {
        let is_ours = from.number()? == VERSION;
        let is_found = is_ours.then(|| from.number())??;
        if is_found == 0 {
            return Some(Err(Problem { place: from.text()?, what: from.text()? }));
        }
        let scenario = from.scenario()?;
        let mut list = || from.list(usize::MAX, Reader::text);
        Some(Ok(Found { scenario, understood: list()?, assumed: list()?, ignored: list()? }))
    };
    answer().unwrap_or_else(|| Err(Problem::at("the importer", OTHER_BUILD)))
}

/// Writes a scenario.
pub fn write_scenario(scenario: &Scenario) -> Vec<u8> {
    let mut to = Writer::default();
    to.number(VERSION);
    to.scenario(scenario);
    to.0
}

/// Reads a scenario.
///
/// # Errors
/// That this was not written by [`write_scenario`].
pub fn read_scenario(bytes: &[u8]) -> Result<Scenario, Problem> {
    let mut from = Reader(bytes);
    let version = from.number();
    let scenario = version.filter(|version| *version == VERSION).and_then(|_| from.scenario());
    scenario.ok_or_else(|| Problem::at("the page", OTHER_BUILD))
}

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn number(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    fn float(&mut self, float: f64) {
        self.0.extend(float.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u32);
        self.0.extend(text.as_bytes());
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.number(items.len() as u32);
        items.iter().for_each(|item| write(self, item));
    }

    fn scenario(&mut self, scenario: &Scenario) {
        self.text(&scenario.title);
        self.list(&scenario.look_for, |to, line| to.text(line));
        self.float(f64::from_bits(scenario.seed));
        self.number(scenario.rounds as u32);
        self.list(&scenario.lanes, |to, lane| to.lane(lane));
        let world = &scenario.world;
        self.list(&world.brokers, |to, broker| to.broker(broker));
        self.list(&world.unplaced, |to, bundle| to.bundle(bundle));
        self.float(world.fluctuation_percent);
        self.number(world.fluctuation_interval_s);
        self.list(&world.isolation, |to, rule| {
            [&rule.namespaces, &rule.primary, &rule.secondary].into_iter().for_each(|names| to.names(names));
            to.number(rule.min_available);
        });
        self.list(&world.anti_affinity, |to, group| to.names(&group.namespaces));
        self.list(&world.events, |to, event| to.event(event));
    }

    fn names(&mut self, names: &[Name]) {
        self.list(names, |to, name| to.text(name));
    }

    fn lane(&mut self, lane: &Lane) {
        self.text(&lane.strategy);
        self.text(&lane.placement);
        self.text(lane.release.name());
        SETTINGS.iter().for_each(|row| self.float(lane.settings.get(row.key)));
        self.list(&lane.ignores, |to, id| to.number(*id));
    }

    fn event(&mut self, event: &Event) {
        [event.id, event.at_s, event.kind as u32, event.for_s, event.resource as u32]
            .into_iter()
            .for_each(|number| self.number(number));
        self.text(&event.of);
        self.float(event.amount);
    }

    fn broker(&mut self, broker: &Broker) {
        self.text(&broker.name);
        let amounts = [broker.base, broker.limits].map(Amounts::to_array);
        amounts.as_flattened().iter().chain(&[broker.cpu_capacity, broker.skew]).for_each(|value| self.float(*value));
        self.list(&broker.bundles, |to, bundle| to.bundle(bundle));
    }

    fn bundle(&mut self, bundle: &Bundle) {
        self.text(&bundle.name);
        bundle.rates().to_array().iter().for_each(|rate| self.float(*rate));
        [bundle.cpu, bundle.memory_mb, bundle.direct_memory_mb].iter().for_each(|cost| self.float(*cost));
        [bundle.topics, bundle.producers, bundle.consumers].iter().for_each(|count| self.number(*count));
    }
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*number))
    }

    fn float(&mut self) -> Option<f64> {
        let (float, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(f64::from_le_bytes(*float))
    }

    fn floats<const N: usize>(&mut self) -> Option<[f64; N]> {
        let mut floats = [0.0; N];
        for float in &mut floats {
            *float = self.float()?;
        }
        Some(floats)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()? as usize;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn list<T>(&mut self, most: usize, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()? as usize;
        // Every item takes at least a number, so a count that lies is found out before room is made for it.
        if count > most || count > self.0.len() / 4 {
            return None;
        }
        (0..count).map(|_| read(self)).collect()
    }

    fn scenario(&mut self) -> Option<Scenario> {
        let (title, look_for) = (self.text()?, self.list(usize::MAX, Self::text)?);
        let (seed, rounds) = (self.float()?.to_bits(), self.number()? as usize);
        let lanes = self.list(MAX_LANES, Self::lane)?;
        let world = Cluster {
            brokers: self.list(MAX_BROKERS, Self::broker)?,
            unplaced: Arc::new(self.list(MAX_BUNDLES, Self::bundle)?),
            fluctuation_percent: self.float()?,
            fluctuation_interval_s: self.number()?,
            isolation: self.list(usize::MAX, |from| {
                let (namespaces, primary, secondary) = (from.names()?, from.names()?, from.names()?);
                Some(Isolation { namespaces, primary, secondary, min_available: from.number()? })
            })?,
            anti_affinity: self.list(usize::MAX, |from| Some(AntiAffinity { namespaces: from.names()? }))?,
            events: self.list(MAX_EVENTS, Self::event)?,
        };
        let first = lanes.first()?.clone();
        Some(Envelope { title, look_for, seed, rounds, lanes, ..Scenario::of("", &[], world, first) })
    }

    fn names(&mut self) -> Option<Vec<Name>> {
        self.list(usize::MAX, |from| Some(from.text()?.into()))
    }

    fn lane(&mut self) -> Option<Lane> {
        let (strategy, placement) = (self.text()?, self.text()?);
        let mut lane = Lane::new(&strategy, &placement, Release::from_name(&self.text()?)?);
        for row in SETTINGS {
            lane.settings.set(row.key, self.float()?);
        }
        lane.ignores = self.list(MAX_EVENTS, Self::number)?;
        Some(lane)
    }

    fn event(&mut self) -> Option<Event> {
        let [id, at_s, kind, for_s, resource] =
            [self.number()?, self.number()?, self.number()?, self.number()?, self.number()?];
        let (kind, resource) = (KINDS.get(kind as usize)?.kind, *Resource::ALL.get(resource as usize)?);
        Some(Event { id, at_s, kind, for_s, resource, of: self.text()?.into(), amount: self.float()? })
    }

    fn broker(&mut self) -> Option<Broker> {
        let name = self.text()?;
        let (base, limits) = (Amounts::from_array(self.floats()?), Amounts::from_array(self.floats()?));
        let [cpu_capacity, skew] = self.floats()?;
        let bundles = Arc::new(self.list(MAX_BUNDLES, Self::bundle)?);
        Some(Broker { name: name.into(), cpu_capacity, base, limits, skew, bundles })
    }

    fn bundle(&mut self) -> Option<Bundle> {
        let name = self.text()?;
        let [msg_rate_in, msg_rate_out, msg_throughput_in, msg_throughput_out] = self.floats()?;
        let [cpu, memory_mb, direct_memory_mb] = self.floats()?;
        let [topics, producers, consumers] = [self.number()?, self.number()?, self.number()?];
        Some(Bundle {
            name: name.into(),
            cpu,
            msg_rate_in,
            msg_rate_out,
            msg_throughput_in,
            msg_throughput_out,
            memory_mb,
            direct_memory_mb,
            topics,
            producers,
            consumers,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shedding::situations::SITUATIONS;

    #[test]
    fn every_situation_comes_through_as_it_is() {
        for situation in SITUATIONS {
            let mut scenario = situation.build();
            scenario.lanes.push(Lane { ignores: vec![7], ..scenario.lanes[0].clone() });
            scenario.world.fluctuation_percent = 2.5;
            scenario.world.unplaced = Arc::new(vec![Bundle::idle("a/b/0")]);
            let (names, amount) = (|name: &str| vec![Name::from(name)], 20.0);
            scenario.world.anti_affinity.push(AntiAffinity { namespaces: names("a/*") });
            let (primary, secondary) = (names("broker-1"), names("broker-2"));
            scenario.world.isolation.push(Isolation { namespaces: names("a/b"), primary, secondary, min_available: 2 });
            for (id, row) in KINDS.iter().enumerate() {
                let resource = Resource::ALL[id % 5];
                let (id, of) = (id as u32, Name::from("of"));
                scenario.world.events.push(Event { id, at_s: id, kind: row.kind, of, amount, for_s: 3, resource });
            }
            assert_eq!(read_scenario(&write_scenario(&scenario)).as_ref(), Ok(&scenario), "{}", situation.id);
            let lines = |text: &str| vec![text.to_owned()];
            let found = Found { scenario, understood: lines("a"), assumed: Vec::new(), ignored: lines("ü") };
            assert_eq!(read(&write(&Ok(found.clone()))), Ok(found));
        }
    }

    #[test]
    fn problems_come_through_and_what_is_cut_off_is_noticed() {
        let problem = Problem::at("line 3", "it is no number.");
        assert_eq!(read(&write(&Err(problem.clone()))), Err(problem));
        let whole = write_scenario(&SITUATIONS[0].build());
        for length in (0..whole.len()).step_by(7) {
            assert!(read_scenario(&whole[..length]).is_err(), "{length}");
        }
        assert!(read(&[]).is_err());
    }
}
