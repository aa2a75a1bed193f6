"""Python's collector takes terms and their manager in any order."""

from __future__ import annotations

import subprocess
import sys

COLLECT = """
import gc
from threadproof.logic.term import Var, add, var
from threadproof.smt.bitwuzla import BitwuzlaTerms

class Holder: pass

def garbage():
    terms = BitwuzlaTerms()
    t = var(Var("x", 32, shared=True))
    for i in range(500):
        t = add(t, var(Var(f"x{i}", 32, shared=True)))
    terms.translate(t)
    terms._sorts = {}
    holder = Holder()  # newer than the terms, so cleared after them, as a frame would be
    holder.itself, holder.terms, holder.made = holder, terms, list(terms.done.values())

gc.disable()
garbage()
gc.collect()
"""


def test_terms_end_before_their_manager() -> None:
    """Without `Outlives.__del__` this is a segmentation fault."""
    ended = subprocess.run([sys.executable, "-c", COLLECT], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
