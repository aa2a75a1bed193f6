"""The answer of an engine: Safe with a proof, Unsafe with a trace, Unknown with a reason. Plain data."""

from __future__ import annotations

from typing import Any, Union

from threadproof.records import dataclass, field
from threadproof.result.outline import Outline


@dataclass(frozen=True, slots=True)
class Target:
    """What a pointer points to: an object, as traces name it, and where in it, in bytes; None: that is not known."""

    object: str
    offset: int | None


@dataclass(frozen=True, slots=True)
class Typed:
    """A value of a C type: a number, or what a pointer points to, nothing if it is null."""

    type: str
    value: int | Target | None


@dataclass(frozen=True, slots=True)
class Change:
    """A variable that a step changed, as the user wrote it: `flag[1] = 1`."""

    name: str
    value: str
    #: the same, where the C type is known; threads and what semaphores count have none
    typed: Typed | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of one thread at a source position. `thread` is its display name: main, worker, worker#2."""

    thread: str
    function: str
    file: str
    line: int
    #: what the step does, in C-like words: the source line's text, or the operation
    text: str
    changes: tuple[Change, ...] = ()
    note: str = ""
    #: in characters from 1, the end behind the last one; 0: not known, as behind a macro
    column: int = field(default=0, compare=False)
    end_line: int = field(default=0, compare=False)
    end_column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Trace:
    """A schedule that breaks the property, already replayed by the interpreter."""

    steps: tuple[TraceStep, ...]
    #: what is wrong at the end: "reach_error() is called", "data race on x: ...", "deadlock: ..."
    violation: str
    #: the same moves for the second reading of the program
    outline: tuple[Outline, ...] = field(default=(), compare=False, repr=False)
    #: so many moves, of rounds in the middle of long loops, have no step and no outline
    left_out: int = 0
    #: the number of the first step (from 1) of those that are taken again and again; 0: there are none
    loop: int = 0


@dataclass(frozen=True, slots=True)
class Proof:
    """Evidence for Safe: `kind` names the checker that can re-verify `data`."""

    kind: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Safe:
    proof: Proof
    scope: str = ""
    statistics: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unsafe:
    trace: Trace
    #: for valid-memsafety the part that is violated: valid-deref, valid-free, valid-memtrack; else the property
    violated: str = ""
    scope: str = ""
    statistics: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unknown:
    """`reason` is one short phrase, the same for the same cause, so that causes can be counted; `detail` is free."""

    reason: str
    detail: str = ""
    scope: str = ""
    statistics: dict[str, Any] = field(default_factory=dict)
    #: nobody can say more: it is reached, and all executions without it violate nothing
    is_final: bool = False


Verdict = Union[Safe, Unsafe, Unknown]
