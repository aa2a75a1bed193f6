// A stream is one wherever it is kept.
#include <assert.h>
#include <stdio.h>

struct log {
    FILE *out;
    int lines;
};

FILE *err;

static void say(struct log *log, const char *text) {
    fputs(text, log->out);
    fprintf(err ? err : stderr, "%s", text);
    log->lines++;
}

int main(void) {
    struct log log = {stdout, 0};
    say(&log, "one");
    err = stderr;
    say(&log, "two");
    assert(log.lines == 1);
    return 0;
}
