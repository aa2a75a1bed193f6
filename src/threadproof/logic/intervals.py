"""Intervals: between which values a term is, if it is known between which values others are.

A bit vector is a number with a sign or without; an interval is about one of these readings. What is not followed may be
anything. Entry points: `Intervals.behind` (what a condition says about terms), `value` and `decide`.
"""

from __future__ import annotations

from collections.abc import Mapping

from threadproof.logic import term as T
from threadproof.logic.term import Term, Var, conjuncts
from threadproof.records import NamedTuple


class Interval(NamedTuple):
    low: int
    high: int

    def joined(self, other: Interval) -> Interval:
        return Interval(min(self.low, other.low), max(self.high, other.high))

    def within(self, other: Interval) -> bool:
        return other.low <= self.low and self.high <= other.high


#: what conditions say about terms, as numbers with a sign or without
Known = dict[tuple[Term, bool], Interval]


def whole(width: int, signed: bool) -> Interval:
    if not width:
        return Interval(0, 1)
    return Interval(-(1 << (width - 1)), (1 << (width - 1)) - 1) if signed else Interval(0, (1 << width) - 1)


class Intervals:
    def __init__(self, of: Mapping[Var, Interval]) -> None:
        #: variables, each in its own reading, where something is known about them
        self.of = of

    # ------------------------------------------------------------ conditions

    def behind(self, condition: Term, known: Known) -> Known | None:
        """What is known where a condition holds as well; None: nowhere."""
        known = dict(known)
        for c in conjuncts(condition):
            if not self._learn(c, known):
                return None
        return known

    def _learn(self, c: Term, known: Known) -> bool:
        positive = c.op != "not"
        atom = c if positive else c.args[0]
        if atom.op == "or" and not positive:
            return all(self._learn(T.not_(x), known) for x in atom.args)
        if atom.op == "eq" and atom.args[0].width and positive:
            pairs = [(x, y, s) for x, y in (atom.args, atom.args[::-1]) for s in (True, False)]
            return all(self._meet(x, s, self.value(y, s, known), known) for x, y, s in pairs)
        if atom.op not in ("sle", "slt", "ule", "ult"):
            return True
        signed = atom.op[0] == "s"
        a, b = atom.args if positive else reversed(atom.args)
        strict = (atom.op[1:] == "lt") == positive
        less, more = self.value(a, signed, known), self.value(b, signed, known)
        ends = whole(a.width, signed)
        return self._meet(a, signed, Interval(ends.low, more.high - strict), known) and self._meet(
            b, signed, Interval(less.low + strict, ends.high), known
        )

    def _meet(self, t: Term, signed: bool, i: Interval, known: Known) -> bool:
        old = self.value(t, signed, known)
        new = Interval(max(old.low, i.low), min(old.high, i.high))
        known[t, signed] = new
        if new.low >= 0 and new.high <= whole(t.width, True).high:
            known[t, not signed] = new
        return new.low <= new.high

    # ------------------------------------------------------------ terms

    def value(self, t: Term, signed: bool, known: Known) -> Interval:
        found = self._value(t, signed, known)
        more = known.get((t, signed))
        if more is not None:
            found = Interval(max(found.low, more.low), min(found.high, more.high))
        return found

    def _value(self, t: Term, signed: bool, known: Known) -> Interval:
        anything = whole(t.width, signed)
        if t.value is not None:
            x = T.to_signed(t.value, t.width) if signed and t.width else t.value
            return Interval(x, x)
        if t.var is not None:
            return _as(self.of.get(t.var, whole(t.width, t.var.signed)), t.var.signed, t.width, signed)
        match t.op:
            case "ite":
                cases = [(t.args[1], t.args[0]), (t.args[2], T.not_(t.args[0]))]
                ways = [(x, self.behind(c, known)) for x, c in cases]
                values = [self.value(x, signed, k) for x, k in ways if k is not None]
                return values[0] if len(values) == 1 else values[0].joined(values[1]) if values else anything
            case "add" | "sub" | "mul":
                a, b = [self.value(x, signed, known) for x in t.args]
                found = _arithmetic(t.op, a, b)
                if t.op == "add" and not signed and found.low > anything.high:
                    # (a negative number is added)
                    found = Interval(found.low - anything.high - 1, found.high - anything.high - 1)
                return _fitting(found, anything)
            case "neg":
                a = self.value(t.args[0], signed, known)
                return _fitting(Interval(-a.high, -a.low), anything)
            case "sdiv" | "udiv" | "srem" | "urem":
                own = t.op[0] == "s"
                a, b = [self.value(x, own, known) for x in t.args]
                return _as(_division(t.op[1:], a, b, whole(t.width, own)), own, t.width, signed)
            case "zext" | "sext":
                own = t.op == "sext"
                return _as(self.value(t.args[0], own, known), own, t.width, signed)
            case "extract":
                return _fitting(self.value(t.args[0], signed, known), anything)
            case "bvand":
                limits = [self.value(x, False, known).high for x in t.args]
                return _as(Interval(0, min(limits)), False, t.width, signed)
        return anything

    # ------------------------------------------------------------ truth

    def decide(self, t: Term, known: Known) -> bool | None:
        """Is a condition always true, or always false?"""
        if t.op == "not":
            found = self.decide(t.args[0], known)
            return None if found is None else not found
        if t.op in ("and", "or"):
            decisive = t.op == "or"
            parts = [self.decide(x, known) for x in t.args]
            return decisive if decisive in parts else None if None in parts else not decisive
        if t.op not in T.COMPARISONS or not t.args[0].width:
            return None if t.value is None else bool(t.value)
        readings = (True, False) if t.op == "eq" else (t.op[0] == "s",)
        for signed in readings:
            a, b = [self.value(x, signed, known) for x in t.args]
            if t.op == "eq":
                if a.high < b.low or b.high < a.low:
                    return False
                if a == b and a.low == a.high:
                    return True
            else:
                strict = t.op[1:] == "lt"
                if a.high + strict <= b.low:
                    return True
                if a.low + strict > b.high:
                    return False
        return None


def _as(i: Interval, is_signed: bool, width: int, signed: bool) -> Interval:
    """The same numbers, read with or without a sign."""
    if is_signed == signed or not width or (i.low >= 0 and i.high <= whole(width, True).high):
        return i
    return whole(width, signed)


def _fitting(i: Interval, ends: Interval) -> Interval:
    return i if i.within(ends) else ends


def _arithmetic(op: str, a: Interval, b: Interval) -> Interval:
    if op == "add":
        return Interval(a.low + b.low, a.high + b.high)
    if op == "sub":
        return Interval(a.low - b.high, a.high - b.low)
    products = [x * y for x in a for y in b]
    return Interval(min(products), max(products))


def _division(op: str, a: Interval, b: Interval, anything: Interval) -> Interval:
    """By something positive; else it may be anything."""
    if b.low <= 0:
        return anything
    if op == "div":
        quotients = [abs(x) // y * (1 if x >= 0 else -1) for x in a for y in b]
        return Interval(min(quotients), max(quotients))
    largest = b.high - 1
    return Interval(max(a.low, -largest) if a.low < 0 else 0, min(a.high, largest) if a.high > 0 else 0)
