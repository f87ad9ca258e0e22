//! `shedscope explain`: the reasons of a round.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::output::{style, write_json};
use super::{Failure, input};
use crate::engine::format::format_clock;
use crate::engine::{Cause, Problem, Thing};
use crate::simulator::record::reason_record;
use crate::simulator::{Card, Session, SubjectRef, Tone};

/// The options of `explain`.
#[derive(Args, Debug)]
pub(super) struct Explain {
    /// A scenario's file, `-` for standard input, or the name of a preset.
    #[arg(value_name = "FILE|PRESET")]
    scenario: PathBuf,
    /// The round, counted from 1.
    #[arg(long, value_name = "N")]
    round: usize,
    /// Only the reasons about one broker, bundle, node, shard, writer or endpoint: its name.
    #[arg(long, value_name = "NAME")]
    subject: Option<String>,
    /// Which variant to play, counted from 1.
    #[arg(long, value_name = "N", default_value_t = 1)]
    variant: usize,
    /// How to print the reasons.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Format {
    /// Sentences, with the comparisons behind them.
    Text,
    /// JSON, each reason as in `run --format json`.
    Json,
}

/// Most lines about a subject where no subject was asked for.
const MAX_LINES: usize = 12;

impl Explain {
    /// Plays the scenario up to the round and prints its reasons.
    pub(super) fn perform(&self, output: &mut impl Write) -> Result<(), Failure> {
        let session = input::open(&self.scenario)?;
        let variant = input::check_variant(&session, self.variant)?;
        let index = input::check_round(&session, self.round)?;
        let subjects: Vec<SubjectRef> = match &self.subject {
            None => session.overview(variant, index).to_vec(),
            Some(name) => vec![find_subject(&*session, variant, index, name)?],
        };
        match self.format {
            Format::Text => self.print_text(&*session, variant, index, &subjects, output),
            Format::Json => self.print_json(&*session, variant, index, &subjects, output),
        }
    }

    fn print_text(
        &self,
        session: &dyn Session,
        variant: usize,
        index: usize,
        subjects: &[SubjectRef],
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let title = style::TITLE;
        let (round, clock) = (session.info().round, format_clock(session.time_s(index)));
        writeln!(
            output,
            "{title}{} {round} {} ({clock}){title:#}",
            session.title(),
            index + 1
        )?;
        writeln!(output, "{}", session.headline(variant, index))?;
        let most = if self.subject.is_some() {
            usize::MAX
        } else {
            MAX_LINES
        };
        for subject in subjects {
            print_card(&session.card(variant, index, *subject, most), output)?;
        }
        Ok(())
    }

    fn print_json(
        &self,
        session: &dyn Session,
        variant: usize,
        index: usize,
        subjects: &[SubjectRef],
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let reasons = session.reasons(variant, index);
        let is_asked = |subject: SubjectRef| self.subject.is_none() || subjects.contains(&subject);
        let reasons = reasons.iter().filter(|reason| is_asked(reason.subject));
        let record = json!({
            "shedscope_explain": 1,
            "system": session.info().id,
            "title": session.title(),
            "round": index + 1,
            "headline": session.headline(variant, index),
            "reasons": reasons.map(|reason| reason_record(session, reason)).collect::<Vec<_>>(),
        });
        write_json(output, &record)
    }
}

/// The subject of a name among those that the round has reasons about.
fn find_subject(
    session: &dyn Session,
    variant: usize,
    index: usize,
    name: &str,
) -> Result<SubjectRef, Problem> {
    let mut names: Vec<(String, SubjectRef)> = Vec::new();
    let reasons = session.reasons(variant, index);
    let told = reasons.iter().map(|reason| reason.subject);
    for subject in session.overview(variant, index).iter().copied().chain(told) {
        if !names.iter().any(|(_, other)| *other == subject) {
            names.push((session.subject_name(subject), subject));
        }
    }
    let is_named = |other: &str| other.eq_ignore_ascii_case(name);
    if let Some((_, subject)) = names.iter().find(|(other, _)| is_named(other)) {
        return Ok(*subject);
    }
    let nearest = names
        .iter()
        .max_by(|a, b| likeness(name, &a.0).total_cmp(&likeness(name, &b.0)));
    let guess = nearest.map_or_else(
        || "give another round".to_owned(),
        |(nearest, _)| format!("the nearest is “{nearest}”"),
    );
    Err(Problem::at(
        "--subject",
        Cause::unknown(Thing::Subject, name, guess),
    ))
}

fn likeness(name: &str, other: &str) -> f64 {
    strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase())
}

fn print_card(card: &Card, output: &mut impl Write) -> Result<(), Failure> {
    let (title, dim) = (style::TITLE, style::DIM);
    write!(output, "\n{title}{}{title:#}", card.title)?;
    if let Some(tone) = card.tone {
        let style = match tone {
            Tone::Source => style::WARM,
            Tone::Target => style::COOL,
            Tone::Waiting | Tone::Idle => style::DIM,
        };
        write!(output, "  {style}{}{style:#}", tone.label())?;
    }
    writeln!(output)?;
    for line in &card.lines {
        writeln!(output, "  {}", line.sentence)?;
        if let Some(comparison) = &line.comparison {
            let setting = line
                .setting
                .map_or_else(String::new, |setting| format!(", {setting}"));
            let style = if comparison.holds {
                style::COOL
            } else {
                style::WARM
            };
            writeln!(
                output,
                "    {style}{}{style:#} {dim}({}; {}{setting}){dim:#}",
                comparison.numbers, comparison.left, comparison.right
            )?;
        }
    }
    if card.omitted > 0 {
        writeln!(
            output,
            "  {dim}{} more; give --subject \"{}\" to see all{dim:#}",
            card.omitted, card.title
        )?;
    }
    Ok(())
}
