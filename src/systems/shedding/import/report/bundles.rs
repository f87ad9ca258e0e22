//! The bundles of a report.

use std::collections::BTreeSet;

use super::super::json::Json;
use super::super::text::shortened;
use super::ReportedBundle;
use super::fields::{Fields, wrong_kind};
use crate::engine::Problem;
use crate::systems::shedding::import::lists::List;
use crate::systems::shedding::model::load_data::{Name, Rates};
use crate::systems::shedding::model::validate::check_name;

/// The bundles that a report has statistics of, and behind them those that it only lists.
pub(super) fn read_bundles(
    value: &Json,
    fields: &mut Fields<'_>,
) -> Result<Vec<ReportedBundle>, Problem> {
    let names = read_names(value.get("bundles"))?;
    let listed = set_of(names.iter());
    let (key, stats) = match value.get("lastStats") {
        Some(stats) => ("lastStats", Some(stats)),
        None => ("bundleStats", value.get("bundleStats")),
    };
    let mut bundles = match stats {
        None | Some(Json::Null) => Vec::new(),
        Some(Json::Object(members)) => read_stats(key, members, fields)?,
        Some(other) => {
            return Err(wrong_kind(key, other, "an object by bundle"));
        }
    };
    if matches!(value.get("bundles"), Some(Json::List(_))) {
        for bundle in bundles
            .iter()
            .filter(|bundle| !listed.contains(&bundle.name))
        {
            let sentence = "Bundles with statistics that their broker does not list as its own are taken all the same ({count}), such as {who}.";
            fields
                .tally
                .say(List::Assumed, sentence, shortened(&bundle.name));
        }
    }
    let measured = bundles.clone();
    let measured = set_of(measured.iter().map(|bundle| &bundle.name));
    for name in names.iter().filter(|name| !measured.contains(name)) {
        let sentence = "Bundles without statistics are taken as idle ({count}), such as {who}.";
        fields.tally.say(List::Assumed, sentence, shortened(name));
        bundles.push(ReportedBundle {
            name: name.clone(),
            rates: Rates::default(),
            counts: [0; 3],
        });
    }
    Ok(bundles)
}

fn set_of<'a>(names: impl Iterator<Item = &'a Name>) -> BTreeSet<&'a Name> {
    let mut set = BTreeSet::new();
    names.for_each(|name| {
        set.insert(name);
    });
    set
}

fn read_names(value: Option<&Json>) -> Result<Vec<Name>, Problem> {
    let items = match value {
        None | Some(Json::Null) => return Ok(Vec::new()),
        Some(Json::List(items)) => items,
        Some(other) => {
            return Err(wrong_kind("bundles", other, "a list of names"));
        }
    };
    let mut names = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let Json::Text(name) = item else {
            return Err(wrong_kind(
                &format!("bundles, entry {}", index + 1),
                item,
                "the name of a bundle",
            ));
        };
        names.push(bundle_name(name)?);
    }
    Ok(names)
}

fn bundle_name(name: &str) -> Result<Name, Problem> {
    check_name(name).map_err(|problem| problem.within(&format!("bundle “{}”", shortened(name))))?;
    Ok(name.into())
}

fn read_stats(
    key: &str,
    members: &[(String, Json)],
    fields: &mut Fields<'_>,
) -> Result<Vec<ReportedBundle>, Problem> {
    let mut bundles = Vec::with_capacity(members.len());
    for (name, stats) in members {
        let place = || format!("{key} of “{}”", shortened(name));
        if !matches!(stats, Json::Null | Json::Object(_)) {
            return Err(wrong_kind(&place(), stats, "an object with rates"));
        }
        let mut own = Fields {
            broker: name,
            tally: &mut *fields.tally,
        };
        let rates = own
            .rates(stats)
            .map_err(|problem| problem.within(&place()))?;
        let counts = own
            .counts(stats)
            .map_err(|problem| problem.within(&place()))?;
        bundles.push(ReportedBundle {
            name: bundle_name(name)?,
            rates,
            counts,
        });
    }
    Ok(bundles)
}
