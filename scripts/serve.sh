#!/usr/bin/env bash
# Builds the optimised site and serves it on this machine alone. usage: serve.sh [PORT]
source "$(dirname "$0")/tools.sh"

port=${1:-8080}
need node
node scripts/serve.mjs --check "$port" # before the build, which takes a while
scripts/build.sh
exec node scripts/serve.mjs "$port"
