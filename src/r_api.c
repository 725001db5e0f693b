// Functions that R added to its API after the oldest version that we support, which has them as private
// API.
#include <Rinternals.h>
#include <Rversion.h>

#if R_VERSION >= R_Version(4, 5, 0)
SEXP rkeras_formals(SEXP closure) { return R_ClosureFormals(closure); }
int rkeras_has_attributes(SEXP x) { return ANY_ATTRIB(x); }
#else
SEXP rkeras_formals(SEXP closure) { return FORMALS(closure); }
int rkeras_has_attributes(SEXP x) { return ATTRIB(x) != R_NilValue; }
#endif
