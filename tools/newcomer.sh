#!/usr/bin/env bash
# newcomer.sh [RELEASE...]: follows the README's first screen in a bare Debian of each release (12, 13 and the next),
# as root and as a user who may use sudo, and prints a line for each: packages and megabytes that apt downloaded,
# minutes, result. Whole outputs are in out/newcomer/.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/debian.sh
logs=out/newcomer
status=0

main() {
  [ "$#" -gt 0 ] || set -- bookworm trixie forky
  mkdir -p "$logs"
  local release who reason
  reason=$(why_no_debian "$logs/debootstrap.log")
  [ -z "$reason" ] || { echo "Not tried, as $reason"; return; }
  for release in "$@"; do
    for who in root user; do
      follow "$release" "$who"
    done
  done
  exit "$status"
}

follow() {
  local bare=$cache/bare-$1 root=$cache/newcomer-$1 log=$logs/$1-$2.log result=works before
  [ -f "$bare/ready" ] || { bootstrap "$1" "$bare" > "$log" 2>&1 && touch "$bare/ready"; }
  rm -rf --one-file-system "$root"
  cp -a "$bare" "$root"
  in_debian "$root" sh -c 'apt-get update -q && apt-get install -y -q --no-install-recommends make sudo &&
    useradd --create-home --shell /bin/bash user && echo "user ALL=(ALL) NOPASSWD: ALL" > /etc/sudoers.d/user' \
    > "$log" 2>&1
  local home=/root
  [ "$2" = root ] || home=/home/user
  mkdir "$root$home/rkeras"
  git ls-files -z --cached --others --exclude-standard | tar -c --null -T - | tar -x -C "$root$home/rkeras"
  first_screen > "$root$home/first-screen.sh"
  in_debian "$root" chown -R "$2:$2" "$home"
  before=$(packages "$root")
  in_debian "$root" sudo -u "$2" -H --preserve-env bash -c "cd $home/rkeras && . ../first-screen.sh" \
    >> "$log" 2>&1 < /dev/null || { result="fails, see $log"; status=1; }
  printf '%s, %s: %s packages, %s MB, %s; %s\n' "$1" "$2" $(($(packages "$root") - before)) \
    "$(du -sm "$root/var/cache/apt/archives" | cut -f 1)" "$(sed -n 's/^took: //p' "$log" | paste -s -d ,)" "$result"
}

packages() {
  in_debian "$1" dpkg-query -W -f '.\n' | wc -l
}

# The README's commands for the shell, and then its first lines of R, for which there is no virtualenv: each with the
# minutes that it took.
first_screen() {
  echo 'timed() { SECONDS=0; "$@" || exit; echo "took: $1 ${2:-} $((SECONDS / 60)) min $((SECONDS % 60)) s"; }'
  blocks sh 1 | sed -n 's/^\(make \(demo\|install\)\).*/timed \1/p'
  echo 'rm -rf ~/.virtualenvs'
  # TensorFlow has no release for the Python of the next Debian.
  echo '[ ! -f out/backend ] || export KERAS_BACKEND=$(cat out/backend)'
  printf "timed Rscript --vanilla - <<'END'\n%s\nEND\n" "$(blocks r 1)"
}

# blocks LANGUAGE N: the Nth block of code in it.
blocks() {
  awk -v start="^\`\`\`$1\$" -v n="$2" '
    /^```$/ { inside = 0 } inside && count == n { print } $0 ~ start { inside = 1; count++ }
  ' README.md
}

main "$@"
