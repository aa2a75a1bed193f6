"""`threadproof fences`: what it proposes makes programs safe, and nothing in it can be left out."""

from __future__ import annotations

import shutil
import subprocess
from itertools import chain, combinations
from pathlib import Path

import pytest

from threadproof import pipeline
from threadproof.errors import UsageError
from threadproof.fences import command
from threadproof.fences.patch import Change, Piece, changed_texts, difference
from threadproof.fences.search import Search
from threadproof.fences.spots import Place
from threadproof.options import Options
from threadproof.result.verdict import Proof, Safe, Trace, Unknown, Unsafe, Verdict

PROGRAMS = Path(__file__).parent.parent / "weak" / "programs"
HEAD = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
SB = """int x, y, a, b;
void *other(void *u) { %s }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  y = 1; b = x;
  pthread_join(t, 0);
  assert(a || b);
}
"""


def options(model: str) -> Options:
    return Options(data_model="LP64", memory_model=model, timeout=120)


def asked(tmp_path: Path, text: str, model: str) -> tuple[command.Answer, Path]:
    path = tmp_path / "p.c"
    path.write_text(HEAD + text)
    return command.run(path, options(model)), path


def added(answer: command.Answer) -> list[str]:
    lines = answer.difference.splitlines()
    return [line[1:].strip() for line in lines if line.startswith("+") and not line.startswith("+++")]


def is_safe(path: Path, model: str) -> bool:
    return isinstance(pipeline.verify(path, options(model)).verdict, Safe)


@pytest.mark.parametrize(("name", "count"), [("peterson", 1), ("dekker", 1), ("szymanski", 2)])
def test_algorithms(name: str, count: int, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.c"
    shutil.copy(PROGRAMS / path.name, path)
    answer = command.run(path, options("tso"))
    assert answer.is_safe
    assert "no fewer are enough" in answer.text
    assert added(answer) == ["__atomic_thread_fence(__ATOMIC_SEQ_CST);"] * count
    assert not is_safe(path, "tso")
    subprocess.run(["patch", "-s", str(path)], input=answer.difference.encode(), check=True)
    assert is_safe(path, "tso")


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("x = 1; a = y; return u;", "x = 1; atomic_thread_fence(memory_order_seq_cst); a = y; return u;"),
        ("x = 1;\n  a = y; return u;", "atomic_thread_fence(memory_order_seq_cst);"),
        ("x = 1; // first\n  a = y; return u;", "atomic_thread_fence(memory_order_seq_cst);"),
        ("if (!u) x = 1; a = y; return u;", "if (!u) { x = 1; atomic_thread_fence(memory_order_seq_cst); } a = y;"),
        ("if (u) a = 1; else x = 1; a = y; return u;", "else { x = 1; atomic_thread_fence(memory_order_seq_cst); }"),
        ("x\n  = 1;\n  a = y; return u;", "atomic_thread_fence(memory_order_seq_cst);"),
    ],
)
def test_where_a_fence_stands(body: str, line: str, tmp_path: Path) -> None:
    answer, _ = asked(tmp_path, SB % body, "tso")
    assert answer.is_safe
    new = added(answer)
    assert len(new) == 2
    assert line in new[0]
    assert "y = 1; atomic_thread_fence(memory_order_seq_cst); b = x;" in new[1]


def test_orders_instead_of_fences(tmp_path: Path) -> None:
    text = SB.replace("int x, y, a, b;", "atomic_int x, y; int a, b;").replace("y = 1;", "y = 1; // seq_cst\n ")
    body = "atomic_store_explicit(&x, 1, memory_order_relaxed); a = y; return u;"
    answer, _ = asked(tmp_path, text % body, "tso")
    assert added(answer) == ["void *other(void *u) { " + body.replace("relaxed", "seq_cst") + " }"]


def test_macros(tmp_path: Path) -> None:
    text = "#define PUT(v, n) do { v = n; } while (0)\n" + SB.replace("y = 1; b", "PUT(y, 1);\n  b")
    answer, _ = asked(tmp_path, text % "\n  PUT(x, 1);\n  a = y; return u;\n", "tso")
    assert added(answer) == ["atomic_thread_fence(memory_order_seq_cst);"] * 2


@pytest.mark.parametrize(
    "store", ["x = ONE;", "__atomic_store_n(&x, 1, __ATOMIC_RELAXED);", 'x = sizeof ";" - ONE; /* ; */']
)
def test_macros_in_statements(store: str, tmp_path: Path) -> None:
    text = "#define ONE 1\n" + SB % f"{store} a = y; return u;"
    answer, _ = asked(tmp_path, text, "tso")
    assert answer.is_safe
    assert len(added(answer)) == 2
    assert "seq_cst" in added(answer)[0].lower()


@pytest.mark.parametrize("comment", ["größer", "größer".encode("latin-1").decode(errors="surrogateescape")])
def test_other_encodings(comment: str, tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_bytes((HEAD + SB % f"/* {comment} */ x = 1; a = y; return u;").encode(errors="surrogateescape"))
    answer = command.run(path, options("tso"))
    assert answer.is_safe
    patch = answer.difference.encode(errors="surrogateescape")
    subprocess.run(["patch", "-s", str(path)], input=patch, check=True)
    assert is_safe(path, "tso")


def test_headers_that_are_not_included(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    head = HEAD.replace("#include <stdatomic.h>", "// no <stdatomic.h>")
    path.write_text(head + SB % "x = 1; a = y; return u;")
    assert added(command.run(path, options("tso")))[0].count("__ATOMIC_SEQ_CST") == 1


def test_headers(tmp_path: Path) -> None:
    (tmp_path / "put.h").write_text("static inline void put(int *p) {\n  *p = 1;\n}\n")
    text = '#include "put.h"\n' + SB.replace("y = 1; b", "put(&y); b")
    answer, _ = asked(tmp_path, text % "put(&x); a = y; return u;", "tso")
    assert added(answer) == ["__atomic_thread_fence(__ATOMIC_SEQ_CST);"]
    assert answer.difference.startswith(f"--- {(tmp_path / 'put.h').as_posix()}\n")


def test_weaker_fences_where_they_are_enough(tmp_path: Path) -> None:
    text = """int data, flag;
void *reader(void *u) { if (flag) assert(data == 7); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, reader, 0); data = 7; flag = 1; }
"""
    answer, _ = asked(tmp_path, text, "pso")
    (line,) = added(answer)
    assert "data = 7; atomic_thread_fence(memory_order_release); flag = 1;" in line
    answer, _ = asked(tmp_path, text, "tso")
    assert answer.is_safe
    assert not answer.difference
    assert "as it is" in answer.text


def test_what_fences_do_not_help(tmp_path: Path) -> None:
    answer, _ = asked(tmp_path, SB % "a = y; x = 1; return u;", "tso")
    assert answer.is_safe is False
    assert "Fences are no help" in answer.text


def test_stores_that_are_part_of_something(tmp_path: Path) -> None:
    answer, _ = asked(tmp_path, SB % "if ((x = 1) && y) a = 1; return u;", "tso")
    assert answer.is_safe is None
    assert "Nothing can be changed at p.c:5" in answer.text


def test_time_is_over(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(HEAD + SB % "x = 1; a = y; return u;")
    hurried = options("tso")
    hurried.timeout = 1e-6
    assert command.run(path, hurried).is_safe is None


def test_models_without_fences(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="some machines only"):
        asked(tmp_path, SB % "return u;", "sc")


def test_every_smaller_set_was_tried() -> None:
    """Of sets that are enough, some larger ones are found first."""
    changes = [Change("f", (Piece(n, 1, 0, "x"),), n, "", "") for n in range(5)]
    places = [Place((c,)) for c in changes]
    for enough in ([{0}], [{1, 2}, {0}], [{3, 4}, {0, 1, 2}], [{0, 1}, {1, 2}, {2, 3, 4}]):
        least = min(map(len, enough))

        def ask(chosen: frozenset[Change], enough: list[set[int]] = enough) -> Verdict:
            numbers = {c.line for c in chosen}
            return SAFE if any(e <= numbers for e in enough) else UNSAFE

        found = Search(ask).run(places)
        assert found.changes is not None
        assert found.is_least
        assert {c.line for c in found.changes} in enough
        assert len(found.changes) == least
        assert set(found.without) == {*found.changes}


def test_what_is_not_known_is_not_called_the_least() -> None:
    changes = [Change("f", (Piece(n, 1, 0, "x"),), n, "", "") for n in range(3)]

    def ask(chosen: frozenset[Change]) -> Verdict:
        return SAFE if len(chosen) == 3 else Unknown("timeout")

    found = Search(ask).run([Place((c,)) for c in changes])
    assert found.changes == changes
    assert not found.is_least
    assert all(isinstance(v, Unknown) for v in found.without.values())


def test_subsets_of_what_is_unsafe_are_not_asked() -> None:
    changes = [Change("f", (Piece(n, 1, 0, "x"),), n, "", "") for n in range(4)]
    calls: list[frozenset[Change]] = []

    def ask(chosen: frozenset[Change]) -> Verdict:
        calls.append(chosen)
        return SAFE if changes[0] in chosen and changes[1] in chosen else UNSAFE

    Search(ask).run([Place((c,)) for c in changes])
    unsafe = [c for c in tuple(calls) if isinstance(ask(c), Unsafe)]
    for n, one in enumerate(unsafe):
        assert not any(one <= earlier for earlier in unsafe[:n])


def test_weaker_ones_are_tried() -> None:
    strong, weak = (Change("f", (Piece(1, 1, 0, word),), 1, "", word) for word in ("strong", "weak"))
    for is_enough in (True, False):
        found = Search(lambda c, ok=is_enough: SAFE if strong in c or (ok and weak in c) else UNSAFE).run(  # type: ignore[misc]
            [Place((strong, weak))]
        )
        assert found.changes == [weak if is_enough else strong]


def test_changes_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_bytes(b"one two three\r\nlast")
    a = Change(str(path), (Piece(1, 5, 3, "2"),), 1, "", "")
    b = Change(str(path), (Piece(1, 8, 0, "!"), Piece(1, 1, 0, "<")), 1, "", "")
    c = Change(str(path), (Piece(2, 5, 0, "\nend"),), 2, "", "")
    subsets = chain.from_iterable(combinations((a, b, c), n) for n in range(4))
    texts = [changed_texts(s).get(path, path.read_bytes()) for s in subsets]
    assert texts[0] == b"one two three\r\nlast"
    assert texts[1] == b"one 2 three\r\nlast"
    assert texts[2] == b"<one two! three\r\nlast"
    assert texts[-1] == b"<one 2! three\r\nlast\nend"
    assert "\\ No newline at end of file" in difference([c])


SAFE = Safe(Proof("", {}))
UNSAFE = Unsafe(Trace((), "it fails"))


MESSAGE = """DATA data; atomic_int flag;
void *writer(void *u) {
  data = 1;
  STORE
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    ;
  FENCE
  assert(data == 1);
}
"""


@pytest.mark.parametrize(("model", "data"), [("armv8", "int"), ("c11", "int"), ("armv8", "volatile int")])
def test_orders_on_both_sides(model: str, data: str, tmp_path: Path) -> None:
    store = "atomic_store_explicit(&flag, 1, memory_order_relaxed);"
    text = MESSAGE.replace("DATA", data).replace("STORE", store).replace("FENCE", "")
    answer, path = asked(tmp_path, text, model)
    assert answer.is_safe
    assert "no fewer are enough" in answer.text
    assert added(answer) == [
        "atomic_store_explicit(&flag, 1, memory_order_release);",
        "while (!atomic_load_explicit(&flag, memory_order_acquire))",
    ]
    subprocess.run(["patch", "-s", str(path)], input=answer.difference.encode(), check=True)
    assert is_safe(path, model)


def test_a_fence_that_is_there(tmp_path: Path) -> None:
    store = "atomic_store_explicit(&flag, 1, memory_order_release);"
    fence = "atomic_thread_fence(memory_order_release);"
    answer, _ = asked(tmp_path, MESSAGE.replace("DATA", "int").replace("STORE", store).replace("FENCE", fence), "c11")
    assert answer.is_safe
    assert "no fewer are enough" in answer.text
    assert len(added(answer)) == 1


def test_the_deque_on_armv8(tmp_path: Path) -> None:
    path = tmp_path / "deque.c"
    text = (PROGRAMS / "deque.c").read_text().replace("#ifdef WITHOUT", "#ifndef WITH")
    path.write_text(text)
    answer = command.run(path, options("armv8"))
    assert answer.is_safe
    assert added(answer) == ["atomic_thread_fence(memory_order_seq_cst);"]
