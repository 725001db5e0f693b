#!/usr/bin/env bash
# one-keras.sh PYTHON: puts the Keras of the requirements back where a release candidate of TensorFlow has brought
# keras-nightly, which has the same folder.
set -euo pipefail
python=$1
"$python" -m pip show --quiet keras-nightly 2> /dev/null || exit 0
keras=$("$python" -m pip list --format freeze --disable-pip-version-check | grep '^keras==')
"$python" -m pip uninstall --quiet --yes keras-nightly
"$python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$keras"
