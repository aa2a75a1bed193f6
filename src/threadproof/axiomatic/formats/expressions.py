"""Expressions of C in litmus tests: what they load comes before them as instructions of their own."""

from __future__ import annotations

from threadproof.axiomatic.formats.tokens import END, NUMBER, Token, Tokens
from threadproof.axiomatic.program import (
    PLAIN,
    Branch,
    Const,
    Expr,
    Fence,
    Instruction,
    Label,
    Let,
    Load,
    Operation,
    Place,
    Register,
    Rmw,
    Store,
    Tags,
)
from threadproof.axiomatic.values import narrow

#: from the weakest; || and && are taken apart from the others
_LEVELS = (("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>"), ("+", "-"), ("*",))
_NEVER_NARROW = frozenset({"==", "!=", "<", "<=", ">", ">="})
_ORDERS = {
    "relaxed": frozenset({"rlx"}),
    "consume": frozenset({"rlx", "acq"}),  # (as compilers take it)
    "acquire": frozenset({"rlx", "acq"}),
    "release": frozenset({"rlx", "rel"}),
    "acq_rel": frozenset({"rlx", "acq", "rel"}),
    "seq_cst": frozenset({"rlx", "acq", "rel", "sc"}),
}
_READING, _WRITING = frozenset({"rlx", "acq", "sc"}), frozenset({"rlx", "rel", "sc"})
_FETCH = {"add": "+", "sub": "-", "or": "|", "xor": "^", "and": "&"}
_LOAD_ORDERS = ("relaxed", "consume", "acquire", "seq_cst")
_STORE_ORDERS = ("relaxed", "release", "seq_cst")
_KERNEL = ("READ_ONCE", "WRITE_ONCE", "smp_", "rcu_", "spin_", "xchg", "cmpxchg", "atomic_inc", "atomic_dec", "__")


class Expressions:
    """Of one function; `code` grows."""

    def __init__(self, tokens: Tokens):
        self.tokens = tokens
        self.code: list[Instruction] = []
        #: parameters, each the address of the location of its name
        self.locations: set[str] = set()
        self.locals: set[str] = set()
        self.labels = 0
        self.scratch = 0
        self.place = Place(0, "")
        #: a call that returns nothing may stand here
        self.is_statement = False

    def fresh(self) -> str:
        self.scratch += 1
        return f"({self.scratch})"

    def text_of_statement(self) -> str:
        """Up to its end, with words as they are written."""
        parts: list[str] = []
        distance = depth = 0
        while (word := self.tokens.ahead(distance)).kind != END and word.text not in ";{}":
            depth += (word.text == "(") - (word.text == ")")
            if depth < 0:
                break
            glued = not parts or word.text in "),;" or parts[-1][-1:] in "(*&~!" or word.text == "("
            parts.append(word.text if glued else f" {word.text}")
            distance += 1
            if depth == 0 and word.text == ")" and parts[0] in ("if", "while"):
                break
        return "".join(parts)

    def expression(self) -> Expr:
        return self._logical("||")

    def _logical(self, op: str) -> Expr:
        left = self._logical("&&") if op == "||" else self._binary(0)
        while self.tokens.accept(op):
            before = len(self.code)
            line = self.tokens.next.line
            right = self._logical("&&") if op == "||" else self._binary(0)
            if len(self.code) != before:
                self.tokens.fail(f"a load on the right of `{op}` is not understood; read it into a variable", line)
            left, right = (Operation("!=", x, Const(0)) for x in (left, right))
            left = Operation("|" if op == "||" else "&", left, right)
        return left

    def _binary(self, level: int) -> Expr:
        if level == len(_LEVELS):
            return self.unary()
        left = self._binary(level + 1)
        while op := self.tokens.accept(*_LEVELS[level]):
            made = Operation(op, left, self._binary(level + 1))
            left = made if op in _NEVER_NARROW else narrow(made)
        return left

    def unary(self) -> Expr:
        tokens = self.tokens
        if tokens.accept("!"):
            return Operation("==", self.unary(), Const(0))
        if tokens.accept("-"):
            return narrow(Operation("-", Const(0), self.unary()))
        if tokens.accept("~"):
            return Operation("^", self.unary(), Const(-1))
        if tokens.accept("*"):
            return self._load(self.unary(), PLAIN)
        if tokens.accept("&"):
            token = tokens.name("a location")
            tokens.fail(f"the address of {token} is not understood here", token.line)
        if tokens.accept("("):
            value = self.expression()
            tokens.expect(")")
            return value
        if tokens.next.kind == NUMBER:
            return Const(tokens.number())
        name = tokens.name("an expression")
        if tokens.next.text == "(":
            return self._call(name)
        if name.text in self.locations:
            return Const(name.text)
        if name.text not in self.locals:
            tokens.fail(f"{name.text} is not declared", name.line)
        return Register(name.text)

    def _load(self, address: Expr, tags: Tags) -> Expr:
        register = self.fresh()
        self.code.append(Load(self.place, register, address, tags))
        return Register(register)

    # calls

    def _call(self, name: Token) -> Expr:
        tokens = self.tokens
        is_statement, self.is_statement = self.is_statement, False
        text = name.text
        if not text.startswith("atomic_") or text in ("atomic_read", "atomic_set", "atomic_inc"):
            kernel = "; the dialect of the Linux kernel (LKMM) is not" if text.startswith(_KERNEL) else ""
            tokens.fail(f"functions of stdatomic.h are understood, not {text}{kernel}", name.line)
        base = text.removesuffix("_explicit")
        is_explicit = base != text
        tokens.expect("(")
        if base == "atomic_thread_fence":
            self.code.append(Fence(self.place, self._order(name, tuple(_ORDERS))))
            tokens.expect(")")
            return self._nothing(name, is_statement)
        if base.startswith("atomic_compare_exchange_"):
            return self._compare_exchange(name, base, is_explicit)
        address = self.expression()
        if base == "atomic_load":
            order = self._optional_order(name, is_explicit, _LOAD_ORDERS)
            return self._load(address, order & _READING)
        op = "xchg" if base == "atomic_exchange" else _FETCH.get(base.removeprefix("atomic_fetch_"), "")
        if base != "atomic_store" and not op:
            tokens.fail(f"{text} is not understood", name.line)
        tokens.expect(",")
        value = self.expression()
        if base == "atomic_store":
            order = self._optional_order(name, is_explicit, _STORE_ORDERS)
            self.code.append(Store(self.place, address, value, order & _WRITING))
            return self._nothing(name, is_statement)
        order = self._optional_order(name, is_explicit, tuple(_ORDERS))
        register = self.fresh()
        self.code.append(Rmw(self.place, register, address, op, value, order & _READING, order & _WRITING))
        return Register(register)

    def _nothing(self, name: Token, is_statement: bool) -> Expr:
        if not is_statement:
            self.tokens.fail(f"{name.text} has no value", name.line)
        return Const(0)

    def _compare_exchange(self, name: Token, base: str, is_explicit: bool) -> Expr:
        tokens = self.tokens
        kind = base.removeprefix("atomic_compare_exchange_")
        if kind not in ("strong", "weak"):
            tokens.fail(f"{name.text} is not understood", name.line)
        address = self.expression()
        tokens.expect(",")
        variable = ""
        where: Expr = Const(0)
        if tokens.next.text == "&" and tokens.ahead(1).text in self.locals:
            tokens.take()
            variable = tokens.take().text
            expected: Expr = Register(variable)
        else:
            where = self.expression()
            expected = self._load(where, PLAIN)
        tokens.expect(",")
        desired = self.expression()
        succeeds = fails = _ORDERS["seq_cst"]
        if is_explicit:
            tokens.expect(",")
            succeeds = self._order(name, tuple(_ORDERS))
            tokens.expect(",")
            fails = self._order(name, _LOAD_ORDERS)
        tokens.expect(")")
        old, success = self.fresh(), self.fresh()
        self.code.append(
            Rmw(
                self.place,
                old,
                address,
                "xchg",
                desired,
                succeeds & _READING,
                succeeds & _WRITING,
                expected,
                success,
                fails & _READING,
                kind == "weak",
            )
        )
        self._keep_what_was_there(variable, where, old, success)
        return Register(success)

    def _keep_what_was_there(self, variable: str, where: Expr, old: str, success: str) -> None:
        """Where it fails, what was read replaces what was expected."""
        self.labels += 1
        end = f"stored {self.labels}"
        self.code.append(Branch(self.place, end, Register(success)))
        if variable:
            self.code.append(Let(self.place, variable, Register(old)))
        else:
            self.code.append(Store(self.place, where, Register(old)))
        self.code.append(Label(self.place, end))

    def _optional_order(self, name: Token, is_explicit: bool, allowed: tuple[str, ...]) -> Tags:
        """And the end of the call."""
        order = _ORDERS["seq_cst"]
        if is_explicit:
            self.tokens.expect(",")
            order = self._order(name, allowed)
        self.tokens.expect(")")
        return order

    def _order(self, name: Token, allowed: tuple[str, ...]) -> Tags:
        word = self.tokens.name("a memory order")
        order = word.text.removeprefix("memory_order_")
        if order == word.text or order not in _ORDERS:
            self.tokens.fail(f"a memory order (`memory_order_...`) is expected, not {word}", word.line)
        if order not in allowed:
            self.tokens.fail(f"{word.text} is no order for {name.text}", word.line)
        return _ORDERS[order]
