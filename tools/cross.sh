#!/usr/bin/env bash
# cross.sh [lint|link|wine]...: checks the crate and the C files for macOS and Windows on Linux; without arguments
# does all three.
#   lint  clippy with warnings denied, for both systems
#   link  rkeras.dll by MinGW and rkeras.so for macOS by Zig; what they export and import, compared with lists
#   wine  the tests of Windows' src/rust/src/os/ under Wine, and the load of rkeras.dll, without R and Python
# What this machine cannot have is named with the reason and is no failure; tools/setup.sh cross installs it.
set -euo pipefail
cd "$(dirname "$0")/.."
. tools/rust-env.sh
. tools/r-names.sh
# Make's own flags mean nothing to cargo.
unset MAKEFLAGS MFLAGS MAKELEVEL

windows=x86_64-pc-windows-gnu
macos=aarch64-apple-darwin
work=$PWD/out/cross
crate=src/rust/Cargo.toml
# Versions of CPython that the library is to be loaded with.
pythons="310 311 312 313 314"

main() {
  [ "$#" -gt 0 ] || set -- lint link wine
  if ! has_targets; then
    echo "macOS and Windows: not checked, as this Rust has no standard library for them, and no rustup to get it"
    return
  fi
  mkdir -p "$work"
  local step
  for step in "$@"; do
    "$step"
  done
}

has_targets() {
  local libraries
  libraries=$(rustc --print sysroot)/lib/rustlib
  [ -d "$libraries/$windows" ] && [ -d "$libraries/$macos" ] && return
  command -v rustup > /dev/null && rustup target add "$windows" "$macos" > /dev/null 2>&1
}

lint() {
  local target
  for target in "$windows" "$macos"; do
    cargo clippy --quiet --lib --locked --manifest-path "$crate" --target "$target" -- -D warnings
    echo "$target: clippy finds nothing"
  done
}

link() {
  link_windows
  link_macos
}

link_windows() {
  if ! command -v x86_64-w64-mingw32-gcc > /dev/null; then
    echo "$windows: not linked, as there is no MinGW"
    return
  fi
  build "$windows"
  local dll=$work/rkeras.dll
  compile "$windows" x86_64-w64-mingw32-gcc
  # The names of R are found in this library only.
  { printf 'LIBRARY R.dll\nEXPORTS\n'; r_names windows; } > "$work/R.def"
  x86_64-w64-mingw32-dlltool -d "$work/R.def" -l "$work/libR.dll.a"
  # shellcheck disable=SC2046
  x86_64-w64-mingw32-gcc -shared -o "$dll" "$work/$windows"/*.o src/rkeras-win.def \
    -L"$(library "$windows")" -lrkeras -L"$work" -lR -static-libgcc \
    $(sh tools/configure.sh --link-flags MINGW64)
  compare "exports of rkeras.dll" <(exported) <(exports "$dll")
  compare "what rkeras.dll imports from R.dll" \
    <(r_names windows) <(imports "$dll" R.dll)
  check_python "what rkeras.dll imports from python3.dll" "$(imports "$dll" python3.dll)"
  echo "$windows: rkeras.dll links ($(du -h "$dll" | cut -f 1))"
}

link_macos() {
  local zig_python
  if ! zig_python=$(find_zig); then
    echo "$macos: not linked, as there is no Zig"
    return
  fi
  build "$macos"
  local so=$work/rkeras.so
  compile "$macos" "$zig_python" -m ziglang cc -target aarch64-macos.11.0
  # LLVM may not know the newest architectures.
  sed 's/arm64e[.][a-z0-9]*-[a-z]*,*//g' "$("$zig_python" -c 'import os, ziglang
print(os.path.dirname(ziglang.__file__))')/lib/libc/darwin/libSystem.tbd" > "$work/libSystem.tbd"
  # Zig's own linker has no list of exports; Rust's is LLVM's.
  # shellcheck disable=SC2046
  "$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/rust-lld" -flavor darwin \
    -arch arm64 -platform_version macos 11.0 14.0 -dylib -o "$so" "$work/$macos"/*.o \
    -L"$(library "$macos")" -lrkeras $(sh tools/configure.sh --link-flags Darwin | sed 's/-Wl,//g; s/,/ /g') \
    "$work/libSystem.tbd"
  # The linker's pattern also lets through the other C functions.
  compare "exports of rkeras.so" <(exported) <(llvm-nm --extern-only --defined-only "$so" |
    sed -n 's/.* _//p' | grep -x -E "$(exported | paste -s -d '|')|[^r].*|r[^k].*")
  # What the system's libraries do not have is looked up when the library is loaded.
  local looked_up
  looked_up=$(llvm-nm -m --undefined-only "$so" | sed -n 's/.*external _\([^ ]*\) (dynamically looked up)/\1/p')
  compare "what rkeras.so takes from R" <(r_names unix) \
    <(grep -v '^_*Py' <<< "$looked_up")
  check_python "what rkeras.so takes from Python" "$(grep '^_*Py' <<< "$looked_up" | grep -v '^PyOS_')"
  echo "$macos: rkeras.so links ($(du -h "$so" | cut -f 1))"
}

build() {
  cargo build --quiet --lib --release --locked --manifest-path "$crate" --target "$1"
}

library() {
  echo "${CARGO_TARGET_DIR:-src/rust/target}/$1/release"
}

# compile TARGET COMPILER...: the C files.
compile() {
  local to=$work/$1 file
  shift
  mkdir -p "$to"
  for file in src/*.c; do
    # shellcheck disable=SC2046
    "$@" $(R CMD config --cppflags) -O2 -c "$file" -o "$to/$(basename "$file" .c).o"
  done
}

# A Python with Zig, which has a C compiler and the system's libraries for macOS.
find_zig() {
  local python
  for python in python3 "$work/zig/bin/python"; do
    if "$python" -m ziglang version > /dev/null 2>&1; then
      echo "$python"
      return
    fi
  done
  python3 -m venv "$work/zig" && "$work/zig/bin/pip" install --quiet ziglang > "$work/zig.log" 2>&1 || return 1
  echo "$work/zig/bin/python"
}

# What R looks up.
exported() {
  sed -n 's/^  //p' src/rkeras-win.def
}

exports() {
  x86_64-w64-mingw32-objdump -p "$1" | sed -n '/Ordinal\/Name Pointer/,$p' |
    sed -n 's/^\t*\[ *[0-9]*\].* \([A-Za-z_][A-Za-z0-9_]*\)$/\1/p' | LC_ALL=C sort -u
}

# imports DLL FROM
imports() {
  x86_64-w64-mingw32-objdump -p "$1" | awk -v from="$2" '
    /DLL Name:/ { ours = $3 == from }
    ours && NF == 3 && $2 ~ /^[0-9]+$/ { print $3 }' | LC_ALL=C sort -u
}

# Each name must be in the stable ABI, and in all versions of Python: the linker does not look.
check_python() {
  local folder version name missing=""
  folder=$(dirname "$(cargo metadata --format-version 1 --manifest-path tests/windows/Cargo.toml |
    grep -o '"manifest_path":"[^"]*python3-dll-a[^"]*"' | cut -d '"' -f 4)")/src
  for name in $2; do
    for version in 3 $pythons; do
      grep -q -x -E "$name( DATA)?" "$folder/python$version.def" || missing="$missing $name ($version)"
    done
  done
  if [ -n "$missing" ]; then
    echo "cross.sh: $1 is not in every Python:$missing" >&2
    exit 1
  fi
}

wine() {
  local wine dlls
  if ! command -v x86_64-w64-mingw32-gcc > /dev/null ||
    ! wine=$(command -v wine64 || command -v /usr/lib/wine/wine64); then
    echo "$windows: not run, as there is no Wine or no MinGW"
    return
  fi
  # Not below the sources: it has links into the home folder, which R CMD build would follow.
  WINEPREFIX=$(mktemp -d)
  trap 'stop_wine; rm -rf "$WINEPREFIX"' EXIT
  export WINEPREFIX WINEDEBUG=-all
  dlls=$work/target/$windows/debug/deps
  mkdir -p "$dlls"
  # Wine 8 lacks this one.
  x86_64-w64-mingw32-gcc -shared -o "$dlls/bcryptprimitives.dll" tests/windows/bcryptprimitives.c
  CARGO_TARGET_DIR=$work/target CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$wine \
    cargo test --quiet --lib --locked --manifest-path tests/windows/Cargo.toml --target "$windows"
  [ ! -f "$work/rkeras.dll" ] || load "$wine" "$dlls"
}

# It writes into its folder until it ends.
stop_wine() {
  local server
  server=$(command -v wineserver64 || command -v /usr/lib/wine/wineserver64) && "$server" -w
}

# load WINE DLLS: R and Python are libraries that have no more than the names.
load() {
  local stubs=$work/stubs
  mkdir -p "$stubs"
  cp "$work/rkeras.dll" "$2/bcryptprimitives.dll" "$stubs"
  stub "$stubs/R.dll" "$(r_names windows)"
  stub "$stubs/python3.dll" "$(imports "$work/rkeras.dll" python3.dll)"
  x86_64-w64-mingw32-gcc -o "$stubs/load.exe" tests/windows/load.c
  (cd "$stubs" && "$1" load.exe rkeras.dll)
}

# stub DLL NAMES
stub() {
  local name
  for name in $2; do
    echo "__declspec(dllexport) char $name;"
  done | x86_64-w64-mingw32-gcc -shared -nostdlib -x c -o "$1" - -Wl,--entry=0
}

main "$@"
