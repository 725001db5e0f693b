#!/usr/bin/env bash
# vendor.sh: writes src/rust/vendor.tar.xz, the sources of all crates in Cargo.lock. tools/configure.sh
# unpacks it and has cargo use nothing else, so a source package that contains it is built without a network.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/rust-env.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What cargo prints is a configuration, which tools/configure.sh has as options.
cargo vendor --locked --quiet --manifest-path src/rust/Cargo.toml "$work/vendor" > /dev/null
# The same sources give the same archive, byte for byte.
tar --sort=name --mtime='2000-01-01 UTC' --owner=0 --group=0 --numeric-owner -C "$work" \
  -cJf "$work/vendor.tar.xz" vendor

# Cargo finds all crates in the archive. With a home of its own it cannot use those that it downloaded.
mkdir "$work/unpacked"
tar -xf "$work/vendor.tar.xz" -C "$work/unpacked"
CARGO_HOME="$work/home" cargo metadata --format-version 1 --offline --locked \
  --manifest-path src/rust/Cargo.toml \
  --config 'source.crates-io.replace-with="vendored"' \
  --config "source.vendored.directory=\"$work/unpacked/vendor\"" > /dev/null

mv "$work/vendor.tar.xz" src/rust/vendor.tar.xz
du -h src/rust/vendor.tar.xz
