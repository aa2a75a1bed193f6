"""Parsing: positions, what is not in the C standard, ambiguities, and errors instead of tracebacks."""

from __future__ import annotations

import pytest

from tests.helpers.typed_dump import body, expression, unit
from threadproof.errors import InputError
from threadproof.frontend import ctypes as ct
from threadproof.frontend.ctypes import LP64
from threadproof.frontend.read.index import Index, Source
from threadproof.frontend.read.typecheck import build_unit

NAMES = """
typedef int T;
typedef struct s { int a, b[3]; } S;
int x, y, *p, arr[4];
S g, *q;
int k();
int (*fp)(int);
"""


def error(text: str | bytes) -> str:
    with pytest.raises(InputError) as caught:
        build_unit(text.encode() if isinstance(text, str) else text, "t.c", ct.ILP32)
    caught.value.column = None  # (see test_spans.py)
    return str(caught.value)


# ---------------------------------------------------------------- what compilers accept


@pytest.mark.parametrize(
    "text",
    [
        "extern int f(__const char *__restrict p) __attribute__((__nothrow__ , __leaf__));",
        "static __inline__ int f(void) { return __extension__ 1; }",
        "__signed__ char c; __volatile__ int v; extern __thread int t; _Thread_local int u;",
        'int f(int) __asm__("g") __attribute__((pure));',
        "int x __attribute__((aligned(8))) = 3, y __attribute__((unused));",
        '_Static_assert(sizeof(int) == 4, "no");',
        "_Noreturn void f(void); _Alignas(16) int x;",
        "struct __attribute__((packed)) s { int a __attribute__((aligned(4))); } __attribute__((aligned(16)));",
        "__typeof__(1 + 2) x; _Atomic(int) y; int z = __builtin_offsetof(struct s, a.b[1]);",
        "enum e { A __attribute__((deprecated)) = 1 };",
        "void f(void) { lab: __attribute__((unused)); __attribute__((fallthrough)); goto *p; }",
        "void f(void) { switch (1) { case 1 ... 3: ; } }",
        '#pragma once\n# 1 "a.c"\nint x; // comment\n/* and\nanother */ int y;',
    ],
)
def test_is_parsed(text: str) -> None:
    source = Source(text.encode(), "t.c")
    assert source.items
    for node in source.items:
        body = node.part("body")
        if body is not None:
            assert body.children is not None
        assert text[node.start : node.end].strip() == node.text


def test_literals_are_left_alone() -> None:
    text = 'char *s = "__const (T)-1 /* no comment */ // none"; char c = \'"\';'
    assert Source(text.encode(), "t.c").text.words[4] == '"__const (T)-1 /* no comment */ // none"'


def test_index_names_everything_without_elaborating_it() -> None:
    text = "struct s { struct in { int z; } i; enum { DEEP } e; }; enum { A, B }; typedef int *T, U[3];"
    text += "int f(void), v = 1, *w; int g(void) { }"
    index = Index(Source(text.encode(), "t.c"))
    assert set(index.values) == {"T", "U", "f", "v", "w", "g"}
    assert set(index.tags) == {"s"}
    assert set(index.enumerators) == {"A", "B"}
    index.index_nested()
    assert set(index.tags) == {"s", "in"}
    assert "DEEP" in index.enumerators


# ---------------------------------------------------------------- positions


def test_positions_without_markers() -> None:
    main = unit("int x;\n\nint main(void) {\n  x = 1;\n  return x;\n}\n").functions["main"]
    assert str(main.pos) == "t.c:3"
    assert main.body is not None
    assert [str(s.pos) for s in main.body.body] == ["t.c:4", "t.c:5"]
    assert main.body.body[0].pos.column == 3
    assert str(main.body.end) == "t.c:6"


def test_positions_follow_markers() -> None:
    text = (
        '# 1 "foo.c"\n# 1 "<built-in>"\n# 10 "dir/foo.h" 1 3\nint x;\n\n\nint y;\n'
        '# 5 "foo.c" 2\nint main(void) {\n x = y;\n#line 100 "bar \\"b\\".c"\n return x;\n}\n'
    )
    result = unit(text)
    assert [str(g.pos) for g in result.globals] == ["dir/foo.h:10", "dir/foo.h:13"]
    main = result.functions["main"]
    assert str(main.pos) == "foo.c:5"
    assert main.body is not None
    assert [str(s.pos) for s in main.body.body] == ["foo.c:6", 'bar "b".c:100']
    assert result.sources["foo.c"][5] == " x = y;"
    assert result.sources["dir/foo.h"][9] == "int x;"


def test_source_lines_without_markers() -> None:
    assert unit("int main(void) {\n return 0;\n}").sources == {"t.c": ["int main(void) {", " return 0;", "}"]}


# ---------------------------------------------------------------- ambiguities


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("(T)*p", "[*[p]]"),
        ("(T)&x", "(int)&x"),
        ("(T)-x", "-[x]"),
        ("(T)+x", "[x]"),
        ("(T)(x)", "[x]"),
        ("(T)(x) + 1", "([x] + 1):int"),
        ("(T)(T)(x)", "[x]"),
        ("3 * (T)-x", "(3 * -[x]):int"),
        ("x = (T)&x == 4", "x = ((int)&x == 4):int"),
        ("x << (T)-y - 1", "([x] << (-[y] - 1):int):int"),
        ("(T)(q)->a", "[*[q].a@0]"),
        ("(T)(arr)[1]", "[arr[1]]"),
        ("(T)k(1)", "k(1):int"),
        ("(T)(1, 2)", "(1, 2)"),
        ("(T)({ 1; })", "({1}):int"),
        ("(x)-1", "([x] - 1):int"),
        ("(x)*y", "([x] * [y]):int"),
        ("(x)&y", "([x] & [y]):int"),
        ("(x) && y", "([x] && [y])"),
        ("(x)++", "post(x, +1)"),
        ("(k)(x) - 1", "(k([x]):int - 1):int"),
        ("(*fp)(1) - 1", "([fp](1):int - 1):int"),
        ("(int)(x) - 1", "([x] - 1):int"),
        ("(g.a) - 1", "([g.a@0] - 1):int"),
        ("(arr[1]) - 1", "([arr[1]] - 1):int"),
        ("(k()) - 1", "(k():int - 1):int"),
        ("x * y", "([x] * [y]):int"),
        ("x * arr[1] = 2, y", None),
        ("sizeof(T)", "4:unsigned int"),
        ("sizeof(x)", "4:unsigned int"),
        ("sizeof x", "4:unsigned int"),
        ("sizeof(T) * 3", "(4:unsigned int * 3:unsigned int):unsigned int"),
        ("sizeof(int) - 1", "(4:unsigned int - 1:unsigned int):unsigned int"),
        ("sizeof(T*)", "4:unsigned int"),
        ("sizeof(T[3])", "12:unsigned int"),
        ("sizeof(g.b)", "12:unsigned int"),
        ("sizeof(q)->b", "12:unsigned int"),
        ("sizeof(arr)[1]", "4:unsigned int"),
        ("sizeof(arr[0])", "4:unsigned int"),
        ("sizeof(k())", "4:unsigned int"),
        ("!x++", "!post(x, +1)"),
        ("-x--", "-post(x, -1)"),
        ("(T)(x)++", "post(x, +1)"),
        ("!(T)x++ + 1", "(!post(x, +1) + 1):int"),
    ],
)
def test_typedef_ambiguity(written: str, read: str | None) -> None:
    if read is None:
        with pytest.raises(InputError):
            expression(written, NAMES)
    else:
        assert expression(written, NAMES) == read


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("T * a;", "local int * a"),
        ("T (a);", "local int a"),
        ("T *(a);", "local int * a"),
        ("T (*a)[3] = 0;", "local int (*)[3] a = {0=(int (*)[3])0}"),
        ("T (a) = 3, b;", "local int a = {0=3}; local int b"),
        ("T (*a)(int) = 0;", "local int (*)(int) a = {0=(int (*)(int))0}"),
        ("x * y;", "([x] * [y]):int"),
        ("x ** p;", "([x] * [*[p]]):int"),
        ("k (x);", "k([x]):int"),
    ],
)
def test_declaration_or_expression(written: str, read: str) -> None:
    assert body(f"{NAMES} int main(void) {{ {written} }}") == [read]


def test_a_local_variable_hides_a_typedef() -> None:
    text = f"{NAMES} int main(void) {{ {{ int T = 3; (T)-1; (T)*x; T * x; sizeof(T); }} (T)-1; }}"
    inner = "([T] - 1):int; ([T] * [x]):int; ([T] * [x]):int; 4:unsigned int"
    assert body(text) == ["{local int T = {0=3}; " + inner + "}", "-1"]


def test_a_local_typedef() -> None:
    assert body("int main(void) { typedef char C; C c = (C)-1; return (C)(c); }")[-1] == "return (int)[c]"
    assert body("int main(void) { typedef char C; return (C)300; }") == ["return (int)(char)300"]


def test_case_ranges_and_labels() -> None:
    text = "int x; int main(void) { switch (x) { case 1 ... 3: x = 1; case 'a': ; default: x = 2; x = 3; } }"
    assert body(text) == ["switch [x] {case 1..3: x = 1; case 97..97: empty; default: x = 2; x = 3}"]


def test_old_style_definitions() -> None:
    text = (
        "f(a, b) char a; int *b; { return a + *b; } static g(x) { return x; } main() { int z; return f(1, &z) + g(2); }"
    )
    result = unit(text)
    f = result.functions["f"]
    assert [(p.name, ct.show(p.type)) for p in f.params] == [("a", "char"), ("b", "int *")]
    assert f.type.unprototyped
    assert [p.name for p in result.functions["g"].params] == ["x"]
    assert body(text)[1] == "return (f(1:char, &z):int + g(2):int):int"


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "t.c: the file is empty"),
        (" \n\t\n", "t.c: the file is empty"),
        (b"\x7fELF\0\0\x01", "t.c: not a C source text: it contains zero bytes"),
        ("int f(void);", "t.c: no function main"),
        ("int main;", "t.c: no function main"),
        ("int main(void);", "t.c: no function main"),
        ("int main(void) {\n int x = 3\n return x;\n}", "t.c:2: syntax error"),
        ("int main(void) {\n\n return 1;", "t.c:3: syntax error at the end of the file: missing '}'"),
        ("int main(void) {\n x = 1;\n}\n}", "t.c:4: syntax error near '}'"),
        ("int f(void) {\n @\n}\nint main(void) { return f(); }", "t.c:2: syntax error near '@'"),
        ("int main(void) {\n\n return y;\n}", "t.c:3: 'y' is not declared"),
        ("int main(void) { unknown_t x; }", "t.c:1: unknown type name 'unknown_t'"),
        ("int main(void) { return int(3); }", "t.c:1: syntax error near 'int'"),
        ("int x; int main(void) { x && x = 3; }", "t.c:1: 'x && x' cannot be assigned to"),
        ("int main(void) { return 08; }", "t.c:1: bad number '08'"),
        ("int main(void) { return 1uu; }", "t.c:1: bad suffix 'uu'"),
        ("int main(void) { goto l; }", "t.c:1: label 'l' is not defined"),
        ("int main(void) { l: l: ; }", "t.c:1: label 'l' is defined twice"),
        ("int main(void) { case 1: ; }", "t.c:1: case label outside a switch"),
        ("int main(void) { break; }", "t.c:1: 'break' outside a loop or switch"),
        ("int main(void) { struct s t; }", "t.c:1: 'struct s' is incomplete here"),
        (
            "#define X 1\nint main(void) { return X; }",
            "t.c:1: preprocessor directive '#define X 1' is not preprocessed",
        ),
        ('# 7 "u.c"\nint main(void) {\n return z; }', "u.c:8: 'z' is not declared"),
    ],
)
def test_error_message(text: str | bytes, message: str) -> None:
    assert error(text).startswith(message)


BROKEN = "int f(void) { @ }\nint g(struct { int @ } x y z);\n"


def test_errors_in_system_headers_where_nobody_looks_are_ignored() -> None:
    text = f'# 1 "/usr/include/x.h" 1\n{BROKEN}# 1 "t.c" 2\nint main(void) {{ return 0; }}'
    assert body(text) == ["return 0"]


def test_errors_in_what_is_not_used() -> None:
    for line in BROKEN.splitlines():
        assert error(line + "int main(void) { return 0; }").startswith("t.c:1: syntax error")


def test_a_top_level_error_explains_a_missing_name() -> None:
    assert error("int a;\n@ $ lost;\nint main(void) {\n return lost;\n}").startswith("t.c:2: syntax error")


def test_an_error_that_may_have_swallowed_part_of_a_declaration() -> None:
    assert "syntax error" in error("? int x; int main(void) { return x; }")


@pytest.mark.parametrize(
    "text", ["hello world", "x", "{}}}", "int main( { }", "int main)", "\u00ff\u00fe", "class A {", '"abc']
)
def test_what_is_not_c(text: str) -> None:
    assert error(text).startswith(
        ("t.c:1: syntax error", "t.c:1: unknown type name", "t.c:1: declaration without a type")
    )


def test_every_prefix_of_a_program_is_a_clean_error() -> None:
    text = b"struct s { int a; } v; int f(int x) { return x ? v.a : sizeof(struct s); } int main(void) { return f(1); }"
    for end in range(len(text)):
        with pytest.raises(InputError):
            build_unit(text[:end], "t.c", ct.ILP32)


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return " + "(" * 100_000 + "1" + ")" * 100_000 + "; }",
        "int x; int main(void) { return " + "+".join(["x"] * 50_000) + "; }",
        "int main(void) { " + "{" * 50_000 + "}" * 50_000 + " }",
    ],
)
def test_deep_nesting_is_refused(text: str) -> None:
    assert error(text) == "t.c: nested too deeply"


def test_moderate_nesting_is_fine() -> None:
    chain = " else ".join(f"if (x == {i}) x = 1;" for i in range(500))
    main = unit("int x; int main(void) { " + chain + " return " + "+".join(["x"] * 1000) + "; }").functions["main"]
    assert main.body is not None
    assert len(main.body.body) == 2


def test_line_markers_inside_of_an_attribute() -> None:
    markers = [b'# 1 "p.c"', b'# 2 "p.c" 3 4', b'# 2 "p.c"']
    parts = [b"int main(void) {", b"  _Alignas", b"  (16) char b[3]; b[0] = 0;\nreturn b[0] + c; }\n"]
    text = b"\n".join(line for pair in zip(markers, parts, strict=True) for line in pair)
    with pytest.raises(InputError, match=r"p\.c:3:15: 'c' is not declared"):
        build_unit(text, "p.i", LP64)
    assert not build_unit(text.replace(b"+ c", b""), "p.i", LP64).unsupported


def test_blanks_behind_an_attribute_take_no_time() -> None:
    with pytest.raises(InputError, match="syntax error near"):
        build_unit(b"__attribute__" + b" " * 2000 + b"x (int) y; int main(void) { return 0; }", "p.c", ct.LP64)
