#!/usr/bin/env bash
# install.sh: builds rkeras and installs it into out/library, where no administrator is needed.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p out/library out/stamps
# Make's own flags mean nothing to the make that R runs, nor to cargo.
unset MAKEFLAGS MFLAGS MAKELEVEL
# What changes while it is being built is newer than this.
touch out/stamps/started
R CMD INSTALL --no-multiarch --library=out/library .
mv out/stamps/started out/stamps/installed
