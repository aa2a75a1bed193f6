"""Regular expressions that are compiled when they are first used: most programs need few of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

__all__ = ["pattern"]

if TYPE_CHECKING:
    from re import compile as pattern
else:

    class pattern:
        def __init__(self, text, flags=0):
            self._given = text, flags

        def __getattr__(self, name):
            """Only what was not asked for before: it is kept."""
            if name.startswith("__"):
                raise AttributeError(name)
            found = getattr(re.compile(*self._given), name)
            setattr(self, name, found)
            return found
