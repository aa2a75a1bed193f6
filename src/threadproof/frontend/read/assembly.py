"""Inline assembly that is a known idiom, in the words of C: fences, pauses, moves, and atomic instructions.

Template, constraints and clobbers are read strictly: what is not recognised completely has no meaning here. An atomic
instruction becomes the builtin function that does the same, seq_cst if the compiler is told that memory changes,
relaxed if not; so are moves. What exchanges two words is in `double_words`, what accesses memory with instructions of
ARM in `exclusive`. Entry point: `Assembly.read`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read import conversions as conv
from threadproof.frontend.read import double_words, exclusive
from threadproof.frontend.read.constants import wrap
from threadproof.frontend.syntax.node import Node
from threadproof.patterns import pattern
from threadproof.records import dataclass, replace

if TYPE_CHECKING:
    from threadproof.frontend.read.context import Context

_IDLE = frozenset({"", "nop", "pause", "rep nop", "yield", "wfe", "sev", "sevl"})
#: a hint about memory, which is not accessed
_HINT = pattern(r"(?:prefetch(?:nta|t0|t1|t2|w)|cl(?:flush|flushopt|wb)) (\(?%\w+\)?|\(?%\[\w+\]\)?)")
_COMMENT = pattern(r"/\*(?:[^*]|\*(?!/))*\*/")
_FENCES = pattern(
    r"[mls]fence|(?:dmb|dsb)(?: (?:sy|st|ld|(?:ish|osh|nsh)(?:st|ld)?))?|isb(?: sy)?|(?:lw|hw|i)?sync|eieio"
    r"|fence(?: [io]*(?:rw ?, ?[io]*r?w|r ?, ?[io]*rw?|w ?, ?[io]*w)|\.tso)?"
    r"|lock (?:add|or)[lq] \$(?:0x)?0, ?-?\d*\(%%[er]sp\)"
)
#: those that do not keep everything in order, by what they do (`ir.op.Order`)
_WEAK_FENCES = {
    pattern(r"lfence|(?:dmb|dsb) (?:ish|osh)?ld|fence [io]*r ?, ?[io]*rw"): "loads_first",
    pattern(r"sfence|(?:dmb|dsb) (?:ish|osh)?st|eieio|fence [io]*w ?, ?[io]*w"): "stores",
    # (`nsh` is about this processor alone)
    pattern(r"isb(?: sy)?|isync|(?:dmb|dsb) nsh(?:st|ld)?"): "branched",
    pattern(r"fence [io]*r ?, ?[io]*r"): "loads",
    pattern(r"fence [io]*rw ?, ?[io]*w"): "stores_last",
    pattern(r"lwsync|fence\.tso"): "light",
}
_CLOBBER = pattern(r"memory|cc|flags|fpsr|dirflag|%?(?:[er]?[abcd]x|[er]?[sd]i|[rxw]\d+)")
_FIRST = pattern(r"\s*(?:\w+:[\s;]*)?((?:lock\b[\s;]*)?\w+)")
_INSTRUCTION = pattern(r"(lock )?([a-z][a-z0-9]*)(?: (.*))?")
#: an operand by number or by name, perhaps with the size in which it is meant; or what its value points to
_OPERAND = pattern(r"(\()?%([bwkq]?)(?:(\d+)|\[(\w+)\])(?(1)\))")
_CALCULATES = pattern(r"(add|sub|and|or|xor|inc|dec|not)([bwlq]?)")
_EXCHANGES = pattern(r"(xchg|xadd|cmpxchg)([bwlq]?)")
_CHANGES_A_BIT = pattern(r"(bts|btr|btc)([lq])")
_MOVES = pattern(r"mov([bwlq]?)")
#: flag and what it is then: the zero flag, that of the sign, and that of the carry
_CONDITIONS = {"z": ("zero", "=="), "e": ("zero", "=="), "nz": ("zero", "!="), "ne": ("zero", "!="),
               "s": ("sign", "<"), "ns": ("sign", ">="), "c": ("carry", "!="), "nc": ("carry", "==")}  # fmt: skip
_SIZES = {"b": 1, "w": 2, "l": 4, "k": 4, "q": 8}
_REGISTERS = frozenset("rqQRabcdSD")
_CONSTANTS = frozenset("inIJKMNeZ")
_RELAXED, _SEQ_CST = 0, 5


class _Other(Exception):
    """It is nothing that is known here."""


@dataclass(slots=True, eq=False)
class Operand:
    node: Node
    #: without `=`, `+` and `&`
    constraint: str
    is_output: bool
    #: also what it was before
    is_input: bool
    name: str
    place: ast.Expr
    #: written before all inputs are read (`&`)
    is_early: bool

    @property
    def is_memory(self) -> bool:
        return self.constraint == "m"

    @property
    def is_value(self) -> bool:
        return bool(self.constraint) and set(self.constraint) <= _REGISTERS | _CONSTANTS


class Assembly:
    def __init__(self, ctx: Context, node: Node) -> None:
        self.ctx = ctx
        self.node = node
        self.pos = ctx.pos(node)
        self.operands: list[Operand] = []
        self.clobbers: list[str] = []
        #: inputs that are the same as an output: its number -> the input
        self.matching: dict[int, Operand] = {}
        #: what the instructions do, after the operands are evaluated and before outputs are assigned
        self.before: list[ast.Stmt] = []
        self.after: list[ast.Stmt] = []
        #: by flag, what its condition compares
        self._flags: dict[str, tuple[ast.Expr, ast.Expr]] = {}
        self._assigned: set[int] = set()
        self._used: set[int] = set()

    def read(self) -> ast.Stmt:
        for child in self.node.children:
            self._add(child)
        try:
            if self.node.word == "goto":
                raise _Other
            body = self._read()
        except _Other:
            return ast.UnsupportedStmt("inline assembly" + self._name(), self.pos)
        return ast.Block(body, self.pos, self.pos) if body else ast.Empty(self.pos)

    def _name(self) -> str:
        """Of the first instruction."""
        text = _text(self.ctx.exprs.string(self.ctx.exprs.child(self.node, "code")))
        m = _FIRST.match(text)
        return f": {m[1]}" if m else ""

    def _add(self, child: Node) -> None:
        exprs = self.ctx.exprs
        if child.type == "clobber":
            self.clobbers.append(_text(exprs.string(exprs.child(child, "constraint"))))
            return
        constraint = _text(exprs.string(exprs.child(child, "constraint")))
        e = exprs.expr(exprs.child(child, "value"))
        letters = constraint.replace("&", "").lstrip("=+")
        is_output = child.type == "output"
        name = child.part("name")
        is_input = not is_output or "+" in constraint
        o = Operand(child, letters, is_output, is_input, name.word if name else "", e, "&" in constraint)
        self.operands.append(o)
        named = [n for n, x in enumerate(self.operands) if x.name and letters == f"[{x.name}]"]
        if letters.isdecimal() and not is_output and int(letters) < len(self.operands) - 1:
            self.matching[int(letters)] = o
        elif len(named) == 1 and not is_output:
            self.matching[named[0]] = o

    def _read(self) -> list[ast.Stmt]:
        if not all(_CLOBBER.fullmatch(c) for c in self.clobbers):
            raise _Other
        text = _text(self.ctx.exprs.string(self.ctx.exprs.child(self.node, "code")))
        if (body := exclusive.read(self, text)) is not None:
            return body
        code = self._code()
        if len(code) == 1 and (hint := _HINT.fullmatch(code[0])):
            return self._hint(hint[1])
        first = next((n for n, word in enumerate(code) if word not in _IDLE and not _FENCES.fullmatch(word)), None)
        before, code = code[:first], code if first is None else code[first:]
        fences = [word for word in before if _FENCES.fullmatch(word)]
        done = [self.fence(word) for word in fences]
        if first is None:
            if done and any(o.is_output for o in self.operands):
                raise _Other
            return [*self._idle(), *done]
        body = self._time() if code in (["rdtsc"], ["rdtscp"]) else self._instructions(code)
        return [*done, *body]

    def fence(self, word: str) -> ast.Stmt:
        weak = next((name for p, name in _WEAK_FENCES.items() if p.fullmatch(word)), None)
        name = "__sync_synchronize" if weak is None else f"__tp_fence_{weak}"
        return ast.ExprStmt(self.ctx.calls.generic(name, [], ct.VOID, self.pos), self.pos)

    def _hint(self, text: str) -> list[ast.Stmt]:
        o, size, is_address = self._operand(text)
        if size or len(self.operands) > 1 or not (o.is_memory or (is_address and o.constraint == "r")):
            raise _Other
        if is_address and o.is_output:
            raise _Other
        return self._idle()

    def _code(self) -> list[str]:
        """The instructions, each with its prefix."""
        text = _COMMENT.sub(" ", _text(self.ctx.exprs.string(self.ctx.exprs.child(self.node, "code"))))
        if any(c in text for c in "{}|#/\\"):
            raise _Other
        found: list[str] = []
        for line in text.replace("\n", ";").split(";"):
            words = " ".join(_lowered(word) for word in line.split())
            if found and found[-1] in ("lock", "rep"):
                words = f"{found.pop()} {words}"
            if words:
                found.append(words)
        return found or [""]

    def _idle(self) -> list[ast.Stmt]:
        """What changes nothing; its operands are evaluated."""
        body: list[ast.Stmt] = []
        for n, o in enumerate(self.operands):
            is_local = isinstance(o.place, ast.Name) and isinstance(o.place.decl, ast.VarDecl)
            is_local = is_local and o.place.decl.storage == "local"  # type: ignore[union-attr]
            if o.is_memory and (not o.is_output or o.is_input):
                body += self._located(o.place)  # (no instruction reads or writes it)
            elif not o.is_output and o in self.matching.values():
                continue
            elif not o.is_output:
                body.append(ast.ExprStmt(conv.rvalue(o.place), self.ctx.pos(o.node)))
            elif n in self.matching and o.is_value and not o.is_input:
                self.assign(o, self._given(o, conv.unqualified(o.place.type)))
            # it stays as it is only if it is an input as well; and nobody must see that it is written
            elif not (is_local and o.is_input):
                raise _Other
        return [*body, *self.before, *self.after]

    def _located(self, place: ast.Expr) -> list[ast.Stmt]:
        """What it takes to know where it is."""
        match place:
            case ast.Name():
                return []
            case ast.Member():
                return self._located(place.base)
            case ast.Deref():
                return [ast.ExprStmt(place.pointer, self.pos)]
            case _:
                return [ast.ExprStmt(conv.rvalue(place), self.pos)]

    def _time(self) -> list[ast.Stmt]:
        """The counter of the processor: any number."""
        for o in self.operands:
            wide = o.constraint == "A" and self.ctx.model.pointer_width == 32
            if not o.is_output or o.is_input or not isinstance(o.place.type, ct.Int) or o.place.type.is_bool:
                raise _Other
            if o.constraint not in ("a", "d", "c") and not wide:
                raise _Other
            t = ct.ULLONG if wide else ct.UINT
            self.assign(o, self.ctx.calls.generic("__VERIFIER_nondet_counter", [], t, self.pos))
        return self.after

    # ------------------------------------------------------------ atomic instructions

    def _instructions(self, code: list[str]) -> list[ast.Stmt]:
        m = _INSTRUCTION.fullmatch(code[0])
        if m is None or len(code) > 2:
            raise _Other
        arguments = [a.strip() for a in (m[3] or "").split(",")]
        flag = self._operand(code[1].partition(" ")[2].strip()) if code[1:] else None
        if calculates := _CALCULATES.fullmatch(m[2]):
            if not m[1]:
                raise _Other
            self._calculate(calculates[1], calculates[2], arguments)
        elif changes := _CHANGES_A_BIT.fullmatch(m[2]):
            if not m[1]:
                raise _Other
            self._change_a_bit(changes[1], changes[2], arguments)
        elif exchanges := _EXCHANGES.fullmatch(m[2]):
            if not m[1] and exchanges[1] != "xchg":
                raise _Other
            self._exchange(exchanges[1], exchanges[2], arguments, flag and flag[0])
        elif m[2] in double_words.INSTRUCTIONS:
            if not m[1]:
                raise _Other
            self._flags["zero"] = double_words.exchange(self, m[2], arguments, flag and flag[0])
        elif (moves := _MOVES.fullmatch(m[2])) and not m[1]:
            self._move(moves[1], arguments)
        else:
            raise _Other
        self._test(flag, code[1:])
        for n, o in enumerate(self.operands):
            if n not in self._assigned and not (n in self._used and (o.is_memory or not o.is_output)):
                raise _Other
        return [*self.before, *self.after]

    def _test(self, flag: tuple[Operand, int, bool] | None, code: list[str]) -> None:
        """What is made of the flags."""
        wanted = [(o, o.constraint[3:]) for o in self.operands if o.is_output and o.constraint.startswith("@cc")]
        if flag is not None:
            word = code[0].partition(" ")[0]
            o, size, is_address = flag
            is_byte = isinstance(o.place.type, ct.Int) and o.place.type.width == 8 and size in (0, 1)
            if not word.startswith("set") or not o.is_output or is_address or not is_byte or o.is_input:
                raise _Other
            if not set(o.constraint) <= _REGISTERS | {"m"}:
                raise _Other
            wanted.append((o, word[3:]))
        for o, condition in wanted:
            name, op = _CONDITIONS.get(condition, ("", ""))
            if name not in self._flags or not isinstance(o.place.type, ct.Int):
                raise _Other
            self.assign(o, ast.Binary(op, *self._flags[name], ct.INT, self.pos))

    def _calculate(self, word: str, suffix: str, arguments: list[str]) -> None:
        """`lock add source, memory`"""
        is_step = word in ("inc", "dec", "not")
        if len(arguments) != 2 - is_step or not suffix:
            raise _Other
        pointer, t = self._memory(arguments[-1], suffix)
        if not isinstance(t, ct.Int) or t.is_bool:
            raise _Other
        one = ast.Const(wrap(-1, t, self.ctx.model) if word == "not" else 1, t, self.pos)
        source = one if is_step else self._source(arguments[0], t)
        name = {"inc": "add", "dec": "sub", "not": "xor"}.get(word, word)
        new = self.kept(self.ctx.calls.generic(f"__atomic_{name}_fetch", [pointer, source, self.order()], t, self.pos))
        if word != "not":  # (of which no flag knows)
            signed = replace(t, signed=True)
            self._flags["zero"] = new, ast.Const(0, t, self.pos)
            self._flags["sign"] = conv.recast(new, signed), ast.Const(0, signed, self.pos)

    def _change_a_bit(self, word: str, suffix: str, arguments: list[str]) -> None:
        """`lock bts number, memory`; the carry is what the bit was. Others than those of the memory are not known."""
        if len(arguments) != 2:
            raise _Other
        pointer, given = self._memory(arguments[1], suffix)
        if not isinstance(given, ct.Int):
            raise _Other
        t = replace(given, signed=False)
        number = self._source(arguments[0], t)
        limit = ast.Const(t.width, t, self.pos)
        outside = ast.Binary(">=", number, limit, ct.INT, self.pos)
        self.before.append(
            ast.If(
                outside, ast.UnsupportedStmt(f"inline assembly: {word} of a bit elsewhere", self.pos), None, self.pos
            )
        )
        bit: ast.Expr = ast.Binary("<<", ast.Const(1, t, self.pos), number, t, self.pos)
        if word == "btr":
            bit = ast.Unary("~", bit, t, self.pos)
        name = {"bts": "or", "btr": "and", "btc": "xor"}[word]
        pointer = conv.recast(pointer, ct.Pointer(t))
        old = self.kept(self.ctx.calls.generic(f"__atomic_fetch_{name}", [pointer, bit, self.order()], t, self.pos))
        was = ast.Binary("&", ast.Binary(">>", old, number, t, self.pos), ast.Const(1, t, self.pos), t, self.pos)
        self._flags["carry"] = was, ast.Const(0, t, self.pos)

    def _move(self, suffix: str, arguments: list[str]) -> None:
        """From memory, or to memory: in one access, and what compilers know of races is not said of it."""
        if len(arguments) != 2:
            raise _Other
        source, target = arguments
        relaxed = ast.Const(_RELAXED, ct.INT, self.pos)
        if not source.startswith("$") and self._is_memory(source):
            o, size, is_address = self._operand(target)
            pointer, t = self._memory(source, suffix, reads=True, writes=False)
            if is_address or not o.is_value or not o.is_output or o.is_input or size not in (0, self.size(t)):
                raise _Other
            if self.size(o.place.type) != self.size(t):
                raise _Other
            self.assign(o, self.kept(self.ctx.calls.generic("__atomic_load_n", [pointer, relaxed], t, self.pos)))
            return
        pointer, t = self._memory(target, suffix, reads=False, writes=True)
        value = self._source(source, t)
        if isinstance(value, ast.Const) and not suffix:
            raise _Other
        stored = self.ctx.calls.generic("__atomic_store_n", [pointer, value, relaxed], ct.VOID, self.pos)
        self.before.append(ast.ExprStmt(stored, self.pos))

    def _exchange(self, word: str, suffix: str, arguments: list[str], flag: Operand | None) -> None:
        if len(arguments) != 2:
            raise _Other
        register, memory = arguments
        if word == "xchg" and self._is_memory(register):
            register, memory = memory, register
        o, size, is_address = self._operand(register)
        pointer, t = self._memory(memory, suffix, conv.unqualified(o.place.type))
        if is_address or not o.is_value or self.size(o.place.type) != self.size(t) or size not in (0, self.size(t)):
            raise _Other
        if word == "cmpxchg":
            self._compare(o, pointer, t, flag)
            return
        value = self._given(o, t)
        name = "__atomic_exchange_n" if word == "xchg" else "__atomic_fetch_add"
        if word == "xadd" and not isinstance(t, ct.Int):
            raise _Other
        self.assign(o, self.kept(self.ctx.calls.generic(name, [pointer, value, self.order()], t, self.pos)))

    def _compare(self, new: Operand, pointer: ast.Expr, t: ct.CType, flag: Operand | None) -> None:
        """What is expected, and then what there was, is in the register a."""
        outputs = [o for o in self.operands if o.is_output and o.constraint == "a"]
        if len(outputs) > 1 or new.is_output or new.constraint == "a":
            raise _Other
        expected = self.kept(self._expected(outputs, t))
        self._used.add(self.operands.index(new))
        value = self.kept(self._converted(conv.rvalue(new.place), t))
        old = self.kept(self._exchanged(pointer, expected, value, t))
        for o in outputs:
            if o is not flag:
                if self.size(o.place.type) != self.size(t):
                    raise _Other
                self.assign(o, old)
        self._flags["zero"] = old, expected

    def _exchanged(self, pointer: ast.Expr, expected: ast.Expr, value: ast.Expr, t: ct.CType) -> ast.Expr:
        """What there was. (If it is not exchanged, the processor orders no less.)"""
        if "memory" in self.clobbers:
            return self.ctx.calls.generic("__sync_val_compare_and_swap", [pointer, expected, value], t, self.pos)
        decl = ast.VarDecl("expected", t, "local", self.pos, function=self.ctx.state.name, address_taken=True)
        decl.init = ast.Init([ast.InitPart(0, t, expected)], False)
        self.before.append(ast.DeclStmt([decl], self.pos))
        place = ast.Name(decl, t, self.pos)
        numbers = [ast.Const(0, ct.INT, self.pos), self.order(), self.order()]
        args = [pointer, ast.AddrOf(place, ct.Pointer(t), self.pos), value, *numbers]
        self.kept(self.ctx.calls.generic("__atomic_compare_exchange_n", args, ct.BOOL, self.pos))
        return conv.rvalue(place)

    def _expected(self, outputs: list[Operand], t: ct.CType) -> ast.Expr:
        inputs = [o for o in self.operands if not o.is_output and o.constraint == "a"]
        inputs += [self.matching[n] for o in outputs if (n := self.operands.index(o)) in self.matching]
        inputs += [o for o in outputs if o.is_input]
        if len(inputs) != 1:
            raise _Other
        self._used.add(self.operands.index(inputs[0]))
        return self._fitting(conv.rvalue(inputs[0].place), t)

    def order(self) -> ast.Expr:
        return ast.Const(_SEQ_CST if "memory" in self.clobbers else _RELAXED, ct.INT, self.pos)

    # ------------------------------------------------------------ operands

    def _operand(self, text: str) -> tuple[Operand, int, bool]:
        """The operand that is meant, in which size (0: its own), and whether what it points to is."""
        m = _OPERAND.fullmatch(text)
        if m is None:
            raise _Other
        named = [o for o in self.operands if m[4] and o.name == m[4]]
        if m[3] is not None and int(m[3]) < len(self.operands):
            named = [self.operands[int(m[3])]]
        if len(named) != 1:
            raise _Other
        return named[0], _SIZES[m[2]] if m[2] else 0, m[1] is not None

    def _is_memory(self, text: str) -> bool:
        o, _, is_address = self._operand(text)
        return is_address or o.is_memory

    def address(self, e: ast.Expr) -> ast.Expr:
        if isinstance(e, ast.Deref):
            return e.pointer
        if not conv.is_lvalue(e) or conv.is_register(e) or (isinstance(e, ast.Member) and e.bits is not None):
            raise _Other
        conv.mark_address(e)
        return ast.AddrOf(e, ct.Pointer(e.type, qualifiers=conv.qualifiers(e)), self.pos)

    def _memory(
        self, text: str, suffix: str, wanted: ct.CType | None = None, *, reads: bool = True, writes: bool = True
    ) -> tuple[ast.Expr, ct.CType]:
        """A pointer to the memory that is read and written, and its type. `wanted`: the type of what goes there."""
        o, size, is_address = self._operand(text)
        n = self.operands.index(o)
        self._used.add(n)
        if size or self.has_effects(o.place):
            raise _Other
        if is_address:
            pointer = conv.rvalue(o.place)
            is_told = "memory" in self.clobbers and o.constraint == "r" and not o.is_output
            if not is_told or not isinstance(pointer.type, ct.Pointer):
                raise _Other
            t = conv.unqualified(pointer.type.to)
        else:
            is_told = self._is_read_and_written(o) if reads and writes else o.is_input if reads else o.is_output
            if not o.is_memory or not is_told:
                raise _Other
            t = conv.unqualified(o.place.type)
            pointer = self.address(o.place)
        if wanted is not None and self.size(t) == 1 and "memory" in self.clobbers and suffix not in ("", "b"):
            t, pointer = wanted, conv.recast(pointer, ct.Pointer(wanted))  # (of memory its first byte is named)
        if not isinstance(t, ct.Int | ct.Pointer) or t.atomic or (isinstance(t, ct.Int) and t.is_bool):
            raise _Other
        if suffix and _SIZES[suffix] != self.size(t):
            raise _Other
        return self.kept(pointer), t

    def _is_read_and_written(self, o: Operand) -> bool:
        """So the compiler is told, by one operand or by two for the same place."""
        if o.is_output and o.is_input:
            return True
        text = self._written(o)
        twins = [x for x in self.operands if x is not o and x.is_memory and self._written(x) == text]
        self._used.update(self.operands.index(x) for x in twins)
        if o.is_output and "memory" not in self.clobbers:
            return any(not x.is_output for x in twins)
        return "memory" in self.clobbers or any(x.is_output for x in twins)

    def _written(self, o: Operand) -> str:
        return "".join(self.ctx.exprs.child(o.node, "value").text.split())

    def pointer_to_bytes(self, text: str, size: int) -> ast.Expr:
        """To so many bytes that are read and written."""
        o, modifier, is_address = self._operand(text)
        self._used.add(self.operands.index(o))
        if modifier or self.has_effects(o.place):
            raise _Other
        if is_address:
            pointer = conv.rvalue(o.place)
            is_told = "memory" in self.clobbers and o.constraint == "r" and not o.is_output
            if not is_told or not isinstance(pointer.type, ct.Pointer):
                raise _Other
        elif not o.is_memory or not self._is_read_and_written(o):
            raise _Other
        elif "memory" not in self.clobbers and self.ctx.model.size_of(o.place.type) != size:
            raise _Other
        else:
            pointer = self.address(o.place)
        return self.kept(pointer)

    def used(self, o: Operand) -> ast.Expr:
        self._used.add(self.operands.index(o))
        return conv.rvalue(o.place)

    def has_effects(self, e: ast.Expr) -> bool:
        return any(ast.contains(e, kind) for kind in _WITH_EFFECTS)

    def refuse(self) -> NoReturn:
        raise _Other

    def _source(self, text: str, t: ct.CType) -> ast.Expr:
        if text.startswith("$"):
            try:
                return ast.Const(wrap(int(text[1:], 0), t, self.ctx.model), t, self.pos)
            except ValueError:
                raise _Other from None
        o, size, is_address = self._operand(text)
        if size not in (0, self.size(t)) or is_address or o.is_output or not o.is_value:
            raise _Other
        self._used.add(self.operands.index(o))
        return self.kept(self._fitting(conv.rvalue(o.place), t))

    def _given(self, o: Operand, t: ct.CType) -> ast.Expr:
        """What is in the register of an output before."""
        source = o if o.is_input else self.matching.get(self.operands.index(o))
        if not o.is_output or source is None:
            raise _Other
        self._used.add(self.operands.index(source))
        return self.kept(self._fitting(conv.rvalue(source.place), t))

    def _fitting(self, e: ast.Expr, t: ct.CType) -> ast.Expr:
        """As large as it is there; of a constant that goes without saying."""
        if not isinstance(e, ast.Const) and self.size(e.type) != self.size(t):
            raise _Other
        return self._converted(e, t)

    def _converted(self, e: ast.Expr, t: ct.CType) -> ast.Expr:
        """Numbers to numbers, pointers to pointers."""
        both = isinstance(t, ct.Int) and isinstance(e.type, ct.Int)
        if not (both or (isinstance(t, ct.Pointer) and isinstance(e.type, ct.Pointer))):
            raise _Other
        return conv.recast(e, t)

    def assign(self, o: Operand, value: ast.Expr) -> None:
        """An output gets its value."""
        t = conv.unqualified(o.place.type)
        if self.has_effects(o.place) or o.place.type.atomic:
            raise _Other
        if not isinstance(t, ct.Int | ct.Pointer) or (isinstance(o.place, ast.Member) and o.place.bits is not None):
            raise _Other
        n = self.operands.index(o)
        if n in self._assigned:
            raise _Other
        self._assigned.add(n)
        assigned = ast.Assign(o.place, self._converted(value, t), t, self.pos)
        self.after.append(ast.ExprStmt(assigned, self.pos))

    def kept(self, e: ast.Expr) -> ast.Expr:
        declaration, value = self.ctx.stmts.cleanups.kept(e)
        self.before.append(declaration)
        return value

    def size(self, t: ct.CType) -> int:
        if not isinstance(t, ct.Int | ct.Pointer):
            raise _Other
        return self.ctx.model.size_of(t)


def _lowered(word: str) -> str:
    """Names of operands are what they are."""
    return word if "[" in word else word.lower()


_WITH_EFFECTS = (ast.Call, ast.Assign, ast.CompoundAssign, ast.IncDec, ast.StmtExpr)


def _text(e: ast.Expr) -> str:
    return e.data[:-1].decode("latin-1") if isinstance(e, ast.Str) else "?"
