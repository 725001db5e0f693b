// Serialization of Python objects in R's own files. The environment of a reference contains a raw vector of
// length 0. When R serializes it, R code creates its bytes, and R writes and reads them as for any raw
// vector.
#define R_NO_REMAP // R's short names, as `length`
#include <Rinternals.h>
#include <R_ext/Altrep.h>
#include <R_ext/Rdynload.h>

// data1 is the argument of saved_state() (R/store-rds.R), data2 its bytes or NULL.
static R_altrep_class_t saved_class;

// The call of that function, and the environment in which it is evaluated.
static SEXP asking, where;

// A pair list whose first element is the vector that has bytes. Only one has them at a time, because they
// may be large.
static SEXP holder;

// In src/rust/src/r/saved.rs: the next call from R that nothing encloses forgets the bytes.
extern void rkeras_note_saved(void);

void rkeras_forget_saved(void) {
    SEXP last = CAR(holder);
    if (last == R_NilValue) return;
    R_set_altrep_data2(last, R_NilValue);
    SETCAR(holder, R_NilValue);
}

// The length that R last got.
static R_xlen_t last_length;

static R_xlen_t length(SEXP x) {
    SEXP bytes = R_altrep_data2(x);
    return last_length = bytes == R_NilValue ? 0 : XLENGTH(bytes);
}

static void *data(SEXP x, Rboolean writable) {
    static Rbyte none;
    SEXP bytes = R_altrep_data2(x);
    if (bytes != R_NilValue) return RAW(bytes);
    // A finalizer has used Python during serialization.
    if (last_length > 0) Rf_error("A Python object was used while R wrote it to a file. Save it again.");
    return &none;
}

static const void *data_or_null(SEXP x) { return data(x, FALSE); }

// R calls this when it serializes the vector. For NULL it writes the vector itself.
static SEXP no_state(SEXP x) {
    SEXP call = PROTECT(Rf_lang2(CAR(asking), R_altrep_data1(x)));
    SEXP bytes = PROTECT(Rf_eval(call, where));
    rkeras_forget_saved();
    if (TYPEOF(bytes) == RAWSXP) {
        R_set_altrep_data2(x, bytes);
        SETCAR(holder, x);
        rkeras_note_saved();
    }
    UNPROTECT(2);
    return NULL;
}

void rkeras_init_saved(DllInfo *dll) {
    saved_class = R_make_altraw_class("saved", "rkeras", dll);
    R_set_altrep_Length_method(saved_class, length);
    R_set_altrep_Serialized_state_method(saved_class, no_state);
    R_set_altvec_Dataptr_method(saved_class, data);
    R_set_altvec_Dataptr_or_null_method(saved_class, data_or_null);
    holder = Rf_cons(R_NilValue, R_NilValue);
    R_PreserveObject(holder);
}

// `call` calls the function that creates the bytes.
void rkeras_set_saved(SEXP call, SEXP env) {
    R_PreserveObject(call);
    R_PreserveObject(env);
    asking = call;
    where = env;
}

SEXP rkeras_saved(SEXP pointer) { return R_new_altrep(saved_class, pointer, R_NilValue); }
