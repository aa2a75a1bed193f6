"""What can be asked about a program. Nobody else knows the names of properties: passes, engines and checkers say which
kinds of violations they keep or find, and what they do not name is not kept.

A property is violated by executions of certain *kinds*; who keeps, or finds, all of these kinds keeps, or decides, the
property. So a property whose violations are error locations that a pass puts in is known to every engine; one with a
kind of its own is decided by nobody who does not say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, Final

from threadproof.errors import UsageError
from threadproof.records import dataclass, replace


class Kind(Enum):
    """What an execution that violates a property comes to."""

    LOCATED = "an error location"
    LEAK = "an end of the program at which nothing leads to an object that is still allocated"
    LOST_EVENT = "the end of an instant in which nobody has seen an event that was generated"
    RACE = "a state in which two accesses are next that conflict"
    DEADLOCK = "a state in which all who are left wait for ever"
    ENDLESS = "no end"


class Fairness(Enum):
    """Which executions that never end count."""

    NONE = "none"
    #: who could always move does
    WEAK = "weak"
    #: who could move again and again does
    STRONG = "strong"


@dataclass(frozen=True, slots=True, eq=False)
class Property:
    name: str
    #: of `Kind`, or of an enumeration of its own
    kinds: frozenset[Enum]
    #: how `.prp` files say it: any of these sets of formulas
    formulas: tuple[frozenset[str], ...] = ()
    #: what is assumed where something else is asked
    otherwise: str = ""
    #: why it holds where no error location can be reached
    no_location: str = ""
    #: what only programs with cooperative threads have, and the property is about
    is_about: str = ""
    #: Program to Program: puts its error locations into what was written, where the front end does not know them
    checks: Callable[[Any], Any] | None = None
    #: a thread inside of it leaves it again, which is all that is asked
    function: str = ""
    #: matters for executions without end
    fairness: Fairness = Fairness.WEAK

    def has(self, *kinds: Enum) -> bool:
        """May violations be of one of these kinds?"""
        return not self.kinds.isdisjoint(kinds)

    def is_within(self, kinds: Iterable[Enum]) -> bool:
        """Are all violations of these kinds?"""
        return self.kinds.issubset(kinds)

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, tuple[str, Fairness, bool]]:
        return named, (self.name, self.fairness, self is RACES_OF_C11)


#: the beginning of names of properties of one function
PROGRESS: Final = "progress:"
#: by name, in the order in which they are listed for users
PROPERTIES: dict[str, Property] = {}
#: those of single functions, and those with another fairness
_VARIANTS: dict[tuple[str, Fairness], Property] = {}


def register(p: Property) -> Property:
    """A property from outside: of error locations that its `checks` put in, or of a kind of its own.

    What the kinds of this module mean, beside LOCATED, depends on what else is asked (memory is only modelled if memory
    safety is the question), and engines know them for the properties that are asked here. So nobody else has them.
    """
    if not p.name.replace("-", "_").isidentifier():
        raise UsageError(f"no name of a property: {p.name!r}", hint="letters, digits and -")
    taken = [kind.name for kind in p.kinds if isinstance(kind, Kind) and kind is not Kind.LOCATED]
    if taken:
        raise UsageError(f"{p.name} cannot be of the kind {taken[0]}", hint="of error locations, or a kind of its own")
    if not p.kinds or (Kind.LOCATED in p.kinds and p.checks is None):
        raise UsageError(f"nothing violates {p.name}", hint="`checks` puts error locations into the program")
    if p.checks is not None and Kind.LOCATED not in p.kinds:
        raise UsageError(f"the error locations of {p.name} do not violate it", hint="it is not of the kind LOCATED")
    return _register(p)


def _register(p: Property) -> Property:
    if p.name in (*PROPERTIES, "all"):
        raise UsageError(f"there is a property {p.name} already")
    PROPERTIES[p.name] = p
    return p


def is_name(text: str) -> bool:
    """Of a property?"""
    start, colon, function = text.partition(":")
    return text in PROPERTIES or (start + colon == PROGRESS and function.isascii() and function.isidentifier())


def named(name: str, fairness: Fairness = Fairness.WEAK, is_of_c11: bool = False) -> Property:
    """The one and only that is called so; `progress:FUNCTION` is one for each function."""
    if is_of_c11:
        return RACES_OF_C11
    found = PROPERTIES.get(name)
    if found is not None and (fairness is found.fairness or not found.has(Kind.ENDLESS)):
        return found
    key = name, fairness
    if key not in _VARIANTS:
        function = "" if found is not None else name.removeprefix(PROGRESS)
        _VARIANTS[key] = replace(TERMINATION, name=name, formulas=(), function=function, fairness=fairness)
    return _VARIANTS[key]


def _formulas(*alternatives: str) -> tuple[frozenset[str], ...]:
    return tuple([frozenset({f}) for f in alternatives])


UNREACH_CALL = _register(
    Property(
        "unreach-call",
        frozenset({Kind.LOCATED}),
        _formulas("G ! call(reach_error())", "G ! call(__VERIFIER_error())"),
        no_location="no assertion and no call of reach_error() is reachable; --property chooses what else to look for",
    )
)
NO_DATA_RACE = _register(Property("no-data-race", frozenset({Kind.RACE}), _formulas("G ! data-race")))
#: the same where a memory model with views puts an error location wherever an access does not come behind another one
RACES_OF_C11 = Property(NO_DATA_RACE.name, frozenset({Kind.LOCATED}), NO_DATA_RACE.formulas)
# (cooperative programs have error locations where nobody can get control any more)
NO_DEADLOCK = _register(Property("no-deadlock", frozenset({Kind.DEADLOCK, Kind.LOCATED}), _formulas("G ! deadlock")))
NO_LOST_EVENT = _register(
    Property("no-lost-event", frozenset({Kind.LOST_EVENT}), is_about="the events of cooperative threads")
)
NO_OVERFLOW = _register(
    Property(
        "no-overflow",
        frozenset({Kind.LOCATED}),
        _formulas("G ! overflow"),
        otherwise="wrapping integers",
        no_location="no signed arithmetic that could overflow is reachable",
    )
)
#: the parts of memory safety, and what a violation of each is called
DEREF, FREE, MEMTRACK = "valid-deref", "valid-free", "valid-memtrack"
VALID_MEMSAFETY = _register(
    Property(
        "valid-memsafety",
        frozenset({Kind.LOCATED, Kind.LEAK}),
        (frozenset({f"G {part}" for part in (DEREF, FREE, MEMTRACK)}),),
        otherwise="executions without undefined behaviour of memory",
        no_location="no access by a pointer, no index and no allocation is reachable",
    )
)
TERMINATION = _register(Property("termination", frozenset({Kind.DEADLOCK, Kind.ENDLESS}), _formulas("F end")))
