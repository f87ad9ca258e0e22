//! Two doors into the crate.
fn main() {}
