"""Atomic operations: of C11, of gcc old and new; every one of them, for each of a few operators."""

from __future__ import annotations

from tests.generators.features.snippet import Snippet

INT = "static int a$n;"
ATOMIC = {"globals": "static _Atomic int a$n;", "headers": "stdatomic.h"}
FLAG = {"globals": "static atomic_flag f$n = ATOMIC_FLAG_INIT;", "headers": "stdatomic.h"}
SC = "__ATOMIC_SEQ_CST"


def _operators() -> list[Snippet]:
    found = []
    for op in ("add", "sub", "and", "or", "xor", "nand"):
        before, after = f"__sync_fetch_and_{op}(&a$n, 1)", f"__sync_{op}_and_fetch(&a$n, 1)"
        found.append(
            Snippet(f"sync {op}", f"if ({before} == $b) {{ $S }}", f"if ({after} == $k) {{ $S }}", globals=INT)
        )
        before, after = f"__atomic_fetch_{op}(&a$n, 1, {SC})", f"__atomic_{op}_fetch(&a$n, 1, {SC})"
        found.append(Snippet(f"atomic {op}", f"if ({before} == $b) {{ $S }}", f"$x = {after};", globals=INT))
        if op != "nand":
            plain, said = f"atomic_fetch_{op}(&a$n, 1)", f"atomic_fetch_{op}_explicit(&a$n, 1, memory_order_seq_cst)"
            found.append(Snippet(f"C11 {op}", f"if ({plain} == $b) {{ $S }}", f"if ({said} == 1) {{ $S }}", **ATOMIC))
    return found


SNIPPETS = (
    *_operators(),
    Snippet(
        "fences of processors",
        "__builtin_ia32_mfence(); a$n++; __builtin_ia32_sfence(); $S",
        "__builtin_ia32_lfence(); if (a$n) { $S }",
        **ATOMIC,
    ),
    Snippet("load and store", "atomic_store(&a$n, $k); $S", "if (atomic_load(&a$n)) { $S }", **ATOMIC),
    Snippet("init and exchange", "$x = atomic_exchange(&a$n, $k);", setup="atomic_init(&a$n, $b);", **ATOMIC),
    Snippet(
        "compare and exchange",
        "int e$n = $b; if (atomic_compare_exchange_strong(&a$n, &e$n, $k)) { $S } else $x = e$n;",
        "int e$n = 0; if (atomic_compare_exchange_weak(&a$n, &e$n, 2)) { $S }",
        **ATOMIC,
    ),
    Snippet(
        "compare and exchange, explicit",
        "int e$n = $b; atomic_compare_exchange_strong_explicit(&a$n, &e$n, $k, memory_order_seq_cst, memory_order_seq_cst); $x = e$n;",
        "int e$n = 0; atomic_compare_exchange_weak_explicit(&a$n, &e$n, 1, memory_order_seq_cst, memory_order_seq_cst);",
        **ATOMIC,
    ),
    Snippet(
        "compare and swap",
        "if (__sync_bool_compare_and_swap(&a$n, 0, 1)) { $S }",
        "$x = __sync_val_compare_and_swap(&a$n, 0, 2);",
        globals=INT,
    ),
    Snippet(
        "gcc load and store",
        f"__atomic_store_n(&a$n, $k, {SC}); if (__atomic_load_n(&a$n, {SC}) == $k) {{ $S }}",
        globals=INT,
    ),
    Snippet(
        "gcc through pointers",
        f"int v$n = $k, w$n; __atomic_store(&a$n, &v$n, {SC}); __atomic_load(&a$n, &w$n, {SC}); "
        f"__atomic_exchange(&a$n, &v$n, &w$n, {SC}); $x = w$n;",
        globals=INT,
    ),
    Snippet(
        "gcc exchange",
        f"$x = __atomic_exchange_n(&a$n, 1, {SC}); int e$n = 1; "
        f"if (__atomic_compare_exchange_n(&a$n, &e$n, 2, 0, {SC}, {SC})) {{ $S }}",
        f"int e$n = 2, d$n = 0; __atomic_compare_exchange(&a$n, &e$n, &d$n, 0, {SC}, {SC}); $x = e$n;",
        globals=INT,
    ),
    Snippet("lock of a bit", "while (__sync_lock_test_and_set(&a$n, 1)) ; $S __sync_lock_release(&a$n);", globals=INT),
    Snippet("flag", "while (atomic_flag_test_and_set(&f$n)) ; $S atomic_flag_clear(&f$n);", **FLAG),
    Snippet(
        "gcc flag",
        f"if (!__atomic_test_and_set(&b$n, {SC})) {{ $S __atomic_clear(&b$n, {SC}); }}",
        globals="static _Bool b$n;",
    ),
    Snippet(
        "fences",
        "__sync_synchronize(); $S __atomic_signal_fence(__ATOMIC_ACQUIRE); atomic_thread_fence(memory_order_seq_cst); if (__atomic_is_lock_free(4, 0)) { $S }",
        headers="stdatomic.h",
    ),
    Snippet("compound", "a$n += $k; $x = a$n++;", "if (a$n == $k) { $S }", **ATOMIC),
    Snippet("narrow compound", "c$n += 100; if (c$n < 0) { $S }", globals="static _Atomic signed char c$n = 100;"),
    Snippet(
        "structure at once",
        "g$n = (struct s$n){1, 1};",
        "struct s$n v = g$n; if (v.l != v.r) { $S }",
        globals="struct s$n { short l, r; }; static _Atomic struct s$n g$n;",
    ),
    Snippet(
        "structure compared",
        "struct s$n e$n = {$b, 0}, d$n = {$k, 1}; if (atomic_compare_exchange_strong(&g$n, &e$n, d$n)) { $S } $x = e$n.r;",
        f"struct s$n e$n = {{0, 0}}, d$n = {{1, 0}}; if (__atomic_compare_exchange(&g$n, &e$n, &d$n, 0, {SC}, {SC})) {{ $S }}",
        headers="stdatomic.h",
        globals="struct s$n { short l, r; }; static _Atomic struct s$n g$n;",
    ),
    Snippet(
        "bytes of one",
        "memset((void *)&a$n, $b, 4); $S",
        "if (a$n) { $S }",
        headers="string.h",
        globals="static _Atomic int a$n;",
    ),
    Snippet(
        "copied bytes of one",
        "int v$n = $k; memcpy((void *)&a$n, &v$n, 4);",
        "a$n++; if (a$n == $k) { $S }",
        headers="string.h",
        globals="static _Atomic int a$n;",
    ),
    Snippet(
        "member",
        "g$n.a = $k; $S",
        "struct s$n v = g$n; if (v.a == $k) { $S } h$n = v;",
        globals="struct s$n { _Atomic int a; int b; }; static struct s$n g$n, h$n;",
    ),
    Snippet(
        "given away by its initialiser",
        "_Atomic int l = (p$n = &l, $k); if (l == $k) { $S } p$n = 0;",
        "_Atomic int *q$n = p$n; if (q$n) $x = *q$n;",
        globals="static _Atomic(_Atomic int *) p$n;",
    ),
    Snippet(
        "arguments with effects",
        "int i = 0; atomic_store(&a$n[i], i++ + $k); $x = atomic_fetch_add(&a$n[i], i--); if (a$n[i]) { $S }",
        headers="stdatomic.h",
        globals="static _Atomic int a$n[2];",
    ),
)
