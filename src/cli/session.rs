//! A scenario of any registered system, printed: as a table to read, as JSON with every reason, as CSV.

use std::io::Write;

use serde_json::{Value as Json, json};

use super::Failure;
use super::rounds_csv::as_io;
use super::rounds_json::{evidence, number, unit};
use crate::engine::format::{format_number, format_value};
use crate::simulator::{Cell, Explanation, Field, Session};

/// A table to read: a line for every round, and what the run came to.
pub(super) fn table(session: &dyn Session, variant: usize, output: &mut impl Write) -> Result<(), Failure> {
    let info = session.info();
    if !session.title().is_empty() {
        writeln!(output, "{}", session.title())?;
    }
    for choice in session.choices(variant) {
        let Some(option) = choice.option() else { continue };
        let fidelity = option.fidelity.map_or(String::new(), |fidelity| format!(" ({})", fidelity.label()));
        writeln!(output, "{}: {}{fidelity}", info.title, option.label)?;
    }
    let is_changed = |field: &Field| field.is_of_variant && field.value != field.default;
    for field in session.fields(variant, None).into_iter().filter(is_changed) {
        writeln!(output, "  {} = {} {}", field.name, field.value_type.format(field.value), field.unit)?;
    }
    writeln!(output, "\n{:>6} {:>9}", info.round, "s")?;
    for index in 0..session.rounds() {
        let at_s = format_number(session.time_s(index), 1);
        writeln!(output, "{:>6} {at_s:>9}  {}", index + 1, session.headline(variant, index))?;
    }
    writeln!(output)?;
    let values = session.measure(variant, session.rounds());
    for (measure, value) in session.metrics().iter().zip(values) {
        let value =
            value.filter(|value| value.is_finite()).map_or("–".to_owned(), |value| format_value(value, measure.unit));
        writeln!(output, "{}: {value}", measure.label)?;
    }
    Ok(writeln!(output, "run {}", session.digest(variant).unwrap_or_default())?)
}

/// Every round with its reasons.
pub(super) fn json(session: &dyn Session, variant: usize, output: &mut impl Write) -> Result<(), Failure> {
    let settings: serde_json::Map<String, Json> = session
        .fields(variant, None)
        .into_iter()
        .map(|field| (field.name.to_owned(), json!({"value": number(field.value), "is_of_lane": field.is_of_variant})))
        .collect();
    writeln!(output, "{{\"shedscope_run\":1,\"system\":{},", json!(session.info().id))?;
    writeln!(output, "\"title\":{},", json!(session.title()))?;
    let chosen = session.choices(variant).into_iter().next().map(|choice| choice.selected);
    writeln!(output, "\"variant\":{},\"settings\":{},", json!(chosen), Json::Object(settings))?;
    write!(output, "\"rounds\":[")?;
    for index in 0..session.rounds() {
        let separator = if index == 0 { "\n" } else { ",\n" };
        write!(output, "{separator}{}", round(session, variant, index))?;
    }
    let values = session.measure(variant, session.rounds());
    let measures: Vec<Json> = session
        .metrics()
        .iter()
        .zip(values)
        .map(|(row, value)| json!({"measure": row.label, "value": value.map(number), "unit": unit(row.unit)}))
        .collect();
    let digest = session.digest(variant).unwrap_or_default();
    Ok(writeln!(output, "\n],\"measures\":{},\"digest\":\"{digest}\"}}", Json::Array(measures))?)
}

fn round(session: &dyn Session, variant: usize, index: usize) -> Json {
    let table = session.table(variant, index);
    let row = |cells: &Vec<Cell>| {
        let cells = table.heads.iter().zip(cells).map(|(head, cell)| {
            let value = match cell {
                Cell::Text(text) => json!(text),
                Cell::Number(value, _) => number(*value),
            };
            ((*head).to_owned(), value)
        });
        Json::Object(cells.collect())
    };
    let reason = |reason: &Explanation| {
        let mut told = json!({"subject": session.subject_name(reason.subject), "sentence": reason.sentence});
        let (kind, value) = evidence(&reason.evidence);
        told[kind] = value;
        told
    };
    json!({
        "round": index + 1,
        "time_s": number(session.time_s(index)),
        "headline": session.headline(variant, index),
        "rows": table.rows.iter().map(|(_, cells)| row(cells)).collect::<Vec<_>>(),
        "reasons": session.reasons(variant, index).iter().map(reason).collect::<Vec<_>>(),
    })
}

/// A row for each round and row of its table.
pub(super) fn csv(session: &dyn Session, variant: usize, output: &mut impl Write) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(output);
    for index in 0..session.rounds() {
        let table = session.table(variant, index);
        if index == 0 {
            let heads = ["round", "time_s"].into_iter().chain(table.heads.iter().copied());
            writer.write_record(heads).map_err(|error| Failure::Output(as_io(error)))?;
        }
        for (_, cells) in &table.rows {
            let cell = |cell: &Cell| match cell {
                Cell::Text(text) => text.clone(),
                Cell::Number(value, _) if value.is_finite() => value.to_string(),
                Cell::Number(..) => String::new(),
            };
            let own = [(index + 1).to_string(), session.time_s(index).to_string()];
            let record = own.into_iter().chain(cells.iter().map(cell));
            writer.write_record(record).map_err(|error| Failure::Output(as_io(error)))?;
        }
    }
    Ok(writer.flush()?)
}
