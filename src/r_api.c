// What R has in its API since a later version than the oldest that we support, and privately before.
#include <Rinternals.h>
#include <Rversion.h>

#if R_VERSION >= R_Version(4, 5, 0)
SEXP rkeras_formals(SEXP closure) { return R_ClosureFormals(closure); }
int rkeras_has_attributes(SEXP x) { return ANY_ATTRIB(x); }
#else
SEXP rkeras_formals(SEXP closure) { return FORMALS(closure); }
int rkeras_has_attributes(SEXP x) { return ATTRIB(x) != R_NilValue; }
#endif
