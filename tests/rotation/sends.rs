//! Sends without a network: the client's own way through its tries, with nothing but who is dead.

use shedscope::engine::Evidence;
use shedscope::systems::rotation::reason::{AddressId, Explain, Reason, Rule};
use shedscope::systems::rotation::selection::{
    NoEndpoints, Rotating, Selection, SelectionContext, Single, in_zone,
};
use shedscope::systems::rotation::tries::{MAX_TRIES, NextStep};

/// How a send ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// This one took it.
    Sent(AddressId),
    /// A connect error of this one.
    Refused(AddressId),
    /// Nobody is known.
    NoEndpoints,
}

/// A send: the brokers it might have tried, those it tried, and how it ended. The single variant draws what is given.
pub fn send_drawn(
    selection: &mut Selection,
    drawn: &[AddressId],
    is_dead: impl Fn(AddressId) -> bool,
) -> (Vec<AddressId>, Vec<AddressId>, End) {
    let (mut explain, mut tried) = (Explain::recording(), Vec::new());
    let mut asking = SelectionContext {
        producer: 0,
        explain: &mut explain,
    };
    let shuffle = |_: &[AddressId], most: usize| drawn.iter().copied().take(most).collect();
    let Ok(mut tries) = selection.begin(MAX_TRIES, shuffle, &mut asking) else {
        return (Vec::new(), tried, End::NoEndpoints);
    };
    loop {
        let address = tries.address();
        tried.push(address);
        if !is_dead(address) {
            selection.connected(address, &mut asking);
            return (tries.order().to_vec(), tried, End::Sent(address));
        }
        match selection.failed(&mut tries, &mut asking) {
            NextStep::Next(_) => {}
            NextStep::Ends | NextStep::NobodyIsLeft => {
                return (tries.order().to_vec(), tried, End::Refused(address));
            }
        }
    }
}

/// A send of the rotating variant.
pub fn send(
    selection: &mut Selection,
    is_dead: impl Fn(AddressId) -> bool,
) -> (Vec<AddressId>, Vec<AddressId>, End) {
    send_drawn(selection, &[], is_dead)
}

/// A rotating selection that knows these.
pub fn knowing(endpoints: usize, shuffled: Vec<AddressId>) -> Selection {
    let mut selection = Selection::Rotating(Rotating::new(endpoints));
    selection.set_endpoints(shuffled).unwrap();
    selection
}

/// The records of the rotating variant.
pub fn rotating(selection: &mut Selection) -> &mut Rotating {
    let Selection::Rotating(rotating) = selection else {
        panic!("{selection:?} does not rotate")
    };
    rotating
}

/// The records of the single variant.
pub fn single(selection: &Selection) -> &Single {
    let Selection::Single(single) = selection else {
        panic!("{selection:?} rotates")
    };
    single
}

/// A failure counted outside of a send.
pub fn penalise(selection: &mut Selection, address: AddressId) -> Result<(), NoEndpoints> {
    let mut explain = Explain::disabled();
    rotating(selection)
        .penalise(
            address,
            &mut SelectionContext {
                producer: 0,
                explain: &mut explain,
            },
        )
        .map(|_| ())
}

/// The whole order for the next send, of which the client tries three; its turn is taken.
pub fn order(selection: &mut Selection) -> Vec<AddressId> {
    let mut explain = Explain::disabled();
    rotating(selection).order(
        usize::MAX,
        &mut SelectionContext {
            producer: 0,
            explain: &mut explain,
        },
    )
}

/// Who of some endpoints with zones is kept; the test of it must say whether any was in the zone.
pub fn kept<'a>(endpoints: &[(&'a str, &str)], mine: &str) -> Vec<&'a str> {
    let listed: Vec<AddressId> = (0..endpoints.len() as AddressId).collect();
    let mut explain = Explain::recording();
    let mut asking = SelectionContext {
        producer: 0,
        explain: &mut explain,
    };
    let kept = in_zone(
        &listed,
        &mine,
        |id| endpoints[usize::from(id)].1,
        &mut asking,
    );
    let reasons = explain.into_reasons();
    let [
        Reason {
            rule: Rule::ZoneHasBrokers,
            evidence: Evidence::Check(test),
            ..
        },
    ] = &reasons[..]
    else {
        panic!("{reasons:?}")
    };
    let is_any_local = endpoints.iter().any(|(_, zone)| *zone == mine);
    assert_eq!(test.holds, is_any_local);
    kept.iter()
        .map(|id| endpoints[usize::from(*id)].0)
        .collect()
}
