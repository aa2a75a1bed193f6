"""What can go wrong, each class with its exit code and, where there is one, the position in the source."""

from __future__ import annotations


class ThreadproofError(Exception):
    """Base of every error shown to the user: one clear message, never a traceback."""

    exit_code = 6

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ):
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        #: in characters from 1; None or 0: not known
        self.column = column
        self.hint = hint

    def __str__(self) -> str:
        place = [str(x) for x in (self.file, self.line, self.line and self.column) if x]
        where = "" if self.file is None else ":".join(place) + ": "
        return where + self.message + (f"\n  {self.hint}" if self.hint else "")


class UsageError(ThreadproofError):
    """The command line (or a call of the API) asks for something that makes no sense."""

    exit_code = 1


class InputError(ThreadproofError):
    """The input is not valid: not C, not a task file, not there."""

    exit_code = 2


class InternalError(ThreadproofError):
    """A bug in threadproof, for example a counterexample that does not replay."""

    exit_code = 6


class Limit(ThreadproofError):
    """A resource limit was hit: becomes Unknown with `reason`."""

    exit_code = 5

    def __init__(self, reason: str, detail: str = ""):
        super().__init__(detail or reason)
        self.reason = reason
        self.detail = detail

    @property
    def is_of_resources(self) -> bool:
        """With more time or memory, it might not have been hit."""
        return self.reason in ("timeout", "out of memory")

    @property
    def words(self) -> str:
        return f"{self.reason}: {self.detail}" if self.detail else self.reason
