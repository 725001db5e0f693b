// A line from R's console as the user has typed it: R's readline() removes spaces at its start, which
// Python needs.
#include "in_r.h"
#include <Rinternals.h>
#include <string.h>

#define PART 1024

typedef int (*read_console)(const char *prompt, unsigned char *out, int size, int to_history);

// Called by R. The line; `character()` at the end of the input; NULL if R does not have the function, which
// is not part of its API. R itself may jump out of it, on an interrupt.
SEXP rkeras_read_line(SEXP prompt) {
    read_console read = (read_console) in_r("R_ReadConsole");
    if (!read) return R_NilValue;
    const char *shown = CHAR(STRING_ELT(prompt, 0));
    size_t used = 0, size = 4 * PART;
    char *line = R_alloc(size, 1);
    for (;;) {
        if (size - used < 2 * PART) {
            line = memcpy(R_alloc(2 * size, 1), line, used);
            size *= 2;
        }
        line[used] = '\0';
        if (!read(shown, (unsigned char *) line + used, PART, 1)) break;
        used += strlen(line + used);
        if (used > 0 && line[used - 1] == '\n') {
            line[used - 1] = '\0';
            return Rf_mkString(line);
        }
        shown = "";
    }
    return used > 0 ? Rf_mkString(line) : Rf_allocVector(STRSXP, 0);
}
