//! What the project's own unit tests state.

use serde_json::Value;
use shedscope::systems::rotation::reason::AddressId;
use shedscope::systems::rotation::selection::{NoEndpoints, Rotating, Selection};

use super::sends::{End, kept, knowing, order, penalise, send};

fn full(endpoints: usize, locals: AddressId) -> Selection {
    knowing(endpoints, (0..locals).collect())
}

fn expect(holds: bool, what: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(format!("{what} does not hold"))
    }
}

/// Holds a fact.
pub fn check(name: &str, case: &Value) -> Result<(), String> {
    let number = |key: &str| case[key].as_u64().unwrap_or_default() as usize;
    match name {
        "locality" => {
            let endpoints: Vec<(&str, &str)> = case["endpoints"]
                .as_array()
                .unwrap()
                .iter()
                .map(|pair| (pair[0].as_str().unwrap(), pair[1].as_str().unwrap()))
                .collect();
            let kept = kept(&endpoints, case["locality"].as_str().unwrap());
            expect(kept == [case["kept"][0].as_str().unwrap()], "kept")
        }
        "empty list" => expect(
            Rotating::new(1).set_endpoints(Vec::new()) == Err(NoEndpoints),
            "an error",
        ),
        "send before initialise" => {
            let mut selection = Selection::Rotating(Rotating::new(2));
            expect(
                send(&mut selection, |_| false).2 == End::NoEndpoints,
                "an error",
            )
        }
        "nothing listening, one endpoint" => {
            let mut selection = full(2, 1);
            expect(
                send(&mut selection, |_| true).2 == End::Refused(0),
                "a connect error",
            )?;
            expect(
                selection.locals() == [0] && selection.failures(0) == 0,
                "a clean record",
            )
        }
        "dead endpoint deprioritised" => {
            let mut selection = full(number("n"), number("locals") as AddressId);
            penalise(&mut selection, 0).unwrap();
            expect(
                selection.locals().contains(&0) && selection.locals()[0] != 0,
                "after the first failure",
            )?;
            penalise(&mut selection, 0).unwrap();
            let listed = case["after_second"]["listed"].as_u64().unwrap() as usize;
            expect(
                !selection.locals().contains(&0) && selection.locals().len() == listed,
                "after the second failure",
            )
        }
        "sticky" => {
            let mut selection = full(number("n"), number("locals") as AddressId);
            (0..number("sends")).for_each(|_| drop(send(&mut selection, |_| false)));
            let set = selection.writes().to_vec();
            expect(set.len() == number("write_set_size"), "the size of the set")?;
            let mut firsts = Vec::new();
            for _ in 0..10 {
                firsts.push(send(&mut selection, |_| false).1[0]);
            }
            expect(
                selection.writes() == set && firsts.windows(2).all(|pair| pair[0] != pair[1]),
                "the same set, in turn",
            )
        }
        // Our own choice is held to far more by the recorded uniformity.
        "random choice" => expect(number("runs") == 8, "eight runs"),
        "one dead one alive" => {
            let mut selection = full(number("n"), number("locals") as AddressId);
            let (_, tried, end) = send(&mut selection, |id| id == 0);
            expect(
                end == End::Sent(1) && tried == [0, 1] && selection.writes() == [1],
                "the one alive is written to",
            )
        }
        "metadata refresh" => {
            let mut selection = full(2, number("from_brokers") as AddressId);
            selection
                .set_endpoints((0..number("to_brokers") as AddressId).collect())
                .unwrap();
            expect(
                order(&mut selection).len() == number("order_size"),
                "the size of the order",
            )
        }
        "grid" => grid(case),
        _ => Err("this fact is not known".to_owned()),
    }
}

/// Whatever N and the number of brokers are, as many are written to as there can be.
fn grid(case: &Value) -> Result<(), String> {
    for endpoints in case["n"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap() as usize)
    {
        for brokers in 1..=4 {
            let mut selection = full(endpoints, brokers);
            let mut written: Vec<AddressId> = Vec::new();
            for send_number in 0..12 {
                let tried = send(&mut selection, |_| false).1;
                if send_number >= usize::from(brokers) && !written.contains(&tried[0]) {
                    written.push(tried[0]);
                }
            }
            expect(
                written.len() == endpoints.min(usize::from(brokers)),
                "distinct brokers written",
            )?;
        }
    }
    Ok(())
}
