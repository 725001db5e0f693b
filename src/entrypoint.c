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
// (rust/src/r/quick.rs). Rust symbols are not exported, so C passes the calls on.
#define ROUTINE(name, parameters, arguments) \
    SEXP quick_##name parameters; \
    SEXP rkeras_##name parameters { return quick_##name arguments; }

ROUTINE(get_attr, (SEXP x, SEXP name), (x, name))
ROUTINE(get_kept, (SEXP x, SEXP name), (x, name))
ROUTINE(call, (SEXP callable, SEXP args, SEXP convert), (callable, args, convert))
ROUTINE(call_alike, (SEXP callable, SEXP args), (callable, args))
ROUTINE(call_as_written, (SEXP callable, SEXP written, SEXP env), (callable, written, env))
ROUTINE(are_plain, (SEXP args), (args))
ROUTINE(to_py, (SEXP x, SEXP convert), (x, convert))
ROUTINE(to_r, (SEXP x), (x))
