//! Rates by feedback as the shell shows it.
//!
//! * `form`: fields, variants, comparisons and events.
//! * `tables`: the second as a table, and the charts.
//! * `now`: what stands and moves at an instant, from the times in a round's detail.
//! * `stage`: the picture of it.

mod form;
mod now;
mod stage;
mod tables;

use super::event::Event;
use super::measures::{MEASURES, SoFar};
use super::reason::{Rule, Subject};
use super::round::{Detail, Round};
use super::scenario::{Lane, SYSTEM, Scenario, World};
use super::simulation::Simulation;
use super::situations::SITUATIONS;
use super::variant::{READINGS, Variant};
use super::{reason, scenario, story};
use crate::run::{Problem, Reason};
use crate::scene::Scene;
use crate::shell::{Chart, Exhibit, Face, Field, Instant, Mark, Measure, Push, Sight, Story, Table, Who};

/// The exhibit.
pub struct Throttling;

/// The kind of a writer among those whom the shell asks about.
const WRITER: u8 = 1;
/// The kind of a limiter.
const LIMITER: u8 = 2;
/// The kind of the server.
const SERVER: u8 = 3;
/// The kind of what happens from outside.
const OUTSIDE: u8 = 4;

/// Somebody as the shell knows them.
fn known(who: reason::Who) -> Who {
    match who {
        reason::Who::Writer(writer) => Who::one(WRITER, writer as usize),
        reason::Who::Limiter(executor) => Who::one(LIMITER, executor as usize),
        reason::Who::Server => Who::one(SERVER, 0),
        reason::Who::World => Who::one(OUTSIDE, 0),
    }
}

/// Somebody as this room knows them.
fn known_here(who: Who) -> Option<reason::Who> {
    match who.kind {
        WRITER => Some(reason::Who::Writer(who.a)),
        LIMITER => Some(reason::Who::Limiter(who.a)),
        SERVER => Some(reason::Who::Server),
        OUTSIDE => Some(reason::Who::World),
        _ => None,
    }
}

impl Exhibit for Throttling {
    type World = World;
    type Lane = Lane;
    type Run = Simulation;

    const FACE: Face = Face {
        id: SYSTEM,
        title: "Rates by feedback",
        claim: "Watch writers feel their way to a rate that a server can bear, and see why the limit rises, falls or stays.",
        round: "second",
        screen_ds: (7, 4),
    };

    fn stories() -> Vec<Story<Self>> {
        SITUATIONS.iter().map(|row| Story { id: row.id, title: row.title, group: row.group, make: row.make }).collect()
    }

    fn check(scenario: &Scenario) -> Result<(), Problem> {
        scenario::check(scenario)
    }

    fn run(scenario: &Scenario, lane: usize) -> Simulation {
        Simulation::new(scenario, lane)
    }

    fn variants() -> Vec<crate::shell::Variant> {
        form::variants()
    }

    fn variant(lane: &Lane) -> &'static str {
        lane.variant.id()
    }

    fn choose(lane: &mut Lane, variant: &'static str) {
        if let Some(variant) = Variant::of_id(variant) {
            form::choose(lane, variant);
        }
    }

    fn fields(scenario: &Scenario, lane: usize) -> Vec<Field> {
        form::fields(scenario, lane)
    }

    fn set(scenario: &mut Scenario, lane: usize, name: &str, value: f64) -> Result<(), Problem> {
        form::set(scenario, lane, name, value)
    }

    fn readings() -> &'static [(&'static str, &'static str)] {
        READINGS
    }

    fn comparisons(main: &Lane) -> Vec<(&'static str, Vec<Lane>)> {
        form::comparisons(main)
    }

    fn events(world: &World) -> Vec<Mark> {
        world.events.iter().map(|event| Mark { at_s: event.at_s, said: event.said() }).collect()
    }

    fn move_event(world: &mut World, index: usize, at_s: f64) {
        if let Some(event) = world.events.get_mut(index) {
            event.at_s = at_s;
        }
    }

    fn remove_event(world: &mut World, index: usize) {
        if index < world.events.len() {
            world.events.remove(index);
        }
    }

    fn pushes(_world: &World) -> Vec<Push> {
        form::pushes()
    }

    fn push(world: &mut World, id: &str, at_s: f64) -> Result<(), Problem> {
        let event: Event = form::pushed(world, id, at_s)?;
        world.events.push(event);
        Ok(())
    }

    fn time_s(run: &Simulation, index: usize) -> f64 {
        run.time_s(index)
    }

    fn has_happened(round: &Round) -> bool {
        let counts = [round.raises, round.cuts, round.ignored, round.rejections, round.timeouts, round.given_up];
        round.has_event || counts.into_iter().any(|count| count > 0)
    }

    fn headline(run: &Simulation, _index: usize, round: &Round, detail: &Detail) -> String {
        story::headline(run, round, detail)
    }

    fn who(subject: &Subject) -> Who {
        known(subject.who)
    }

    fn name(run: &Simulation, who: Who) -> String {
        known_here(who).map_or_else(|| "this second".to_owned(), |who| story::name(run, who))
    }

    fn said(run: &Simulation, reason: &Reason<Subject, Rule>) -> String {
        story::sentence(run, reason)
    }

    fn table(run: &Simulation, _index: usize, _round: &Round, detail: &Detail) -> Table {
        tables::table(run, detail)
    }

    fn charts(run: &Simulation, rounds: &[Round]) -> Vec<Chart> {
        tables::charts(run, rounds)
    }

    fn measures() -> Vec<Measure> {
        MEASURES.iter().map(|(measure, _)| *measure).collect()
    }

    fn measured(_run: &Simulation, rounds: &[Round]) -> Vec<Option<f64>> {
        let sums = SoFar::of(rounds);
        MEASURES.iter().map(|(_, value)| value(&sums)).collect()
    }

    fn needs(run: &Simulation, instant: &Instant<'_, Simulation>) -> f64 {
        stage::needs(&now::Now::new(run, instant.detail, instant.phase))
    }

    fn draw(run: &Simulation, instant: &Instant<'_, Simulation>, sight: &Sight) -> Scene<Who> {
        stage::draw(run, &now::Now::new(run, instant.detail, instant.phase), sight)
    }
}
