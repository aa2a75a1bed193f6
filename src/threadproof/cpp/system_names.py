"""Macros about which the built-in headers do not tell the truth: conditions that ask for them are refused.

Entry point: `Unknown`. The names are in `system_names.txt`, which `tests/helpers/system_macros.py` writes: for every
header those that glibc defines there and our header does not, or the other way round. A program may ask for any macro
it likes with `#ifdef`, and where we do not know the answer whole parts of it would silently vanish.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("system_names.txt")
#: which features a program asks for decides what headers define: as by default, all of GNU's, or some other choice
MODES = ("default", "gnu", "other")
#: besides _GNU_SOURCE, whatever changes a header
_ODD = ("__USE_LARGEFILE", "__USE_LARGEFILE64", "__USE_FILE_OFFSET64", "__USE_TIME_BITS64", "_FORTIFY_SOURCE")
_ODD_PREFIX = "__STDC_WANT_"
_ALSO_GNU = frozenset(("__USE_LARGEFILE", "__USE_LARGEFILE64"))


class Unknown:
    """Which names are unknown, for the headers that a program has included so far."""

    def __init__(self, macros: Mapping[str, object]) -> None:
        self._macros = macros
        self._included: list[str] = []
        #: what the program itself defines or undefines -> how many headers it had included before
        self._own: dict[str, int] = {}

    def settle(self, name: str) -> None:
        """The program defines or undefines the name: now it is known."""
        self._own[name] = len(self._included)

    def include(self, header: str) -> str | None:
        """The program has included a header of ours; a macro of the program's that glibc's header would redefine."""
        if header in self._included:
            return None
        self._included.append(header)
        own = [name for name in self._own if name in self._macros]
        names = _table(self._mode(), header) if own else ()
        return next((name for name in own if name in names), None)

    def header_of(self, name: str) -> str | None:
        """A header after which it is not known whether the name is defined; None if it is known."""
        mode = self._mode()
        for header in self._included[self._own.get(name, 0) :]:
            if (name in _table(mode, header, "+")) if name in self._macros else (name in _table(mode, header)):
                return header
        return None

    def _mode(self) -> str:
        macros = self._macros
        is_gnu = "__USE_GNU" in macros
        if any(name in macros and not (is_gnu and name in _ALSO_GNU) for name in _ODD):
            return "other"
        if any(name.startswith(_ODD_PREFIX) for name in self._own):
            return "other"
        if is_gnu:
            return "gnu"
        is_default = "_FEATURES_H" not in macros or ("__USE_MISC" in macros and "__USE_XOPEN" not in macros)
        return "default" if is_default else "other"


@cache
def _table(mode: str, header: str, kind: str = "-") -> Container[str]:
    """The names that only glibc defines in a header ("-"), or only we do ("+")."""
    found: set[str] = set()
    for modes, kind_of_it, headers, names in _groups():
        if kind_of_it == kind and mode in modes and header in headers:
            found |= names
    return found


@cache
def _groups() -> list[tuple[frozenset[str], str, frozenset[str], frozenset[str]]]:
    """Modes, kind, headers and names: a line with the first three, then a line with the names."""
    lines = iter(TABLE.read_text().splitlines())
    groups = []
    for line, names in zip(lines, lines, strict=True):
        modes, _, headers = line[2:].partition(": ")
        groups.append((frozenset(modes.split()), line[0], frozenset(headers.split()), frozenset(names.split())))
    return groups
