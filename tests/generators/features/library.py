"""Library functions that read or write memory, and those that only take time: a call of each."""

from __future__ import annotations

from tests.generators.features.snippet import Snippet

BUFFER = "char c$n[4] = {97, $b, 0, 0};"
#: headers, and what is called with a buffer c$n at hand
CALLS = (
    ("stdio.h", 'fprintf(stderr, "%s", c$n)'),
    ("stdio.h", 'dprintf(1, "%d", x)'),
    ("stdio.h", 'sprintf(c$n, "%d", $b)'),
    ("stdio.h", 'snprintf(c$n, 2, "%d", $b)'),
    ("stdio.h", "puts(c$n)"),
    ("stdio.h", "fputs(c$n, stdout)"),
    ("stdio.h", "(perror(c$n), 0)"),
    ("err.h", '(warn("%s", c$n), 0)'),
    ("err.h", '(warnx("%d", x), 0)'),
    ("err.h", "($b == 1 ? (errx(1, 0), 0) : 0)"),
    ("arpa/inet.h", "(htons(x) + ntohl($b) > 3)"),
    ("stdio.h", 'scanf("%d", &v$n)'),
    ("stdio.h", 'fscanf(stdin, "%d", &v$n)'),
    ("stdio.h", 'sscanf(c$n, "%d", &v$n)'),
    ("stdio.h", "fwrite(c$n, 1, 2, stdout)"),
    ("stdio.h", "fread(c$n, 1, 2, stdin)"),
    ("stdio.h", "fflush(stdout)"),
    ("stdio.h", "(setbuf(stdout, 0), 0)"),
    ("strings.h", "(bzero(c$n, 2), 0)"),
    ("strings.h", "(bcopy(c$n, c$n + 2, 1), 0)"),
    ("string.h", "(mempcpy(c$n, c$n + 2, 1) == 0)"),
    ("string.h", "strlen(c$n)"),
    ("string.h", "strcmp(c$n, c$n + 1)"),
    ("string.h", "memcmp(c$n, c$n + 1, 2)"),
    ("string.h", "(strncpy(c$n, c$n + 1, 1) == 0)"),
    ("string.h", "__builtin_add_overflow(x, $b, &v$n)"),
    ("string.h", "(*(char *)__builtin_assume_aligned(c$n, 1) == $b)"),
    ("unistd.h", "write(1, c$n, 2)"),
    ("unistd.h", "read(0, c$n, 2)"),
    ("unistd.h", "(sysconf(84) > 3)"),
    ("unistd.h", "usleep($b)"),
    ("stdlib.h", "(srand($b), 0)"),
    ("time.h", "clock_gettime(CLOCK_REALTIME, &t$n)"),
    ("time.h", "clock_getres(CLOCK_REALTIME, &t$n)"),
    ("time.h", "timespec_get(&t$n, TIME_UTC)"),
    ("time.h", "nanosleep(&t$n, 0)"),
    ("time.h", "clock_nanosleep(CLOCK_REALTIME, 0, &t$n, 0)"),
    ("time.h", "(time(0) == 0)"),
    ("time.h", "(clock() > 1)"),
    ("time.h", "clock_gettime(CLOCK_MONOTONIC, &t$n)"),
    ("sys/time.h", "gettimeofday(&w$n, 0)"),
    ("pthread.h", 'pthread_setname_np(pthread_self(), "a")'),
    ("stdlib.h", "(rand_r(&u$n) & 1)"),
    ("stdlib.h", "abs(v$n)"),
    ("ctype.h", "isdigit(c$n[0])"),
)
LISTS = "static void out$n(const char *f, ...) { va_list l; va_start(l, f); v%sprintf(%sf, l); va_end(l); }"


def _call(headers: str, call: str) -> Snippet:
    used = [
        ("v$n", "int v$n = $k;"),
        ("t$n", "struct timespec t$n = {0, 0};"),
        ("w$n", "struct timeval w$n;"),
        ("u$n", "unsigned u$n = 1;"),
    ]
    needed = " ".join([text for name, text in used if name in call])
    return Snippet(
        f"call of {call.split('(', maxsplit=1)[0] or call}: {call}",
        f"{BUFFER} {needed} if ({call}) {{ $S }} else {{ $S }}",
        headers=headers,
    )


SNIPPETS = (
    *[_call(*c) for c in CALLS],
    Snippet("vprintf", 'if ($x == 3) out$n("%d", 1); $S', functions=LISTS % ("", ""), headers="stdio.h stdarg.h"),
    Snippet(
        "vfprintf", 'if ($x == 3) out$n("%d", 1); $S', functions=LISTS % ("f", "stderr, "), headers="stdio.h stdarg.h"
    ),
    Snippet("shared buffer", "puts(c$n);", "c$n[0] = 98;", globals='static char c$n[3] = "a";', headers="stdio.h"),
    Snippet("shared time", "time(&t$n);", "if (t$n) { $S }", globals="static time_t t$n;", headers="time.h"),
    Snippet("errno", "errno = $b; if (errno) { $S }", headers="errno.h"),
)
