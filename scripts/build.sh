#!/usr/bin/env bash
# Builds the optimised site into dist/.
source "$(dirname "$0")/tools.sh"

need rust wasm_target node crates trunk wasm_bindgen wasm_opt

# The standard library's source, where it is to be had, makes the page a fifth smaller: built along with it,
# the library leaves out the words that a panic would print and nobody would see. Such builds are still
# behind a switch of the compiler's, and without them the page is the same but for its size.
if need_small_std; then
  export RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_abort CARGO_UNSTABLE_BUILD_STD_FEATURES=optimize_for_size
  export RUSTFLAGS="-Zlocation-detail=none -Zfmt-debug=none -Zunstable-options -Cpanic=immediate-abort"
else
  say "Without the standard library's source (rustup component add rust-src) the page is about a fifth larger."
fi

# NO_COLOR=1, the usual way to set it, is a mistake to Trunk; and its own backtraces bury what the compiler said.
env -u NO_COLOR RUST_BACKTRACE=0 trunk --log error --skip-version-check build || die "The site was not built; the reason stands above."
say "The site is in dist/"
