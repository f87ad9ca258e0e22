//! `shedscope list`: the presets, and the strategies and settings of each system.

use std::io::Write;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::output::{style, write_json};
use super::{Failure, Format};
use crate::engine::number::to_short_json;
use crate::engine::{Cause, Problem, Thing};
use crate::simulator::SystemEntry;
use crate::systems::{self, SYSTEMS};

/// The options of `list`.
#[derive(Args, Debug)]
pub(super) struct List {
    /// What to list.
    #[arg(value_enum, default_value_t = What::Presets)]
    what: What,
    /// Only those of one system: shedding, sharding, throttling or rotation.
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
    /// How to print them.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    /// The scenarios that come with the program.
    Presets,
    /// What a variant can choose: strategies, placements, releases.
    Options,
    /// The settings that the first preset's strategy reads, with their defaults.
    Settings,
    /// The systems.
    Systems,
}

/// A list as data: the names of its columns, and its rows.
struct Rows {
    columns: Vec<&'static str>,
    rows: Vec<Vec<serde_json::Value>>,
}

impl List {
    /// Prints the list.
    pub(super) fn perform(&self, output: &mut impl Write) -> Result<(), Failure> {
        let entries: Vec<&SystemEntry> = match &self.system {
            None => SYSTEMS.iter().collect(),
            Some(id) => {
                let known: Vec<&str> = SYSTEMS.iter().map(|entry| entry.info.id).collect();
                let unknown = || {
                    let remedy = format!("give {}", known.join(", "));
                    Problem::at("--system", Cause::unknown(Thing::System, id, remedy))
                };
                vec![systems::find(id).ok_or_else(unknown)?]
            }
        };
        let list = match self.what {
            What::Presets => presets(&entries),
            What::Options => options(&entries)?,
            What::Settings => settings(&entries)?,
            What::Systems => systems_of(&entries),
        };
        list.print(self.format, output)
    }
}

impl Rows {
    fn print(&self, format: Format, output: &mut impl Write) -> Result<(), Failure> {
        let text = |value: &serde_json::Value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        };
        match format {
            Format::Json => {
                let record = |row: &Vec<serde_json::Value>| {
                    let members = self
                        .columns
                        .iter()
                        .map(|name| (*name).to_owned())
                        .zip(row.iter().cloned());
                    serde_json::Value::Object(members.collect())
                };
                write_json(output, &self.rows.iter().map(record).collect::<Vec<_>>())
            }
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(output);
                writer.write_record(&self.columns)?;
                for row in &self.rows {
                    writer.write_record(row.iter().map(text))?;
                }
                Ok(writer.flush()?)
            }
            Format::Table => {
                // All but the first column are flush right, which suits numbers; lists are texts.
                let widest = |column: usize| {
                    let cells = self
                        .rows
                        .iter()
                        .map(|row| text(&row[column]).chars().count());
                    cells.chain([self.columns[column].len()]).max().unwrap_or(0)
                };
                let widths: Vec<usize> = (0..self.columns.len()).map(widest).collect();
                let line = |cells: Vec<String>| {
                    let padded = cells
                        .iter()
                        .zip(&widths)
                        .map(|(cell, width)| format!("{cell:<width$}"));
                    padded.collect::<Vec<_>>().join("  ").trim_end().to_owned()
                };
                let title = style::TITLE;
                let head = line(self.columns.iter().map(|name| (*name).to_owned()).collect());
                writeln!(output, "{title}{head}{title:#}")?;
                for row in &self.rows {
                    writeln!(output, "{}", line(row.iter().map(text).collect()))?;
                }
                Ok(())
            }
        }
    }
}

fn presets(entries: &[&SystemEntry]) -> Rows {
    let of_entry = |entry: &&SystemEntry| {
        let system = entry.info.id;
        (entry.presets)().into_iter().map(move |preset| {
            vec![
                json!(format!("{system}/{}", preset.id)),
                json!(preset.group),
                json!(preset.title),
            ]
        })
    };
    Rows {
        columns: vec!["preset", "group", "title"],
        rows: entries.iter().flat_map(of_entry).collect(),
    }
}

fn options(entries: &[&SystemEntry]) -> Result<Rows, Problem> {
    let mut rows = Vec::new();
    for entry in entries {
        for choice in entry.open_first()?.choices(0) {
            for option in choice.options {
                let fidelity = option.fidelity.map_or("", |fidelity| fidelity.label());
                let cells = [
                    entry.info.id,
                    choice.id,
                    &option.id,
                    &option.label,
                    fidelity,
                ];
                rows.push(cells.into_iter().map(|cell| json!(cell)).collect());
            }
        }
    }
    Ok(Rows {
        columns: vec!["system", "choice", "option", "label", "fidelity"],
        rows,
    })
}

fn settings(entries: &[&SystemEntry]) -> Result<Rows, Problem> {
    let mut rows = Vec::new();
    for entry in entries {
        for field in entry.open_first()?.fields(0, None) {
            let default = match field.value_type.to_json_value(field.default) {
                serde_json::Value::Number(_) => to_short_json(field.default),
                word => word,
            };
            rows.push(vec![
                json!(entry.info.id),
                json!(field.name),
                default,
                json!(field.unit),
                json!(field.label),
            ]);
        }
    }
    Ok(Rows {
        columns: vec!["system", "setting", "default", "unit", "label"],
        rows,
    })
}

fn systems_of(entries: &[&SystemEntry]) -> Rows {
    let row = |entry: &&SystemEntry| {
        [entry.info.id, entry.info.product, entry.info.title]
            .into_iter()
            .map(|cell| json!(cell))
            .collect()
    };
    Rows {
        columns: vec!["system", "product", "title"],
        rows: entries.iter().map(row).collect(),
    }
}
