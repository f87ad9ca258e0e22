//! The published cases of MemQ: those that can be expressed are held to their facts, the others are listed with why not.

use shedscope::rotation::reason::{AddressId, Why};
use shedscope::rotation::selection::{Asking, MOST_TRIES, Rotating};

/// A case: the locals, how many endpoints, who dies once the set is full, the set then, and the set after.
struct Case {
    id: &'static str,
    locals: &'static str,
    endpoints: usize,
    dies: char,
    fill: &'static str,
    in_turn: &'static str,
    after_failure: &'static str,
}

/// Expressed. The newcomer is E and not D, as the recorded run has it: the turn of the locals has moved past D.
const CASES: &[Case] = &[Case {
    id: "memq-45-rotation",
    locals: "ABCDEF",
    endpoints: 3,
    dies: 'A',
    fill: "ABC",
    in_turn: "ABCABC",
    after_failure: "BCE",
}];

/// Not expressed, and why.
const OTHERS: &[(&str, &str)] = &[(
    "memq-50-slots",
    "slots are what version 2.0.0 brings: brokers count them and direct producers; no released selection before it knows them",
)];

fn send(selection: &mut Rotating, dead: Option<AddressId>) -> char {
    let mut why = Why::silent();
    let mut asking = Asking { producer: 0, why: &mut why };
    for address in selection.order(MOST_TRIES, &mut asking) {
        if dead != Some(address) {
            selection.connected(address, &mut asking);
            return char::from(b'A' + address as u8);
        }
        selection.penalise(address, &mut asking).unwrap();
    }
    '-'
}

fn named(list: &[AddressId]) -> String {
    list.iter().map(|address| char::from(b'A' + *address as u8)).collect()
}

#[test]
fn every_case_that_can_be_expressed_holds() {
    for case in CASES {
        let mut selection = Rotating::new(case.endpoints);
        selection.set_endpoints((0..case.locals.len() as AddressId).collect()).unwrap();
        let filled: String = (0..case.endpoints).map(|_| send(&mut selection, None)).collect();
        assert_eq!((filled.as_str(), named(&selection.writes).as_str()), (case.fill, case.fill), "{}", case.id);
        let turns: String = case.in_turn.chars().map(|_| send(&mut selection, None)).collect();
        assert_eq!(turns, case.in_turn, "{}", case.id);
        let dead = (case.dies as u8 - b'A') as AddressId;
        while named(&selection.writes) != case.after_failure {
            send(&mut selection, Some(dead));
            assert!(selection.write_turn + selection.local_turn < 20, "{}: {:?}", case.id, selection);
        }
        assert_eq!(selection.failures, [(dead, 1)], "{}", case.id);
        // A second failure without a success between also drops it from the locals.
        let mut why = Why::silent();
        selection.penalise(dead, &mut Asking { producer: 0, why: &mut why }).unwrap();
        assert!(!selection.locals.contains(&dead), "{}", case.id);
    }
}

#[test]
fn every_case_has_its_reason() {
    for (id, why) in OTHERS {
        assert!(!CASES.iter().any(|case| case.id == *id) && why.len() > 20, "{id}");
    }
}
