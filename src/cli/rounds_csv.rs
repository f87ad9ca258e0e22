//! A run as CSV: a row for each round and broker.

use std::io::{self, Write};

use super::Failure;
use super::play::{Played, Rounds};
use crate::engine::Digest;
use crate::systems::shedding::{Scenario, Simulation};

const COLUMNS: [&str; 9] =
    ["round", "time_min", "broker", "usage_percent", "resource", "score", "bundles", "bundles_out", "bundles_in"];

/// Prints rounds as CSV.
pub(super) struct CsvRounds<W: Write>(csv::Writer<W>);

impl<W: Write> CsvRounds<W> {
    pub(super) fn to(output: W) -> Self {
        Self(csv::Writer::from_writer(output))
    }

    fn row(&mut self, cells: &[String; 9]) -> Result<(), Failure> {
        self.0.write_record(cells).map_err(|error| Failure::Output(as_io(error)))
    }
}

impl<W: Write> Rounds for CsvRounds<W> {
    const TELLS: bool = false;

    fn begin(&mut self, _: &Scenario, _: &Simulation) -> Result<(), Failure> {
        self.row(&COLUMNS.map(str::to_owned))
    }

    fn round(&mut self, played: &Played<'_>) -> Result<(), Failure> {
        for id in played.brokers() {
            self.row(&[
                (played.round.index + 1).to_string(),
                played.round.time_min.to_string(),
                played.broker(id).to_owned(),
                Some(played.usage_percent(id))
                    .filter(|usage| !usage.is_nan())
                    .map_or(String::new(), |usage| usage.to_string()),
                played.detail.resources[id.index()].label().to_owned(),
                played.score(id).map_or(String::new(), |score| score.to_string()),
                played.bundles[id.index()].to_string(),
                played.out[id.index()].to_string(),
                played.into[id.index()].to_string(),
            ])?;
        }
        Ok(())
    }

    fn end(&mut self, _: Digest) -> Result<(), Failure> {
        Ok(self.0.flush()?)
    }
}

/// A CSV error as one of output.
pub(super) fn as_io(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
