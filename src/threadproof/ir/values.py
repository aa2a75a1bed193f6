"""Values of array variables: immutable, hashable, cheap to update.

A short array with a known length is a plain tuple; any other is a `Sparse` map from index (an int, or a pair of
ints for two indices) to the values that differ from a default.
"""

from __future__ import annotations

from threadproof.logic.term import Var

#: arrays up to this length are tuples
SHORT = 64

Key = int | tuple[int, int]


class Sparse:
    """A total map with a default; equal maps are equal whatever their history."""

    __slots__ = ("_hash", "cells", "default")

    def __init__(self, default: object, cells: dict[Key, object], hash_: int | None = None) -> None:
        self.default = default
        self.cells = cells
        if hash_ is None:
            hash_ = hash(default)
            for item in cells.items():
                hash_ ^= hash(item)
        self._hash = hash_

    def get(self, key: Key) -> object:
        return self.cells.get(key, self.default)

    def set(self, key: Key, value: object) -> Sparse:
        old = self.cells.get(key, self.default)
        if old is value:
            return self
        cells = self.cells.copy()
        hash_ = self._hash
        if key in cells:
            hash_ ^= hash((key, old))
        if value is self.default or (type(value) is int and value == self.default):
            cells.pop(key, None)
        else:
            cells[key] = value
            hash_ ^= hash((key, value))
        return Sparse(self.default, cells, hash_)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Sparse)
            and self._hash == other._hash
            and self.default is other.default
            and self.cells == other.cells
        )

    def __repr__(self) -> str:
        inner = ", ".join(f"{k}: {v}" for k, v in sorted(self.cells.items(), key=str))
        return f"[{inner}, else {self.default}]"


Value = object


def is_short(v: Var) -> bool:
    return v.dims == 1 and v.length is not None and v.length <= SHORT


def initial_value(v: Var, arbitrary: object) -> Value:
    """The value of a variable before the program starts; `arbitrary` stands for an unknown scalar."""
    default = arbitrary if v.init is None else v.init
    if v.dims == 0:
        return default
    if is_short(v):
        assert v.length is not None
        cells = [default] * v.length
        for i, value in v.cells:
            cells[i] = value
        return tuple(cells)
    return Sparse(default, {i: value for i, value in v.cells if value != default})


def constant_array(v: Var, value: object) -> Value:
    if is_short(v):
        assert v.length is not None
        return (value,) * v.length
    return Sparse(value, {})
