//! A scenario of any system that the shell shows, printed: as a table to read, as JSON with every reason, as CSV.

use std::io::Write;

use serde_json::{Value as Json, json};

use super::Failure;
use super::rounds_csv::as_io;
use super::rounds_json::{because, number, unit};
use crate::run::words::{said, trimmed};
use crate::shell::{Cell, Field, Shown, Told};

/// A table to read: a line for every round, and what the run came to.
pub(super) fn table(shown: &dyn Shown, lane: usize, output: &mut impl Write) -> Result<(), Failure> {
    let face = shown.face();
    if !shown.title().is_empty() {
        writeln!(output, "{}", shown.title())?;
    }
    let variant = shown.variants().into_iter().find(|variant| variant.id == shown.variant(lane));
    if let Some(variant) = variant {
        writeln!(output, "{}: {} ({})", face.title, variant.label, variant.proof.label())?;
    }
    let is_changed = |field: &Field| field.is_of_lane && field.value != field.default;
    for field in shown.fields(lane).into_iter().filter(is_changed) {
        writeln!(output, "  {} = {} {}", field.name, field.takes.format(field.value), field.unit)?;
    }
    writeln!(output, "\n{:>6} {:>9}", face.round, "s")?;
    for index in 0..shown.rounds() {
        let at_s = trimmed(shown.time_s(index), 1);
        writeln!(output, "{:>6} {at_s:>9}  {}", index + 1, shown.headline(lane, index))?;
    }
    writeln!(output)?;
    let values = shown.measured(lane, shown.rounds());
    for (measure, value) in shown.measures().iter().zip(values) {
        let value = value.filter(|value| value.is_finite()).map_or("–".to_owned(), |value| said(value, measure.unit));
        writeln!(output, "{}: {value}", measure.label)?;
    }
    Ok(writeln!(output, "run {}", shown.digest(lane).unwrap_or_default())?)
}

/// Every round with its reasons.
pub(super) fn json(shown: &dyn Shown, lane: usize, output: &mut impl Write) -> Result<(), Failure> {
    let settings: serde_json::Map<String, Json> = shown
        .fields(lane)
        .into_iter()
        .map(|field| (field.name.to_owned(), json!({"value": number(field.value), "is_of_lane": field.is_of_lane})))
        .collect();
    writeln!(output, "{{\"shedscope_run\":1,\"system\":{},", json!(shown.face().id))?;
    writeln!(output, "\"title\":{},", json!(shown.title()))?;
    writeln!(output, "\"variant\":{},\"settings\":{},", json!(shown.variant(lane)), Json::Object(settings))?;
    write!(output, "\"rounds\":[")?;
    for index in 0..shown.rounds() {
        let separator = if index == 0 { "\n" } else { ",\n" };
        write!(output, "{separator}{}", round(shown, lane, index))?;
    }
    let values = shown.measured(lane, shown.rounds());
    let measures: Vec<Json> = shown
        .measures()
        .iter()
        .zip(values)
        .map(|(row, value)| json!({"measure": row.label, "value": value.map(number), "unit": unit(row.unit)}))
        .collect();
    let digest = shown.digest(lane).unwrap_or_default();
    Ok(writeln!(output, "\n],\"measures\":{},\"digest\":\"{digest}\"}}", Json::Array(measures))?)
}

fn round(shown: &dyn Shown, lane: usize, index: usize) -> Json {
    let table = shown.table(lane, index);
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
    let reason = |told: &Told| {
        let mut told_as = json!({"subject": shown.name(told.who), "sentence": told.sentence});
        let (kind, value) = because(&told.because);
        told_as[kind] = value;
        told_as
    };
    json!({
        "round": index + 1,
        "time_s": number(shown.time_s(index)),
        "headline": shown.headline(lane, index),
        "rows": table.rows.iter().map(|(_, cells)| row(cells)).collect::<Vec<_>>(),
        "reasons": shown.reasons(lane, index).iter().map(reason).collect::<Vec<_>>(),
    })
}

/// A row for each round and row of its table.
pub(super) fn csv(shown: &dyn Shown, lane: usize, output: &mut impl Write) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(output);
    for index in 0..shown.rounds() {
        let table = shown.table(lane, index);
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
            let own = [(index + 1).to_string(), shown.time_s(index).to_string()];
            let record = own.into_iter().chain(cells.iter().map(cell));
            writer.write_record(record).map_err(|error| Failure::Output(as_io(error)))?;
        }
    }
    Ok(writer.flush()?)
}
