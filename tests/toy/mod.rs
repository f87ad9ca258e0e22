//! A system of no use, to see what a new one costs: two buckets, and a rule that pours from the fuller one.

use serde::{Deserialize, Serialize};
use shedscope::run::{Digest, Kind, Op, Problem, Proof, Reason, Side, System, Takes, Unit, Why};
use shedscope::scene::{Anchor, Ink, Rect, Scene, Shape, at, text};
use shedscope::shell::exhibit::ScenarioOf;
use shedscope::shell::{Cell, Exhibit, Face, Field, Instant, Sight, Story, Table, Variant, Who};

/// The exhibit.
pub struct Toy;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct World {
    litres: [f64; 2],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    cup_litres: f64,
}

/// A lane that runs: a cup is poured a round while the difference is above it.
pub struct Pouring {
    rounds: usize,
    world: World,
    cup_litres: f64,
}

impl System for Pouring {
    type State = [f64; 2];
    type Round = [f64; 2];
    type Detail = ();
    type Subject = usize;
    type Rule = ();

    fn horizon(&self) -> usize {
        self.rounds
    }

    fn start(&self) -> [f64; 2] {
        self.world.litres
    }

    fn step(&self, state: &mut [f64; 2], _index: usize, why: &mut Why<usize, ()>) -> ([f64; 2], ()) {
        let fuller = usize::from(state[1] > state[0]);
        let left = Side::measure(state[fuller] - state[1 - fuller], "difference");
        let right = Side::setting(self.cup_litres, "cup", "cup_litres");
        let before = *state;
        if why.test(fuller, (), left, Op::Above, right, Unit::Count) {
            state[fuller] -= self.cup_litres;
            state[1 - fuller] += self.cup_litres;
        }
        (before, ())
    }

    fn digest(&self, round: &[f64; 2], (): &(), digest: &mut Digest) {
        round.iter().for_each(|litres| digest.float(*litres));
    }
}

impl Exhibit for Toy {
    type World = World;
    type Lane = Lane;
    type Run = Pouring;

    const FACE: Face =
        Face { id: "toy", title: "Two buckets", claim: "Watch water level.", round: "round", screen_ds: (10, 5) };

    fn stories() -> Vec<Story<Self>> {
        let make = || {
            let text = r#"{"shedscope": 1, "system": "toy", "title": "Nine and one", "rounds": 6, "world": {"litres": [9, 1]},
                "lanes": [{"cup_litres": 2}, {"cup_litres": 3}]}"#;
            ScenarioOf::<Self>::from_json(text, "toy").expect("a good document")
        };
        vec![Story { id: "nine", title: "Nine and one", group: "", make }]
    }

    fn check(scenario: &ScenarioOf<Self>) -> Result<(), Problem> {
        let is_bad = scenario.world.litres.iter().any(|litres| !(0.0..1e6).contains(litres));
        if is_bad { Err(Problem::at("litres", "give 0 to 1000000.")) } else { Ok(()) }
    }

    fn run(scenario: &ScenarioOf<Self>, lane: usize) -> Pouring {
        Pouring { rounds: scenario.rounds, world: scenario.world.clone(), cup_litres: scenario.lanes[lane].cup_litres }
    }

    fn variants() -> Vec<Variant> {
        vec![Variant { id: "cups", label: "By cups", proof: Proof::Model, about: "Pours a cup." }]
    }

    fn variant(_lane: &Lane) -> &'static str {
        "cups"
    }

    fn choose(_lane: &mut Lane, _variant: &'static str) {}

    fn fields(scenario: &ScenarioOf<Self>, lane: usize) -> Vec<Field> {
        let (value, help) = (scenario.lanes[lane].cup_litres, "What is poured at a time.");
        let (takes, default) = (Takes { kind: Kind::Real, min: 0.5, max: 5.0 }, 1.0);
        let (name, label, unit, group) = ("cup_litres", "Cup", "l", "The rule’s");
        vec![Field { name, label, unit, takes, value, default, help, group, is_of_lane: true }]
    }

    fn set(scenario: &mut ScenarioOf<Self>, lane: usize, _name: &str, value: f64) -> Result<(), Problem> {
        scenario.lanes[lane].cup_litres = value;
        Ok(())
    }

    fn time_s(_run: &Pouring, index: usize) -> f64 {
        index as f64
    }

    fn has_happened(round: &[f64; 2]) -> bool {
        round[0] != round[1]
    }

    fn headline(_run: &Pouring, _index: usize, round: &[f64; 2], (): &()) -> String {
        format!("{} and {} litres.", round[0], round[1])
    }

    fn who(subject: &usize) -> Who {
        Who::one(1, *subject)
    }

    fn name(_run: &Pouring, who: Who) -> String {
        format!("Bucket {}", who.a + 1)
    }

    fn said(_run: &Pouring, _reason: &Reason<usize, ()>) -> String {
        "The fuller bucket is compared with the cup.".to_owned()
    }

    fn table(_run: &Pouring, _index: usize, round: &[f64; 2], (): &()) -> Table {
        let row = |(index, litres): (usize, &f64)| {
            (Who::one(1, index), vec![Cell::Text(format!("Bucket {}", index + 1)), Cell::Number(*litres, Unit::Count)])
        };
        Table { title: "Buckets", heads: vec!["Bucket", "Litres"], rows: round.iter().enumerate().map(row).collect() }
    }

    fn draw(_run: &Pouring, instant: &Instant<'_, Pouring>, sight: &Sight) -> Scene<Who> {
        let mut scene = Scene::sized(sight.width, sight.height);
        for (index, litres) in instant.round.iter().enumerate() {
            let area = Rect { left: 20.0 + 60.0 * index as f64, top: 10.0, width: 40.0, height: litres * 10.0 };
            let label = text(at(area.left, 120.0), litres.to_string(), Ink::Text, 12.0, Anchor::Start);
            scene.shapes.extend([Shape::Fill(area, Ink::Rest), label]);
        }
        scene
    }
}
