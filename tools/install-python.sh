#!/usr/bin/env bash
# install-python.sh: makes or updates the virtualenv with TensorFlow and Keras, and notes its Python
# in out/python. A Python that the user names in RKERAS_PYTHON is taken as it is.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ -n "${RKERAS_PYTHON:-}" ]; then
  echo "Using RKERAS_PYTHON=$RKERAS_PYTHON"
  exit 0
fi
R_LIBS="$PWD/out/library${R_LIBS:+:$R_LIBS}" Rscript --vanilla -e '
  python <- rkeras::install_keras(restart_session = FALSE)
  writeLines(python, "out/python")
'
