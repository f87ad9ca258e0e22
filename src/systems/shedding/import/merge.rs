//! From files, or pasted text, to a scenario, with the lists of what was understood, assumed and ignored.

use std::borrow::Cow;

use super::conf::{self, ConfReading};
use super::lists::{List, Lists, Tally, counted, names_of};
use super::prometheus;
use super::recognise::{FileKind, recognise};
use super::report::{self, HOW_TO_GET, PASTED, Report, Reports};
use super::text::File;
use crate::engine::format::format_number;
use crate::engine::limits::MAX_BROKER_ROUNDS;
use crate::engine::{Cause, Problem};
use crate::systems::shedding::manager::fresh_report;
use crate::systems::shedding::manager::true_usage_percent;
use crate::systems::shedding::model::usage::Weights;
use crate::systems::shedding::model::world::{World, is_system_bundle};
use crate::systems::shedding::settings::SETTINGS;
use crate::systems::shedding::{BrokerId, Release, Scenario, Variant};

/// At most this many versions of brokers are listed.
const MAX_VERSIONS: usize = 20;

/// What files come to: the scenario that they would make, and what to say before it is applied.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The scenario.
    pub scenario: Scenario,
    /// The broker.conf, if there was one.
    pub conf: Option<ConfReading>,
    /// The load reports, if there were any.
    pub reports: Vec<Report>,
    /// What was read and taken as it stands.
    pub understood: Vec<String>,
    /// What was taken for want of something better, and what a person should know.
    pub assumed: Vec<String>,
    /// What was left out.
    pub ignored: Vec<String>,
}

/// Recognises files by their content and merges them into one scenario. A scenario alone is returned as
/// it is; otherwise load reports make the world, metrics set the usages in it, a broker.conf makes the
/// first variant (and, for all variants, the times of rounds), and the rest is the base's (or that of a scenario among the files). The base itself never changes.
///
/// # Errors
/// The first thing that cannot be taken, with file and place and what would be right.
pub fn import(files: &[File<'_>], base: &Scenario) -> Result<Import, Problem> {
    let sorted = Sorted::of(files)?;
    let mut scenario = match &sorted.scenario {
        Some((name, text)) => Scenario::read(text).map_err(|problem| problem.within(name))?,
        None => base.clone(),
    };
    let mut lists = Lists::default();
    if let Some((name, _)) = &sorted.scenario {
        let brokers = counted(scenario.world.brokers.len(), "broker");
        let bundles = counted(scenario.world.bundle_count(), "bundle");
        lists.say(
            List::Understood,
            format!("{name}: a scenario of Shedscope with {brokers} and {bundles}."),
        );
    }
    let conf = match &sorted.conf {
        Some((name, text)) => {
            let conf =
                conf::read(text, scenario.variant()).map_err(|problem| problem.within(name))?;
            take_variant(&conf.variant, &mut scenario, &mut lists);
            Some((name, conf))
        }
        None => None,
    };
    let reports = read_reports(&sorted.reports, &mut scenario, &mut lists)?;
    read_metrics(&sorted.metrics, &mut scenario, &mut lists)?;
    if !reports.is_empty() || !sorted.metrics.is_empty() {
        say_usage(&scenario, &mut lists);
        fit_rounds(&mut scenario, &mut lists);
    }
    if let Some((name, conf)) = &conf {
        lists.append(conf.lists(name));
    }
    if !reports.is_empty() {
        say_versions(&reports, scenario.variant().release, &mut lists);
    }
    scenario.check()?;
    lists.shorten();
    let Lists {
        understood,
        assumed,
        ignored,
    } = lists;
    Ok(Import {
        scenario,
        conf: conf.map(|(_, conf)| conf),
        reports,
        understood,
        assumed,
        ignored,
    })
}

/// The same for a text that was pasted.
///
/// # Errors
/// As [`import`].
pub fn import_pasted(text: &str, base: &Scenario) -> Result<Import, Problem> {
    import(&[File::new(PASTED, text.as_bytes())], base)
}

/// Files by what they are.
#[derive(Default)]
struct Sorted<'a> {
    scenario: Option<(&'a str, Cow<'a, str>)>,
    conf: Option<(&'a str, Cow<'a, str>)>,
    reports: Vec<(&'a str, Cow<'a, str>)>,
    metrics: Vec<(&'a str, Cow<'a, str>)>,
}

impl<'a> Sorted<'a> {
    fn of(files: &'a [File<'a>]) -> Result<Self, Problem> {
        if files.is_empty() {
            let expected = "a broker.conf, load reports or a scenario".to_owned();
            return Err(Problem::at("files", Cause::Missing { expected }));
        }
        let mut sorted = Self::default();
        for file in files {
            let text = file.text().map_err(|problem| problem.within(file.name))?;
            let kind = recognise(&text.text);
            if let Some(why) = kind.refusal() {
                let (is, why, remedy) = (
                    kind.label().to_owned(),
                    why.to_owned(),
                    HOW_TO_GET.to_owned(),
                );
                return Err(Problem::at(
                    file.name,
                    Cause::Unsupported { is, why, remedy },
                ));
            }
            if text.is_latin1 && kind != FileKind::BrokerConf {
                let at = std::str::from_utf8(file.bytes)
                    .map_or_else(|error| error.valid_up_to(), str::len);
                return Err(Problem::at(
                    file.name,
                    Cause::NotUtf8 {
                        at,
                        what: kind.label().to_owned(),
                    },
                ));
            }
            let entry = (file.name, text.text);
            match kind {
                FileKind::Scenario => only_one(&mut sorted.scenario, entry, kind)?,
                FileKind::BrokerConf => only_one(&mut sorted.conf, entry, kind)?,
                FileKind::Prometheus => sorted.metrics.push(entry),
                _ => sorted.reports.push(entry),
            }
        }
        Ok(sorted)
    }
}

fn only_one<'a>(
    slot: &mut Option<(&'a str, Cow<'a, str>)>,
    entry: (&'a str, Cow<'a, str>),
    kind: FileKind,
) -> Result<(), Problem> {
    if let Some((first, _)) = slot {
        let cause = Cause::Conflict {
            is: kind.label().to_owned(),
            other: (*first).to_owned(),
        };
        return Err(Problem::at(entry.0, cause));
    }
    *slot = Some(entry);
    Ok(())
}

/// A broker.conf makes the first variant. When rounds take place is the same in every variant, so that goes to all.
fn take_variant(variant: &Variant, scenario: &mut Scenario, lists: &mut Lists) {
    scenario.variants[0] = variant.clone();
    for row in SETTINGS.iter().filter(|row| row.key.is_of_clock()) {
        let value = variant.setting(row.key);
        if scenario
            .variants
            .iter()
            .any(|other| other.setting(row.key) != value)
        {
            scenario.set(0, row.key, value);
            let value = row.format_conf_value(value);
            lists.say(
                List::Assumed,
                format!("The rounds of all variants take place at the same times, so {} is {value} in each.", row.name),
            );
        }
    }
}

/// Reads the reports and lets them make the world.
fn read_reports(
    files: &[(&str, Cow<'_, str>)],
    scenario: &mut Scenario,
    lists: &mut Lists,
) -> Result<Vec<Report>, Problem> {
    let mut gathered = Reports::default();
    for (name, text) in files {
        report::read(&mut gathered, name, text)?;
    }
    let Some((first, _)) = files.first() else {
        return Ok(Vec::new());
    };
    if gathered.reports.is_empty() {
        let found = gathered
            .others
            .first()
            .map_or_else(|| format!("{first}: an empty list."), Clone::clone);
        let found = found
            .strip_prefix(&format!("{first}: "))
            .unwrap_or(&found)
            .to_owned();
        let (what, remedy) = (
            "load report of a broker in it".to_owned(),
            HOW_TO_GET.to_owned(),
        );
        return Err(Problem::at(
            *first,
            Cause::Lacking {
                what,
                found,
                remedy,
            },
        ));
    }
    report::check(&gathered.reports)?;
    let mut tally = Tally::default();
    scenario.world = report::cluster_of(&gathered.reports, &mut tally);
    scenario.notes.clear();
    say_reports(files, &gathered.reports, scenario, lists);
    lists.append(gathered.lists());
    lists.append(tally.into_lists());
    Ok(gathered.reports)
}

fn say_reports(
    files: &[(&str, Cow<'_, str>)],
    reports: &[Report],
    scenario: &mut Scenario,
    lists: &mut Lists,
) {
    let count = scenario.world.bundle_count();
    let brokers = counted(reports.len(), "broker");
    let bundles = counted(count, "bundle");
    scenario.title = format!("Your cluster: {brokers}, {bundles}");
    let names = names_of_files(files);
    lists.say(
        List::Understood,
        format!("{names}: the load reports of {brokers} with {bundles}."),
    );
    let is_system =
        |bundle: &crate::systems::shedding::model::cluster::Bundle| is_system_bundle(&bundle.name);
    let system = scenario
        .world
        .brokers
        .iter()
        .flat_map(|broker| broker.bundles.iter())
        .filter(|b| is_system(b))
        .count();
    if system > 0 {
        let bundles = counted(system, "bundle");
        lists.say(
            List::Understood,
            format!("{bundles} of heartbeat or SLA namespaces, which are never shed."),
        );
    }
    if reports.len() == 1 {
        lists.say(
            List::Assumed,
            "A single broker has no other broker to give bundles to, so nothing is ever shed; give the reports of the others too.",
        );
    }
    if count > 0 {
        lists.say(List::Assumed, "CPU is shared among the bundles of a broker by their message throughput, in plus out; by message rate where there is no throughput; equally where there is no traffic.");
        lists.say(List::Assumed, "Network and memory: a bundle takes the bytes per second that it carries (reports count kbit/s, of 125 bytes per second); what the broker measured beyond that, and all memory, stays with the broker when bundles move.");
    } else {
        lists.say(
            List::Assumed,
            "There are no bundles, so there is nothing to shed; all usage stays with the brokers.",
        );
    }
    say_times(reports, lists);
}

/// Reads the metrics and sets their usages in the world.
fn read_metrics(
    files: &[(&str, Cow<'_, str>)],
    scenario: &mut Scenario,
    lists: &mut Lists,
) -> Result<(), Problem> {
    let mut gathered = prometheus::Usages::of_files(files.len());
    for (name, text) in files {
        prometheus::read(&mut gathered, name, text)?;
    }
    let Some((first, _)) = files.first() else {
        return Ok(());
    };
    let own = gathered.lists();
    if gathered.brokers.is_empty() {
        let found = own
            .assumed
            .first()
            .or(own.ignored.first())
            .cloned()
            .unwrap_or_default();
        let remedy = format!("{}, or {HOW_TO_GET}", prometheus::HOW_TO_GET);
        let what =
            "usage of a broker in it, such as pulsar_lb_cpu_usage of Prometheus metrics".to_owned();
        return Err(Problem::at(
            *first,
            Cause::Lacking {
                what,
                found,
                remedy,
            },
        ));
    }
    let brokers = counted(gathered.brokers.len(), "broker");
    lists.say(
        List::Understood,
        format!("{}: the usages of {brokers}.", names_of_files(files)),
    );
    if prometheus::apply_usages(&gathered.brokers, &mut scenario.world, lists) {
        scenario.title = format!("Your cluster: {brokers}, no bundles");
    }
    scenario.notes.clear();
    lists.append(own);
    scenario
        .world
        .check()
        .map_err(|problem| problem.within(first))
}

fn names_of_files(files: &[(&str, Cow<'_, str>)]) -> String {
    let names: Vec<String> = files
        .iter()
        .take(5)
        .map(|(name, _)| (*name).to_owned())
        .collect();
    names_of(&names, files.len())
}

/// Reduces the rounds to what the number of brokers allows.
fn fit_rounds(scenario: &mut Scenario, lists: &mut Lists) {
    let most = MAX_BROKER_ROUNDS / scenario.world.brokers.len().max(1);
    if scenario.rounds > most {
        lists.say(
            List::Assumed,
            format!(
                "{} rounds are too many for this number of brokers; {most} are played.",
                scenario.rounds
            ),
        );
        scenario.rounds = most;
    }
}

/// The usage that the variant's weights make of the world, so that a person can compare.
fn say_usage(scenario: &Scenario, lists: &mut Lists) {
    let world = World::new(&scenario.world);
    let load = fresh_report(&world, &world.first_owners());
    let weights = Weights::from_settings(&scenario.variant().settings_in_force());
    let usage = |broker: &BrokerId| true_usage_percent(&load.broker(*broker).readings, &weights);
    let said = |broker: BrokerId| {
        let (percent, resource) = usage(&broker);
        format!(
            "{} with {} % ({})",
            load.broker(broker).name,
            format_number(percent, 2),
            resource.label()
        )
    };
    let higher = |a: BrokerId, b: BrokerId| if usage(&b).0 > usage(&a).0 { b } else { a };
    let lower = |a: BrokerId, b: BrokerId| if usage(&b).0 < usage(&a).0 { b } else { a };
    if let (Some(highest), Some(lowest)) = (
        load.broker_ids().reduce(higher),
        load.broker_ids().reduce(lower),
    ) {
        let range = if highest == lowest {
            said(highest)
        } else {
            format!("highest {}, lowest {}", said(highest), said(lowest))
        };
        lists.say(
            List::Understood,
            format!("Usage as this set-up weighs it: {range}."),
        );
    }
}

fn say_times(reports: &[Report], lists: &mut Lists) {
    let times = || reports.iter().filter_map(|report| report.updated_ms);
    let (first, last) = (
        times().fold(f64::INFINITY, f64::min),
        times().fold(f64::NEG_INFINITY, f64::max),
    );
    let minutes = (last - first) / 60_000.0;
    if minutes > 2.0 {
        let minutes = format_number(minutes, 0);
        lists.say(
            List::Assumed,
            format!("The reports are up to {minutes} minutes apart; they are played as if they were of one moment."),
        );
    }
}

/// What the brokers run, beside what is played.
fn say_versions(reports: &[Report], release: Release, lists: &mut Lists) {
    let mut versions: Vec<String> = Vec::new();
    for version in reports.iter().filter_map(|report| report.version.as_ref()) {
        if versions.len() < MAX_VERSIONS && !versions.contains(version) {
            versions.push(version.clone());
        }
    }
    let Some(newest) = versions.iter().max() else {
        return;
    };
    let major = newest
        .split('.')
        .next()
        .and_then(|major| major.parse::<u32>().ok());
    let remedy = match (major, release) {
        (Some(5..), Release::V5_0) | (Some(4), Release::V4_0 | Release::Y2026) | (None, _) => {
            String::new()
        }
        (Some(5..), _) => "; choose release 5.0 for theirs".to_owned(),
        (Some(..4), Release::V4_0) => ", the oldest that Shedscope has".to_owned(),
        (Some(_), _) => "; release 4.0 is nearer to theirs".to_owned(),
    };
    let versions = names_of(&versions, versions.len());
    lists.say(
        List::Assumed,
        format!(
            "The brokers run {versions}; release {} is played{remedy}.",
            release.name()
        ),
    );
}
