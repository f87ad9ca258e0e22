//! Recorded rings of hashes, replayed.

use serde_json::Value;
use shedscope::systems::sharding::rules::hashing::{self, Ring, hash_of_text};
use shedscope::systems::sharding::{NodeId, ShardId};

use super::golden::rows;
use super::replay::{Cluster, number, numbers, shards};

fn ring_of(addresses: &[Value]) -> Ring {
    let hash = |address: &Value| hash_of_text(address.as_str().unwrap());
    Ring::new(
        addresses
            .iter()
            .enumerate()
            .map(|(place, address)| (NodeId(place as u32), hash(address))),
    )
}

/// Owners of ids on a recorded ring.
pub fn owners(case: &Value) {
    let nodes = rows(&case["nodes"]);
    assert_eq!(
        number(&case["virtual_nodes"]),
        u64::from(hashing::VIRTUAL_NODES)
    );
    let ring = ring_of(nodes);
    let mut counts = vec![0; nodes.len()];
    for (id, owner) in case["owner"].as_object().unwrap() {
        let place = ring.owner(hash_of_text(id)).unwrap().index();
        counts[place] += 1;
        assert_eq!(
            format!("R{}", place + 1),
            owner.as_str().unwrap(),
            "{} nodes, id {id}",
            nodes.len()
        );
    }
    assert_eq!(counts, numbers(&case["counts"]));
}

/// Facts of the original’s own tests.
pub fn facts(facts: &Value) {
    let address = |letter: char| facts["nodes"][letter.to_string()].clone();
    let ring_of_letters =
        |letters: &str| ring_of(&letters.chars().map(address).collect::<Vec<_>>());
    for (letters, owners) in facts["owner"].as_object().unwrap() {
        let ring = ring_of_letters(letters);
        for (id, owner) in owners.as_object().unwrap() {
            let place = ring.owner(hash_of_text(id)).unwrap().index();
            assert_eq!(
                &letters[place..=place],
                owner.as_str().unwrap(),
                "{letters}, id {id}"
            );
        }
    }
    for fact in rows(&facts["rebalance"]) {
        let lists = fact["alloc"]
            .as_object()
            .unwrap()
            .values()
            .map(shards)
            .collect();
        let cluster = Cluster::of(lists).in_progress(&fact["in_progress"]);
        let ring = ring_of_letters("ABCD");
        let owner = |shard: ShardId| ring.owner(hash_of_text(&shard.0.to_string()));
        let chosen = cluster.ask(|view, why| {
            hashing::rebalance(view, number(&fact["limit"]) as usize, &owner, why)
        });
        let chosen = chosen.map(|chosen| chosen.shards).unwrap_or_default();
        assert_eq!(chosen, shards(&fact["chosen"]), "{fact}");
    }
}
