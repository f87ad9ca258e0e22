//! The importer: what the page fetches when it is first needed. It reads other people's files, and makes
//! the situations to pick.

#[cfg(target_arch = "wasm32")]
mod door {
    use js_sys::{Array, Uint8Array};
    use shedscope::exchange::import::import;
    use shedscope::exchange::prometheus::{Unloads, of_round};
    use shedscope::exchange::text::File;
    use shedscope::exchange::wire::{self, Found};
    use shedscope::run::System;
    use shedscope::shedding::situations::Situation;
    use shedscope::shedding::{Detail, Round, Simulation, State, Why};
    use shedscope::systems::{SHEDDING, elsewhere};
    use wasm_bindgen::prelude::wasm_bindgen;
    use wasm_bindgen::{JsCast, JsValue};

    /// The situation of an id, as [`wire::write_scenario`] writes it; nothing where there is none.
    #[wasm_bindgen]
    pub fn situation(id: &str) -> Option<Vec<u8>> {
        Situation::find(id).map(|situation| wire::write_scenario(&situation.build()))
    }

    /// What would be exposed to Prometheus in a round of a lane. The lane is played up to it, round by round.
    #[wasm_bindgen]
    pub struct Metrics {
        simulation: Simulation,
        state: State,
        unloads: Unloads,
        round: usize,
        played: Vec<(Round, Detail)>,
        next: usize,
    }

    #[wasm_bindgen]
    impl Metrics {
        /// A lane of the scenario on the page.
        #[wasm_bindgen(constructor)]
        pub fn new(base: &[u8], lane: usize, round: usize) -> Result<Metrics, JsValue> {
            let scenario = wire::read_scenario(base).map_err(|problem| JsValue::from_str(&problem.to_string()))?;
            let simulation = Simulation::of_lane(&scenario, lane);
            let (state, unloads) = (simulation.start(), Unloads::default());
            Ok(Self { simulation, state, unloads, round, played: Vec::new(), next: 0 })
        }

        /// Plays a round; whether there are more to play.
        pub fn advance(&mut self) -> bool {
            if self.next <= self.round {
                let played = self.simulation.step(&mut self.state, self.next, &mut Why::silent());
                self.unloads.take(&self.simulation, &played.0, &played.1);
                self.played = vec![played];
                self.next += 1;
            }
            self.next <= self.round
        }

        /// Names and texts in turn: everything, the leader, each broker.
        pub fn texts(&self) -> Array {
            let texts = Array::new();
            let Some((round, detail)) = self.played.first() else { return texts };
            let exposed = of_round(&self.simulation, round, detail, &self.unloads);
            let say = |name: &str, text: String| {
                texts.push(&JsValue::from_str(name));
                texts.push(&JsValue::from_str(&text));
            };
            say("everything", exposed.joined());
            say("leader", exposed.of_leader());
            for broker in &exposed.brokers {
                say(broker.name, exposed.of_broker(broker.name));
            }
            texts
        }
    }

    /// Reads files, given as names and contents, on top of the scenario on the page; the answer is what
    /// [`wire::write`] makes of it.
    #[wasm_bindgen]
    pub fn read(names: &Array, contents: &Array, base: &[u8]) -> Vec<u8> {
        let names: Vec<String> = names.iter().map(|name| name.as_string().unwrap_or_default()).collect();
        let contents: Vec<Vec<u8>> =
            contents.iter().map(|content| content.unchecked_into::<Uint8Array>().to_vec()).collect();
        let files: Vec<File<'_>> =
            names.iter().zip(&contents).map(|(name, content)| File::new(name, content)).collect();
        let of_others = files.iter().find_map(|file| {
            let text = file.text().ok()?.text;
            let is_document = text.trim_start().starts_with('{');
            elsewhere(&text, SHEDDING.0).filter(|_| is_document).map(|problem| problem.within(file.name))
        });
        let answer = match of_others {
            Some(problem) => Err(problem),
            None => wire::read_scenario(base).and_then(|base| import(&files, &base)),
        };
        wire::write(&answer.map(|found| Found {
            scenario: found.scenario,
            understood: found.understood,
            assumed: found.assumed,
            ignored: found.ignored,
        }))
    }
}

fn main() {}
