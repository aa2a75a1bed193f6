"""What stands in the files of a program: what is on the disk, or what would be there with a change that is tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

_changed: dict[Path, bytes] = {}


def read(path: Path) -> bytes:
    if _changed:
        text = _changed.get(path.resolve())
        if text is not None:
            return text
    return path.read_bytes()


@contextmanager
def changed(texts: Mapping[Path, bytes]) -> Iterator[None]:
    before = dict(_changed)
    _changed.update({path.resolve(): text for path, text in texts.items()})
    try:
        yield
    finally:
        _changed.clear()
        _changed.update(before)
