"""Steps of the interpreter as Python code, for executions of millions of steps: what `interpret` says, only quicker.

`Quick.go` takes steps of one instance on a `Machine`, as long as they are Steps that change values and nothing else:
the instance does not end and reaches no error. A value that is not a number (nobody has chosen it yet) stops it, so
does a guard that is false, and an edge that does not start where the instance is: all that is left to the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from threadproof.ir import op as O
from threadproof.ir.interpret import Instance, Semantics, cell_of, with_cell
from threadproof.ir.machine import Machine
from threadproof.ir.program import Edge, Template
from threadproof.logic.as_python import SCOPE, AsPython
from threadproof.logic.term import Term, Var

#: (shared values, locals) -> those after the step; None: the guard is false
StepFunction = Callable[[tuple[Any, ...], tuple[Any, ...]], tuple[tuple[Any, ...], tuple[Any, ...]] | None]

#: larger terms are left to the interpreter
LARGE: Final = 200


class Quick:
    def __init__(self, semantics: Semantics) -> None:
        self.semantics = semantics
        #: template -> location -> for each edge there, by its identity: its function and where it leads
        self._tables: dict[str, dict[int, dict[int, tuple[StepFunction, int]]]] = {}
        self._scope: dict[str, Any] = {**SCOPE, "cell_of": cell_of, "with_cell": with_cell}

    def go(self, machine: Machine, steps: Sequence[object], start: int, stop: int) -> int:
        """Take steps[start:stop], each an (instance, edge), as far as they are of one instance; how many were taken.

        Anything in the sequence that is not such a pair (a plain tuple) ends it.
        """
        first = steps[start]
        if type(first) is not tuple or machine.state.scheduler is not None:
            return 0
        i = machine.running.get(first[0])
        if i is None or not machine.may_move(i):
            return 0
        id_, template, at, l = i
        g = machine.state.shared
        tables = self._tables.setdefault(template, {})
        n = start
        try:
            while n < stop:
                step = steps[n]
                if type(step) is not tuple or step[0] != id_:
                    break
                table = tables.get(at)
                if table is None:
                    table = tables[at] = self._table(self.semantics.program.templates[template], at)
                found = table.get(id(step[1]))
                if found is None:
                    break
                f, target = found
                after = f(g, l)
                if after is None:
                    break
                g, l = after
                at = target
                n += 1
        except TypeError:  # a value that is not there yet
            pass
        if n > start:
            machine.state = machine.state._replace(shared=g)
            machine.running[id_] = Instance(id_, template, at, l)
        return n - start

    def _table(self, t: Template, at: int) -> dict[int, tuple[StepFunction, int]]:
        return {id(e): (self._function(t, e), e.target) for e in t.edges[at] if _is_plain(t, e)}

    def _function(self, t: Template, e: Edge) -> StepFunction:
        assert isinstance(e.op, O.Step)
        text = _Text(self.semantics, t)
        shared: dict[int, str] = {}
        local: dict[int, str] = {}
        for u in e.op.updates:
            slots, new = (text.shared, shared) if u.var.shared else (text.local, local)
            value = text.value(u.value)
            new[slots[u.var]] = f"with_cell({text.whole(u.var)}, {text.key(u.index)}, {value})" if u.index else value
        lines = [
            "def f(g, l):",
            f"    if not {text.plain(e.op.guard)}: return None",
            f"    return {_changed('g', len(text.shared), shared)}, {_changed('l', len(text.local), local)}",
        ]
        exec(compile("\n".join(lines), "<step>", "exec"), self._scope)
        made: StepFunction = self._scope["f"]
        return made


def _is_plain(t: Template, e: Edge) -> bool:
    if not isinstance(e.op, O.Step) or e.target == t.exit or e.target in t.errors:
        return False
    written = [u.var for u in e.op.updates]
    terms = [e.op.guard, *(x for u in e.op.updates for x in (u.value, *u.index))]
    return len(set(written)) == len(written) and sum(_size(x) for x in terms) <= LARGE


def _size(t: Term) -> int:
    """As a tree; or a little more than LARGE."""
    size, pending = 0, [t]
    while pending and size <= LARGE:
        size += 1
        pending.extend(pending.pop().args)
    return size


def _changed(name: str, length: int, new: dict[int, str]) -> str:
    if not new:
        return name
    return f"({''.join([new.get(n, f'{name}[{n}]') + ', ' for n in range(length)])})"


class _Text(AsPython):
    """What is read must be a number: every value is read as `+value`."""

    def __init__(self, semantics: Semantics, t: Template) -> None:
        self.shared = semantics.shared_slot
        self.local = semantics.local_slot[t.name]

    def whole(self, v: Var) -> str:
        return f"g[{self.shared[v]}]" if v.shared else f"l[{self.local[v]}]"

    def read(self, t: Term) -> str:
        assert t.var is not None
        whole = self.whole(t.var)
        return f"(+cell_of({whole}, {self.key(t.args)}))" if t.args else f"(+{whole})"
