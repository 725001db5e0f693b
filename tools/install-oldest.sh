#!/usr/bin/env bash
# install-oldest.sh: makes the virtualenv with the oldest Keras and TensorFlow that are supported, where
# tools/matrix.sh has it, and notes its Python in out/python-oldest.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${RKERAS_MATRIX_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/rkeras-matrix}/oldest
tools/virtualenv.sh "$(command -v python3.11 || echo python3)" "$folder" tools/requirements-oldest.txt
mkdir -p out
echo "$folder/bin/python" > out/python-oldest
