#!/usr/bin/env bash
# Sourced by the other scripts: `need NAME…` puts tools on PATH and installs those that are missing.
# A fitting tool on PATH is used as it is. What is installed goes to a cache of this user, one folder per
# tool and version, so that a second checkout builds nothing again and nobody's own tools are touched.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

trunk_version=0.21.14
binaryen_version=132.0.0 # what npm calls wasm-opt's home
playwright_version=1.61.1
axe_version=4.14.1
puppeteer_version=24.43.1
tools=${SHEDSCOPE_CACHE:-${XDG_CACHE_HOME:-${HOME:?HOME is not set}/.cache}/shedscope}/tools

say() { printf '%s\n' "$*"; }
die() { printf 'shedscope: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }
at_least() { [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; } # MINIMUM VERSION
number() { grep -oE '[0-9]+(\.[0-9]+)*' | head -n 1; }                        # the first version number of a text

# stage NAME COMMAND…: runs one step of a script, says how long it took, and where the script stopped.
current_stage=
stage() {
  local since=$SECONDS
  current_stage=$1
  say "== $1"
  "${@:2}"
  say "== $1: $((SECONDS - since)) s"
  current_stage=
}
# A process group that must not outlive the script.
beside=
finish() {
  local status=$?
  [ -z "$beside" ] || kill -- "-$beside" 2>/dev/null || true
  [ "$status" = 0 ] || [ -z "$current_stage" ] || printf 'shedscope: stopped at: %s\n' "$current_stage" >&2
}
trap finish EXIT

need() { local tool; for tool in "$@"; do "need_$tool"; done; }

need_rust() {
  have cargo || PATH=$PATH:${CARGO_HOME:-$HOME/.cargo}/bin
  have cargo || die "Rust is missing. Install it with rustup, then run this again."
  local minimum version
  minimum=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  version=$(rustc --version | number)
  at_least "$minimum" "$version" || die "Rust $minimum or newer is needed and this is $version. Run: rustup update"
}

need_wasm_target() {
  [ -d "$(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib" ] && return
  have rustup || die "Rust's wasm32-unknown-unknown target is missing. Install it where your Rust came from, then run this again."
  say "Installing Rust's WebAssembly target"
  rustup target add wasm32-unknown-unknown ||
    die "Rust's WebAssembly target could not be installed. Check the network, then run: rustup target add wasm32-unknown-unknown"
}

need_lints() {
  cargo fmt --version >/dev/null 2>&1 && cargo clippy --version >/dev/null 2>&1 && return
  have rustup || die "rustfmt or clippy is missing. Install both where your Rust came from, then run this again."
  say "Installing rustfmt and clippy"
  rustup component add rustfmt clippy ||
    die "rustfmt and clippy could not be installed. Check the network, then run: rustup component add rustfmt clippy"
}

# All crates of Cargo.lock, so that what follows can run without a network. Quick when they are there.
need_crates() {
  cargo fetch --locked --quiet ||
    die "The crates of Cargo.lock could not be fetched. Check the network, then run this again."
}

need_node() {
  have node && have npm || apt_install nodejs npm
  at_least 18.19 "$(node --version | number)" ||
    die "Node.js 18.19 or newer is needed and this is $(node --version). Install a newer one, then run this again."
}

need_trunk() {
  have trunk && [[ $(trunk --version) == "trunk 0.21."* ]] && return
  # Trunk's own release profile takes four times as long to build, and this one is fast enough in use.
  CARGO_PROFILE_DEV_DEBUG=0 cargo_install trunk "$trunk_version" "about five minutes" \
    --locked --debug --no-default-features --features rustls
}

need_wasm_bindgen() {
  # It must be exactly the version of the library.
  local version
  version=$(grep -A 1 '^name = "wasm-bindgen"$' Cargo.lock | sed -n 's/^version = "\(.*\)"/\1/p')
  have wasm-bindgen-test-runner && have wasm-bindgen && [ "$(wasm-bindgen --version | number)" = "$version" ] && return
  CARGO_PROFILE_DEV_DEBUG=0 cargo_install wasm-bindgen-cli "$version" "about three minutes" --debug
}

need_wasm_opt() {
  have wasm-opt && at_least 116 "$(wasm-opt --version | number)" && return
  npm_install binaryen "$binaryen_version"
  PATH=$tools/binaryen-$binaryen_version/node_modules/.bin:$PATH
}

need_chromium() {
  find_chromium
  if [ -z "$CHROMIUM" ] || [ -z "$CHROMEDRIVER" ]; then
    apt_install chromium chromium-driver fonts-liberation
    find_chromium
  fi
  local browser driver
  browser=$("$CHROMIUM" --version 2>/dev/null | number)
  driver=$("$CHROMEDRIVER" --version | number)
  [ "${browser%%.*}" = "${driver%%.*}" ] ||
    die "$CHROMIUM is $browser and $CHROMEDRIVER is $driver: they must share the first number. Update both, or set CHROMIUM and CHROMEDRIVER to a pair that fits."
  export CHROMIUM CHROMEDRIVER
}

find_chromium() {
  CHROMIUM=${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}
  CHROMEDRIVER=${CHROMEDRIVER:-$(command -v chromedriver || true)}
}

need_firefox() {
  find_firefox
  if [ -z "$FIREFOX" ]; then
    apt_install firefox-esr
    find_firefox
  fi
  export FIREFOX
}

find_firefox() {
  FIREFOX=${FIREFOX:-$(command -v firefox-esr || command -v firefox || true)}
}

# What the browser tests import. Node looks for it along NODE_PATH.
need_browser_modules() {
  npm_install playwright-core "$playwright_version"
  npm_install axe-core "$axe_version"
  npm_install puppeteer-core "$puppeteer_version"
  NODE_PATH=$tools/playwright-core-$playwright_version/node_modules:$tools/axe-core-$axe_version/node_modules
  export NODE_PATH=$NODE_PATH:$tools/puppeteer-core-$puppeteer_version/node_modules
}

# The two installers below work in a folder of their own and move it when it is whole, so that one that was
# interrupted is never taken for finished.

cargo_install() { # CRATE VERSION DURATION OPTION…
  local crate=$1 version=$2 duration=$3 home=$tools/$1-$2 fresh
  shift 3
  if [ ! -d "$home/bin" ]; then
    say "Building $crate $version once, $duration"
    mkdir -p "$tools"
    fresh=$(mktemp -d "$tools/.$crate.XXXXXX")
    # From the cache folder and without CARGO_TARGET_DIR, so that this checkout's settings play no part.
    (cd "$fresh" && env -u CARGO_TARGET_DIR -u RUSTFLAGS cargo install --quiet "$crate@$version" --root "$fresh" "$@") || {
      rm -rf "$fresh"
      die "$crate $version could not be built. Check the network, then run this again; or put $crate $version on PATH yourself."
    }
    settle "$fresh" "$home"
  fi
  PATH=$home/bin:$PATH
}

npm_install() { # PACKAGE VERSION
  local package=$1 version=$2 home=$tools/$1-$2 fresh
  [ -d "$home/node_modules" ] && return
  say "Installing $package $version"
  mkdir -p "$tools"
  fresh=$(mktemp -d "$tools/.$package.XXXXXX")
  npm install --prefix "$fresh" --silent --no-audit --no-fund --ignore-scripts "$package@$version" || {
    rm -rf "$fresh"
    die "$package $version could not be installed with npm. Check the network, then run this again."
  }
  settle "$fresh" "$home"
}

settle() { # FRESH HOME: the first of two that install at once wins
  mv -T "$1" "$2" 2>/dev/null || rm -rf "$1"
}

apt_install() { # PACKAGE…
  have apt-get || die "Missing: $*. Install them with your system's package manager, then run this again."
  local as_root=(env DEBIAN_FRONTEND=noninteractive)
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || die "Missing: $*. Run: sudo apt-get install $*"
    as_root=(sudo -n "${as_root[@]}")
  fi
  say "Installing $* with apt-get"
  "${as_root[@]}" apt-get install --yes --quiet=2 --no-install-recommends "$@" ||
    { "${as_root[@]}" apt-get update --quiet=2 && "${as_root[@]}" apt-get install --yes --quiet=2 --no-install-recommends "$@"; } ||
    die "apt-get could not install: $*. Check the network, then run this again."
}
