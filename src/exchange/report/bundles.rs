//! The bundles of a report.

use std::collections::BTreeMap;

use super::super::json::Json;
use super::super::text::shortened;
use super::ReportedBundle;
use super::fields::Fields;
use crate::exchange::lists::List;
use crate::run::Problem;
use crate::shedding::cluster::check_name;
use crate::shedding::load_data::Rates;

/// The bundles that a report lists or has statistics of, in the order of their names.
pub(super) fn read_bundles(value: &Json, fields: &mut Fields<'_>) -> Result<Vec<ReportedBundle>, Problem> {
    let mut bundles = BTreeMap::<&str, Option<ReportedBundle>>::new();
    match value.get("bundles") {
        None | Some(Json::Null) => {}
        Some(Json::List(names)) => {
            for (index, name) in names.iter().enumerate() {
                let Json::Text(name) = name else {
                    let what = format!("it is {}; the name of a bundle belongs here.", name.kind());
                    return Err(Problem::at(format!("bundles, entry {}", index + 1), what));
                };
                bundles.insert(name, None);
            }
        }
        Some(other) => {
            return Err(Problem::at("bundles", format!("it is {}; a list of names belongs here.", other.kind())));
        }
    }
    let is_listing = matches!(value.get("bundles"), Some(Json::List(_)));
    let (key, stats) = match value.get("lastStats") {
        Some(stats) => ("lastStats", Some(stats)),
        None => ("bundleStats", value.get("bundleStats")),
    };
    match stats {
        None | Some(Json::Null) => {}
        Some(Json::Object(members)) => {
            for (name, stats) in members {
                let place = format!("{key} of “{}”", shortened(name));
                let bundle = read_bundle(name, stats, &place, fields)?;
                match bundles.insert(name, Some(bundle)) {
                    Some(Some(_)) => return Err(Problem::at(place, "the bundle stands here twice; keep one.")),
                    None if is_listing => fields.tally.add(
                        List::Assumed,
                        "Bundles with statistics that their broker does not list as its own are taken all the same ({count}), such as {who}.",
                        shortened(name),
                    ),
                    _ => {}
                }
            }
        }
        Some(other) => {
            return Err(Problem::at(key, format!("it is {}; an object by bundle belongs here.", other.kind())));
        }
    }
    let mut all = Vec::with_capacity(bundles.len());
    for (name, bundle) in bundles {
        check_name(name).map_err(|problem| problem.within(&format!("bundle “{}”", shortened(name))))?;
        if bundle.is_none() {
            let sentence = "Bundles without statistics are taken as idle ({count}), such as {who}.";
            fields.tally.add(List::Assumed, sentence, shortened(name));
        }
        let idle = || ReportedBundle { name: name.into(), rates: Rates::default(), counts: [0; 3] };
        all.push(bundle.unwrap_or_else(idle));
    }
    Ok(all)
}

fn read_bundle(name: &str, stats: &Json, place: &str, fields: &mut Fields<'_>) -> Result<ReportedBundle, Problem> {
    match stats {
        Json::Null | Json::Object(_) => {
            let within = format!("{place}, ");
            let rates = fields.rates(stats, &within)?;
            Ok(ReportedBundle { name: name.into(), rates, counts: fields.counts(stats, &within)? })
        }
        other => Err(Problem::at(place, format!("it is {}; an object with rates belongs here.", other.kind()))),
    }
}
