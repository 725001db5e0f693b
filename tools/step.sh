#!/usr/bin/env bash
# step.sh TITLE LOG COMMAND...: runs a command whose output goes to out/logs/LOG.log, and prints one line: what it
# does and how long it took. On a terminal, the line shows meanwhile how long it has run and what the command said
# last. If the command fails, the end of its output is shown.
set -euo pipefail
cd "$(dirname "$0")/.."
title=$1 log=out/logs/$2.log
shift 2

main() {
  local status=0 watcher=
  mkdir -p out/logs
  SECONDS=0
  if [ -t 1 ]; then
    watch_log & watcher=$!
    trap 'kill "$watcher" 2> /dev/null || true' EXIT
  else
    echo "$title ..."
  fi
  "$@" > "$log" 2>&1 < /dev/null || status=$?
  [ -z "$watcher" ] || { kill "$watcher" 2> /dev/null || true; wait "$watcher" 2> /dev/null || true; printf '\r\033[K'; }
  if [ "$status" != 0 ]; then
    echo "$title: failed after $SECONDS s. $log ends with:" >&2
    tail -n 30 "$log" >&2
    exit "$status"
  fi
  echo "$title: done in $SECONDS s ($log)"
}

watch_log() {
  local said
  while sleep 1; do
    said=$(tail -n 1 "$log" 2> /dev/null | tr -d '\r\033' | cut -c 1-40)
    printf '\r\033[K%s: %s s  %s' "$title" "$SECONDS" "$said"
  done
}

main "$@"
