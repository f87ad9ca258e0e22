//! Documents of every system: whatever they contain, they open or are refused, and what opens is written and opens again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shedscope::systems;

fuzz_target!(|text: &str| {
    if let Ok(session) = systems::open(text) {
        systems::open(&session.document()).expect("what was written opens");
    }
});
