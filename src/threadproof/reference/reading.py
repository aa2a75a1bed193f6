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


@dataclass(slots=True)
class Reading:
    unit: A.Unit
    model: DataModel
    property: Property
    constants: list[int] = field(default_factory=list)


def read(path: Path, options: Options, unit: A.Unit | None = None) -> Reading:
    """`unit`: the file as a tree, if somebody has read it already."""
    INSIDE.clear()  # (of earlier programs)
    unit = unit or tree(path, options)[1]
    return Reading(unit, DATA_MODELS[options.data_model], asked(options), sorted(_constants(unit)))


def _constants(unit: A.Unit) -> set[int]:
    found: set[int] = set()
    todo: list[object] = [f.body for f in unit.functions.values()]
    while todo:
        node = todo.pop()
        if isinstance(node, A.Const):
            found.add(node.value)
        elif isinstance(node, list) or type(node).__module__ == A.__name__:
            todo += A.parts(node)
    return found
