#!/usr/bin/env bash
# matrix.sh [PATTERN]: runs the test files whose names match PATTERN (default: the bridge, and Keras's
# layers, models and training) on other versions of Python, R and Rust, with the oldest Keras and
# TensorFlow that are supported (tools/requirements-oldest.txt), and the suite's core on PyTorch, and
# prints a line for each.
# Whole outputs are in out/matrix/. Ends with 1 if a test failed; an environment that this machine
# cannot have is named with the reason and is no failure.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

pythons="3.10 3.12 3.13 3.14"
oldest=3.11 # the Python for the oldest Keras
newest_packages="inst/python/requirements.txt inst/python/requirements-jax.txt tools/requirements-test.txt"
oldest_packages=tools/requirements-oldest.txt
debians="trixie forky" # R 4.5, Python 3.13, Rust 1.85; R 4.6, Python 3.14, Rust 1.97
bridge="convert|py-|session-neighbour|class-|env-|tensor-|unpack|native-|exports|zzz"
keras="layer-make|args-shape|model-make|store-(model|parts)|train-(compile|fit|predict|history|formula)"
pattern=${1:-"^($bridge|($keras)$)"}
core=${1:-.} # of what tools/run-tests.R runs on another backend

status=0
# The versions of R, of the Python that is its argument, and of Rust.
describe='printf "%s, %s, %s" "$(R --version | sed -n "1s/^R version \([^ ]*\).*/R \1/p")" \
  "$("$0" --version)" "$(PATH="$HOME/.cargo/bin:$PATH" rustc --version | cut -d " " -f 1,2)"'

main() {
  mkdir -p "$cache" out/matrix
  rm -f out/matrix/summary
  local version
  for version in $pythons; do
    test_python "$version" "Python $version" "$newest_packages"
  done
  test_python "$oldest" "Oldest Keras" "$oldest_packages" oldest
  RKERAS_TEST_BACKEND=torch pattern=$core \
    test_python 3.11 PyTorch "$newest_packages inst/python/requirements-torch.txt" torch
  for version in $debians; do
    test_debian "$version"
  done
  printf '\n%s\n' "$(cat out/matrix/summary)"
  exit "$status"
}

# This machine's R with another Python, or with other packages in it.
test_python() {
  local name=$2 packages=$3 folder=${4:-python-$1} python
  local log=out/matrix/$folder.log
  python=$(find_python "$1") || { cannot "$name" "no pyenv and no python$1 on the PATH has it"; return; }
  [[ $("$python" inst/python/rkeras/env/probe.py 2> /dev/null) == *"rkeras-probe:libpython=/"* ]] ||
    { cannot "$name" "$python has no shared library"; return; }
  echo "$name: making its virtualenv"
  # shellcheck disable=SC2086
  tools/virtualenv.sh "$python" "$cache/$folder" $packages > "$log" 2>&1 ||
    { cannot "$name" "its packages could not be installed, see $log"; return; }
  python=$cache/$folder/bin/python
  echo "$name: testing"
  RKERAS_PYTHON=$python tools/in-env.sh Rscript --vanilla tools/run-tests.R "$pattern" \
    > "$log" 2>&1 < /dev/null || true
  report "$(sh -c "$describe" "$python"), $("$python" inst/python/rkeras/env/probe.py | packages)" "$log"
}

# "Keras 3.15.1, TensorFlow 2.21.0", from what the probe writes.
packages() {
  sed -n 's/^rkeras-probe:keras=/Keras /p
    s/^rkeras-probe:tensorflow=/TensorFlow /p' | paste -s -d , | sed 's/,/, /'
}

find_python() {
  local root python
  root=${PYENV_ROOT:-$(pyenv root 2> /dev/null || true)}
  # pyenv puts scripts named python3.x on the PATH also for versions that it does not have.
  for python in ${root:+"$root"/versions/"$1".*/bin/python} "$(command -v "python$1" || true)"; do
    if [ -x "$python" ] && "$python" --version > /dev/null 2>&1; then
      echo "$python"
      return
    fi
  done
  return 1
}

# Debian's newest release and the next one, with all from its own packages: R, Python and Rust.
test_debian() {
  local name="Debian $1" root=$cache/$1 log=out/matrix/$1.log
  local python=/root/.virtualenvs/r-keras/bin/python probe=/rkeras/inst/python/rkeras/env/probe.py
  local reason
  reason=$(why_no_debian "$log")
  [ -z "$reason" ] || { cannot "$name" "$reason"; return; }
  echo "$name: installing"
  make_debian "$1" "$root" > "$log" 2>&1 || { cannot "$name" "it could not be installed, see $log"; return; }
  echo "$name: building and testing"
  # Make takes a single dollar sign for the beginning of a variable.
  in_debian "$root" make -C /rkeras test "FILTER=${pattern//\$/"\$\$"}" > "$log" 2>&1 < /dev/null || true
  report "$(in_debian "$root" sh -c "$describe" "$python"), \
$(in_debian "$root" "$python" "$probe" | packages)" "$log"
}

# make_debian RELEASE FOLDER
make_debian() {
  local release=$1
  shift
  if [ ! -f "$1/rkeras-ready" ]; then
    bootstrap "$release" "$1" || return
    in_debian "$1" sh -c "apt-get update && apt-get install -y --no-install-recommends \
      make cargo rustc r-base-core r-base-dev locales-all" || return
    touch "$1/rkeras-ready"
  fi
  mkdir -p "$1/rkeras/src" "$1/root/.cargo"
  cp "${CARGO_HOME:-$HOME/.cargo}"/config.toml "$1/root/.cargo/" 2> /dev/null || true
  # What was built there stays, and so do the times of files: only what has changed is built.
  find "$1/rkeras" -mindepth 1 -maxdepth 1 ! -name out ! -name src -exec rm -rf {} +
  # Cargo would also find the sources that have been removed or renamed.
  find "$1/rkeras/src" -type f ! -path '*/target/*' ! -name '*.o' ! -name '*.so' ! -name Makevars -delete
  tar -c --exclude=./out --exclude=./.git --exclude=./src/rust/target --exclude='*.o' \
    --exclude='*.so' --exclude=./src/Makevars . | tar -x --no-same-owner -C "$1/rkeras"
}

report() {
  local counts
  counts=$(grep -a -x '[0-9]* passed, [0-9]* failed, [0-9]* skipped' "$2" | tail -n 1) ||
    counts="the tests did not run to their end, see $2"
  [[ $counts == *" 0 failed,"* ]] || { status=1; counts="$counts ($2)"; }
  note "$1: $counts"
}

cannot() {
  note "$1: not tested, as $2"
}

note() {
  echo "$1" | tee -a out/matrix/summary
}

main
