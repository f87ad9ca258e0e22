//! Every preset runs as it was recorded, to the last bit. The browser compares with the same file.
//!
//! Where a run has changed on purpose, `SHEDSCOPE_BLESS=1 cargo test --test digests` records it again.

#![cfg(not(target_arch = "wasm32"))]

mod runs;

#[test]
fn every_preset_runs_as_recorded() {
    let now = runs::digests();
    if std::env::var_os("SHEDSCOPE_BLESS").is_some_and(|value| value == "1") {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/digests.txt");
        std::fs::write(path, now).unwrap_or_else(|error| panic!("{path}: {error}"));
        return;
    }
    let differ: Vec<&str> = now
        .lines()
        .filter(|line| !runs::RECORDED.lines().any(|other| other == *line))
        .collect();
    assert!(
        differ.is_empty(),
        "these runs differ from tests/digests.txt:\n{}",
        differ.join("\n")
    );
    assert_eq!(
        now,
        runs::RECORDED,
        "tests/digests.txt has other presets or another order"
    );
}
