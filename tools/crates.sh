#!/usr/bin/env bash
# crates.sh [check]: writes inst/AUTHORS, or fails if it is not what Cargo.lock asks for.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/rust-env.sh
list() {
  cargo metadata --format-version 1 --locked --quiet --manifest-path src/rust/Cargo.toml |
    Rscript --vanilla tools/crates.R
}
if [ "${1:-}" = check ]; then
  list | diff inst/AUTHORS - || { echo "inst/AUTHORS is not up to date: run tools/crates.sh" >&2; exit 1; }
else
  list > inst/AUTHORS
fi
