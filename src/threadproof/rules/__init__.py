"""Proof rules for threads as Horn clauses, cheapest first: k-thread-modular, Owicki-Gries, product."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from threadproof.blocks.transitions import Transitions
from threadproof.horn.clause import System
from threadproof.rules import owicki_gries, product, thread_modular

RULES: dict[str, Callable[[Transitions], System]] = {
    "tm": thread_modular.clauses,
    "tmw": lambda transitions: thread_modular.clauses(transitions.watching()),
    "tm2": partial(thread_modular.clauses, k=2),
    "tmc": partial(thread_modular.clauses, counting=True),
    "tm3": partial(thread_modular.clauses, k=3),
    "og": owicki_gries.clauses,
    "product": product.clauses,
}
