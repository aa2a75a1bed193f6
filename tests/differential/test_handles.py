"""Random programs that create threads, copy their handles and join them: is every thread there that is joined?

Each way through such a program is known when it is made, and so is whether on one of them somebody is joined who was
never created. Then there is no verdict; otherwise there is one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from tests.helpers.rotation import in_turn
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown

HANDLES = ("a", "b", "g", "r[0]", "r[1]", "s.t", "*p", "far(&c)")
PRELUDE = """#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
pthread_t g, r[2], many[4];
struct { int x; pthread_t t; } s;
void *work(void *x) { return x; }
static pthread_t far(pthread_t *at) { return *at; }
static void wait_for(pthread_t t) { pthread_join(t, 0); }
int main(void) {
    pthread_t a, b, c, *p = &c;
"""
SEEDS = [pytest.param(n, marks=in_turn(n, 20)) for n in range(40)]
#: (depth, text, what it does: a word and handles)
Line = tuple[int, str, tuple[str, ...]]


def _place(handle: str) -> str:
    """`*p` and `far(&c)` are the same variable."""
    return "c" if handle in ("*p", "far(&c)") else handle


def _make(chance: random.Random) -> list[Line]:
    lines: list[Line] = []
    depth = branches = 0
    for _ in range(chance.randint(4, 10)):
        kind = chance.choice(
            ("create", "create", "create", "copy", "zero", "join", "join", "if", "end", "fill", "drain")
        )
        one, other = chance.choice(HANDLES), chance.choice(HANDLES)
        pad = "    " * (depth + 1)
        target = "*p" if _place(one) == "c" else one
        if kind == "create":
            lines.append((depth, f"{pad}pthread_create(&{target}, 0, work, 0);", ("create", _place(one))))
        elif kind == "copy" and _place(one) != _place(other):
            lines.append((depth, f"{pad}{target} = {other};", ("copy", _place(one), _place(other))))
        elif kind == "zero" and chance.random() < 0.4:
            lines.append((depth, f"{pad}{target} = 0;", ("zero", _place(one))))
        elif kind == "join":
            call = chance.choice(("pthread_join({}, 0);", "wait_for({});"))
            lines.append((depth, pad + call.format(one), ("join", _place(one))))
        elif kind in ("fill", "drain"):
            low, high = sorted(chance.choices(range(5), k=2))
            places = tuple(f"many[{i}]" for i in range(low, high))
            call = "pthread_create(&many[i], 0, work, 0);" if kind == "fill" else "pthread_join(many[i], 0);"
            lines.append((depth, f"{pad}for (int i = {low}; i < {high}; i++) {call}", (kind, *places)))
        elif kind == "if" and branches < 3:
            lines.append((depth, f"{pad}if (__VERIFIER_nondet_bool()) {{", ("if",)))
            depth, branches = depth + 1, branches + 1
        elif kind == "end" and depth:
            depth -= 1
            lines.append((depth, "    " * (depth + 1) + "}", ("end",)))
    while depth:
        depth -= 1
        lines.append((depth, "    " * (depth + 1) + "}", ("end",)))
    return lines


def _is_good(lines: list[Line], answers: tuple[bool, ...]) -> bool | None:
    """Is everybody there who is joined? None: somebody is joined twice, which nothing is said about."""
    holds: dict[str, int] = {}
    joined: set[int] = set()
    created, left = 0, iter(answers)
    skipped: int | None = None
    for depth, _, (word, *places) in lines:
        if skipped is not None:
            if word == "end" and depth == skipped:
                skipped = None
            continue
        if word in ("create", "fill"):
            for place in places:
                created += 1
                holds[place] = created
        elif word == "copy":
            holds[places[0]] = holds.get(places[1], 0)
        elif word == "zero":
            holds[places[0]] = 0
        elif word == "if" and not next(left):
            skipped = depth
        elif word in ("join", "drain"):
            for place in places:
                who = holds.get(place, 0)
                if not who:
                    return False
                if who in joined:
                    return None
                joined.add(who)
    return True


def _ways(lines: list[Line]) -> set[bool | None]:
    count = sum(word[0] == "if" for _, _, word in lines)
    return {_is_good(lines, answers) for answers in product((False, True), repeat=count)}


def _programs(seed: int, count: int) -> Iterator[list[Line]]:
    """Programs in which somebody is joined, and nobody twice."""
    chance = random.Random(seed)
    while count:
        lines = _make(chance)
        if None not in _ways(lines) and any(word[0] in ("join", "drain") for _, _, word in lines):
            count -= 1
            yield lines


@pytest.mark.parametrize("property_", ["unreach-call", "no-deadlock"])
@pytest.mark.parametrize("seed", SEEDS)
def test_everybody_who_is_joined_is_there(seed: int, property_: str, tmp_path: Path) -> None:
    for lines in _programs(seed, 10):
        path = tmp_path / "handles.c"
        path.write_text(PRELUDE + "\n".join(text for _, text, _ in lines) + "\n    return 0;\n}\n")
        verdict = pipeline.verify(path, Options(timeout=30, engine="explore", property=property_)).verdict
        if False in _ways(lines):
            # an array that a run does not show to be empty is believed to have been filled
            is_believed = property_ == "unreach-call" and "have been created" in verdict.scope
            assert isinstance(verdict, Unknown) or is_believed, path.read_text()
        elif not (isinstance(verdict, Unknown) and "never stored" in verdict.detail):
            assert isinstance(verdict, Safe), (verdict, path.read_text())
