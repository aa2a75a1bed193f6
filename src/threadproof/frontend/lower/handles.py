"""Arrays of handles that are filled before they are joined, as most programs do:

    for (i = 0; i < N; i++) pthread_create(&t[i], ...);
    for (i = 0; i < N; i++) pthread_join(t[i], 0);

An array counts if nothing but creations ever stores into it, so what is filled stays so. Functions are read from top to
bottom, with the elements that are surely filled; a loop counts if it runs from a constant to a constant, one by one,
and only ends early with its function. `memory.created` looks at all other handles.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.frontend import ast as A
from threadproof.frontend.ctypes import CONST, Array, CType, Int, is_thread_id
from threadproof.frontend.threads import creating

_JUMPS = (A.Break, A.Continue, A.Goto, A.Label, A.Case, A.Default)
#: longer arrays are not looked at
_MOST = 4096

Filled = dict[A.VarDecl, frozenset[int]]


def filled_before(unit: A.Unit) -> set[int]:
    """The ids of the nodes `t[i]` that are surely handles of threads when they are read."""
    finder = _Finder(unit)
    for f in unit.functions.values():
        if f.body is not None and finder.arrays and not A.contains(f.body, (A.Goto, A.Label)):
            finder.walk(f.body, {}, {})
    return finder.found


class _Finder:
    def __init__(self, unit: A.Unit) -> None:
        self.found: set[int] = set()
        used: dict[A.VarDecl, int] = {}
        known: dict[A.VarDecl, int] = {}
        roots: list[object] = [f.body for f in unit.functions.values() if f.body is not None]
        roots += [g.init for g in unit.globals if g.init is not None]
        for node in _all(roots):
            if isinstance(node, A.Name) and isinstance(node.decl, A.VarDecl) and _is_array_of_ids(node.decl):
                used[node.decl] = used.get(node.decl, 0) + 1
            else:
                decl = _element_read(node)[0] or _created(node)[0]
                if decl is not None:
                    known[decl] = known.get(decl, 0) + 1
        #: those that nobody else knows
        self.arrays = {d for d, n in used.items() if known.get(d) == n}

    def walk(self, s: object, filled: Filled, ranges: dict[A.VarDecl, range]) -> Filled:
        """`ranges`: of the variables of loops around it; what is filled after the statement."""
        match s:
            case A.Block():
                for x in s.body:
                    filled = self.walk(x, filled, ranges)
                return filled
            case A.DeclStmt():
                self._look(s, filled, ranges)
                return {d: n for d, n in filled.items() if d not in s.decls}
            case A.ExprStmt():
                self._look(s, filled, ranges)
                return self._with(s.expr, filled, {})
            case A.For():
                return self._loop(s, filled, ranges)
            case A.If():
                self._look(s.cond, filled, ranges)
                filled = self._with(s.cond, filled, {})
                for branch in (s.then, s.other):
                    self.walk(branch, filled, ranges)
                return filled
            case A.While(body=body) | A.DoWhile(body=body):
                self._look(s.cond, filled, ranges)
                self.walk(body, filled, ranges)
                return filled
            case A.Return():
                self._look(s, filled, ranges)
        return filled  # (nothing is looked at inside a switch)

    def _loop(self, s: A.For, filled: Filled, ranges: dict[A.VarDecl, range]) -> Filled:
        counted = _counted(s)
        if counted is None:
            self.walk(s.body, filled, ranges)
            return filled
        variable, values = counted
        self.walk(s.body, filled, {**ranges, variable: values})
        return filled if not values or A.contains(s.body, _JUMPS) else self._fills(s.body, filled, variable, values)

    def _fills(self, body: A.Stmt, filled: Filled, variable: A.VarDecl, values: range) -> Filled:
        """What a loop has filled at its end: creations that happen in every round."""
        for x in body.body if isinstance(body, A.Block) else [body]:
            e = x.expr if isinstance(x, A.ExprStmt) else x.cond if isinstance(x, A.If) else None
            filled = self._with(e, filled, {variable: values})
        return filled

    def _with(self, e: A.Expr | None, filled: Filled, ranges: dict[A.VarDecl, range]) -> Filled:
        """What is filled after an expression was evaluated (for all values of a variable)."""
        for node in _always(e):
            decl, index = _created(node)
            if decl in self.arrays and decl is not None and index is not None:
                more = _values(index, ranges)
                if more is not None and len(more) <= _MOST:
                    filled = {**filled, decl: filled.get(decl, frozenset()) | frozenset(more)}
        return filled

    def _look(self, node: object, filled: Filled, ranges: dict[A.VarDecl, range]) -> None:
        for x in _all(node):
            decl, index = _element_read(x)
            if decl in filled and decl is not None and index is not None:
                values = _values(index, ranges)
                if values is not None and len(values) <= _MOST and filled[decl].issuperset(values):
                    assert isinstance(x, A.Load)
                    self.found.add(id(x.place))


def _is_array_of_ids(d: A.VarDecl) -> bool:
    return isinstance(d.type, Array) and is_thread_id(d.type.of)


def _element_read(node: object) -> tuple[A.VarDecl | None, A.Expr | None]:
    """`t[i]`, as a value."""
    match node:
        case A.Load(place=A.Index(array=A.Name(decl=A.VarDecl() as d), index=i)):
            return d, i
    return None, None


def _created(node: object) -> tuple[A.VarDecl | None, A.Expr | None]:
    """`pthread_create(&t[i], ...)`."""
    match node:
        case A.Call(callee=A.Name(decl=A.FuncDecl(name=name, body=None)), args=[handle, *_]) if name in creating():
            match A.without_casts(handle):
                case A.AddrOf(place=A.Index(array=A.Name(decl=A.VarDecl() as d), index=i)):
                    return d, i
                case A.PtrAdd(pointer=A.Decay(place=A.Name(decl=A.VarDecl() as d)), index=i, negative=False):
                    return d, i
    return None, None


def _constant(e: A.Expr) -> int | None:
    values = _values(e, {})
    return values[0] if values is not None and len(values) == 1 else None


def _values(e: A.Expr, ranges: dict[A.VarDecl, range]) -> range | None:
    """What it may be, if no conversion changes it."""
    values: range | None = None
    match e:
        case A.Const(value=n):
            values = range(n, n + 1)
        case A.Cast(operand=x):
            values = _values(x, ranges)
        case A.Load(place=A.Name(decl=A.VarDecl() as d)) if d in ranges:
            values = ranges[d]
        case A.Load(place=A.Name(decl=A.VarDecl(init=A.Init(parts=[part])) as d)) if _is_constant(d):
            values = _values(part.value, {}) if _holds(d.type, _values(part.value, {})) else None
    return values if _holds(e.type, values) else None


def _is_constant(d: A.VarDecl) -> bool:
    """(A local one may be written by a pointer all the same.)"""
    return d.qualifiers == CONST and (d.storage in ("global", "static") or not d.address_taken)


def _holds(t: CType, values: range | None) -> bool:
    """Is each of them a value of the type?"""
    if not isinstance(t, Int) or values is None:
        return False
    most = 1 if t.is_bool else (1 << (t.width - t.signed)) - 1
    return not values or (values[0] >= 0 and values[-1] <= most)


def _counted(s: A.For) -> tuple[A.VarDecl, range] | None:
    """The variable of a loop that only the loop changes, and its values."""
    match s.init:
        case A.DeclStmt(decls=[A.VarDecl(init=A.Init(parts=[part])) as d]):
            start = _constant(part.value)
        case A.ExprStmt(expr=A.Assign(place=A.Name(decl=A.VarDecl() as d), value=value)):
            start = _constant(value)
        case _:
            return None
    match s.step:
        case A.IncDec(place=A.Name(decl=stepped), delta=1):
            pass
        case A.CompoundAssign(op="+", place=A.Name(decl=stepped), value=A.Const(value=1)):
            pass
        case _:
            return None
    match s.cond:
        case A.Binary(op=op, left=left, right=right) if op in ("<", "<=", "!="):
            end = _constant(right)
        case _:
            return None
    if stepped is not d or start is None or end is None or d.storage != "local" or d.address_taken:
        return None
    if _is_changed(d, s.body) or _is_changed(d, s.cond) or not 0 <= start <= end < 1 << 15:
        return None
    compared = range(start, end + 1 + (op == "<="))
    if not _holds(d.type, compared) or _values(left, {d: compared}) is not compared:
        return None
    return d, compared[:-1]


def _is_changed(d: A.VarDecl, node: object) -> bool:
    return any(
        isinstance(x, A.Assign | A.CompoundAssign | A.IncDec) and isinstance(x.place, A.Name) and x.place.decl is d
        for x in _all(node)
    )


def _all(node: object) -> Iterator[object]:
    yield node
    for part in A.parts(node):
        yield from _all(part)


def _always(e: object) -> Iterator[object]:
    """What is evaluated whenever the expression is, before it has its value."""
    match e:
        case A.Logical(left=x) | A.Cond(cond=x):
            yield from _always(x)
        case A.StmtExpr() | None:
            return
        case _:
            yield e
            for part in A.parts(e):
                yield from _always(part)
