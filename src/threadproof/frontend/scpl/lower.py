"""SCPL tree to Program: `main` starts any number of instances of `thread`, in which every statement is one step.

A statement that touches several shared variables becomes an atomic section, since a step of the IR touches one. For
every `*` an input is drawn before the step, which nobody else can see.
"""

from __future__ import annotations

from threadproof.frontend.scpl.tree import INT_WIDTH, Assert, Assign, Assume, Error, Goto, Statement, Tree
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, ErrorLocation, Program, Source, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import UNREACH_CALL

#: the place of main's steps, which nobody has written
START = "<start>"
THREAD = "thread"


def lower(tree: Tree, name: str, file: str, lines: list[str], scope: tuple[str, ...]) -> Program:
    # no variable of the user has such a name
    ended = Var("thread.ended", 8, shared=True, dims=1, kind="system")
    return Program(
        name,
        (*tree.shared, ended),
        {"main": _main(), THREAD: _Thread(tree, file).template()},
        "main",
        ended,
        scope=scope,
        sources={file: lines, START: ["start a thread"]},
    )


def _main() -> Template:
    self_var = Var("main.self", INT_WIDTH, shared=False)
    handle = Var("main::handle", INT_WIDTH, shared=False)
    counter = Var("main::created", INT_WIDTH, shared=False)
    origin = Source("main", START, 1)
    edges = [
        [Edge(0, 1, O.Fresh(handle, 1, counter, MAIN_ID + 1, 0), origin)],
        [Edge(1, 0, O.Create(THREAD, T.var(handle), ()), origin, f"{THREAD} starts")],
        [],
    ]
    return Template("main", self_var, (), (self_var, handle, counter), 0, 2, edges)


class _Thread:
    def __init__(self, tree: Tree, file: str) -> None:
        self.tree = tree
        self.file = file
        #: statement n starts at location n - 1, and behind the last one is the exit
        self.edges: list[list[Edge]] = [[] for _ in range(len(tree.statements) + 1)]
        self.errors: dict[int, ErrorLocation] = {}
        self.discards: dict[int, str] = {}
        self.origin = Source("", "", 0)

    def template(self) -> Template:
        exit_ = len(self.tree.statements)
        for number, statement in enumerate(self.tree.statements, 1):
            self.origin = Source(THREAD, self.file, statement.line, number)
            self._statement(statement, number - 1)
        self_var = Var(f"{THREAD}.self", INT_WIDTH, shared=False)
        locals_ = (self_var, *self.tree.locals, *self.tree.inputs)
        return Template(THREAD, self_var, (), locals_, 0, exit_, self.edges, self.errors, discards=self.discards)

    def _statement(self, s: Statement, at: int) -> None:
        following = at + 1
        for v in s.inputs:
            at = self._edge(at, self._location(), _any(v))
        match s.kind:
            case Assign(target, None):
                self._edge(at, following, _any(target))
            case Assign(target, value) if value is not None:
                self._step(at, [(T.TRUE, (O.Update(target, (), value),), following)])
            case Assume(condition):
                self.discards[self._step(at, [(condition, (), following)])] = "an assumption does not hold"
            case Assert(condition):
                error = self._error("an assertion fails")
                self._step(at, [(condition, (), following), (T.not_(condition), (), error)])
            case Error():
                self._step(at, [(T.TRUE, (), self._error("the error statement is reached"))])
            case Goto(None, yes, no):
                self._step(at, [(T.TRUE, (), n - 1) for n in (*yes, *no)])
            case Goto(condition, yes, no) if condition is not None:
                ways = [(condition, n - 1) for n in yes] + [(T.not_(condition), n - 1) for n in no]
                self._step(at, [(guard, (), target) for guard, target in ways])

    def _step(self, at: int, ways: list[tuple[Term, tuple[O.Update, ...], int]]) -> int:
        """One step with several outcomes; returns where it is decided which."""
        ops = [(O.Step(guard, updates), target) for guard, updates, target in ways if guard is not T.FALSE]
        if len({a.var for op, _ in ops for a in O.footprint(op)}) <= 1:
            for op, target in ops:
                self._edge(at, target, op)
            return at
        inside = self._edge(at, self._location(), O.AtomicBegin())
        for op, target in ops:
            if target in self.errors:
                self._edge(inside, target, op)
            else:
                self._edge(self._edge(inside, self._location(), op), target, O.AtomicEnd())
        return inside

    def _edge(self, source: int, target: int, op: O.Op) -> int:
        self.edges[source].append(Edge(source, target, op, self.origin))
        return target

    def _location(self) -> int:
        self.edges.append([])
        return len(self.edges) - 1

    def _error(self, text: str) -> int:
        location = self._location()
        self.errors[location] = ErrorLocation(UNREACH_CALL, UNREACH_CALL.name, text)
        return location


def _any(v: Var) -> O.Havoc:
    return O.Havoc(v, (), 0, (1 << v.width) - 1)
