"""Random programs from a table of features: every operation, library function and kind of object is in some.

Each snippet of the table uses one thing, in a few lines; a program puts one to three of them beside each other, in
threads that touch the same variables. `generate(seed)` gives one text; seeds that differ by the length of the table
begin with the same snippet. Entry points: `generate`, `TABLE`.
"""

from tests.generators.features.program import TABLE, generate

__all__ = ["TABLE", "generate"]
