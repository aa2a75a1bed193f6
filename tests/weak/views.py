"""Final states of programs that only start threads, quickly: steps as Python code, and one thread alone where others
cannot notice. Compared with the plain interpreter in `test_histories`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from threadproof.ir import op as O
from threadproof.ir.interpret import Instance, Semantics, State, cell_of, with_cell
from threadproof.ir.program import Edge, Program, Template
from threadproof.ir.quick import _Text
from threadproof.logic.as_python import SCOPE
from threadproof.passes.memory_model import sequential
from threadproof.records import replace

Function = Callable[[Any, Any], Any]
NOT_UNDERSTOOD = (("not understood", 1),)
Final = tuple[tuple[str, int], ...]


class _Steps:
    def __init__(self, program: Program) -> None:
        self.semantics = Semantics(program)
        self._functions: dict[int, Function] = {}
        self._scope: dict[str, Any] = {**SCOPE, "cell_of": cell_of, "with_cell": with_cell}

    def after(self, state: State, i: Instance, e: Edge) -> State | None:
        t = self.semantics.template(i)
        if not isinstance(e.op, O.Step) or e.target == t.exit:
            return self.semantics.step(state, i.id, e) if self.semantics.is_enabled(state, i, e) else None
        f = self._functions.get(id(e))
        if f is None:
            f = self._functions[id(e)] = self._function(t, e.op)
        found = f(state.shared, i.locals)
        if found is None:
            return None
        new = Instance(i.id, i.template, e.target, found[1])
        return state._replace(shared=found[0], instances=tuple([new if j is i else j for j in state.instances]))

    def _function(self, t: Template, op: O.Step) -> Function:
        text = _Text(self.semantics, t)
        shared, local = ([f"{n}[{k}]" for k in range(len(s))] for n, s in (("g", text.shared), ("l", text.local)))
        for u in op.updates:
            row, slots = (shared, text.shared) if u.var.shared else (local, text.local)
            value = text.value(u.value)
            k = slots[u.var]
            row[k] = f"with_cell({row[k]}, {text.key(u.index)}, {value})" if u.index else value
        code = f"def f(g, l):\n    if not {text.plain(op.guard)}: return None\n"
        code += f"    return ({''.join(x + ', ' for x in shared)}), ({''.join(x + ', ' for x in local)})"
        exec(code, self._scope)
        made: Function = self._scope["f"]
        return made


def finals(program: Program) -> set[Final]:
    """As `buffered.finals`; with `NOT_UNDERSTOOD` if an execution is not."""
    main = program.templates[program.main]
    edges = [[e.with_op(O.Step()) if isinstance(e.op, O.Exit) else e for e in out] for out in main.edges]
    program = sequential(replace(program, templates={**program.templates, main.name: replace(main, edges=edges)}))
    steps = _Steps(program)
    names = [v.name for v in program.shared]
    first = steps.semantics.initial()
    seen, todo = {first}, [first]
    found: set[Final] = set()
    while todo:
        state = todo.pop()
        if not state.instances:
            values = zip(names, state.shared, strict=True)
            found.add(tuple(sorted([(name, value) for name, value in values if isinstance(value, int)])))
            continue
        for i in _chosen(steps.semantics, state):
            for e in steps.semantics.edges(i):
                if isinstance(e.op, O.Unsupported):
                    found.add(NOT_UNDERSTOOD)
                    continue
                after = steps.after(state, i, e)
                if after is not None and after not in seen:
                    seen.add(after)
                    todo.append(after)
    return found


def _chosen(semantics: Semantics, state: State) -> tuple[Instance, ...]:
    """Main, which only starts threads; or one whose step is its own."""
    for i in state.instances:
        if i.template == semantics.program.main:
            return (i,)
        if all(not O.is_visible(e.op) or _ends(e.op) for e in semantics.edges(i)):
            return (i,)
    return state.instances


def _ends(op: O.Op) -> bool:
    return isinstance(op, O.Step) and op.role is O.Role.END
