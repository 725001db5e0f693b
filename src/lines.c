// The line of the console in which progress stands, at the end of all: it is erased before others print.
#include <R_ext/Print.h>
#include <Rinternals.h>
#include <stdlib.h>
#include <string.h>

// The columns of a line that may be erased, in which the cursor is.
static int standing = 0;
// What such a line says.
static char *shown = NULL;
// A finished line that is written when the next is, or anything else: until then it may be replaced.
static char *held = NULL;
// What Python printed last has not ended its line.
static Rboolean unended = FALSE;

static char *copy_of(const char *text) {
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static void erase(void) {
    int width = standing;
    standing = 0;
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

// Before others print.
void rkeras_make_way(void) {
    if (held) write_held(); else erase();
}

static void stand(const char *text, int width) {
    int rest = standing > width ? standing - width : 0;
    end_others();
    Rprintf("%s%s%*s", standing ? "\r" : "", text, rest, "");
    standing = width;
}

// The line that made way, where no other stands now.
void rkeras_show_again(int width) {
    if (shown && !standing) stand(shown, width);
}

int rkeras_standing(void) { return standing; }

// Of what Python prints.
void rkeras_note_printed(const char *text) {
    size_t length = strlen(text);
    if (length) unended = text[length - 1] != '\n';
}

static void keep_shown(const char *text) {
    free(shown);
    shown = text ? copy_of(text) : NULL;
}

// It stands until the next is written or anything else is.
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

// It is finished, and may be replaced until anything else is written.
void rkeras_hold_line(const char *text, int width) {
    (void) width;
    write_held();
    keep_shown(NULL);
    hold(text);
}

// It replaces the one that is held, if that is still so.
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

// A line that stands is left as it is.
void rkeras_close_line(void) {
    write_held();
    if (standing) Rprintf("\n");
    standing = 0;
    unended = FALSE;
    keep_shown(NULL);
}
