"""Whole transitions as one Python function: a step, or an atomic section, and the unnoticed steps behind it.

This is `steps.Stepper.transitions` at compile time, for the common case: the code of consecutive locations is put one
behind the other, variables live in Python variables in between, and the new tuples are built once, at the end. The
code is a tree: a loop, or too much of it, ends in a result that says where to go on. Whatever does not fit (creation,
exit, signals, waiting inside a section, and any Range that must be split) is left to `transitions`.

A block returns a list of (g', l', how): FINAL, or how to go on at l', which is the caller's job (`Blocks.run`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from threadproof.budget import check_time
from threadproof.engines.compiled.compile import Compiler, Emitter, guard_of
from threadproof.engines.compiled.model import Local, Location, Model, Shared
from threadproof.ir import op as O
from threadproof.ir.program import Edge
from threadproof.logic import term as T
from threadproof.logic.term import Var

FINAL: Final = 0
CHAIN: Final = 1
SECTION: Final = 2

#: steps in one function
MAX_STEPS = 60
#: blocks in one transition, over all its branches
RUN_LIMIT = 500
#: blocks between two looks at the clock: a step may copy a large array
TICK = 8

Result = tuple[Shared, Local | None, int]
BlockFunction = Callable[[Shared, Local], list[Result]]


class Blocks:
    def __init__(self, model: Model, compiler: Compiler, quiet: Sequence[bool], repeats: bool) -> None:
        self.model = model
        self.compiler = compiler
        self.quiet = quiet
        self.repeats = repeats
        #: for FINAL (a transition starts here), CHAIN, SECTION: functions by location; False: there is none
        self.functions: list[list[BlockFunction | bool | None]] = [[None] * len(model.locations) for _ in range(3)]

    def run(self, g: Shared, l: Local) -> list[Result] | None:
        """The results of all transitions of an instance; None: not in this way. May raise TypeError."""
        f = self.functions[FINAL][l[0]]
        if f is None:
            f = self._compile(l[0], FINAL)
        if not f:
            return None
        results: list[Result] = f(g, l)  # type: ignore[operator]
        for r in results:
            if r[2]:
                return self._go_on(results)
        return results

    def _go_on(self, results: list[Result]) -> list[Result] | None:
        """Run the blocks behind blocks: first to the end of the sections, then each chain by itself."""
        ends = self._follow([r for r in results if r[2] == SECTION], SECTION)
        if ends is None:
            return None
        ends.extend(r for r in results if r[2] != SECTION)
        done: list[Result] = []
        for r in ends:
            if r[2] == FINAL:
                done.append(r)
                continue
            more = self._follow([r], CHAIN)
            if more is None:
                return None
            # a chain that never comes out: what was before it must be seen all the same
            done.extend(more or [(r[0], r[1], FINAL)])
        return done

    def _follow(self, work: list[Result], how: int) -> list[Result] | None:
        """Run blocks of one kind until there are none left; the results of other kinds."""
        ends: list[Result] = []
        seen = set(work)
        functions = self.functions[how]
        budget = RUN_LIMIT
        while work:
            g, l, _ = work.pop()
            assert l is not None
            budget -= 1
            if budget % TICK == 0:
                check_time()
            if budget < 0:
                if how == SECTION:
                    return None
                ends.append((g, l, FINAL))
                continue
            f = functions[l[0]]
            if f is None:
                f = self._compile(l[0], how)
            if not f:
                return None
            for r in f(g, l):  # type: ignore[operator]
                if r[2] != how:
                    ends.append(r)
                elif r not in seen:
                    seen.add(r)
                    work.append(r)
                elif self.repeats and how == SECTION:
                    return None  # it may loop for ever
                elif self.repeats:
                    ends.append((r[0], r[1], FINAL))
        return ends

    def _compile(self, location: int, how: int) -> BlockFunction | bool:
        x = self.model.locations[location]
        done: BlockFunction | bool = False
        if all(is_simple(e.op, how == SECTION) for e in x.edges):
            name = f"block{location}_{how}"
            block = _Block(self, x, location, how)
            done = self.compiler.define(name, block.text(name))
        self.functions[how][location] = done
        return done


def is_simple(op: O.Op, inside: bool) -> bool:
    match op:
        case O.Step():
            return not O.is_environment(op) and not (inside and op.waits)
        case O.Havoc() | O.Fresh():
            return True
        case O.AtomicBegin():
            return not inside
        case O.AtomicEnd():
            return inside
    return False


class _Block(Emitter):
    def __init__(self, blocks: Blocks, location: Location, number: int, how: int) -> None:
        super().__init__(blocks.compiler, location)
        self.quiet = blocks.quiet
        self.number = number
        self.how = how
        self.budget = MAX_STEPS
        #: locations between the start and here, with whether inside a section
        self.path: list[tuple[int, bool]] = []

    def text(self, name: str) -> str:
        self.emit("r = []")
        self._leave(self.number, self.how == SECTION)
        self.emit("return r")
        return "\n".join([f"def {name}(g, l):", *self.unpack(), *self.lines, ""])

    def _arrive(self, number: int, inside: bool) -> None:
        """The code for being at a location after at least one step."""
        x = self.model.locations[number]
        if inside and not (x.error is not None and not x.edges):
            fits = (number, inside) not in self.path and self.budget > 0
            if fits and all(is_simple(e.op, inside) for e in x.edges):
                self._leave(number, inside)
            else:
                self._result(x, number, SECTION)
        elif not inside and self.quiet[number]:
            if (number, inside) not in self.path and self.budget > 0:
                self._leave(number, inside)
            else:
                self._result(x, number, CHAIN)
        else:
            self._result(x, number, FINAL)

    def _leave(self, number: int, inside: bool) -> None:
        """The code for all steps from a location."""
        x = self.model.locations[number]
        is_start = not self.path and self.how == FINAL
        stays = not inside and not is_start  # where no step is possible, the instance stays
        self.path.append((number, inside))
        guards = [guard_of(e) for e in x.edges]
        if len(guards) == 2 and guards[0] is not T.TRUE and guards[1] is T.not_(guards[0]):
            self.emit(f"if {self._condition(guards[0])}:")
            self._branch(x.edges[0], inside)
            self.emit("else:")
            self._branch(x.edges[1], inside)
        elif len(guards) == 1 and guards[0] is not T.TRUE:
            self.emit(f"if {self._condition(guards[0])}:")
            self._branch(x.edges[0], inside)
            if stays:
                self.emit("else:")
                self.block(lambda: self._result(x, number, FINAL))
        else:
            asks = stays and T.TRUE not in guards
            moved = self.code.temporary() if asks else ""
            if asks:
                self.emit(f"{moved} = 0")
            for e, guard in zip(x.edges, guards, strict=True):
                if guard is T.TRUE:
                    self._branch(e, inside, deeper="")
                else:
                    self.emit(f"if {self._condition(guard)}:")
                    if asks:
                        self.block(lambda: self.emit(f"{moved} = 1"))
                    self._branch(e, inside)
            if asks:
                self.emit(f"if not {moved}:")
                self.block(lambda: self._result(x, number, FINAL))
        self.path.pop()

    def _condition(self, guard: T.Term) -> str:
        self.code.names = {}
        return self.code.condition(guard)

    def _branch(self, e: Edge, inside: bool, deeper: str = "    ") -> None:
        """Take one edge, and what follows."""
        code = self.code
        assigned, certain = dict(code.assigned), set(code.certain)
        self.budget -= 1

        def body() -> None:
            code.names = {}
            written = self.updates(e)
            moved = self._moved(e)
            texts = {v: self.named(text) for v, text in written.items()}
            code.assigned.update(texts)
            code.certain.difference_update(written)
            code.certain.update(v for v in written if v not in moved and v.dims == 0)
            code.names = {}
            if isinstance(e.op, O.AtomicBegin):
                self._arrive_at(e, True)
            elif isinstance(e.op, O.AtomicEnd):
                self._arrive_at(e, False)
            else:
                self._arrive_at(e, inside)

        self.block(body, deeper)
        code.assigned, code.certain = assigned, certain

    def _moved(self, e: Edge) -> set[Var]:
        """Variables that may hold a Range after this step."""
        match e.op:
            case O.Havoc():
                return {e.op.var}
            case O.Step():
                return {
                    u.var
                    for u in e.op.updates
                    if self.model.is_move(e, u.value)
                    and u.value.var is not None
                    and self.code.may_hold_range(u.value.var)
                }
        return set()

    def _arrive_at(self, e: Edge, inside: bool) -> None:
        self._arrive(self.model.location_of(self.location.template, e.target), inside)

    def _result(self, x: Location, number: int, how: int) -> None:
        assigned = self.code.assigned
        shared = {v: t for v, t in assigned.items() if v.shared}
        self.emit(
            f"r.append(({self.shared(shared)}, {self.local(assigned, x, number)}, {FINAL if x.is_exit else how}))"
        )
