// R errors and other jumps must not skip Rust or Python frames. Functions of R that may jump run here under
// R_UnwindProtect: the guard stops a jump, Rust and Python return it as a value, and
// rkeras_continue_unwind() continues it when only R frames are left.
#include "in_r.h"
#include <R_ext/Print.h>
#include <R_ext/Utils.h>
#include <Rinternals.h>
#include <R_ext/GraphicsEngine.h> // R_interrupts_pending, R_interrupts_suspended
#include <setjmp.h>

#ifdef _WIN32
// Ctrl-C and Esc set it; R itself looks at it before R_interrupts_pending.
LibExtern int UserBreak;
void R_ProcessEvents(void);
#define INTERRUPTED (UserBreak || R_interrupts_pending)
#else
#define INTERRUPTED R_interrupts_pending
#endif

// lines.c
int rkeras_standing(void);
void rkeras_make_way(void);
void rkeras_expect_output(void);
void rkeras_show_again(int width);
void rkeras_note_printed(const char *text);
void rkeras_close_line(void);

static void stop_jump(void *target, Rboolean jumping) {
    if (jumping) longjmp(*(jmp_buf *) target, 1);
}

// R's garbage collector jumps at its end if the user interrupted R meanwhile, so any allocation might jump.
// While Rust runs, interrupts are suspended; under a guard their previous state, `outside`, is restored.
static Rboolean held = FALSE, outside = FALSE;

// Returns the previous state for rkeras_release_interrupts().
int rkeras_hold_interrupts(void) {
    int before = held << 1 | outside;
    if (!held) outside = R_interrupts_suspended;
    R_interrupts_suspended = held = TRUE;
    return before;
}

void rkeras_release_interrupts(int before) {
    held = before >> 1;
    if (!held) R_interrupts_suspended = outside;
    outside = before & 1;
}

// Whether Rust runs. Safe in signal handlers.
int rkeras_holds(void) { return held; }

// R's own error for SIGPIPE.
void rkeras_fail_pipe(void) { Rf_error("ignoring SIGPIPE signal"); }

// Whether the user interrupted R and R code has not suspended interrupts. Any thread may call this.
int rkeras_is_interrupted(void) {
    return INTERRUPTED && !(held ? outside : R_interrupts_suspended);
}

void rkeras_set_interrupted(int interrupted) {
    R_interrupts_pending = interrupted;
#ifdef _WIN32
    UserBreak = interrupted;
#endif
}

// Runs body(data). *jumped is set if a jump left it; `token` then contains the jump.
static SEXP guard(SEXP (*body)(void *), void *data, SEXP token, int *jumped) {
    jmp_buf target;
    volatile Rboolean was_held = held;
    SEXP out = R_NilValue;
    if (was_held) {
        R_interrupts_suspended = outside;
        held = FALSE;
    }
    *jumped = setjmp(target);
    if (!*jumped) out = R_UnwindProtect(body, data, stop_jump, &target, token);
    if (was_held) R_interrupts_suspended = held = TRUE;
    return out;
}

// For bodies in Rust, which have nothing to drop: a jump leaves them.
SEXP rkeras_guard(SEXP (*body)(void *), void *data, SEXP token, int *jumped) {
    return guard(body, data, token, jumped);
}

struct evaluation { SEXP call, env; int prints; };
struct allocation { SEXPTYPE type; R_xlen_t length; int *failed; };
struct string { const char *bytes; int length; int *failed; };
struct expansion { SEXP vector; int *failed; };
struct text { const char *bytes; int is_error; };
struct line { void (*write)(const char *, int); const char *text; int width; };
struct shown { SEXP (*show)(void *); void *what; };

// R code that may print: the progress line is erased before its output and shown again after it. Whether the code
// ended its last line is unknown; if not, the progress line continues that line and later overwrites it.
static SEXP evaluate(void *data) {
    struct evaluation *x = data;
    int width = x->prints ? rkeras_standing() : 0;
    if (x->prints) rkeras_expect_output();
    SEXP out = Rf_eval(x->call, x->env);
    if (width) {
        PROTECT(out);
        rkeras_show_again(width);
        UNPROTECT(1);
    }
    return out;
}

static SEXP allocate_vector(void *data) {
    struct allocation *x = data;
    return Rf_allocVector(x->type, x->length);
}

// Returns the message of the condition.
static SEXP note_failure(SEXP condition, void *failed) {
    *(int *) failed = 1;
    SEXP message = TYPEOF(condition) == VECSXP && XLENGTH(condition) > 0 ? VECTOR_ELT(condition, 0) : R_NilValue;
    return TYPEOF(message) == STRSXP && XLENGTH(message) == 1 ? message : Rf_mkString("cannot allocate vector");
}

// Catching an R error takes some microseconds. For smaller vectors, Rust has already checked that there is
// enough memory (rust/src/r/guard.rs); other errors are jumps.
#define LARGE (1 << 27)
#define LARGE_EXPANSION (1 << 17)

static SEXP allocating(SEXP (*body)(void *), void *data, int is_large, int *failed) {
    return is_large ? R_tryCatchError(body, data, note_failure, failed) : body(data);
}

static SEXP make_string(void *data) {
    struct string *x = data;
    return Rf_mkCharLenCE(x->bytes, x->length, CE_UTF8);
}

static SEXP allocate_string(void *data) {
    struct string *x = data;
    return allocating(make_string, data, x->length >= LARGE, x->failed);
}

static SEXP allocate(void *data) {
    struct allocation *x = data;
    return allocating(allocate_vector, data, x->length >= LARGE, x->failed);
}

static SEXP print(void *data) {
    struct text *x = data;
    rkeras_make_way();
    if (x->is_error) REprintf("%s", x->bytes); else Rprintf("%s", x->bytes);
    rkeras_note_printed(x->bytes);
    return R_NilValue;
}

static SEXP write_line(void *data) {
    struct line *x = data;
    x->write(x->text, x->width);
    return R_NilValue;
}

static SEXP leave_line(void *closes) {
    if (*(int *) closes) rkeras_close_line(); else rkeras_make_way();
    return R_NilValue;
}

static SEXP uninterrupted(void *data) {
    struct shown *x = data;
    Rboolean before = R_interrupts_suspended;
    R_interrupts_suspended = TRUE;
    x->show(x->what);
    R_interrupts_suspended = before;
    return R_NilValue;
}

// Prints with interrupts suspended, because the caller could not report an interrupt. After a jump R
// restores its flag.
static void show(SEXP (*body)(void *), void *what, SEXP token, int *jumped) {
    struct shown data = {body, what};
    guard(uninterrupted, &data, token, jumped);
}

static SEXP check_interrupt(void *data) {
    R_CheckUserInterrupt();
    return R_NilValue;
}

static SEXP expand(void *data) {
    struct expansion *x = data;
    DATAPTR_RO(x->vector);
    return R_NilValue;
}

static SEXP materialize(void *data) {
    struct expansion *x = data;
    // Elements of strings and lists are computed one by one.
    if (TYPEOF(x->vector) == STRSXP || TYPEOF(x->vector) == VECSXP) return R_NilValue;
    return allocating(expand, data, XLENGTH(x->vector) >= LARGE_EXPANSION, x->failed);
}

// Processes events as Sys.sleep() does. On Unix, R has these functions for programs that embed it; without them,
// events wait.
static SEXP run_events(void *data) {
#ifdef _WIN32
    R_ProcessEvents();
#else
    void **handlers = in_r("R_InputHandlers");
    void *(*check)(int, int) = (void *(*)(int, int)) in_r("R_checkActivity");
    void (*run)(void *, void *) = (void (*)(void *, void *)) in_r("R_runHandlers");
    if (handlers && check && run) run(*handlers, check(0, 1));
#endif
    return R_NilValue;
}

SEXP rkeras_evaluate(SEXP call, SEXP env, int prints, SEXP token, int *jumped) {
    struct evaluation data = {call, env, prints};
    return guard(evaluate, &data, token, jumped);
}

SEXP rkeras_allocate(unsigned int type, R_xlen_t length, int *failed, SEXP token, int *jumped) {
    struct allocation data = {type, length, failed};
    return guard(allocate, &data, token, jumped);
}

void rkeras_print(const char *bytes, int is_error, SEXP token, int *jumped) {
    struct text data = {bytes, is_error};
    show(print, &data, token, jumped);
}

void rkeras_write_line(void (*write)(const char *, int), const char *text, int width, SEXP token, int *jumped) {
    struct line data = {write, text, width};
    show(write_line, &data, token, jumped);
}

void rkeras_leave_line(int closes, SEXP token, int *jumped) { show(leave_line, &closes, token, jumped); }

SEXP rkeras_allocate_string(const char *bytes, int length, int *failed, SEXP token, int *jumped) {
    struct string data = {bytes, length, failed};
    return guard(allocate_string, &data, token, jumped);
}

SEXP rkeras_materialize(SEXP x, int *failed, SEXP token, int *jumped) {
    struct expansion data = {x, failed};
    return guard(materialize, &data, token, jumped);
}

void rkeras_check_interrupt(SEXP token, int *jumped) {
    guard(check_interrupt, NULL, token, jumped);
}

void rkeras_run_events(SEXP token, int *jumped) { guard(run_events, NULL, token, jumped); }

// Small values. R may jump when it allocates them, so each has a guard, which takes about ten nanoseconds.
struct scalar { SEXPTYPE type; int integer; double re, im; const char *bytes; };
struct element { SEXP vector; R_xlen_t i; struct scalar *scalar; };
struct attribute { SEXP x, name, value; };
struct cell { SEXP tag, head, tail; int is_call; };

static SEXP make_scalar(void *data) {
    struct scalar *x = data;
    switch (x->type) {
    case INTSXP: return Rf_ScalarInteger(x->integer);
    case REALSXP: return Rf_ScalarReal(x->re);
    case CPLXSXP: {
        Rcomplex number;
        number.r = x->re;
        number.i = x->im;
        return Rf_ScalarComplex(number);
    }
    case CHARSXP: return Rf_mkCharLenCE(x->bytes, x->integer, CE_UTF8);
    case STRSXP: {
        SEXP chars = PROTECT(Rf_mkCharLenCE(x->bytes, x->integer, CE_UTF8));
        SEXP out = Rf_ScalarString(chars);
        UNPROTECT(1);
        return out;
    }
    default: return Rf_ScalarLogical(x->integer);
    }
}

static SEXP set_element(void *data) {
    struct element *x = data;
    SEXP value = make_scalar(x->scalar);
    if (TYPEOF(x->vector) == STRSXP) SET_STRING_ELT(x->vector, x->i, value);
    else SET_VECTOR_ELT(x->vector, x->i, value);
    return R_NilValue;
}

static SEXP set_attribute(void *data) {
    struct attribute *x = data;
    Rf_setAttrib(x->x, x->name, x->value);
    return R_NilValue;
}

static SEXP copy_attributes(void *data) {
    struct attribute *x = data;
    SHALLOW_DUPLICATE_ATTRIB(x->x, x->value);
    return R_NilValue;
}

static SEXP make_cell(void *data) {
    struct cell *x = data;
    SEXP out = x->is_call ? Rf_lcons(x->head, x->tail) : Rf_cons(x->head, x->tail);
    SET_TAG(out, x->tag);
    return out;
}

static SEXP make_environment(void *parent) { return R_NewEnv(parent, 0, 0); }

SEXP rkeras_scalar(struct scalar *scalar, SEXP token, int *jumped) {
    return guard(make_scalar, scalar, token, jumped);
}

void rkeras_set_element(SEXP vector, R_xlen_t i, struct scalar *scalar, SEXP token, int *jumped) {
    struct element data = {vector, i, scalar};
    guard(set_element, &data, token, jumped);
}

void rkeras_set_attribute(SEXP x, SEXP name, SEXP value, SEXP token, int *jumped) {
    struct attribute data = {x, name, value};
    guard(set_attribute, &data, token, jumped);
}

void rkeras_copy_attributes(SEXP to, SEXP from, SEXP token, int *jumped) {
    struct attribute data = {to, R_NilValue, from};
    guard(copy_attributes, &data, token, jumped);
}

SEXP rkeras_cell(SEXP tag, SEXP head, SEXP tail, int is_call, SEXP token, int *jumped) {
    struct cell data = {tag, head, tail, is_call};
    return guard(make_cell, &data, token, jumped);
}

SEXP rkeras_environment(SEXP parent, SEXP token, int *jumped) {
    return guard(make_environment, parent, token, jumped);
}

// Called by R: continues the jump that a guard stopped.
SEXP rkeras_continue_unwind(SEXP token) {
    R_ContinueUnwind(token);
    return R_NilValue; // not reached
}
