#!/usr/bin/env bash
# Every test, cheapest first; the first that fails ends it. usage: test.sh [--quick]
# With --quick only what answers soon after a change: format, lints and the native tests.
source "$(dirname "$0")/tools.sh"

wasm=(--target wasm32-unknown-unknown)

document() {
  RUSTDOCFLAGS="-D warnings" cargo doc --quiet --locked --no-deps --document-private-items
}

stage "Tools" need rust wasm_target lints crates
stage "Format" cargo fmt --all --check
stage "Lints, native" cargo clippy --quiet --locked --all-targets -- -D warnings
# What runs in the browser: the other tests and the benchmarks are native.
stage "Lints, wasm" cargo clippy --quiet --locked "${wasm[@]}" --lib --bins --test wasm -- -D warnings
stage "Tests, native" cargo test --quiet --locked
if [ "${1:-}" = --quick ]; then
  say "== Format, lints and native tests passed in $SECONDS s; make test runs the others too"
  exit
fi

stage "Documentation" document
stage "Browser and its tools" need node trunk wasm_bindgen wasm_opt chromium firefox browser_modules
stage "Tests, wasm in Chromium" cargo test --locked "${wasm[@]}" --test wasm
scripts/build.sh
stage "Tests, browser" node --test --test-reporter=spec --test-concurrency=2 tests/browser/*.test.mjs
say "== All tests passed in $SECONDS s"
