// R's calls, read by another thread while R's thread can do nothing: it is in Python, or in what Python
// called, and whoever reads holds the GIL, without which it does not come back to R.
#define _GNU_SOURCE // RTLD_DEFAULT
#include <dlfcn.h>
#include <Rinternals.h>
#include <stdint.h>

// A call that gives them as text, and where it is evaluated.
static SEXP reading, where;

struct reader { void (*take)(const char *line, void *data); void *data; };

// On R's thread.
void rkeras_keep_reading(SEXP call, SEXP env) {
    R_PreserveObject(call);
    R_PreserveObject(env);
    reading = call;
    where = env;
}

static void read(void *data) {
    struct reader *reader = data;
    SEXP lines = PROTECT(Rf_eval(reading, where));
    for (R_xlen_t i = 0; TYPEOF(lines) == STRSXP && i < XLENGTH(lines); i++)
        reader->take(Rf_translateCharUTF8(STRING_ELT(lines, i)), reader->data);
    UNPROTECT(1);
}

void rkeras_read_calls(void (*take)(const char *line, void *data), void *data) {
    struct reader reader = {take, data};
    // Of R's interface for programs that embed it: looked up by name, as not every R has it.
    uintptr_t *limit = dlsym(RTLD_DEFAULT, "R_CStackLimit");
    if (!reading || !limit) return;
    uintptr_t before = *limit;
    // R measures the stack of its own thread.
    *limit = (uintptr_t) -1;
    R_ToplevelExec(read, &reader);
    *limit = before;
}
