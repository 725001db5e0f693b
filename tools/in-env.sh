#!/usr/bin/env bash
# in-env.sh COMMAND...: runs COMMAND with the R library and the Python that the set-up made.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
export R_LIBS="$root/out/library${R_LIBS:+:$R_LIBS}"
if [ -z "${RKERAS_PYTHON:-}" ] && [ -f "$root/out/python" ]; then
  RKERAS_PYTHON=$(cat "$root/out/python")
  export RKERAS_PYTHON
  if [ -z "${KERAS_BACKEND:-}" ] && [ "$(cat "$root/out/backend" 2> /dev/null)" = jax ]; then
    export KERAS_BACKEND=jax
  fi
fi
# Tests and pages have text in several scripts.
if [ "$(locale charmap)" != UTF-8 ]; then
  export LC_ALL=C.UTF-8
fi
exec "$@"
