//! The importer: what the page fetches when it is first needed. It reads other people's files, and makes
//! the situations to pick.

#[cfg(target_arch = "wasm32")]
mod door {
    use js_sys::{Array, Uint8Array};
    use shedscope::exchange::import::import;
    use shedscope::exchange::text::File;
    use shedscope::exchange::wire::{self, Found};
    use shedscope::shedding::situations::Situation;
    use wasm_bindgen::JsCast;
    use wasm_bindgen::prelude::wasm_bindgen;

    /// The situation of an id, as [`wire::write_scenario`] writes it; nothing where there is none.
    #[wasm_bindgen]
    pub fn situation(id: &str) -> Option<Vec<u8>> {
        Situation::find(id).map(|situation| wire::write_scenario(&situation.build()))
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
        let answer = wire::read_scenario(base).and_then(|base| import(&files, &base));
        wire::write(&answer.map(|found| Found {
            scenario: found.scenario,
            understood: found.understood,
            assumed: found.assumed,
            ignored: found.ignored,
        }))
    }
}

fn main() {}
