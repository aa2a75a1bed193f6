"""From a file to what is executed: the typed tree, the data model, and constants that inputs may be compared with."""

from __future__ import annotations

from pathlib import Path

from threadproof.frontend import ast as A
from threadproof.frontend.ctypes import DATA_MODELS, DataModel
from threadproof.frontend.files import tree
from threadproof.options import Options, asked
from threadproof.properties import Property
from threadproof.records import dataclass, field
from threadproof.reference.statements import INSIDE

#: arguments that programs are often given, or should be
_WORDS = tuple(
    w.encode() for w in ("1", "2", "3", "0", "10", "-1", "", "x", "-", "--", " 7", "3x", "9" * 11, "-" + "9" * 20)
)
_MOST_WORDS, _LONGEST = 1000, 40


@dataclass(slots=True)
class Reading:
    unit: A.Unit
    model: DataModel
    property: Property
    constants: list[int] = field(default_factory=list)
    #: texts to try as arguments of main; none: it has no arguments, or they are given
    words: list[bytes] = field(default_factory=list)
    volatile_is_atomic: bool = False


def read(path: Path, options: Options, unit: A.Unit | None = None) -> Reading:
    """`unit`: the file as a tree, if somebody has read it already."""
    INSIDE.clear()  # (of earlier programs)
    unit = unit or tree(path, options)[1]
    constants, texts = _constants(unit)
    reading = Reading(unit, DATA_MODELS[options.data_model], asked(options), sorted(constants))
    reading.volatile_is_atomic = options.volatile == "atomic"
    if unit.functions[unit.begin].params:
        numbers = {str(n).encode() for n in constants} if len(constants) < _MOST_WORDS else set()
        reading.words = [*_WORDS, *sorted((texts | numbers) - set(_WORDS))]
    return reading


def _constants(unit: A.Unit) -> tuple[set[int], set[bytes]]:
    """Numbers, and short texts."""
    found: set[int] = set()
    texts: set[bytes] = set()
    todo: list[object] = [f.body for f in unit.functions.values()]
    while todo:
        node = todo.pop()
        if isinstance(node, A.Const):
            found.add(node.value)
        elif isinstance(node, A.Str) and len(node.data) < _LONGEST:
            texts.add(node.data.partition(b"\0")[0])
        elif isinstance(node, list) or type(node).__module__ == A.__name__:
            todo += A.parts(node)
    return found, texts
