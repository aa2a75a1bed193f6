"""Where objects lie that threads have to themselves: how many of them can be found in one place?

Threads compare an object of their own with the end of a block, or with a number, and count. At most one of those that
live at once is there; those that were freed before the next one began all may be. What the tool does not understand is
Unknown, and never wrong.
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path

import pytest

from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

#: how a thread gets its object, and how it gets rid of it
OBJECTS = {
    "heap": ("int *x = malloc(4);", ""),
    "freed": ("int *x = malloc(4);", "free(x);"),
    "local": ("int here; int *x = &here;", ""),
    "own": ("int *x = &kept;", ""),
}
#: what it is compared with
PLACES = {"end": "block + 4", "number": "(int *)0x20000"}
WAYS = ("one function in a loop", "one function twice", "two functions", "one after the other", "main and another")
CASES = list(product(OBJECTS, PLACES, WAYS, (0, 1, 2)))


def _program(kind: str, place: str, way: str, count: int) -> str:
    get, rid = OBJECTS[kind]
    body = f"{get} if (x == there) {{ pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }} {rid}"
    names = ["f", "g"] if way == "two functions" else ["f"]
    functions = [f"void *{f}(void *unused) {{ {body} return 0; }}" for f in names]
    start = [f"pthread_create(&t[{i}], 0, {names[i % len(names)]}, 0);" for i in range(2)]
    join = [f"pthread_join(t[{i}], 0);" for i in range(2)]
    if way == "one function in a loop":
        run = "for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0); " + " ".join(join)
    elif way == "one after the other":
        run = f"{start[0]} {join[0]} {start[1]} {join[1]}"
    elif way == "main and another":
        run = f"{start[0]} {body} {join[0]}"
    else:
        run = " ".join(start + join)
    return (
        "#include <pthread.h>\n#include <stdlib.h>\nextern void reach_error(void);\n"
        "int n, *there; _Thread_local int kept; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        + "\n".join(functions)
        + f"\nint main(void) {{ pthread_t t[2]; int *block = malloc(16); there = {PLACES[place]}; {run}\n"
        f"    if (n == {count}) reach_error();\n    return 0;\n}}\n"
    )


def _may_be_two(kind: str, way: str) -> bool:
    """What has ended may be followed by the next in its place."""
    if kind == "freed":
        return True
    return way == "one after the other" and kind in ("local", "own")


@pytest.mark.parametrize("number", rotating(10, len(CASES)), ids=lambda n: "-".join(map(str, CASES[n])))
def test_one_place(number: int, tmp_path: Path) -> None:
    _compare(number, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda n: "-".join(map(str, CASES[n])))
def test_every_place(number: int, tmp_path: Path) -> None:
    _compare(number, tmp_path)


def _compare(number: int, folder: Path) -> None:
    kind, place, way, count = CASES[number]
    path = folder / "program.c"
    path.write_text(_program(kind, place, way, count))
    for engine in ("auto", "explore"):
        verdict = pipeline.verify(path, Options(engine=engine, data_model="LP64", timeout=10)).verdict
        if count < 2 and place == "end" and kind in ("local", "own"):
            # (stacks lie far from the heap; whether their objects can be at its end is the machine's affair)
            assert not isinstance(verdict, Safe) or count == 1
        elif count < 2 or _may_be_two(kind, way):
            assert not isinstance(verdict, Safe)
        elif place == "number" or kind in ("heap", "freed"):
            assert not isinstance(verdict, Unsafe)


def _life(chance: random.Random) -> tuple[list[int], list[tuple[int, int]]]:
    """What a loop does: slot n is allocated, or (10 + n) freed; and when each object begins and ends."""
    acts: list[int] = []
    lives: list[tuple[int, int]] = []
    held: dict[int, int] = {}
    while len(lives) < 3 or len(acts) < 5:
        slot = chance.randrange(2)
        if slot in held:
            n = held.pop(slot)
            lives[n] = (lives[n][0], len(acts))
            acts.append(10 + slot)
        elif len(lives) < 4:
            held[slot] = len(lives)
            lives.append((len(acts), 100))
            acts.append(slot)
        else:
            break
    return acts, lives


def _lives(seed: int) -> tuple[str, bool]:
    """A program, and whether it is safe: numbers of two objects differ if these lived at once."""
    chance = random.Random(seed)
    acts, lives = _life(chance)
    a, b = chance.sample(range(len(lives)), 2)
    is_apart = lives[a][0] < lives[b][1] and lives[b][0] < lives[a][1]
    looks_late, is_sized, asks_back = (chance.random() < 0.5 for _ in range(3))
    size = "n" if is_sized else "4"
    early = "" if looks_late else "at[count] = (uintptr_t)p[act];"
    late = f"at[{a}] = (uintptr_t)was[{a}]; at[{b}] = (uintptr_t)was[{b}];" if looks_late else ""
    check = f"at[{a}] == at[{b}]"
    if is_apart and asks_back:
        check = f"at[{a}] < at[{b}] ? at[{b}] - at[{a}] < 4 : at[{a}] - at[{b}] < 4"
    text = (
        "#include <stdint.h>\n#include <stdlib.h>\nextern void reach_error(void);\n"
        "extern unsigned __VERIFIER_nondet_uint(void);\n"
        f"char *p[2], *was[4]; uintptr_t at[4];\nint main(void) {{\n"
        f"    static const int acts[] = {{{', '.join(map(str, acts))}}}; int count = 0; unsigned n = 4;\n"
        f"    if (__VERIFIER_nondet_uint() == 3) n = 5;\n"
        f"    for (int i = 0; i < {len(acts)}; i++) {{\n        int act = acts[i];\n"
        f"        if (act < 10) {{ p[act] = malloc({size}); was[count] = p[act]; {early} count++; }}\n"
        "        else free(p[act - 10]);\n    }\n"
        f"    {late}\n    if ({check}) reach_error();\n    return 0;\n}}\n"
    )
    return text, is_apart


@pytest.mark.parametrize("seed", rotating(6, 10_000))
def test_objects_of_a_loop(seed: int, tmp_path: Path) -> None:
    text, is_safe = _lives(seed)
    path = tmp_path / "program.c"
    path.write_text(text)
    verdict = pipeline.verify(path, Options(data_model="LP64", timeout=5)).verdict
    assert not isinstance(verdict, Unsafe if is_safe else Safe), (verdict, text)
    assert isinstance(verdict, Safe | Unsafe) or verdict.reason in ("timeout", "inputs were sampled"), (verdict, text)
