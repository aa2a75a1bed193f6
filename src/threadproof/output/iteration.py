"""An iteration of predicate abstraction as text: a Boolean broadcast program, with its predicates as comments."""

from __future__ import annotations

from threadproof.ir.program import Program
from threadproof.logic.c_syntax import to_c
from threadproof.result.invariant import Names
from threadproof.result.iteration import Iteration


def format_iteration(program: Program, iteration: Iteration) -> str:
    names = Names(program)
    lines = [f"// iteration {iteration.number}"]
    width = max((len(p.name) for p in iteration.predicates), default=0)
    for p in iteration.predicates:
        owner = "" if p.template is None else f"  ({p.template})"
        lines.append(f"//   {p.name:{width}}  {p.kind:6}  {to_c(p.term, names.of)}{owner}")
    return "\n".join([*lines, "", iteration.text, f"// {iteration.outcome}", ""])
