#!/usr/bin/env bash
# Runs the tests of those Rust files that need neither R nor Python, each by itself: a test program of the
# whole crate would have to be linked to both. Then the model of the threads' protocol. tools/cross.sh runs
# those for Windows.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/rust-env.sh
# Make's own flags mean nothing to rustc.
unset MAKEFLAGS MFLAGS MAKELEVEL
mkdir -p out/test-rust
grep -rl '^#\[cfg(test)\]' --exclude-dir=windows src/rust/src | while read -r file; do
  program=out/test-rust/$(basename "$file" .rs)
  rustc --edition 2024 --test -A dead_code -o "$program" "$file"
  "$program" --quiet
done

RUSTFLAGS="--cfg shuttle" CARGO_TARGET_DIR=out/model \
  cargo test --quiet --locked --manifest-path tests/model/Cargo.toml
