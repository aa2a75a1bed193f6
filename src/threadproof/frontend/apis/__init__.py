"""What library functions mean. Each module maps C names to handlers; `lookup` finds the one for a function.

A body in the program wins over a handler, except for the functions that define a property or a section
(`reach_error` and friends), whose name is their meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from threadproof.frontend import ast as A
from threadproof.frontend.threads import APIS, Cooperative, ThreadApi

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Handler
    from threadproof.frontend.lower.context import ProgramContext


#: beside libraries of threads
_MODULES = ("intrinsics", "atomics", "stdlib", "overflow")


@cache
def _find(name: str) -> Handler | None:
    return next((handlers[name] for handlers in _tables(name) if name in handlers), None)


def _tables(name: str) -> Iterator[Mapping[str, Handler]]:
    """Those in which this function may be; each is imported when the ones before do not have it."""
    for api in APIS.values():
        if name.startswith(api.prefixes):
            yield _handlers(api)
    for module in _MODULES:
        yield import_module(f"{__name__}.{module}").HANDLERS


def _handlers(api: ThreadApi) -> Mapping[str, Handler]:
    if not isinstance(api.handlers, str):
        return api.handlers
    handlers: Mapping[str, Handler] = import_module(api.handlers).HANDLERS
    return handlers


def cooperative(unit: A.Unit) -> Cooperative | None:
    """The scheduler of a program, if its threads have control until they give it back."""
    for api in APIS.values():
        names = [name for name in unit.functions if name.startswith(api.prefixes)]
        if api.cooperative is not None and any(name in _handlers(api) for name in names):
            if not isinstance(api.cooperative, str):
                return api.cooperative
            module, name = api.cooperative.split(":")
            found: Cooperative = getattr(import_module(module), name)
            return found
    return None


def lookup(f: A.FuncDecl, program: ProgramContext) -> Handler | None:
    from threadproof.frontend.apis import intrinsics

    if f.name in intrinsics.ALWAYS and program.checks.unreach:
        return intrinsics.ALWAYS[f.name]
    if f.body is not None:
        return None
    found = _find(f.name) or _find(f.name.removeprefix("__builtin_")) or intrinsics.ALWAYS.get(f.name)
    if found is None and (f.name.startswith(("__VERIFIER_nondet", "nondet")) or f.name == "nondet"):
        return intrinsics.nondeterministic
    if found is None:
        written = program.library.function(f.name)
        if written is not None:
            return lambda c, e, wanted: c.call_function(written, e, wanted)
    return found
