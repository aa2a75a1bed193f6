"""SCPL: what a program means, and what is said about one that means nothing."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.helpers.ir_lines import lines
from tests.helpers.rotation import rotation
from threadproof import cli, pipeline
from threadproof.errors import InputError, UsageError
from threadproof.frontend import load
from threadproof.ir.checker import check
from threadproof.options import Options
from threadproof.passes.simplify import simplify
from threadproof.properties import PROPERTIES
from threadproof.result.verdict import Safe, Unsafe, Verdict

PROGRAMS = Path(__file__).parents[2] / "programs" / "scpl"


def write(folder: Path, text: str) -> Path:
    path = folder / "p.scpl"
    path.write_text(text)
    return path


def verify(path: Path, **options: object) -> Verdict:
    return pipeline.verify(path, Options.make(timeout=20, **options)).verdict  # type: ignore[arg-type]


# ---------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("", "1: column 1", "the program is empty"),
        ("// nothing\n", "2: column 1", "the program is empty"),
        ("shared s = 0;\n", "2: column 1", "there is no statement"),
        ("s = 0;", "1: column 1", "`shared`, `local` or `1:` expected, not `s`"),
        ("shared s;", "1: column 9", "`=` expected, not `;`"),
        ("shared s = t;", "1: column 12", "an initial value expected, not `t`"),
        ("shared s = 0\n1: s = 1;", "2: column 1", "`;` expected before `1`"),
        ("shared 1 = 0;", "1: column 8", "the name of a variable expected, not `1`"),
        ("shared goto = 0;", "1: column 8", "the name of a variable expected, not `goto`"),
        ("shared s = 0;\nlocal s = 1;", "2: column 7", "`s` is declared twice"),
        ("shared s = 0, s = 1;", "1: column 15", "`s` is declared twice"),
        ("shared s = 2147483648;", "1: column 12", "2147483648 is too large"),
        ("shared s = -2147483649;", "1: column 13", "2147483649 is too large"),
        ("shared s = 0x1;", "1: column 12", "`0x1` is not a number"),
        ("shared s = 0;\n1: s = x;", "2: column 8", "`x` is not declared"),
        ("shared s = 0;\n1: x = 1;", "2: column 4", "`x` is not declared"),
        ("shared s = 0;\n1: s := 1;", "2: column 6", "`=` expected, not `:`"),
        ("shared s = 0;\n1: s == 1;", "2: column 6", "`=` expected, not `==`"),
        ("shared s = 0;\n1: s = 1", "2: column 9", "`;` expected before the end of the file"),
        ("shared s = 0;\n1: s = 1\n2: s = 2;", "3: column 1", "`;` expected before `2`"),
        ("shared s = 0;\n1: s = ;", "2: column 8", "a value expected, not `;`"),
        ("shared s = 0;\n1: s = (1;", "2: column 10", "`)` expected, not `;`"),
        ("shared s = 0;\n1: s = s ? 1;", "2: column 13", "`:` expected, not `;`"),
        ("shared s = 0;\n2: s = 1;", "2: column 1", "number 1 expected, not 2"),
        ("shared s = 0;\n1: s = 1;\n1: s = 1;", "3: column 1", "number 2 expected, not 1"),
        ("shared s = 0;\n1: s = 1;\ns = 1;", "3: column 1", "`2:` expected, not `s`"),
        ("shared s = 0;\n1: s = 1;\nlocal l = 1;", "3: column 1", "`2:` expected, not `local`"),
        ("shared s = 0;\n1 s = 1;", "2: column 3", "`:` expected, not `s`"),
        ("shared s = 0;\n1: goto 2;", "2: column 9", "there is no statement 2"),
        ("shared s = 0;\n1: goto 1, 0;", "2: column 12", "there is no statement 0"),
        ("shared s = 0;\n1: goto 00000000000000000000000001;", "2: column 9", "there is no statement 0000"),
        ("shared s = 0;\n1: goto s;", "2: column 9", "the number of a statement expected, not `s`"),
        ("shared s = 0;\n1: if s then s = 1;", "2: column 14", "`goto` expected, not `s`"),
        ("shared s = 0;\n1: while s;", "2: column 4", "`while` is not declared"),
        ("shared s = 0;\n1: ;", "2: column 4", "a statement expected, not `;`"),
        ("shared s = 0;\n1: s = 1 # 2;", "2: column 10", "'#' is not a character of SCPL"),
        ("shared s = 0;\n1: s = “1”;", "2: column 8", "'“' is not a character of SCPL"),
        ("shared s = 0; /* and\n so on", "1: column 15", "a comment is not closed"),
        ("shared s = 0;\n1: s = " + "(" * 200 + "1" + ")" * 200 + ";", "2: column 108", "nested too deeply"),
        ("shared s = 0;\n1: s = " + "!" * 500 + "1;", "2: column 108", "nested too deeply"),
        ("shared s = 0;\n1: s = 1" + " + s" * 5000 + ";", "2:", "the expression is too long"),
    ],
)
def test_mistake(text: str, where: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        load(path, Options())
    assert f"p.scpl:{where}" in str(caught.value)
    assert message in str(caught.value)
    assert caught.value.hint
    assert cli.main(["verify", str(path)]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_not_text(tmp_path: Path) -> None:
    path = tmp_path / "p.scpl"
    path.write_bytes(b"shared s = 0;\n1: s = \xff;\n")
    with pytest.raises(InputError, match=r"p\.scpl:2: column 8: byte 0xff is not UTF-8"):
        load(path, Options())


def test_any_text_is_answered(tmp_path: Path) -> None:
    """A program with some characters taken away, doubled or exchanged."""
    rng = random.Random(5)
    texts = [p.read_text() for p in sorted(PROGRAMS.glob("*.scpl"))]
    for _ in range(300):
        text = list(rng.choice(texts))
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(text))
            text[at] = rng.choice(("", text[at] * 2, rng.choice(text), "\0", "*"))
        try:
            program = load(write(tmp_path, "".join(text)), Options())
        except InputError:
            continue
        assert check(program) == []


@pytest.mark.parametrize("property_", [p for p in PROPERTIES if p != "unreach-call"])
def test_other_properties_have_no_meaning(property_: str) -> None:
    with pytest.raises(UsageError, match=f"{property_} has no meaning for SCPL"):
        verify(PROGRAMS / "remainders_safe.scpl", property=property_)


# ---------------------------------------------------------------- meaning


def test_edges(tmp_path: Path) -> None:
    text = """
    shared s = -1, t = *;  shared bool b = 1;
    x = 0;                  // still shared
    local l = 2;
    1: s = s + l;
    2: s = t + 1;           /* two shared variables: a section */
    3: assume b || l > 2;
    4: l = *;
    5: if * then goto 1, 6;
    6: if s == t goto 8 else goto 3;
    7: error;
    8: b = l;
    9: l = * + *;
    10: assert t <= s;
    """
    program = load(write(tmp_path, text), Options())
    assert check(program) == []
    assert {v.name: v.init for v in program.shared if v.kind == "data"} == {"s": 2**32 - 1, "t": None, "b": 1, "x": 0}
    assert [v.name for v in program.templates["thread"].locals] == [
        "thread.self", "thread::l", "thread::any#1", "thread::any#2",
    ]  # fmt: skip
    assert [x.replace("thread::", "") for x in lines(simplify(program), "thread")] == [
        "0 -> 1: s := s + l",
        "1 -> 2: atomic begin",
        "2 -> 3: s := t + 1",
        "3 -> 4: atomic end",
        "4 -> 5: [(b != 0) || (2 < l)]",
        "5 -> 6: havoc l in 0..4294967295",
        "6 -> 0: skip",
        "6 -> 7: skip",
        "7 -> 8: atomic begin",
        "8 -> 9: [s == t]",
        "8 -> 19: [s != t]",
        "9 -> 10: atomic end",
        "10 -> 11: b := (l == 0) ? 0 : 1",
        "11 -> 12: havoc any#1 in 0..4294967295",
        "12 -> 13: havoc any#2 in 0..4294967295",
        "13 -> 14: l := any#1 + any#2",
        "14 -> 15: atomic begin",
        "15 -> 16: [t <= s]",
        "15 -> error: [!(t <= s)]",
        "16 -> exit: atomic end",
        "19 -> 4: atomic end",
    ]


@pytest.mark.parametrize(
    ("name", "needed"), [("mixed_local_unsafe", 2), ("mixed_shared_unsafe", 2), ("remainders_safe", None)]
)
def test_how_many_threads_it_takes(name: str, needed: int | None) -> None:
    path = PROGRAMS / f"{name}.scpl"
    for n in (1, 2, 3):
        found = verify(path, engine="explore", threads=str(n))
        assert isinstance(found, Safe if needed is None or n < needed else Unsafe), n
    found = verify(path)
    assert "any number of threads" in found.scope
    assert "every statement is one step" in found.scope
    if needed is not None:
        assert isinstance(found, Unsafe)
        assert found.statistics["threads"] >= needed  # (more, where time is short)


def test_trace_shows_statements() -> None:
    found = verify(PROGRAMS / "mixed_local_unsafe.scpl")
    assert isinstance(found, Unsafe)
    steps = [(s.thread, s.line, s.text) for s in found.trace.steps]
    assert steps == [
        ("main", 1, "start a thread"),
        ("thread", 4, "1: assert s != l;"),
        ("thread", 5, "2: s = s + 1;"),
        ("thread#2", 4, "1: assert s != l;"),
    ]


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(PROGRAMS / "remainders_safe.scpl")
    proof = str(tmp_path / "proof.json")
    options = ["--engine", "symmpa", "--atomic-statements", "--proof", proof, "--json", "-"]
    assert cli.main(["verify", file, *options]) == 0
    assert cli.main(["check-proof", file, proof]) == 0
    for command in (["ir", file], ["run", file, "--max-steps", "200"], ["blocks", file]):
        assert cli.main(command) == 0
    assert '"verdict"' in capsys.readouterr().out


def test_expressions_are_those_of_c(tmp_path: Path) -> None:
    rng = random.Random(rotation())
    for n in range(5):
        text = f"({_expression(rng, 3)}) % 4"
        values = {v: rng.choice((0, 1, 2, 7, -1, -5, 2147483647)) for v in "st"}
        c_path, path = tmp_path / "p.c", tmp_path / "p.scpl"
        found = []
        for k in range(-3, 4):
            declared = "".join(f"shared {v} = {x};" for v, x in values.items())
            path.write_text(f"{declared}\n1: assert {text} != {k};\n")
            declared = "".join(f"int {v} = {x};" for v, x in values.items())
            c_path.write_text(f"{declared}\nint main(void) {{ assert({text} != {k}); return 0; }}\n")
            here = type(verify(path, engine="explore", threads="1"))
            assert here is type(verify(c_path, engine="explore")), (n, text, values, k)
            found.append(here)
        assert found.count(Unsafe) == 1


def _expression(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.1:
        return rng.choice(("s", "t", "0", "1", "3", "-2"))
    a, b, c = (_expression(rng, depth - 1) for _ in range(3))
    a = f"({a})" if rng.random() < 0.3 else a
    match rng.randrange(8):
        case 0:
            return f"({a} ? {b} : {c})"
        case 1:
            return f"{rng.choice('!-~')}({a})"
        case 2:
            return f"({a}) {rng.choice('/%')} {rng.choice((2, 3, -3))}"
        case 3:
            return f"({a}) {rng.choice(('<<', '>>'))} {rng.choice((0, 1, 5))}"
        case _:
            return f"{a} {rng.choice(('||', '&&', '|', '^', '&', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*'))} {b}"


def test_division_by_zero(tmp_path: Path) -> None:
    """It has a value, the one that solvers give it."""
    text = "shared z = 0; shared s = -7;\n1: assert 5 / z == -1 && s / z == 1 && s % z == s;\n"
    assert isinstance(verify(write(tmp_path, text), engine="explore", threads="1"), Safe)
