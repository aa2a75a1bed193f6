"""Control flow: sections that are left by jumps, begun on some ways only or never complete; assumptions; functions."""

from __future__ import annotations

from tests.generators.features.snippet import Snippet

BEGIN, END = "__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();"

SNIPPETS = (
    Snippet("section", f"{BEGIN} $S $S {END}"),
    Snippet("goto out of a section", f"{BEGIN} $S if ($x == $b) goto out$n; {END} $S {BEGIN} out$n: $S {END}"),
    Snippet("section begun sometimes", f"int c$n = $x; if (c$n) {BEGIN} $S if (c$n) {END}"),
    Snippet("section that may not complete", f"{BEGIN} $S __VERIFIER_assume($x == $b); $S {END}"),
    Snippet("section with a loop", f"{BEGIN} for (int i = 0; i < 2; i++) {{ $S }} {END}"),
    Snippet(
        "section with a lock",
        f"{BEGIN} pthread_mutex_lock(&m$n); $S pthread_mutex_unlock(&m$n); {END}",
        "pthread_mutex_lock(&m$n); $S pthread_mutex_unlock(&m$n);",
        globals="static pthread_mutex_t m$n = PTHREAD_MUTEX_INITIALIZER;",
    ),
    Snippet("section with an input", f"{BEGIN} if (__VERIFIER_nondet_int()) {{ $S }} else {{ $S }} {END}"),
    Snippet("section with an error", f"{BEGIN} $S if ($x == 3) reach_error(); {END}"),
    Snippet("section that ends the process", f"{BEGIN} $S if ($x == 3) exit(1); {END}", headers="stdlib.h"),
    Snippet(
        "atomic function", "__VERIFIER_atomic_f$n();", functions="static void __VERIFIER_atomic_f$n(void) { $S $S }"
    ),
    Snippet(
        "atomic function through a pointer",
        "void (*f$n)(void) = __VERIFIER_atomic_f$n; f$n(); $S",
        functions="static void __VERIFIER_atomic_f$n(void) { $S $S }",
    ),
    Snippet("assumption", "$S __VERIFIER_assume($x != $k);"),
    Snippet("input", "int i$n = __VERIFIER_nondet_int(); if (i$n > 3) { $S } else if (i$n == $k) { $S }"),
    Snippet("small input", "unsigned char i$n = __VERIFIER_nondet_uchar(); __VERIFIER_assume(i$n < 3); $x = i$n;"),
    Snippet("Boolean input", "_Bool i$n = __VERIFIER_nondet_bool(); if (i$n) { $S }"),
    Snippet(
        "failed assertion",
        'if ($x == 3) __assert_fail("x", "f", 1, "g"); if ($x == 3) pause(); $S',
        headers="assert.h unistd.h",
    ),
    Snippet("predicates", "__CPROVER_predicate($x == 1); $S", functions="extern void __CPROVER_predicate(_Bool);"),
    Snippet("assertion", "$S assert($x != $k);", headers="assert.h"),
    Snippet("said to be unreachable", "if ($x == 3) __builtin_unreachable(); $S"),
    Snippet("expectation", "if (__builtin_expect($x, 0)) { $S } else { $S }"),
    Snippet("switch", "switch ($x) { case 0: $S case 1: $S break; default: $S }"),
    Snippet(
        "loops", "int i$n = 0; do { i$n++; if (i$n == 2) continue; $S } while (i$n < 2); for (;;) { if (i$n) break; }"
    ),
    Snippet("goto", "int i$n = 0; again$n: $S if (++i$n < 2) goto again$n;"),
    Snippet("short circuit", "if (($x == 1 && y == 0) || !x) { $S } $x = x ? y : 1;"),
    Snippet(
        "call", "if (f$n($b) == $k) { $S }", functions="static int f$n(int a) { if (a) { $S return 1; } return x; }"
    ),
    Snippet("recursion", "f$n(2);", functions="static void f$n(int d) { if (d > 0) { f$n(d - 1); return; } $S }"),
    Snippet(
        "table of functions",
        "t$n[$x & 1]();",
        functions="static void f$n(void) { $S } static void g$n(void) { $S } static void (*t$n[2])(void) = {f$n, g$n};",
    ),
    Snippet(
        "function in a structure",
        "struct o$n o = {$b ? f$n : 0}; if (o.run) $x = o.run(1); else { $S }",
        functions="static int f$n(int a) { $S return a; } struct o$n { int (*run)(int); };",
    ),
    Snippet("overflow", "int big$n = 2147483646; big$n += $x; if (big$n > 2) { $S }"),
    Snippet("negation", "int low$n = -2147483647 - $b; if (abs(low$n) > 0) { $S } $x = -$x + 1;", headers="stdlib.h"),
    Snippet("division", "int d$n = 6 / ($x - $k); if (d$n % 4) { $S }"),
    Snippet("shifts", "$x = (1 << ($x & 3)) >> 1; unsigned u$n = 1u << 31; if (u$n >> ($x & 1)) { $S }"),
    Snippet("narrow", "signed char c$n = 126; c$n += $x; short h$n = c$n * 300; if (h$n > 5) { $S }"),
    Snippet("random", "int r$n = rand(); if (r$n & 1) { $S }", headers="stdlib.h"),
    Snippet("output", 'printf("%d\\n", $k); $S sleep(0);', headers="stdio.h unistd.h"),
)
