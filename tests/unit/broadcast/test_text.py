"""Parser and printer of broadcast programs."""

from __future__ import annotations

from random import Random

import pytest

from tests.unit.broadcast.random_programs import random_program
from threadproof.broadcast.parser import parse_program
from threadproof.broadcast.printer import print_program
from threadproof.broadcast.program import Constraint, Edge, Start, Update, after, now
from threadproof.errors import InputError
from threadproof.logic import term as T

TEXT = """\
shared s = 0, t = *;

template main 1 {
    local b = 1;
    initially a.b || s;
    error 4, 9;
    forgets 2: b;
    1: skip -> 1;
    1: s := t && !a.b, a.b := *, all(b) := *, all(worker.c) := * constrain s' == a.b' constrain [p: worker] p.c' != p.c -> 2;
    2: assume s -> 3;
    2: assert t ? s : a.b -> 2;
    3: start worker -> 1;
    3: start worker when new.c == a.b -> 4;
}

template worker * dormant {
    local c = 0;
    1: skip constrain [p: worker, q: main] p.c || q.b -> 2;
}
"""  # noqa: E501


def test_what_is_printed_is_what_was_read() -> None:
    assert print_program(parse_program(TEXT)) == TEXT


def test_random_programs_survive_printing() -> None:
    for seed in range(150):
        program = random_program(Random(seed))
        assert parse_program(print_program(program)) == program


def test_shorthand() -> None:
    program = parse_program("""
        shared s, t = 1;
        template x * {
            local b;
            1: goto 2, 3; // both ways
            2: assume s => t;
            3: s := 1 constrain [p: x] (a.b && p.b) => t' -> 1;
        }
    """)
    assert program.shared == (("s", None), ("t", 1))
    assert program.templates[0].edges == (
        Edge(1, Update(), 2),
        Edge(1, Update(), 3),
        Edge(2, Update(constraints=(Constraint(T.or_(T.not_(now("s")), now("t"))),)), 3),
        Edge(
            3,
            Update(
                (("s", T.TRUE),),
                (),
                (Constraint(T.or_(T.not_(T.and_(now("a.b"), now("p.b"))), after("t")), (("p", "x"),)),),
            ),
            1,
        ),
    )


def test_templates_may_be_used_before_they_are_declared() -> None:
    program = parse_program("template x 1 { 1: start y; } template y * dormant { 1: skip; }")
    assert program.templates[0].edges[0].statement == Start("y")
    assert program.counts(7) == {"x": 1, "y": 7}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("shared s, s;", 1, "column 11: `s` is declared twice"),
        # (they would be other variables, too: a forged proof could say one and mean another)
        ('shared s, "s\'";', 1, "column 11: `s'` is no name for a variable or a thread"),
        ('shared s, "a.b";', 1, "column 11: `a.b` is no name for a variable or a thread"),
        ('shared s, "0:b";', 1, "column 11: `0:b` is no name for a variable or a thread"),
        ('template x * { local "b.c"; }', 1, "column 22: `b.c` is no name for a variable or a thread"),
        ('template x * { 1: skip constrain ["p.q": x] true; }', 1, "column 35: `p.q` is no name"),
        ('template x * { 1: skip constrain ["a": x] true; }', 1, "column 35: `a` has a meaning already"),
        ('template x * { 1: skip constrain ["new": x] true; }', 1, "column 35: `new` has a meaning already"),
        ("shared s = 2;", 1, "column 12: 0, 1 or * expected, not `2`"),
        ("shared a;", 1, "column 8: a name expected, not `a`"),
        ("template x * {\n  1: assume s;\n}", 2, "column 13: `s` is neither a shared variable nor a thread here"),
        ("template x * {\n  1: assume a.b;\n}", 2, "column 15: template `x` has no local `b`"),
        ("template x * {\n  1: start y;\n}", 2, "column 12: there is no template `y`"),
        ("template x * { 1: all(y.b) := *; }", 1, "column 25: there is no template `y`"),
        ("shared s; template x * { 1: all(s) := *; }", 1, "column 33: template `x` has no local `s`"),
        ("shared s; template x * { 1: s := *, s := 1; }", 1, "column 37: assigned twice"),
        (
            "shared s; template x * { 1: assume s'; }",
            1,
            "column 37: values after the step have a meaning in constraints",
        ),
        ("shared s; template x * { 1: skip constrain [s: x] s; }", 1, "column 45: `s` has a meaning already"),
        ("template x * { 0: skip; }", 1, "column 16: no edge begins at location 0"),
        ("template x * { 1: goto 0; }", 1, "column 16: no edge leads to location 0"),
        ("template x * { 1: skip -> 99999999999; }", 1, "column 27: the number is not below"),
        ("template x * { forgets 1: b; }", 1, "column 27: template `x` has no local `b`"),
        ("shared new;", 1, "column 8: a name expected, not `new`"),
        ("template x * { local b; 1: assume new.b; }", 1, "column 35: a name expected, not `new`"),
        ("template x * { local b; 1: start x when new.c; }", 1, "column 45: template `x` has no local `c`"),
        ("template x * { local b; 1: start x when new.b'; }", 1, "column 46: values after the step have a meaning"),
        ("template x * {", 1, "column 15: a number expected, not the end of the text"),
        ("template x * {} template x 1 {}", 1, "column 26: template `x` is declared twice"),
        ("template x * {\n\n 1: assume ²; }", 3, "column 12: a name expected, not `²`"),
        ("shared s; template x * { 1: assume " + "(" * 5000 + "s", 1, "the formula is nested too deeply"),
        ("shared s; template x * { 1: assume " + "!" * 5000 + "s", 1, "the formula is nested too deeply"),
        ("shared s; template x * { 1: assume " + "s =>" * 5000 + "s", 1, "the formula is nested too deeply"),
    ],
)
def test_errors_have_a_position(text: str, line: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_program(text, "here.bp")
    assert caught.value.line == line
    assert caught.value.file == "here.bp"
    assert message in caught.value.message


def test_broken_text_is_never_more_than_an_input_error() -> None:
    rng = Random(1)
    for _ in range(800):
        at, length = rng.randrange(len(TEXT)), rng.randrange(4)
        broken = TEXT[:at] + rng.choice(["", "(", "'", "9", "a", "²", "\0", "all"]) + TEXT[at + length :]
        try:
            program = parse_program(broken)
        except InputError:
            continue
        assert parse_program(print_program(program)) == program
