//! `shedscope run`: plays a scenario.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::round_prometheus::PrometheusRound;
use super::rounds_csv::CsvRounds;
use super::rounds_json::JsonRounds;
use super::rounds_table::TableRounds;
use super::{Failure, name_of, read, session};
use crate::engine::limits::MAX_ROUNDS;
use crate::engine::{Digest, Problem, System};
use crate::simulator::registry::system_of;
use crate::simulator::{Edit, Session, SharedSession};
use crate::systems::shedding::import::{File, FileKind, recognise};
use crate::systems::shedding::model::load_data::NOBODY;
use crate::systems::shedding::scenario;
use crate::systems::shedding::{BrokerId, BundleId, Detail, Explain, Reason, Round, Scenario, Simulation};
use crate::systems::{self, SYSTEMS};

/// The options of `run`.
#[derive(Args, Debug)]
pub(super) struct Run {
    /// The scenario's file; `-` reads standard input.
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
    /// The round that `--format prometheus` prints, from 1, instead of the last.
    #[arg(long, value_name = "N")]
    round: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Format {
    /// A table to read.
    Table,
    /// Every round with its reasons.
    Json,
    /// A row for each round and broker.
    Csv,
    /// One round as the metrics that the brokers would expose in it.
    Prometheus,
}

/// A round as a format sees it.
pub(super) struct Played<'a> {
    pub(super) simulation: &'a Simulation,
    pub(super) round: &'a Round,
    pub(super) detail: &'a Detail,
    pub(super) reasons: &'a [Reason],
    /// Bundles of each broker before the round.
    pub(super) bundles: Vec<usize>,
    /// Bundles that left each broker in it.
    pub(super) out: Vec<usize>,
    /// Bundles that came to each broker in it.
    pub(super) into: Vec<usize>,
}

/// A way of printing a run.
pub(super) trait Rounds {
    /// Whether reasons are to be told.
    const TELLS: bool;
    /// Prints what comes before the rounds.
    fn begin(&mut self, scenario: &Scenario, simulation: &Simulation) -> Result<(), Failure>;
    /// Prints a round.
    fn round(&mut self, played: &Played<'_>) -> Result<(), Failure>;
    /// Prints what comes behind the rounds.
    fn end(&mut self, digest: Digest) -> Result<(), Failure>;
}

impl Run {
    /// Plays the scenario and prints it.
    pub(super) fn perform(&self, output: &mut impl Write) -> Result<(), Failure> {
        let bytes = read(&self.scenario)?;
        if let Some(session) = self.session(&bytes)? {
            return self.print(&*session, output);
        }
        let mut scenario = self.scenario(&bytes)?;
        if let Some(round) = self.round {
            self.check_round(round, scenario.rounds)?;
            // What comes behind a round does not change it.
            scenario.rounds = round;
        }
        match self.format {
            Format::Table => play(&scenario, TableRounds::to(output)),
            Format::Json => play(&scenario, JsonRounds::to(output)),
            Format::Csv => play(&scenario, CsvRounds::to(output)),
            Format::Prometheus => play(&scenario, PrometheusRound::to(output)),
        }
    }

    /// The scenario, where it is one of a registered system.
    fn session(&self, bytes: &[u8]) -> Result<Option<SharedSession>, Problem> {
        let name = name_of(&self.scenario);
        // What is no such text is refused by who reads it next.
        let Ok(decoded) = File::new(&name, bytes).text() else { return Ok(None) };
        let text = &*decoded.text;
        let system = system_of(text);
        if !text.trim_start().starts_with('{') || system.is_empty() || system == scenario::SYSTEM {
            return Ok(None);
        }
        let Some(entry) = systems::find(system) else {
            let known: Vec<&str> = SYSTEMS.iter().map(|entry| entry.info.id).collect();
            let what = format!("“{system}” is not known; give one of {}.", known.join(", "));
            return Err(Problem::at("system", what).within(&name));
        };
        let session = (entry.open)(text).map_err(|problem| problem.within(&name))?;
        let session = match self.rounds {
            Some(rounds) => session.edited(&Edit::Rounds(rounds)).map_err(|problem| problem.within("--rounds"))?,
            None => session,
        };
        self.check_variant(session.variants())?;
        Ok(Some(session))
    }

    fn print(&self, session: &dyn Session, output: &mut impl Write) -> Result<(), Failure> {
        let variant = self.variant - 1;
        if let Some(round) = self.round {
            self.check_round(round, session.rounds())?;
        }
        match self.format {
            Format::Table => session::table(session, variant, output),
            Format::Json => session::json(session, variant, output),
            Format::Csv => session::csv(session, variant, output),
            Format::Prometheus => {
                let what = "only load shedding exposes metrics; give table, json or csv.";
                Err(Problem::at("--format prometheus", what).into())
            }
        }
    }

    fn check_variant(&self, variants: usize) -> Result<(), Problem> {
        if (1..=variants).contains(&self.variant) {
            return Ok(());
        }
        Err(Problem::at("--variant", format!("there is no variant {}; give 1 to {variants}.", self.variant)))
    }

    fn check_round(&self, round: usize, rounds: usize) -> Result<(), Problem> {
        if self.format != Format::Prometheus {
            let what = "only `--format prometheus` prints one round; leave it out, or give that format.";
            return Err(Problem::at("--round", what));
        }
        if !(1..=rounds).contains(&round) {
            return Err(Problem::at("--round", format!("{round} is out of bounds; give 1 to {rounds}.")));
        }
        Ok(())
    }

    fn scenario(&self, bytes: &[u8]) -> Result<Scenario, Problem> {
        let name = name_of(&self.scenario);
        let text = File::new(&name, bytes).text().map_err(|problem| problem.within(&name))?;
        let is_json = text.text.trim_start().starts_with('{');
        let names_reports = text.text.contains("\"cpu\"") && !text.text.contains("\"world\"");
        match recognise(&text.text) {
            FileKind::Scenario => {}
            // Let the reader of scenarios say what is wrong with a JSON of another kind.
            FileKind::LoadReports if is_json && !names_reports => {}
            kind => {
                let what = format!("this is {}, no scenario; make one of it with `shedscope import`.", kind.label());
                return Err(Problem::at(name, what));
            }
        }
        let mut scenario = Scenario::read(&text.text).map_err(|problem| problem.within(&name))?;
        self.check_variant(scenario.variants.len())?;
        scenario.variants = vec![scenario.variants.swap_remove(self.variant - 1)];
        if let Some(rounds) = self.rounds {
            if rounds == 0 || rounds > MAX_ROUNDS {
                return Err(Problem::at("--rounds", format!("{rounds} is out of bounds; give 1 to {MAX_ROUNDS}.")));
            }
            scenario.rounds = rounds;
            scenario.check().map_err(|problem| problem.within("--rounds"))?;
        }
        Ok(scenario)
    }
}

fn play<F: Rounds>(scenario: &Scenario, mut format: F) -> Result<(), Failure> {
    let simulation = Simulation::new(scenario);
    let mut state = simulation.start();
    let mut digest = Digest::default();
    format.begin(scenario, &simulation)?;
    for index in 0..simulation.horizon() {
        let mut why = if F::TELLS { Explain::recording() } else { Explain::disabled() };
        let (round, detail) = simulation.step(&mut state, index, &mut why);
        simulation.digest(&round, &detail, &mut digest);
        let reasons = why.into_reasons();
        format.round(&Played::of(&simulation, &round, &detail, &reasons))?;
    }
    format.end(digest)
}

impl<'a> Played<'a> {
    fn of(simulation: &'a Simulation, round: &'a Round, detail: &'a Detail, reasons: &'a [Reason]) -> Self {
        let count = simulation.world().brokers.len();
        let (mut bundles, mut out, mut into) = (vec![0; count], vec![0; count], vec![0; count]);
        for owner in detail.owners.iter().filter(|owner| **owner != NOBODY) {
            bundles[owner.index()] += 1;
        }
        for moved in &round.moves {
            out[moved.from.index()] += 1;
            into[moved.to.index()] += 1;
        }
        Self { simulation, round, detail, reasons, bundles, out, into }
    }

    /// The brokers in the order in which the scenario lists them.
    pub(super) fn brokers(&self) -> impl Iterator<Item = BrokerId> + '_ {
        self.simulation.world().given_order.iter().copied()
    }

    pub(super) fn broker(&self, id: BrokerId) -> &'a str {
        self.simulation.world().brokers.get(id.index()).map_or("nobody", |broker| &broker.name)
    }

    pub(super) fn bundle(&self, id: BundleId) -> &'a str {
        &self.simulation.world().bundles[id.index()].name
    }

    pub(super) fn usage_percent(&self, id: BrokerId) -> f64 {
        self.round.usage_percent[id.index()]
    }

    /// The score of a broker, if the round came as far as scores.
    pub(super) fn score(&self, id: BrokerId) -> Option<f64> {
        self.detail.decision.scores.get(id.index()).copied().filter(|score| !score.is_nan())
    }
}

impl crate::systems::shedding::explain::reason::Names for Played<'_> {
    fn broker(&self, id: BrokerId) -> &str {
        Played::broker(self, id)
    }

    fn bundle(&self, id: BundleId) -> &str {
        Played::bundle(self, id)
    }
}
