//! Files that people open: whatever they contain, they are read or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shedscope::simulator::Source;
use shedscope::systems;

fuzz_target!(|bytes: &[u8]| {
    let Some(system) = systems::find("shedding") else { return };
    let Ok(base) = system.open_first() else { return };
    let source = Source { name: "file".to_owned(), bytes: bytes.to_vec() };
    if let Ok(imported) = (system.import)(&base.compact_document(), &[source]) {
        (system.open)(&imported.document).expect("what was imported opens");
    }
});
