//! Runs can be repeated and entered anywhere.

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::sample::Index;
use shedscope::engine::Simulation as _;
use shedscope::systems::shedding::{Explain, Scenario, Simulation, Subject};

use super::played::{Played, ensure, timeline};
use super::worlds::{always, scenarios};

/// NaN may stand in load data and equals nothing, so what has to be the same is compared as it is written.
fn written(value: &impl std::fmt::Debug) -> String {
    format!("{value:?}")
}

#[test]
fn any_time_reached_by_jumping_is_the_same_as_by_playing() {
    let jumps = vec((any::<Index>(), any::<bool>()), 1..12);
    always(
        128,
        (scenarios(), jumps).prop_map(|pair| pair),
        |(scenario, jumps)| {
            let played = Played::of(scenario);
            let mut jumped = timeline(scenario);
            for (index, look) in jumps {
                let index = index.index(scenario.rounds);
                let turn = &played.turns[index];
                let differs = |what: &str| {
                    played.broken(scenario, index, &format!("{what} by jumping differs"))
                };
                ensure(jumped.state(index).owners == turn.detail.owners, || {
                    differs("the state")
                })?;
                if *look {
                    let look = jumped.explain(index).ok_or_else(|| differs("the end"))?;
                    ensure(written(&look.detail) == written(&turn.detail), || {
                        differs("the round")
                    })?;
                    ensure(written(&look.reasons) == written(&turn.reasons), || {
                        differs("why it")
                    })?;
                }
            }
            ensure(
                jumped.state(usize::MAX).owners == played.turns[scenario.rounds - 1].after,
                || "the end differs".to_owned(),
            )?;
            jumped.complete();
            let rounds: Vec<_> = played.turns.iter().map(|turn| turn.round.clone()).collect();
            ensure(jumped.rounds() == rounds, || "the rounds differ".to_owned())
        },
    );
}

#[test]
fn the_same_scenario_has_the_same_digest() {
    always(128, scenarios(), |scenario| {
        let digest = |scenario: &Scenario| {
            let mut timeline = timeline(scenario);
            timeline.complete();
            timeline.digest()
        };
        let read = Scenario::read(&scenario.write()).map_err(|problem| problem.to_string())?;
        ensure(read == *scenario, || {
            "the scenario does not survive being written".to_owned()
        })?;
        ensure(
            digest(scenario) == digest(scenario) && digest(scenario) == digest(&read),
            || "digests differ".to_owned(),
        )
    });
}

#[test]
fn decisions_are_the_same_whether_or_not_anybody_listens() {
    always(256, scenarios(), |scenario| {
        let simulation = Simulation::new(scenario);
        let mut state = simulation.start();
        for turn in Played::of(scenario).turns {
            let (round, detail) =
                simulation.step(&mut state, turn.round.index, &mut Explain::disabled());
            let same = round == turn.round
                && written(&detail) == written(&turn.detail)
                && state.owners == turn.after;
            ensure(same, || {
                format!(
                    "round {} differs when it is silent\n{}",
                    turn.round.index + 1,
                    scenario.write()
                )
            })?;
        }
        Ok(())
    });
}

#[test]
fn a_part_of_the_reasons_is_the_same_part_of_all_of_them() {
    let parts: [fn(&Subject) -> bool; 3] = [
        |subject| !matches!(subject, Subject::Candidate { .. }),
        |subject| matches!(subject, Subject::Candidate { bundle, broker } if (bundle.0 + broker.0) % 3 == 2),
        |subject| matches!(subject, Subject::Broker(_) | Subject::Pair(..)),
    ];
    always(128, scenarios(), |scenario| {
        let mut timeline = timeline(scenario);
        for turn in Played::of(scenario).turns {
            for part in parts {
                let look = timeline
                    .explain_only(turn.round.index, part)
                    .ok_or("past the end")?;
                let wanted: Vec<_> = turn
                    .reasons
                    .iter()
                    .filter(|reason| part(&reason.subject))
                    .collect();
                let same = written(&look.reasons.iter().collect::<Vec<_>>()) == written(&wanted);
                ensure(same, || {
                    format!(
                        "round {}: another part\n{}",
                        turn.round.index + 1,
                        scenario.write()
                    )
                })?;
            }
        }
        Ok(())
    });
}
