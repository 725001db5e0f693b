#!/usr/bin/env bash
# setup.sh [dev] [bench] [site] [cross]: makes sure the machine has what the commands of the Makefile need. On
# Debian, as root or with sudo, it installs what is missing; elsewhere it says what to install.
set -euo pipefail
cd "$(dirname "$0")/.."

r_packages="codetools generics jsonlite magrittr testthat callr withr R6 bit64 tibble png ggplot2 MASS Matrix yaml
  htmltools later knitr rmarkdown reticulate deSolve mgcv caret dplyr dbplyr recipes RSQLite rsample survival
  insight performance data.table"
# Not in each release of Debian: tests without them are skipped.
optional="performance reticulate"
for set in "$@"; do
  case $set in
    dev) r_packages="$r_packages roxygen2 lintr" ;;
    bench | cross) ;;
    site) r_packages="$r_packages pkgdown xml2 htmltools" ;;
    *) echo "setup.sh: unknown set '$set'" >&2; exit 2 ;;
  esac
done

main() {
  check_rust
  find_missing "$@"
  if [ -z "$missing" ]; then
    return
  fi
  echo "Missing: $missing"
  if ! is_debian || ! root_prefix; then
    explain
  fi
  echo "Installing with apt:$debian"
  $as_root apt-get update -qq
  find_missing "$@"
  $as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends $debian
  find_missing "$@"
  if [ -n "$missing" ]; then
    explain "apt installed what it could, and this is still not found by $(command -v R || echo R)."
  fi
}

# configure checks the version; here it saves installing all the rest first.
check_rust() {
  PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
  if ! command -v cargo > /dev/null || ! command -v rustc > /dev/null; then
    echo "rkeras is built with Rust, and there is no cargo here. Install it from https://rustup.rs" >&2
    exit 1
  fi
}

# Sets `missing`, in words, and `debian`, the packages that have it there. Looks for the things
# themselves and not for packages: they may have come another way.
find_missing() {
  missing=""
  debian=""
  command -v R > /dev/null || need R r-base-core r-base-dev
  command -v gcc > /dev/null || command -v clang > /dev/null || need "a C compiler" build-essential
  local package
  for package in $(missing_r_packages); do
    [[ " $optional " == *" $package "* ]] && is_not_in_debian "r-cran-$package" && continue
    need "the R package $package" "r-cran-${package,,}"
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
  command -v dot > /dev/null || need "Graphviz, which draws models" graphviz
  if is_debian && [ ! -d /usr/share/datasets/fashion-mnist ]; then
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
    echo "${1:-This needs an administrator, or is not a Debian system, so it is yours to install.}"
    echo "rkeras needs: $missing"
    echo "* On Debian and Ubuntu:  sudo apt-get install$debian"
    echo "* Elsewhere: R 4.2 or later from https://cran.r-project.org, CPython 3.10 or later with its"
    echo "  shared library, and in R:"
    echo "  install.packages(c($(printf '"%s", ' $r_packages | sed 's/, $//')))"
  } >&2
  exit 1
}

main "$@"
