#!/usr/bin/env bash
# dist.sh [source|binary|deb|test]...: what others install, in out/dist; without arguments all of it.
#   source  the source package, with the crates: it is built without a network
#   binary  a binary package for this R and this system, which needs no compiler: of macOS .tgz, of Windows .zip
#   deb     r-cran-rkeras for this release of Debian or Ubuntu
#   test    both binaries in a clean system that has neither Rust nor a compiler
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh
# Make's own flags mean nothing to the make that R runs, nor to cargo.
unset MAKEFLAGS MFLAGS MAKELEVEL

version=$(sed -n 's/^Version: //p' DESCRIPTION)
dist=$PWD/out/dist
sources=$dist/rkeras_$version.tar.gz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

main() {
  [ "$#" -gt 0 ] || set -- source binary deb test
  mkdir -p "$dist"
  local step
  for step in "$@"; do
    "make_$step"
  done
}

# `make vendor` leaves the archive of the crates there, with which cargo uses no others.
make_source() {
  tools/vendor.sh > /dev/null
  mkdir -p "$work/rkeras"
  git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$work/rkeras"
  mv src/rust/vendor.tar.xz "$work/rkeras/src/rust/"
  (cd "$dist" && R CMD build --no-build-vignettes "$work/rkeras" > "$dist/build.log" 2>&1) ||
    { tail -n 20 "$dist/build.log" >&2; exit 1; }
  size "$sources"
}

make_binary() {
  mkdir -p "$work/library"
  # Cargo keeps what it builds between calls.
  [ "$(uname -s)" != Linux ] || export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$PWD/out/dist-target}"
  (cd "$dist" && R CMD INSTALL --build --strip --no-test-load --library="$work/library" "$sources" \
    > "$dist/install.log" 2>&1) ||
    { tail -n 20 "$dist/install.log" >&2; exit 1; }
  size "$(make_which)"
}

# Prints the binary package.
make_which() {
  ls "$dist/rkeras_$version"_R_*.tar.gz "$dist/rkeras_$version".tgz "$dist/rkeras_$version".zip 2> /dev/null || true
}

make_deb() {
  if ! command -v dpkg-shlibdeps > /dev/null; then
    echo "No .deb: this is not Debian or Ubuntu, or it has no dpkg-dev"
    return
  fi
  local root=$work/deb
  mkdir -p "$root/usr/lib/R/site-library" "$root/DEBIAN" "$work/debian"
  tar -xzf "$dist/rkeras_$version"_R_*.tar.gz -C "$root/usr/lib/R/site-library"
  echo "Source: r-cran-rkeras" > "$work/debian/control"
  local libraries api
  libraries=$(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info \
    deb/usr/lib/R/site-library/rkeras/libs/rkeras.so 2> /dev/null | sed -n 's/^shlibs:Depends=//p')
  api=$(dpkg-query -W -f '${Provides}' r-base-core | grep -o 'r-api-[0-9.]*' | head -n 1)
  cat > "$root/DEBIAN/control" <<END
Package: r-cran-rkeras
Version: $version-1
Architecture: $(dpkg --print-architecture)
Section: gnu-r
Priority: optional
Maintainer: $(Rscript --vanilla -e 'cat(format(eval(parse(text = read.dcf("DESCRIPTION", "Authors@R")))))' |
    sed 's/ *\[.*\] */ /')
Depends: $api, r-base-core (>= $(dpkg-query -W -f '${Version}' r-base-core | sed 's/-.*//')), $libraries,
 $(imports)
Recommends: python3-venv, libpython3-dev
Description: $(Rscript --vanilla -e "cat(gsub('\'', '', read.dcf('DESCRIPTION', 'Title')))")
 Defines, trains, evaluates and saves Keras models from R, and gives access to every
 other Python library. A Python interpreter runs inside the R process.
END
  dpkg-deb --root-owner-group --build "$root" "$dist" > /dev/null
  size "$dist"/r-cran-rkeras_*.deb
}

# The packages of DESCRIPTION that are not part of R, as Debian names them.
imports() {
  Rscript --vanilla -e '
    names <- trimws(sub("[(].*", "", strsplit(read.dcf("DESCRIPTION", "Imports"), ",")[[1]]))
    base <- rownames(installed.packages(priority = "base"))
    cat(paste0("r-cran-", tolower(setdiff(names, base)), collapse = ", "))
  '
}

make_test() {
  local reason codename root log=$dist/test.log
  reason=$(why_no_debian "$log")
  if [ -n "$reason" ] || ! ls "$dist"/*.deb > /dev/null 2>&1; then
    echo "Not tested: ${reason:-there is no .deb}"
    return
  fi
  codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
  root=$cache/dist-$codename
  if [ ! -f "$root/rkeras-ready" ]; then
    bootstrap "$codename" "$root" > "$log" 2>&1
    in_debian "$root" sh -c "apt-get update && apt-get install -y --no-install-recommends r-base-core locales-all \
      python3-venv libpython3-dev python3-numpy" >> "$log" 2>&1
    touch "$root/rkeras-ready"
  fi
  rm -rf "$root/dist"
  mkdir "$root/dist"
  cp "$dist"/*.deb "$dist/rkeras_$version"_R_*.tar.gz tools/first-run.R "$root/dist"
  if in_debian "$root" sh -c 'command -v cargo || command -v rustc || command -v gcc'; then
    echo "dist.sh: the clean system has a compiler" >&2
    exit 1
  fi
  try_out "$root" "the .deb" "apt-get install -y --no-install-recommends /dist/*.deb" "apt-get purge -y r-cran-rkeras"
  try_out "$root" "the binary package" "R CMD INSTALL /dist/*.tar.gz" "R CMD REMOVE rkeras"
}

# try_out ROOT NAME INSTALL REMOVE
try_out() {
  local log=$dist/test.log
  if ! in_debian "$1" sh -c "cd /tmp && { $3; } && Rscript --vanilla /dist/first-run.R bridge; \
    status=\$?; { $4; }; exit \$status" > "$log" 2>&1; then
    tail -n 40 "$log" >&2
    echo "dist.sh: $2 does not work in a clean system, see $log" >&2
    exit 1
  fi
  echo "$2 works without a compiler: $(grep ' steps failed' "$log" | sed 's/[.].*//')"
}

size() {
  du -h "$1" | sed "s|$PWD/||"
}

main "$@"
