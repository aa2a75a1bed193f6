"""Why two accesses by different instances can never be next in one state, case by case.

`Exclusion(knowledge).why` gives a reason for each pair of cases, or None as soon as there is a pair without one.
For a race both steps must be possible (`are_enabled`). For movers one may become possible by the other: a join is
next, but not possible, when the last step of the thread it waits for is.
"""

from __future__ import annotations

from threadproof.analysis import conditions as C
from threadproof.analysis.cells import Side, must_differ, must_follow
from threadproof.analysis.knowledge import Case, Knowledge
from threadproof.analysis.ownership import Ownership, Secrets, Unpublished, instance_of, is_of_site
from threadproof.ir import op as O
from threadproof.ir.program import Edge, Template
from threadproof.records import NamedTuple


class Place(NamedTuple):
    """An access on an edge of a template."""

    template: Template
    edge: Edge
    access: O.Access


class Reason(NamedTuple):
    #: single, unstarted, ended, cells, lock, owned, unpublished
    kind: str
    #: unstarted, ended: the side that knows it; owned, unpublished: the side that keeps the secret
    side: int = 0
    #: the cells that the two sides hold
    locks: tuple[O.Cell, ...] = ()
    secret: Ownership | Unpublished | None = None


SINGLE = Reason("single")


class Exclusion:
    def __init__(self, knowledge: Knowledge, *, are_enabled: bool) -> None:
        self.knowledge = knowledge
        self.are_enabled = are_enabled
        self.secrets = Secrets(knowledge.templates, knowledge.threads.single)
        self._cases: dict[tuple[str, int, O.Op], list[Case]] = {}

    def cases(self, t: Template, e: Edge) -> list[Case]:
        key = (t.name, e.source, e.op)
        done = self._cases.get(key)
        if done is None:
            done = self._cases[key] = self.knowledge.before(t, e, is_enabled=self.are_enabled)
        return done

    def why(self, a: Place, b: Place) -> list[Reason] | None:
        if a.template is b.template and a.template.name in self.knowledge.threads.single:
            return [SINGLE]
        found = []
        for c in self.cases(a.template, a.edge):
            for d in self.cases(b.template, b.edge):
                reason = self._reason(a, c, b, d)
                if reason is None:
                    return None
                found.append(reason)
        return found

    def _reason(self, a: Place, c: Case, b: Place, d: Case) -> Reason | None:
        for side, (case, other) in enumerate(((c, b), (d, a))):
            if other.template.name in case.unstarted:
                return Reason("unstarted", side)
            if other.template.name in case.ended:
                return Reason("ended", side)
        mine, theirs = Side(c.where, a.template.self_var), Side(d.where, b.template.self_var)
        if must_differ(a.access.index, mine, b.access.index, theirs):
            return Reason("cells")
        for x in (*c.held, *c.tokens):
            for y in (*d.held, *d.tokens):
                if self._excludes(x, y) and must_follow(a.access.index, x.index, mine, b.access.index, y.index, theirs):
                    return Reason("lock", 0, (x, y))
        return self._secret(a, c, b, d, 0) or self._secret(b, d, a, c, 1)

    def _secret(self, a: Place, c: Case, b: Place, d: Case, side: int) -> Reason | None:
        """Does side a know something that b would have to know?"""
        for i, j in zip(a.access.index, b.access.index, strict=False):
            for draw in self.secrets.draws:
                x, y = instance_of(i, draw.shift), instance_of(j, draw.shift)
                owned = self.secrets.owned(draw.site) if x is not None and y is not None else None
                if owned is None or x is None or y is None or len(a.access.index) != len(b.access.index):
                    continue
                if x in owned.at[a.template.name][a.edge.source][0] and is_of_site(y, owned.secret) in d.where:
                    return Reason("owned", side, (), owned)
        if a.template is not b.template:
            for y, value in C.constants(d.where).items():
                hidden = self.secrets.unpublished(a.template.name, b.template.name, y, value.value or 0)
                if hidden is not None and hidden.at[a.edge.source] is not None:
                    return Reason("unpublished", side, (), hidden)
        return None

    def _excludes(self, x: O.Cell, y: O.Cell) -> bool:
        """Two instances cannot hold these, if they are cells of the same lock."""
        readers = self.knowledge.locks.readers
        if x.var in readers:
            return readers[x.var] is y.var
        return y.var is x.var or readers.get(y.var) is x.var
