#!/usr/bin/env bash
# image.sh: runs the lines of the Dockerfile of use_cluster_template("docker") in a folder that has that system, without
# Docker, and asks the server that it starts for a prediction.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
log=$PWD/out/logs/image.log
mkdir -p "$(dirname "$log")"

main() {
  local reason release root
  reason=$(why_no_debian "$log")
  if [ -n "$reason" ]; then
    echo "Not tested: $reason"
    return
  fi
  R CMD build --no-build-vignettes --no-manual . > "$log" 2>&1
  mv rkeras_*.tar.gz "$work"
  Rscript --vanilla -e 'rkeras::use_cluster_template("docker", commandArgs(TRUE), script = "serve.R")' "$work"
  write_server
  release=$(sed -n 's/^FROM debian:\([a-z]*\).*/\1/p' "$work/Dockerfile")
  root=$cache/image-$release
  bootstrap "$release" "$root" >> "$log" 2>&1
  build "$root"
  ask "$root"
}

write_server() {
  cat > "$work/serve.R" <<'R'
library(rkeras)
model <- tabular(Species ~ ., iris, epochs = 5)
serve_model(model, name = "iris", host = "0.0.0.0", port = 8501)
R
}

# The lines in their order. One that ends with a backslash goes on in the next.
build() {
  local line variables=()
  while read -r line; do
    case $line in
      "ENV "*) variables+=("${line#ENV }") ;;
      "COPY . "*) mkdir -p "$1${line#COPY . }" && cp "$work"/* "$1${line#COPY . }" ;;
      "COPY "*) cp "$work"/rkeras_*.tar.gz "$1/tmp" ;;
      "RUN "*) in_debian "$1" env "${variables[@]}" bash -o pipefail -ec "${line#RUN }" >> "$log" 2>&1 ;;
    esac
  done < <(sed -e '/^ *#/d' -e ':next' -e '/\\$/{N;s/\\\n *//;b next' -e '}' "$work/Dockerfile")
}

ask() {
  local answer
  answer=$(in_debian "$1" bash -c 'cd /project && { Rscript serve.R > /tmp/serve.log 2>&1 & }
    for i in $(seq 120); do
      sleep 1
      Rscript -e "cat(readLines(\"http://127.0.0.1:8501/v1/models/iris/metadata\", warn = FALSE))" 2> /dev/null && break
    done
    kill $! || true')
  echo "$answer" >> "$log"
  if ! grep -q virginica <<< "$answer"; then
    echo "image.sh: the server of the image does not answer, see $log" >&2
    exit 1
  fi
  echo "The Dockerfile's lines work, and its server answers."
}

main "$@"
