// R's jumps (errors, restarts, interrupts) are stopped here: Rust and Python return them as values, and
// rkeras_continue_unwind() continues them when only R frames are left. What runs under the guard is in
// rust/src/r/guard.rs; setjmp() cannot be called from Rust.
#include "in_r.h"
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

// Under a guard. Returns the previous state; R restores it after a jump.
int rkeras_suspend_interrupts(int suspended) {
    int before = R_interrupts_suspended;
    R_interrupts_suspended = suspended;
    return before;
}

static void stop_jump(void *target, Rboolean jumping) {
    if (jumping) longjmp(*(jmp_buf *) target, 1);
}

// Runs body(data). If a jump leaves it, `token` contains the jump.
void rkeras_guard(SEXP (*body)(void *), void *data, SEXP token) {
    jmp_buf target;
    volatile Rboolean was_held = held;
    if (was_held) {
        R_interrupts_suspended = outside;
        held = FALSE;
    }
    if (!setjmp(target)) R_UnwindProtect(body, data, stop_jump, &target, token);
    if (was_held) R_interrupts_suspended = held = TRUE;
}

// Processes events as Sys.sleep() does. On Unix, R has these functions for programs that embed it; without them,
// events wait.
void rkeras_run_events(void) {
#ifdef _WIN32
    R_ProcessEvents();
#else
    void **handlers = in_r("R_InputHandlers");
    void *(*check)(int, int) = (void *(*)(int, int)) in_r("R_checkActivity");
    void (*run)(void *, void *) = (void (*)(void *, void *)) in_r("R_runHandlers");
    if (handlers && check && run) run(*handlers, check(0, 1));
#endif
}

// Called by R: continues the jump that a guard stopped.
SEXP rkeras_continue_unwind(SEXP token) {
    R_ContinueUnwind(token);
    return R_NilValue; // not reached
}
