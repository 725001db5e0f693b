// R looks for this name when it loads the library; extendr registers the routines.
#include <R_ext/Rdynload.h>

void R_init_rkeras_extendr(DllInfo *dll);

void R_init_rkeras(DllInfo *dll) {
    R_init_rkeras_extendr(dll);
    // rkeras_continue_unwind (unwind.c) is no extendr routine and is found by its name.
    R_useDynamicSymbols(dll, TRUE);
}
