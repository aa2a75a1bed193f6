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
    ("stdio.h", "(setlinebuf(stdout), 0)"),
    ("stdio.h", "fputs(c$n, stdout)"),
    ("stdio.h", "(perror(c$n), 0)"),
    ("err.h", '(warn("%s", c$n), 0)'),
    ("err.h", '(warnx("%d", x), 0)'),
    ("err.h", "($b == 1 ? (errx(1, 0), 0) : 0)"),
    ("arpa/inet.h", "(htons(x) + ntohl($b) > 3)"),
    ("stdio.h", 'scanf("%d", &v$n)'),
    ("stdio.h", 'fscanf(stdin, "%d", &v$n)'),
    ("stdio.h", 'sscanf(c$n, "%d", &v$n)'),
    ("stdio.h", 'sscanf(c$n, "%1s%n", c$n + 2, &v$n)'),
    ("stdio.h", 'sscanf(c$n, "%*c%x", (unsigned *)&v$n)'),
    ("stdio.h", 'snprintf(c$n, 3, "%.1f", x / 2.0)'),
    ("stdio.h", '({ double d$n = 0; sscanf(c$n, "%lf", &d$n) + (d$n > 0); })'),
    ("stdio.h", 'scanf("%1[^a]", c$n + 2)'),
    ("stdio.h", 'scanf("%*d %1d", &v$n)'),
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
    ("sys/socket.h", "(accept(3, 0, 0) > 3)"),
    ("sys/socket.h", "bind(3, &s$n, 2)"),
    ("sys/socket.h", "getsockname(3, &s$n, &u$n)"),
    ("sys/socket.h", "getsockopt(3, 1, 2, &v$n, &u$n)"),
    ("sys/socket.h", "setsockopt(3, 1, 2, &v$n, 4)"),
    ("sys/socket.h", "(recv(3, c$n, 2, 0) > 1)"),
    ("sys/socket.h", "(send(3, c$n, 2, 0) > 1)"),
    ("sys/prctl.h", "prctl(PR_SET_NAME, c$n)"),
    ("stdlib.h", "(getenv(c$n) == 0)"),
    ("stdlib.h", "(atoi(c$n + 1) > 3)"),
    ("stdlib.h", "(atol(c$n + 1) > 3)"),
    ("stdlib.h", "(atoll(c$n + 1) > 3)"),
    ("stdlib.h", "(strtol(c$n + 1, 0, 10) > 3)"),
    ("stdlib.h", "(strtoul(c$n + 1, 0, 10) > 3)"),
    ("stdlib.h", "(strtoll(c$n + 1, 0, 10) > 3)"),
    ("stdlib.h", "(strtoull(c$n + 1, 0, 10) > 3)"),
    ("inttypes.h", "(strtoimax(c$n + 1, 0, 10) > 3)"),
    ("inttypes.h", "(strtoumax(c$n + 1, 0, 10) > 3)"),
    ("string.h", "(strerror_r($b, c$n, 4) == 0)"),
    ("unistd.h sys/syscall.h", "(syscall(SYS_gettid) > 3)"),
    ("x86intrin.h", "(__builtin_ia32_rdtsc() > 3)"),
    ("sys/resource.h", "(getrlimit(RLIMIT_NOFILE, &r$n) == 0 && r$n.rlim_cur > 3)"),
    ("math.h", "(sin(v$n) > 0.5)"),
    ("arpa/inet.h", "(inet_addr(c$n) == 1)"),
    ("stdio.h", "(putc_unlocked($b, stdout) == 3)"),
    ("stdio.h", "(getchar_unlocked() == 3)"),
    ("unistd.h", "(getlogin() == 0)"),
    ("locale.h", '(setlocale(LC_ALL, "") == 0)'),
    ("string.h", "(strsignal($b)[0] == 85)"),
    ("pwd.h", "(getpwuid($b) == 0)"),
    ("time.h", "(gmtime_r(&e$n, &d$n) && d$n.tm_mon == 11)"),
    ("syslog.h", '(syslog(LOG_INFO, "%d", x), 0)'),
)
OUT = "static void out$n(const char *f, ...) { va_list l; va_start(l, f);"
SUM = (
    "static int sum$n(int n, ...) { __builtin_va_list l, m; __builtin_va_start(l, n); __builtin_va_copy(m, l); int s = 0;"
    " while (n--) s += __builtin_va_arg(m, int); __builtin_va_end(l); __builtin_va_end(m); return s; }"
)
BELOW = "static int below$n(const void *a, const void *b) { return *(const int *)a < *(const int *)b ? -1 : 1; }"
LISTS = "static void out$n(const char *f, ...) { va_list l; va_start(l, f); v%sprintf(%sf, l); va_end(l); }"


def _call(headers: str, call: str) -> Snippet:
    used = [
        ("v$n", "int v$n = $k;"),
        ("t$n", "struct timespec t$n = {0, 0};"),
        ("w$n", "struct timeval w$n;"),
        ("u$n", "unsigned u$n = 1;"),
        ("s$n", "struct sockaddr s$n = {0};"),
        ("r$n", "struct rlimit r$n;"),
        ("e$n", "time_t e$n = x;"),
        ("d$n", "struct tm d$n;"),
    ]
    needed = " ".join([text for name, text in used if name in call])
    return Snippet(
        f"call of {call.split('(', maxsplit=1)[0] or call}: {call}",
        f"{BUFFER} {needed} if ({call}) {{ $S }} else {{ $S }}",
        headers=headers,
    )


SNIPPETS = (
    *[_call(*c) for c in CALLS],
    Snippet("asprintf", 'char *p$n; if (asprintf(&p$n, "%d", x) == 3) { $S } free(p$n);', headers="stdio.h stdlib.h"),
    Snippet("vprintf", 'if ($x == 3) out$n("%d", 1); $S', functions=LISTS % ("", ""), headers="stdio.h stdarg.h"),
    Snippet(
        "vfprintf", 'if ($x == 3) out$n("%d", 1); $S', functions=LISTS % ("f", "stderr, "), headers="stdio.h stdarg.h"
    ),
    *[
        Snippet(
            f"v{name}",
            'if ($x == 3) out$n("%d", 1); $S',
            functions=f"{OUT} {call}; va_end(l); }}",
            headers="stdio.h stdlib.h stdarg.h err.h",
        )
        for name, call in (
            ("sprintf", "char s[9]; vsprintf(s, f, l)"),
            ("snprintf", "char s[9]; vsnprintf(s, 3, f, l)"),
            ("asprintf", "char *s; vasprintf(&s, f, l); free(s)"),
            ("warn", "vwarn(f, l)"),
            ("err", "verr(1, f, l)"),
        )
    ],
    *[
        Snippet(
            f"v{name}",
            'if ($x == 3) out$n("%d", &$x); $S',
            functions=f"{OUT} {call}; va_end(l); }}",
            headers="stdio.h stdarg.h",
        )
        for name, call in (
            ("scanf", "vscanf(f, l)"),
            ("fscanf", "vfscanf(stdin, f, l)"),
            ("sscanf", 'vsscanf("4", f, l)'),
        )
    ],
    Snippet("variable arguments", "if (sum$n(2, $b, x) == 3) { $S } else { $S }", functions=SUM),
    Snippet(
        "qsort",
        "int a$n[3] = {$b, x, 2}; qsort(a$n, 3, 4, below$n); if (a$n[0] == 2) { $S }",
        functions=BELOW,
        headers="stdlib.h",
    ),
    Snippet(
        "mmap",
        "int *p$n = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); "
        "if (p$n != MAP_FAILED) { if (p$n[1] == $b) { $S } munmap(p$n, 4096); }",
        headers="sys/mman.h",
    ),
    Snippet(
        "mmap of a file",
        "int *p$n = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, 3, 0); "
        "if (p$n != MAP_FAILED) { p$n[0] = $b; if (p$n[$b]) { $S } if ($x) munmap(p$n, 4096); }",
        headers="sys/mman.h",
    ),
    Snippet("number of a thread id", "if ((unsigned long)pthread_self() > 3ul) { $S }"),
    Snippet("shared buffer", "puts(c$n);", "c$n[0] = 98;", globals='static char c$n[3] = "a";', headers="stdio.h"),
    Snippet("shared time", "time(&t$n);", "if (t$n) { $S }", globals="static time_t t$n;", headers="time.h"),
    Snippet("errno", "errno = $b; if (errno) { $S }", headers="errno.h"),
)
