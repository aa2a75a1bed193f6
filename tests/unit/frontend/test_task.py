"""Task definitions and property files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from threadproof.errors import InputError, ThreadproofError, UsageError
from threadproof.frontend.task import Expected, load_property, load_task, parse_property, resolve, resolve_property


def check(formula: str) -> str:
    return f"CHECK( init(main()), LTL({formula}) )\n"


MEMSAFETY = check("G valid-free") + check("G valid-deref") + check("G valid-memtrack")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (check("G ! call(reach_error())"), "unreach-call"),
        (check("G !call( reach_error() )"), "unreach-call"),
        (check("G ! call(__VERIFIER_error())"), "unreach-call"),
        (check("G ! data-race"), "no-data-race"),
        (check("G ! overflow"), "no-overflow"),
        (check("G ! deadlock"), "no-deadlock"),
        (check("F end"), "termination"),
        (MEMSAFETY, "valid-memsafety"),
        ("\n" + MEMSAFETY.replace("\n", "\n\n"), "valid-memsafety"),
        ("CHECK(init(main()),LTL(F end))", "termination"),
    ],
)
def test_property(text: str, name: str) -> None:
    assert parse_property(text, "p.prp") == name


@pytest.mark.parametrize(
    "text",
    [
        check("G valid-memcleanup"),
        check("G def-behavior"),
        check("G ! call(other())"),
        check("G ! label(ERROR)"),
        check("G valid-deref"),
        MEMSAFETY + check("F end"),
        "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
        "CHECK( init(start()), LTL(F end) )",
    ],
)
def test_property_not_supported(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_property(text, "p.prp")
    assert str(caught.value).startswith("p.prp:")


@pytest.mark.parametrize("text", ["", "\n", "G ! data-race", "\0\x01", "CHECK(", "int main() {}"])
def test_property_not_valid(text: str) -> None:
    with pytest.raises(InputError):
        parse_property(text, "p.prp")


def test_resolve_property(tmp_path: Path) -> None:
    assert resolve_property("termination") == "termination"
    (tmp_path / "x.prp").write_text(MEMSAFETY)
    assert resolve_property(str(tmp_path / "x.prp")) == "valid-memsafety"
    with pytest.raises(UsageError, match="unknown property"):
        resolve_property("x")
    with pytest.raises(InputError):
        load_property(tmp_path / "gone.prp")


def write(folder: Path, text: str) -> Path:
    (folder / "unreach-call.prp").write_text(check("G ! call(reach_error())"))
    (folder / "memsafety.prp").write_text(MEMSAFETY)
    (folder / "cleanup.prp").write_text(check("G valid-memcleanup"))
    path = folder / "t.yml"
    path.write_text(text)
    return path


def test_task(tmp_path: Path) -> None:
    text = """
format_version: "2.0"
input_files: ["a.i"]
properties:
  - property_file: cleanup.prp
  - property_file: memsafety.prp
    expected_verdict: false
    subproperty: valid-memtrack
  - property_file: unreach-call.prp
    expected_verdict: true
  - property_file: gone.prp
options: {language: C, data_model: LP64}
"""
    task = load_task(write(tmp_path, text))
    assert task.input_file == tmp_path / "a.i"
    assert task.data_model == "LP64"
    assert [entry.name for entry in task.properties] == [None, "valid-memsafety", "unreach-call", None]
    assert [entry.expected for entry in task.properties] == [
        None, Expected(False, "valid-memtrack"), Expected(True), None
    ]  # fmt: skip
    assert [str(entry.expected) for entry in task.properties[1:3]] == ["false(valid-memtrack)", "true"]
    assert task.choose_property() == "unreach-call"
    task = load_task(write(tmp_path, text.replace("unreach-call", "gone")))
    assert task.choose_property() == "valid-memsafety"
    task = load_task(write(tmp_path, text.replace("unreach-call", "gone").replace("memsafety", "gone")))
    with pytest.raises(InputError, match="gone"):
        task.choose_property()


def test_task_with_little_in_it(tmp_path: Path) -> None:
    task = load_task(write(tmp_path, "format_version: 2.0\ninput_files: a.c\n"))
    assert (task.data_model, task.properties) == ("ILP32", ())
    with pytest.raises(InputError, match="no property"):
        task.choose_property()


def test_first_property_when_there_is_no_unreach_call(tmp_path: Path) -> None:
    text = "format_version: '2.1'\ninput_files: a.c\nproperties:\n"
    task = load_task(write(tmp_path, text + "- property_file: cleanup.prp\n- property_file: memsafety.prp\n"))
    assert task.choose_property() == "valid-memsafety"
    with pytest.raises(UsageError, match="not supported"):
        load_task(write(tmp_path, text + "- property_file: cleanup.prp\n")).choose_property()


START = "format_version: '2.0'\ninput_files: a.c\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "int main(void) { return 0; }",
        "a: [",
        "\0",
        "[1, 2]",
        "x: 2000-99-99",
        "[" * 2000,
        "input_files: a.c",
        "format_version: '3.0'\ninput_files: a.c",
        "format_version: '2.0'\ninput_files: [a.c, 1]",
        "format_version: '2.0'\ninput_files: []",
        "format_version: '2.0'\ninput_files: 3",
        START + "options: {language: Java}",
        START + "options: {data_model: LLP64}",
        START + "options: 3",
        START + "properties: 3",
        START + "properties: [3]",
        START + "properties: [{expected_verdict: true}]",
        START + "properties: [{property_file: unreach-call.prp, expected_verdict: perhaps}]",
        "!!python/object/apply:os.system ['true']",
    ],
)
def test_task_not_valid(tmp_path: Path, text: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        load_task(path)
    assert isinstance(caught.value, ThreadproofError)
    assert str(caught.value).startswith(str(path))


def test_data_model_of_files(tmp_path: Path) -> None:
    """C files are for this machine; what was preprocessed, and tasks, keep theirs."""
    of_this_machine = "LP64" if sys.maxsize > 2**32 else "ILP32"
    for name, expected in (("a.c", of_this_machine), ("a.i", "ILP32")):
        path = tmp_path / name
        path.write_text("int main(void) { return 0; }")
        assert resolve([path], None, None)[3] == expected
        assert resolve([path], None, "LP64")[3] == "LP64"
        (tmp_path / "task.yml").write_text(f"format_version: '2.0'\ninput_files: {name}\n")
        assert resolve([tmp_path / "task.yml"], "unreach-call", None)[3] == "ILP32"
