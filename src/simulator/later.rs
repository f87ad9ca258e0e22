//! Defaults of [`System`] that are more than a line.

use super::edit::letter;
use super::exchange::{Imported, Source};
use super::system::{ScenarioOf, System, understood_document};
use crate::engine::limits::MAX_FILE_BYTES;
use crate::engine::{Cause, Problem, Scenario};

/// A variant's letter, the options it has chosen, and the settings in which it differs from the other variants.
pub(super) fn variant_title<S: System>(scenario: &ScenarioOf<S>, variant: usize) -> String {
    let choices = S::choices(&scenario.variants[variant]);
    let chosen: Vec<&str> = choices
        .iter()
        .filter_map(|choice| Some(&*choice.option()?.label))
        .collect();
    let mut title = format!("{}: {}", letter(variant), chosen.join(", "));
    let fields: Vec<_> = (0..scenario.variants.len())
        .map(|other| S::fields(scenario, other))
        .collect();
    for field in fields[variant].iter().filter(|field| field.is_of_variant) {
        let differs = fields
            .iter()
            .flatten()
            .any(|other| other.name == field.name && other.value != field.value);
        if differs {
            title.push_str(&format!(
                ", {} {}",
                field.label.to_lowercase(),
                field.value_type.format(field.value)
            ));
        }
    }
    let ignored_events = |variant: &S::Variant| {
        S::ignored_events(&mut variant.clone())
            .map(std::mem::take)
            .unwrap_or_default()
    };
    let all: Vec<Vec<u32>> = scenario.variants.iter().map(ignored_events).collect();
    for id in &all[variant] {
        if all.iter().any(|other| !other.contains(id)) {
            title.push_str(&format!(", without event {id}"));
        }
    }
    title
}

/// Reads the one source as a document of the system.
pub(super) fn import_document<S: System>(sources: &[Source]) -> Result<Imported<S>, Problem> {
    let [source] = sources else {
        return Err(Problem::at(
            "files",
            Cause::wrong_count(sources.len(), "one scenario at a time"),
        ));
    };
    if source.bytes.len() > MAX_FILE_BYTES {
        return Err(Problem::at(
            &source.name,
            Cause::too_large(source.bytes.len(), MAX_FILE_BYTES),
        ));
    }
    let text = std::str::from_utf8(&source.bytes).map_err(|error| {
        Problem::at(
            &source.name,
            Cause::NotUtf8 {
                at: error.valid_up_to(),
                what: "a scenario".to_owned(),
            },
        )
    })?;
    let scenario = Scenario::from_json(text, S::INFO.id, S::NAMES_1)
        .map_err(|problem| problem.within(&source.name))?;
    scenario
        .count_variants()
        .and_then(|()| S::validate(&scenario))
        .map_err(|problem| problem.within(&source.name))?;
    Ok(Imported {
        scenario,
        findings: understood_document(&source.name),
    })
}
