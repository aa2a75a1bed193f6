"""Typing: conversions in both data models, names and reachability, what is special about threads."""

from __future__ import annotations

import pytest

from tests.helpers.typed_dump import body, decl, expression, unit
from threadproof.errors import InputError
from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct

VARIABLES = """
typedef struct s { int a, b[3]; struct s *n; unsigned f:5; } S;
char c; short h; int i; unsigned u; long l; unsigned long ul; long long ll; float fl; double d; _Bool b;
int *p, *p2, arr[4]; char *cp; void *vp; S g, *q; S make(void); void v(void);
int fun(int, char); int old(); int (*fp)(int, char); int (*fpa[3])(int, char); _Atomic int at; enum { A, B = 5 } en;
"""


# ---------------------------------------------------------------- conversions


@pytest.mark.parametrize(
    ("written", "ilp32", "lp64"),
    [
        ("i = c + ll", "i = (int)((long long)(int)[c] + [ll]):long long", None),
        ("i + u", "((unsigned int)[i] + [u]):unsigned int", None),
        ("l + u", "((unsigned long)[l] + (unsigned long)[u]):unsigned long", "([l] + (long)[u]):long"),
        (
            "ll + ul",
            "([ll] + (long long)[ul]):long long",
            "((unsigned long long)[ll] + (unsigned long long)[ul]):unsigned long long",
        ),
        ("c << ll", "((int)[c] << [ll]):int", None),
        ("b + b", "((int)[b] + (int)[b]):int", None),
        ("fl + 1", "([fl] + (float)1):float", None),
        ("fl + d", "((double)[fl] + [d]):double", None),
        ("-c", "-(int)[c]", None),
        ("~h", "~(int)[h]", None),
        ("!p", "![p]", None),
        ("c == h", "((int)[c] == (int)[h]):int", None),
        ("ll = c", "ll = (long long)[c]", None),
        ("b = 2", "b = 1:_Bool", None),
        ("c = 300", "c = 44:char", None),
        ("u = -1", "u = (unsigned int)-1", None),
        ("c += 1", "c += 1 in int", None),
        ("h *= u", "h *= [u] in unsigned int", None),
        ("c <<= ll", "c <<= [ll] in int", None),
        ("p += 2", "p += 2 in int *", None),
        ("p + 1", "ptr([p] + 1)", None),
        ("1 + p", "ptr([p] + 1)", None),
        ("p - c", "ptr([p] - [c])", None),
        ("p - p2", "diff([p], [p2]):int", "diff([p], [p2]):long"),
        ("p == 0", "([p] == (int *)0):int", None),
        ("p == vp", "((void *)[p] == [vp]):int", None),
        ("p = vp", "p = (int *)[vp]", None),
        ("i ? p : 0", "([i] ? [p] : (int *)0):int *", None),
        ("i ? p : (void *)0", "([i] ? [p] : (int *)(void *)0):int *", None),
        ("i ? c : ll", "([i] ? (long long)(int)[c] : [ll]):long long", None),
        ("i ?: c", "([i] ?  : (int)[c]):int", None),
        ("i ? v() : v()", "([i] ? v():void : v():void):void", None),
        ("i && p", "([i] && [p])", None),
        ("(c, h)", "([c], [h])", None),
        ("en = B", "en = 5:unsigned int", None),
        ("g = *q", "g = [*[q]]", None),
        ("at++", "post(at, +1)", None),
        ("i = at", "i = [at]", None),
        ("(unsigned char)i", "(unsigned char)[i]", None),
        ("(int)i", "[i]", None),
        ("(void)i", "(void)[i]", None),
        ("(long)p", "(long)[p]", None),
    ],
)
def test_conversions(written: str, ilp32: str, lp64: str | None) -> None:
    assert expression(written, VARIABLES, ct.ILP32) == ilp32
    assert expression(written, VARIABLES, ct.LP64) == (lp64 or ilp32)


@pytest.mark.parametrize(
    ("written", "ilp32", "lp64"),
    [
        ("1", "1", "1"),
        ("2147483648", "2147483648:long long", "2147483648:long"),
        ("4294967295", "4294967295:long long", "4294967295:long"),
        ("0xffffffff", "4294967295:unsigned int", "4294967295:unsigned int"),
        ("0x80000000", "2147483648:unsigned int", "2147483648:unsigned int"),
        ("1l", "1:long", "1:long"),
        ("0xffffffffffffffff", "18446744073709551615:unsigned long long", "18446744073709551615:unsigned long"),
        ("1ull", "1:unsigned long long", "1:unsigned long long"),
        ("-2147483648", "-2147483648:long long", "-2147483648:long"),
        ("017", "15", "15"),
        ("0b101", "5", "5"),
        ("'a'", "97", "97"),
        (r"'\377'", "-1", "-1"),
        (r"'\x41'", "65", "65"),
        ("1.5f", "1.5:float", "1.5:float"),
        ("sizeof(long)", "4:unsigned int", "8:unsigned long"),
        ("sizeof(p)", "4:unsigned int", "8:unsigned long"),
        ("sizeof(S)", "24:unsigned int", "32:unsigned long"),
        ("sizeof(long double)", "12:unsigned int", "16:unsigned long"),
        ("__builtin_offsetof(S, b[2])", "12:unsigned int", "12:unsigned long"),
        ("_Alignof(long long)", "4:unsigned int", "8:unsigned long"),
        ("A", "0", "0"),
        ('"a" "b\\0"', "decay(b'ab\\x00\\x00')", "decay(b'ab\\x00\\x00')"),
        ("__func__", "decay(b'main\\x00')", "decay(b'main\\x00')"),
    ],
)
def test_constants(written: str, ilp32: str, lp64: str) -> None:
    assert expression(written, VARIABLES, ct.ILP32) == ilp32
    assert expression(written, VARIABLES, ct.LP64) == lp64


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("g.a", "[g.a@0]"),
        ("q->b[i]", "[*[q].b@4[[i]]]"),
        ("q->n->f", "[*[*[q].n@16].f@20:0+5]"),
        ("q->f + 1", "((int)[*[q].f@20:0+5] + 1):int"),
        ("(unsigned)q->f + 1", "((unsigned int)[*[q].f@20:0+5] + 1:unsigned int):unsigned int"),
        ("q->f = 3", "*[q].f@20:0+5 = 3:unsigned int"),
        ("make().a", "make():struct s.a@0"),
        ("(&g)->a", "[g.a@0]"),
        ("*arr", "[arr[0]]"),
        ("arr[1] = 2", "arr[1] = 2"),
        ("1[arr]", "[arr[1]]"),
        ("p[c]", "[*ptr([p] + [c])]"),
        ("&arr[1]", "&arr[1]"),
        ("&p[3]", "ptr([p] + 3)"),
        ("&*p", "[p]"),
        ("*p++ = 3", "*post(p, +1) = 3"),
        ("&((S *)0)->b[1]", "&*(struct s *)0.b@4[1]"),
        ("(S){1, {2}}.b[0]", "[literal(struct s {0=1, 4=2; 0}).b@4[0]]"),
        ("({ int z = 3; z; })", "({local int z = {0=3}; [z]}):int"),
        ("({ v(); })", "({v():void}):void"),
    ],
)
def test_places(written: str, read: str) -> None:
    assert expression(written, VARIABLES) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("fun(c, i)", "fun((int)[c], (char)[i]):int"),
        ("old(1, c, fl)", "old(1, (int)[c], (double)[fl]):int"),
        ("fp(1, 2)", "[fp](1, 2:char):int"),
        ("(*fp)(1, 2)", "[fp](1, 2:char):int"),
        ("fpa[1](1, 2)", "[fpa[1]](1, 2:char):int"),
        ("(&fun)(1, 2)", "fun(1, 2:char):int"),
        ("(*fun)(1, 2)", "fun(1, 2:char):int"),
        ("fp = fun", "fp = decay(fun)"),
        ("fp = &fun", "fp = decay(fun)"),
        ("undeclared(1, c)", "undeclared(1, (int)[c]):int"),
        ("p = malloc(4)", "p = (int *)malloc(4:unsigned int):void *"),
        ("__builtin_expect(i == 1, 0)", "__builtin_expect((long)([i] == 1):int, 0:long):long"),
        ("__builtin_foo(1)", "unsupported(__builtin_foo)"),
        ("__sync_fetch_and_add(&ll, 1)", "__sync_fetch_and_add(&ll, 1:long long):long long"),
        ("__sync_bool_compare_and_swap(&i, c, 2)", "__sync_bool_compare_and_swap(&i, (int)[c], 2):_Bool"),
        ("__sync_synchronize()", "__sync_synchronize():void"),
        ("__atomic_store_n(&c, 300, 5)", "__atomic_store_n(&c, 44:char, 5):void"),
        ("__atomic_load(&i, &u, 5)", "__atomic_load(&i, &u, 5):void"),
        ("__atomic_fetch_add(&p, 4, 5)", "__atomic_fetch_add(&p, 4, 5):int *"),
        ("__atomic_test_and_set(&c, 5)", "__atomic_test_and_set(&c, 5):_Bool"),
        ("atomic_store(&at, c)", "atomic_store(&at, (int)[c]):void"),
        ("atomic_load(&at)", "atomic_load(&at):int"),
        ("atomic_compare_exchange_strong(&at, &i, 7)", "atomic_compare_exchange_strong(&at, &i, 7):_Bool"),
        ("__builtin_choose_expr(1, i, 1 / 0)", "[i]"),
        ("__builtin_constant_p(3 + 4)", "1"),
        ("__builtin_constant_p(i)", "0"),
        ("__builtin_types_compatible_p(int *, __typeof__(p))", "1"),
        ("__builtin_types_compatible_p(char, signed char)", "0"),
        ("_Generic(c, int: 1, char: 2, default: 3)", "2"),
        ("_Generic(+c, int: 1, char: 2, default: 3)", "1"),
    ],
)
def test_calls_and_builtins(written: str, read: str) -> None:
    assert expression(written, VARIABLES) == read


@pytest.mark.parametrize(
    "written",
    ["g + 1", "if (g) ;", "*i", "i = g", "g = i", "fun(1)", "fun(1, 2, 3)", "arr = 0", "3 = i", "i.a", "g.zz", "p * p",
     "v() + 1", "i()", "&3", "d % 2", "(S)i", "fun(v(), 1)", "int i; int i;", "void w;", "int n[];", "i->a", "p + p"],
)  # fmt: skip
def test_type_errors(written: str) -> None:
    with pytest.raises(InputError):
        expression(written, VARIABLES)


# ---------------------------------------------------------------- statements


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("for (int k = 0, m = 1; k < 3; k++, m--) continue;",
         "for local int k = {0=0}; local int m = {0=1} | ([k] < 3):int | (post(k, +1), post(m, -1)) | continue"),
        ("do i--; while (i);", "do post(i, -1) while [i]"),
        ("if (i) if (u) c = 1; else c = 2;", "if [i] then if [u] then c = 1:char else c = 2:char else -"),
        ("switch (c) { case 1: case 2: i = 1; break; default: ; }",
         "switch (int)[c] {case 1..1: empty; case 2..2: i = 1; break; default: empty}"),
        ("switch (ll) { case -1: { case 2: break; } }", "switch [ll] {case -1..-1: {case 2..2: break}}"),
        ("m: n: i = 3;", "m: n: i = 3"),
        ("__CPROVER_ASYNC_1: v();", "__CPROVER_ASYNC_1: v():void"),
        ('asm volatile("" ::: "memory");', "empty"),
        ('__asm__ __volatile__("mfence" ::: "memory");', "{__sync_synchronize():void}"),
        ('asm("" : "=r"(i));', "unsupported(inline assembly)"),
        ("{ void *z = &&m; m: goto *z; }",
         "{local void * z = {0=(void *)&&&m}; m: {local void * value = {0=(void *)[z]}; "
         "if ([value] == (void *)&&&m):int then goto m else unsupported(computed goto to no label of the function)}}"),
        ("int nested(int k) { return k; }", "unsupported(nested function)"),
        ("__auto_type w = &ll;", "local long long * w = {0=&ll}"),
        ("__typeof__(c + ll) w;", "local long long w"),
        ("return c;", "return (int)[c]"),
        (";", "empty"),
    ],
)  # fmt: skip
def test_statements(written: str, read: str) -> None:
    assert body(f"{VARIABLES} int main(void) {{ {written} }}")[0] == read


@pytest.mark.parametrize(
    ("declaration", "lengths"),
    [("int a[n]", 1), ("int *a[n]", 1), ("int a[n][2]", 1), ("int a[2][n]", 2), ("typeof(int[n][n]) a", 2)],
)
def test_variable_length_arrays_have_their_lengths(declaration: str, lengths: int) -> None:
    main = unit(f"int n; int main(void) {{ {declaration}; }}").functions["main"]
    assert main.body is not None
    stmt = main.body.body[-1]
    assert isinstance(stmt, ast.VlaDecl)
    assert len(stmt.lengths) == lengths


def test_lengths_are_variables() -> None:
    text = "int n; int main(void) { int (*a)[n]; a += 2; return sizeof *a; }"
    declared, length, examined, _, moved, size = body(text)
    assert all("array length" in s for s in (declared, length, examined, moved, size))
    assert "negative length" in examined


def test_returning_a_void_value() -> None:
    text = "void g(void); void f(void) { return g(); } int main(void) { f(); }"
    assert body(text, function="f") == ["{g():void; return}"]


# ---------------------------------------------------------------- names and reachability


def test_only_reachable_things_are_in_the_unit() -> None:
    result = unit(
        "int x, unused = 3; void dead(void) { unused++; } void g(void); void h(void) { }"
        "void (*tab[])(void) = {g, &h, 0}; int *ptr = &x; int main(void) { tab[1](); return *ptr; }"
    )
    assert list(result.functions) == ["main", "g", "h"]
    assert result.functions["g"].body is None
    assert [g.name for g in result.globals] == ["tab", "ptr", "x"]


def test_unevaluated_operands_reach_nothing() -> None:
    result = unit("int f(void); int x; int main(void) { return sizeof(f()) + sizeof(x) + sizeof(__typeof__(x)); }")
    assert list(result.functions) == ["main"]
    assert result.globals == []


def test_tentative_and_extern_definitions_are_one_variable() -> None:
    result = unit(
        "extern int x; int x; int x = 3; extern int y; int a[]; extern int q[]; int q[3];"
        "int main(void) { return x + y + a[0] + q[1]; }"
    )
    assert [decl(g) for g in result.globals] == [
        "global int x = {0=3}",
        "global int y",
        "global int[1] a",
        "global int[3] q",
    ]
    assert [g.defined for g in result.globals] == [True, False, True, True]


def test_static_locals_are_distinct_globals() -> None:
    result = unit(
        "int f(void) { static int s = 1; return s; }"
        "int main(void) { static int s = 2; { static int s; s++; } return f() + s; }"
    )
    assert [(decl(g), g.function) for g in result.globals] == [
        ("static int s = {0=2}", "main"), ("static int s", "main"), ("static int s = {0=1}", "f"),
    ]  # fmt: skip


def test_local_extern_declarations() -> None:
    result = unit(
        "int main(void) { extern int x; int f(char); return f(300) + x; } int x = 1; int f(char c) { return c; }"
    )
    assert [decl(g) for g in result.globals] == ["global int x = {0=1}"]
    assert result.functions["f"].body is not None


def test_address_taken() -> None:
    result = unit(
        "int a[3], b[3], c, d; struct S { int arr[2]; int z; } s, t, w;"
        "int main(void) { a[1] = 2; int *p = b; p = &s.z; t.arr[1] = 3; p = w.arr; p = &a[c]; d++; sizeof(c); }"
    )
    taken = {g.name: g.address_taken for g in result.globals}
    assert taken == {"a": True, "b": True, "s": True, "t": False, "w": True, "c": False, "d": False}
    assert not unit("int a[3]; int main(void) { a[1] = a[2]; }").globals[0].address_taken


def test_tags_and_scopes() -> None:
    result = unit(
        "struct A { struct B { int x; enum { IN = 7 } e; } b; }; struct B gb; struct fwd *pf; struct fwd { int q; };"
        "int main(void) { gb.x = IN; pf->q; { struct B { char c; } lb; lb.c = 1; struct fwd; struct fwd *p2;"
        " struct fwd { char z[9]; } ff; return sizeof(*p2); } }"
    )
    assert ct.show(result.globals[0].type) == "struct B"
    main = result.functions["main"].body
    assert main is not None


def test_enum_types_and_constants() -> None:
    result = unit(
        "enum E { N = -1, M } e; enum F { P } f; enum G { BIG = 1LL << 40 } g;int main(void) { e = M; f = P; g = BIG; }"
    )
    types = [g.type for g in result.globals]
    assert [t.name for t in types if isinstance(t, ct.Int)] == ["int", "unsigned int", "unsigned long long"]
    assert [ct.show(t) for t in types] == ["enum E", "enum F", "enum G"]


def test_atomic_and_thread_storage() -> None:
    result = unit(
        "_Atomic int a; _Atomic(long) b; int *_Atomic c; typedef _Atomic unsigned au; au d;"
        "__thread int e; extern _Thread_local int f;"
        "_Atomic struct p { int x; } s; int main(void) { a = b; c; d++; e = f; struct p z = s; s = z; }"
    )
    assert [(g.name, g.type.atomic, g.storage) for g in result.globals] == [
        ("a", True, "global"), ("b", True, "global"), ("c", True, "global"), ("d", True, "global"),
        ("e", False, "thread"), ("f", False, "thread"), ("s", True, "global"),
    ]  # fmt: skip
    assert body("_Atomic int a; int main(void) { return a; }") == ["return [a]"]


def test_layout_attributes() -> None:
    text = (
        "struct __attribute__((packed)) P { char c; int i; }; struct A { char c; int i __attribute__((aligned(16))); };"
        "typedef int al __attribute__((aligned(8))); struct B { char c; al x; };"
        "struct C { char c; _Alignas(8) char d; };"
        "typedef int di __attribute__((mode(DI))); typedef struct { char c; } big __attribute__((aligned(64)));"
    )
    for name, size in [("struct P", 5), ("struct A", 32), ("struct B", 16), ("struct C", 16), ("di", 8), ("big", 1)]:
        assert expression(f"sizeof({name})", text) == f"{size}:unsigned int", name


# ---------------------------------------------------------------- initialisers


@pytest.mark.parametrize(
    ("declaration", "read"),
    [
        ("int x = 3", "int x = {0=3}"),
        ("int x = {3}", "int x = {0=3; 0}"),
        ("int x[] = {1, 2}", "int[2] x = {0=1, 4=2; 0}"),
        ("int x[] = {[3] = 1, 2}", "int[5] x = {12=1, 16=2; 0}"),
        ("int x[4] = {[1 ... 2] = 7}", "int[4] x = {4=7, 8=7; 0}"),
        ("int x[2] = {[0] = 1, [0] = 2}", "int[2] x = {0=2; 0}"),
        ("int x[2][2] = {1, 2, 3}", "int[2][2] x = {0=1, 4=2, 8=3; 0}"),
        ("char x[] = \"ab\"", "char[3] x = {0=97:char, 1=98:char; 0}"),
        ("char x[2] = \"abc\"", "char[2] x = {0=97:char, 1=98:char; 0}"),
        ("char x[4] = {\"a\"}", "char[4] x = {0=97:char; 0}"),
        ("struct { int a, b; } x = {.b = 1}", "struct <anonymous> x = {4=1; 0}"),
        ("struct { int a:3, b:5; } x = {1, 2}", "struct <anonymous> x = {0:0+3=1, 0:3+5=2; 0}"),
        ("struct { int a; struct { int b, c; } d; } x = {.d.b = 1, 2}", "struct <anonymous> x = {4=1, 8=2; 0}"),
        ("struct { int a; union { int b; char c; }; } x = {.c = 1}", "struct <anonymous> x = {4=1:char; 0}"),
        ("union { int a; char b; } x = {.a = 1, .b = 2}", "union <anonymous> x = {0=2:char; 0}"),
        ("unsigned x = sizeof(int) - 5", "unsigned int x = {0=4294967295:unsigned int}"),
        ("long x = (long)&((struct { char c; int i; } *)0)->i", "long x = {0=4:long}"),
        ("int x = 1 ? 2 : 1 / 0", "int x = {0=2}"),
        ("int x[3] = {}", "int[3] x = {; 0}"),
    ],
)  # fmt: skip
def test_initialisers(declaration: str, read: str) -> None:
    assert decl(unit(f"{declaration}; int main(void) {{ &x; }}").globals[0]) == "global " + read


def test_a_whole_struct_as_an_element() -> None:
    text = "struct p { int a, b; } v; int main(void) { struct p w[3] = {v, {1}, 2, 3}; }"
    assert body(text) == ["local struct p[3] w = {0=[v], 8=1, 16=2, 20=3; 0}"]


# ---------------------------------------------------------------- synchronisation objects

PTHREAD = """
typedef union {
  struct { int __lock; unsigned __count; int __owner; int __kind; unsigned __n; union { int s; int l[2]; }; } __data;
  char __size[24]; long __align; } pthread_mutex_t;
typedef union { char __size[48]; } pthread_cond_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef union { char __size[16]; long __align; } sem_t;
int sem_wait(sem_t *);
typedef struct __t *pthread_t;
"""


@pytest.mark.parametrize(
    ("declaration", "kind", "size", "value"),
    [
        ("pthread_mutex_t x = { { 0, 0, 0, 0, 0, { 0 } } }", "mutex", 28, 0),
        ("pthread_mutex_t x = { { 0, 0, 0, 1, 0, { 0 } } }", "mutex", 28, 1),
        ("pthread_mutex_t x = { .__data = { .__kind = 2 } }", "mutex", 28, 2),
        ("pthread_mutex_t x = { { 0, 0, 0, 3 } }", "mutex", 28, 0),
        ("pthread_cond_t x = { { 0 } }", "cond", 48, 0),
        ("pthread_once_t x = 0", "once", 4, 0),
        ("pthread_spinlock_t x = 1", "spin", 4, 0),
        ("sem_t x = { { 0 } }", "sem", 16, 0),
    ],
)
def test_synchronisation_objects(declaration: str, kind: str, size: int, value: int) -> None:
    variable = unit(f"{PTHREAD} {declaration}; int main(void) {{ &x; }}").globals[0]
    assert isinstance(variable.type, ct.Sync)
    assert (variable.type.kind, variable.type.size) == (kind, size)
    assert variable.init is not None
    part = variable.init.parts[0]
    assert isinstance(part.value, ast.Const)
    assert (part.offset, part.value.value, len(variable.init.parts)) == (0, value, 1)


def test_mutexes_inside_other_objects() -> None:
    text = PTHREAD + "struct L { int x; pthread_mutex_t m; } l[2] = {[1] = {5, {{0, 0, 0, 1}}}}; int main(void) { &l; }"
    assert decl(unit(text).globals[0]) == "global struct L[2] l = {32=5, 36=1; 0}"


def test_thread_ids_are_integers() -> None:
    assert (
        unit(PTHREAD + "int pthread_join(pthread_t, void **); pthread_t t; int main(void) { &t; }").globals[0].type
        == ct.ILP32.ulong
    )


def test_the_inside_of_a_mutex_is_unsupported() -> None:
    text = PTHREAD + "pthread_mutex_t m; int main(void) { return m.__data.__lock; }"
    assert "unsupported" in body(text)[0]


def test_a_program_with_its_own_semaphore() -> None:
    text = (
        "typedef struct { int n; } sem_t; sem_t s; int sem_wait(sem_t *p) { return p->n--; }"
        "int main(void) { return sem_wait(&s); }"
    )
    assert isinstance(unit(text).globals[0].type, ct.Struct)


@pytest.mark.parametrize(
    "declared",
    [
        "int *x", "char **x", "int x[3]", "int (*x)[3]", "int *x[3]", "int (*x)(int, char *)", "int (*x[2])(void)",
        "int (*x)()",
        "const char *x", "char *const *x", "struct s *x", "int *_Atomic x", "int *_Atomic *x", "int (*(*x)(int))[3]",
        "const int x[2][3]", "int (*x)(int, ...)", "const volatile unsigned char *x",
    ],
)  # fmt: skip
def test_types_are_shown_as_they_are_declared(declared: str) -> None:
    (x,) = unit(f"struct s {{ int a; }}; {declared}; int main(void) {{ x; }}").globals
    shown = ct.show(x.type, "x")
    assert shown == declared
    assert ct.show(x.type).replace(" ", "") == shown.replace("x", "", 1).replace(" ", "")
