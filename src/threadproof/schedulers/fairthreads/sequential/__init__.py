"""A cooperative program as a sequential C program with the scheduler written out. Entry point: `to_sequential`."""

from threadproof.schedulers.fairthreads.sequential.program import PROPERTIES, to_sequential

__all__ = ["PROPERTIES", "to_sequential"]
