"""Which tasks are found where."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.bench.taskset import BenchTask, collect
from threadproof.errors import InputError, UsageError

HEADER = "path\tsuite\tunreach-call\tno-data-race\tvalid-memsafety\ttermination\tdata_model\tloc\tsource\tnote\n"
ROWS = (
    "s/a.c\ts\ttrue\tfalse\t\t\tLP64\t10\tx\tinactive:no-overflow=true\n"
    "s/b.c\ts\t\t\tfalse(valid-memtrack)\t\t\t10\tx\t\n"
    "\n"
    "t/c.c\tt/u\tfalse\t\t\t\t\t10\tx\tKNOWNBUG args:-DSATABS -DN=3 --full-inlining -D --max-threads 2\n"
)


def write_index(folder: Path, text: str = HEADER + ROWS) -> Path:
    path = folder / "INDEX.tsv"
    path.write_text(text)
    return path


def test_index(tmp_path: Path) -> None:
    path = write_index(tmp_path)
    expected = [
        BenchTask("s/a.c", "s", tmp_path / "s/a.c", "unreach-call", "true", "LP64"),
        BenchTask("s/a.c", "s", tmp_path / "s/a.c", "no-data-race", "false", "LP64"),
        BenchTask("s/b.c", "s", tmp_path / "s/b.c", "valid-memsafety", "false(valid-memtrack)"),
        BenchTask("t/c.c", "t/u", tmp_path / "t/c.c", "unreach-call", "false", "ILP32", ("SATABS", "N=3")),
    ]
    assert collect([path]) == expected
    assert collect([tmp_path, path]) == expected
    assert collect([path], ["unreach-call"], "^t/") == expected[3:]
    assert collect([path], ["termination"]) == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "path\tother\n",
        HEADER + "a.c\ts\tmaybe\n",
        HEADER + "a.c\ts\ttrue\t\t\t\tLLP64\n",
    ],
)
def test_index_not_valid(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError):
        collect([write_index(tmp_path, text)])


def write_task(folder: Path, name: str, verdict: str = "true") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "race.prp").write_text("CHECK( init(main()), LTL(G ! data-race) )")
    (folder / "cover.prp").write_text("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )")
    (folder / "end.prp").write_text("CHECK( init(main()), LTL(F end) )")
    path = folder / f"{name}.yml"
    path.write_text(
        f"format_version: '2.0'\ninput_files: {name}.c\noptions: {{data_model: LP64}}\nproperties:\n"
        f"- {{property_file: cover.prp}}\n- {{property_file: race.prp, expected_verdict: {verdict}}}\n"
        "- {property_file: end.prp}\n"
    )
    return path


def test_folder_of_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = tmp_path / "programs"
    write_task(programs / "locks", "a")
    single = write_task(programs, "b", "false")
    first = BenchTask("programs/b.yml", "programs", programs / "b.c", "no-data-race", "false", "LP64")
    second = BenchTask("programs/locks/a.yml", "programs/locks", programs / "locks/a.c", "no-data-race", "true", "LP64")
    assert collect([programs]) == [first, second]
    assert collect([single]) == [first]
    assert collect([single, programs]) == [first, second]
    assert collect([programs], suite="locks$") == [second]
    monkeypatch.chdir(programs)
    assert [task.task for task in collect([Path(".")])] == [first.task, second.task]


def test_property_file_is_missing(tmp_path: Path) -> None:
    path = write_task(tmp_path, "a")
    (tmp_path / "race.prp").unlink()
    with pytest.raises(InputError, match=r"race\.prp: cannot be read"):
        collect([path])


def test_wrong_paths(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text("")
    for path in (tmp_path / "gone", tmp_path / "a.c", tmp_path):
        with pytest.raises(UsageError):
            collect([path])
    with pytest.raises(UsageError, match="regular expression"):
        collect([write_index(tmp_path)], suite="(")
    write_task(tmp_path / "x/same", "a")
    write_task(tmp_path / "y/same", "a")
    with pytest.raises(UsageError, match="two tasks"):
        collect([tmp_path / "x/same", tmp_path / "y/same"])
