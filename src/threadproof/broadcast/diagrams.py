"""Decision diagrams for sets of states: many variables, millions of nodes; by OxiDD. Entry point: `Diagrams`.

If the library gets no memory it ends the process. So whoever sets a limit to memory gets only as many nodes as surely
fit, or none: see `most_nodes`.
"""

from __future__ import annotations

import resource
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from pathlib import Path
from typing import Final

from oxidd.bcdd import BCDDFunction as Diagram
from oxidd.bcdd import BCDDManager
from oxidd.bcdd import BCDDSubstitution as Renaming
from oxidd.util import BooleanOperator

from threadproof.broadcast.program import now
from threadproof.logic import term as T
from threadproof.logic.evaluate import postorder
from threadproof.logic.term import Term

MAX_NODES: Final = 1 << 24
#: bytes for each node, with its part of all tables
_SIZE: Final = 64
#: addresses that are taken at once: the stack of a thread, and what its allocator reserves
_RESERVED: Final = 1536 << 20
#: nodes for each entry of the cache
_SHARE: Final = 16


def most_nodes() -> int:
    """How many nodes there is room for."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit == resource.RLIM_INFINITY:
        return MAX_NODES
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    # half of what is left, for there will be other things too
    room = (limit - pages * resource.getpagesize() - _RESERVED) // 2
    return max(0, min(MAX_NODES, room // _SIZE))


class Diagrams:
    def __init__(self, names: Sequence[str], max_nodes: int) -> None:
        """The order of the names is the order of the variables."""
        self.manager = BCDDManager(max_nodes, max_nodes // _SHARE, 1)
        self.names = names
        self.numbers = {name: i for i, name in enumerate(names)}
        self.vars = [self.manager.var(i) for i in self.manager.add_vars(len(names))]
        self.true, self.false = self.manager.true(), self.manager.false()
        self._known: dict[Term, Diagram] = {}
        self._terms: dict[Diagram, Term] = {}

    def var(self, name: str) -> Diagram:
        return self.vars[self.numbers[name]]

    def all_of(self, names: Iterable[str]) -> Diagram:
        """The conjunction of variables; also what stands for a set of variables."""
        found = self.true
        for i in sorted((self.numbers[name] for name in names), reverse=True):
            found = self.vars[i] & found
        return found

    def cube(self, values: Mapping[str, int]) -> Diagram:
        found = self.true
        for i, value in sorted([(self.numbers[name], value) for name, value in values.items()], reverse=True):
            found = (self.vars[i] if value else ~self.vars[i]) & found
        return found

    def renaming(self, names: Mapping[str, str]) -> Renaming | None:
        """None if nothing changes."""
        pairs = [(self.numbers[old], self.var(new)) for old, new in names.items() if old != new]
        return Renaming(pairs) if pairs else None

    def of(self, term: Term) -> Diagram:
        known = self._known
        if term not in known:
            for t in postorder(term):
                if t not in known:
                    known[t] = self._of(t, [known[a] for a in t.args])
        return known[term]

    def _of(self, term: Term, args: list[Diagram]) -> Diagram:
        if term.value is not None:
            return self.true if term.value else self.false
        if term.var is not None:
            return self.var(term.var.name)
        match term.op:
            case "not":
                return ~args[0]
            case "eq":
                return args[0].equiv(args[1])
            case "ite":
                return args[0].ite(args[1], args[2])
            case "and":
                return reduce(and_, args)
            case "or":
                return reduce(or_, args)
            case op:
                raise TypeError(f"{op} is not Boolean")

    def term(self, diagram: Diagram) -> Term:
        """What `of` makes this diagram of."""
        found = self._terms.get(diagram)
        if found is None:
            var, cofactors = diagram.node_var(), diagram.cofactors()
            if var is None or cofactors is None:
                found = T.boolean(diagram.valid())
            else:
                found = T.ite(now(self.names[var]), *map(self.term, cofactors))
            self._terms[diagram] = found
        return found

    def meet(self, one: Diagram, other: Diagram, gone: Diagram) -> Diagram:
        """There are values of the variables in `gone` with which both hold."""
        return one.apply_exists(BooleanOperator.AND, other, gone)

    def count(self, diagram: Diagram, variables: int) -> int:
        """How many valuations satisfy it, of so many variables that include all that it is about."""
        return diagram.sat_count(len(self.names)) >> (len(self.names) - variables)


__all__ = ["MAX_NODES", "Diagram", "Diagrams", "Renaming", "most_nodes"]
