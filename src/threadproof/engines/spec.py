"""What an engine says about itself: all that the command line, `bench`, Python and `auto` know of it.

To look at this imports no engine: what it is made of is imported when it runs.
"""

from __future__ import annotations

from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from threadproof.errors import UsageError
from threadproof.options import Option, Options
from threadproof.properties import Property
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.engines.engine import Engine
    from threadproof.ir.program import Program
    from threadproof.result.verdict import Unknown


@dataclass(frozen=True, slots=True)
class EngineSpec:
    name: str
    #: one line
    help: str
    #: "module:class", or the class
    implementation: str | type[Engine]
    #: it finds violations of these kinds (`properties.Kind`, or its own), or excludes them
    decides: frozenset[Enum]
    #: how it wants to see the program: one of `options.FORMS`
    form: str = "plain"
    is_preemptive: bool = True
    #: names of cooperative schedulers that it knows; None: all there are
    schedulers: frozenset[str] | None = frozenset()
    #: it never says Unsafe: somebody else looks for a schedule when it has found no proof
    proves_only: bool = False
    options: tuple[Option[Any], ...] = ()

    def make(self) -> Engine:
        if not isinstance(self.implementation, str):
            return self.implementation()
        module, name = self.implementation.split(":")
        engine: Engine = getattr(import_module(module), name)()
        return engine

    def refusal(self, program: Program, property_: Property) -> Unknown | None:
        """What it says to a property or a scheduler that it does not know."""
        from threadproof.result.verdict import Unknown

        if not property_.is_within(self.decides):
            detail = f"{self.name} does not decide {property_}; --engine auto chooses engines that do"
            return Unknown("property not supported", detail, statistics={"nodes": 0})
        if not (self.is_preemptive if program.scheduler is None else self._knows(program.scheduler.name)):
            has = "preemptive threads" if program.scheduler is None else program.scheduler.name
            detail = f"{self.name} does not know {has}; --engine auto chooses engines that do"
            return Unknown("scheduling not supported", detail, statistics={"nodes": 0})
        return None

    def _knows(self, scheduler: str) -> bool:
        return self.schedulers is None or scheduler in self.schedulers


#: by name, in the order in which they are listed for users
ENGINES: dict[str, EngineSpec] = {}
#: the options of engines, by name
OPTIONS: dict[str, Option[Any]] = {}


def register(spec: EngineSpec) -> None:
    if spec.name in (*ENGINES, "auto"):
        raise UsageError(f"there is an engine {spec.name} already")
    for option in spec.options:
        if not option.name.replace("-", "_").isidentifier():
            raise UsageError(f"no name of an option: {option.name!r}")
        if option.name in Options.__dataclass_fields__:
            raise UsageError(f"the option {option.name} is for all engines")
        if OPTIONS.setdefault(option.name, option) is not option:
            raise UsageError(f"two options are called {option.name}")
    ENGINES[spec.name] = spec


def who_has(option: Option[Any]) -> list[str]:
    return [spec.name for spec in ENGINES.values() if option.name in [o.name for o in spec.options]]


def check_chosen(options: Options, engine: EngineSpec | None) -> None:
    """Is what was chosen for engines meant for this one, and possible? None: for any of several."""
    for name, value in options.chosen.items():
        option = OPTIONS.get(name)
        if option is None:
            raise UsageError(f"unknown option {name}", hint=f"engines have: {', '.join(OPTIONS)}")
        owners = who_has(option)
        if engine is not None and engine.name not in owners:
            raise UsageError(f"{option.flag} is an option of {' and '.join(owners)}, not of {engine.name}")
        if engine is None and option.type is Path:
            raise UsageError(f"{option.flag} needs its engine", hint=f"add --engine {owners[0]}")
        wrong = option.problem(value)
        if wrong is not None:
            raise UsageError(f"{option.flag} cannot be {value!r}", hint=wrong)
