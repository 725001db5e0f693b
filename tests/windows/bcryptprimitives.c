// Rust's random numbers on Windows, for versions of Wine that lack this library: enough for tests.
#include <stdlib.h>

__declspec(dllexport) int ProcessPrng(unsigned char *data, size_t length) {
    for (size_t i = 0; i < length; i++) data[i] = (unsigned char) rand();
    return 1;
}
