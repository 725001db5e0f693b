#!/usr/bin/env bash
# check.sh: R CMD build and R CMD check; fails on any error, warning or note. Run through in-env.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
rm -rf out/check && mkdir -p out/check
unset MAKEFLAGS MFLAGS MAKELEVEL
# Both copy the sources elsewhere; a target folder that stays spares building the crates anew.
export CARGO_TARGET_DIR="$root/out/check-target"
export _R_CHECK_FORCE_SUGGESTS_=false
# Keras has a thousand functions, each with its page.
export _R_CHECK_PKG_SIZES_=false
# The tests that run for nobody but developers are meant to run here.
export NOT_CRAN=true
cd out/check
R CMD build "$root"
R CMD check --no-manual "$@" rkeras_*.tar.gz
if ! grep -q "^Status: OK" rkeras.Rcheck/00check.log; then
  echo "R CMD check has something to say; see $root/out/check/rkeras.Rcheck/00check.log" >&2
  exit 1
fi
