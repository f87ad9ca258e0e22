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
if [ "${1:-}" = --quick ]; then
  stage "Tests, native" cargo test --quiet --locked
  say "== Format, lints and native tests passed in $SECONDS s; make test runs the others too"
  exit
fi

stage "Browser and its tools" need node trunk wasm_bindgen wasm_opt chromium firefox browser_modules
# The site is built beside the tests that do not need it: optimising it as a whole keeps one core busy and no more.
mkdir -p target
set -m
scripts/build.sh >target/site.log 2>&1 &
beside=$!
set +m
finish_site() {
  wait "$beside" || { cat target/site.log; return 1; }
  beside=
}

stage "Tests, native" cargo test --quiet --locked
stage "Documentation" document
stage "Tests, wasm in Chromium" cargo test --locked "${wasm[@]}" --test wasm
stage "Site" finish_site
stage "Tests, browser" node --test --test-reporter=spec --test-concurrency=2 tests/browser/*.test.mjs
say "== All tests passed in $SECONDS s"
