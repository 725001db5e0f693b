#!/usr/bin/env bash
# virtualenv.sh PYTHON FOLDER REQUIREMENTS...: makes a virtualenv with the packages of these files, unless
# the folder has them already.
set -euo pipefail
mkdir -p "$2"
# venv empties a link to a folder and then refuses it.
python=$1 folder=$(cd "$2" && pwd -P)
shift 2
wanted=$(mktemp)
trap 'rm -f "$wanted"' EXIT
cat "$@" > "$wanted"
if cmp -s "$wanted" "$folder/requirements.txt"; then
  exit 0
fi
"$python" -m venv --clear "$folder"
"$folder/bin/python" -m pip install --quiet --disable-pip-version-check -r "$wanted"
"$(dirname "$0")/one-keras.sh" "$folder/bin/python"
cp "$wanted" "$folder/requirements.txt"
