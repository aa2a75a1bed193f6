"""Memory: pointers that may mean several objects, walks over arrays, structures, the heap, locals that end."""

from __future__ import annotations

from tests.generators.features.snippet import Snippet

SNIPPETS = (
    Snippet("pointer to one of two", "int *p$n = $x ? &x : &y; *p$n = $k; $S"),
    Snippet(
        "pointer that is shared",
        "p$n = &x; *p$n = 1;",
        "int *q$n = p$n; if (q$n) *q$n = 2;",
        globals="static int *p$n;",
    ),
    Snippet("pointer to a pointer", "int *p$n = &x, **q$n = &p$n; if ($b) *q$n = &y; **q$n = $k;"),
    Snippet("bad pointer", "int *p$n = 0; if ($x == $k) p$n = &y; if ($x == 2) *p$n = 1; $S"),
    Snippet(
        "walk",
        "for (int i = 0; i < 2 + ($x == 3); i++) a$n[i] = $x;",
        "if (a$n[1]) { $S }",
        globals="static int a$n[2];",
    ),
    Snippet(
        "walk over two dimensions",
        "int *p$n = &a$n[0][0]; for (int i = 0; i < 4; i++) p$n[i] = i; if (a$n[1][0] == 2) { $S }",
        globals="static int a$n[2][2];",
    ),
    Snippet(
        "walk over structures",
        "int *p$n = (int *)a$n; p$n[1] = $k; if (a$n[0].r == $k) { $S } a$n[$x & 1].l = 1;",
        "if (a$n[1].l) { $S }",
        globals="static struct { int l, r; } a$n[2];",
    ),
    Snippet("index that is not known", "a$n[$x & 1]++; if (a$n[$b] == 1) { $S }", globals="static char a$n[2];"),
    Snippet(
        "structure",
        "struct s$n v = g$n; v.l = $x; g$n = v;",
        "if (g$n.l > g$n.r) { $S }",
        globals="struct s$n { int l; short r; }; static struct s$n g$n = {0, 1};",
    ),
    Snippet(
        "structure with gaps in a short block",
        "struct s$n *p$n = $x ? malloc(8) : malloc(5); *p$n = g$n; if (p$n->l == $k) { $S } free(p$n);",
        globals="struct s$n { int l; char r; }; static struct s$n g$n = {0, 1};",
        headers="stdlib.h",
    ),
    Snippet(
        "structure inside of another",
        "g$n.more = $x; *(struct s$n *)&g$n = v$n; if (g$n.l == $k) { $S }",
        globals="struct s$n { int l; short r; }; struct t$n { int l; short r; int more; }; static struct s$n v$n;"
        " static struct t$n g$n;",
    ),
    Snippet(
        "pointer that was never written",
        "struct s$n *p$n = malloc(sizeof *p$n); p$n->v = $x; struct s$n c$n = *p$n; if (!c$n.next) { $S }"
        " if (!c$n.next != !p$n->next) { *(volatile int *)0 = 1; } free(p$n);",
        globals="struct s$n { struct s$n *next; int v; };",
        headers="stdlib.h",
    ),
    Snippet(
        "pointer that was never written, for the other",
        "struct s$n *p = malloc(sizeof *p); if ($b) p->next = p; h$n = p;",
        "if (h$n && !h$n->next) { $S }",
        globals="struct s$n { struct s$n *next; int v; }; static struct s$n *volatile h$n;",
        headers="stdlib.h",
    ),
    Snippet(
        "moved twice",
        "int *p$n = calloc(1, 4); if ($b) *p$n = $x; p$n = realloc(p$n, 8); p$n = realloc(p$n, 12);"
        " if (*p$n == $k) { $S } free(p$n);",
        headers="stdlib.h",
    ),
    Snippet("union", "union { int i; unsigned char c[4]; } u$n; u$n.i = $k; if (u$n.c[0] == $k) { $S }"),
    Snippet("bits", "struct { unsigned l : 2, r : 3; } s$n = {1, 2}; s$n.l += $x; if (s$n.l == 0) { $S }"),
    Snippet("heap", "int *p$n = malloc(sizeof(int)); *p$n = $x; if (*p$n == $k) { $S } free(p$n);", headers="stdlib.h"),
    Snippet(
        "heap of one for the other",
        "int *h = malloc(4); *h = $k; p$n = h;",
        "if (p$n) { $x = *p$n; if ($b) free(p$n); }",
        globals="static int *volatile p$n;",
        headers="stdlib.h",
    ),
    Snippet(
        "freed while in use",
        "free(p$n); $S",
        "$x = *p$n;",
        globals="static int *p$n;",
        setup="p$n = malloc(4); *p$n = $b;",
        headers="stdlib.h",
    ),
    Snippet(
        "aligned_alloc",
        "int *p$n = aligned_alloc(64, 64); *p$n = $x; if (*p$n == $k) { $S } free(p$n);",
        headers="stdlib.h",
    ),
    Snippet(
        "memalign",
        "int *p$n = memalign(32, 4); *p$n = $x; if (*p$n == $k) { $S } free(p$n);",
        headers="malloc.h stdlib.h",
    ),
    Snippet(
        "posix_memalign",
        "void *v$n; if (!posix_memalign(&v$n, 16, 4)) { int *p = v$n; *p = $x; if (*p == $k) { $S } free(p); }",
        headers="stdlib.h",
    ),
    Snippet("leak", "int *p$n = malloc(4); if ($x == $b) free(p$n); $S", headers="stdlib.h"),
    Snippet(
        "cleared and grown",
        "int *p$n = calloc(1, sizeof(int)); p$n = realloc(p$n, 2 * sizeof(int)); if (*p$n == 0) { $S } free(p$n);",
        headers="stdlib.h",
    ),
    Snippet(
        "list",
        "struct l$n *e = malloc(sizeof *e); e->v = $k; e->next = h$n; h$n = e; if (h$n->next) { $S }",
        globals="struct l$n { int v; struct l$n *next; }; static struct l$n *h$n;",
        headers="stdlib.h",
    ),
    Snippet("alloca", "int *p$n = alloca(sizeof(int)); *p$n = $x; if (*p$n) { $S }", headers="alloca.h"),
    Snippet("array of variable length", "int n$n = 1 + $b; int a$n[n$n]; a$n[$b] = $x; if (a$n[$b] == $k) { $S }"),
    Snippet(
        "flexible array",
        "struct f$n { int n; int a[]; } *p = malloc(sizeof(struct f$n) + 8); p->a[1] = $x; if (p->a[1]) { $S } free(p);",
        headers="stdlib.h",
    ),
    Snippet("local that has ended", "int *p$n = &x; { int l = $k; if ($x == 2) p$n = &l; } if (*p$n) { $S }"),
    Snippet(
        "local of a loop for the other",
        "for (int i = 0; i < 2; i++) { int l = $k + i; p$n = &l; if ($x == $b) { $S } }",
        "int *q$n = p$n; if (q$n) { $x = *q$n; $S }",
        globals="static int *volatile p$n;",
    ),
    Snippet(
        "local of the last round",
        "int *q$n = 0; for (int i = 0; i < 2; i++) { int l = i; if (q$n && $x == $b) $x = *q$n; q$n = &l; $S }",
    ),
    Snippet(
        "node of a round that others change",
        "for (int i = 0; i < 2; i++) { _Atomic int l = 0; p$n = &l; if (l) { $S } p$n = 0; }",
        "_Atomic int *q$n = p$n; if (q$n) *q$n = $k;",
        globals="static _Atomic(_Atomic int *) p$n;",
    ),
    Snippet("value of a block", "int *p$n = ({ int l = $x; if (l == $k) { $S } &l; }); if ($x == 3) $x = *p$n;"),
    Snippet("compound literal", "int *p$n = &(int){$x}; $S if (*p$n == $k) { $S }"),
    Snippet("compound literal of a condition", "int *p$n; if (*(p$n = &(int){$x}) == $k) { $S *p$n = 2; } $S"),
    Snippet(
        "compound literal of a branch", "int *p$n = &x; if ($x == $k) p$n = &(int){$b}; if ($x == $b) *p$n = 1; $S"
    ),
    Snippet(
        "array of a value",
        "if (last$n(make$n($x).a) == $k) { $S }",
        functions="struct r$n { int a[2]; }; static struct r$n make$n(int v) { struct r$n r = {{v, v + 1}}; return r; }\n"
        "static int last$n(int *p) { return p[1]; }",
    ),
    Snippet(
        "array that has ended",
        "int *p$n = &x, n$n = 1 + $b; { int a[n$n]; a[0] = $k; if ($x == 2) p$n = a; } if (*p$n == 1) { $S }",
    ),
    Snippet(
        "thread-local variable for the other",
        "own$n = $k; p$n = &own$n; $S",
        "int *q$n = p$n; if (q$n) $x = *q$n;",
        globals="static _Thread_local int own$n; static int *volatile p$n;",
    ),
    Snippet(
        "jump before a declaration",
        "int k$n = 0; { again$n: if (k$n) goto out$n; int l = $x; g$n = &l; k$n = 1; goto again$n; } out$n: if (*g$n == $k) { $S }",
        globals="static _Thread_local int *g$n;",
    ),
    Snippet(
        "jump back into a block",
        "int k$n = 0; { _Bool l; g$n = &l; l = $x & 1; goto out$n; in$n: if (l) { $S } k$n = 1; } out$n: if (!k$n) goto in$n;",
        globals="static _Thread_local _Bool *g$n;",
    ),
    Snippet(
        "memory as bytes",
        "char c$n[2]; memset(c$n, $b, 2); char d$n[2]; memcpy(d$n, c$n, 2); memmove(c$n, d$n, 1); if (d$n[1]) { $S }",
        headers="string.h",
    ),
    Snippet("string", 'const char *s$n = "ab"; if (s$n[$x & 1] == 98) { $S }'),
    Snippet("volatile", "v$n; v$n = $k;", "if (v$n) { $S }", globals="static volatile int v$n;"),
    Snippet("static local", "static int s$n; s$n++; if (s$n == 2) { $S }"),
    Snippet("pointers compared", "int *p$n = $x ? &x : &y; if (p$n == &x) { $S } if ((long)p$n == 0) $x = 9;"),
)
