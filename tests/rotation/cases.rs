//! The published cases of MemQ: those that can be expressed are held to their facts, the others are listed with why not.
//!
//! `cases.json` has them as published: which there are, what they start from, and what is expected.

use serde_json::{Value, json};
use shedscope::systems::rotation::reason::AddressId;

use super::sends::{End, knowing, penalise, rotating, send};

/// A case: the locals, how many endpoints, who dies once the set is full, and what is expected.
struct Case {
    id: &'static str,
    locals: &'static str,
    endpoints: usize,
    dies: char,
    /// The set once it is full, in the order in which it fills.
    fill: &'static str,
    /// The set once the one that died has been replaced.
    after_failure: &'static str,
}

/// Expressed. The newcomer is E and not D, as the recorded run has it: the turn of the locals has moved past D.
const CASES: &[Case] = &[Case {
    id: "memq-45-rotation",
    locals: "ABCDEF",
    endpoints: 3,
    dies: 'A',
    fill: "ABC",
    after_failure: "BCE",
}];

/// Not expressed, and why.
const OTHERS: &[(&str, &str)] = &[(
    "memq-50-slots",
    "slots are what version 2.0.0 brings: brokers count them and direct producers; no released selection before it knows them",
)];

fn published() -> Vec<Value> {
    serde_json::from_str(include_str!("cases.json")).unwrap()
}

fn name(address: AddressId) -> char {
    char::from(b'A' + address as u8)
}

fn named(list: &[AddressId]) -> String {
    list.iter().copied().map(name).collect()
}

fn letters(text: &str) -> Value {
    text.chars().map(|letter| letter.to_string()).collect()
}

/// Plays a case; what it comes to, as published cases say it.
fn played(case: &Case) -> Value {
    let mut selection = knowing(
        case.endpoints,
        (0..case.locals.len() as AddressId).collect(),
    );
    let dead = (case.dies as u8 - b'A') as AddressId;
    let mut next = |dead: Option<AddressId>| {
        let (_, _, end) = send(&mut selection, |address| dead == Some(address));
        let End::Sent(address) = end else {
            panic!("{}: {end:?}", case.id)
        };
        (name(address), named(selection.writes()))
    };
    let filled: Vec<(char, String)> = (0..case.endpoints).map(|_| next(None)).collect();
    let fill = filled.last().unwrap().1.clone();
    assert_eq!(
        filled.iter().map(|one| one.0).collect::<String>(),
        fill,
        "{}: who takes it joins",
        case.id
    );
    let turns: String = (0..2 * case.endpoints).map(|_| next(None).0).collect();
    assert_eq!(turns, fill.repeat(2), "{}: in turn", case.id);
    // The first send meets the dead one, and the next brings the newcomer.
    let after = [next(Some(dead)), next(Some(dead))];
    assert_eq!(
        after[0].1,
        fill.replace(case.dies, ""),
        "{}: it leaves the set",
        case.id
    );
    let (newcomer, after_failure) = after[1].clone();
    let turns: String = (0..2 * case.endpoints)
        .map(|_| next(Some(dead)).0)
        .collect();
    assert_eq!(
        turns.matches(newcomer).count(),
        2,
        "{}: the newcomer is in turn too",
        case.id
    );
    assert!(!turns.contains(case.dies), "{}: {turns}", case.id);
    assert_eq!(
        rotating(&mut selection).failures,
        [(dead, 1)],
        "{}",
        case.id
    );
    // A second failure without a success between also drops it from the locals.
    penalise(&mut selection, dead).unwrap();
    assert!(!selection.locals().contains(&dead), "{}", case.id);
    json!({"fill": letters(&fill), "after_failure": letters(&after_failure)})
}

#[test]
fn every_case_that_can_be_expressed_holds() {
    for case in CASES {
        let published = published()
            .into_iter()
            .find(|one| one["id"] == case.id)
            .unwrap();
        let expected =
            json!({"fill": letters(case.fill), "after_failure": letters(case.after_failure)});
        assert_eq!(
            expected, published["expected"],
            "{}: the table has other facts than were published",
            case.id
        );
        let inputs = json!({
            "locality": letters(case.locals),
            "numWriteEndpoints": case.endpoints,
            "dies_after_full": case.dies.to_string(),
        });
        assert_eq!(
            inputs, published["inputs"],
            "{}: the table starts from something else",
            case.id
        );
        assert_eq!(played(case), expected, "{}", case.id);
    }
}

#[test]
fn every_published_case_is_played_or_has_its_reason() {
    let mut ours: Vec<&str> = CASES
        .iter()
        .map(|case| case.id)
        .chain(OTHERS.iter().map(|other| other.0))
        .collect();
    let published = published();
    let mut theirs: Vec<&str> = published
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs);
    for (id, why) in OTHERS {
        assert!(why.len() > 20, "{id}");
    }
}
