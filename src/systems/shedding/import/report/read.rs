//! From text to reports.

use super::super::json::{self, Json};
use super::super::text::shortened;
use super::bundles::read_bundles;
use super::fields::Fields;
use super::kind::{Kind, Manager, oddity};
use super::{HOW_TO_GET, Report};
use crate::engine::format::format_number;
use crate::engine::limits::{MAX_BROKERS, MAX_BUNDLES};
use crate::engine::{Cause, Problem};
use crate::systems::shedding::import::lists::{List, Lists, Tally, counted, names_of};
use crate::systems::shedding::model::load_data::{Name, Rates};
use crate::systems::shedding::model::usage::{Reading, Resource};
use crate::systems::shedding::model::validate::check_name;

/// What a pasted text is called where a file would have its name.
pub const PASTED: &str = "the pasted text";

/// The fields of each resource, in the order of [`Resource::ALL`].
const RESOURCE_FIELDS: [&str; 5] = [
    "cpu",
    "memory",
    "directMemory",
    "bandwidthIn",
    "bandwidthOut",
];
/// The other fields that are used.
const USED_FIELDS: &[&str] = &[
    "brokerId",
    "name",
    "webServiceUrl",
    "webServiceUrlTls",
    "pulsarServiceUrl",
    "pulsarServiceUrlTls",
    "systemResourceUsage",
    "bundleStats",
    "lastStats",
    "bundles",
    "msgRateIn",
    "msgRateOut",
    "msgThroughputIn",
    "msgThroughputOut",
    "lastUpdate",
    "timestamp",
    "updatedAt",
    "brokerVersionString",
    "numBundles",
    "loadReportType",
    "loadManagerClassName",
    "weightedMaxEMA",
];

/// At most this many unused fields are named.
const MAX_UNUSED: usize = 100;

/// Reports as they are gathered, with remarks about them.
#[derive(Debug, Default)]
pub struct Reports {
    /// The reports, in the order in which they were met.
    pub reports: Vec<Report>,
    /// Objects that are no reports: what they are, as sentences.
    pub others: Vec<String>,
    tally: Tally,
    unused: Vec<String>,
    bundles: usize,
}

/// Reads the reports of one text; `name` is how messages call it.
///
/// # Errors
/// With the place where something cannot be taken. Objects that are no reports are no error here.
pub fn read(gathered: &mut Reports, name: &str, text: &str) -> Result<(), Problem> {
    let documents = json::read(text).map_err(|problem| problem.within(name))?;
    let is_single = documents.len() == 1;
    for document in &documents {
        let place = if is_single {
            name.to_owned()
        } else {
            format!("{name}, line {}", document.line)
        };
        gathered.take(
            name,
            &place,
            document.label.as_deref(),
            &document.value,
            true,
        )?;
    }
    Ok(())
}

impl Reports {
    /// Remarks about them.
    pub fn lists(&self) -> Lists {
        let mut lists = self.tally.clone().into_lists();
        for sentence in &self.others {
            lists.say(List::Ignored, sentence);
        }
        if !self.unused.is_empty() {
            let names: Vec<String> = self
                .unused
                .iter()
                .take(5)
                .map(|name| shortened(name))
                .collect();
            let fields = counted(self.unused.len(), "other field");
            lists.say(
                List::Ignored,
                format!(
                    "{fields} of the reports: {}.",
                    names_of(&names, self.unused.len())
                ),
            );
        }
        if self.unused.iter().any(|name| name == "maxResourceUsage") {
            let what = "maxResourceUsage of the reports: it knows no weights, so it is not the score; usage is worked out from the resources.";
            lists.say(List::Ignored, what);
        }
        lists
    }

    fn take(
        &mut self,
        file: &str,
        place: &str,
        label: Option<&str>,
        value: &Json,
        is_top: bool,
    ) -> Result<(), Problem> {
        match value {
            Json::List(items) if is_top => {
                for (index, item) in items.iter().enumerate() {
                    self.take(
                        file,
                        &format!("{place}, entry {}", index + 1),
                        None,
                        item,
                        false,
                    )?;
                }
                Ok(())
            }
            Json::Object(members) => match Kind::of(value) {
                Kind::Report(manager) => self.take_report(file, place, label, value, manager),
                Kind::Unknown if is_top && is_map_of_reports(members) => {
                    for (name, member) in members {
                        let place = format!("{place}, “{}”", shortened(name));
                        self.take(file, &place, Some(name), member, false)?;
                    }
                    Ok(())
                }
                Kind::Unknown => Err(Problem::at(place, unknown(members))),
                kind => {
                    self.note_other(place, kind, value);
                    Ok(())
                }
            },
            other => Err(Problem::at(
                place,
                no_report(format!("it is {}", other.kind())),
            )),
        }
    }

    fn note_other(&mut self, place: &str, kind: Kind, value: &Json) {
        let odd = oddity(value).map_or(String::new(), |odd| format!(" {odd}."));
        let nan: Vec<String> = value
            .members()
            .iter()
            .filter(|(_, member)| member.is_not_finite())
            .map(|(key, _)| shortened(key))
            .collect();
        let nan = match nan.len() {
            0 => String::new(),
            count => format!(" NaN is taken as missing: {}.", names_of(&nan, count)),
        };
        self.others
            .push(format!("{place}: {}.{odd}{nan}", kind.about()));
    }

    fn take_report(
        &mut self,
        file: &str,
        place: &str,
        label: Option<&str>,
        value: &Json,
        manager: Manager,
    ) -> Result<(), Problem> {
        let broker = self.name_of(file, label, value);
        let here = format!("{place}, broker “{}”", shortened(&broker));
        if self.reports.len() >= MAX_BROKERS {
            return Err(Problem::at(here, Cause::more_than(MAX_BROKERS, "brokers")));
        }
        check_name(&broker).map_err(|problem| problem.within(&here))?;
        let report = self
            .read_report(broker, place, value, manager)
            .map_err(|problem| problem.within(&here))?;
        self.bundles += report.bundles.len();
        if self.bundles > MAX_BUNDLES {
            return Err(Problem::at(here, Cause::more_than(MAX_BUNDLES, "bundles")));
        }
        self.note_unused(&report.broker, value);
        self.reports.push(report);
        Ok(())
    }

    /// The broker's id, else what the text around it calls it, else its address, else the file's name.
    fn name_of(&mut self, file: &str, label: Option<&str>, value: &Json) -> Name {
        let label = label.filter(|label| !label.trim().is_empty() && *label != "null");
        let given = value.text_of("brokerId").or(label);
        let url = |key: &str| value.text_of(key).and_then(address);
        let named = given.map(str::to_owned).or_else(|| {
            [
                "webServiceUrl",
                "webServiceUrlTls",
                "pulsarServiceUrl",
                "pulsarServiceUrlTls",
            ]
            .iter()
            .find_map(|key| url(key))
        });
        if let Some(name) = named.or_else(|| value.text_of("name").map(str::to_owned)) {
            return name.into();
        }
        let number = self.reports.len() + 1;
        let stem = file.rsplit(['/', '\\']).next().unwrap_or(file);
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        let is_taken = self.reports.iter().any(|report| &*report.broker == stem);
        let name = if file == PASTED || stem.is_empty() || is_taken {
            format!("broker-{number}")
        } else {
            stem.to_owned()
        };
        self.tally.say(
            List::Assumed,
            "The report does not name its broker, so it is called {who}.",
            name.as_str(),
        );
        name.into()
    }

    fn read_report(
        &mut self,
        broker: Name,
        place: &str,
        value: &Json,
        manager: Manager,
    ) -> Result<Report, Problem> {
        let mut fields = Fields {
            broker: &broker,
            tally: &mut self.tally,
        };
        let resources = value.get("systemResourceUsage").unwrap_or(value);
        let mut readings = [Reading::default(); 5];
        for (resource, key) in Resource::ALL.into_iter().zip(RESOURCE_FIELDS) {
            let object = resources.get(key).or_else(|| value.get(key));
            readings[resource as usize] = fields.reading(object, resource, key)?;
        }
        let has_rates = value
            .members()
            .iter()
            .any(|(key, _)| key.starts_with("msgRate") || key.starts_with("msgThroughput"));
        let rates = fields.rates(value)?;
        let bundles = read_bundles(value, &mut fields)?;
        if manager == Manager::Simple {
            let sentence = "Reports of the retired simple load manager, taken as if they were the modular one's: {who}.";
            self.tally.say(List::Assumed, sentence, &*broker);
        }
        note_bundle_count(&mut self.tally, &broker, bundles.len(), value, manager);
        let updated = ["lastUpdate", "timestamp", "updatedAt"]
            .iter()
            .find_map(|key| match value.get(key) {
                Some(Json::Number(time)) => Some(*time),
                _ => None,
            });
        let version = value.text_of("brokerVersionString").map(shortened);
        let rates: Option<Rates> = has_rates.then_some(rates);
        Ok(Report {
            broker,
            place: place.to_owned(),
            manager,
            readings,
            rates,
            bundles,
            updated_ms: updated,
            version,
        })
    }

    fn note_unused(&mut self, broker: &str, value: &Json) {
        for (key, member) in value.members() {
            if USED_FIELDS.contains(&key.as_str()) || RESOURCE_FIELDS.contains(&key.as_str()) {
                continue;
            }
            if member.is_not_finite() {
                self.tally.say(
                    List::Ignored,
                    "Not a number, in fields that no decision uses: {who}.",
                    format!("{} of {broker}", shortened(key)),
                );
            }
            if self.unused.len() < MAX_UNUSED && !self.unused.contains(key) {
                self.unused.push(key.clone());
            }
        }
    }
}

/// What the report says of the number of bundles, beside those that it names.
fn note_bundle_count(
    tally: &mut Tally,
    broker: &str,
    named: usize,
    value: &Json,
    manager: Manager,
) {
    let claimed = value.get("numBundles").or_else(|| value.get("bundleCount"));
    match claimed {
        _ if manager == Manager::Extensible => {
            let count = if let Some(Json::Number(number)) = claimed {
                format!(" ({number})")
            } else {
                String::new()
            };
            tally.say(List::Assumed, "Reports of the extensible load manager name no bundles, so these brokers have none here and all they use stays with them: {who}.", format!("{broker}{count}"));
            if let Some(Json::Number(load)) = value.get("weightedMaxEMA") {
                tally.say(
                    List::Ignored,
                    "The smoothed usage (weightedMaxEMA) that TransferShedder would compare, in percent: {who}.",
                    format!("{broker} at {}", format_number(load * 100.0, 3)),
                );
            }
        }
        Some(Json::Number(number)) if *number != named as f64 => {
            tally.say(
                List::Assumed,
                "numBundles says another number than there are bundles; those that are there are taken: {who}.",
                format!("{broker} ({number} against {named})"),
            );
        }
        _ => {}
    }
}

fn is_map_of_reports(members: &[(String, Json)]) -> bool {
    members
        .iter()
        .any(|(_, member)| Kind::of(member) != Kind::Unknown)
}

fn no_report(found: String) -> Cause {
    Cause::Unrecognised {
        expected: "load report",
        found,
        remedy: HOW_TO_GET.to_owned(),
    }
}

fn unknown(members: &[(String, Json)]) -> Cause {
    let fields: Vec<String> = members
        .iter()
        .take(3)
        .map(|(key, _)| shortened(key))
        .collect();
    let fields = if fields.is_empty() {
        "nothing".to_owned()
    } else {
        names_of(&fields, members.len())
    };
    no_report(format!("it has {fields}, and no cpu, bundles or lastStats"))
}

/// `host:port` of a URL.
fn address(url: &str) -> Option<String> {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', ',']).next().unwrap_or_default().trim();
    (!host.is_empty()).then(|| host.to_owned())
}
