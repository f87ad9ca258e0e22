//! The room as the shell sees it: forms, tables, charts and the stage.

mod charts;
mod form;
mod pushes;
mod stage;
mod tables;

use super::reason::{NodeId, Reason, ShardId, Subject};
use super::round::{Detail, Round};
use super::scenario::{self, Lane, Scenario};
use super::settings::Key;
use super::situations::SITUATIONS;
use super::strategy::{Strategy, VARIANTS};
use super::world::World;
use super::{Simulation, headline, measures, readings, story};
use crate::run::{Problem, System};
use crate::scene::Scene;
use crate::shell::{Chart, Exhibit, Face, Field, Instant, Mark, Measure, Push, Sight, Story, Table, Variant, Who};

/// The exhibit.
pub struct Shards;

/// A node, among the kinds of [`Who`].
pub(super) const NODE: u8 = 1;
/// A shard, among the kinds of [`Who`].
pub(super) const SHARD: u8 = 2;

/// Ready-made comparisons: a title, and the lanes made from the main one.
fn comparisons(main: &Lane) -> Vec<(&'static str, Vec<Lane>)> {
    use Strategy::{
        ConsistentHashing, Least2026, Least2610, LeastDeprecated, WeightedBoth, WeightedExchange, WeightedLiteralOr,
    };
    let of = |strategy: Strategy| Lane { strategy, settings: main.settings.clone() };
    let weighted = if main.strategy.stop_rule().is_some() { main.clone() } else { of(WeightedExchange) };
    vec![
        ("Weighted against least shards", vec![weighted.clone(), of(Least2610)]),
        ("The three stop rules", vec![of(WeightedLiteralOr), of(WeightedBoth), of(WeightedExchange)]),
        ("Least shards in three versions", vec![of(LeastDeprecated), of(Least2610), of(Least2026)]),
        ("Weighted, least shards, hashing", vec![weighted.clone(), of(Least2026), of(ConsistentHashing)]),
        (
            "The most that moves in a round: 5, 20, 100",
            [5.0, 20.0, 100.0]
                .map(|most| weighted.clone().with(Key::AbsoluteLimit, most).with(Key::RelativeLimit, 1.0))
                .into(),
        ),
        (
            "Taker named, or placed after the stop",
            [0.0, 1.0].map(|how| weighted.clone().with(Key::Destination, how)).into(),
        ),
    ]
}

impl Exhibit for Shards {
    type World = World;
    type Lane = Lane;
    type Run = Simulation;

    const FACE: Face = Face {
        id: scenario::SYSTEM,
        title: "Shards by weight",
        claim: "Watch a coordinator share out shards among nodes: by weight, by traffic, by count or by hash.",
        round: "round",
        screen_ds: (32, 7),
    };

    fn stories() -> Vec<Story<Self>> {
        let story = |situation: &super::situations::Situation| Story {
            id: situation.id,
            title: situation.title,
            group: situation.group,
            make: situation.make,
        };
        SITUATIONS.iter().map(story).collect()
    }

    fn check(scenario: &Scenario) -> Result<(), Problem> {
        scenario::check(scenario)
    }

    fn run(scenario: &Scenario, lane: usize) -> Simulation {
        Simulation::new(scenario, lane)
    }

    fn variants() -> Vec<Variant> {
        VARIANTS.iter().map(|(_, variant)| *variant).collect()
    }

    fn variant(lane: &Lane) -> &'static str {
        lane.strategy.variant().id
    }

    fn choose(lane: &mut Lane, variant: &'static str) {
        lane.strategy = Strategy::find(variant).unwrap_or(lane.strategy);
    }

    fn fields(scenario: &Scenario, lane: usize) -> Vec<Field> {
        form::fields(scenario, lane)
    }

    fn set(scenario: &mut Scenario, lane: usize, name: &str, value: f64) -> Result<(), Problem> {
        form::set(scenario, lane, name, value)
    }

    fn readings() -> &'static [(&'static str, &'static str)] {
        readings::READINGS
    }

    fn comparisons(main: &Lane) -> Vec<(&'static str, Vec<Lane>)> {
        comparisons(main)
    }

    fn events(world: &World) -> Vec<Mark> {
        world.events.iter().map(|event| Mark { at_s: event.at_s, said: event.what.said() }).collect()
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
        pushes::pushes(world)
    }

    fn push(world: &mut World, id: &str, at_s: f64) -> Result<(), Problem> {
        pushes::push(world, id, at_s)
    }

    fn time_s(run: &Simulation, index: usize) -> f64 {
        run.time_s(index)
    }

    fn has_happened(round: &Round) -> bool {
        measures::has_moved(round) || round.is_eventful
    }

    fn headline(run: &Simulation, _index: usize, round: &Round, detail: &Detail) -> String {
        headline::headline(run, round, detail)
    }

    fn who(subject: &Subject) -> Who {
        match subject {
            Subject::Round => Who::ROUND,
            Subject::Node(node) => Who::one(NODE, node.index()),
            Subject::Shard(shard) => Who::one(SHARD, shard.0 as usize),
        }
    }

    fn name(run: &Simulation, who: Who) -> String {
        let subject = match who.kind {
            NODE => Subject::Node(NodeId(who.a)),
            SHARD => Subject::Shard(ShardId(who.a)),
            _ => Subject::Round,
        };
        story::name(run, subject)
    }

    fn said(run: &Simulation, reason: &Reason) -> String {
        story::sentence(run, reason)
    }

    fn table(run: &Simulation, _index: usize, round: &Round, detail: &Detail) -> Table {
        tables::table(run, round, detail)
    }

    fn charts(run: &Simulation, rounds: &[Round]) -> Vec<Chart> {
        charts::charts(run, rounds)
    }

    fn measures() -> Vec<Measure> {
        measures::MEASURES.to_vec()
    }

    fn measured(run: &Simulation, rounds: &[Round]) -> Vec<Option<f64>> {
        measures::of(rounds, run.horizon())
    }

    fn needs(_run: &Simulation, instant: &Instant<'_, Simulation>) -> f64 {
        stage::needs(instant.detail)
    }

    fn draw(run: &Simulation, instant: &Instant<'_, Simulation>, sight: &Sight) -> Scene<Who> {
        stage::draw(run, instant, sight)
    }
}
