//! Shard allocation: recorded runs, laws, published cases, bad input, and what the exhibit shows.

#![cfg(not(target_arch = "wasm32"))]

#[path = "sharding/golden.rs"]
mod golden;
#[path = "sharding/replay.rs"]
mod replay;
#[path = "sharding/situations.rs"]
mod situations;
