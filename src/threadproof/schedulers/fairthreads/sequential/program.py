"""The sequential program: what is said before, variables, the scheduler, threads, and the loop that runs them.

It has the executions of the cooperative one, because it is the same program model, written down: a thread is a function
that goes on where it lost control, the scheduler does what `state` does, and every choice is a call of
`__VERIFIER_nondet_*`. An execution that an assumption discards ends there. Nothing is bounded silently: where a table
could be too small, going beyond it is an error as well (`ft_limit`), so that a proof covers it; so is a value that is
not understood. What cannot be written is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from threadproof.analysis.graph import on_cycle
from threadproof.errors import InputError, UsageError
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, Program, Template
from threadproof.logic.term import Var
from threadproof.patterns import pattern
from threadproof.properties import NO_DEADLOCK, UNREACH_CALL, Property
from threadproof.schedulers.fairthreads.codes import FOREVER
from threadproof.schedulers.fairthreads.sequential.scheduler import FEATURES, MAIN_THREAD, closed, cut, names, scheduler
from threadproof.schedulers.fairthreads.sequential.terms import Expressions
from threadproof.schedulers.fairthreads.sequential.thread import (
    ThreadPrinter,
    after_start,
    arbitrary,
    declaration,
    in_sections,
    variables,
)
from threadproof.schedulers.fairthreads.state import FairThreads
from threadproof.smt.floats import has_floats

PROPERTIES = (UNREACH_CALL, NO_DEADLOCK)
#: if there may be any number of them
MANY_EVENTS = 64
MANY_VALUES = 32

_FEW_THREADS = "create a fixed number of threads, by statements of their own or in loops with constant bounds"

#: names that functions of ours and their variables may have
_OURS = pattern(r"ft_\w*|op_\w*|new\d+|i\d|u?int\w*_t|main")


def to_sequential(program: Program, property_: Property, file: str) -> str:
    """The text of a C program whose `reach_error` can be called if and only if the property is violated.

    The program has one template for each thread, where that is possible (form "instances").
    """
    if property_ not in PROPERTIES:
        raise UsageError(f"sequentialize is not for {property_}", hint=f"one of: {', '.join(map(str, PROPERTIES))}")
    assert isinstance(program.scheduler, FairThreads)
    return _Sequential(program, program.scheduler, property_, file).text()


class _Sequential:
    def __init__(self, program: Program, scheduler: FairThreads, property_: Property, file: str) -> None:
        self.program = program
        self.scheduler = scheduler
        self.property = property_
        self.file = file
        self.main = program.templates[program.main]
        self.edges = [(t, e) for t in program.templates.values() for e in t.all_edges()]
        self._refuse()
        self.calls = [(t, e, e.op) for t, e in self.edges if isinstance(e.op, O.Primitive)]
        self.late = after_start(self.main)
        self.features: set[str] = set()
        self.sizes = self._sizes()
        self.features = closed(self.features | set(self._features()))
        self.taken = names()
        used = {v for _, e in self.edges for v in variables(e.op)}
        self.shared = [v for v in program.shared if v in used]
        self.names: dict[Var, str] = {v: self._name(v.name) for v in self.shared}
        self.threads = {t.name: MAIN_THREAD if t is self.main else self._name(t.name)
                        for t in program.templates.values()}  # fmt: skip
        for t in program.templates.values():
            for v in t.locals:
                self.names[v] = self._name(f"{self.threads[t.name]}_{_own_name(v, t)}")
        lengths = {v: self._lengths(v) for v in used if v.dims}
        self.expressions = Expressions(self.names.__getitem__, lengths)

    # ------------------------------------------------------------ what is refused

    def _refuse(self) -> None:
        inside = {(t.name, n) for t in self.program.templates.values() for n in in_sections(t)}
        objections = [(t, e, self._objection(t, e, (t.name, e.source) in inside)) for t, e in self.edges]
        found = [(t, e, what) for t, e, what in objections if what is not None]
        if found:
            # one thread that is created in a loop makes the numbers of all others unknown
            _, e, (message, hint) = next((x for x in found if _is_on_cycle(x[0], x[1])), found[0])
            raise InputError(message, file=e.origin.file, line=e.origin.line, hint=hint)

    def _objection(self, t: Template, e: Edge, is_inside: bool) -> tuple[str, str] | None:
        """Why the edge cannot be written, and what to do about it."""
        match e.op:
            case O.Unsupported(what=what) if not e.op.is_of_a_value:
                return f"not understood: {what}", "leave it out, or write it in another way"
            case op if has_floats([*O.reads(op)]):
                return "floating point is computed here", "compute with integers"
            case O.Fresh(shift=0):
                return "any number of threads may be created here", _FEW_THREADS
            case O.Create(template=name) if self.program.templates[name].single_id is None:
                return f"any number of threads {name} may be created here", _FEW_THREADS
            case O.Fresh():
                return "memory may be allocated here any number of times", "use global variables"
            case O.Signal():
                return "condition variables are for preemptive threads", "use events"
            case O.Step(waits=True) if self.property is NO_DEADLOCK:
                return "this waits without giving up control", "use events, or threadproof verify --engine explore"
            case O.Primitive() if is_inside:
                return "the scheduler is called in an atomic section", "no section is needed, as nobody interrupts it"
            case O.Primitive(call="start") if t is not self.main:
                return "a thread starts a scheduler", "start it in main"
            case O.Primitive(call="scheduler") if self.scheduler.schedulers or _is_on_cycle(t, e):
                return "a second scheduler may be created here", "one is enough"
        return None

    # ------------------------------------------------------------ how much there is

    def _sizes(self) -> dict[str, int]:
        """Constants of the program: how many threads and events there are, and values of an event in an instant."""
        s = self.scheduler
        ids = [t.single_id for t in self.program.templates.values() if t.single_id is not None]
        selects = [len(op.args) - 1 for _, _, op in self.calls if op.call == "select"]
        return {
            "THREADS": max([MAIN_ID, *ids]),
            "EVENTS": s.events + self._most(("event",), MANY_EVENTS),
            "FIRST_EVENTS": s.events,
            "SCHEDULERS": s.schedulers,
            "VALUES": len(s.orders.broadcast) + self._most(("generate_value", "broadcast_value"), MANY_VALUES),
            "SELECTED": max(selects, default=1),
        }

    def _most(self, calls: tuple[str, ...], many: int) -> int:
        """How often some call is made at most; `many`, and a check, if that is not known."""
        found = [(t, e) for t, e, op in self.calls if op.call in calls]
        if not any(_is_on_cycle(t, e) for t, e in found):
            return len(found)
        self.features.add("limit")
        return many

    def _features(self) -> Iterator[str]:
        yield "any" if self.scheduler.any_order else "fixed"
        if any(t is not self.main or e.source in self.late for t, e, op in self.calls if op.call == "create"):
            yield "later"
        starts = [e for _, e, op in self.calls if op.call in ("start", "start_and_end")]
        if len(starts) > 1 or any(_is_on_cycle(self.main, e) for e in starts):
            yield "limit"
        if any(isinstance(e.op, O.Unsupported) for _, e in self.edges):
            yield "limit"
        if self.late:
            yield "late"
        if self.property is NO_DEADLOCK:
            yield "deadlock"
        for t, _, op in self.calls:
            if op.call in FEATURES:
                yield FEATURES[op.call]
            is_wait = op.call in ("select", "join_n") and op.args[0].value != FOREVER
            if t is not self.main and (is_wait or (op.call == "cooperate" and op.args[0].value != 1)):
                yield "timed"
        for order, given in self.scheduler.orders._asdict().items():
            if given and order != "run":
                yield FEATURES[order]
        if any(value for _, value in self.scheduler.orders.broadcast):
            yield "values"

    def _lengths(self, v: Var) -> tuple[int, ...]:
        if v.length is not None:
            return (max(1, v.length),)
        if v.kind == "system" and v.dims == 1:  # one element for each thread
            return (self.sizes["THREADS"] + 1,)
        if v.kind == "system":  # values of events; they are at even or at odd positions
            return self.sizes["EVENTS"] + 1, max(1, 2 * self.sizes["VALUES"])  # C has no arrays of length 0
        e = next(e for _, e in self.edges if v in variables(e.op))
        raise InputError(
            f"{v.lvalue or v.name} has no known length",
            file=e.origin.file,
            line=e.origin.line,
            hint="use an array of constant length",
        )

    # ------------------------------------------------------------ names

    def _name(self, wish: str) -> str:
        base = name = re.sub(r"\W+", "_", wish).strip("_") or "x"
        n = 1
        while name in self.taken or _OURS.fullmatch(name):
            n += 1
            name = f"{base}_{n}"
        self.taken.add(name)
        return name

    # ------------------------------------------------------------ text

    def text(self) -> str:
        printers = [ThreadPrinter(self.program, t, self.names, self.expressions, self.property)
                    for t in self.program.templates.values()]  # fmt: skip
        threads = [p.text(self.threads[p.t.name], self._name(f"{self.threads[p.t.name]}_at")) for p in printers]
        body = self._loop(printers)
        code = "\n".join([*threads, "", body])
        rules = scheduler(self.features, code)
        sizes = ", ".join([f"{name} = {n}" for name, n in self.sizes.items() if re.search(rf"\b{name}\b", rules)])
        parts = [
            self._heading(),
            cut("before.c", self.features),
            f"enum {{ {sizes} }};\n",
            rules,
            f"/* {'-' * 64} the program */\n",
            "".join([f"static {self._declared(v)}\n" for v in self.shared]),
            *self.expressions.functions.values(),
            code,
            cut("main.c", self.features, {"shown.h": "".join(self._shown())}),
        ]
        return "\n".join([p for p in parts if p])

    def _declared(self, v: Var) -> str:
        return declaration(v, self.names[v], self.expressions.lengths.get(v, ()), v.init)

    def _heading(self) -> str:
        order = "in any order" if self.scheduler.any_order else "in the order of their creation"
        what = "there is a deadlock" if self.property is NO_DEADLOCK else "an assertion fails"
        return (
            f"/* {self.file} as a sequential program: the threads run under the scheduler of FairThreads, {order}.\n"
            f"   reach_error() is called if and only if {what} ({self.property}). Made by threadproof. */\n"
        )

    def _loop(self, printers: list[ThreadPrinter]) -> str:
        arbitrary_ones = [v for v in self.shared if v.init is None]
        arbitrary_ones += [v for p in printers for v in p.static if v.init is None]
        first = [arbitrary(self.names[v], v.width, self.expressions.lengths.get(v, ())) for v in arbitrary_ones]
        # what main did before is known already
        orders = self.scheduler.orders
        first += [f"ft_create({t});" for t in orders.run]
        first += [f"ft_broadcast{'_value' if value else ''}({e});" for e, value in orders.broadcast]
        first += [f"ft_{order}({t});" for order in ("stop", "resume", "suspend") for t in getattr(orders, order)]
        threads = {p.t.single_id: self.threads[p.t.name] for p in printers if p.t is not self.main}
        headers = {
            "first.h": "".join([f"    {line}\n" for line in [*first, f"{MAIN_THREAD}();"]]),
            "threads.h": "".join([f"        case {i}: {name}(); break;\n" for i, name in threads.items()]),
        }
        return cut("loop.c", self.features, headers)

    def _shown(self) -> Iterator[str]:
        for v in self.shared:
            if not v.dims:
                name = self.names[v]
                yield f'    printf("%s = %llu\\n", "{v.lvalue or v.name}", (unsigned long long){name});\n'


def _own_name(v: Var, t: Template) -> str:
    """Without the template and the function, where they are its own."""
    function = t.name.partition("#")[0]
    return v.name.removeprefix(f"{function}::").removeprefix(f"{function}.")


def _is_on_cycle(t: Template, e: Edge) -> bool:
    component = on_cycle(len(t.edges), [(f.source, f.target) for f in t.all_edges()], t.entry)
    return e.source in component and component[e.source] == component.get(e.target)
