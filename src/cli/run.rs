//! `shedscope run`: plays a variant of a scenario and prints its rounds.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::output::{format_metric, style, write_json};
use super::{Failure, input};
use crate::engine::format::{format_clock, format_value};
use crate::engine::{Cause, Problem};
use crate::simulator::record::RunRecord;
use crate::simulator::{Cell, Field, RoundOutcome, Session, SharedSession, Table};
use crate::systems;

/// The options of `run`.
#[derive(Args, Debug)]
pub(super) struct Run {
    /// A scenario's file, `-` for standard input, or the name of a preset.
    #[arg(value_name = "FILE|PRESET")]
    scenario: PathBuf,
    /// Play this many rounds instead of the scenario's.
    #[arg(long, value_name = "N")]
    rounds: Option<usize>,
    /// Which variant to play, counted from 1.
    #[arg(long, alias = "lane", value_name = "N", default_value_t = 1)]
    variant: usize,
    /// How to print the rounds; json has the reasons.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// The round that `--format prometheus` prints, counted from 1, instead of the last.
    #[arg(long, value_name = "N")]
    round: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Format {
    /// A table to read.
    Table,
    /// Every round with its reasons.
    Json,
    /// A row for each round and each broker, node, writer or endpoint.
    Csv,
    /// One round as the metrics that the brokers would expose in it.
    Prometheus,
}

impl Run {
    /// Plays the scenario and prints it.
    pub(super) fn perform(&self, output: &mut impl Write) -> Result<(), Failure> {
        let session = input::open(&self.scenario)?;
        let variant = input::check_variant(&session, self.variant)?;
        let session = match self.rounds {
            Some(rounds) => input::with_rounds(session, rounds)?,
            None => session,
        };
        if self.round.is_some() && self.format != Format::Prometheus {
            let remedy = "leave it out, give that format, or use `shedscope explain`";
            return Err(Problem::at(
                "--round",
                Cause::other("only `--format prometheus` prints one round", remedy),
            )
            .into());
        }
        match self.format {
            Format::Table => print_table(&*session, variant, output),
            Format::Json => write_json(output, &RunRecord::new(&*session, variant)?),
            Format::Csv => print_csv(&*session, variant, output),
            Format::Prometheus => self.print_metrics(&session, variant, output),
        }
    }

    fn print_metrics(
        &self,
        session: &SharedSession,
        variant: usize,
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let entry = systems::find(session.info().id).filter(|_| session.has_exports());
        let Some(entry) = entry else {
            let cause = Cause::other(
                "only load shedding exposes metrics",
                "give table, json or csv",
            );
            return Err(Problem::at("--format prometheus", cause).into());
        };
        let round = input::check_round(session, self.round.unwrap_or(session.rounds()))?;
        let exports = (entry.export)(&session.compact_document(), variant, round)?;
        // The first has everything.
        if let Some(export) = exports.first() {
            output.write_all(export.text.as_bytes())?;
        }
        Ok(())
    }
}

/// Most rows of a round's table that have a column each.
const MAX_COLUMNS: usize = 8;
/// Most characters of a column's head.
const MAX_WIDTH: usize = 16;
/// Most transfers that are listed of a round.
const MAX_TRANSFERS: usize = 20;
/// Narrowest column, in characters.
const MIN_WIDTH: usize = 8;

fn print_table(
    session: &dyn Session,
    variant: usize,
    output: &mut impl Write,
) -> Result<(), Failure> {
    print_head(session, variant, output)?;
    let mut widths = Vec::new();
    for index in 0..session.rounds() {
        let table = session.table(variant, index);
        if index == 0 {
            widths = print_columns(session.info().round, &table, output)?;
        }
        print_round(session, variant, index, &table, &widths, output)?;
        print_outcome(&session.outcome(variant, index), output)?;
    }
    print_metrics(session, variant, output)?;
    Ok(writeln!(
        output,
        "Digest {}",
        input::digest(session, variant)?
    )?)
}

fn print_head(
    session: &dyn Session,
    variant: usize,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let title = style::TITLE;
    if !session.title().is_empty() {
        writeln!(output, "{title}{}{title:#}", session.title())?;
    }
    let choices = session.choices(variant);
    let chosen = choices.iter().map(|choice| match choice.option() {
        Some(option) => {
            let fidelity = option
                .fidelity
                .map_or(String::new(), |fidelity| format!(" ({})", fidelity.label()));
            format!("{}: {}{fidelity}", choice.label, option.label)
        }
        None => format!("{}: {}", choice.label, choice.selected),
    });
    writeln!(output, "{}", chosen.collect::<Vec<_>>().join("; "))?;
    let is_changed = |field: &Field| field.is_of_variant && field.value != field.default;
    for field in session.fields(variant, None).into_iter().filter(is_changed) {
        let value = format!("{} {}", field.value_type.format(field.value), field.unit);
        writeln!(output, "  {} = {}", field.name, value.trim_end())?;
    }
    for warning in session.warnings(variant) {
        let warm = style::WARM;
        writeln!(output, "  {warm}{}{warm:#}", warning.text)?;
    }
    Ok(writeln!(output)?)
}

/// The heads of the columns; returns how wide the column of each row is.
fn print_columns(
    round: &str,
    table: &Table,
    output: &mut impl Write,
) -> Result<Vec<usize>, Failure> {
    let names: Vec<String> = match table.load_column {
        None => Vec::new(),
        Some(_) if table.rows.len() <= MAX_COLUMNS => {
            table.rows.iter().map(|(_, cells)| name_of(cells)).collect()
        }
        Some(_) => ["highest", "average", "lowest"].map(str::to_owned).into(),
    };
    let widths: Vec<usize> = names
        .iter()
        .map(|name| name.chars().count().max(MIN_WIDTH))
        .collect();
    let title = style::TITLE;
    write!(output, "{title}{round:>6}  {:>10}", "time")?;
    for (name, width) in names.iter().zip(&widths) {
        write!(output, "  {name:>width$}")?;
    }
    writeln!(output, "{title:#}")?;
    Ok(widths)
}

fn print_round(
    session: &dyn Session,
    variant: usize,
    index: usize,
    table: &Table,
    widths: &[usize],
    output: &mut impl Write,
) -> Result<(), Failure> {
    write!(
        output,
        "{:>6}  {:>10}",
        index + 1,
        format_clock(session.time_s(index))
    )?;
    for (load, width) in loads(table, widths.len()).iter().zip(widths) {
        write!(output, "  {load:>width$}")?;
    }
    Ok(writeln!(output, "  {}", session.headline(variant, index))?)
}

/// The loads of the rows where they have a column each, or the highest, the average and the lowest.
fn loads(table: &Table, columns: usize) -> Vec<String> {
    let Some(column) = table.load_column else {
        return Vec::new();
    };
    if table.rows.len() == columns {
        return table
            .rows
            .iter()
            .map(|(_, cells)| format_cell(&cells[column]))
            .collect();
    }
    let loads: Vec<(f64, crate::engine::Unit)> = table
        .rows
        .iter()
        .filter_map(|(_, cells)| match cells[column] {
            Cell::Number(load, unit) if load.is_finite() => Some((load, unit)),
            _ => None,
        })
        .collect();
    let Some((_, unit)) = loads.first().copied() else {
        return vec!["–".to_owned(); columns];
    };
    let values = || loads.iter().map(|(load, _)| *load);
    let highest = values().fold(f64::NEG_INFINITY, f64::max);
    let average = values().sum::<f64>() / loads.len() as f64;
    let lowest = values().fold(f64::INFINITY, f64::min);
    [highest, average, lowest]
        .iter()
        .map(|load| format_value(*load, unit))
        .take(columns)
        .collect()
}

fn format_cell(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        Cell::Missing(word) => (*word).to_owned(),
        Cell::Number(value, _) if value.is_nan() => "–".to_owned(),
        Cell::Number(value, unit) => format_value(*value, *unit),
    }
}

/// The name of a row, clipped to the width of a column.
fn name_of(cells: &[Cell]) -> String {
    let name = cells.first().map(format_cell).unwrap_or_default();
    match name.char_indices().nth(MAX_WIDTH) {
        None => name,
        Some(_) => name.chars().take(MAX_WIDTH - 1).chain(['…']).collect(),
    }
}

fn print_outcome(outcome: &RoundOutcome, output: &mut impl Write) -> Result<(), Failure> {
    let nobody = "nobody";
    let (warm, cool, dim) = (style::WARM, style::COOL, style::DIM);
    for transfer in outcome.transfers.iter().take(MAX_TRANSFERS) {
        let (from, to) = (
            transfer.from.as_deref().unwrap_or(nobody),
            transfer.to.as_deref().unwrap_or(nobody),
        );
        let planned = if transfer.is_planned {
            ", as planned"
        } else {
            ""
        };
        writeln!(
            output,
            "        {}: {warm}{from}{warm:#} -> {cool}{to}{cool:#}{planned} {dim}({}){dim:#}",
            transfer.item, transfer.reason
        )?;
    }
    if outcome.transfers.len() > MAX_TRANSFERS {
        writeln!(
            output,
            "        and {} more",
            outcome.transfers.len() - MAX_TRANSFERS
        )?;
    }
    for not_moved in outcome.not_moved.iter().take(MAX_TRANSFERS) {
        let owner = not_moved.owner.as_deref().unwrap_or(nobody);
        writeln!(
            output,
            "        {} stays on {owner}: {dim}{}{dim:#}",
            not_moved.item, not_moved.reason
        )?;
    }
    if outcome.not_moved.len() > MAX_TRANSFERS {
        writeln!(
            output,
            "        and {} more stay",
            outcome.not_moved.len() - MAX_TRANSFERS
        )?;
    }
    Ok(())
}

fn print_metrics(
    session: &dyn Session,
    variant: usize,
    output: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(output)?;
    let values = session.measure(variant, session.rounds());
    for (metric, value) in session.metrics().iter().zip(values) {
        writeln!(output, "{}: {}", metric.label, format_metric(metric, value))?;
    }
    Ok(())
}

fn print_csv(
    session: &dyn Session,
    variant: usize,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(output);
    for index in 0..session.rounds() {
        let table = session.table(variant, index);
        if index == 0 {
            let columns = table.columns.iter().map(|column| column.id);
            writer.write_record(["round", "time_s"].into_iter().chain(columns))?;
        }
        for (_, cells) in &table.rows {
            let cell = |cell: &Cell| match cell {
                Cell::Text(text) => text.clone(),
                Cell::Number(value, _) if value.is_finite() => number(*value),
                Cell::Number(..) | Cell::Missing(_) => String::new(),
            };
            let record = [(index + 1).to_string(), number(session.time_s(index))];
            writer.write_record(record.into_iter().chain(cells.iter().map(cell)))?;
        }
    }
    Ok(writer.flush()?)
}

/// A number as short as it is exact.
fn number(value: f64) -> String {
    crate::engine::number::to_short_json(value).to_string()
}
