//! The command line: `run` plays a scenario, `import` makes one from real files.
//!
//! Exit codes: 0 done, 1 an input was refused, 2 the command was not understood.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::engine::Problem;
use crate::engine::limits::MAX_FILE_BYTES;

mod import;
mod play;
mod round_prometheus;
mod rounds_csv;
mod rounds_json;
mod rounds_table;
mod session;

/// Watch load balancers think.
#[derive(Debug, Parser)]
#[command(
    name = "shedscope",
    version,
    about = "Plays load balancers, round by round.",
    after_help = "Exit codes: 0 done, 1 an input was refused, 2 the command was not understood."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a scenario and print its rounds.
    Run(play::Run),
    /// Make a scenario from a broker.conf, load reports and metrics.
    ///
    /// The scenario goes to standard output (or to -o), what was understood, assumed and ignored to
    /// standard error.
    Import(import::ImportFiles),
}

/// Why a command ended early.
#[derive(Debug)]
enum Failure {
    /// An input was refused.
    Refused(Problem),
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

/// Reads the command line, does what it says, and tells how it went.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing is left to do where even this cannot be printed.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    let mut output = io::BufWriter::new(io::stdout().lock());
    let done = match &cli.command {
        Command::Run(run) => run.perform(&mut output),
        Command::Import(import) => import.perform(&mut output),
    };
    match done.and_then(|()| Ok(output.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Failure::Output(error)) => fail(&format!("the output could not be written: {error}.")),
        Err(Failure::Refused(problem)) => fail(&problem.to_string()),
    }
}

fn fail(message: &str) -> ExitCode {
    let _ = writeln!(io::stderr(), "shedscope: {message}");
    ExitCode::FAILURE
}

/// What a path is called in messages.
fn name_of(path: &Path) -> String {
    if is_stdin(path) { "standard input".to_owned() } else { path.display().to_string() }
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads a file, or standard input where the path is `-`; no further than what is read anyway.
fn read(path: &PathBuf) -> Result<Vec<u8>, Problem> {
    let most = MAX_FILE_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    let done = if is_stdin(path) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes))
    };
    match done {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Problem::at(name_of(path), format!("it could not be read ({error}); check the path."))),
    }
}
