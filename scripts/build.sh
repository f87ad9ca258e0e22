#!/usr/bin/env bash
# Builds the optimised site into dist/.
source "$(dirname "$0")/tools.sh"

need rust wasm_target node crates trunk wasm_bindgen wasm_opt
# Trunk takes NO_COLOR=1, which is how it is usually set, for a mistake.
env -u NO_COLOR trunk --quiet --skip-version-check build || die "The site was not built; the reason stands above."
say "The site is in dist/"
