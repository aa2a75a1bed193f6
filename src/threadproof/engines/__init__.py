"""ENGINES: the name on the command line -> the class, imported when it is first needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module

from threadproof.engines.engine import Engine

#: name -> "module:class"
_CLASSES = {
    "explore": "threadproof.engines.explore.engine:Explore",
    "impact": "threadproof.engines.impact.engine:Impact",
    "esst": "threadproof.engines.esst.engine:Esst",
    "redcomp": "threadproof.engines.redcomp.engine:RedComp",
    "symmpa": "threadproof.engines.symmpa.engine:SymmPA",
    "walk": "threadproof.engines.explore.walk.engine:Walk",
}
#: what `auto` starts with; the pipeline goes on with others
AUTO = "impact"


class _Registry(Mapping[str, type[Engine]]):
    def __getitem__(self, name: str) -> type[Engine]:
        module, cls = _CLASSES[AUTO if name == "auto" else name].split(":")
        found: type[Engine] = getattr(import_module(module), cls)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(("auto", *_CLASSES))

    def __len__(self) -> int:
        return 1 + len(_CLASSES)


ENGINES: Mapping[str, type[Engine]] = _Registry()
