// More C stack for R and Python calling each other: a piece of memory that is used as the stack, and that
// R takes for its own, while `body` runs. No jump leaves `body`.
#ifdef __linux__
#define _GNU_SOURCE // RTLD_DEFAULT
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

struct entry { void (*body)(void *); void *data; };

// makecontext() passes ints: a pointer goes in two halves.
static void enter(unsigned int high, unsigned int low) {
    struct entry *entry = (struct entry *) ((uintptr_t) high << 32 | (uintptr_t) low);
    entry->body(entry->data);
}

void rkeras_on_stack(char *memory, size_t size, void (*body)(void *), void *data) {
    ucontext_t here, there;
    struct entry entry = {body, data};
    // Of R's interface for programs that embed it: looked up by name, as not every R has it.
    uintptr_t *r_start = dlsym(RTLD_DEFAULT, "R_CStackStart"), *r_limit = dlsym(RTLD_DEFAULT, "R_CStackLimit");
    if (!r_start || !r_limit) {
        body(data);
        return;
    }
    uintptr_t start = *r_start, limit = *r_limit, pointer = (uintptr_t) &entry;
    getcontext(&there);
    there.uc_stack.ss_sp = memory;
    there.uc_stack.ss_size = size;
    there.uc_link = &here;
    makecontext(&there, (void (*)(void)) enter, 2, (unsigned int) (pointer >> 32), (unsigned int) pointer);
    // As R reckons with the stack that the system gave it.
    *r_start = (uintptr_t) memory + size;
    *r_limit = (uintptr_t) (0.95 * size);
    swapcontext(&here, &there);
    *r_start = start;
    *r_limit = limit;
}
#else
#include <stddef.h>

// Not asked for elsewhere (rust/src/threads/stack.rs).
void rkeras_on_stack(char *memory, size_t size, void (*body)(void *), void *data) { body(data); }
#endif
