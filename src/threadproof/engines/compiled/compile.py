"""Each location becomes a Python function from (shared tuple, instance tuple) to the steps possible there.

A step is a tuple (g', l', edge, special): `edge` is the position in the location's edges, l' is None if the instance
has ended. `special` is None for nearly all steps, the tuple of the new instance for a Create, or one of the constants
below. Locations are compiled when they are first reached.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from threadproof.engines.compiled.expressions import HELPERS, Expressions
from threadproof.engines.compiled.model import FIRST, Local, Location, Model, Shared
from threadproof.engines.compiled.ranges import full_range, make_range
from threadproof.ir import op as O
from threadproof.ir.interpret import pool_of
from threadproof.ir.program import Edge
from threadproof.ir.values import constant_array, is_short
from threadproof.logic import term as T
from threadproof.logic.term import Var

Steps = tuple[tuple[Shared, Local | None, int, Any], ...] | list[tuple[Shared, Local | None, int, Any]]
StepFunction = Callable[[Shared, Local], Steps]

#: the special values of a step
BEGIN: Final = 1
END: Final = 2
EXIT: Final = 3
UNSUPPORTED: Final = 4

#: instance tuples up to this size are unpacked into variables at once
UNPACKED = 12
#: so many values side by side are copied as a slice
RUN = 8


class Compiler:
    def __init__(self, model: Model) -> None:
        self.model = model
        self.functions: list[StepFunction | None] = [None] * len(model.locations)
        self.scope: dict[str, Any] = {**HELPERS, "number": model.names.number}
        self.constants: dict[str, object] = {}

    def function(self, location: int) -> StepFunction:
        done = self.functions[location]
        if done is None:
            name = f"at{location}"
            done = self.functions[location] = self.define(name, self.source(location, name))
        return done

    def define(self, name: str, text: str) -> Any:
        """Compile a function."""
        self.scope.update(self.constants)
        exec(compile(text, f"<{name}>", "exec"), self.scope)
        return self.scope[name]

    def source(self, location: int, name: str) -> str:
        """The text of one location's function."""
        return _Function(self, self.model.locations[location]).text(name)


class Emitter:
    """Statements of one function: what plain locations and blocks have in common."""

    def __init__(self, compiler: Compiler, location: Location) -> None:
        self.compiler = compiler
        self.model = compiler.model
        self.location = location
        self.lines: list[str] = []
        self.indent = "    "
        self.code = Expressions(self.model, location, self.emit, compiler.constants)

    def emit(self, line: str) -> None:
        self.lines.append(self.indent + line)

    def constant(self, value: object) -> str:
        name = f"k{len(self.compiler.constants)}"
        self.compiler.constants[name] = value
        return name

    def block(self, body: Callable[[], None], deeper: str = "    ") -> None:
        """Statements in an inner block; names given there are not known after it."""
        outer, names = self.indent, dict(self.code.names)
        self.indent += deeper
        before = len(self.lines)
        body()
        if deeper and len(self.lines) == before:
            self.emit("pass")
        self.indent = outer
        self.code.names = names

    def named(self, text: str) -> str:
        if text.isidentifier() or text.isdigit():
            return text
        name = self.code.temporary()
        self.emit(f"{name} = {text}")
        return name

    def unpack(self) -> list[str]:
        """Get what is used out of the tuples."""
        return [*self._unpack_local(), *self._resume()]

    def _resume(self) -> list[str]:
        """In a cooperative program: the instance must have control, or get it."""
        if self.model.program.scheduler is None:
            return []
        return [
            "    s = g[-1]",
            "    if s.running != p:",
            "        if not s.may_run(p): return ()",
            "        s = s.resumed(p)",
            "        g = (*g[:-1], s)",
        ]

    def _unpack_local(self) -> list[str]:
        used = sorted({int(n) for n in re.findall(r"\ba(\d+)\b", "\n".join(self.lines))})
        size = FIRST + len(self.location.layout)
        if used and size <= UNPACKED:
            names = ["_", "p", *(f"a{i}" for i in range(FIRST, size))]
            return [f"    {', '.join(names)} = l"]
        return ["    p = l[1]", *(f"    a{i} = l[{i}]" for i in used)]

    def target(self, e: Edge) -> Location:
        return self.model.locations[self.model.location_of(self.location.template, e.target)]

    def matters(self, v: Var, e: Edge) -> bool:
        return v in self.model.shared_slot if v.shared else v in self.target(e).slot

    def updates(self, e: Edge) -> dict[Var, str]:
        """The new values that a Step, Havoc or Fresh gives to variables; certain ones are noted as such."""
        written: dict[Var, str] = {}
        match e.op:
            case O.Step():
                for u in e.op.updates:
                    if self.matters(u.var, e):
                        force = not (u.index == () and self.model.is_move(e, u.value))
                        self.write(written, u.var, u.index, self.code.value(u.value, force))
            case O.Havoc(var=v, index=index):
                if self.matters(v, e):
                    if len(index) != v.dims:
                        cell = e.op.low if e.op.low == e.op.high else full_range(v.width)
                        written[v] = self.constant(constant_array(v, cell, self.model.sparse))
                    else:
                        self.write(written, v, index, self.constant(make_range(e.op.low, e.op.high)))
            case O.Fresh():
                self._fresh(written, e, e.op)
        return written

    def write(self, written: dict[Var, str], v: Var, index: tuple[T.Term, ...], value: str) -> None:
        if not index:
            written[v] = value
            return
        array, new = self.named(written.get(v) or self.code.variable(v)), self.named(value)
        key = self.code.key(index)
        if not is_short(v):
            written[v] = f"{array}.set({key}, {new})"
        elif index[0].value is not None:
            n = index[0].value
            assert v.length is not None
            written[v] = f"{array}[:{n}] + ({new},) + {array}[{n + 1}:]" if n < v.length else array
        else:
            n_ = self.named(key)
            written[v] = f"({array}[:{n_}] + ({new},) + {array}[{n_} + 1:] if {n_} < {v.length} else {array})"

    def _fresh(self, written: dict[Var, str], e: Edge, op: O.Fresh) -> None:
        counter = "0"
        target_matters = self.matters(op.target, e)
        counter_matters = op.counter is not None and self.matters(op.counter, e)
        if op.counter is not None and (target_matters or counter_matters):
            counter = self.code.value(T.var(op.counter))
            if counter_matters:
                written[op.counter] = f"{counter} + 1"
        if target_matters:
            number = f"number({op.site}, {pool_of(op)}, p, {counter})"
            written[op.target] = f"{op.base} + ({number} << {op.shift})"

    def shared(self, written: dict[Var, str], scheduler: str = "") -> str:
        """The new shared tuple."""
        slots = {self.model.shared_slot[v]: text for v, text in written.items() if v.shared}
        length = len(self.model.shared)
        if self.model.program.scheduler is not None:
            length += 1
            if scheduler:
                slots[length - 1] = scheduler
        return tuple_text("g", length, slots) if slots else "g"

    def local(self, written: dict[Var, str], target: Location, number: int) -> str:
        """The instance's new tuple."""
        if target.is_exit:
            return "None"
        here = self.location.slot
        parts = [str(number), "p"]
        # long runs of values that stay side by side are copied as slices
        start = end = 0
        for v in (*target.layout, None):
            slot = 0 if v is None or v in written else here[v]
            if slot and slot == end:
                end += 1
                continue
            if end - start >= RUN:
                parts.append(f"*l[{start}:{end}]")
            else:
                parts += [f"a{i}" for i in range(start, end)]
            start, end = (slot, slot + 1) if slot else (0, 0)
            if v is not None and not slot:
                parts.append(written[v])
        return f"({', '.join(parts)})"


class _Function(Emitter):
    """One location: every step that is possible there."""

    def text(self, name: str) -> str:
        edges = self.location.edges
        guards = [guard_of(e) for e in edges]
        if len(edges) == 2 and guards[0] is not T.TRUE and guards[1] is T.not_(guards[0]):
            self.emit(f"if {self.code.condition(guards[0])}:")
            self.block(lambda: self._return(edges[0], 0))
            self._return(edges[1], 1)
        elif len(edges) == 1 and not isinstance(edges[0].op, O.Signal | O.Primitive):
            if guards[0] is T.TRUE:
                self._return(edges[0], 0)
            else:
                self.emit(f"if {self.code.condition(guards[0])}:")
                self.block(lambda: self._return(edges[0], 0))
                self.emit("return ()")
        else:
            self.emit("r = []")
            for i, e in enumerate(edges):
                self._several(e, i, guards[i])
            self.emit("return r")
        return "\n".join([f"def {name}(g, l):", *self.unpack(), *self.lines, ""])

    def _several(self, e: Edge, i: int, guard: T.Term) -> None:
        if isinstance(e.op, O.Signal):
            self._signal(e, e.op, i)
        elif isinstance(e.op, O.Primitive):
            self._primitive(e, e.op, i)
        elif guard is T.TRUE:
            self.block(lambda: self.emit(f"r.append({self._step(e, i)})"), deeper="")
        else:
            self.emit(f"if {self.code.condition(guard)}:")
            self.block(lambda: self.emit(f"r.append({self._step(e, i)})"))

    def _return(self, e: Edge, i: int) -> None:
        self.emit(f"return ({self._step(e, i)},)")

    def _step(self, e: Edge, i: int) -> str:
        """The tuple for a step; statements that prepare it are emitted."""
        special = "None"
        match e.op:
            case O.Create():
                special = self._create(e, e.op)
            case O.Exit():
                special = str(EXIT)
            case O.AtomicBegin():
                special = str(BEGIN)
            case O.AtomicEnd():
                special = str(END)
            case O.Unsupported():
                special = str(UNSUPPORTED)
            case O.Signal() | O.Primitive():
                raise AssertionError("several successors")
        return self._result(self.updates(e), e, i, special)

    def _result(self, written: dict[Var, str], e: Edge, i: int, special: str = "None", scheduler: str = "") -> str:
        number = self.model.location_of(self.location.template, e.target)
        return f"({self.shared(written, scheduler)}, {self.local(written, self.target(e), number)}, {i}, {special})"

    def _create(self, e: Edge, op: O.Create) -> str:
        t = self.model.program.templates[op.template]
        entry = self.model.location_of(t, t.entry)
        arguments = dict(zip(t.params, op.args, strict=True))
        parts = [str(entry), self.code.value(op.handle)]
        for v in self.model.locations[entry].layout:
            if v in arguments:
                parts.append(self.code.value(arguments[v], not self.model.is_move(e, arguments[v])))
            else:
                parts.append(self.constant(self.model.initial_of(v)))
        return f"({', '.join(parts)})"

    def _signal(self, e: Edge, op: O.Signal, i: int) -> None:
        cell = op.waiting
        waiting = self.named(self.code.value(cell.term))
        rest, low = self.code.temporary(), self.code.temporary()
        self.emit(f"if not {waiting}:")
        self.block(lambda: self.emit(f"r.append({self._result({}, e, i)})"))
        self.emit(f"{rest} = {waiting}")
        self.emit(f"while {rest}:")

        def each() -> None:
            written: dict[Var, str] = {}
            self.emit(f"{low} = {rest} & -{rest}")
            self.emit(f"{rest} ^= {low}")
            self.write(written, cell.var, cell.index, f"({waiting} ^ {low})")
            self.emit(f"r.append({self._result(written, e, i)})")

        self.block(each)

    def _primitive(self, e: Edge, op: O.Primitive, i: int) -> None:
        args = "".join([self.code.value(a) + ", " for a in op.args])
        self.emit(f"for v, s2 in s.execute(p, {op.call!r}, ({args})):")
        written = {} if op.result is None or not self.matters(op.result, e) else {op.result: "v"}
        self.block(lambda: self.emit(f"r.append({self._result(written, e, i, scheduler='s2')})"))


def guard_of(e: Edge) -> T.Term:
    return e.op.guard if isinstance(e.op, O.Step) else T.TRUE


def tuple_text(name: str, length: int, changed: dict[int, str]) -> str:
    """The tuple `name` with some elements changed."""
    if length <= 6:
        parts = [changed.get(i, f"{name}[{i}]") for i in range(length)]
        return f"({', '.join(parts)},)"
    pieces: list[str] = []
    at = 0
    for i in sorted(changed):
        if i > at:
            pieces.append(f"{name}[{at}:{i}]" if at else f"{name}[:{i}]")
        pieces.append(f"({changed[i]},)")
        at = i + 1
    if at < length:
        pieces.append(f"{name}[{at}:]")
    return "(" + " + ".join(pieces) + ")"
