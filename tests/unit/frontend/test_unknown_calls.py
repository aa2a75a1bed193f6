"""Functions without a body: no verdict, what is assumed of them, and bodies from stubs."""

from __future__ import annotations

from pathlib import Path

import pytest

import threadproof
from threadproof.cli import main as run
from threadproof.errors import InputError
from threadproof.frontend.unknown import ASSUMPTION, MARK
from threadproof.result.result import Result
from threadproof.result.verdict import Safe, Unknown, Unsafe

#: a part of the tests is for `make test`
IN_TURN = 3
HEAD = """
#include <assert.h>
#include <pthread.h>
struct s { int n; struct s *next; pthread_mutex_t m; };
int get(void); double real(void); _Bool flag(void); int *made(void);
void fill(int *p, int n); void look(const int *p); void set(int **p);
void visit(struct s *); void seen(const struct s *); void call(void (*f)(void)); int sum(int n, ...);
int a, b, c[3];
static void one(void) { a = 1; }
void number(unsigned long);
void print(const char *, __builtin_va_list);
static void own(int n, ...) { __builtin_va_list v; __builtin_va_start(v, n); print("", v); __builtin_va_end(v); }
"""
THREADS = """
void *t(void *x) { %s; return x; }
int main(void) { pthread_t i; pthread_create(&i, 0, t, 0); %s; pthread_join(i, 0); return 0; }
"""
UNDECIDED = "unsupported construct"


def verify(text: str, folder: Path, **settings: object) -> Result:
    file = folder / "program.c"
    file.write_text(HEAD + text)
    return threadproof.verify(file, timeout=60, **settings)


def body(text: str) -> str:
    return f"int main(void) {{ {text}; return 0; }}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int x = get(); assert(x == x)", Safe),
        ("assert(get() != 77)", Unsafe),
        ("assert(get() == get())", Unsafe),
        ("_Bool x = flag(); assert(x == 0 || x == 1)", Safe),
        ("assert(real() < 5.0)", Unsafe),
        ("int x = 1, y = 2; fill(&x, 1); assert(y == 2)", Safe),
        ("int x = 1; fill(&x, 1); assert(x == 1)", Unsafe),
        ("fill(c + 2, 1); assert(c[0] == 0)", Unsafe),
        ("fill(c, 3); assert(a == 0 && b == 0)", Safe),
        ("fill(0, 3); assert(a == 0)", Safe),
        ("int x = 1; look(&x); assert(x == 1)", Safe),
        ("int x = 1; sum(1, &x); assert(x == 1)", Unsafe),
        ("struct s x = {1}, y = {2, &x}; visit(&y); assert(y.next == &x)", Safe),
        ("struct s x = {1}, y = {2, &x}; visit(&y); assert(x.n == 1)", Unsafe),
        ("struct s x = {1}, y = {2, &x}; seen(&y); assert(y.n == 2)", Safe),
        ("struct s x = {1}, y = {2, &x}; seen(&y); assert(x.n == 1)", Unsafe),
        ("struct s x = {1}, y = {2, 0}; visit(&y); assert(x.n == 1 && y.next == 0)", Safe),
        ("int *p = made(); assert(p == 0)", Unknown),
        ("int *p = &a; set(&p); assert(p == &a)", Unknown),
        ("call(one); assert(a == 0)", Unknown),
        ("void (*p)(int *, int) = fill; p(&a, 1); assert(a == 0)", Unsafe),
        ("made(); assert(a == 0)", Safe),
        ("own(1, 2)", Unknown),
        ("number((unsigned long)&a); assert(a == 0)", Unknown),
    ],
)
def test_what_is_assumed(text: str, expected: type, tmp_path: Path) -> None:
    result = verify(body(text), tmp_path, unknown_calls="havoc")
    assert isinstance(result.verdict, expected), result.verdict
    assert isinstance(result.verdict, Unknown) or ASSUMPTION in result.verdict.scope
    marks = [n for n in result.notes if "depends on what is assumed of" in n]
    assert bool(marks) == isinstance(result.verdict, Unsafe)
    if isinstance(result.verdict, Unsafe):
        assert any(MARK in step.note for step in result.verdict.trace.steps)
        assert result.verdict.statistics["second_reading"] == "confirmed"


@pytest.mark.parametrize(
    ("one", "main", "property_", "expected"),
    [
        ("fill(c, 3)", "a = 1", "no-data-race", Safe),
        ("fill(c, 3)", "int x = c[1]", "no-data-race", Unsafe),
        ("look(c)", "int x = c[1]", "no-data-race", Safe),
        ("look(c)", "c[1] = 2", "no-data-race", Unsafe),
        ("fill(c, 3)", "fill(c, 3)", "no-data-race", Unsafe),
        ("fill(&a, 1)", "int x = a; x = a; assert(a == a)", "unreach-call", Unsafe),
        ("fill(&a, 1)", "assert(b == 0)", "unreach-call", Safe),
        ("get()", "assert(b == 0)", "termination", Safe),
        ("fill(&a, 1)", "assert(b == 0)", "termination", Unknown),
    ],
)
def test_threads(one: str, main: str, property_: str, expected: type, tmp_path: Path) -> None:
    result = verify(THREADS % (one, main), tmp_path, unknown_calls="havoc", property=property_)
    assert isinstance(result.verdict, expected), result.verdict
    assert bool(result.notes) == isinstance(result.verdict, Unsafe), result.notes


def test_without_it_there_is_no_verdict(tmp_path: Path) -> None:
    verdict = verify(body("assert(get() == get())"), tmp_path).verdict
    assert isinstance(verdict, Unknown)
    assert verdict.reason == UNDECIDED
    assert "call of get, which has no body" in verdict.detail


@pytest.mark.parametrize(("value", "expected"), [("3", Safe), ("4", Unsafe)])
def test_a_stub_gives_bodies(value: str, expected: type, tmp_path: Path) -> None:
    stub = tmp_path / "stub.c"
    stub.write_text(f"int get(void) {{ return {value}; }} void call(void (*f)(void)) {{ f(); }}")
    result = verify(body("call(one); assert(a + get() == 4)"), tmp_path, stub=[stub])
    assert isinstance(result.verdict, expected), result.verdict
    assert not result.notes or isinstance(result.verdict, Safe)


def test_a_stub_is_for_what_has_no_body(tmp_path: Path) -> None:
    stub = tmp_path / "stub.c"
    stub.write_text("int get(void) { return 1; } int a;")
    with pytest.raises(InputError, match=r"the stub defines a, which .*program\.c defines, too"):
        verify(body("get()"), tmp_path, stub=[stub])


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, stub, report = tmp_path / "program.c", tmp_path / "stub.c", tmp_path / "report.json"
    file.write_text(HEAD + body("assert(get() != 3 && flag() < 2)"))
    stub.write_text("int get(void) { return 3; }")
    assert run(["verify", str(file), "--stub", str(stub), "--unknown-calls", "havoc", "--json", str(report)]) == 10
    assert "get" not in capsys.readouterr().out.partition("scope:")[2].partition("flag has no body")[0]
    assert run(["replay", str(report)]) == 10
    assert run(["verify", str(file), "--unknown-calls", "havoc"]) == 10
    assert "depends on what is assumed of get" in capsys.readouterr().out
    assert run(["verify", str(file), "--unknown-calls", "guess"]) == 1
