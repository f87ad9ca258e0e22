//! `shedscope compare`: the metrics of several variants or scenarios of one system side by side.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::output::{Columns, format_metric, style, write_json};
use super::{Failure, Format, input};
use crate::engine::number::to_short_json;
use crate::engine::{Cause, Problem, Thing};
use crate::simulator::edit::letter;
use crate::simulator::record::unit_name;
use crate::simulator::{Edit, MetricInfo, SharedSession};

/// The options of `compare`.
#[derive(Args, Debug)]
pub(super) struct Compare {
    /// Scenarios' files, `-` for standard input, or names of presets; all of one system.
    #[arg(value_name = "FILE|PRESET", required = true)]
    scenarios: Vec<PathBuf>,
    /// Instead of the scenario's variants, those of a ready-made comparison: its title, or its number counted from 1.
    /// `0` lists them.
    #[arg(long, value_name = "COMPARISON")]
    with: Option<String>,
    /// How to print the metrics.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// A variant that was played to its end.
struct Played {
    title: String,
    values: Vec<Option<f64>>,
    digest: String,
}

impl Compare {
    /// Plays all variants and prints their metrics.
    pub(super) fn perform(&self, output: &mut impl Write) -> Result<(), Failure> {
        let mut sessions = Vec::new();
        for path in &self.scenarios {
            sessions.push((path, input::open(path)?));
        }
        let system = sessions[0].1.info().id;
        if let Some((path, other)) = sessions
            .iter()
            .find(|(_, session)| session.info().id != system)
        {
            let is = format!("a scenario of “{}”", other.info().id);
            let expected = format!("one of “{system}” as the first is");
            let cause = Cause::wrong_kind(is, expected, "give scenarios of one system");
            return Err(Problem::at(input::name_of(path), cause).into());
        }
        if self.with.as_deref() == Some("0") {
            for (number, title) in sessions[0].1.comparisons(0).iter().enumerate() {
                writeln!(output, "{}  {title}", number + 1)?;
            }
            return Ok(());
        }
        let metrics = sessions[0].1.metrics();
        let mut played = Vec::new();
        let has_one = sessions.len() == 1;
        for (path, session) in sessions {
            let session = self.with_comparison(session)?;
            while session.advance() {}
            for variant in 0..session.variants() {
                let own = session.variant_title(variant);
                let title = if has_one {
                    own
                } else {
                    format!("{}: {own}", input::name_of(path))
                };
                let values = session.measure(variant, session.rounds());
                played.push(Played {
                    title,
                    values,
                    digest: input::digest(&*session, variant)?,
                });
            }
        }
        match self.format {
            Format::Table => print_table(&metrics, &played, output),
            Format::Json => print_json(system, &metrics, &played, output),
            Format::Csv => print_csv(&metrics, &played, output),
        }
    }

    fn with_comparison(&self, session: SharedSession) -> Result<SharedSession, Problem> {
        let Some(with) = &self.with else {
            return Ok(session);
        };
        let titles = session.comparisons(0);
        let by_title = titles
            .iter()
            .position(|title| title.eq_ignore_ascii_case(with));
        let by_number = with
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1));
        let place = by_title
            .or(by_number.filter(|place| *place < titles.len()))
            .ok_or_else(|| {
                let known: Vec<String> = titles
                    .iter()
                    .zip(1..)
                    .map(|(title, number)| format!("{number} {title}"))
                    .collect();
                let known = if known.is_empty() {
                    "this system has none".to_owned()
                } else {
                    known.join("; ")
                };
                let remedy = format!("give a title or a number: {known}");
                Problem::at("--with", Cause::unknown(Thing::Comparison, with, remedy))
            })?;
        session.edited(&Edit::Compare {
            comparison: place,
            variant: 0,
        })
    }
}

fn print_table(
    metrics: &[MetricInfo],
    played: &[Played],
    output: &mut impl Write,
) -> Result<(), Failure> {
    let title = style::TITLE;
    for (place, run) in played.iter().enumerate() {
        writeln!(output, "{title}{}{title:#}  {}", letter(place), run.title)?;
    }
    writeln!(output)?;
    let letters = (0..played.len()).map(|place| letter(place).to_string());
    let mut columns = Columns::new(["metric".to_owned()].into_iter().chain(letters));
    for (place, metric) in metrics.iter().enumerate() {
        let values: Vec<Option<f64>> = played
            .iter()
            .map(|run| run.values.get(place).copied().flatten())
            .collect();
        let best = metric.best(&values);
        let cells = values.iter().zip(best).map(|(value, is_best)| {
            let text = format_metric(metric, *value);
            if is_best {
                format!("{text} *")
            } else {
                format!("{text}  ")
            }
        });
        columns.row([metric.label.to_owned()].into_iter().chain(cells));
    }
    columns.print(output)?;
    Ok(writeln!(output, "\n* best of those that differ")?)
}

fn print_json(
    system: &str,
    metrics: &[MetricInfo],
    played: &[Played],
    output: &mut impl Write,
) -> Result<(), Failure> {
    let variant = |run: &Played| {
        let metrics = metrics.iter().zip(&run.values).map(|(metric, value)| {
            json!({"label": metric.label, "value": value.map(to_short_json), "unit": unit_name(metric.unit)})
        });
        json!({"title": run.title, "metrics": metrics.collect::<Vec<_>>(), "digest": run.digest})
    };
    let variants: Vec<_> = played.iter().map(variant).collect();
    write_json(
        output,
        &json!({"shedscope_compare": 1, "system": system, "variants": variants}),
    )
}

fn print_csv(
    metrics: &[MetricInfo],
    played: &[Played],
    output: &mut impl Write,
) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record(["variant", "metric", "value", "unit"])?;
    for run in played {
        for (metric, value) in metrics.iter().zip(&run.values) {
            let value = value.map_or_else(String::new, |value| to_short_json(value).to_string());
            writer.write_record([
                run.title.as_str(),
                metric.label,
                &value,
                unit_name(metric.unit),
            ])?;
        }
    }
    Ok(writer.flush()?)
}
