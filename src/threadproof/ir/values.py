"""Values of array variables: immutable, hashable, cheap to update.

A short array with a known length is a plain tuple; any other is a `Sparse` map from index (an int, or a pair of
ints for two indices) to the values that differ from a default. `Versioned` is one for long runs, where only the newest
value is looked at.
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


class Versioned(Sparse):
    """A Sparse map whose newest version is updated in constant time, whatever its size (Baker's trick).

    All versions share one dictionary, which holds the cells of the one looked at last; the others know the one cell in
    which they differ from a neighbour. An origin keeps its dictionary: many runs start from it.
    """

    __slots__ = ("_cells", "_key", "_neighbour", "_old", "is_origin")

    def __init__(
        self, default: object, cells: dict[Key, object] | None, hash_: int | None = None, *, is_origin: bool = True
    ) -> None:
        self._neighbour: Versioned | None = None
        self._key: Key = 0
        self._old: object = None
        self.is_origin = is_origin
        super().__init__(default, {} if cells is None else cells, hash_)

    @property
    def cells(self) -> dict[Key, object]:
        """To be read at once: it changes when another version is looked at."""
        if self._neighbour is not None:
            self._fetch()
        return self._cells

    @cells.setter
    def cells(self, cells: dict[Key, object]) -> None:
        self._cells = cells

    def get(self, key: Key) -> object:
        if self._neighbour is not None:
            self._fetch()
        return self._cells.get(key, self.default)

    def set(self, key: Key, value: object) -> Versioned:
        cells = self.cells
        old = cells.get(key, self.default)
        if old is value:
            return self
        hash_ = self._hash
        if key in cells:
            hash_ ^= hash((key, old))
        is_default = value is self.default or (type(value) is int and value == self.default)
        if not is_default:
            hash_ ^= hash((key, value))
        new = Versioned(self.default, cells.copy() if self.is_origin else cells, hash_, is_origin=False)
        new._put(key, self.default if is_default else value)
        if not self.is_origin:
            self._neighbour, self._key, self._old = new, key, old
        return new

    def _put(self, key: Key, value: object) -> None:
        if value is self.default:
            self._cells.pop(key, None)
        else:
            self._cells[key] = value

    def _fetch(self) -> None:
        """Get the dictionary from the version that has it, and undo the differences on the way."""
        way: list[Versioned] = []
        v = self
        while v._neighbour is not None:
            way.append(v)
            v = v._neighbour
        for w in reversed(way):
            v._neighbour, v._key, v._old = w, w._key, v._cells.get(w._key, v.default)
            w._cells, w._neighbour = v._cells, None
            w._put(w._key, w._old)
            v = w

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Sparse) or self._hash != other._hash or self.default is not other.default:
            return False
        return dict(self.cells) == other.cells


Value = object


def is_short(v: Var) -> bool:
    return v.dims == 1 and v.length is not None and v.length <= SHORT


def initial_value(v: Var, arbitrary: object, sparse: type[Sparse] = Sparse) -> Value:
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
    return sparse(default, {i: value for i, value in v.cells if value != default})


def constant_array(v: Var, value: object, sparse: type[Sparse] = Sparse) -> Value:
    if is_short(v):
        assert v.length is not None
        return (value,) * v.length
    return sparse(value, {})
