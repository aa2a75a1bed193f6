"""The steps possible at a location, as a Python function: what `ir.interpret` says, without looking it up each time.

`Code.steps(g, l)` gives a list of (shared tuple after, tuple of the instance after or None if it has ended, position
of the edge, tuple of a created instance or None). Every value is read as `+value`, so that an undecided input, which
is no number, raises TypeError wherever it would be computed with.

A large term is computed part by part, which may look at more than is needed to know its value. Code that is *careful*
leaves such terms to the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from threadproof.evidence.states.interval import any_value, interval
from threadproof.evidence.states.layout import Layout, Local, Shared, Spot, initial_of
from threadproof.ir import op as O
from threadproof.ir.interpret import Names, cell_of, pool_of, with_cell
from threadproof.ir.program import Edge
from threadproof.ir.values import constant_array, is_short
from threadproof.logic.as_python import SCOPE, AsPython
from threadproof.logic.term import Term, Var

Step = tuple[Shared, Local | None, int, Local | None]
Function = Callable[[Shared, Local], list[Step]]

#: terms with more nodes than this, or deeper, are computed in several statements
LARGE: Final = 60
DEEP: Final = 20
#: more values than this, side by side, are copied as a slice
RUN: Final = 4


class Code:
    def __init__(self, layout: Layout, names: Names, careful: Callable[[Term, Shared, Local], int] | None) -> None:
        self.layout = layout
        self.is_careful = careful is not None
        self.scope: dict[str, Any] = {
            **SCOPE,
            "number": names.number,
            "careful": careful,
            "cell_of": cell_of,
            "with_cell": with_cell,
        }
        self.functions: list[Function | None] = [None] * len(layout.spots)

    def steps(self, g: Shared, l: Local) -> list[Step]:
        f = self.functions[l[0]]
        if f is None:
            f = self.functions[l[0]] = self._make(self.layout.spots[l[0]])
        return f(g, l)

    def constant(self, value: object) -> str:
        if type(value) is int:
            return str(value)
        name = f"k{len(self.scope)}"
        self.scope[name] = value
        return name

    def _make(self, spot: Spot) -> Function:
        name = f"at{spot.number}"
        exec(compile(_Function(self, spot).text(name), f"<{name}>", "exec"), self.scope)
        made: Function = self.scope[name]
        return made


class _Function(AsPython):
    """The text of one function."""

    def __init__(self, code: Code, spot: Spot) -> None:
        self.code = code
        self.layout = code.layout
        self.spot = spot
        self.lines: list[str] = []
        self.indent = "    "
        #: terms that a statement above has computed
        self.names: dict[Term, str] = {}
        self.count = 0

    def text(self, name: str) -> str:
        for i, e in enumerate(self.spot.edges):
            if isinstance(e.op, O.Step):
                self.emit(f"if {self.expression(e.op.guard)}:")
                self.inner(lambda e=e, i=i: self.emit(f"r.append({self.step(e, i)})"))  # type: ignore[misc]
            elif isinstance(e.op, O.Signal):
                self.signal(e, e.op, i)
            elif isinstance(e.op, O.Primitive):
                self.primitive(e, e.op, i)
            else:
                self.inner(lambda e=e, i=i: self.emit(f"r.append({self.step(e, i)})"), "")  # type: ignore[misc]
        head = [f"def {name}(g, l):", "    p = l[1]", "    r = []"]
        if self.layout.program.scheduler is not None:
            head += ["    if not g[-1].may_run(p): return r", "    s = g[-1].resumed(p)", "    g = (*g[:-1], s)"]
        return "\n".join([*head, *self.lines, "    return r", ""])

    def emit(self, line: str) -> None:
        self.lines.append(self.indent + line)

    def inner(self, body: Callable[[], None], deeper: str = "    ") -> None:
        """Statements in a block of their own: what is computed there is not known after it."""
        indent, names = self.indent, dict(self.names)
        self.indent += deeper
        body()
        self.indent, self.names = indent, names

    def named(self, text: str) -> str:
        self.count += 1
        self.emit(f"t{self.count} = {text}")
        return f"t{self.count}"

    # ------------------------------------------------------------ steps

    def step(self, e: Edge, i: int) -> str:
        written: dict[Var, str] = {}
        created = "None"
        target = self.layout.target(self.spot, e)
        match e.op:
            case O.Step():
                for u in e.op.updates:
                    if self.layout.matters(u.var, target):
                        is_move = not u.index and self.layout.is_move(e, u.value, target)
                        self.write(written, u.var, u.index, self.moved(u.value) if is_move else self.value(u.value))
            case O.Havoc(var=v, index=index) if self.layout.matters(v, target):
                if len(index) != v.dims:
                    cell = e.op.low if e.op.low == e.op.high else any_value(v.width)
                    written[v] = self.code.constant(constant_array(v, cell))
                else:
                    self.write(written, v, index, self.code.constant(interval(e.op.low, e.op.high)))
            case O.Fresh():
                self.fresh(written, e.op, target)
            case O.Create():
                created = self.created(e, e.op, target)
        return self.result(written, target, i, created)

    def fresh(self, written: dict[Var, str], op: O.Fresh, target: Spot) -> None:
        count = "0"
        if op.counter is not None and (self.layout.matters(op.target, target) or op.counter in target.slot):
            count = f"(+{self.variable(op.counter)})"
        if op.counter is not None and self.layout.matters(op.counter, target):
            written[op.counter] = f"{count} + 1"
        if self.layout.matters(op.target, target):
            written[op.target] = f"{op.base} + (number({op.site}, {pool_of(op)}, p, {count}) << {op.shift})"

    def created(self, e: Edge, op: O.Create, target: Spot) -> str:
        t = self.layout.program.templates[op.template]
        entry = self.layout.spot(t, t.entry)
        arguments = dict(zip(t.params, op.args, strict=True))
        parts = [str(entry.number), self.value(op.handle)]
        for v in entry.kept:
            if v in arguments:
                a = arguments[v]
                parts.append(self.moved(a) if self.layout.is_move(e, a, target) else self.value(a))
            else:
                parts.append(self.code.constant(initial_of(v)))
        return f"({', '.join(parts)})"

    def signal(self, e: Edge, op: O.Signal, i: int) -> None:
        """One step for each that waits; one that does nothing if there is none."""
        cell = op.waiting
        target = self.layout.target(self.spot, e)
        waiting = self.named(self.value(cell.term))
        self.emit(f"if not {waiting}: r.append({self.result({}, target, i)})")
        self.emit(f"for b in range({waiting}.bit_length()):")

        def wake() -> None:
            written: dict[Var, str] = {}
            self.emit(f"if not {waiting} >> b & 1: continue")
            self.write(written, cell.var, cell.index, f"{waiting} & ~(1 << b)")
            self.emit(f"r.append({self.result(written, target, i)})")

        self.inner(wake)

    def write(self, written: dict[Var, str], v: Var, index: tuple[Term, ...], value: str) -> None:
        if not index:
            written[v] = value
        else:
            array = written.get(v) or self.variable(v)
            written[v] = self.named(f"with_cell({array}, {self.key(index)}, {value})")

    def primitive(self, e: Edge, op: O.Primitive, i: int) -> None:
        """One step for each thing that the scheduler may do."""
        target = self.layout.target(self.spot, e)
        args = "".join([self.value(a) + ", " for a in op.args])
        written = {op.result: "v"} if op.result is not None and self.layout.matters(op.result, target) else {}
        after = f"({self.shared(written)}[:-1] + (s2,), {self.local(written, target)}, {i}, None)"
        self.emit(f"r += [{after} for v, s2 in s.execute(p, {op.call!r}, ({args}))]")

    def result(self, written: dict[Var, str], target: Spot, i: int, created: str = "None") -> str:
        return f"({self.shared(written)}, {self.local(written, target)}, {i}, {created})"

    def shared(self, written: dict[Var, str]) -> str:
        slots = {self.layout.shared_slot[v]: text for v, text in written.items() if v.shared}
        if not slots:
            return "g"
        pieces, at = [], 0
        for n in sorted(slots):
            pieces.append(f"*g[{at}:{n}], {slots[n]}" if n > at else slots[n])
            at = n + 1
        return f"({', '.join([*pieces, f'*g[{at}:]'])})"

    def local(self, written: dict[Var, str], target: Spot) -> str:
        if target.is_exit:
            return "None"
        parts = [str(target.number), "p"]
        start = end = 0
        for v in (*target.kept, None):
            slot = 0 if v is None or v in written else self.spot.slot_of(v)
            if slot and slot == end:
                end += 1
                continue
            # what stays side by side is copied together
            parts += [f"*l[{start}:{end}]"] if end - start > RUN else [f"l[{n}]" for n in range(start, end)]
            start, end = (slot, slot + 1) if slot else (0, 0)
            if v in written:
                parts.append(written[v])
        return f"({', '.join(parts)})"

    # ------------------------------------------------------------ expressions

    def value(self, t: Term) -> str:
        """An expression for a number; a Boolean is 0 or 1."""
        text = self.expression(t)
        return f"(1 if {text} else 0)" if t.width == 0 and t.op not in ("const", "var", "select") else text

    def moved(self, t: Term) -> str:
        assert t.var is not None
        return self.variable(t.var)

    def variable(self, v: Var) -> str:
        if v.shared:
            slot = self.layout.shared_slot.get(v)
            return self.code.constant(self.layout.constants[v]) if slot is None else f"g[{slot}]"
        return "p" if v is self.spot.template.self_var else f"l[{self.spot.slot_of(v)}]"

    def expression(self, t: Term) -> str:
        if _is_large(t):
            if self.code.is_careful:
                return f"careful({self.code.constant(t)}, g, l)"
            self.in_parts(t)
        return self.plain(t)

    def in_parts(self, t: Term) -> None:
        """Statements for all inner terms. Nothing can go wrong in them: every operator is total."""
        for u in _inner_first(t):
            if u.args and u not in self.names:
                text = self.plain(u)
                self.names[u] = self.named(f"(1 if {text} else 0)" if u.width == 0 else text)

    def plain(self, t: Term) -> str:
        return self.names.get(t) or super().plain(t)

    def read(self, t: Term) -> str:
        v = t.var
        assert v is not None
        text = self.variable(v)
        if t.op == "select":
            key = self.key(t.args)
            if not is_short(v):
                text = f"{text}.get({key})"
            elif t.args[0].value is not None and v.length is not None and t.args[0].value < v.length:
                text = f"{text}[{key}]"
            else:
                text = f"cell_of({text}, {key})"
        return f"(+{text})"


def _inner_first(t: Term) -> list[Term]:
    order: dict[Term, None] = {}
    stack = [(t, False)]
    while stack:
        u, is_ready = stack.pop()
        if is_ready:
            order[u] = None
        elif u not in order:
            stack.append((u, True))
            stack += [(a, False) for a in u.args]
    return list(order)


def _is_large(t: Term) -> bool:
    depth: dict[Term, int] = {}
    size: dict[Term, int] = {}
    for u in _inner_first(t):
        depth[u] = 1 + max((depth[a] for a in u.args), default=0)
        size[u] = 1 + sum(size[a] for a in u.args)
    return size[t] > LARGE or depth[t] > DEEP
