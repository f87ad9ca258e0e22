//! A system of no use, to see what a new one costs: two buckets, and a rule that pours from the fuller one.

use serde::{Deserialize, Serialize};
use shedscope::engine::{
    self, Cause, Digest, Event, Explain, Fidelity, Kind, Op, Operand, Problem, Reason, Unit,
    ValueType,
};
use shedscope::scene::{Ink, Rect, Scene, Shape};
use shedscope::simulator::{
    Cell, Choice, ChoiceOption, Explained, Field, Instant, Preset, ScenarioOf, Stage,
};
use shedscope::simulator::{SubjectRef, System, SystemInfo, Table, View, Viewport};

pub struct Toy;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct World {
    litres: [f64; 2],
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    cup_litres: f64,
}

/// A variant that runs: a cup is poured a round while the difference is above it.
pub struct Pouring {
    scenario: ScenarioOf<Toy>,
    cup_litres: f64,
}

impl engine::Simulation for Pouring {
    type State = [f64; 2];
    type Round = [f64; 2];
    type Detail = ();
    type Subject = usize;
    type Rule = ();

    fn horizon(&self) -> usize {
        self.scenario.rounds
    }

    fn start(&self) -> [f64; 2] {
        self.scenario.world.litres
    }

    fn step(
        &self,
        state: &mut [f64; 2],
        _index: usize,
        explain: &mut Explain<usize, ()>,
    ) -> ([f64; 2], ()) {
        let fuller = usize::from(state[1] > state[0]);
        let left = Operand::measure(state[fuller] - state[1 - fuller], "difference");
        let right = Operand::setting(self.cup_litres, "cup", "cup_litres");
        let before = *state;
        if explain.check(fuller, (), left, Op::Above, right, Unit::Count) {
            state[fuller] -= self.cup_litres;
            state[1 - fuller] += self.cup_litres;
        }
        (before, ())
    }

    fn digest(&self, round: &[f64; 2], (): &(), digest: &mut Digest) {
        round.iter().for_each(|litres| digest.float(*litres));
    }
}

impl System for Toy {
    type World = World;
    type Variant = Variant;
    type Event = Event<()>;
    type Simulation = Pouring;
    type Prepared = ();

    const INFO: SystemInfo = SystemInfo::new("toy", "Two buckets", "Buckets", "Watch water level.");

    fn presets() -> &'static [Preset<ScenarioOf<Self>>] {
        fn nine() -> ScenarioOf<Toy> {
            let text = r#"{"shedscope": 2, "system": "toy", "title": "Nine and one", "rounds": 6, "world": {"litres": [9, 1]},
                "variants": [{"cup_litres": 2}, {"cup_litres": 3}]}"#;
            ScenarioOf::<Toy>::from_json(text, "toy", &[]).expect("a good document")
        }
        &[Preset {
            id: "nine",
            title: "Nine and one",
            group: "",
            make: nine,
        }]
    }

    fn validate(scenario: &ScenarioOf<Self>) -> Result<(), Problem> {
        let is_bad = scenario
            .world
            .litres
            .iter()
            .any(|litres| !(0.0..1e6).contains(litres));
        if is_bad {
            Err(Problem::at("litres", Cause::needs("0 to 1000000")))
        } else {
            Ok(())
        }
    }

    fn prepare(_scenario: &ScenarioOf<Self>) {}

    fn simulate(scenario: &ScenarioOf<Self>, (): &(), variant: usize) -> Pouring {
        Pouring {
            scenario: scenario.clone(),
            cup_litres: scenario.variants[variant].cup_litres,
        }
    }

    fn choices(_variant: &Variant) -> Vec<Choice> {
        let cups = ChoiceOption::new("cups", "By cups", Fidelity::Model, "Pours a cup.");
        vec![Choice {
            id: "rule",
            label: "Rule",
            options: vec![cups],
            selected: "cups".to_owned(),
        }]
    }

    fn fields(scenario: &ScenarioOf<Self>, variant: usize) -> Vec<Field> {
        let value_type = ValueType {
            kind: Kind::Real,
            min: 0.5,
            max: 5.0,
        };
        let field = Field::of_variant("cup_litres", "Cup", "l", value_type, 1.0);
        vec![Field {
            value: scenario.variants[variant].cup_litres,
            help: "What is poured at a time.",
            ..field
        }]
    }

    fn set(
        scenario: &mut ScenarioOf<Self>,
        variant: usize,
        _name: &str,
        value: f64,
    ) -> Result<(), Problem> {
        scenario.variants[variant].cup_litres = value;
        Ok(())
    }
}

impl View for Toy {
    type Layout = ();

    fn is_eventful(round: &[f64; 2]) -> bool {
        round[0] != round[1]
    }

    fn headline(_simulation: &Pouring, explained: &Explained<'_, Self>) -> String {
        format!("{} and {} litres.", explained.round[0], explained.round[1])
    }

    fn subject_ref(subject: &usize) -> SubjectRef {
        SubjectRef::one(1, *subject)
    }

    fn subject_name(_simulation: &Pouring, subject: SubjectRef) -> String {
        format!("Bucket {}", subject.a + 1)
    }

    fn sentence(_simulation: &Pouring, _reason: &Reason<usize, ()>) -> String {
        "The fuller bucket is compared with the cup.".to_owned()
    }

    fn table(_simulation: &Pouring, instant: &Instant<'_, Pouring>) -> Table {
        let row = |(index, litres): (usize, &f64)| {
            let name = Cell::Text(format!("Bucket {}", index + 1));
            (
                SubjectRef::one(1, index),
                vec![name, Cell::Number(*litres, Unit::Count)],
            )
        };
        let rows = instant.round.iter().enumerate().map(row).collect();
        let columns = Table::columns([("bucket", "Bucket"), ("litres", "Litres")]);
        Table {
            title: "Buckets",
            columns,
            rows,
            load_column: Some(1),
        }
    }

    fn stage(
        _simulation: &Pouring,
        _instant: &Instant<'_, Pouring>,
        viewport: &Viewport,
    ) -> Stage<()> {
        Stage::moving(viewport, ())
    }

    fn motion(
        _: &Pouring,
        instant: &Instant<'_, Pouring>,
        viewport: &Viewport,
        (): &(),
    ) -> Scene<SubjectRef> {
        let mut scene = Scene::sized(viewport.width, viewport.height);
        for (index, litres) in instant.round.iter().enumerate() {
            let area = Rect {
                left: 20.0 + 60.0 * index as f64,
                top: 10.0,
                width: 40.0,
                height: litres * 10.0,
            };
            scene.shapes.push(Shape::Fill(area, Ink::Idle));
        }
        scene
    }
}
