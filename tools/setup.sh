#!/usr/bin/env bash
# setup.sh [demo] [test] [dev] [bench] [site] [cross]: makes sure the machine has what rkeras is built with, and what
# the commands of the Makefile need besides. This is the only list of it. On Debian, as root or with sudo, it installs
# what is missing; R packages come from CRAN elsewhere. The rest it names.
set -euo pipefail
cd "$(dirname "$0")/.."

r_packages="generics jsonlite magrittr"
# What DESCRIPTION suggests.
test_packages="codetools $(sed -n '/^Suggests:/,/^[^ ]/s/^ \+\([A-Za-z0-9.]*\).*/\1/p' DESCRIPTION)"
# Not in each release of Debian: tests without them are skipped.
optional="performance reticulate"
for set in "$@"; do
  case $set in
    demo) r_packages="$r_packages png" ;;
    test | bench | cross) r_packages="$r_packages $test_packages" ;;
    dev) r_packages="$r_packages $test_packages roxygen2 lintr" ;;
    site) r_packages="$r_packages pkgdown xml2 htmltools" ;;
    *) echo "setup.sh: unknown set '$set'" >&2; exit 2 ;;
  esac
done

main() {
  check_folder
  find_missing "$@"
  if [ -n "$missing" ] && is_debian && root_prefix; then
    install_with_apt "$@"
  fi
  if [ -n "$missing_r" ] && ! is_debian && command -v Rscript > /dev/null; then
    install_from_cran
    find_missing "$@"
  fi
  [ -z "$missing" ] || explain
}

install_with_apt() {
  $as_root apt-get update -qq > /dev/null
  # Only now is it known what there is.
  find_missing "$@"
  # shellcheck disable=SC2086
  tools/step.sh "Installing $(echo $debian | wc -w) packages, and what they need, with apt" "apt${1:+-$1}" \
    $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -q -o Dpkg::Use-Pty=0 --no-install-recommends $debian
  find_missing "$@"
}

install_from_cran() {
  tools/step.sh "Installing$missing_r from CRAN" cran Rscript --vanilla -e '
    install.packages(commandArgs(TRUE)[-1], commandArgs(TRUE)[[1]], repos = "https://cloud.r-project.org")
  ' "$(Rscript --no-init-file tools/library.R)" $missing_r
}

# What root made here, another user cannot change.
check_folder() {
  mkdir -p out 2> /dev/null || true
  local file
  for file in out out/*; do
    if [ -e "$file" ] && [ ! -w "$file" ] || [ ! -d out ]; then
      echo "$PWD/out cannot be written, as another user made it. Remove it, or take it over:" >&2
      echo "  sudo chown -R $(id -un) $PWD/out" >&2
      exit 1
    fi
  done
}

# Sets `missing`, in words, and `debian`, the packages that have it there. Looks for the things
# themselves and not for packages: they may have come another way.
find_missing() {
  missing=""
  missing_r=""
  debian=""
  command -v R > /dev/null || need R r-base-core
  command -v gcc > /dev/null || command -v clang > /dev/null || need "a C compiler" gcc libc6-dev
  sh tools/configure.sh --rust > /dev/null 2>&1 || need "Rust" "$(rust_of_debian)"
  local package
  for package in $(missing_r_packages); do
    [[ " $optional " == *" $package "* ]] && is_not_in_debian "r-cran-$package" && continue
    need "the R package $package" "r-cran-$(echo "$package" | tr '[:upper:]' '[:lower:]')"
    missing_r="$missing_r $package"
  done
  if [[ " $* " == *" dev "* ]]; then
    command -v pandoc > /dev/null || need pandoc pandoc
    command -v qpdf > /dev/null || need qpdf qpdf
  fi
  if [[ " $* " == *" site "* ]]; then
    command -v chromium > /dev/null || command -v google-chrome > /dev/null || need Chromium chromium
  fi
  if [[ " $* " == *" cross "* ]]; then
    command -v x86_64-w64-mingw32-gcc > /dev/null || need MinGW gcc-mingw-w64-x86-64
    command -v wine64 > /dev/null || [ -x /usr/lib/wine/wine64 ] || need Wine wine64
    command -v llvm-nm > /dev/null || need "LLVM's tools" llvm
  fi
  if [[ $r_packages == *testthat* ]]; then
    command -v dot > /dev/null || need "Graphviz, which draws models" graphviz
  fi
  if [ "$#" -gt 0 ] && is_debian && [ ! -d /usr/share/datasets/fashion-mnist ]; then
    need Fashion-MNIST dataset-fashion-mnist
  fi
  has_python || need "a Python with venv and its shared library" python3-venv libpython3-dev
}

need() {
  missing="$missing${missing:+, }$1"
  shift
  debian="$debian $*"
}

missing_r_packages() {
  if ! command -v Rscript > /dev/null; then
    echo "$r_packages"
    return
  fi
  Rscript --vanilla -e '
    wanted <- commandArgs(TRUE)
    cat(wanted[!nzchar(vapply(wanted, function(p) system.file(package = p), ""))])
  ' $r_packages
}

# One that the user names, the one that was made here before, or one to make a virtualenv from.
has_python() {
  if [ -n "${RKERAS_PYTHON:-}" ] || { [ -f out/python ] && [ -x "$(cat out/python)" ]; }; then
    return 0
  fi
  local python facts
  for python in /usr/bin/python3 python3; do
    facts=$("$python" inst/python/rkeras/env/probe.py 2> /dev/null) || continue
    if [[ $facts == *"rkeras-probe:libpython=/"* ]] &&
      "$python" -c "import venv, ensurepip, ssl" 2> /dev/null; then
      return 0
    fi
  done
  return 1
}

is_debian() {
  command -v apt-get > /dev/null && command -v dpkg > /dev/null
}

# As far as apt's lists say, if it has any yet. No pipe to grep -q: apt-cache, whose reader has found
# what it wants and ended, would fail.
is_not_in_debian() {
  is_debian && compgen -G "/var/lib/apt/lists/*Packages*" > /dev/null &&
    [[ $(apt-cache policy "$1") != *"Candidate: "[^\(]* ]]
}

# Debian 12 has a recent Rust as cargo-web, which it builds browsers with.
rust_of_debian() {
  local package version rust
  rust=$(sed -n 's/^needed=//p' tools/configure.sh)
  for package in cargo cargo-web; do
    version=$(apt-cache policy "$package" 2> /dev/null | sed -n 's/^ *Candidate: \([0-9.]*\).*/\1/p')
    if [ -n "$version" ] && dpkg --compare-versions "$version" ge "$rust"; then
      echo "$package $(echo "$package" | sed s/cargo/rustc/)"
      return
    fi
  done
}

# Sets `as_root`. Without a terminal sudo cannot ask for a password, so it must not need one.
root_prefix() {
  as_root=""
  if [ "$(id -u)" = 0 ]; then
    return 0
  fi
  as_root=sudo
  command -v sudo > /dev/null && { [ -t 0 ] || sudo -n true 2> /dev/null; }
}

explain() {
  {
    echo "rkeras needs: $missing."
    if is_debian; then
      [ -z "${debian// /}" ] || echo "As an administrator:  apt update && apt install --no-install-recommends$debian"
    else
      echo "R 4.2 or later: https://cran.r-project.org. CPython 3.10 or later with its shared library: your system's"
      echo "packages, or https://www.python.org."
    fi
    sh tools/configure.sh --rust > /dev/null
  } >&2 || true
  exit 1
}

main "$@"
