"""Registers and flags of ARM as variables, and what instructions make of them. Entry point: `Registers`.

How many bits of a register are known depends on the C type of the operand; what depends on others is refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read.arm_code import CONDITIONS, SETS_FLAGS, ZERO, Argument, Instruction, NotKnown
from threadproof.frontend.read.constants import wrap
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.frontend.read.assembly import Assembly

_ALL = 64
_CALCULATES = {"add": "+", "sub": "-", "and": "&", "orr": "|", "eor": "^", "bic": "&", "orn": "|", "eon": "^"}
_INVERTED = frozenset({"bic", "orn", "eon"})
_SHIFTS = {"lsl": "<<", "lsr": ">>", "asr": ">>"}
#: what the flags say after a comparison, and after another calculation of its result
_COMPARED = frozenset({"zero", "less", "lower", "negative"})
_TESTED = frozenset({"zero", "negative"})


class Registers:
    def __init__(self, a: Assembly, code: list[Instruction], *, is_64: bool) -> None:
        self.a = a
        self.pos = a.pos
        self.is_64 = is_64
        self.body: list[ast.Stmt] = []
        self._variables: dict[str, ast.VarDecl] = {}
        self._wanted = {name for c in code for x in _conditions(c) for name in CONDITIONS[x][1]}
        self._flags: frozenset[str] = frozenset()
        #: so many bits are known now, and at any time
        self._known: dict[str, int] = {}
        self.least: dict[str, int] = {}
        #: by label: what is known of flags and registers where control comes from
        self._arriving: dict[int, list[tuple[frozenset[str], dict[str, int]]]] = {}

    # ------------------------------------------------------------ what is known

    def leave(self, target: int) -> None:
        """Control goes there, perhaps."""
        self._arriving.setdefault(target, []).append((self._flags, dict(self._known)))

    def arrive(self, at: int) -> None:
        for flags, known in self._arriving.get(at, []):
            self._flags = self._flags & flags
            for key, bits in known.items():
                self._known[key] = min(bits, self._known.get(key, _ALL))

    def under(self, condition: str) -> tuple[ast.Expr, frozenset[str], dict[str, int]]:
        """What is executed next is so only then; to be given to `after`."""
        return self.condition(condition), self._flags, dict(self._known)

    def after(self, flags: frozenset[str], known: dict[str, int]) -> None:
        self._flags &= flags
        for key, bits in known.items():
            self._known[key] = min(bits, self._known.get(key, _ALL))

    def known(self, x: Argument) -> int:
        return _ALL if x.kind == "number" or x.key == ZERO else self._known.get(x.key, _ALL)

    # ------------------------------------------------------------ variables

    def type(self, width: int) -> ct.Int:
        return ct.UINT if width == 32 else ct.ULLONG

    def number(self, value: int, t: ct.Int = ct.INT) -> ast.Expr:
        return ast.Const(wrap(value, t, self.a.ctx.model), t, self.pos)

    def declare(self, key: str, t: ct.CType, init: ast.Expr | None) -> None:
        if init is not None:
            self._known[key] = self.least[key] = 8 * self.a.size(init.type)
        self._variables[key] = self._declared("register", t, init)

    def _declared(self, name: str, t: ct.CType, init: ast.Expr | None) -> ast.VarDecl:
        decl = ast.VarDecl(name, t, "local", self.pos, function=self.a.ctx.state.name)
        if init is not None:
            decl.init = ast.Init([ast.InitPart(0, t, conv.recast(init, t))], False)
        self.a.before.append(ast.DeclStmt([decl], self.pos))
        return decl

    def variable(self, key: str) -> ast.Expr:
        if key not in self._variables:  # a flag
            self._variables[key] = self._declared(key, ct.INT, None)
        decl = self._variables[key]
        return ast.Name(decl, decl.type, self.pos)

    def is_pointer(self, x: Argument) -> bool:
        return x.kind == "register" and x.key != ZERO and isinstance(self._variables[x.key].type, ct.Pointer)

    def held(self, x: Argument) -> ast.Expr:
        """As it is, a pointer too."""
        return conv.rvalue(self.variable(x.key))

    def read(self, x: Argument, bits: int, width: int = 0) -> ast.Expr:
        """The number in a register, of which so many bits matter."""
        t = self.type(x.width or width)
        if x.kind == "number" or x.key == ZERO:
            return self.number(x.value, t)
        if self.known(x) < min(bits if x.shift[0] in ("", "lsl") else t.width, t.width):
            raise NotKnown
        value = conv.recast(self.held(x), t)
        return self._shifted(value, *x.shift, t) if x.shift[0] else value

    def write(self, x: Argument, value: ast.Expr, known: int = _ALL) -> None:
        if x.key == ZERO:
            return
        place = self.variable(x.key)
        # (what is written to the lower half of a register, clears the other one)
        self._known[x.key] = known if known < x.width else _ALL
        self.least[x.key] = min(self.least.get(x.key, _ALL), self._known[x.key])
        self.put(place, value)

    def put(self, place: ast.Expr, value: ast.Expr) -> None:
        t = place.type
        self.body.append(ast.ExprStmt(ast.Assign(place, conv.recast(value, t), t, self.pos), self.pos))

    def kept(self, e: ast.Expr) -> ast.Expr:
        declaration, value = self.a.ctx.stmts.cleanups.kept(e)
        self.body.append(declaration)
        return value

    # ------------------------------------------------------------ calculations

    def calculate(self, c: Instruction) -> None:
        target = c.arguments[0]
        width = target.width
        t = self.type(width)
        word = c.word.removesuffix("s") if c.word in SETS_FLAGS else c.word
        known = min(self.known(x) for x in c.arguments[1:] if x.kind != "condition") if len(c.arguments) > 2 else _ALL
        if word == "mov" and self.is_pointer(c.arguments[1]) and self.is_pointer(target):
            if width != self.a.ctx.model.pointer_width:
                raise NotKnown
            self.write(target, self.held(c.arguments[1]))
            return
        if word in ("mov", "mvn", "neg"):
            known = self.known(c.arguments[1])
            value = self.read(c.arguments[1], 0, width)
            if word != "mov":
                value = ast.Unary("~" if word == "mvn" else "-", value, t, self.pos)
        elif word == "cset":
            value, known = conv.recast(self.condition(c.arguments[1].key), t), _ALL
        elif word == "csel":
            x, y = (self.read(z, 0, width) for z in c.arguments[1:3])
            value = ast.Cond(self.condition(c.arguments[3].key), x, y, t, self.pos)
        elif word in ("lsl", "lsr", "asr", "ror"):
            value, known = self._shift(word, c.arguments[1], c.arguments[2], t), min(known, self.known(c.arguments[1]))
        else:
            x, y = (self.read(z, 0, width) for z in c.arguments[1:])
            if word == "rsb":
                word, x, y = "sub", y, x
            if c.word in SETS_FLAGS:
                x, y = self.kept(x), self.kept(y)
            value = self.result(word, x, y, t)
            if c.word in ("subs", "rsbs"):
                self._compare(x, y, t)
        if c.word in SETS_FLAGS:
            if known < width:
                raise NotKnown
            if word != "sub":
                value = self.kept(value)
                self._test(value, t)
        self.write(target, value, known)

    def result(self, word: str, x: ast.Expr, y: ast.Expr, t: ct.Int) -> ast.Expr:
        if word in _INVERTED:
            y = ast.Unary("~", y, t, self.pos)
        return ast.Binary(_CALCULATES[word], x, y, t, self.pos)

    def _shift(self, word: str, x: Argument, by: Argument, t: ct.Int) -> ast.Expr:
        value = self.read(x, 0 if word == "lsl" else t.width, t.width)
        if by.kind == "number":
            if not 0 <= by.value < t.width:
                raise NotKnown
            return self._shifted(value, word, by.value, t)
        if not self.is_64 or word == "ror":
            raise NotKnown
        amount = ast.Binary("&", self.read(by, t.width), self.number(t.width - 1, t), t, self.pos)
        return self._shifted_by(value, word, amount, t)

    def _shifted(self, value: ast.Expr, word: str, n: int, t: ct.Int) -> ast.Expr:
        if word == "ror":
            low = ast.Binary(">>", value, self.number(n, t), t, self.pos)
            high = ast.Binary("<<", value, self.number(t.width - n, t), t, self.pos)
            return ast.Binary("|", low, high, t, self.pos) if n else value
        return self._shifted_by(value, word, self.number(n, t), t)

    def _shifted_by(self, value: ast.Expr, word: str, amount: ast.Expr, t: ct.Int) -> ast.Expr:
        at = replace(t, signed=True) if word == "asr" else t
        return conv.recast(ast.Binary(_SHIFTS[word], conv.recast(value, at), amount, at, self.pos), t)

    # ------------------------------------------------------------ flags

    def compare(self, c: Instruction) -> None:
        x, y = c.arguments
        if c.word in ("cmp", "teq") and (self.is_pointer(x) or self.is_pointer(y)):
            self._flags = frozenset({"zero"})
            self._note("zero", self.is_equal("==", x, y))
            return
        width = max(x.width, y.width)
        t = self.type(width)
        left, right = (self.read(z, width, width) for z in (x, y))
        if c.word == "cmp":
            self._compare(left, right, t)
        else:
            self._test(ast.Binary("&" if c.word == "tst" else "^", left, right, t, self.pos), t)

    def _compare(self, left: ast.Expr, right: ast.Expr, t: ct.Int) -> None:
        signed = replace(t, signed=True)
        x, y = (conv.recast(z, signed) for z in (left, right))
        self._flags = _COMPARED
        self._note("zero", ast.Binary("==", left, right, ct.INT, self.pos))
        self._note("lower", ast.Binary("<", left, right, ct.INT, self.pos))
        self._note("less", ast.Binary("<", x, y, ct.INT, self.pos))
        self._note("negative", self._is_negative(ast.Binary("-", left, right, t, self.pos), t))

    def _test(self, result: ast.Expr, t: ct.Int) -> None:
        self._flags = _TESTED
        self._note("zero", ast.Binary("==", result, self.number(0, t), ct.INT, self.pos))
        self._note("negative", self._is_negative(result, t))

    def _is_negative(self, e: ast.Expr, t: ct.Int) -> ast.Expr:
        signed = replace(t, signed=True)
        return ast.Binary("<", conv.recast(e, signed), self.number(0, signed), ct.INT, self.pos)

    def _note(self, name: str, value: ast.Expr) -> None:
        if name in self._wanted:
            self.put(self.variable(name), value)

    def condition(self, word: str) -> ast.Expr:
        is_so, names = CONDITIONS[word]
        if not set(names) <= self._flags:
            raise NotKnown
        e = conv.rvalue(self.variable(names[0]))
        for name in names[1:]:
            e = ast.Binary("|", e, conv.rvalue(self.variable(name)), ct.INT, self.pos)
        return ast.Binary("!=" if is_so else "==", e, self.number(0), ct.INT, self.pos)

    def is_equal(self, op: str, x: Argument, y: Argument) -> ast.Expr:
        """Of all bits; pointers may be compared with each other and with 0."""
        width = max(x.width, y.width)
        pointers = [z for z in (x, y) if self.is_pointer(z)]
        if not pointers:
            left, right = (self.read(z, width, width) for z in (x, y))
            return ast.Binary(op, left, right, ct.INT, self.pos)
        t = self.held(pointers[0]).type
        sides: list[ast.Expr] = []
        for z in (x, y):
            is_null = (z.kind == "number" or z.key == ZERO) and z.value == 0
            if not (is_null or self.is_pointer(z)) or width != self.a.ctx.model.pointer_width or z.shift[0]:
                raise NotKnown
            sides.append(conv.recast(self.number(0) if is_null else self.held(z), t))
        left, right = sides
        return ast.Binary(op, left, right, ct.INT, self.pos)


def _conditions(c: Instruction) -> list[str]:
    return [x for x in (c.condition, *(y.key for y in c.arguments if y.kind == "condition")) if x]
