"""A short notation for IR programs in tests."""

from __future__ import annotations

from threadproof.ir import op as O
from threadproof.ir.program import Edge, ErrorLocation, Program, Source, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import named

WIDTH = 2


def shared(name: str, init: int | None = 0, *, width: int = WIDTH, kind: str = "data", group: str = "") -> Var:
    return Var(name, width, True, init=init, kind=kind, group=group, lvalue=name)


def array(name: str, length: int | None, init: int | None = 0, *, is_shared: bool = True, width: int = WIDTH) -> Var:
    return Var(name, width, is_shared, dims=1, length=length, init=init, lvalue=name)


def c(value: int, width: int = WIDTH) -> Term:
    return T.const(value, width)


def step(guard: Term | None = None, *updates: tuple[Var, Term] | O.Update, **flags: object) -> O.Step:
    """step(guard, (x, value), ...); no guard: it always succeeds."""
    changed = tuple(u if isinstance(u, O.Update) else O.Update(u[0], (), u[1]) for u in updates)
    return O.Step(T.TRUE if guard is None else guard, changed, **flags)  # type: ignore[arg-type]


def put(target: Var, value: Term, **flags: object) -> O.Step:
    return step(None, (target, value), **flags)


class Thread:
    """Builds a template. Locations are numbers; `at` is where the next operation starts."""

    def __init__(self, name: str, id_: int | None = None) -> None:
        self.name = name
        self.self_var = Var(f"{name}.self", 4, False)
        self.locals: list[Var] = [self.self_var]
        self.params: list[Var] = []
        self.edges: list[list[Edge]] = [[], []]
        self.errors: dict[int, ErrorLocation] = {}
        self.discards: dict[int, str] = {}
        self.exit = 1
        self.single_id = id_
        self.line = 0
        self.at = 0

    def local(self, name: str, init: int | None = 0, *, width: int = WIDTH, user: bool = False) -> Var:
        v = Var(f"{self.name}.{name}", width, False, init=init, lvalue=name if user else "")
        self.locals.append(v)
        return v

    def param(self, name: str, width: int = WIDTH) -> Var:
        v = self.local(name, width=width)
        self.params.append(v)
        return v

    def new(self) -> int:
        self.edges.append([])
        return len(self.edges) - 1

    def edge(self, source: int, target: int, op: O.Op) -> None:
        self.line += 1
        self.edges[source].append(Edge(source, target, op, Source(self.name, "t.c", self.line, self.line)))

    def do(self, op: O.Op) -> int:
        """One more operation at the current end; returns the new end."""
        target = self.new()
        self.edge(self.at, target, op)
        self.at = target
        return target

    def may_stop(self) -> None:
        """Here executions may be discarded."""
        self.discards[self.at] = "assumed"

    def error(self, text: str, property_: str = "unreach-call") -> int:
        at = self.new()
        self.errors[at] = ErrorLocation(named(property_), property_, text)
        return at

    def end(self, ended: Var) -> None:
        index = (T.zext(T.var(self.self_var), 32),)
        self.edge(self.at, self.exit, step(None, O.Update(ended, index, T.TRUE), role=O.Role.END))
        self.at = self.exit

    def build(self) -> Template:
        return Template(
            self.name,
            self.self_var,
            tuple(self.params),
            tuple(self.locals),
            0,
            self.exit,
            self.edges,
            self.errors,
            self.single_id,
            self.discards,
        )


def ended_array() -> Var:
    return Var("ended", T.BOOL, True, dims=1, init=0, kind="system")


def program(ended: Var, variables: list[Var], *threads: Thread) -> Program:
    """The first thread is main."""
    templates = {t.name: t.build() for t in threads}
    return Program("test", (*variables, ended), templates, threads[0].name, ended)
