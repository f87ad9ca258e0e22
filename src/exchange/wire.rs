//! What passes between the page and its importer, which is a module of its own: a scenario, and what
//! reading files came to, as bytes. Compact and quick where JSON would have to be carried on both sides.

use std::sync::Arc;

use crate::run::Problem;
use crate::run::limits::{MAX_BROKERS, MAX_BUNDLES, MAX_EVENTS, MAX_LANES, MAX_RULES};
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

impl Default for Found {
    fn default() -> Self {
        Self { scenario: no_scenario(), understood: Vec::new(), assumed: Vec::new(), ignored: Vec::new() }
    }
}

/// Writes an answer.
pub fn write(answer: &Result<Found, Problem>) -> Vec<u8> {
    let mut to = Passage::writing();
    let mut is_found = u32::from(answer.is_ok());
    to.number(&mut is_found);
    match answer.clone() {
        Ok(mut found) => to.found(&mut found),
        Err(mut problem) => to.problem(&mut problem),
    }
    to.bytes
}

/// Reads an answer.
///
/// # Errors
/// The problem that was written, or that this was not written by [`write()`].
pub fn read(bytes: &[u8]) -> Result<Found, Problem> {
    let mut from = Passage::reading(bytes);
    let (mut is_found, mut found, mut problem) = (0, Found::default(), Problem::at("", ""));
    from.number(&mut is_found);
    match is_found {
        0 => from.problem(&mut problem),
        _ => from.found(&mut found),
    }
    from.check("the importer")?;
    if is_found == 0 { Err(problem) } else { Ok(found) }
}

/// Writes a scenario.
pub fn write_scenario(scenario: &Scenario) -> Vec<u8> {
    let mut to = Passage::writing();
    to.scenario(&mut scenario.clone());
    to.bytes
}

/// Reads a scenario.
///
/// # Errors
/// That this was not written by [`write_scenario`].
pub fn read_scenario(bytes: &[u8]) -> Result<Scenario, Problem> {
    let mut from = Passage::reading(bytes);
    let mut scenario = no_scenario();
    from.scenario(&mut scenario);
    from.check("the page")?;
    Ok(scenario)
}

fn no_scenario() -> Scenario {
    Scenario { lanes: Vec::new(), ..Scenario::of("", &[], Cluster::default(), no_lane()) }
}

fn no_lane() -> Lane {
    Lane::new("", "", Release::default())
}

/// The way of values into bytes, or out of them: what is said of a value holds for both directions. Once something
/// cannot be read, nothing is.
struct Passage {
    bytes: Vec<u8>,
    at: usize,
    is_reading: bool,
    is_broken: bool,
}

impl Passage {
    fn writing() -> Self {
        let mut to = Self { bytes: Vec::new(), at: 0, is_reading: false, is_broken: false };
        to.number(&mut { VERSION });
        to
    }

    fn reading(bytes: &[u8]) -> Self {
        let mut from = Self { bytes: bytes.to_vec(), at: 0, is_reading: true, is_broken: false };
        let mut version = 0;
        from.number(&mut version);
        from.is_broken |= version != VERSION;
        from
    }

    /// That all of it could be read.
    fn check(&self, place: &str) -> Result<(), Problem> {
        if self.is_broken { Err(Problem::at(place, OTHER_BUILD)) } else { Ok(()) }
    }

    /// What something that was read stands for.
    fn known<T: Default>(&mut self, found: Option<T>) -> T {
        self.is_broken |= found.is_none();
        found.unwrap_or_default()
    }

    /// The next so many bytes, where they are there.
    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let end = self.at.checked_add(count)?;
        self.is_broken |= end > self.bytes.len();
        if self.is_broken {
            return None;
        }
        let start = std::mem::replace(&mut self.at, end);
        self.bytes.get(start..end)
    }

    fn number(&mut self, number: &mut u32) {
        if self.is_reading {
            let bytes = self.take(4).and_then(|bytes| bytes.try_into().ok());
            *number = bytes.map_or(0, u32::from_le_bytes);
        } else {
            self.bytes.extend(number.to_le_bytes());
        }
    }

    fn float(&mut self, float: &mut f64) {
        if self.is_reading {
            let bytes = self.take(8).and_then(|bytes| bytes.try_into().ok());
            *float = bytes.map_or(0.0, f64::from_le_bytes);
        } else {
            self.bytes.extend(float.to_le_bytes());
        }
    }

    fn floats<const N: usize>(&mut self, floats: [&mut f64; N]) {
        floats.into_iter().for_each(|float| self.float(float));
    }

    fn numbers<const N: usize>(&mut self, numbers: [&mut u32; N]) {
        numbers.into_iter().for_each(|number| self.number(number));
    }

    fn text(&mut self, text: &mut String) {
        let mut length = text.len() as u32;
        self.number(&mut length);
        if self.is_reading {
            let read = self.take(length as usize).and_then(|bytes| std::str::from_utf8(bytes).ok()).map(str::to_owned);
            *text = self.known(read);
        } else {
            self.bytes.extend(text.as_bytes());
        }
    }

    fn name(&mut self, name: &mut Name) {
        let mut text = name.to_string();
        self.text(&mut text);
        if self.is_reading {
            *name = text.into();
        }
    }

    /// A list of at most so many items. Where it is read, it begins with as many of `blank`.
    fn list<T: Clone>(&mut self, items: &mut Vec<T>, most: usize, blank: T, pass: fn(&mut Self, &mut T)) {
        let mut count = items.len() as u32;
        self.number(&mut count);
        if self.is_reading {
            let count = count as usize;
            // Every item takes at least a number, so a count that lies is found out before room is made for it.
            self.is_broken |= count > most || count > (self.bytes.len() - self.at) / 4;
            *items = vec![blank; if self.is_broken { 0 } else { count }];
        }
        items.iter_mut().for_each(|item| pass(self, item));
    }

    fn texts(&mut self, texts: &mut Vec<String>) {
        self.list(texts, usize::MAX, String::new(), Self::text);
    }

    fn names(&mut self, names: &mut Vec<Name>) {
        self.list(names, usize::MAX, "".into(), Self::name);
    }

    fn bundles(&mut self, bundles: &mut Arc<Vec<Bundle>>) {
        self.list(Arc::make_mut(bundles), MAX_BUNDLES, Bundle::idle(""), Self::bundle);
    }

    fn problem(&mut self, problem: &mut Problem) {
        self.text(&mut problem.place);
        self.text(&mut problem.what);
    }

    fn found(&mut self, found: &mut Found) {
        self.scenario(&mut found.scenario);
        [&mut found.understood, &mut found.assumed, &mut found.ignored].into_iter().for_each(|list| self.texts(list));
    }

    fn scenario(&mut self, scenario: &mut Scenario) {
        self.text(&mut scenario.title);
        self.texts(&mut scenario.look_for);
        let (mut seed, mut rounds) = (f64::from_bits(scenario.seed), scenario.rounds as u32);
        self.float(&mut seed);
        self.number(&mut rounds);
        (scenario.seed, scenario.rounds) = (seed.to_bits(), rounds as usize);
        self.list(&mut scenario.lanes, MAX_LANES, no_lane(), Self::lane);
        self.is_broken |= scenario.lanes.is_empty();
        let world = &mut scenario.world;
        self.list(&mut world.brokers, MAX_BROKERS, Broker::empty(""), Self::broker);
        self.bundles(&mut world.unplaced);
        self.float(&mut world.fluctuation_percent);
        self.number(&mut world.fluctuation_interval_s);
        self.list(&mut world.isolation, MAX_RULES, Isolation::default(), |way, rule| {
            [&mut rule.namespaces, &mut rule.primary, &mut rule.secondary]
                .into_iter()
                .for_each(|names| way.names(names));
            way.number(&mut rule.min_available);
        });
        self.list(&mut world.anti_affinity, MAX_RULES, AntiAffinity::default(), |way, group| {
            way.names(&mut group.namespaces)
        });
        self.list(&mut world.events, MAX_EVENTS, Event::default(), Self::event);
    }

    fn lane(&mut self, lane: &mut Lane) {
        self.text(&mut lane.strategy);
        self.text(&mut lane.placement);
        let mut release = lane.release.name().to_owned();
        self.text(&mut release);
        lane.release = self.known(Release::from_name(&release));
        for row in SETTINGS {
            let mut value = lane.settings.get(row.key);
            self.float(&mut value);
            lane.settings.set(row.key, value);
        }
        self.list(&mut lane.ignores, MAX_EVENTS, 0, Self::number);
    }

    fn event(&mut self, event: &mut Event) {
        let (mut kind, mut resource) = (event.kind as u32, event.resource as u32);
        self.numbers([&mut event.id, &mut event.at_s, &mut kind, &mut event.for_s, &mut resource]);
        event.kind = self.known(KINDS.get(kind as usize).map(|row| row.kind));
        event.resource = self.known(Resource::ALL.get(resource as usize).copied());
        self.name(&mut event.of);
        self.float(&mut event.amount);
    }

    fn broker(&mut self, broker: &mut Broker) {
        self.name(&mut broker.name);
        for amounts in [&mut broker.base, &mut broker.limits] {
            let Amounts { cpu, memory, direct_memory, bandwidth_in, bandwidth_out } = amounts;
            self.floats([cpu, memory, direct_memory, bandwidth_in, bandwidth_out]);
        }
        self.floats([&mut broker.cpu_capacity, &mut broker.skew]);
        self.bundles(&mut broker.bundles);
    }

    fn bundle(&mut self, bundle: &mut Bundle) {
        let Bundle { name, cpu, memory_mb, direct_memory_mb, topics, producers, consumers, .. } = bundle;
        self.name(name);
        self.floats([cpu, memory_mb, direct_memory_mb]);
        self.numbers([topics, producers, consumers]);
        self.floats([
            &mut bundle.msg_rate_in,
            &mut bundle.msg_rate_out,
            &mut bundle.msg_throughput_in,
            &mut bundle.msg_throughput_out,
        ]);
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
