#!/bin/sh
# configure.sh MAKEVARS: checks for Rust, unpacks the crates that `make vendor` put into the package, and
# fills MAKEVARS from MAKEVARS.in. Run by configure.
# configure.sh --link-flags SYSTEM: prints the linker's options on a system, as uname names it.
set -eu
makevars=$1
needed=1.85

# The library exports only what the C files define, because other Rust libraries in the process may define
# the same symbols. The option differs between linkers. On macOS, symbols of Python are looked up when the
# library is loaded; an R that is not a framework does not ask for this by itself.
hide=
system=
link_flags() {
  case $1 in
    Darwin) hide='-Wl,-exported_symbol,_R_init_rkeras -Wl,-exported_symbol,_rkeras_*'
            system='-Wl,-undefined,dynamic_lookup' ;;
    Linux)  hide='-Wl,--exclude-libs,librkeras.a -Wl,--gc-sections -Wl,-S'
            system='-lpthread -ldl -lm' ;;
  esac
}
if [ "$makevars" = --link-flags ]; then
  link_flags "$2"
  echo "$hide $system"
  exit
fi
link_flags "$(uname -s)"

remedy() {
  cat >&2 <<END

----------------------------- rkeras needs Rust -----------------------------
$1
Install Rust $needed or later from https://rustup.rs and try again:
  curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh
(Debian's own packages cargo and rustc are older than that up to Debian 12.)
------------------------------------------------------------------------------
END
  exit 1
}

# Rust of rustup comes first, because the version of a distribution is often too old.
PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
cargo=$(command -v cargo) || remedy "No cargo was found, neither on the PATH nor in ~/.cargo/bin."
rustc=$(command -v rustc) || remedy "cargo is there ($cargo), and rustc is not."

found=$("$rustc" --version | sed 's/^rustc \([0-9]*\.[0-9]*\).*/\1/')
older=$(printf '%s\n%s\n' "$found" "$needed" | sort -t . -k 1,1n -k 2,2n | head -n 1)
if [ "$older" != "$needed" ]; then
  remedy "$rustc is Rust $found."
fi

# cargo runs rustc by name, and the PATH of make may not have its folder.
bin=$(dirname "$cargo")
target=${CARGO_TARGET_DIR:-./rust/target}

# With the crates in the package, cargo uses these alone and writes nothing outside the package, as CRAN's
# policy on Rust demands. Without them it downloads the versions in Cargo.lock.
vendored=src/rust/vendor.tar.xz
options=
cargo_home=
if [ -f "$vendored" ]; then
  rm -rf src/rust/vendor
  tar -xf "$vendored" -C src/rust
  options="--offline -j 2 --config 'source.crates-io.replace-with=\"vendored\"'"
  options="$options --config 'source.vendored.directory=\"./rust/vendor\"'"
  cargo_home='CARGO_HOME="$$PWD/rust/target/cargo-home"'
  echo "using the crates in $vendored"
fi

sed -e "s|@CARGO@|$cargo|" -e "s|@CARGO_BIN@|$bin|" -e "s|@TARGET_DIR@|$target|" \
  -e "s|@CARGO_HOME@|$cargo_home|" -e "s|@CARGO_OPTIONS@|$options|" \
  -e "s|@HIDE@|$hide|" -e "s|@SYSTEM_LIBS@|$system|" "$makevars.in" > "$makevars"
echo "using cargo: $cargo (Rust $found)"
