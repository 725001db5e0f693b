#!/usr/bin/env bash
# symbols.sh: compares what the installed library takes from R with tools/cross/r*.txt, so that nobody takes
# to a private function of R unnoticed. docs/private-api.md has those that are private.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/r-names.sh
library=out/library/rkeras/libs/rkeras.so
if [ "$(uname -s)" != Linux ]; then
  echo "what rkeras takes from R is compared with the list on Linux only"
  exit
fi

# R in a shared library, or in its program.
r=$(R RHOME)/lib/libR.so
[ -f "$r" ] || r=$(R RHOME)/bin/exec/R

# Further fields are types and addresses; names may have a version.
defined() {
  nm -D --defined-only "$1" | awk '{ print $NF }'
}
taken() {
  nm -D --undefined-only "$1" | awk '{ sub(/@.*/, "", $NF); print $NF }'
}

compare "what rkeras.so takes from R" <(r_names unix) \
  <(LC_ALL=C comm -12 <(taken "$library" | LC_ALL=C sort -u) <(defined "$r" | LC_ALL=C sort -u))
