"""Values that are more than one thing: unions, words and their bytes, addresses as numbers, floating point, lists."""

from __future__ import annotations

from tests.generators.features.snippet import Snippet

AVERAGE = """#include <stdarg.h>
static int average$n(int n, ...) {
  va_list l, m; double sum = 0; int k = 0;
  va_start(l, n); va_copy(m, l);
  for (int i = 0; i < n; i++) sum += va_arg(l, double);
  for (int i = 0; i < n; i++) k += va_arg(m, double) > 1;
  va_end(m); va_end(l);
  return sum / n > 1 ? k : 0;
}"""

SNIPPETS = (
    Snippet(
        "bytes of an int",
        "union { int i; unsigned char c[4]; } u$n; u$n.i = $x; u$n.c[1] = $b; if (u$n.i > 255) { $S }",
    ),
    Snippet(
        "bytes of a word",
        "w$n.c[$b] = $k;",
        "if (w$n.u == 2) { $S }",
        globals="static union { unsigned u; unsigned char c[4]; } w$n;",
    ),
    Snippet(
        "halves of a word",
        "w$n.h[$b] = $k; w$n.h[1] += 1;",
        "unsigned v$n = w$n.u; if (v$n >> 16 == 1) { $S }",
        globals="static union { unsigned u; unsigned short h[2]; } w$n;",
    ),
    Snippet(
        "words copied",
        "unsigned long long w$n; int a$n[2] = {$x, $k}; memcpy(&w$n, a$n, 8); if (w$n >> 32 == 2) { $S }",
        headers="string.h",
    ),
    Snippet(
        "union with a pointer",
        "union { int *p; unsigned long n; } u$n; u$n.p = &$x; if (u$n.n) { *u$n.p = $k; } $S",
    ),
    Snippet(
        "low bits of an address",
        "unsigned long t$n = (unsigned long)&x | $b; if (t$n & 1) { $S } *(int *)(t$n & ~1ul) = $k;",
    ),
    Snippet("float", "float f$n = $x / 2.0f; if (f$n == 0.5f) { $S } $x = (int)(f$n + 1.5f);"),
    Snippet("double", "double d$n = $x * 0.1; if (d$n + 0.2 > 0.3) { $S } else if (d$n != 0) $x = 1;"),
    Snippet(
        "shared double",
        "d$n = d$n + 0.5; if (d$n == 0.5) { $S }",
        "if (d$n > 0.25) { $S }",
        globals="static double d$n;",
    ),
    Snippet("bits of a float", "union { float f; unsigned u; } u$n; u$n.f = $x; if (u$n.u == 0x3f800000) { $S }"),
    Snippet("argument list twice", "if (average$n(2, x + 0.5, 1.5) == $k) { $S } else { $S }", functions=AVERAGE),
)
