// The line of the console in which progress stands, at the end of all: it makes way for what others print.
// sink() shows us that, by a connection that is written to beside the console.
#define _GNU_SOURCE // RTLD_DEFAULT
#include <dlfcn.h>
#include <R_ext/Print.h>
#include <Rinternals.h>
#include <R_ext/Connections.h>
#include <stdlib.h>
#include <string.h>

// The columns of a line that may be taken away, in which the cursor is.
static int standing = 0;
// A finished line that is written when the next is, or anything else: until then it may be replaced.
static char *held = NULL;
// What others wrote last has not ended its line.
static Rboolean unended = FALSE;
// What is written is ours.
static Rboolean writing = FALSE;

static void take_away(void) {
    int width = standing;
    standing = 0;
    if (width) Rprintf("\r%*s\r", width, "");
}

static void end_others(void) {
    if (unended) Rprintf("\n");
    unended = FALSE;
}

static void write_whole(const char *text) {
    take_away();
    end_others();
    Rprintf("%s\n", text);
}

static void write_held(void) {
    char *text = held;
    held = NULL;
    if (text) write_whole(text);
    free(text);
}

// Before others write.
void rkeras_make_way(void) {
    Rboolean before = writing;
    writing = TRUE;
    if (held) write_held(); else take_away();
    writing = before;
}

static void hold(const char *text) {
    free(held);
    held = malloc(strlen(text) + 1);
    if (held) strcpy(held, text); else write_whole(text);
}

static void show(const char *text, int width) {
    int rest = standing > width ? standing - width : 0;
    end_others();
    Rprintf("%s%s%*s", standing ? "\r" : "", text, rest, "");
    standing = width;
}

// The kinds are those of `Line` in rust/src/r/guard.rs.
void rkeras_write_line(const char *text, int width, int kind) {
    enum { SHOW, HOLD, REPLACE, END };
    writing = TRUE;
    if (kind != REPLACE) write_held();
    switch (kind) {
    case SHOW: show(text, width); break;
    case HOLD: hold(text); break;
    case REPLACE:
        if (held) hold(text);
        write_held();
        break;
    case END: write_whole(text);
    }
    writing = FALSE;
}

// A line that stands is left as it is.
void rkeras_close_line(void) {
    writing = TRUE;
    write_held();
    if (standing) Rprintf("\n");
    standing = 0;
    unended = writing = FALSE;
}

static char last_of(const char *format, va_list args, int length) {
    char *text = malloc(length + 1);
    if (!text) return '\n';
    vsnprintf(text, length + 1, format, args);
    char last = text[length - 1];
    free(text);
    return last;
}

static int notice(Rconnection connection, const char *format, va_list args) {
    (void) connection;
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length > 0 && !writing) {
        rkeras_make_way();
        unended = last_of(format, again, length) != '\n';
    }
    va_end(again);
    return length;
}

// Called by R: a connection for sink(split = TRUE). R's interface for connections may change, so it is looked
// up; NULL where this R has none, or another.
SEXP rkeras_watch_lines(void) {
    typedef SEXP maker(const char *, const char *, const char *, Rconnection *);
    maker *make = (maker *) dlsym(RTLD_DEFAULT, "R_new_custom_connection");
    if (!make || R_CONNECTIONS_VERSION != 1) return R_NilValue;
    Rconnection connection;
    SEXP out = make("progress", "w", "rkeras_progress", &connection);
    connection->isopen = connection->canwrite = TRUE;
    connection->canread = FALSE;
    connection->vfprintf = notice;
    return out;
}
