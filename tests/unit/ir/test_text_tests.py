"""The reader and writer of text tests themselves."""

from __future__ import annotations

from pathlib import Path

from tests.helpers.text_tests import read_cases, update

TEXT = """\
a comment

[case one]
-- options: property=no-overflow passes=no
int x;

int y;
[out]
first

second

[case two]
int z;
"""


def test_read(tmp_path: Path) -> None:
    file = tmp_path / "a.test"
    file.write_text(TEXT)
    one, two = read_cases(file)
    assert (one.id, one.source, one.expected) == ("a:one", "int x;\n\nint y;\n", "first\n\nsecond\n")
    assert one.options == {"property": "no-overflow", "passes": "no"}
    assert (two.name, two.source, two.expected) == ("two", "int z;\n", "\n")


def test_update(tmp_path: Path) -> None:
    file = tmp_path / "a.test"
    file.write_text(TEXT)
    one, two = read_cases(file)
    update(two, "new two\n")
    update(one, "new one\n")
    again = read_cases(file)
    assert [(x.name, x.options, x.source) for x in again] == [(x.name, x.options, x.source) for x in (one, two)]
    assert [x.expected for x in again] == ["new one\n", "new two\n"]
    before = file.read_text()
    update(one, "new one\n")
    assert file.read_text() == before
    assert before.startswith("a comment\n\n[case one]\n-- options")
