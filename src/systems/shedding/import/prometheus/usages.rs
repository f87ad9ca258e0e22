//! From pages of metrics to the usages of brokers.

use std::collections::BTreeMap;
use std::fmt;

use super::gauge;
use super::line::{self, name_of};
use crate::engine::format::format_number;
use crate::engine::limits::{MAX_BROKERS, MAX_PERCENT};
use crate::engine::{Cause, Problem};
use crate::systems::shedding::import::lists::{List, Lists, Tally, names_of};
use crate::systems::shedding::import::text::shortened;
use crate::systems::shedding::model::load_data::Name;
use crate::systems::shedding::model::usage::Resource;
use crate::systems::shedding::model::validate::check_name;

/// Other metrics that are recognised by name.
const MAX_OTHERS: usize = 5;
/// The least that "not measured" comes to: brokers put -1 for it, over a limit of 1 or more.
const LEAST_UNMEASURED: f64 = -100.0;

/// What metrics say of a broker.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokerUsage {
    /// The broker.
    pub name: Name,
    /// Percent of each resource, in the order of `Resource::ALL`; `None` where there is no gauge of it.
    pub percents: [Option<f64>; 5],
}

/// Usages as they are gathered from texts, with remarks about them.
#[derive(Debug, Default)]
pub struct Usages {
    /// The brokers that have a usage, in the order in which they were met.
    pub brokers: Vec<BrokerUsage>,
    places: BTreeMap<Name, usize>,
    tally: Tally,
    others: Vec<String>,
    other_lines: usize,
    /// Whether remarks name the file besides the line.
    names_files: bool,
}

/// Reads the usages of one text; `name` is how messages call it. Of one gauge of one broker the last counts.
///
/// # Errors
/// With the line of a usage that cannot be taken. Whatever is no usage is no error.
pub fn read(gathered: &mut Usages, name: &str, text: &str) -> Result<(), Problem> {
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = Place {
            file: gathered.names_files.then_some(name),
            line: index + 1,
        };
        match gauge(name_of(line)) {
            Some(resource) => {
                let taken = gathered.take(line, place, resource);
                taken.map_err(|problem| problem.within(&format!("{name}, line {}", place.line)))?;
            }
            None => gathered.pass(line, place),
        }
    }
    Ok(())
}

/// Where a line stands, as remarks say it.
#[derive(Clone, Copy)]
struct Place<'a> {
    file: Option<&'a str>,
    line: usize,
}

impl fmt::Display for Place<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = self.file {
            write!(to, "{file}, ")?;
        }
        write!(to, "line {}", self.line)
    }
}

impl Usages {
    /// Nothing yet, to be read from this many files.
    pub fn of_files(count: usize) -> Self {
        Self {
            names_files: count > 1,
            ..Self::default()
        }
    }

    /// Remarks about them.
    pub fn lists(&self) -> Lists {
        let mut tally = self.tally.clone();
        for broker in &self.brokers {
            judge(broker, &mut tally);
        }
        let mut lists = tally.into_lists();
        if self.other_lines > 0 {
            let (count, names) = (self.other_lines, names_of(&self.others, self.others.len()));
            let lines = if count == 1 { "line" } else { "lines" };
            lists.say(
                List::Ignored,
                format!("{count} {lines} of other metrics, such as {names}."),
            );
        }
        lists
    }

    fn take(&mut self, line: &str, place: Place<'_>, resource: Resource) -> Result<(), Problem> {
        let sample = line::read(line).map_err(nowhere)?;
        let Some(broker) = sample.broker else {
            let sentence = "Usages without a label broker belong to no broker and are left out ({count}): {who}. Add broker=\"…\" to them.";
            self.tally.say(List::Ignored, sentence, place.to_string());
            return Ok(());
        };
        check_name(&broker).map_err(|problem| problem.within("broker"))?;
        let who = || format!("{} of {} ({place})", resource.label(), shortened(&broker));
        let percent: f64 = sample.value.parse().map_err(|_| {
            let (text, expected) = (
                shortened(sample.value),
                "a percentage behind the labels".to_owned(),
            );
            nowhere(Cause::NotANumber { text, expected })
        })?;
        if !percent.is_finite() {
            self.tally.say(
                List::Assumed,
                "Not a number (NaN or infinite), so taken as missing: {who}.",
                who(),
            );
            return Ok(());
        }
        if (LEAST_UNMEASURED..0.0).contains(&percent) {
            let sentence = "Below 0 %, as brokers show what they could not measure, so taken as missing: {who}.";
            self.tally.say(List::Assumed, sentence, who());
            return Ok(());
        }
        if !(0.0..=MAX_PERCENT).contains(&percent) {
            let value = format!("{} %", shortened(sample.value));
            let expected = format!("0 to {MAX_PERCENT}, or leave the line out");
            return Err(nowhere(match percent < 0.0 {
                true => Cause::Negative { value, expected },
                false => Cause::Absurd { value, expected },
            }));
        }
        let at = self.place_of(&broker)?;
        if self.brokers[at].percents[resource as usize]
            .replace(percent)
            .is_some()
        {
            let sentence = "Given more than once, so the last counts ({count}): {who}.";
            self.tally.say(List::Assumed, sentence, who());
        }
        Ok(())
    }

    fn place_of(&mut self, broker: &str) -> Result<usize, Problem> {
        if let Some(place) = self.places.get(broker) {
            return Ok(*place);
        }
        let place = self.brokers.len();
        if place >= MAX_BROKERS {
            return Err(nowhere(Cause::more_than(MAX_BROKERS, "brokers")));
        }
        let name = Name::from(broker);
        self.places.insert(name.clone(), place);
        self.brokers.push(BrokerUsage {
            name,
            percents: [None; 5],
        });
        Ok(place)
    }

    /// A line that gives no usage.
    fn pass(&mut self, line: &str, place: Place<'_>) {
        if !line::is_metric(line) {
            let who = format!("{place} (“{}”)", shortened(line));
            self.tally.say(
                List::Ignored,
                "Lines that are not metrics ({count}): {who}.",
                who,
            );
            return;
        }
        self.other_lines += 1;
        let name = shortened(name_of(line));
        if self.others.len() < MAX_OTHERS && !self.others.contains(&name) {
            self.others.push(name);
        }
    }
}

/// What is doubtful about a broker's usages.
fn judge(broker: &BrokerUsage, tally: &mut Tally) {
    let given = || {
        Resource::ALL
            .into_iter()
            .zip(broker.percents)
            .filter_map(|(resource, it)| Some((resource, it?)))
    };
    let name = shortened(&broker.name);
    for (resource, percent) in given().filter(|(_, percent)| *percent > 100.0) {
        let sentence = if resource == Resource::Cpu {
            "CPU above 100 %: {who}. Usage and limit are then taken over different numbers of CPUs; taken as given."
        } else {
            "Memory or network above 100 %: {who}. The limit that the broker divides by is then not the real one; taken as given."
        };
        tally.say(
            List::Assumed,
            sentence,
            format!("{name} with {} %", format_number(percent, 1)),
        );
    }
    if given().all(|(_, percent)| percent == 0.0) {
        let sentence = "Nothing but 0 %: {who}. Brokers show this before they have measured anything, and of a network whose speed they do not know; taken as given.";
        tally.say(List::Assumed, sentence, name);
    }
}

/// A problem whose place is the line that is read.
fn nowhere(cause: Cause) -> Problem {
    Problem::at("", cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usages(text: &str) -> Usages {
        let mut usages = Usages::default();
        read(&mut usages, "m", text).unwrap();
        usages
    }

    fn problem(text: &str) -> String {
        read(&mut Usages::default(), "m", text)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn usages_of_several_brokers_come_together() {
        let text = "# TYPE x gauge\nup 1\npulsar_lb_cpu_usage{broker=\"b\"} 1.5E-5\r\n\
                    brk_lb_cpu_usage{broker=\"a\"} 2 1710000000000\n$ curl\npulsar.lb_memory_usage{broker=\"b\"} 40\n";
        let usages = usages(text);
        let percents = |at: usize| (&*usages.brokers[at].name, usages.brokers[at].percents);
        assert_eq!(
            percents(0),
            ("b", [Some(1.5e-5), Some(40.0), None, None, None])
        );
        assert_eq!(percents(1), ("a", [Some(2.0), None, None, None, None]));
        let lists = usages.lists();
        assert_eq!(
            lists.ignored,
            [
                "Lines that are not metrics (1): line 5 (“$ curl”).",
                "1 line of other metrics, such as up."
            ]
        );
        assert_eq!(lists.assumed, [""; 0]);
    }

    #[test]
    fn what_is_doubtful_is_said() {
        let lines = [
            "pulsar_lb_cpu_usage{broker=\"a\"} 1",
            "pulsar_lb_cpu_usage{broker=\"a\"} 0",
            "pulsar_lb_cpu_usage{} 7",
            "pulsar_lb_memory_usage{broker=\"b\"} 400",
            "pulsar_lb_cpu_usage{broker=\"b\"} 150",
            "pulsar_lb_bandwidth_in_usage{broker=\"b\"} +Inf",
            "pulsar_lb_bandwidth_out_usage{broker=\"b\"} -0.125",
        ];
        let usages = usages(&lines.join("\n"));
        assert_eq!(usages.brokers[0].percents[0], Some(0.0));
        assert_eq!(
            usages.brokers[1].percents,
            [Some(150.0), Some(400.0), None, None, None]
        );
        let lists = usages.lists();
        for (index, start) in [
            "Given more than once, so the last counts (1): CPU of a (line 2).",
            "Not a number (NaN or infinite), so taken as missing: network in of b (line 6).",
            "Below 0 %, as brokers show what they could not measure, so taken as missing: network out of b (line 7).",
            "Nothing but 0 %: a.",
            "CPU above 100 %: b with 150 %.",
            "Memory or network above 100 %: b with 400 %.",
        ]
        .iter()
        .enumerate()
        {
            assert!(lists.assumed[index].starts_with(start), "{:#?}", lists.assumed);
        }
        assert!(
            lists.ignored[0].contains("are left out (1): line 3"),
            "{:#?}",
            lists.ignored
        );
    }

    #[test]
    fn bad_lines_are_refused_with_their_place() {
        for (line, parts) in [
            (
                "{broker=\"a\"} much",
                &["m, line 2: ", "“much” is not a number"][..],
            ),
            ("{broker=\"a\"} 1,5", &["“1,5” is not a number"]),
            ("{broker=\"a\"}", &["has no value"]),
            ("{broker=\"a", &["do not end"]),
            ("{broker=a} 1", &["no quotes"]),
            (
                "{broker=\"a\"} 10001",
                &["10001 % is absurdly large; give 0 to 10000"],
            ),
            ("{broker=\"a\"} -101", &["-101 % is negative"]),
            (
                "{broker=\"a\\nb\"} 1",
                &["m, line 2, broker, name: it holds a control character"],
            ),
        ] {
            let problem = problem(&format!("\npulsar_lb_cpu_usage{line}"));
            for part in parts {
                assert!(problem.contains(part), "{problem}\nlacks “{part}”");
            }
        }
        let long = "a".repeat(600);
        assert!(problem(&format!("lb_cpu_usage{{broker=\"{long}\"}} 1")).contains("longer than"));
    }
}
