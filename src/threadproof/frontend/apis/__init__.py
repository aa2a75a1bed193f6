"""What library functions mean. Each module maps C names to handlers; `lookup` finds the one for a function.

A body in the program wins over a handler.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend.threads import APIS, Cooperative, ThreadApi

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Handler
    from threadproof.frontend.lower.context import ProgramContext


@cache
def _table() -> dict[str, Handler]:
    from threadproof.frontend.apis import atomics, intrinsics, overflow, stdlib

    table: dict[str, Handler] = {}
    for handlers in (*(m.HANDLERS for m in (intrinsics, atomics, stdlib, overflow)), *map(_handlers, APIS.values())):
        for name, handler in handlers.items():
            assert name not in table, name
            table[name] = handler
    return table


def _handlers(api: ThreadApi) -> Mapping[str, Handler]:
    if not isinstance(api.handlers, str):
        return api.handlers
    handlers: Mapping[str, Handler] = import_module(api.handlers).HANDLERS
    return handlers


def cooperative(unit: A.Unit) -> Cooperative | None:
    """The scheduler of a program, if its threads have control until they give it back."""
    for api in APIS.values():
        if api.cooperative is not None and any(name in _handlers(api) for name in unit.functions):
            if not isinstance(api.cooperative, str):
                return api.cooperative
            module, name = api.cooperative.split(":")
            found: Cooperative = getattr(import_module(module), name)
            return found
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
