# Sourced before cargo is called by hand: what configure puts into src/Makevars.
PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
R_HOME=$(R RHOME)
PYO3_NO_PYTHON=1
PYO3_BUILD_EXTENSION_MODULE=1
export PATH R_HOME PYO3_NO_PYTHON PYO3_BUILD_EXTENSION_MODULE
