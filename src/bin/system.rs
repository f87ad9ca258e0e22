//! The page of one system: whichever `SHEDSCOPE_SYSTEM` names when this is compiled. `scripts/systems.mjs` compiles
//! one for each, so that a visit carries no other.

fn main() {
    #[cfg(target_arch = "wasm32")]
    if let Some(entry) = option_env!("SHEDSCOPE_SYSTEM").and_then(shedscope::systems::only) {
        shedscope::app::hall::mount(entry);
    }
}
