//! What the shell is given of this system: its form, events, tables, charts and stage.

mod brokers;
mod events;
mod fleet;
mod form;
mod histogram;
mod layout;
mod stage;
mod strips;
mod tables;
mod traffic;

use super::plan::Plan;
use super::reason::{Reason, Subject};
use super::round::{Detail, Round};
use super::scenario::{self, Lane, SYSTEM, Scenario, Selector};
use super::settings::Key;
use super::simulation::Simulation;
use super::world::World;
use super::{measures, proof, situations, story};
use crate::run::Problem;
use crate::scene::Scene;
use crate::shell::{Chart, Exhibit, Face, Field, Instant, Mark, Measure, Push, Sight, Story, Table, Variant, Who};

/// Endpoints in rotation.
pub struct Rotation;

/// Producers, as the shell counts them.
const PRODUCER: u8 = 1;
/// Addresses of brokers.
const BROKER: u8 = 2;
/// A producer and one of its endpoints.
const PAIR: u8 = 3;

fn subject_of(who: Who) -> Subject {
    match who.kind {
        PRODUCER => Subject::Producer(who.a),
        BROKER => Subject::Broker(who.a as u16),
        PAIR => Subject::Pair(who.a, who.b as u16),
        _ => Subject::Round,
    }
}

fn who_of(subject: Subject) -> Who {
    match subject {
        Subject::Round => Who::ROUND,
        Subject::Producer(producer) => Who::one(PRODUCER, producer as usize),
        Subject::Broker(address) => Who::one(BROKER, usize::from(address)),
        Subject::Pair(producer, address) => Who { kind: PAIR, a: producer, b: u32::from(address) },
    }
}

impl Exhibit for Rotation {
    type World = World;
    type Lane = Lane;
    type Run = Simulation;

    const FACE: Face = Face {
        id: SYSTEM,
        title: "Endpoints in rotation",
        claim: "Watch a fleet of producers choose brokers, stay with them, and leave them: one at a time, or N in turn.",
        round: "slice",
        screen_ds: (18, 8),
    };

    fn stories() -> Vec<Story<Self>> {
        let story =
            |one: &situations::Situation| Story { id: one.id, title: one.title, group: one.group, make: one.make };
        situations::SITUATIONS.iter().map(story).collect()
    }

    fn check(scenario: &Scenario) -> Result<(), Problem> {
        scenario::check(scenario)
    }

    fn run(scenario: &Scenario, lane: usize) -> Simulation {
        Simulation::new(scenario, lane)
    }

    fn variants() -> Vec<Variant> {
        let variant = |one: &proof::About| Variant {
            id: one.selector.id(),
            label: one.label,
            proof: one.proof,
            about: one.about,
        };
        proof::VARIANTS.iter().map(variant).collect()
    }

    fn variant(lane: &Lane) -> &'static str {
        lane.variant.id()
    }

    fn choose(lane: &mut Lane, variant: &'static str) {
        lane.variant = if variant == Selector::Single.id() { Selector::Single } else { Selector::Rotating };
    }

    fn fields(scenario: &Scenario, lane: usize) -> Vec<Field> {
        form::fields(scenario, lane)
    }

    fn set(scenario: &mut Scenario, lane: usize, name: &str, value: f64) -> Result<(), Problem> {
        form::set(scenario, lane, name, value)
    }

    fn readings() -> &'static [(&'static str, &'static str)] {
        proof::READINGS
    }

    fn comparisons(main: &Lane) -> Vec<(&'static str, Vec<Lane>)> {
        let with = |variant: Selector, key: Key, value: f64| Lane { variant, ..main.clone() }.with(key, value);
        let turns = |endpoints: f64| with(Selector::Rotating, Key::NumWriteEndpoints, endpoints);
        let attempts = |count: f64| with(main.variant, Key::MaxRetryCount, count);
        let single = Lane { variant: Selector::Single, ..main.clone() };
        vec![
            ("One broker against three in turn", vec![single, turns(3.0)]),
            ("1, 2, 3 and 6 write endpoints", [1.0, 2.0, 3.0, 6.0].map(turns).to_vec()),
            ("Three attempts to connect, or one", vec![attempts(Key::MaxRetryCount.row().default), attempts(0.0)]),
        ]
    }

    fn events(world: &World) -> Vec<Mark> {
        events::marks(world)
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

    fn pushes(world: &World) -> Vec<Push> {
        events::pushes(world)
    }

    fn push(world: &mut World, id: &str, at_s: f64) -> Result<(), Problem> {
        events::push(world, id, at_s)
    }

    fn time_s(run: &Simulation, index: usize) -> f64 {
        run.plan().start_us(index) as f64 / 1e6
    }

    fn has_happened(round: &Round) -> bool {
        let counts = &round.counts;
        round.happenings + counts.failed() + counts.tries_failed + counts.refreshed + counts.restarted > 0
    }

    fn headline(run: &Simulation, _index: usize, round: &Round, detail: &Detail) -> String {
        story::headline(run.plan(), round, detail)
    }

    fn who(subject: &Subject) -> Who {
        who_of(*subject)
    }

    fn name(run: &Simulation, who: Who) -> String {
        story::name(run.plan(), subject_of(who))
    }

    fn said(run: &Simulation, reason: &Reason) -> String {
        story::sentence(run.plan(), reason)
    }

    fn table(run: &Simulation, _index: usize, round: &Round, detail: &Detail) -> Table {
        tables::table(run.plan(), round, detail)
    }

    fn charts(run: &Simulation, rounds: &[Round]) -> Vec<Chart> {
        tables::charts(run.plan(), rounds)
    }

    fn measures() -> Vec<Measure> {
        measures::MEASURES.to_vec()
    }

    fn measured(_run: &Simulation, rounds: &[Round]) -> Vec<Option<f64>> {
        measures::measured(rounds)
    }

    fn needs(run: &Simulation, instant: &Instant<'_, Simulation>) -> f64 {
        stage::needs(run.plan(), instant.round)
    }

    fn draw(run: &Simulation, instant: &Instant<'_, Simulation>, sight: &Sight) -> Scene<Who> {
        stage::draw(run.plan(), instant, sight)
    }
}

/// What everything on the stage is drawn from.
struct Look<'a> {
    plan: &'a Plan,
    round: &'a Round,
    detail: &'a Detail,
    /// The time that is drawn, in microseconds.
    at_us: u64,
    /// Whose story is told.
    selected: Option<Subject>,
}

impl Look<'_> {
    /// How much of a span of time since another has passed, 0 to 1.
    fn share(&self, since_us: u64, span_us: u64) -> f64 {
        (self.at_us.saturating_sub(since_us) as f64 / span_us.max(1) as f64).min(1.0)
    }

    /// How long something that takes no time is shown, in microseconds.
    fn shown_us(&self) -> u64 {
        (self.detail.until_us - self.detail.from_us) * 2 / 5
    }
}
