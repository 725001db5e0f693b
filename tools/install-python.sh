#!/usr/bin/env bash
# install-python.sh [test]: makes or updates the virtualenv with TensorFlow and Keras (and what only
# the tests need), and notes its Python in out/python. A Python that the user names in RKERAS_PYTHON is
# taken as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -n "${RKERAS_PYTHON:-}" ]; then
  echo "Using RKERAS_PYTHON=$RKERAS_PYTHON"
  exit 0
fi
# The backend is JAX where no Python has a TensorFlow.
R_LIBS="$PWD/out/library${R_LIBS:+:$R_LIBS}" Rscript --vanilla -e '
  library(rkeras)
  backend <- if (is.null(virtualenv_starter("<=3.13"))) "jax" else "tensorflow"
  writeLines(install_keras(backend = backend, restart_session = FALSE), "out/python")
  writeLines(backend, "out/backend")
'
wanted=out/requirements-test.txt installed=out/stamps/requirements-test
cat inst/python/requirements-jax.txt tools/requirements-test.txt > "$wanted"
if [ "${1:-}" = test ] && ! cmp -s "$wanted" "$installed"; then
  R_LIBS="$PWD/out/library${R_LIBS:+:$R_LIBS}" Rscript --vanilla -e '
    rkeras::virtualenv_install("r-keras", requirements = "out/requirements-test.txt")
  '
  tools/one-keras.sh "$(cat out/python)"
  cp "$wanted" "$installed"
fi
