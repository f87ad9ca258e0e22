#!/usr/bin/env bash
# Runs one command with every tool in place. usage: with-tools.sh COMMAND ARGUMENT…
# with-tools.sh node --test tests/browser/shell.test.mjs
# with-tools.sh cargo test --target wasm32-unknown-unknown --test wasm
source "$(dirname "$0")/tools.sh"

need rust wasm_target lints node trunk wasm_bindgen wasm_opt chromium firefox browser_modules
exec "$@"
