"""What gcc 12 answers to `__has_builtin`, `__has_attribute` and their like. Entry point: `answer`.

`compiler_has.txt`, which `tests/helpers/system_macros.py` writes, lists the names to which it says yes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from threadproof.cpp.tokens import CppError

TABLE = Path(__file__).with_name("compiler_has.txt")
OPERATORS = frozenset(("__has_attribute", "__has_builtin", "__has_c_attribute", "__has_cpp_attribute"))
#: attributes of C23, with the date that is the answer
STANDARD = {"nodiscard": 202003, "deprecated": 201904, "fallthrough": 201904, "maybe_unused": 201904}
#: not listed: there are thousands, and which exist is a matter of the processor
_OF_THE_PROCESSOR = "__builtin_ia32_"


def answer(operator: str, words: list[str]) -> int:
    """The value of the operator; `words` are the tokens between its parentheses."""
    name = "".join(words)
    if operator == "__has_builtin":
        if name.startswith(_OF_THE_PROCESSOR) or name in names("unknown"):
            raise CppError(f"{operator}({name}) is not known here", "preprocess with a compiler: --cpp gcc")
        return int(name in names("builtin"))
    scope, separator, name = name.rpartition("::")
    name = _plain(name)
    if separator:
        return int(_plain(scope) == "gnu" and name in names("attribute"))
    if name in STANDARD:
        return STANDARD[name]
    return int(operator != "__has_c_attribute" and name in names("attribute"))


def _plain(name: str) -> str:
    """`__name__` is another spelling of `name`."""
    return name[2:-2] if len(name) > 4 and name.startswith("__") and name.endswith("__") else name


@cache
def names(kind: str) -> frozenset[str]:
    """The names of one section of the table: builtin, attribute, or unknown (the data models differ)."""
    for line in TABLE.read_text().splitlines():
        section, _, listed = line.partition(": ")
        if section == kind:
            return frozenset(listed.split())
    return frozenset()
