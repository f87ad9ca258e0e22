#!/usr/bin/env bash
# Every test, cheapest first; the first that fails ends it.
source "$(dirname "$0")/tools.sh"

wasm=(--target wasm32-unknown-unknown)
stage=
begin() { stage=$*; say "== $stage"; }
trap '[ $? = 0 ] || printf "shedscope: the tests stopped at: %s\n" "$stage" >&2' EXIT

begin "Tools"
need rust wasm_target lints node crates trunk wasm_bindgen wasm_opt chromium browser_modules

begin "Format"
cargo fmt --all --check

begin "Lints, native"
cargo clippy --quiet --locked --all-targets -- -D warnings

begin "Lints, wasm" # without benches, which are native
cargo clippy --quiet --locked "${wasm[@]}" --lib --bins --tests -- -D warnings

begin "Documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --no-deps --document-private-items
RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --no-deps --document-private-items "${wasm[@]}"

begin "Tests, native"
cargo test --quiet --locked

begin "Tests, wasm in Chromium"
cargo test --locked "${wasm[@]}" --test wasm

begin "Build"
scripts/build.sh

begin "Tests, browser"
node --test --test-reporter=spec --test-concurrency=2 tests/browser/*.test.mjs

say "== All tests passed"
