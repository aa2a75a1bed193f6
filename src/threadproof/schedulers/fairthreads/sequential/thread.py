"""A thread as a C function that goes on where it lost control. Entry point: `ThreadPrinter`.

Locations become labels, edges assignments and jumps; a `switch` at the beginning leads back to where the thread was.
Variables that are needed after that are static, the others are local. Of several edges whose guards may hold at once,
`__VERIFIER_nondet_bool` chooses; if none holds, the execution is discarded.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from threadproof.analysis.liveness import live_locals
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, Program, Template
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import Property
from threadproof.schedulers.fairthreads.codes import BAD_LINK, OK
from threadproof.schedulers.fairthreads.sequential.guards import exclude_each_other, one_holds
from threadproof.schedulers.fairthreads.sequential.terms import Expressions, c_type, number, storage

#: calls by which a thread may lose control
WAITS = frozenset({"cooperate", "await", "select", "join", "join_n", "value"})
#: orders, which main gives and then may lose control, and what they are called
ORDERS = frozenset({"scheduler", "event", "create", "broadcast", "broadcast_value", "stop", "suspend", "resume"})
_NAMES = {"outcome": "take_outcome"}
_NONDET = {8: "uchar", 16: "ushort", 32: "uint", 64: "ulonglong"}


def variables(op: O.Op) -> set[Var]:
    return {v for term in O.reads(op) for v in term.vars} | {c.var for c in O.writes(op)}


def after_start(main: Template) -> set[int]:
    """Where main may be while the scheduler runs."""
    found: set[int] = set()
    todo = [e.target for e in main.all_edges() if isinstance(e.op, O.Primitive) and e.op.call == "start"]
    while todo:
        n = todo.pop()
        if n not in found:
            found.add(n)
            todo += [e.target for e in main.edges[n]]
    return found


def in_sections(t: Template) -> set[int]:
    """Locations inside of atomic sections."""
    found: set[int] = set()
    todo = [e.target for e in t.all_edges() if isinstance(e.op, O.AtomicBegin)]
    while todo:
        n = todo.pop()
        if n not in found:
            found.add(n)
            todo += [e.target for e in t.edges[n] if not isinstance(e.op, O.AtomicEnd)]
    return found


def nondet(bits: int, width: int | None = None) -> str:
    """An arbitrary number of so many bits, as a number of a width."""
    if not bits:
        return "__VERIFIER_nondet_bool()"
    of = storage(width or bits)
    call = f"__VERIFIER_nondet_{_NONDET[of]}()"
    return call if of == bits else f"{call} & {number((1 << bits) - 1, of)}"


def arbitrary(place: str, width: int, lengths: tuple[int, ...] = ()) -> str:
    """A statement that makes a variable, or all elements of an array, arbitrary."""
    loops = [f"for (unsigned i{n} = 0; i{n} < {length}; i{n}++) " for n, length in enumerate(lengths)]
    index = "".join(f"[i{n}]" for n in range(len(lengths)))
    return f"{''.join(loops)}{place}{index} = {nondet(width)};"


def declaration(v: Var, name: str, lengths: tuple[int, ...], init: int | None) -> str:
    cells = dict(v.cells)
    if v.dims and init:
        cells = {**dict.fromkeys(range(lengths[0]), init), **cells}
    values = ", ".join(f"[{i}] = {number(x, v.width)}" for i, x in cells.items() if i < lengths[0])
    value = f"{{{values}}}" if values else number(init, v.width) if init and not v.dims else ""
    return f"{c_type(v.width)} {name}{''.join(f'[{n}]' for n in lengths)}{f' = {value}' if value else ''};"


class ThreadPrinter:
    def __init__(
        self, program: Program, t: Template, names: dict[Var, str], expressions: Expressions, property_: Property
    ) -> None:
        self.program = program
        self.t = t
        self.names = names
        self.expressions = expressions
        self.property = property_
        self.is_main = t.name == program.main
        self.late = after_start(t) if self.is_main else set()
        #: locations that something jumps to, and where the thread goes on
        self.labels: set[int] = set()
        self.resumed = {e.target for e in t.all_edges() if self._may_lose_control(e)}
        self.used = [v for v in t.locals if any(v in variables(e.op) for e in t.all_edges()) or v in t.params]
        live = live_locals(t)
        kept = {v for n in (t.entry, *self.resumed) for v in live[n]}
        self.static = [v for v in self.used if v in kept or v in t.params or v is t.self_var or v.dims]

    def _may_lose_control(self, e: Edge) -> bool:
        if not isinstance(e.op, O.Primitive) or e.target == self.t.exit:
            return False
        if self.is_main:
            return e.op.call == "start" or (e.source in self.late and e.op.call in ORDERS)
        return e.op.call in WAITS

    # ------------------------------------------------------------ the function

    def text(self, name: str, pc: str) -> str:
        self.pc = pc
        body = self._body()
        out = [f"/* thread {self.t.name}, number {self.t.single_id or MAIN_ID} */"]
        out += [f"static {self._declared(v)}" for v in self.static]
        if self.resumed:
            out.append(f"static uint32_t {pc} = {self.t.entry};")
        out += ["", f"static void {name}(void) {{"]
        out += [f"    {self._declared(v)}" for v in self.used if v not in self.static]
        if self.resumed:
            out.append(f"    switch ({pc}) {{")
            out += [f"    case {n}: goto L{n};" for n in sorted(self.resumed) if n != self.t.entry]
            out.append("    }")
        return "\n".join([*out, *body, "}", ""])

    def _declared(self, v: Var) -> str:
        if v not in self.static:
            return f"{c_type(v.width)} {self.names[v]} = 0;"
        init = self.t.single_id or MAIN_ID if v is self.t.self_var else v.init
        return declaration(v, self.names[v], self.expressions.lengths.get(v, ()), init)

    def _body(self) -> list[str]:
        chunks: list[tuple[int, list[str]]] = []
        done: set[int] = set()
        pending = [self.t.entry]
        while pending:
            at = pending.pop()
            if at in done:
                continue
            done.add(at)
            follower, lines = self._location(at, done)
            chunks.append((at, lines))
            targets = [e.target for e in reversed(self.t.edges[at])]
            pending += [n for n in targets if n in self.resumed or not self._is_last(n)]
            if follower is not None:
                pending.append(follower)
        out = []
        said = ""
        for at, lines in chunks:
            if at in self.labels or (at in self.resumed and at != self.t.entry):
                out.append(f"L{at}:")
                said = ""
            for line in lines:
                if line != said:
                    out.append(f"    {line}")
                said = line if line.startswith("/*") else said
        return out

    def _is_last(self, location: int) -> bool:
        """The end of the thread, an error, or a dead end."""
        return not self.t.edges[location]

    def _location(self, at: int, done: set[int]) -> tuple[int | None, list[str]]:
        """The code of a location, and the location whose code has to come next."""
        edges = self.t.edges[at]
        if not edges:
            return None, self._jump(at, None)
        targets = [e.target for e in reversed(edges) if not self._is_last(e.target)]
        follower = next((n for n in targets if n not in done), None)
        if len(edges) == 1 and self._guard(edges[0]) is T.TRUE:
            (e,) = edges
            return follower, [self._comment(e), *self._edge(e, follower)]
        return follower, self._branches(edges, follower)

    def _guard(self, e: Edge) -> Term:
        return e.op.guard if isinstance(e.op, O.Step) else T.TRUE

    def _branches(self, edges: list[Edge], follower: int | None) -> list[str]:
        edges = sorted(edges, key=lambda e: self._does_nothing(e, follower))
        guards = [self._guard(e) for e in edges]
        is_total = one_holds(guards)
        out: list[str] = []
        for n, (e, guard) in enumerate(zip(edges, guards, strict=True)):
            is_last = n == len(edges) - 1 and is_total
            if is_last and self._does_nothing(e, follower):
                break
            condition = self.expressions.show(guard)
            if not all(exclude_each_other(guard, g) for g in guards[n + 1 :]):
                condition = nondet(0) if guard is T.TRUE else f"({condition}) && {nondet(0)}"
            other = "} else " if n else ""
            out.append(f"{other}{{" if is_last else f"{other}if ({condition}) {{")
            out += [f"    {line}" for line in [self._comment(e), *self._edge(e, follower)]]
        if not is_total:
            out += ["} else {", "    __VERIFIER_assume(0);"]
        return [*out, "}"]

    def _does_nothing(self, e: Edge, follower: int | None) -> bool:
        return isinstance(e.op, O.Step) and not e.op.updates and e.target == follower

    def _comment(self, e: Edge) -> str:
        """The source line; the first of several."""
        s = (e.steps or (e.origin,))[0]
        text = self.program.source_text(s).replace("*/", "* /").replace("/*", "/ *")
        where = f"{s.line}" if PurePath(s.file).name == self.program.name else f"{PurePath(s.file).name}:{s.line}"
        last = f"-{e.origin.line}" if e.origin.line > s.line and e.origin.file == s.file else ""
        return f"/* {where}{last}: {text}{' ...' if last else ''} */"

    # ------------------------------------------------------------ one edge

    def _edge(self, e: Edge, follower: int | None) -> list[str]:
        match e.op:
            case O.Step():
                lines = self._updates(e.op.updates)
            case O.Havoc():
                lines = self._havoc(e.op)
            case O.Create():
                created = self.program.templates[e.op.template]
                lines = self._updates(O.Update(p, (), a) for p, a in zip(created.params, e.op.args, strict=True))
            case O.Exit():
                return ["exit(0);"]
            case O.Unsupported(what=what):
                return [f"ft_limit();  /* {what} */"]
            case O.AtomicBegin() | O.AtomicEnd():
                lines = []
            case O.Primitive():
                lines = self._main_call(e, e.op) if self.is_main else self._call(e, e.op)
            case _:
                raise AssertionError(e.op)  # refused before
        return [*lines, *(self._jump(e.target, follower) if lines[-1:] != ["return;"] else [])]

    def _jump(self, target: int, follower: int | None) -> list[str]:
        error = self.t.errors.get(target)
        if error is not None:
            if error.property != self.property:
                return ["__VERIFIER_assume(0);"]
            return [f"reach_error();  /* {error.text.replace('*/', '* /')} */", "abort();"]
        if target == self.t.exit:
            return ["return;"]
        if self._is_last(target):
            return ["__VERIFIER_assume(0);"]
        if target == follower:
            return []
        self.labels.add(target)
        return [f"goto L{target};"]

    def _updates(self, updates: Iterable[O.Update]) -> list[str]:
        """All at once: values first, where one of them is changed by an earlier assignment."""
        updates = tuple(updates)
        written: set[Var] = set()
        is_plain = True
        for u in updates:
            is_plain &= not any(written & t.vars for t in (*u.index, u.value))
            written.add(u.var)
        if is_plain:
            return [self._assignment(u) for u in updates]
        first: list[O.Update] = []
        then: list[O.Update] = []
        for u in updates:
            *index, value = [self._held(t, first) for t in (*u.index, u.value)]
            then.append(O.Update(u.var, tuple(index), value))
        held = [f"{c_type(u.var.width)} {self._assignment(u)}" for u in first]
        return ["{", *[f"    {line}" for line in (*held, *map(self._assignment, then))], "}"]

    def _held(self, t: Term, held: list[O.Update]) -> Term:
        """A new variable for the value of a term."""
        v = Var(f"new{len(held)}", t.width, shared=False)
        self.names[v] = v.name
        held.append(O.Update(v, (), t))
        return T.var(v)

    def _assignment(self, u: O.Update) -> str:
        return self._assigned(u.var, u.index, self.expressions.show(u.value))

    def _assigned(self, v: Var, index: tuple[Term, ...], value: str) -> str:
        place, within = self.expressions.cell(v, index)
        return f"{f'if ({within}) ' if within else ''}{place} = {value};"

    def _havoc(self, op: O.Havoc) -> list[str]:
        width = op.var.width
        if op.var.dims != len(op.index):
            lengths = self.expressions.lengths[op.var]
            text = arbitrary(self.names[op.var], width, lengths)
            return [text.replace(nondet(width), number(op.low, width)) if op.low == op.high else text]
        if op.low == 0 and op.high & (op.high + 1) == 0:
            return [self._assigned(op.var, op.index, nondet(op.high.bit_length(), width))]
        x = T.select(op.var, op.index)
        within = T.and_(T.ule(T.const(op.low, width), x), T.ule(x, T.const(op.high, width)))
        return [
            self._assigned(op.var, op.index, nondet(width)),
            f"__VERIFIER_assume({self.expressions.show(within)});",
        ]

    # ------------------------------------------------------------ calls of the scheduler

    def _args(self, args: Iterable[Term]) -> str:
        """As 32 bits: what does not fit is no number of a thread or an event, and neither is the largest one."""
        most = T.const((1 << 32) - 1, 64)
        narrow = [T.extract(T.ite(T.ult(a, most), a, most), 32) if a.width == 64 else a for a in args]
        return ", ".join([self.expressions.show(a) for a in narrow])

    def _result(self, op: O.Primitive, value: str) -> str:
        return f"{self.names[op.result]} = {value};" if op.result is not None else f"{value};"

    def _constant(self, op: O.Primitive, value: int) -> list[str]:
        return [] if op.result is None else [self._result(op, str(value))]

    def _call(self, e: Edge, op: O.Primitive) -> list[str]:
        call = f"ft_{_NAMES.get(op.call, op.call)}({self._args(op.args)})"
        leave = [f"{self.pc} = {e.target};", "return;"]
        match op.call:
            case "end":
                return ["ft_end();", "return;"]
            case "cooperate":
                ok = self._constant(op, OK)
                if op.args[0].value is None:
                    return [*ok, f"if ({self._args(op.args)}) {call};", self._leave_if_lost(e)]
                return [*ok, f"{call};", *leave] if op.args[0].value else ok
            case "select":
                events = [f"ft_select[ft_running][{n}] = {self._args([a])};" for n, a in enumerate(op.args[1:])]
                wait = self._result(op, f"ft_select_n({self._args(op.args[:1])}, {len(events)})")
                return [*events, wait, self._leave_if_lost(e)]
            case "join" | "join_n":
                instants = self._args(op.args[:1]) if op.call == "join_n" else "FOREVER"
                wait = f"ft_join_n({instants}, {self._args(op.args[-1:])}, {int(op.call == 'join_n')})"
                return [self._result(op, wait), self._leave_if_lost(e)]
            case "await" | "value":
                return [self._result(op, call), self._leave_if_lost(e)]
        return [self._result(op, call)]

    def _leave_if_lost(self, e: Edge) -> str:
        return f"if (!ft_running) {{ {self.pc} = {e.target}; return; }}"

    def _main_call(self, e: Edge, op: O.Primitive) -> list[str]:
        end = ["ft_running = 0;", "return;"]
        if self.late:
            end.insert(0, "ft_main_ended = 1;")
        start = f"ft_start({self._args(op.args)})"
        match op.call:
            case "start_and_end":
                return [f"{start};", *end]
            case "start":
                return [self._result(op, start), self._leave_if_lost(e)]
            case "end":
                return end
            case "generate_value" | "place":
                return self._constant(op, 0)
            case _ if op.call not in ORDERS:
                return self._constant(op, BAD_LINK)
        order = self._result(op, f"ft_{op.call}({self._args(op.args)})")
        return [order, "ft_running = 0;", f"{self.pc} = {e.target};", "return;"] if e.source in self.late else [order]
