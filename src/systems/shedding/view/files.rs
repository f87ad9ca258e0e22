//! Other people's files in; what brokers and the leader would expose to Prometheus out.

use super::Shedding;
use crate::engine::{Problem, Simulation as _};
use crate::simulator::{Export, Findings, Imported, Source};
use crate::systems::shedding::export::{Unloads, of_round};
use crate::systems::shedding::import;
use crate::systems::shedding::import::text::File;
use crate::systems::shedding::reason::Explain;
use crate::systems::shedding::{Scenario, Simulation};

/// Reads files on top of a scenario, which stays as it is.
///
/// # Errors
/// With file, place and what would be right.
pub(super) fn import(base: &Scenario, sources: &[Source]) -> Result<Imported<Shedding>, Problem> {
    let files: Vec<File<'_>> = sources
        .iter()
        .map(|source| File::new(&source.name, &source.bytes))
        .collect();
    let found = import::merge::import(&files, base)?;
    let findings = Findings {
        understood: found.understood,
        assumed: found.assumed,
        ignored: found.ignored,
    };
    Ok(Imported {
        scenario: found.scenario,
        findings,
    })
}

/// The metrics of a round: of all, of the leader, and of each broker. The variant is simulated up to that round; past
/// the last one, up to that.
pub(super) fn export(scenario: &Scenario, variant: usize, round: usize) -> Vec<Export> {
    let simulation = Simulation::of_variant(scenario, variant);
    let (mut state, mut unloads) = (simulation.start(), Unloads::default());
    let mut last = None;
    for index in 0..=round.min(simulation.horizon() - 1) {
        let (round, detail) = simulation.step(&mut state, index, &mut Explain::disabled());
        unloads.take(&simulation, &round, &detail);
        last = Some((round, detail));
    }
    let Some((round, detail)) = last else {
        return Vec::new();
    };
    let exposed = of_round(&simulation, &round, &detail, &unloads);
    let export = |label: &str, text: String| Export {
        label: label.to_owned(),
        file: format!(
            "{}.prom",
            label.replace(
                |letter: char| !letter.is_alphanumeric() && letter != '.',
                "-"
            )
        ),
        text,
    };
    let mut exports = vec![
        export("everything", exposed.joined()),
        export("leader", exposed.of_leader()),
    ];
    exports.extend(
        exposed
            .brokers
            .iter()
            .map(|broker| export(broker.name, exposed.of_broker(broker.name))),
    );
    exports
}
