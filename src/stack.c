// More C stack for R and Python calling each other: a piece of memory that is used as the stack, and that
// R takes for its own, while `body` runs. No jump leaves `body`.
#ifdef __linux__
#define CSTACK_DEFNS
#include <stdint.h>
#include <Rinterface.h>
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
    uintptr_t start = R_CStackStart, limit = R_CStackLimit, pointer = (uintptr_t) &entry;
    getcontext(&there);
    there.uc_stack.ss_sp = memory;
    there.uc_stack.ss_size = size;
    there.uc_link = &here;
    makecontext(&there, (void (*)(void)) enter, 2, (unsigned int) (pointer >> 32), (unsigned int) pointer);
    // As R reckons with the stack that the system gave it.
    R_CStackStart = (uintptr_t) memory + size;
    R_CStackLimit = (uintptr_t) (0.95 * size);
    swapcontext(&here, &there);
    R_CStackStart = start;
    R_CStackLimit = limit;
}
#else
#include <stddef.h>

// Not asked for elsewhere (rust/src/python/stack.rs).
void rkeras_on_stack(char *memory, size_t size, void (*body)(void *), void *data) { body(data); }
#endif
