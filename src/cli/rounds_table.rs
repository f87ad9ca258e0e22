//! A run as a table to read.

use std::collections::BTreeMap;
use std::io::Write;

use super::Failure;
use super::play::{Played, Rounds};
use super::rounds_json::ended;
use crate::engine::Digest;
use crate::systems::shedding::import::lists::counted;
use crate::systems::shedding::manager::round::Ended;
use crate::systems::shedding::placement::PlacementInfo;
use crate::systems::shedding::strategy::ShedderInfo;
use crate::systems::shedding::{BundleId, Scenario, Simulation};

/// Most brokers that have a column each.
const MAX_COLUMNS: usize = 8;
/// Widest column of a broker, in characters.
const MAX_WIDTH: usize = 16;
/// Most moves that are listed of a round.
const MAX_MOVES: usize = 20;

/// Prints rounds as a table.
pub(super) struct TableRounds<W: Write> {
    output: W,
    widths: Vec<usize>,
    ended: Option<Ended>,
    moves: BTreeMap<BundleId, usize>,
    sheddings: usize,
}

impl<W: Write> TableRounds<W> {
    pub(super) fn to(output: W) -> Self {
        Self { output, widths: Vec::new(), ended: None, moves: BTreeMap::new(), sheddings: 0 }
    }
}

impl<W: Write> Rounds for TableRounds<W> {
    const TELLS: bool = false;

    fn begin(&mut self, scenario: &Scenario, simulation: &Simulation) -> Result<(), Failure> {
        let variant = scenario.variant();
        if !scenario.title.is_empty() {
            writeln!(self.output, "{}", scenario.title)?;
        }
        let shedder = ShedderInfo::find(&variant.strategy).map_or(variant.strategy.clone(), |row| {
            format!("{} ({})", row.label, row.fidelity(variant.release).label())
        });
        let placement = PlacementInfo::find(&variant.placement).map_or(variant.placement.clone(), |row| {
            format!("{} ({})", row.label, row.fidelity(variant.release).label())
        });
        let brokers = counted(scenario.world.brokers.len(), "broker");
        let bundles = counted(scenario.world.bundle_count(), "bundle");
        writeln!(self.output, "{shedder}; {placement}; release {}; {brokers}, {bundles}", variant.release.name())?;
        for (row, value) in variant.settings.overrides() {
            writeln!(self.output, "  {} = {}", row.name, row.format(value))?;
        }
        write!(self.output, "\n{:>5} {:>7}", "round", "min")?;
        let world = simulation.world();
        if world.brokers.len() <= MAX_COLUMNS {
            for id in &world.given_order {
                let name = clipped(&world.brokers[id.index()].name);
                let width = name.chars().count().max(6);
                write!(self.output, " {name:>width$}")?;
                self.widths.push(width);
            }
        } else {
            write!(self.output, " {:>8} {:>8} {:>8}", "highest", "average", "lowest")?;
        }
        Ok(writeln!(self.output, " {:>7} {:>6}", "spread", "moves")?)
    }

    fn round(&mut self, played: &Played<'_>) -> Result<(), Failure> {
        write!(self.output, "{:>5} {:>7}", played.round.index + 1, played.round.time_min)?;
        let usage: Vec<f64> = played.brokers().map(|id| played.usage_percent(id)).collect();
        let highest = usage.iter().copied().fold(0.0, f64::max);
        let lowest = usage.iter().copied().fold(highest, f64::min);
        if self.widths.len() == usage.len() {
            for (percent, width) in usage.iter().zip(&self.widths) {
                if percent.is_nan() {
                    write!(self.output, " {:>width$}", "down")?;
                } else {
                    write!(self.output, " {percent:>width$.2}")?;
                }
            }
        } else {
            let up: Vec<f64> = usage.iter().copied().filter(|percent| !percent.is_nan()).collect();
            let average = up.iter().sum::<f64>() / up.len().max(1) as f64;
            write!(self.output, " {highest:>8.2} {average:>8.2} {lowest:>8.2}")?;
        }
        writeln!(self.output, " {:>7.2} {:>6}", highest - lowest, played.round.moves.len())?;
        self.tell_moves(played)?;
        if played.round.ended != self.ended {
            self.ended = played.round.ended;
            if let Some(why) = self.ended {
                writeln!(self.output, "        {}", ended(why))?;
            }
        }
        Ok(())
    }

    fn end(&mut self, digest: Digest) -> Result<(), Failure> {
        let moves: usize = self.moves.values().sum();
        let again = self.moves.values().filter(|count| **count > 1).count();
        let rounds = counted(self.sheddings, "round");
        writeln!(
            self.output,
            "\n{} in {rounds}, {} moved more than once.",
            counted(moves, "move"),
            counted(again, "bundle")
        )?;
        Ok(writeln!(self.output, "Usage in percent, before the moves of the round. Digest {digest}.")?)
    }
}

impl<W: Write> TableRounds<W> {
    fn tell_moves(&mut self, played: &Played<'_>) -> Result<(), Failure> {
        let moves = &played.round.moves;
        self.sheddings += usize::from(!moves.is_empty());
        for moved in moves {
            *self.moves.entry(moved.bundle).or_default() += 1;
        }
        for moved in moves.iter().take(MAX_MOVES) {
            let planned = if moved.is_planned { ", as planned" } else { "" };
            let (from, to) = (played.broker(moved.from), played.broker(moved.to));
            writeln!(self.output, "        {}: {from} -> {to}{planned}", played.bundle(moved.bundle))?;
        }
        if moves.len() > MAX_MOVES {
            writeln!(self.output, "        and {} more", moves.len() - MAX_MOVES)?;
        }
        match played.round.stays.len() {
            0 => Ok(()),
            count => {
                Ok(writeln!(self.output, "        {} selected, but without another broker", counted(count, "bundle"))?)
            }
        }
    }
}

fn clipped(name: &str) -> String {
    if name.chars().count() <= MAX_WIDTH {
        return name.to_owned();
    }
    name.chars().take(MAX_WIDTH - 1).chain(std::iter::once('…')).collect()
}
