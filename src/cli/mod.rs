//! The command line: plays scenarios, compares their variants, explains rounds, and makes scenarios from real files.
//!
//! Exit codes: 0 done, 1 an input was refused, 2 the command was not understood.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, ColorChoice, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::engine::Problem;

mod compare;
mod completions;
mod explain;
mod import;
mod input;
mod list;
mod output;
mod run;
mod sweep;
mod validate;

/// The examples at the end of `shedscope --help`.
const EXAMPLES: &str = "\
Examples:
  shedscope list                                    what there is to play
  shedscope run two-hot-two-idle                             a preset, round by round
  shedscope run two-hot-two-idle --format json | jq .digest  the same as data
  shedscope explain two-hot-two-idle --round 3               why each broker shed or did not
  shedscope compare two-hot-two-idle --with 0                its strategy beside others
  shedscope sweep two-hot-two-idle --seeds 200               how much of the result is chance
  shedscope import broker.conf reports.json -o mine.json
  shedscope run mine.json

Exit codes: 0 done, 1 an input was refused, 2 the command was not understood.";

#[derive(Debug, Parser)]
#[command(name = "shedscope", version, about = "Shows how load balancers decide, round by round.", after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    command: Command,
}

/// The options of every command.
#[derive(Args, Clone, Copy, Debug)]
struct Global {
    /// Say nothing on standard error but errors.
    #[arg(short, long, global = true)]
    quiet: bool,
    /// When to use colour; `auto` respects NO_COLOR, CLICOLOR and whether the output is a terminal.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a scenario and print its rounds.
    Run(run::Run),
    /// List the presets, or the strategies and settings of a system.
    List(list::List),
    /// Play a scenario under many seeds, on all cores, and print how its metrics are spread.
    Sweep(sweep::Sweep),
    /// Print the metrics of several variants or scenarios side by side.
    Compare(compare::Compare),
    /// Explain a round: what was compared with what, and what came of it.
    Explain(explain::Explain),
    /// Check documents without playing them.
    Validate(validate::Validate),
    /// Make a scenario from a broker.conf, load reports and metrics.
    ///
    /// The scenario goes to standard output (or to -o); what was understood, assumed and ignored goes to standard error.
    Import(import::Import),
    /// Print the completions for a shell.
    Completions(completions::Completions),
    /// Print the man page, or write one for each command to a directory.
    Man(completions::Man),
}

/// How results are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table to read.
    Table,
    /// JSON.
    Json,
    /// Comma-separated values.
    Csv,
}

/// Why a command ended early.
#[derive(Debug)]
enum Failure {
    /// An input was refused.
    Refused(Problem),
    /// Some of several inputs were refused, and each has been named.
    SomeRefused,
    /// Output could not be written.
    Output(io::Error),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Output(error.into())
    }
}

impl From<csv::Error> for Failure {
    fn from(error: csv::Error) -> Self {
        Self::Output(match error.into_kind() {
            csv::ErrorKind::Io(error) => error,
            other => io::Error::other(format!("{other:?}")),
        })
    }
}

/// Reads the command line, does what it says, and reports how it went.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing is left to do where even this cannot be printed.
            let _ = error.print();
            return if error.use_stderr() {
                ExitCode::from(2)
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    match cli.global.color {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let mut output = io::BufWriter::new(anstream::AutoStream::auto(io::stdout().lock()));
    let done = match &cli.command {
        Command::Run(run) => run.perform(&mut output),
        Command::List(list) => list.perform(&mut output),
        Command::Sweep(sweep) => sweep.perform(cli.global.quiet, &mut output),
        Command::Compare(compare) => compare.perform(&mut output),
        Command::Explain(explain) => explain.perform(&mut output),
        Command::Validate(validate) => validate.perform(cli.global.quiet, &mut output),
        Command::Import(import) => import.perform(cli.global.quiet, &mut output),
        Command::Completions(completions) => completions.perform(Cli::command(), &mut output),
        Command::Man(man) => man.perform(Cli::command(), &mut output),
    };
    match done.and_then(|()| Ok(output.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output has closed it.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Failure::Output(error)) => fail(&format!("the output could not be written: {error}.")),
        Err(Failure::Refused(problem)) => fail(&problem.to_string()),
        Err(Failure::SomeRefused) => ExitCode::FAILURE,
    }
}

fn fail(message: &str) -> ExitCode {
    print_error(message);
    ExitCode::FAILURE
}

/// An error, on standard error.
fn print_error(message: &str) {
    let style = output::style::ERROR;
    // That nobody listens changes nothing.
    let _ = writeln!(anstream::stderr(), "{style}shedscope:{style:#} {message}");
}
