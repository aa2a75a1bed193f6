"""How an execution, or a part of it, comes to an end: as exceptions that leave the coroutines of threads."""

from __future__ import annotations

from threadproof.frontend.ast import Pos
from threadproof.frontend.ctypes import CType
from threadproof.properties import DEREF


class NotUnderstood(Exception):
    """A construct or a library function without a meaning here: nothing can be said about this execution."""

    def __init__(self, what: str, pos: Pos | None) -> None:
        super().__init__(f"{what} ({pos})" if pos is not None else what)
        self.what = what
        self.pos = pos


class TakenForGranted(NotUnderstood):
    """An execution in which something does not hold that verdicts take for granted."""


class OutOfSteps(Exception):
    """The execution was stopped: it took too many steps, or too much time."""


class Discarded(Exception):
    """An execution that does not count: a failed assumption, or undefined behaviour that the property is not about."""


class SectionImpossible(Discarded):
    """An assumption failed inside an atomic section: no step, rather than a step of a discarded execution."""


class Violation(Exception):
    """The property is violated; `part` is the property, or the part of memory safety."""

    def __init__(self, part: str, text: str, pos: Pos) -> None:
        super().__init__(text)
        self.part = part
        self.text = text
        self.pos = pos


class BadMemory(Exception):
    """Undefined behaviour of memory: a violation of memory safety, and otherwise the end of what is looked at."""

    def __init__(self, text: str, pos: Pos, part: str = DEREF) -> None:
        super().__init__(text)
        self.text = text
        self.pos = pos
        self.part = part


class ProcessEnd(Exception):
    """The process has ended."""


class ThreadEnd(Exception):
    """`pthread_exit` and its like: the thread ends, with everything that its functions have on the stack."""

    def __init__(self, value: object, type_: CType) -> None:
        super().__init__()
        self.value = value
        self.type = type_


class Jump(Exception):
    """Control leaves a statement other than by its end."""


class Break(Jump):
    pass


class Continue(Jump):
    pass


class Goto(Jump):
    def __init__(self, label: str) -> None:
        super().__init__()
        self.label = label


class Return(Jump):
    def __init__(self, value: object) -> None:
        super().__init__()
        self.value = value
