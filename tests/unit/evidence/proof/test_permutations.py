"""Covers modulo permutation: accepted where they are right, and refused, for the right reason, where they are not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.proving import ALIKE, ALIKE_FLAGS, ALIKE_WAITING, LABEL, SLEEP, Proved, claim, load, prove
from threadproof import pipeline
from threadproof.options import Options
from threadproof.properties import UNREACH_CALL
from threadproof.result.verdict import Safe

#: (see `tests.helpers.rotation`)
IN_TURN = 2

Data = dict[str, Any]


def permuted(data: Data) -> list[list[int]]:
    return [row for row in data["covers"] if len(row) == 3]


def refused(proved: Proved, data: object, why: str) -> None:
    found = proved.complaints(data)
    assert any(why in complaint for complaint in found), f"{why!r} is not among {found[:5]}"


def values_of(data: Data, name: str) -> list[list[Any]]:
    return [row for p in data["permutations"] for row in p["values"] if row[1] == name]


@pytest.mark.parametrize("text", [ALIKE, ALIKE_FLAGS, ALIKE_WAITING])
@pytest.mark.parametrize("property_", ["unreach-call", "no-deadlock", "no-data-race", "valid-memsafety"])
def test_permutations_are_used_and_accepted(text: str, property_: str, tmp_path: Path) -> None:
    if text is ALIKE_FLAGS and property_ == "no-data-race":
        return  # it has some
    proved = prove(tmp_path, text, "sleep", property_)
    assert proved.complaints() == []
    if proved.kind == "covering-tree":
        assert permuted(proved.data)


def test_names_of_values_and_variables(tmp_path: Path) -> None:
    owners = prove(tmp_path, ALIKE).data
    assert values_of(owners, "m.owner")
    assert values_of(owners, "last")
    flags = prove(tmp_path, ALIKE_FLAGS).data
    assert ["", "flag[0]", "", "flag[1]"] in flags["permutations"][0]["variables"]
    assert values_of(flags, "turn") == [["", "turn", -1, False, [[0, 1], [1, 0]]]]
    waiting = prove(tmp_path, ALIKE_WAITING).data
    assert values_of(waiting, "c.waiting") == [["", "c.waiting", -1, True, [[2, 3], [3, 2]]]]


def test_a_missing_permutation(tmp_path: Path) -> None:
    proved = prove(tmp_path, ALIKE)
    data = proved.copy()
    row = permuted(data)[0]
    row.pop()
    refused(proved, data, f"node {row[0]}: is covered by node {row[1]}, where the threads are elsewhere")
    row.append(len(data["permutations"]))
    refused(proved, data, "a cover by an unknown permutation")


@pytest.mark.parametrize(
    ("ids", "why"), [([], "differ"), ([[2, 9], [9, 2]], "it does not lead to the running instances")]
)
def test_a_false_permutation(ids: list[list[int]], why: str, tmp_path: Path) -> None:
    proved = prove(tmp_path, ALIKE)
    data = proved.copy()
    v, w, k = permuted(data)[0]
    data["permutations"][k] = {"ids": ids, "variables": [], "values": []}
    found = [c for c in proved.complaints(data) if c.startswith(f"node {v}: is covered by node {w} modulo a permut")]
    assert found
    assert why in found[0]


def drop_values(p: Data) -> None:
    p["values"] = []


def drop_variables(p: Data) -> None:
    p["variables"] = []


def forget_owner(p: Data) -> None:
    p["values"] = [row for row in p["values"] if row[1] != "m.owner"]


def rename_counter(p: Data) -> None:
    p["values"].append(["", "x", -1, False, [[1, 2], [2, 1]]])


@pytest.mark.parametrize(
    ("text", "change"),
    [(ALIKE, drop_values), (ALIKE, forget_owner), (ALIKE, rename_counter), (ALIKE_FLAGS, drop_values),
     (ALIKE_FLAGS, drop_variables), (ALIKE_WAITING, drop_values)],
)  # fmt: skip
def test_names_that_are_not_kept(text: str, change: Callable[[Data], None], tmp_path: Path) -> None:
    proved = prove(tmp_path, text)
    data = proved.copy()
    for p in data["permutations"]:
        change(p)
    refused(proved, data, "differ")


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("ids", [[2, 3]], "no permutation of instances"),
        ("ids", [[2, 3], [3, 2], [3, 2]], "no permutation of instances"),
        ("ids", [[1, 2], [2, 1]], "moves main"),
        ("variables", [["", "x", "", "ended"], ["", "ended", "", "x"]], "takes x to ended"),
        ("variables", [["", "x", "", "nothing"]], "unknown variable"),
        ("values", [["", "last", -1, False, [[2, 3]]]], "no permutation of values of last"),
        ("values", [["", "last", 0, False, [[2, 3], [3, 2]]]], "gives new names to the values of last"),
        ("values", [["", "last", -1, 0, [[2, 3], [3, 2]]]], "no new names of values"),
    ],
)
def test_no_permutation(part: str, value: object, why: str, tmp_path: Path) -> None:
    proved = prove(tmp_path, ALIKE)
    data = proved.copy()
    data["permutations"][0][part] = value
    refused(proved, data, why)


def test_the_image_of_the_label_must_follow(tmp_path: Path) -> None:
    proved = prove(tmp_path, ALIKE)
    data = proved.copy()
    covered = [v for v, w, *_ in permuted(data) if data["nodes"][w][LABEL]]
    assert covered
    for v in covered:
        data["nodes"][v][LABEL] = []
    refused(proved, data, "the image of whose label is not implied")


def test_images_of_sleeping_threads_must_sleep(tmp_path: Path) -> None:
    proved = prove(tmp_path, ALIKE)
    data = proved.copy()
    v, w, _ = next(row for row in permuted(data) if data["nodes"][row[1]][SLEEP])
    data["nodes"][v][SLEEP] = []
    refused(proved, data, f"node {v}: is covered by node {w}, where the images of more threads sleep")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # main looks at who was last
        ("check(x == 0);", "check(x == 0 && last != t[0]);"),
        # main waits for some of them
        ("for (int i = 0; i < 3; i++)\n        pthread_join", "for (int i = 1; i < 3; i++)\n        pthread_join"),
        # a thread compares numbers
        ("check(x == 1 &&", "check(x == 1 && last < 9 &&"),
        # they are not alike
        ("    x = x + 1;", "    x = x + 1 + (pthread_self() == 3);"),
    ],
)
def test_a_program_that_tells_them_apart(old: str, new: str, tmp_path: Path) -> None:
    """The same proof, for a program where that permutation is none: whatever else is wrong, the covers are refused."""
    assert old in ALIKE
    proved = prove(tmp_path, ALIKE)
    other = load(tmp_path, ALIKE.replace(old, new))
    found = Proved(other, "unreach-call", claim(other, proved.data)).complaints()
    assert any("modulo a permutation, but" in c or "malformed" in c for c in found), found[:5]


def test_no_permutation_of_threads_that_a_scheduler_knows(tmp_path: Path) -> None:
    path = tmp_path / "baton.c"
    path.write_text(
        "#include <assert.h>\n#include <fthread.h>\nint x;\n"
        "void wait(void *unused) { while (x >= 0) { x = x > 3 ? 0 : x + 1; ft_thread_cooperate(); assert(x < 9); } }\n"
        "int main(void) { ft_scheduler_t s = ft_scheduler_create(); ft_thread_create(s, wait, 0, 0);"
        " ft_thread_create(s, wait, 0, 0); ft_scheduler_start(s); ft_exit(); return 0; }\n"
    )
    verdict = pipeline.verify(path, Options(engine="esst", timeout=30)).verdict
    assert isinstance(verdict, Safe)
    program = pipeline._prepared(pipeline.load(path, Options()), UNREACH_CALL, form="instances")
    proved = Proved(program, UNREACH_CALL.name, dict(verdict.proof.data), verdict.proof.kind)
    data = proved.copy()
    covers = [row for row in data["covers"] if len(row) == 2]
    assert covers and proved.complaints(data) == []
    # even the one that changes nothing: what the scheduler remembers is not compared then
    data["permutations"] = [{"ids": [], "variables": [], "values": []}]
    covers[0].append(0)
    refused(proved, data, "a scheduler knows its threads by their numbers")
