"""Does it matter in which order operands are evaluated? C leaves that open, lowering goes from left to right.

It does if one operand may write what another one reads or writes, or if two operands access what threads share: then
others see the order, and are seen in it. What functions do counts where they are called. What is accessed is known by
name, or by pointers only, which may lead to all whose address was taken.
Most functions of the library may do anything: they call functions, let other threads go on, and have a state of their
own. An answer of "yes" is a condition that the verdict names, so it may be given too often.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.frontend import ast as A
from threadproof.frontend.ctypes import Pointer
from threadproof.frontend.threads import starting
from threadproof.patterns import pattern
from threadproof.records import dataclass, field

#: functions of the library that only read what their arguments point to, and those that work on it and nothing else
_READERS = pattern(
    r"__VERIFIER_nondet_\w+|__atomic_load_n|atomic_load(_explicit)?|alloca|str\w*len"
    r"|__builtin_(expect\w*|(clz|ctz|popcount|parity|ffs|bswap)\w*|constant_p)|[hn]to[hn][sl]"
    r"|str\w*cmp|memcmp|is\w+|to(upper|lower)|l*abs|pthread_self|thrd_current|pthread_equal|thrd_equal"
)
_WRITERS = pattern(r"__sync_\w+|__atomic_\w+|atomic_(?!flag)\w+")


@dataclass(frozen=True, slots=True)
class _Access:
    #: the variable, whatever part of it; None: by a pointer
    root: A.VarDecl | None
    is_anything: bool = False

    def meets(self, other: _Access) -> bool:
        if self.is_anything or other.is_anything:
            return not (self._is_automatic or other._is_automatic)
        if self.root is not None and other.root is not None:
            return self.root is other.root
        return self._has_address and other._has_address

    @property
    def is_local(self) -> bool:
        return self.root is not None and self.root.storage in ("local", "param")

    @property
    def is_private(self) -> bool:
        """No other thread knows it."""
        is_own = self.is_local or (self.root is not None and self.root.storage == "thread")
        return is_own and not self._has_address

    @property
    def _is_automatic(self) -> bool:
        """No function that is called knows it. (Thread-local variables are known by name, and errno to the library.)"""
        return self.is_local and not self._has_address

    @property
    def _has_address(self) -> bool:
        return self.root is None or self.root.address_taken


_ANYTHING = _Access(None, is_anything=True)
_BY_POINTER = _Access(None)


@dataclass(slots=True)
class _Effects:
    reads: set[_Access] = field(default_factory=set)
    writes: set[_Access] = field(default_factory=set)
    #: functions of the program; a number: one that may be called with so many arguments
    calls: set[A.FuncDecl | int] = field(default_factory=set)

    def add(self, other: _Effects) -> None:
        self.reads |= other.reads
        self.writes |= other.writes
        self.calls |= other.calls


def order_matters(unit: A.Unit, *, is_satabs: bool = False) -> bool:
    """In a function that is used."""
    order = _Order(unit, is_satabs=is_satabs)
    return any(order.matters(f.body) for f in unit.functions.values())


class _Order:
    def __init__(self, unit: A.Unit, *, is_satabs: bool) -> None:
        self.functions = [f for f in unit.functions.values() if f.body is not None]
        self.known: dict[int, _Effects] = {}
        self._has_threads = is_satabs or any(name in unit.functions for name in starting())
        #: by the program itself
        self._writes = {w for f in self.functions for w in self.effects(f.body).writes if not w.is_anything}
        self._are_written: dict[_Access, bool] = {}

    def matters(self, node: object) -> bool:
        operands = [self.effects(x) for x in _unordered(node)]
        if any(x.writes or x.calls for x in operands):
            before = _Effects()
            for x in map(self.with_calls, operands):
                if _conflict(before, x):
                    return True
                before.add(x)
        if self._has_threads and sum(self._is_seen(self.with_calls(x)) for x in operands) > 1:
            return True
        if isinstance(node, A.CompoundAssign):  # calls come before the old value is read; assignments need not
            old = _Effects(reads={_access(node.place)})
            value = self.effects(node.value)
            if _conflict(old, value) or (self._has_threads and self._is_seen(old) and self._is_seen(value)):
                return True
        return any(map(self.matters, A.parts(node)))

    def _is_seen(self, effects: _Effects) -> bool:
        """Is something written that other threads may access, or read that they may write?"""
        return any(not x.is_private for x in effects.writes) or any(map(self._is_written, effects.reads))

    def _is_written(self, x: _Access) -> bool:
        found = self._are_written.get(x)
        if found is None:
            found = not x.is_private and (x.is_anything or any(w.meets(x) for w in self._writes))
            self._are_written[x] = found
        return found

    def effects(self, node: object) -> _Effects:
        """Without those of functions that are called."""
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = _own_effects(node)
            for x in A.parts(node):
                found.add(self.effects(x))
        return found

    def with_calls(self, effects: _Effects) -> _Effects:
        found = _Effects(set(effects.reads), set(effects.writes))
        pending, done = list(effects.calls), set(effects.calls)
        while pending:
            f = pending.pop()
            for g in [g for g in self.functions if len(g.params) <= f] if isinstance(f, int) else [f]:
                inner = self.effects(g.body)
                found.reads |= {x for x in inner.reads if not x.is_local}
                found.writes |= {x for x in inner.writes if not x.is_local}
                pending += inner.calls - done
                done |= inner.calls
        return found


def _own_effects(node: object) -> _Effects:
    found = _Effects()
    match node:
        case A.Load():
            found.reads.add(_access(node.place))
        case A.Assign():
            found.writes.add(_access(node.place))
        case A.CompoundAssign() | A.IncDec():
            found.reads.add(_access(node.place))
            found.writes.add(_access(node.place))
        case A.Call():
            f = node.callee.decl if isinstance(node.callee, A.Name) else None
            if not isinstance(f, A.FuncDecl):
                found.calls.add(len(node.args))
                found.reads.add(_ANYTHING)  # (it may be one of the library)
                found.writes.add(_ANYTHING)
            elif f.body is not None:
                found.calls.add(f)
            else:
                _use_arguments(f, node.args, found)
    return found


def _use_arguments(f: A.FuncDecl, args: Sequence[A.Expr], found: _Effects) -> None:
    """What a function of the library may access."""
    only_reads = _READERS.fullmatch(f.name) is not None
    if not only_reads and not _WRITERS.fullmatch(f.name):
        found.reads.add(_ANYTHING)
        found.writes.add(_ANYTHING)
    for e in args:
        if _is_pointer(e):
            found.reads.add(_BY_POINTER)
            if not only_reads:
                found.writes.add(_BY_POINTER)


def _is_pointer(e: A.Expr) -> bool:
    """Also one that was a number before, or is one now."""
    return isinstance(e.type, Pointer) or (isinstance(e, A.Cast) and _is_pointer(e.operand))


def _unordered(node: object) -> Sequence[object]:
    match node:
        case A.Binary(left=x, right=y) | A.PtrDiff(left=x, right=y):
            return x, y
        case A.Index(array=x, index=y) | A.PtrAdd(pointer=x, index=y):
            return x, y
        case A.Assign(place=x, value=y) | A.CompoundAssign(place=x, value=y):
            return x, y
        case A.Call():
            return node.callee, *node.args
        case A.Init():
            return [part.value for part in node.parts]
    return ()


def _access(place: A.Expr) -> _Access:
    while True:
        match place:
            case A.Member(base=inner) | A.Index(array=inner):
                place = inner
            case A.Name(decl=A.VarDecl() as decl) | A.CompoundLiteral(decl=decl):
                return _Access(decl)
            case _:
                return _BY_POINTER


def _conflict(a: _Effects, b: _Effects) -> bool:
    return any(x.meets(y) for x in a.writes for y in b.reads | b.writes) or any(
        x.meets(y) for x in b.writes for y in a.reads
    )
