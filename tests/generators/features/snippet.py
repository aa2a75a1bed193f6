"""What a program of `features` is made of: a few lines of C that use one thing.

In the texts, `$n` is a number that no other snippet of the program has, `$S` a statement that touches shared variables,
`$x` one of them, `$b` 0 or 1, and `$k` a small number.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Snippet:
    name: str
    #: what a thread does
    body: str
    #: what another one does at the same time; if there is nothing to say, the same or nothing
    other: str = ""
    globals: str = ""
    functions: str = ""
    #: main, before it starts threads, and in the end
    setup: str = ""
    final: str = ""
    headers: str = ""
    #: not where `return` or `goto` would be another thing: in main
    only_in_thread: bool = False
