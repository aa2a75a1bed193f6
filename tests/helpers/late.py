"""Cases that nobody had time for: they are told, and may not be many."""

from __future__ import annotations

import pytest

#: of the cases of a module
_SHARE, _ALWAYS = 10, 2


class Late:
    def __init__(self) -> None:
        self._tried = 0
        self._names: list[str] = []

    def tried(self) -> None:
        self._tried += 1

    def give_up(self, name: str) -> None:
        self._names.append(name)
        pytest.xfail(f"no time: {name}")

    def must_be_few(self) -> None:
        assert len(self._names) <= max(_ALWAYS, self._tried // _SHARE), self._names
