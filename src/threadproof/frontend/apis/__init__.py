"""What library functions mean. Each module maps C names to handlers; `lookup` finds the one for a function.

A body in the program wins over a handler.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from threadproof.errors import UsageError
from threadproof.frontend import ast as A
from threadproof.frontend.threads import Cooperative, thread_apis

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Handler
    from threadproof.frontend.lower.context import ProgramContext


@cache
def _table() -> dict[str, Handler]:
    from threadproof.frontend.apis import atomics, intrinsics, main, overflow, stdlib, syscalls, variadic

    table: dict[str, Handler] = {}
    general = [module.HANDLERS for module in (intrinsics, atomics, main, stdlib, overflow, variadic, syscalls)]
    for handlers in [*general, *[api.handlers for api in thread_apis()]]:
        for name, handler in handlers.items():
            if name in table:
                raise UsageError(f"two libraries have the function {name}")
            table[name] = handler
    return table


def cooperative(unit: A.Unit) -> Cooperative | None:
    """The scheduler of a program, if its threads have control until they give it back."""
    for api in thread_apis():
        if api.cooperative is not None and any(name in api.handlers for name in unit.functions):
            return api.cooperative
    return None


def lookup(f: A.FuncDecl, program: ProgramContext) -> Handler | None:
    if f.body is not None:
        return None
    table = _table()
    found = table.get(f.name) or table.get(f.name.removeprefix("__builtin_"))
    if found is None and (f.name.startswith(("__VERIFIER_nondet", "nondet")) or f.name == "nondet"):
        from threadproof.frontend.apis import intrinsics

        return intrinsics.nondeterministic
    if found is None:
        written = program.library.function(f.name)
        if written is not None:
            return lambda c, e, wanted: c.call_function(written, e, wanted)
    return found
