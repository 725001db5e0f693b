// R calls this function when it loads the library. extendr registers the routines.
#include <R_ext/Rdynload.h>
#include <Rinternals.h>

void R_init_rkeras_extendr(DllInfo *dll);
void rkeras_init_altrep(DllInfo *dll);
void rkeras_init_saved(DllInfo *dll);

void R_init_rkeras(DllInfo *dll) {
    R_init_rkeras_extendr(dll);
    rkeras_init_altrep(dll);
    rkeras_init_saved(dll);
    // R code finds the routines below, rkeras_continue_unwind (unwind.c) and rkeras_read_line (console.c) by
    // name.
    R_useDynamicSymbols(dll, TRUE);
}

// These routines are called so often that extendr's wrapper would take half of their time
// (rust/src/r/quick.rs). Rust symbols are not exported, so the routines are declared here.
SEXP quick_get_attr(SEXP x, SEXP name);
SEXP quick_get_kept(SEXP x, SEXP name);
SEXP quick_call(SEXP callable, SEXP args);
SEXP quick_call_alike(SEXP callable, SEXP args);
SEXP quick_call_as_written(SEXP callable, SEXP written, SEXP env);
SEXP quick_to_py(SEXP x, SEXP convert);
SEXP quick_to_r(SEXP x);

SEXP rkeras_get_attr(SEXP x, SEXP name) { return quick_get_attr(x, name); }

SEXP rkeras_get_kept(SEXP x, SEXP name) { return quick_get_kept(x, name); }

SEXP rkeras_call(SEXP callable, SEXP args) { return quick_call(callable, args); }

SEXP rkeras_call_alike(SEXP callable, SEXP args) { return quick_call_alike(callable, args); }

SEXP rkeras_call_as_written(SEXP callable, SEXP written, SEXP env) {
    return quick_call_as_written(callable, written, env);
}

SEXP rkeras_to_py(SEXP x, SEXP convert) { return quick_to_py(x, convert); }

SEXP rkeras_to_r(SEXP x) { return quick_to_r(x); }
