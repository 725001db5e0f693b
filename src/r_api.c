// Functions that R added to its API after the oldest version that we support, which has them as private
// API, and one that is found by name.
#include "in_r.h"
#include <R_ext/Rallocators.h>
#include <Rinternals.h>
#include <Rversion.h>

#if R_VERSION >= R_Version(4, 5, 0)
SEXP rkeras_formals(SEXP closure) { return R_ClosureFormals(closure); }
int rkeras_has_attributes(SEXP x) { return ANY_ATTRIB(x); }
#else
SEXP rkeras_formals(SEXP closure) { return FORMALS(closure); }
int rkeras_has_attributes(SEXP x) { return ATTRIB(x) != R_NilValue; }
#endif

// How a variable is bound in an environment itself; r/environment.rs has the same numbers.
enum binding { NONE, VALUE, PROMISE };

#if R_VERSION >= R_Version(4, 6, 0)
SEXP rkeras_map_attributes(SEXP x, SEXP (*each)(SEXP, SEXP, void *), void *data) {
    return R_mapAttrib(x, each, data);
}

int rkeras_binding(SEXP name, SEXP env, SEXP *value) {
    switch (R_GetBindingType(name, env)) {
    case R_BindingTypeValue:
        // Neither a promise, which would be evaluated, nor missing, which would be an error: no jump.
        *value = R_getVarEx(name, env, FALSE, R_NilValue);
        return VALUE;
    case R_BindingTypeDelayed:
    case R_BindingTypeForced:
        return PROMISE;
    default:
        return NONE;
    }
}
#else
SEXP rkeras_map_attributes(SEXP x, SEXP (*each)(SEXP, SEXP, void *), void *data) {
    SEXP out = NULL;
    for (SEXP cell = ATTRIB(x); cell != R_NilValue && !out; cell = CDR(cell))
        out = each(TAG(cell), CAR(cell), data);
    return out;
}

int rkeras_binding(SEXP name, SEXP env, SEXP *value) {
    if (!R_existsVarInFrame(env, name) || R_BindingIsActive(name, env)) return NONE;
    *value = Rf_findVarInFrame(env, name);
    if (TYPEOF(*value) == PROMSXP) return PROMISE;
    return *value == R_MissingArg ? NONE : VALUE;
}
#endif

// Rf_allocVector3(), which no later function of R replaces. Runs under a guard.
SEXP rkeras_allocate_by(SEXPTYPE type, R_xlen_t length, R_allocator_t *allocator) {
    static SEXP (*allocate)(SEXPTYPE, R_xlen_t, R_allocator_t *) = NULL;
    if (!allocate) allocate = (SEXP (*)(SEXPTYPE, R_xlen_t, R_allocator_t *)) in_r("Rf_allocVector3");
    if (!allocate) Rf_error("this version of R lacks Rf_allocVector3(): update rkeras, or use an earlier R");
    return allocate(type, length, allocator);
}
