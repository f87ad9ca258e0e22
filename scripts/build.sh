#!/usr/bin/env bash
# Builds the optimised site into dist/.
source "$(dirname "$0")/tools.sh"

# NO_COLOR=1, the usual way to set it, is a mistake to Trunk; and its own backtraces bury what the compiler said.
build_site() {
  env -u NO_COLOR RUST_BACKTRACE=0 trunk --log error --skip-version-check build ||
    die "The site was not built; the reason stands above."
}

stage "Tools" need rust wasm_target node crates trunk wasm_bindgen wasm_opt
stage "Build" build_site
say "The site is in dist/"
