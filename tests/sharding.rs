//! Shard allocation: recorded runs, presets, laws, published cases and bad input.

#![cfg(not(target_arch = "wasm32"))]

#[path = "sharding/cases.rs"]
mod cases;
#[path = "sharding/dead.rs"]
mod dead;
#[path = "sharding/ends.rs"]
mod ends;
#[path = "sharding/golden.rs"]
mod golden;
#[path = "sharding/hidden.rs"]
mod hidden;
#[path = "sharding/input.rs"]
mod input;
#[path = "sharding/laws.rs"]
mod laws;
#[path = "sharding/named.rs"]
mod named;
#[path = "sharding/placing.rs"]
mod placement;
#[path = "sharding/played.rs"]
mod played;
#[path = "sharding/presets.rs"]
mod presets;
#[path = "sharding/replay.rs"]
mod replay;
#[path = "sharding/rings.rs"]
mod rings;
#[path = "sharding/runs.rs"]
mod runs;
mod session;
#[path = "sharding/view.rs"]
mod view;
#[path = "sharding/worlds.rs"]
mod worlds;
