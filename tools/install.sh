#!/usr/bin/env bash
# install.sh: builds rkeras and installs it into out/library, where no administrator is needed. A copy of the sources
# is built: what is written beside them, by root perhaps, another user could not replace.
set -euo pipefail
cd "$(dirname "$0")/.."
copy=out/build/rkeras
mkdir -p out/library out/stamps "$copy"
# Make's own flags mean nothing to the make that R runs, nor to cargo.
unset MAKEFLAGS MFLAGS MAKELEVEL
# What changes while it is being built is newer than this.
touch out/stamps/started
# Cargo knows by the times of files, which stay, what has changed.
rm -rf "${copy:?}"/*
tar -c --exclude=src/rust/target --exclude=src/rust/vendor --exclude='*.o' --exclude='*.so' --exclude=src/Makevars \
  DESCRIPTION NAMESPACE LICENSE R inst man src configure cleanup tools/configure.sh vignettes | tar -x -C "$copy"
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/out/target} R CMD INSTALL --no-multiarch --library=out/library "$copy"
mv out/stamps/started out/stamps/installed
