"""Terms as Python expressions over the explorer's tuples, written to be quick.

A value is an unsigned int, so most operators are one Python operator and a mask; signed comparison flips the sign bit
of both sides. Every expression is total, as the interpreter's evaluation is (an index out of bounds reads 0), except
that computing with a Range raises TypeError: no operator below may accept one silently.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.engines.compiled.model import Location, Model
from threadproof.ir.values import is_short
from threadproof.logic import floats
from threadproof.logic.term import BINARY, Term, Var

#: longer or deeper terms are computed in several statements
MAX_DEPTH = 24
MAX_SIZE = 120

#: what generated code may call
HELPERS: dict[str, Callable[..., object]] = {
    **{f"_{op}": BINARY[op] for op in ("udiv", "urem", "sdiv", "srem", "shl")},
    **{f"_{name}": function for name, function in floats.QUICK.items()},
    **{f"_{op}": function for op, function in floats.CONVERSIONS.items()},
}

_PLAIN = {"bvand": "&", "bvor": "|", "bvxor": "^", "ult": "<", "ule": "<="}
_MASKED = {"add": "+", "sub": "-", "mul": "*"}
_SIGNED = {"slt": "<", "sle": "<="}


class Expressions:
    """Expressions for one location. `emit` takes a statement that must come before the expression is used."""

    def __init__(self, model: Model, location: Location, emit: Callable[[str], None], constants: dict[str, object]):
        self.model = model
        self.location = location
        self.emit = emit
        self.constants = constants
        #: texts of inner nodes that were computed before
        self.names: dict[Term, str] = {}
        #: texts of variables that are not where the tuples have them, because they were assigned in the same function
        self.assigned: dict[Var, str] = {}
        #: those of them that cannot hold a Range
        self.certain: set[Var] = set()
        self.count = 0

    def temporary(self) -> str:
        self.count += 1
        return f"t{self.count}"

    def value(self, t: Term, force: bool = True) -> str:
        """An expression for an int. `force`: raise if it is a Range (else the Range itself may come out)."""
        self._prepare(t)
        text = self._text(t, force)
        return f"(1 if {text} else 0)" if t.width == 0 and t.op not in ("const", "var", "select") else text

    def condition(self, t: Term) -> str:
        self._prepare(t)
        return self._text(t, True)

    # ------------------------------------------------------------ variables

    def variable(self, v: Var) -> str:
        """The value of a whole variable."""
        if v in self.assigned:
            return self.assigned[v]
        if v.shared:
            slot = self.model.shared_slot.get(v)
            if slot is not None:
                return f"g[{slot}]"
            constant = self.model.constants[v]
            if isinstance(constant, int):
                return str(constant)
            name = f"c{len(self.constants)}"
            for known, value in self.constants.items():
                if value is constant:
                    name = known
            self.constants[name] = constant
            return name
        if v is self.location.template.self_var:
            return "p"
        return f"a{self.location.slot[v]}"

    def key(self, index: tuple[Term, ...]) -> str:
        if len(index) == 1:
            return self.value(index[0])
        return "(" + ", ".join(map(self.value, index)) + ")"

    def _read(self, t: Term, force: bool) -> str:
        v = t.var
        assert v is not None
        text = self.variable(v)
        if t.op == "select":
            if is_short(v):
                assert v.length is not None
                index = t.args[0]
                if index.value is not None:
                    text = f"{text}[{index.value}]" if index.value < v.length else "0"
                elif index.width and 1 << index.width <= v.length:
                    text = f"{text}[{self._text(index, True)}]"
                elif (i := self._text(index, True)).isidentifier():
                    text = f"({text}[{i}] if {i} < {v.length} else 0)"
                else:
                    name = self.temporary()
                    text = f"({text}[{name}] if ({name} := {i}) < {v.length} else 0)"
            else:
                keys = [self._text(i, True) for i in t.args]
                key = keys[0] if len(keys) == 1 else "(" + ", ".join(keys) + ")"
                text = f"{text}.get({key})"
        if (force or v.width == 0) and self.may_hold_range(v):
            return f"({text} | 0)"
        return text

    def may_hold_range(self, v: Var) -> bool:
        return v in self.model.may_be_range and v not in self.certain

    # ------------------------------------------------------------ operators

    def _text(self, t: Term, force: bool) -> str:
        name = self.names.get(t)
        if name is not None:
            return name
        match t.op:
            case "const":
                return str(t.value)
            case "var" | "select":
                return self._read(t, force)
            case "ite":
                test, yes, no = t.args
                return f"({self._text(yes, force)} if {self._text(test, True)} else {self._text(no, force)})"
            case "and" | "or":
                return "(" + f" {t.op} ".join(self._text(a, True) for a in t.args) + ")"
            case "not":
                inner = t.args[0]
                if inner.op == "eq" and inner not in self.names:
                    return self._equality(inner, "!=")
                return f"(not {self._text(inner, True)})"
            case "eq":
                return self._equality(t, "==")
            case "zext":
                return self._text(t.args[0], force)
        a = self._text(t.args[0], False)
        width = t.args[0].width
        mask = (1 << t.width) - 1
        sign = 1 << max(width - 1, 0)
        match t.op:
            case "neg":
                return f"(-{a} & {mask})"
            case "bvnot":
                return f"({a} ^ {mask})"
            case "sext":
                return f"(({a} ^ {sign}) - {sign} & {mask})"
            case "extract":
                return f"({a} & {mask})"
        if t.op in floats.CONVERSIONS:
            return f"_{t.op}({self._text(t.args[0], True)}, {width}, {t.width})"
        right = t.args[1]
        if t.op in ("udiv", "urem") and right.value:
            return f"({a} {'//' if t.op == 'udiv' else '%'} {right.value})"
        if t.op == "shl" and right.value is not None:
            return f"({a} << {right.value} & {mask})" if right.value < width else f"({a} & 0)"
        if f"{t.op}{width}" in floats.QUICK:
            return f"_{t.op}{width}({self._text(t.args[0], True)}, {self._text(right, True)})"
        if f"_{t.op}" in HELPERS:
            return f"_{t.op}({self._text(t.args[0], True)}, {self._text(right, True)}, {width})"
        if t.op in _SIGNED:
            return f"({self._flipped(t.args[0], sign)} {_SIGNED[t.op]} {self._flipped(right, sign)})"
        if t.op == "add" and right.value is not None and right.value >= sign:
            return f"({a} - {mask + 1 - right.value} & {mask})"
        b = self._text(right, False)
        if t.op in _MASKED:
            return f"({a} {_MASKED[t.op]} {b} & {mask})"
        if t.op in _PLAIN:
            return f"({a} {_PLAIN[t.op]} {b})"
        match t.op:
            case "lshr":
                return f"({a} >> {b})"
            case "ashr":
                return f"(({a} ^ {sign}) - {sign} >> {b} & {mask})"
        raise AssertionError(f"operator {t.op} has no code")

    def _flipped(self, t: Term, sign: int) -> str:
        return str(t.value ^ sign) if t.value is not None else f"({self._text(t, False)} ^ {sign})"

    def _equality(self, t: Term, relation: str) -> str:
        a, b = t.args
        left, right = self._text(a, False), self._text(b, False)
        if self._may_yield_range(a) or self._may_yield_range(b):
            return f"({left} ^ {right} {relation} 0)"
        return f"({left} {relation} {right})"

    def _may_yield_range(self, t: Term) -> bool:
        """Could the expression (not forced) come out as a Range? Only variables, copied through ite and zext, can."""
        match t.op:
            case "var" | "select":
                assert t.var is not None
                return t.width != 0 and t not in self.names and self.may_hold_range(t.var)
            case "ite":
                return any(self._may_yield_range(a) for a in t.args[1:])
            case "zext":
                return self._may_yield_range(t.args[0])
        return False

    # ------------------------------------------------------------ large terms

    def _prepare(self, t: Term) -> None:
        """Give names to inner nodes of a term that is deep, or that shares much."""
        depth: dict[Term, int] = {}
        size: dict[Term, int] = {}
        users: dict[Term, int] = {}
        order = _postorder(t)
        for u in order:
            depth[u] = 1 + max((depth[a] for a in u.args), default=0)
            size[u] = 1 + sum(size[a] for a in u.args)
            for a in u.args:
                users[a] = users.get(a, 0) + 1
        if depth[t] <= MAX_DEPTH and size[t] <= MAX_SIZE:
            return
        height: dict[Term, int] = {}
        for u in order:
            height[u] = 1 + max((height[a] for a in u.args), default=0)
            # what may be a Range is computed only where it is needed: too early would choose a value in vain
            shared = users.get(u, 0) > 1 and u.args and not any(map(self.may_hold_range, u.vars))
            if u is not t and u not in self.names and (shared or height[u] > MAX_DEPTH):
                name = self.temporary()
                self.emit(f"{name} = {self.value_of_node(u)}")
                self.names[u] = name
            if u in self.names:
                height[u] = 0

    def value_of_node(self, u: Term) -> str:
        text = self._text(u, True)
        return f"(1 if {text} else 0)" if u.width == 0 else text


def _postorder(t: Term) -> list[Term]:
    order: list[Term] = []
    seen: set[Term] = set()
    stack: list[tuple[Term, bool]] = [(t, False)]
    while stack:
        u, done = stack.pop()
        if done:
            order.append(u)
        elif u not in seen:
            seen.add(u)
            stack.append((u, True))
            stack.extend((a, False) for a in u.args)
    return order
