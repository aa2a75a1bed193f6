"""Several properties in one run: each has the answer that it has alone, and the file is read once."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.rotation import rotating
from threadproof import cli, frontend, pipeline
from threadproof.errors import InputError
from threadproof.ir.printer import print_program
from threadproof.options import Options
from threadproof.properties import PROPERTIES
from threadproof.reference import judge
from threadproof.result.result import Result

PROGRAMS = sorted((Path(__file__).parents[1] / "programs").rglob("*.c"))
RACE = """
#include <assert.h>
#include <pthread.h>
int x;
void *count(void *unused) { x++; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    x = 2;
    pthread_join(t, 0);
    assert(x > 0);
    return 0;
}
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "race.c"
    path.write_text(RACE)
    return path


def test_each_has_its_answer(
    program: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    calls, parse = [], frontend.parse
    monkeypatch.setattr(frontend, "parse", lambda *rest: calls.append(rest) or parse(*rest))
    names = ["--property", "no-overflow,unreach-call", "--property", "no-data-race"]
    assert cli.main(["verify", str(program), *names]) == 10
    out = capsys.readouterr().out
    assert re.findall(r"^(\w+)  ([\w-]+)  \(", out, re.MULTILINE) == [
        ("SAFE", "no-overflow"),
        ("SAFE", "unreach-call"),
        ("UNSAFE", "no-data-race"),
    ]
    assert out.endswith("\nno-overflow   SAFE\nunreach-call  SAFE\nno-data-race  UNSAFE\n")
    assert len(calls) == 1
    assert cli.main(["verify", str(program), *names[:2]]) == 0
    capsys.readouterr()


def test_all_that_can_be_asked(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = program.with_suffix(".json")
    assert cli.main(["verify", str(program), "--property", "all", "--json", str(report)]) == 10
    found = json.loads(report.read_text())
    assert [x["property"] for x in found] == [name for name in PROPERTIES if name != "no-lost-event"]
    assert [x["property"] for x in found if x["verdict"] == "false"] == ["no-data-race"]
    capsys.readouterr()
    assert cli.main(["verify", str(program), "--property", "unreach-call,no-data-race", "--json", "-"]) == 10
    printed = json.loads(capsys.readouterr().out)
    assert [x["verdict"] for x in printed] == ["true", "false"]
    assert cli.main(["replay", str(report)]) == 10
    assert "race" in capsys.readouterr().out


def test_all_that_a_task_asks(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    task = program.with_suffix(".yml")
    entries = []
    for name, formula in (("a", "G ! overflow"), ("b", "G ! data-race")):
        (program.parent / f"{name}.prp").write_text(f"CHECK( init(main()), LTL({formula}) )")
        entries.append(f"  - property_file: {name}.prp\n    expected_verdict: true\n")
    task.write_text(f"format_version: '2.0'\ninput_files: race.c\nproperties:\n{''.join(entries)}")
    assert cli.main(["verify", str(task), "--property", "all"]) == 10
    assert capsys.readouterr().out.endswith("\nno-overflow   SAFE\nno-data-race  UNSAFE\n")


def test_what_is_for_one_property(program: Path, capsys: pytest.CaptureFixture[str]) -> None:
    proof = program.with_suffix(".proof")
    assert cli.main(["verify", str(program), "--property", "all", "--proof", str(proof)]) == 1
    assert "--proof is for one property" in capsys.readouterr().err
    assert cli.main(["verify", str(program), "--property", "no-overflow,nothing"]) == 1
    assert "unknown property 'nothing'" in capsys.readouterr().err
    program.write_text("int main(void) { return x; }")
    assert cli.main(["verify", str(program), "--property", "all"]) == 2
    assert capsys.readouterr().err.count("race.c:1") == 1


@pytest.mark.parametrize("number", rotating(4, len(PROGRAMS)), ids=lambda n: PROGRAMS[n].stem)
def test_a_tree_serves_all_properties(number: int) -> None:
    _compare(PROGRAMS[number])


@pytest.mark.long
@pytest.mark.parametrize("number", range(len(PROGRAMS)), ids=lambda n: PROGRAMS[n].stem)
def test_every_tree_serves_all_properties(number: int) -> None:
    _compare(PROGRAMS[number])


def _compare(path: Path) -> None:
    def shown(options: Options, parsed: frontend.Parsed | None) -> str:
        try:
            return print_program(frontend.load(path, options, parsed))
        except InputError as error:
            return str(error)

    tree = frontend.parse(path, Options())
    for name in PROPERTIES:
        options = Options(property=name)
        assert shown(options, tree) == shown(options, None), name


def test_what_was_answered_before_an_interrupt_is_not_lost(
    program: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    verify = pipeline.verify

    def interrupted(path: Path, options: Options, *rest: Any, **more: Any) -> Result:
        if options.property == "no-data-race":
            raise KeyboardInterrupt
        return verify(path, options, *rest, **more)

    monkeypatch.setattr(pipeline, "verify", interrupted)
    report = program.with_suffix(".json")
    names = "no-overflow,no-data-race,unreach-call"
    assert cli.main(["verify", str(program), "--property", names, "--json", str(report)]) == 130
    assert [x["property"] for x in json.loads(report.read_text())] == ["no-overflow"]
    assert capsys.readouterr().out.endswith("\nno-overflow   SAFE\nno-data-race  interrupted\n".split("\n", 1)[1])


#: what is found out about a tree when somebody asks
_REMEMBERED = ("layouts", "twin", "_has_ids_as_numbers")


def _dump(tree: object) -> list[object]:
    """Everything that can be reached, in a fixed order; what is met again is a number."""
    numbers: dict[int, int] = {}
    found: list[object] = []
    kept, todo = [], [tree]
    while todo:
        x = todo.pop()
        if isinstance(x, str | bytes | int | float | range | None):
            found.append(x)
        elif id(x) in numbers:
            found.append(("again", numbers[id(x)]))
        else:
            numbers[id(x)] = len(numbers)
            kept.append(x)
            parts = [y for item in x.items() for y in item] if isinstance(x, dict) else x
            if not isinstance(x, dict | list | tuple):
                names = [name for name in getattr(type(x), "__slots__", ()) if name not in _REMEMBERED]
                parts = [getattr(x, name, None) for name in names]
            found.append((type(x).__name__, len(parts)))  # type: ignore[arg-type]
            todo += parts  # type: ignore[operator]
    return found


@pytest.mark.parametrize("number", rotating(6, len(PROGRAMS)), ids=lambda n: PROGRAMS[n].stem)
def test_neither_reading_changes_the_tree(number: int) -> None:
    """They have it in common."""
    try:
        tree = frontend.parse(PROGRAMS[number], Options())
    except InputError:
        return
    assert tree is not None
    before = _dump(tree.unit)
    with suppress(InputError):
        frontend.load(PROGRAMS[number], Options(), tree)
    assert _dump(tree.unit) == before
    judge.attempt(PROGRAMS[number], Options(), 0.2, tree.unit)
    assert _dump(tree.unit) == before
