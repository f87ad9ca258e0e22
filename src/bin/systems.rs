//! The page of the systems that are exhibits: a module of its own, so that a visit to one page need not carry the other.

fn main() {
    #[cfg(target_arch = "wasm32")]
    shedscope::app::hall::mount(shedscope::systems::SYSTEMS);
}
