//! The digest of every preset's run, natively and in the browser.

use shedscope::systems::SYSTEMS;

/// What is recorded: a line for each variant of each preset, its id and the digest of all its rounds. The variants
/// after the first have their number behind the id. Ids of load shedding have no system before them.
pub const RECORDED: &str = include_str!("../digests.txt");

/// The same lines, from runs made now.
pub fn digests() -> String {
    let mut lines = String::new();
    for entry in SYSTEMS {
        let system = if entry.info.id == "shedding" {
            String::new()
        } else {
            format!("{}/", entry.info.id)
        };
        for preset in (entry.presets)() {
            let session = (entry.open_preset)(preset.id).expect("a preset that is listed");
            while session.advance() {}
            for variant in 0..session.variants() {
                let number = if variant == 0 {
                    String::new()
                } else {
                    format!(".{}", variant + 1)
                };
                let digest = session.digest(variant).expect("a run that is complete");
                lines.push_str(&format!("{system}{}{number} {digest}\n", preset.id));
            }
        }
    }
    lines
}
