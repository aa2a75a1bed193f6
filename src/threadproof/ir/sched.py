"""Scheduling: may an instance take the next step?

Threads of C are preemptive: any instance may run next, unless one is inside an atomic section. A program with a
cooperative scheduler (`Program.scheduler`) has a scheduler state as well, the last of the shared values, which says
who may run; `Primitive` operations ask and change it. Such a state is immutable and hashable, and what it does is a
pure function: the scheduler is executed, never encoded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, Self

from threadproof.errors import InputError

if TYPE_CHECKING:
    from threadproof.ir.interpret import Instance, State
    from threadproof.ir.program import Program
    from threadproof.properties import Property


#: what to call a thread or an event that has this number
Name = Callable[[int], str]


class Narrator(Protocol):
    """Says what happens, in a trace."""

    def event(self, number: int) -> str:
        """What an event is called."""
        ...

    def note(
        self, id_: int, call: str, args: tuple[int, ...], before: Scheduler | None, after: Scheduler | None
    ) -> str:
        """What a call brought about. It is told of every call, in the order of the trace."""
        ...


class Scheduler(Protocol):
    """The state of a cooperative scheduler.

    Main runs alone until it calls `start` (or `start_and_end`, if it ends then); a thread calls `end` at its end. All
    other calls are the scheduler's own.
    """

    @property
    def name(self) -> str: ...

    @property
    def running(self) -> int:
        """Who has control; 0: the scheduler."""
        ...

    @property
    def lost(self) -> tuple[int, ...]:
        """Events that nobody saw, if that is asked for."""
        ...

    def may_run(self, id_: int) -> bool:
        """Has the instance control, or may the scheduler give it control now?"""
        ...

    def resumed(self, id_: int) -> Self:
        """The instance takes a step: it has control until it gives it back. Only if it may run."""
        ...

    def waits_for(self, id_: int, thread: Name, event: Name) -> str:
        """What an instance that may not run waits for, in words."""
        ...

    def narrator(self, program: Program, thread: Name) -> Narrator: ...

    def execute(self, id_: int, call: str, args: tuple[int, ...]) -> tuple[tuple[int, Self], ...]:
        """What a primitive called by the instance, which has control, may return and leave behind."""
        ...

    def distinguished(self, call: str, position: int) -> tuple[tuple[int, ...], int | None]:
        """Values of an argument that make a difference to a call, and one that stands for all others (None: more are
        different than can be listed)."""
        ...


def as_sequential(program: Program, property_: Property, file: str) -> str:
    """An equivalent sequential program in C, if the scheduler can write one: `sequential(program, property_, file)`."""
    if program.scheduler is None:
        raise InputError(
            "has preemptive threads; sequentialize is for cooperative ones",
            file=file,
            hint="a cooperative program creates its threads with ft_thread_create (fthread.h)",
        )
    write: Callable[[Program, Property, str], str] | None = getattr(program.scheduler, "sequential", None)
    if write is None:
        raise InputError(f"sequentialize does not know the scheduler {program.scheduler.name}", file=file)
    return write(program, property_, file)


def gives_way(s: Scheduler | None) -> bool:
    """Does a thread that has given control back get it next only if no other thread can? A scheduler says so by an
    attribute of this name; of one that does not, nothing is assumed."""
    return bool(getattr(s, "gives_way", False))


def may_move(state: State, i: Instance) -> bool:
    if state.halted or state.inside not in (0, i.id):
        return False
    return state.scheduler is None or state.scheduler.may_run(i.id)
