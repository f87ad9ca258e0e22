//! `shedscope sweep`: the metrics of a scenario's variants over many seeds, on all cores.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use serde_json::json;

use super::output::{Columns, format_metric, style, write_json};
use super::{Failure, Format, input};
use crate::engine::limits::MAX_SEEDS;
use crate::engine::number::to_short_json;
use crate::engine::{At, Cause, Problem, Spread};
use crate::simulator::edit::letter;
use crate::simulator::record::unit_name;
use crate::simulator::{MetricInfo, SeedMetrics, SharedSession, Sweep as Results};
use crate::systems;

/// The options of `sweep`.
#[derive(Args, Debug)]
pub(super) struct Sweep {
    /// A scenario's file, `-` for standard input, or the name of a preset.
    #[arg(value_name = "FILE|PRESET")]
    scenario: PathBuf,
    /// How many seeds to play: 1, 2, 3, and so on.
    #[arg(long, value_name = "N", default_value_t = 200)]
    seeds: u64,
    /// How many seeds to play at a time; by default as many as there are cores.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// How to print the results.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Sweep {
    /// Plays all seeds and prints how the metrics are spread.
    pub(super) fn perform(&self, quiet: bool, output: &mut impl Write) -> Result<(), Failure> {
        if !(1..=MAX_SEEDS).contains(&self.seeds) {
            let cause = Cause::out_of_bounds(self.seeds, format!("1 to {MAX_SEEDS}"));
            return Err(Problem::at("--seeds", cause).into());
        }
        let session = input::open(&self.scenario)?;
        let results = self.play(&session, quiet)?;
        match self.format {
            Format::Table => print_table(&session, &results, output),
            Format::Json => print_json(&session, &results, output),
            Format::Csv => print_csv(&session, &results, output),
        }
    }

    /// Plays all seeds on the cores there are.
    fn play(&self, session: &SharedSession, quiet: bool) -> Result<Results, Failure> {
        let unknown = || systems::unknown(session.info().id);
        let entry = systems::find(session.info().id).ok_or_else(unknown)?;
        let document = session.compact_document();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.jobs.unwrap_or(0))
            .build();
        let pool = pool.map_err(|error| {
            Problem::at(
                "--jobs",
                Cause::other(
                    format!("no threads could be started ({error})"),
                    "give fewer",
                ),
            )
        })?;
        let finished = AtomicUsize::new(0);
        let play = |seed: u64| {
            let played = (entry.measure_seed)(&document, seed);
            show_progress(
                quiet,
                finished.fetch_add(1, Ordering::Relaxed) + 1,
                self.seeds,
            );
            played
        };
        let played: Result<Vec<SeedMetrics>, Problem> =
            pool.install(|| (1..=self.seeds).into_par_iter().map(play).collect());
        if is_shown(quiet) {
            // That nobody listens changes nothing.
            let _ = write!(std::io::stderr(), "\r\u{1b}[K");
        }
        let mut results = Results::new(self.seeds);
        played?.into_iter().for_each(|result| results.add(result));
        Ok(results)
    }
}

/// Progress is for people who watch.
fn is_shown(quiet: bool) -> bool {
    use std::io::IsTerminal;
    !quiet && std::io::stderr().is_terminal()
}

fn show_progress(quiet: bool, finished: usize, seeds: u64) {
    if is_shown(quiet) {
        let _ = write!(std::io::stderr(), "\r{finished} of {seeds} seeds");
    }
}

/// The spread of a metric over the seeds, with the metric.
fn spreads<'a>(
    metrics: &'a [MetricInfo],
    results: &'a Results,
    variant: usize,
) -> impl Iterator<Item = (&'a MetricInfo, Option<Spread>)> {
    metrics
        .iter()
        .enumerate()
        .map(move |(place, metric)| (metric, results.spread(variant, place)))
}

fn print_table(
    session: &SharedSession,
    results: &Results,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let (metrics, title) = (session.metrics(), style::TITLE);
    writeln!(
        output,
        "{title}{}{title:#}: {} seeds",
        session.title(),
        results.progress().0
    )?;
    for variant in 0..session.variants() {
        writeln!(
            output,
            "\n{title}{}{title:#}  {}",
            letter(variant),
            session.variant_title(variant)
        )?;
        let mut columns = Columns::new(["metric", "lowest", "median", "highest", "seeds"]);
        for (metric, spread) in spreads(&metrics, results, variant) {
            let Some(spread) = spread else {
                columns.row([metric.label, "–", "–", "–", "0"]);
                continue;
            };
            let cell = |at: At| format_metric(metric, Some(at.value));
            let cells = [
                cell(spread.lowest),
                cell(spread.median),
                cell(spread.highest),
                spread.count.to_string(),
            ];
            columns.row([metric.label.to_owned()].into_iter().chain(cells));
        }
        columns.print(output)?;
    }
    Ok(())
}

fn print_json(
    session: &SharedSession,
    results: &Results,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let metrics = session.metrics();
    let variant = |variant: usize| {
        let metrics = spreads(&metrics, results, variant).map(|(metric, spread)| {
            let at = |at: At| json!({"value": to_short_json(at.value), "seed": at.seed});
            json!({
                "label": metric.label,
                "unit": unit_name(metric.unit),
                "lowest": spread.map(|spread| at(spread.lowest)),
                "median": spread.map(|spread| at(spread.median)),
                "highest": spread.map(|spread| at(spread.highest)),
                "seeds": spread.map_or(0, |spread| spread.count),
            })
        });
        json!({"title": session.variant_title(variant), "metrics": metrics.collect::<Vec<_>>()})
    };
    let variants: Vec<_> = (0..session.variants()).map(variant).collect();
    let seeds = results.progress().0;
    let record = json!({
        "shedscope_sweep": 1,
        "system": session.info().id,
        "title": session.title(),
        "seeds": seeds,
        "variants": variants,
    });
    write_json(output, &record)
}

fn print_csv(
    session: &SharedSession,
    results: &Results,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let metrics = session.metrics();
    let mut writer = csv::Writer::from_writer(output);
    writer.write_record([
        "variant", "metric", "unit", "lowest", "median", "highest", "seeds",
    ])?;
    for variant in 0..session.variants() {
        let title = session.variant_title(variant);
        for (metric, spread) in spreads(&metrics, results, variant) {
            let value = |at: fn(Spread) -> At| {
                spread.map_or_else(String::new, |spread| {
                    to_short_json(at(spread).value).to_string()
                })
            };
            let cells = [
                value(|one| one.lowest),
                value(|one| one.median),
                value(|one| one.highest),
            ];
            let count = spread.map_or(0, |spread| spread.count).to_string();
            let record = [
                title.clone(),
                metric.label.to_owned(),
                unit_name(metric.unit).to_owned(),
            ];
            writer.write_record(record.into_iter().chain(cells).chain([count]))?;
        }
    }
    Ok(writer.flush()?)
}
