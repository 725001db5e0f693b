# Sourced by symbols.sh and cross.sh: what the library may take from R, as tools/cross/r*.txt list it.

# r_names SYSTEM: the names, on `unix` or `windows`, that a library built with this R takes from it. A line may
# say `before 4.6` or `since 4.6`.
r_names() {
  local version
  version=$(R --version | sed -n '1s/^R .*ersion \([0-9.]*\).*/\1/p')
  awk -v version="${version:-99.0}" '
    function number(x, parts) { split(x, parts, "."); return parts[1] * 100 + parts[2] }
    /^#/ || NF == 0 { next }
    NF == 1 || ($2 == "before" && number(version) < number($3)) ||
      ($2 == "since" && number(version) >= number($3)) { print $1 }
  ' tools/cross/r.txt "tools/cross/r-$1.txt"
}

# compare WHAT EXPECTED FOUND
compare() {
  local difference
  if ! difference=$(diff <(LC_ALL=C sort -u "$2") <(LC_ALL=C sort -u "$3")); then
    echo "$(basename "$0"): $1: < is listed only, > is found only" >&2
    grep '^[<>]' <<< "$difference" >&2
    exit 1
  fi
}
