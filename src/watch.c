// Notices that R's console is about to write or to read. R lets a program that embeds it set these functions; they
// are not part of R's API. Without them nothing is noticed, as on Windows.
#include "in_r.h"
#include <Rinternals.h>
#include <stdio.h>

typedef void (*write_plain)(const char *, int);
typedef void (*write_kind)(const char *, int, int);
typedef int (*read_line)(const char *, unsigned char *, int, int);

// The variables of R, and their values while the console is watched.
static struct { FILE **output, **errors; write_plain *plain; write_kind *kind; read_line *read; } of_r;
static struct { FILE *output, *errors; write_plain plain; write_kind kind; read_line read; } own;
static void (*noticed)(void) = NULL;

static Rboolean find_console(void) {
    static Rboolean is_sought = FALSE;
    if (!is_sought) {
        of_r.output = (FILE **) in_r("R_Outputfile");
        of_r.errors = (FILE **) in_r("R_Consolefile");
        of_r.plain = (write_plain *) in_r("ptr_R_WriteConsole");
        of_r.kind = (write_kind *) in_r("ptr_R_WriteConsoleEx");
        of_r.read = (read_line *) in_r("ptr_R_ReadConsole");
    }
    is_sought = TRUE;
    return of_r.output && of_r.errors && of_r.plain && of_r.kind && of_r.read;
}

void rkeras_unwatch_console(void) {
    if (!noticed) return;
    *of_r.output = own.output;
    *of_r.errors = own.errors;
    *of_r.plain = own.plain;
    *of_r.kind = own.kind;
    *of_r.read = own.read;
    noticed = NULL;
}

static void notice(void) {
    void (*tell)(void) = noticed;
    rkeras_unwatch_console();
    if (tell) tell();
}

static void watched_write(const char *text, int length, int is_error) {
    notice();
    FILE *file = is_error ? *of_r.errors : *of_r.output;
    if (file) {
        fwrite(text, 1, length, file);
        fflush(file);
    } else if (*of_r.plain) {
        (*of_r.plain)(text, length);
    } else {
        (*of_r.kind)(text, length, is_error);
    }
}

static int watched_read(const char *prompt, unsigned char *out, int size, int to_history) {
    notice();
    return (*of_r.read)(prompt, out, size, to_history);
}

// Calls tell() once, before the console is used next. Output that goes elsewhere, as with sink(), and that of other
// programs is not noticed.
void rkeras_watch_console(void (*tell)(void)) {
    rkeras_unwatch_console();
    if (!find_console()) return;
    own.output = *of_r.output;
    own.errors = *of_r.errors;
    own.plain = *of_r.plain;
    own.kind = *of_r.kind;
    own.read = *of_r.read;
    noticed = tell;
    // R writes to these files if there are any, and otherwise calls a function.
    *of_r.output = *of_r.errors = NULL;
    *of_r.plain = NULL;
    *of_r.kind = watched_write;
    *of_r.read = watched_read;
}
