//! The last round of a run as the metrics that brokers would expose in it.

use std::io::Write;

use super::Failure;
use super::play::{Played, Rounds};
use crate::engine::{Digest, System};
use crate::systems::shedding::import::prometheus::{Unloads, of_round};
use crate::systems::shedding::{Scenario, Simulation};

/// Prints the last round in Prometheus' text format.
pub(super) struct PrometheusRound<W: Write> {
    output: W,
    unloads: Unloads,
}

impl<W: Write> PrometheusRound<W> {
    pub(super) fn to(output: W) -> Self {
        Self { output, unloads: Unloads::default() }
    }
}

impl<W: Write> Rounds for PrometheusRound<W> {
    const TELLS: bool = false;

    fn begin(&mut self, _: &Scenario, _: &Simulation) -> Result<(), Failure> {
        Ok(())
    }

    fn round(&mut self, played: &Played<'_>) -> Result<(), Failure> {
        self.unloads.take(played.simulation, played.round, played.detail);
        if played.round.index + 1 == played.simulation.horizon() {
            let exposition = of_round(played.simulation, played.round, played.detail, &self.unloads);
            self.output.write_all(exposition.joined().as_bytes())?;
        }
        Ok(())
    }

    fn end(&mut self, _: Digest) -> Result<(), Failure> {
        Ok(())
    }
}
