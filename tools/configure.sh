#!/bin/sh
# configure.sh MAKEVARS [SYSTEM]: checks for Rust, unpacks the crates that `make vendor` put into the package,
# and fills MAKEVARS from src/Makevars.in. Run by configure and configure.win. SYSTEM is what uname prints.
# configure.sh --link-flags SYSTEM: prints the linker's options there.
# configure.sh --rust: prints which Rust there is, or says how to get one and fails.
set -eu
makevars=$1
system=${2:-$(uname -s)}
needed=1.85

# Sets `hide` and `libraries`. The library exports only what the C files define, because other Rust libraries
# in the process may define the same symbols. The option differs between linkers; on Windows R itself uses
# src/rkeras-win.def. On macOS, symbols of Python are looked up when the library is loaded; an R that is not a
# framework does not ask for this by itself.
link_flags() {
  hide=
  libraries=
  case $system in
    Darwin) hide='-Wl,-exported_symbol,_R_init_rkeras -Wl,-exported_symbol,_rkeras_*'
            libraries='-Wl,-undefined,dynamic_lookup' ;;
    Linux)  hide='-Wl,--exclude-libs,librkeras.a -Wl,--gc-sections -Wl,-S'
            libraries='-lpthread -ldl -lm' ;;
    MINGW* | MSYS*)
            hide='-Wl,--gc-sections -Wl,-S'
            libraries='-lws2_32 -ladvapi32 -luserenv -lbcrypt -lntdll -luser32' ;;
  esac
}

remedy() {
  cat >&2 <<END

----------------------------- rkeras needs Rust -----------------------------
$1
Install Rust $needed or later from https://rustup.rs and try again:
  $install
$hint
------------------------------------------------------------------------------
END
  exit 1
}

# What R for Windows is built with. Cargo uses Microsoft's linker there unless it is told the target, and
# gcc of Rtools lacks a library that rustc asks for.
for_windows() {
  triple=x86_64-pc-windows-gnu
  [ -d "$("$rustc" --print sysroot)/lib/rustlib/$triple" ] || remedy "Rust has no standard library for $triple."
  mkdir -p "src/$target/libgcc_mock"
  touch "src/$target/libgcc_mock/libgcc_eh.a"
  environment="CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32.static.posix-gcc.exe"
  environment="$environment LIBRARY_PATH=\"\$\$LIBRARY_PATH;$target/libgcc_mock\""
}

# Sets `cargo`, `rustc` and `found`, the version. Rust of rustup comes first, because the version of a distribution
# is often too old.
find_rust() {
  PATH="${CARGO_HOME:-$home/.cargo}/bin:$PATH"
  cargo=$(command -v cargo) || remedy "No cargo was found, neither on the PATH nor in ~/.cargo/bin."
  rustc=$(command -v rustc) || remedy "cargo is there ($cargo), and rustc is not."
  found=$("$rustc" --version | sed 's/^rustc \([0-9]*\.[0-9]*\).*/\1/')
  older=$(printf '%s\n%s\n' "$found" "$needed" | sort -t . -k 1,1n -k 2,2n | head -n 1)
  [ "$older" = "$needed" ] || remedy "$rustc is Rust $found."
}

link_flags
if [ "$makevars" = --link-flags ]; then
  echo "$hide $libraries"
  exit
fi

home=$HOME
install="curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh"
hint="On Debian, also as packages: cargo and rustc, or in Debian 12, cargo-web and rustc-web."
case $system in
  MINGW* | MSYS*)
    cat >&2 <<'END'
rkeras on Windows is a beta version that its authors have never run there. Please tell us how it goes:
run tools/first-run.R of the sources, and send what it prints.
END
    [ -z "${USERPROFILE:-}" ] || home=$(cygpath -u "$USERPROFILE" 2> /dev/null || echo "$HOME")
    install="rustup-init.exe, then: rustup target add x86_64-pc-windows-gnu"
    hint= ;;
esac

find_rust
if [ "$makevars" = --rust ]; then
  echo "$cargo (Rust $found)"
  exit
fi

# cargo runs rustc by name, and the PATH of make may not have its folder.
bin=$(dirname "$cargo")
target=${CARGO_TARGET_DIR:-./rust/target}
triple=
environment=
case $system in
  MINGW* | MSYS*) for_windows ;;
esac

# With the crates in the package, cargo uses these alone and writes nothing outside the package, as CRAN's
# policy on Rust demands. Without them it downloads the versions in Cargo.lock.
vendored=src/rust/vendor.tar.xz
options=
if [ -f "$vendored" ]; then
  rm -rf src/rust/vendor
  tar -xf "$vendored" -C src/rust
  options="--offline -j 2 --config 'source.crates-io.replace-with=\"vendored\"'"
  options="$options --config 'source.vendored.directory=\"./rust/vendor\"'"
  environment="$environment CARGO_HOME=\"\$\$PWD/rust/target/cargo-home\""
  echo "using the crates in $vendored"
fi

if ! : 2> /dev/null >> "$makevars"; then
  echo "$PWD/$makevars cannot be written: another user has built rkeras in this folder." >&2
  echo "Build a copy of it, as \`make install\` does." >&2
  exit 1
fi
sed -e "s|@CARGO@|$cargo|" -e "s|@CARGO_BIN@|$bin|" -e "s|@TARGET_DIR@|$target|" \
  -e "s|@ENVIRONMENT@|$environment|" -e "s|@CARGO_OPTIONS@|${triple:+--target $triple }$options|" \
  -e "s|@TRIPLE@|${triple:+$triple/}|" -e "s|@HIDE@|$hide|" -e "s|@SYSTEM_LIBS@|$libraries|" \
  src/Makevars.in > "$makevars"
# Guides that are not built are installed as sources, for rkeras_guide().
rm -rf inst/guides
if [ ! -d inst/doc ] && [ -d vignettes ]; then
  mkdir inst/guides
  cp vignettes/*.Rmd inst/guides
fi
# R CMD check looks for the version of rustc.
echo "using cargo: $cargo, rustc $found ($rustc)"
