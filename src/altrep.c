// R vectors over memory outside R: of a NumPy array that nothing else references, which R may modify (checked by
// rust/src/shared/adopt.rs), or of a tensor of TensorFlow, which R copies first (rust/src/op/ffi/view.rs).
#define R_NO_REMAP // R's short names, as `length`
#include <Rinternals.h>
#include <R_ext/Altrep.h>
#include <R_ext/Print.h>
#include <R_ext/Rdynload.h>

// data1 keeps the array or tensor alive (rust/src/shared/owner.rs), data2 contains this struct.
struct memory { void *data; R_xlen_t length; };

static R_altrep_class_t double_class, integer_class, complex_class;

static struct memory *memory_of(SEXP x) { return (struct memory *) RAW(R_altrep_data2(x)); }

static R_xlen_t length(SEXP x) { return memory_of(x)->length; }

static void *data(SEXP x, Rboolean writable) { return memory_of(x)->data; }

static const void *data_or_null(SEXP x) { return memory_of(x)->data; }

static double double_element(SEXP x, R_xlen_t i) { return ((double *) memory_of(x)->data)[i]; }

static int integer_element(SEXP x, R_xlen_t i) { return ((int *) memory_of(x)->data)[i]; }

static Rcomplex complex_element(SEXP x, R_xlen_t i) { return ((Rcomplex *) memory_of(x)->data)[i]; }

// The output of .Internal(inspect(x)).
static Rboolean inspect(SEXP x, int pre, int deep, int pvec, void (*sub)(SEXP, int, int, int)) {
    Rprintf(" memory outside R at %p, %lld elements\n", memory_of(x)->data, (long long) memory_of(x)->length);
    return TRUE;
}

static void set_methods(R_altrep_class_t class) {
    R_set_altrep_Length_method(class, length);
    R_set_altrep_Inspect_method(class, inspect);
    R_set_altvec_Dataptr_method(class, data);
    R_set_altvec_Dataptr_or_null_method(class, data_or_null);
}

void rkeras_init_altrep(DllInfo *dll) {
    double_class = R_make_altreal_class("numpy_double", "rkeras", dll);
    integer_class = R_make_altinteger_class("numpy_integer", "rkeras", dll);
    complex_class = R_make_altcomplex_class("numpy_complex", "rkeras", dll);
    set_methods(double_class);
    set_methods(integer_class);
    set_methods(complex_class);
    R_set_altreal_Elt_method(double_class, double_element);
    R_set_altinteger_Elt_method(integer_class, integer_element);
    R_set_altcomplex_Elt_method(complex_class, complex_element);
}

SEXP rkeras_numpy_vector(unsigned int type, void *data, R_xlen_t length) {
    SEXP memory = PROTECT(Rf_allocVector(RAWSXP, sizeof(struct memory)));
    *(struct memory *) RAW(memory) = (struct memory) {data, length};
    R_altrep_class_t class =
        type == REALSXP ? double_class : type == INTSXP ? integer_class : complex_class;
    SEXP out = R_new_altrep(class, R_NilValue, memory);
    UNPROTECT(1);
    return out;
}
