"""What library functions mean. Each module maps C names to handlers; `lookup` finds the one for a function.

A body in the program wins over a handler, except for the functions that define a property or a section
(`reach_error` and friends), whose name is their meaning.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Handler
    from threadproof.frontend.lower.context import ProgramContext


@cache
def _tables() -> tuple[dict[str, Handler], dict[str, Handler]]:
    from threadproof.frontend.apis import (
        atomics,
        c11_threads,
        fairthreads,
        intrinsics,
        overflow,
        pthread,
        semaphores,
        stdlib,
    )

    always = dict(intrinsics.ALWAYS)
    table: dict[str, Handler] = {}
    for module in (intrinsics, pthread, semaphores, c11_threads, fairthreads, atomics, stdlib, overflow):
        for name, handler in module.HANDLERS.items():
            assert name not in table, name
            table[name] = handler
    return always, table


def lookup(f: A.FuncDecl, program: ProgramContext) -> Handler | None:
    always, table = _tables()
    if f.name in always and program.checks.unreach:
        return always[f.name]
    if f.body is not None:
        return None
    found = table.get(f.name) or table.get(f.name.removeprefix("__builtin_")) or always.get(f.name)
    if found is None and (f.name.startswith(("__VERIFIER_nondet", "nondet")) or f.name == "nondet"):
        from threadproof.frontend.apis import intrinsics

        return intrinsics.nondeterministic
    if found is None:
        written = program.library.function(f.name)
        if written is not None:
            return lambda c, e, wanted: c.call_function(written, e, wanted)
    return found
