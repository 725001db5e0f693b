// The progress line, which is the last line of the console: it is erased before other output is printed. Whatever
// prints, or runs R code, may jump, so Rust calls it under the guard.
#include <R_ext/Print.h>
#include <Rinternals.h>
#include <stdlib.h>
#include <string.h>

// watch.c
void rkeras_watch_console(void (*tell)(void));
void rkeras_unwatch_console(void);

// The width in columns of the erasable line that contains the cursor; 0 if there is none.
static int standing = 0;
// Whether R's console erases that line by itself before it writes.
static Rboolean watched = FALSE;
// The text of that line.
static char *shown = NULL;
// A finished line that is not written yet: it is written before the next output, and may be replaced until
// then.
static char *held = NULL;
// Whether the last Python output did not end its line.
static Rboolean unended = FALSE;

static char *copy_of(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static void unwatch(void) {
    rkeras_unwatch_console();
    watched = FALSE;
}

static void erase(void) {
    int width = standing;
    standing = 0;
    unwatch();
    if (width) Rprintf("\r%*s\r", width, "");
}

static void end_others(void) {
    if (unended) Rprintf("\n");
    unended = FALSE;
}

static void write_whole(const char *text) {
    erase();
    end_others();
    Rprintf("%s\n", text);
}

static void write_held(void) {
    char *text = held;
    held = NULL;
    if (text) write_whole(text);
    free(text);
}

// Erases the line before other output.
void rkeras_make_way(void) {
    if (held) write_held(); else erase();
}

static void note_watched(void) { watched = TRUE; }

static void stand(const char *text, int width) {
    int rest = standing > width ? standing - width : 0;
    unwatch();
    end_others();
    // With sink() the line does not reach the console.
    rkeras_watch_console(note_watched);
    Rprintf("%s%s%*s", standing ? "\r" : "", text, rest, "");
    rkeras_unwatch_console();
    standing = width;
    if (watched) rkeras_watch_console(erase);
}

// Evaluates R code that may print: the line is erased before its output and shown again after it, unless another
// line has been shown since. Whether the code ended its last line is unknown; if not, the line continues that line
// and later overwrites it.
SEXP rkeras_evaluate(SEXP call, SEXP env) {
    int width = standing;
    // What goes to the console erases the line when it is written.
    if (held || !watched) rkeras_make_way();
    SEXP out = PROTECT(Rf_eval(call, env));
    if (width && shown && !standing) stand(shown, width);
    UNPROTECT(1);
    return out;
}

// Prints what Python has written.
void rkeras_print(const char *text, int is_error) {
    rkeras_make_way();
    if (is_error) REprintf("%s", text); else Rprintf("%s", text);
    size_t length = strlen(text);
    if (length) unended = text[length - 1] != '\n';
}

static void keep_shown(const char *text) {
    free(shown);
    shown = text ? copy_of(text) : NULL;
}

// Shows a line until the next line or other output is written.
void rkeras_show_line(const char *text, int width) {
    write_held();
    stand(text, width);
    keep_shown(text);
}

static void hold(const char *text) {
    free(held);
    held = copy_of(text);
    if (!held) write_whole(text);
}

// Finishes a line. It may be replaced until other output is written.
void rkeras_hold_line(const char *text, int width) {
    (void) width;
    write_held();
    keep_shown(NULL);
    hold(text);
}

// Replaces the held line if it was not written yet.
void rkeras_replace_line(const char *text, int width) {
    (void) width;
    if (held) hold(text);
    write_held();
}

void rkeras_end_line(const char *text, int width) {
    (void) width;
    write_held();
    keep_shown(NULL);
    write_whole(text);
}

// Leaves the current line as it is.
void rkeras_close_line(void) {
    write_held();
    unwatch();
    if (standing) Rprintf("\n");
    standing = 0;
    unended = FALSE;
    keep_shown(NULL);
}
