"""Memory as scalars: what the variables of clauses stand for, and how symbolic execution reads and writes them.

A small array is taken apart into its cells. A larger one is forgotten: an element is an arbitrary value when it is
read. When `watching`, one element of each shared array that is indexed by more than constants is known, the same for
all: number `any k`, which is arbitrary and never changes. What holds of it holds of every element, so formulas about it
are invariants of the form "for all k, ... a[k] ... b[k] ...". Where a violation depends on an element, it is enough to
exclude it for that element: the constraint `any k == index` loses nothing, because the invariant holds for each k.

Numbers that threads are joined by are known for those instances whose numbers are. Offsets that are only ever divided
by one size are known by their `quotients`. Entry points: `Memory`, `State`.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.blocks.assuming import Assuming
from threadproof.blocks.quotients import quotient, quotients
from threadproof.errors import Limit
from threadproof.ir import op as O
from threadproof.ir.program import Program, Template
from threadproof.logic import term as T
from threadproof.logic.evaluate import postorder
from threadproof.logic.interning import intern_table
from threadproof.logic.term import Term, Var
from threadproof.records import replace

#: arrays up to this length are taken apart
LONGEST_ARRAY = 16
ELEMENT_WIDTH = 32
#: initial cells that differ from the others, up to which the initial value of any element is known
MOST_EXCEPTIONS = 32

_inputs: dict[tuple[int, int], Var] = intern_table({})


def is_input(v: Var) -> bool:
    """An arbitrary value that a way takes (`State.input`)?"""
    return v.name.startswith("?")


class State:
    """A way through the program so far: what must hold at its start, and what the variables are, in terms of then."""

    __slots__ = ("guard", "inputs", "memo", "read", "values", "versions")

    def __init__(self) -> None:
        self.guard = T.TRUE
        self.values: dict[Var, Term] = {}
        self.inputs = 0
        #: elements that are not otherwise known, as read so far
        self.memo: dict[tuple[Var, int, tuple[Term, ...]], Term] = {}
        self.versions: dict[Var, int] = {}
        #: the element of a watched array that was read last
        self.read: tuple[Var, tuple[Term, ...]] | None = None

    def become(self, other: State) -> None:
        self.guard, self.values, self.inputs = other.guard, dict(other.values), other.inputs
        self.memo, self.versions, self.read = dict(other.memo), dict(other.versions), other.read

    def assume(self, *conditions: Term) -> None:
        self.guard = T.and_(self.guard, *conditions)

    def now(self, v: Var) -> Term:
        return self.values.get(v, T.var(v))

    def input(self, width: int) -> Term:
        """An arbitrary value."""
        key = (self.inputs, width)
        self.inputs += 1
        v = _inputs.get(key)
        if v is None:
            v = _inputs[key] = Var(f"?{key[0]}.{width}", width, shared=False)
        return T.var(v)


class Memory:
    def __init__(self, program: Program, *, watching: bool = False) -> None:
        self.program = program
        self._cells: dict[Var, tuple[Var, ...]] = {}
        self._ended: dict[int, Var] = {}
        self.quotients = quotients(program)
        watched = indexed(program) if watching else []
        #: watched array -> its element
        self.watched = {
            v: replace(v, name=f"{v.name}[any k]", dims=0, length=None, cells=(), lvalue="") for v in watched
        }
        self.element = Var("any k", ELEMENT_WIDTH, shared=True, init=None, kind="element")

    # ------------------------------------------------------------ variables

    def cells(self, v: Var) -> tuple[Var, ...] | None:
        """The variables that stand for the elements of a small array."""
        if v.dims != 1 or v.length is None or v.length > LONGEST_ARRAY or v in self.watched:
            return None
        found = self._cells.get(v)
        if found is None:
            start = dict(v.cells)
            found = self._cells[v] = tuple(
                [
                    replace(v, name=f"{v.name}[{i}]", dims=0, length=None, cells=(), init=start.get(i, v.init))
                    for i in range(v.length)
                ]
            )
        return found

    def ended(self, id_: int) -> Var:
        """Whether the instance with a known number has ended."""
        found = self._ended.get(id_)
        if found is None:
            v = self.program.ended
            found = self._ended[id_] = replace(v, name=f"{v.name}[{id_}]", dims=0, length=None, cells=())
        return found

    def scalars(self, variables: Iterable[Var]) -> list[Var]:
        """The variables that stand for these."""
        found: list[Var] = []
        for v in variables:
            if v is self.program.ended:
                found += self._ended.values()
            elif v in self.watched:
                found += [self.watched[v]] if self.element in found else [self.element, self.watched[v]]
            elif not v.dims:
                found.append(self.scalar(v))
            else:
                found += self.cells(v) or ()
        return found

    def initially(self, v: Var) -> Term:
        """A constant, or any value: then the variable itself, which must occur nowhere else in the clause."""
        array = next((a for a, element in self.watched.items() if element is v), None)
        if v.init is None or (array is not None and len(array.cells) > MOST_EXCEPTIONS):
            return T.var(v)
        value = T.const(v.init, v.width)
        for i, exception in array.cells if array is not None else ():
            here = T.eq(T.var(self.element), T.const(i, self.element.width))
            value = T.ite(here, T.const(exception, v.width), value)
        return value

    # ------------------------------------------------------------ values

    def stored(self, v: Var, value: Term) -> Term:
        """What is remembered of a value that a variable takes."""
        return quotient(value, self.quotients[v][1]) if v in self.quotients else value

    def scalar(self, v: Var) -> Var:
        """The variable that stands for a scalar."""
        return self.quotients[v][0] if v in self.quotients else v

    def read(self, v: Var, index: tuple[Term, ...], state: State) -> Term:
        if v is self.program.ended and index[0].value is not None:
            return state.now(self.ended(index[0].value))
        cells = self.cells(v)
        if cells is None:
            key = (v, state.versions.get(v, 0), index)
            found = state.memo.get(key)
            if found is None:
                found = state.memo[key] = state.input(v.width)
            if v in self.watched:
                state.read = (v, index)
                found = T.ite(self._is_watched(v, index), state.now(self.watched[v]), found)
            return found
        if index[0].value is not None and index[0].value < len(cells):
            return state.now(cells[index[0].value])
        value = state.input(v.width)
        for i, cell in enumerate(cells):
            value = T.ite(T.eq(index[0], T.const(i, index[0].width)), state.now(cell), value)
        return value

    def write(self, v: Var, index: tuple[Term, ...], value: Term, t: Template, state: State) -> None:
        if not v.dims:
            state.values[self.scalar(v)] = value
            return
        if v is self.program.ended:
            if index[0].value is not None:
                state.values[self.ended(index[0].value)] = value
            elif index[0].var is not t.self_var:
                raise Limit("end not understood", f"in {t.name}")
            # (one of several instances: never one of those whose numbers are known)
            return
        cells = self.cells(v)
        if cells is None:
            version = state.versions[v] = state.versions.get(v, 0) + 1
            state.memo[v, version, index] = T.ite(_exists(v, index), value, state.input(v.width))
            if v in self.watched:
                element = self.watched[v]
                here = self._is_watched(v, index)
                state.values[element] = T.ite(here, Assuming(here).simpler(value), state.now(element))
            return
        for i, cell in enumerate(cells):
            here = T.eq(index[0], T.const(i, index[0].width))
            state.values[cell] = T.ite(here, value, state.now(cell))

    def write_all(self, v: Var, low: int, high: int, state: State) -> None:
        """Every element becomes some value between these."""
        state.versions[v] = state.versions.get(v, 0) + 1
        for c in self.cells(v) or ([self.watched[v]] if v in self.watched else ()):
            state.values[c] = T.const(low, v.width) if low == high else state.input(v.width)

    def about_what_was_read(self, state: State) -> Term:
        """That the watched element is the one that was read last, if that exists."""
        if state.read is None:
            return T.TRUE
        return T.or_(T.not_(_exists(*state.read)), self._is_watched(*state.read))

    def _is_watched(self, v: Var, index: tuple[Term, ...]) -> Term:
        return T.and_(_exists(v, index), T.eq(_fitting(index[0]), T.var(self.element)))


def _exists(v: Var, index: tuple[Term, ...]) -> Term:
    """Beyond its end an array has no elements, and anything may be there."""
    if v.length is None:
        return T.TRUE
    width = index[0].width
    return T.ult(index[0], T.const(min(v.length, (1 << width) - 1), width))


def _fitting(index: Term) -> Term:
    """Of an index that exists."""
    return T.resize(index, ELEMENT_WIDTH, signed=False)


def indexed(program: Program) -> list[Var]:
    """The shared arrays that are indexed by more than constants."""
    found: dict[Var, list[Term]] = {}
    for t in program.templates.values():
        for e in t.all_edges():
            for u in O.reads(e.op):
                for s in postorder(u):
                    if s.op == "select" and s.var is not None:
                        found.setdefault(s.var, []).append(s.args[0])
            for cell in O.writes(e.op):
                if cell.index:
                    found.setdefault(cell.var, []).append(cell.index[0])
    return [
        v
        for v in program.shared
        if v.dims == 1
        and v is not program.ended
        and any(i.value is None for i in found.get(v, ()))
        and (v.length is not None or all(i.width <= ELEMENT_WIDTH for i in found[v]))
    ]
