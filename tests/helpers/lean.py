"""A process that stays as small as it was when it began, and does what it is asked for in forks of itself.

Whoever has run a thousand tests knows millions of objects; to fork and to look through all of them takes seconds. So a
module that switches conditions off starts such a process when it is imported. Entry point: `Lean`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from multiprocessing import Pipe
from traceback import format_exc

from tests.helpers.fork import in_a_fork


class Lean:
    def __init__(self, prepare: Callable[[], None], *functions: Callable[..., None]) -> None:
        """The functions it can be asked for; what they are given must be something that can be pickled.

        `prepare` is called once, when it is first asked.
        """
        self._mine, its = Pipe()
        if os.fork():
            its.close()
            return
        try:
            self._mine.close()
            known = {f.__name__: f for f in functions}
            its.poll(None)
            prepare()
            while True:
                name, arguments = its.recv()
                its.send(in_a_fork(lambda name=name, arguments=arguments: _complaint(known[name], arguments)))
        except (EOFError, OSError):
            pass  # nobody is left who could ask
        finally:
            os._exit(0)

    def call(self, function: Callable[..., None], *arguments: object) -> None:
        self._mine.send((function.__name__, arguments))
        complaint = self._mine.recv()
        assert not complaint, complaint


def _complaint(function: Callable[..., None], arguments: tuple[object, ...]) -> str:
    try:
        function(*arguments)
    except AssertionError as error:
        return str(error) or "an assertion fails"
    except Exception:
        return format_exc()
    return ""
