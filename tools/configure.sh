#!/bin/sh
# configure.sh MAKEVARS: checks for Rust and fills MAKEVARS from MAKEVARS.in. Run by configure.
set -eu
makevars=$1
needed=1.85

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

# rustup's folder comes first: a distribution's Rust is often too old.
PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
cargo=$(command -v cargo) || remedy "No cargo was found, neither on the PATH nor in ~/.cargo/bin."
rustc=$(command -v rustc) || remedy "cargo is there ($cargo), and rustc is not."

found=$("$rustc" --version | sed 's/^rustc \([0-9]*\.[0-9]*\).*/\1/')
older=$(printf '%s\n%s\n' "$found" "$needed" | sort -t . -k 1,1n -k 2,2n | head -n 1)
if [ "$older" != "$needed" ]; then
  remedy "$rustc is Rust $found."
fi

# cargo runs rustc by name, and its folder need not be on the PATH that make has.
bin=$(dirname "$cargo")
target=${CARGO_TARGET_DIR:-./rust/target}

# Only what entrypoint.c and unwind.c define is to be seen from outside: other Rust libraries in
# the process have symbols of the same names. Apple's linker has another word for it.
case $(uname -s) in
  Darwin) hide='-Wl,-exported_symbol,_R_init_rkeras -Wl,-exported_symbol,_rkeras_*'
          system='-framework CoreFoundation' ;;
  Linux)  hide='-Wl,--exclude-libs,librkeras.a -Wl,--gc-sections -Wl,-S'
          system='-lpthread -ldl -lm' ;;
  *)      hide=''
          system='' ;;
esac

sed -e "s|@CARGO@|$cargo|" -e "s|@CARGO_BIN@|$bin|" -e "s|@TARGET_DIR@|$target|" \
  -e "s|@HIDE@|$hide|" -e "s|@SYSTEM_LIBS@|$system|" "$makevars.in" > "$makevars"
echo "using cargo: $cargo (Rust $found)"
