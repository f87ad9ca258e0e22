//! `shedscope completions` and `shedscope man`.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};

use super::Failure;
use crate::engine::{Cause, Problem};

/// The options of `completions`.
#[derive(Args, Debug)]
pub(super) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    /// Prints the completions.
    pub(super) fn perform(
        &self,
        mut command: Command,
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "shedscope", &mut script);
        Ok(output.write_all(&script)?)
    }
}

/// The options of `man`.
#[derive(Args, Debug)]
pub(super) struct Man {
    /// Write a page for every command to this directory instead.
    #[arg(short, long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
}

impl Man {
    /// Prints the page of the program, or writes all pages.
    pub(super) fn perform(&self, command: Command, output: &mut impl Write) -> Result<(), Failure> {
        match &self.output {
            None => Ok(clap_mangen::Man::new(command).render(output)?),
            Some(directory) => clap_mangen::generate_to(command, directory).map_err(|error| {
                let (what, error, remedy) = ("the pages", error.to_string(), "check the path");
                Problem::at(
                    directory.display().to_string(),
                    Cause::Unwritable {
                        what,
                        error,
                        remedy,
                    },
                )
                .into()
            }),
        }
    }
}
