"""What library functions mean. Each module maps C names to handlers; `lookup` finds the one for a function.

A body in the program wins over a handler.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from threadproof.errors import UsageError
from threadproof.frontend import ast as A
from threadproof.frontend.library import ANSWER_COMES, assumed, waits
from threadproof.frontend.threads import Cooperative, thread_apis
from threadproof.frontend.unknown import refusal

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls, Handler
    from threadproof.frontend.lower.whole import ProgramContext, Value


@cache
def _table() -> dict[str, Handler]:
    from threadproof.frontend.apis import atomics, intrinsics, main, overflow, stdlib

    table: dict[str, Handler] = {}
    general = [module.HANDLERS for module in (intrinsics, atomics, main, stdlib, overflow)]
    for handlers in [*general, *[api.handlers for api in thread_apis()]]:
        for name, handler in handlers.items():
            if name in table:
                raise UsageError(f"two libraries have the function {name}")
            table[name] = handler
    return table


def loaded(module: str, name: str) -> Handler:
    """What few programs call is imported when it is called."""

    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        found: Value = import_module(f"threadproof.frontend.apis.{module}").HANDLERS[name](c, e, wanted)
        return found

    return handler


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
            found = _body(written)
    if found is None and program.unit.assumes_unknown and not program.is_satabs and not refusal(f):
        from threadproof.frontend.apis.unknown import assumed as assumed_of

        return assumed_of(f)
    if found is not None and waits(f.name):
        found = _under(ANSWER_COMES, found)
    return found if found is None or not assumed(f.name) else _under(assumed(f.name), found)


def _body(f: A.FuncDecl) -> Handler:
    return lambda c, e, wanted: c.call_function(f, e, wanted)


def _under(words: str, handler: Handler) -> Handler:
    """A verdict that depends on it says these words."""

    def handle(c: Calls, e: A.Call, wanted: bool) -> Value:
        c.program.scope[words] = None
        return handler(c, e, wanted)

    return handle
