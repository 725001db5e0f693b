#!/usr/bin/env bash
# peer.sh: the reticulate that bench/ compares with, in out/peer. Debian 12 has that of 2023, so it is built from the
# source in Debian 13.
set -euo pipefail
cd "$(dirname "$0")/.."

[ ! -d out/peer/reticulate ] || exit 0
mirror=http://deb.debian.org/debian
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
path=$(curl -fsSL "$mirror/dists/trixie/main/source/Sources.xz" | xz -dc |
  awk -v RS= '/^Package: r-cran-reticulate\n/' |
  awk '/^Directory:/ { folder = $2 } /orig[.]tar[.]xz$/ { file = $3 } END { print folder "/" file }')
curl -fsSL "$mirror/$path" | tar -xJ -C "$folder" --strip-components=1
mkdir -p out/peer
R CMD INSTALL --no-docs --library=out/peer "$folder" > out/logs/peer.log 2>&1 ||
  { echo "peer.sh: reticulate cannot be built; out/logs/peer.log says why." >&2; rm -rf out/peer; exit 1; }
