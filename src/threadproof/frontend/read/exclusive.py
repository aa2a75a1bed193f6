"""Atomic instructions of ARM and loops of load- and store-exclusive, in the words of C.

Every register is a variable; the code becomes loops and conditions with them. A load-exclusive is an atomic load, the
store-exclusive behind it a compare-exchange with what was loaded, which is the same as nothing else is accessed between
them. It may fail without reason, unless the loop that tries again remembers nothing: then only one that succeeds
matters. Such loops that exchange, calculate or compare and exchange are one builtin function, and what they calculate
is calculated again after it. An output that may share its register with an input (it has no `&`) and is written before
that is used is refused, and so is whatever depends on bits of a register that its C type does not have. Accesses
acquire and release what their instructions say; under weak memory models some have no meaning (`_unlike_c`). What
instructions look like is in `arm_code`, what they calculate in `arm_registers`, what they access in `arm_memory`.
Entry point: `read`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import arm_code
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read.arm_code import FLAGS, ZERO, Argument, Instruction, NotKnown
from threadproof.frontend.read.arm_memory import Memory, moved
from threadproof.frontend.read.arm_registers import Registers
from threadproof.frontend.read.constants import evaluate
from threadproof.patterns import pattern
from threadproof.records import dataclass, replace

if TYPE_CHECKING:
    from threadproof.frontend.read.assembly import Assembly, Operand

_CONSTANTS = frozenset("iInJKLMNSZ")
_REGISTERS = frozenset("rl")
_LOADS, _STORES = frozenset({"ldr", "lda", "ldrex"}), frozenset({"str", "stl", "strex"})
_EXCHANGES = {"ldadd": "add", "ldclr": "and", "ldset": "or", "ldeor": "xor", "stadd": "add", "stclr": "and",
              "stset": "or", "steor": "xor"}  # fmt: skip
_ACQUIRES = pattern(r"lda(?!dd).*|(?:ld(?:add|clr|set|eor)|swp|cas)al?[bh]?")
_RELEASES = pattern(r"stl.*|(?:[ls][dt](?:add|clr|set|eor)|swp|cas)a?l[bh]?")
_ACQUIRE, _RELEASE, _ACQ_REL = 2, 3, 4
_FETCHES = {"add": "add", "sub": "sub", "and": "and", "orr": "or", "eor": "xor", "bic": "and"}


def read(a: Assembly, text: str) -> list[ast.Stmt] | None:
    """None: no instruction of ARM accesses memory."""
    if not arm_code.ACCESSES.search(text):
        return None
    try:
        return _Reader(a, text).read()
    except NotKnown:
        a.refuse()


@dataclass(slots=True)
class _Pair:
    """A load-exclusive with the store behind it."""

    load: int
    store: int
    #: the branch that is taken if the store fails, or -1; where it is so, nothing is remembered
    retry: int = -1
    #: what is done in one step with the load, and with what
    word: str = ""
    source: Argument | None = None
    #: what was loaded
    loaded: ast.Expr | None = None


class _Reader:
    def __init__(self, a: Assembly, text: str) -> None:
        self.a = a
        self.pos = a.pos
        self.width: int = a.ctx.model.pointer_width
        #: numbers of operands that the text names
        self.named: set[int] = set()
        self.code = arm_code.parse(text, is_64=self.width == 64, operand=self._named)
        self.memory = Memory(a, self.code)
        self.registers = Registers(a, self.code, is_64=self.width == 64)
        self.pairs: dict[int, _Pair] = {}
        #: branches that are never taken
        self.dropped: set[int] = set()

    def _named(self, text: str) -> str | int:
        """The operand with that number or name."""
        found = [n for n, o in enumerate(self.a.operands) if o.name == text]
        if text.isdecimal() and int(text) < len(self.a.operands):
            found = [int(text)]
        if len(found) != 1:
            raise NotKnown
        (n,) = found
        self.named.add(n)
        o = self.a.operands[n]
        if o.is_output or not o.constraint or not set(o.constraint) <= _CONSTANTS:
            return f"%{n}"
        value = evaluate(conv.rvalue(o.place), self.a.ctx.model)
        if value is None or not isinstance(o.place.type, ct.Int):
            raise NotKnown
        return value

    def _operand(self, key: str) -> Operand | None:
        return self.a.operands[int(key[1:])] if key.startswith("%") else None

    # ------------------------------------------------------------ the whole

    def read(self) -> list[ast.Stmt]:
        written = {key for c in self.code for key in c.writes} - {FLAGS}
        mentioned = written.union(*(c.reads for c in self.code)) - {FLAGS}
        outputs = [f"%{n}" for n, o in enumerate(self.a.operands) if o.is_output and not self.memory.is_memory(o)]
        self._examine(written, mentioned, outputs)
        self._share(outputs)
        pointers = self._pointers(mentioned)
        for key in sorted(mentioned):
            self._declare(key, pointers.get(key))
        for c in self.code:
            if c.size:
                self._pointer(c)
        for n in sorted(self.named - self.memory.used - {int(key[1:]) for key in mentioned if key[0] == "%"}):
            self._evaluate(self.a.operands[n])
        self._pair(outputs)
        self._sequence(0, len(self.code), -1, -1)
        for key in outputs:
            self._give(key)
        used = self.named | self.memory.used
        used |= {n for n, o in enumerate(self.a.operands) if self._is_tied(o)}
        if len(used) != len(self.a.operands):
            raise NotKnown
        return [*self.a.before, *self.registers.body, *self.a.after]

    def _evaluate(self, o: Operand) -> None:
        """What only a hint names."""
        is_memory = self.memory.is_memory(o)
        if o.is_output or not (is_memory or set(o.constraint) <= _REGISTERS | _CONSTANTS):
            raise NotKnown
        self.a.kept(self.a.address(o.place) if is_memory else conv.rvalue(o.place))

    def _examine(self, written: set[str], mentioned: set[str], outputs: list[str]) -> None:
        """Registers are what they are said to be, and have a value where they are used."""
        clobbered = {c.strip("%")[1:] for c in self.a.clobbers if c.strip("%")[:1] in ("x", "w", "r")}
        if not set(outputs) <= mentioned:
            raise NotKnown
        if any(FLAGS in c.writes for c in self.code) and "cc" not in self.a.clobbers:
            raise NotKnown
        for key in mentioned:
            o = self._operand(key)
            if o is None:
                if key not in clobbered:
                    raise NotKnown
                continue
            kinds = _REGISTERS if o.is_output else _REGISTERS | _CONSTANTS
            if not o.constraint or not set(o.constraint) <= kinds or self._is_tied(o):
                raise NotKnown
            if key in written and not o.is_output:
                raise NotKnown
        given = {f"%{n}" for n, o in enumerate(self.a.operands) if self._has_value(n) or self.memory.is_memory(o)}
        if not arm_code.needed(self.code, ())[0] <= given:
            raise NotKnown

    def _share(self, outputs: list[str]) -> None:
        """An output without `&` may have the register of an input, or of the address of memory, that is used later."""
        needed = arm_code.needed(self.code, outputs)
        for at, c in enumerate(self.code):
            # (a status is written before what is to be stored is read)
            later = needed[at] if c.word == "strex" else needed[at + 1]
            for key in c.writes:
                o = self._operand(key)
                if o is None or o.is_early:
                    continue
                others = [x for x in map(self._operand, later - {key}) if x is not None]
                if any(not x.is_output or self.memory.is_memory(x) for x in others):
                    raise NotKnown

    def _is_tied(self, o: Operand) -> bool:
        return o in self.a.matching.values()

    def _has_value(self, n: int) -> bool:
        return self.a.operands[n].is_input or n in self.a.matching

    # ------------------------------------------------------------ registers

    def _pointers(self, mentioned: set[str]) -> dict[str, ct.CType]:
        """Registers that hold pointers: given, loaded or moved."""
        found: dict[str, ct.CType] = {}
        for key in mentioned:
            n = int(key[1:]) if key.startswith("%") else -1
            if n >= 0 and self._has_value(n):
                t = conv.rvalue(self._source(n).place).type
                if isinstance(t, ct.Pointer):
                    found[key] = t
        for c in self.code:
            if c.size and not c.word.startswith("st"):
                target = c.arguments[1] if len(c.arguments) == 3 and c.word != "cas" else c.arguments[0]
                if isinstance(t := self.memory.type(c), ct.Pointer) and target.key != ZERO:
                    found.setdefault(target.key, t)
            elif c.word == "mov" and c.arguments[1].key in found:
                found.setdefault(c.arguments[0].key, found[c.arguments[1].key])
        return found

    def _source(self, n: int) -> Operand:
        o = self.a.operands[n]
        return o if o.is_input else self.a.matching[n]

    def _declare(self, key: str, pointer: ct.CType | None) -> None:
        """A variable for a register, with the value of the operand."""
        o = self._operand(key)
        widths = {x.width for c in self.code for x in c.arguments if x.kind == "register" and x.key == key}
        init = None
        if o is not None:
            if self._has_value(int(key[1:])):
                init = self.a.used(self._source(int(key[1:])))
                widths.add(8 * self.a.size(init.type))
            if max(8 * self.a.size(conv.rvalue(o.place).type), *widths) > self.width:
                raise NotKnown
        t = pointer or self.registers.type(32 if max(widths) <= 32 else 64)
        self.registers.declare(key, t, init)

    def _give(self, key: str) -> None:
        """An output gets what is in its register, of a truth value only 0 or 1."""
        o = self._operand(key)
        assert o is not None
        t = conv.unqualified(o.place.type)
        if 8 * self.a.size(t) > self.registers.least.get(key, self.width):
            raise NotKnown
        value = conv.rvalue(self.registers.variable(key))
        if isinstance(t, ct.Int) and t.is_bool:
            value = conv.recast(value, ct.UCHAR)
            other = ast.Binary(">", value, self.registers.number(1, ct.UCHAR), ct.INT, self.pos)
            odd = ast.UnsupportedStmt("inline assembly: a truth value other than 0 and 1", self.pos)
            self.registers.body.append(ast.If(other, odd, None, self.pos))
        self.a.assign(o, conv.recast(value, t))

    # ------------------------------------------------------------ pairs of load and store

    def _pair(self, outputs: list[str]) -> None:
        at = -1
        for n, c in enumerate(self.code):
            if c.word == "ldrex" and not c.condition:
                at = n
            elif c.word == "strex":
                load = self.code[at]
                if at < 0 or load.size != c.size or load.arguments[-1] != c.arguments[-1]:
                    raise NotKnown
                pair = self.pairs[at] = self.pairs[n] = _Pair(at, n)
                if self._is_stateless(retry := self._retry(n), at, outputs):
                    pair.retry = retry
                    self._in_one_step(pair)
                at = -1
            elif c.word == "label" or c.size:
                at = -1

    def _retry(self, store: int) -> int:
        """The branch that is taken if the store fails, whatever else; or -1."""
        c = self.code[store]
        status = c.arguments[0]
        first, second = [*self.code[store + 1 : store + 3], Instruction(""), Instruction("")][:2]
        if first.word == "cbnz" and first.arguments[0] == status:
            return store + 1
        if first.word in ("cmp", "teq") and first.condition in ("", c.condition) and second.word == "b":
            x, y = first.arguments
            failed = {("number", 0): "ne", ("number", 1): "eq"}.get((y.kind, y.value), "")
            if x == status and failed == second.condition and failed:
                return store + 2
        return -1

    def _is_stateless(self, retry: int, load: int, outputs: list[str]) -> bool:
        """It begins again before the load, and what the registers were the last time is nothing to anybody."""
        head = self.code[retry].target if retry >= 0 else -1
        if not 0 <= head < load:
            return False
        # (what was stored in between would be stored once more)
        if any(c.size and c.word not in _LOADS for c in self.code[head:load]):
            return False
        last = max(n for n, c in enumerate(self.code) if c.target == head)
        written = {key for c in self.code[head : last + 1] for key in c.writes}
        before = {key for c in self.code[:head] for key in c.writes}
        # (any other output is arbitrary where it was not written)
        seen = [key for key in outputs if key in before or self._has_value(int(key[1:]))]
        return not written & arm_code.needed(self.code, seen)[head]

    def _in_one_step(self, pair: _Pair) -> None:
        load, store = self.code[pair.load], self.code[pair.store]
        body = self.code[pair.load + 1 : pair.store]
        loaded, stored = load.arguments[0], store.arguments[1]
        if loaded.key == ZERO or (stored.key == loaded.key and not any(stored.key in c.writes for c in body)):
            return
        expected = self._expected(body, load, store)
        if expected is not None:
            if stored.key not in (loaded.key, *body[0].writes):
                pair.word, pair.source = "compare", expected
        elif store.condition or any(c.condition or c.target >= 0 or c.word == "fence" for c in body):
            return
        elif not any(stored.key in c.writes for c in body):
            pair.word, pair.source = "exchange", stored
        else:
            self._fetches(pair, body)
        # (nor is it taken where nothing was stored)
        is_only_then = self.code[pair.retry].condition == "eq" == self.code[pair.retry - 1].condition
        if pair.word and (not store.condition or is_only_then):
            self.dropped.add(pair.retry)

    def _expected(self, body: list[Instruction], load: Instruction, store: Instruction) -> Argument | None:
        """What is compared with what was loaded, if only what is equal is replaced."""
        loaded = load.arguments[0]
        if not body or body[0].condition or 8 * load.size != loaded.width:
            return None
        test = body[0]
        x, y = test.arguments[-2:] if len(test.arguments) > 1 else (loaded, loaded)
        if x.key != loaded.key or y.key == loaded.key or y.shift[0]:
            return None
        if test.word in ("cmp", "teq"):
            leaves = len(body) == 2 and (body[1].word, body[1].condition) == ("b", "ne") and not store.condition
            found = leaves or (len(body) == 1 and store.condition == "eq")
        else:
            left = len(body) == 2 and body[1].word == "cbnz" and not store.condition
            found = left and test.word == "eor" and body[1].arguments[0] == test.arguments[0]
            found = found and test.arguments[0].key != loaded.key and test.arguments[0].key != y.key
        if not found or (len(body) == 2 and body[1].target < self.code.index(store)):
            return None
        return replace(y, width=loaded.width)

    def _fetches(self, pair: _Pair, body: list[Instruction]) -> None:
        """One calculation with what was loaded, and with what nobody changes before it."""
        loaded, stored = (self.code[pair.load].arguments[0], self.code[pair.store].arguments[1])
        writing = [n for n, c in enumerate(body) if stored.key in c.writes]
        c = body[writing[0]]
        if len(writing) > 1 or c.word not in _FETCHES or c.arguments[0].width < 8 * self.code[pair.load].size:
            return
        x, y = c.arguments[1:]
        if x.key != loaded.key and y.key == loaded.key and not y.shift[0] and c.word not in ("sub", "bic"):
            x, y = y, x
        changed = {key for b in body[: writing[0]] for key in b.writes}
        if x.key != loaded.key or x.shift[0] or y.key == loaded.key or {x.key, y.key} & changed:
            return
        if isinstance(self.memory.type(self.code[pair.load]), ct.Int):
            pair.word, pair.source = c.word, replace(y, width=c.arguments[0].width)

    # ------------------------------------------------------------ control

    def _sequence(self, at: int, stop: int, head: int, end: int) -> None:
        while at < stop:
            c = self.code[at]
            if c.word == "label":
                self.registers.arrive(at)
            last = max((n for n in self._branches() if self.code[n].target == at), default=-1)
            is_loop = c.word == "label" and at != head and last > at
            if is_loop or (c.target > at and c.target != end and at not in self.dropped):
                at = self._region(at, max(last + 1, c.target), stop)
                continue
            self._step(at, head, end)
            at += 1

    def _branches(self) -> list[int]:
        return [n for n, c in enumerate(self.code) if c.target >= 0 and n not in self.dropped]

    def _region(self, at: int, end: int, stop: int) -> int:
        """A loop, or what is left early: by branches to what is behind it, all to the same place."""
        while far := [t for n in self._branches() if at <= n < end and (t := self.code[n].target) > end]:
            end = max(far)
        if end > stop or self.code[at].target not in (-1, end):
            raise NotKnown
        again = [n for n in self._branches() if at <= n < end and self.code[n].target == at]
        carried = arm_code.needed(self.code, ())[at] & {key for c in self.code[at:end] for key in c.writes}
        if again and carried:
            raise NotKnown
        outer, self.registers.body = self.registers.body, []
        if again == [end - 1]:
            self._sequence(at, end - 1, at, end)
            condition = self._branch_condition(self.code[end - 1])
            self.registers.leave(at)
        else:
            self._sequence(at, end, at if again else -1, end)
            condition = self.registers.number(0)
            if again:
                self.registers.body.append(ast.Break(self.pos))
                condition = self.registers.number(1)
        body = ast.Block(self.registers.body, self.pos, self.pos)
        self.registers.body = outer
        if again and again != [end - 1]:
            self.registers.body.append(ast.For(None, None, None, body, self.pos))
        else:
            self.registers.body.append(ast.DoWhile(body, condition, self.pos))
        return end

    def _step(self, at: int, head: int, end: int) -> None:
        c = self.code[at]
        if at in self.dropped or c.word == "label":
            return
        if c.target >= 0:
            if c.target not in (head, end):
                raise NotKnown
            self.registers.leave(c.target)
            jump: ast.Stmt = ast.Continue(self.pos) if c.target == head else ast.Break(self.pos)
            self.registers.body.append(ast.If(self._branch_condition(c), jump, None, self.pos))
            return
        if not c.condition:
            self._execute(at)
            return
        condition, flags, known = self.registers.under(c.condition)
        outer, self.registers.body = self.registers.body, []
        self._execute(at)
        body = ast.Block(self.registers.body, self.pos, self.pos)
        self.registers.body = outer
        self.registers.after(flags, known)
        self.registers.body.append(ast.If(condition, body, None, self.pos))

    def _branch_condition(self, c: Instruction) -> ast.Expr:
        r = self.registers
        if c.word == "b":
            return r.condition(c.condition) if c.condition else r.number(1)
        if c.word in ("cbz", "cbnz"):
            return r.is_equal("==" if c.word == "cbz" else "!=", c.arguments[0], Argument("number"))
        x, n = c.arguments
        if not 0 <= n.value < x.width:
            raise NotKnown
        t = r.type(x.width)
        bit = ast.Binary(">>", r.read(x, n.value + 1), r.number(n.value), t, self.pos)
        bit = ast.Binary("&", bit, r.number(1, t), t, self.pos)
        return ast.Binary("==" if c.word == "tbz" else "!=", bit, r.number(0, t), ct.INT, self.pos)

    # ------------------------------------------------------------ what instructions do

    def _execute(self, at: int) -> None:
        c = self.code[at]
        if c.word == "fence":
            self.registers.body.append(self.a.fence(c.text))
        elif c.word in ("cmp", "tst", "teq"):
            self.registers.compare(c)
        elif not c.size:
            self.registers.calculate(c)
        elif c.word == "strex":
            self._store_exclusive(self.pairs[at])
        elif c.word == "cas":
            expected, new = c.arguments[:2]
            self._unlike_c(c)
            self._to_register(expected, self._compare(c, self._value(c, expected), self._value(c, new))[1])
        elif c.word in ("str", "stl"):
            order = self._order(c)
            stored = self._call("__atomic_store_n", [self._pointer(c), self._value(c, moved(c)), order], ct.VOID)
            self.registers.body.append(ast.ExprStmt(stored, self.pos))
        elif c.word in _LOADS:
            self._load(at)
        else:
            self._exchange(c)

    def _load(self, at: int) -> None:
        c = self.code[at]
        pair = self.pairs.get(at)
        t = self.memory.type(c)
        order = self._order(c)
        self._unlike_c(c)
        if pair is None or not pair.word:
            loaded = self.registers.kept(self._call("__atomic_load_n", [self._pointer(c), order], t))
            if pair is not None:
                pair.loaded = loaded
        else:
            assert pair.source is not None
            if pair.word == "compare":
                new = self._value(c, self.code[pair.store].arguments[1])
                loaded = self._compare(c, self._value(c, pair.source), new, pair)[1]
            elif pair.word == "exchange":
                loaded = self._changed(c, "exchange_n", self._value(c, pair.source), pair)
            else:
                source = self._value(c, pair.source)
                if pair.word == "bic":
                    source = ast.Unary("~", source, source.type, self.pos)
                loaded = self._changed(c, f"fetch_{_FETCHES[pair.word]}", source, pair)
        self._to_register(c.arguments[0], loaded)

    def _store_exclusive(self, pair: _Pair) -> None:
        c = self.code[pair.store]
        status: ast.Expr = self.registers.number(0)
        if not pair.word:
            assert pair.loaded is not None
            done = self._compare(c, pair.loaded, self._value(c, c.arguments[1]), pair, is_weak=pair.retry < 0)[0]
            status = ast.Unary("!", done, ct.INT, self.pos)
        self.registers.write(c.arguments[0], conv.recast(status, ct.UINT))

    def _exchange(self, c: Instruction) -> None:
        source = self._value(c, c.arguments[0])
        self._unlike_c(c)
        if c.word == "swp":
            old = self._changed(c, "exchange_n", source)
        else:
            if not isinstance(source.type, ct.Int):
                raise NotKnown
            if c.word in ("ldclr", "stclr"):
                source = conv.recast(ast.Unary("~", source, source.type, self.pos), source.type)
            old = self._changed(c, f"fetch_{_EXCHANGES[c.word]}", source)
        if len(c.arguments) == 3:
            self._to_register(c.arguments[1], old)

    def _changed(self, c: Instruction, name: str, source: ast.Expr, pair: _Pair | None = None) -> ast.Expr:
        order = self._order(c, pair)
        call = self._call(f"__atomic_{name}", [self._pointer(c), source, order], self.memory.type(c))
        return self.registers.kept(call)

    def _compare(
        self, c: Instruction, expected: ast.Expr, new: ast.Expr, pair: _Pair | None = None, *, is_weak: bool = False
    ) -> tuple[ast.Expr, ast.Expr]:
        """Whether it was exchanged, and what there was."""
        t = self.memory.type(c)
        decl = ast.VarDecl("expected", t, "local", self.pos, function=self.a.ctx.state.name, address_taken=True)
        decl.init = ast.Init([ast.InitPart(0, t, expected)], False)
        self.registers.body.append(ast.DeclStmt([decl], self.pos))
        place = ast.Name(decl, t, self.pos)
        loads = c if pair is None else self.code[pair.load]
        orders = [self.registers.number(int(is_weak)), self._order(c, pair), self._order(loads, is_failing=True)]
        args = [self._pointer(c), ast.AddrOf(place, ct.Pointer(t), self.pos), new, *orders]
        done = self.registers.kept(self._call("__atomic_compare_exchange_n", args, ct.BOOL))
        return done, conv.rvalue(place)

    def _call(self, name: str, args: list[ast.Expr], t: ct.CType) -> ast.Expr:
        return self.a.ctx.calls.generic(name, args, t, self.pos)

    def _pointer(self, c: Instruction) -> ast.Expr:
        return self.memory.pointer(c, reads=c.word not in _STORES, writes=c.word not in _LOADS)

    def _order(self, c: Instruction, pair: _Pair | None = None, *, is_failing: bool = False) -> ast.Expr:
        """What the instruction says, or both of a pair."""
        words = [c.text] if pair is None else [self.code[pair.load].text, self.code[pair.store].text]
        acquires = any(_ACQUIRES.fullmatch(word) for word in words)
        releases = any(_RELEASES.fullmatch(word) for word in words) and not is_failing
        order = _ACQ_REL if acquires and releases else _ACQUIRE if acquires else _RELEASE if releases else 0
        return self.registers.number(order)

    def _unlike_c(self, c: Instruction) -> None:
        """What C has no word for is no matter under sequential consistency: an acquire that stores may overtake, a load
        that no fence for loads waits for (without a result), more than an acquire and a release (`swpal`, `casal`)."""
        is_without = c.text.startswith("st") and c.word in _EXCHANGES
        is_without = is_without or (c.text.startswith(("ld", "swp")) and len(c.arguments) == 3 and self._is_zero(c))
        is_both = c.word not in _LOADS and bool(_ACQUIRES.fullmatch(c.text) and _RELEASES.fullmatch(c.text))
        if c.text.startswith("ldapr") or is_both or is_without:
            text = ast.Str(c.text.encode() + b"\0", ct.Array(ct.CHAR, len(c.text) + 1), self.pos)
            call = self._call("__sequential_only", [conv.rvalue(text)], ct.VOID)
            self.registers.body.append(ast.ExprStmt(call, self.pos))

    @staticmethod
    def _is_zero(c: Instruction) -> bool:
        return c.arguments[1].key == ZERO

    def _value(self, c: Instruction, x: Argument) -> ast.Expr:
        """What is in a register, as what is accessed."""
        t = self.memory.type(c)
        if self.registers.is_pointer(x) and not x.shift[0] and x.width == self.width == 8 * c.size:
            return conv.recast(self.registers.held(x), t)
        return conv.recast(self.registers.read(x, 8 * c.size, x.width), t)

    def _to_register(self, x: Argument, value: ast.Expr) -> None:
        t = value.type
        if isinstance(t, ct.Int):
            value = conv.recast(value, replace(t, signed=False))
        self.registers.write(x, value)
