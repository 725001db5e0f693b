// A function or variable of R that is not part of its API; NULL if this R does not have it.
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
static inline void *in_r(const char *name) {
    HMODULE r = GetModuleHandleA("R.dll");
    return r ? (void *) GetProcAddress(r, name) : NULL;
}
#else
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // RTLD_DEFAULT
#endif
#include <dlfcn.h>
static inline void *in_r(const char *name) { return dlsym(RTLD_DEFAULT, name); }
#endif
