"""Instructions of ARM in inline assembly: what each reads and writes, where it goes, and what is used afterwards.

Strict: a text of which some part is not known is none. What does nothing that C knows of (hints, `wfe`, `it`, which
only announces the conditions of instructions that have them) is left out. What the instructions do is in `exclusive`.
Entry point: `parse`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from threadproof.patterns import pattern
from threadproof.records import dataclass, field

#: what the flags say: one of these is so, or not
CONDITIONS = {"eq": (True, ("zero",)), "ne": (False, ("zero",)), "cs": (False, ("lower",)), "hs": (False, ("lower",)),
              "cc": (True, ("lower",)), "lo": (True, ("lower",)), "mi": (True, ("negative",)),
              "pl": (False, ("negative",)), "hi": (False, ("lower", "zero")), "ls": (True, ("lower", "zero")),
              "ge": (False, ("less",)), "lt": (True, ("less",)), "gt": (False, ("less", "zero")),
              "le": (True, ("less", "zero"))}  # fmt: skip
FLAGS, ZERO = "flags", "zr"
_COMMENT = pattern(r"/\*(?:[^*]|\*(?!/))*\*/")
_LABEL = pattern(r"(\d+|\.?[A-Za-z_][\w.]*%=) ?: ?(.*)")
_REGISTER = pattern(r"%([wx]?)(?:(\d+)|\[(\w+)\])")
_SCRATCH = pattern(r"([xwr])(\d+)")
_NUMBER = pattern(r"#? ?(-?(?:0x[0-9a-f]+|\d+))")
_SHIFT = pattern(r"(lsl|lsr|asr|ror) #?(\d+)")
_IDLE = pattern(r"nop|yield|wfe|sevl?|clrex|\.(?:p2|b)?align \d+|\.arch(?:_extension)? [\w.+-]+")
_IF_THEN = pattern(r"it[te]{0,3} (\w\w)")
_HINT = pattern(r"(?:prfm p\w+ ?, ?|pldw? )(.+)")
_FENCE = pattern(r"(?:dmb|dsb)(?: (?:sy|st|ld|(?:ish|osh|nsh)(?:st|ld)?))?|isb(?: sy)?")
_BRANCH_64 = pattern(r"b(?:\.?(\w\w))?")
_BRANCH_32 = pattern(r"b(\w\w)?")

#: by letters: d is written, r read, x both, n a number, a memory that its address names, s the status, l a label
_SHAPES = {
    **dict.fromkeys(("add", "sub", "and", "orr", "eor", "bic", "adds", "subs", "ands"), "drr"),
    **dict.fromkeys(("lsl", "lsr", "asr", "ror"), "drr"),
    **dict.fromkeys(("mov", "mvn", "neg"), "dr"),
    **dict.fromkeys(("cmp", "tst"), "rr"),
}
_SHAPES_64 = {**_SHAPES, "orn": "drr", "eon": "drr", "csel": "drrc", "cset": "dc", "cbz": "rl", "cbnz": "rl",
              "tbz": "rnl", "tbnz": "rnl"}  # fmt: skip
_SHAPES_32 = {**_SHAPES, "teq": "rr", "rsb": "drr", "rsbs": "drr"}
SETS_FLAGS = frozenset({"cmp", "tst", "teq", "adds", "subs", "ands", "rsbs"})
_SHIFTED = frozenset({"add", "sub", "and", "orr", "eor", "bic", "orn", "eon"})
_MEMORY_64 = [
    (pattern(r"(ldr|lda?xr|ldap?r)([bh]?)"), "da"),
    (pattern(r"(stl?r)([bh]?)"), "ra"),
    (pattern(r"(stl?xr)([bh]?)"), "sra"),
    (pattern(r"(ld(?:add|clr|set|eor)|swp)(?:al|a|l)?([bh]?)"), "rda"),
    (pattern(r"(st(?:add|clr|set|eor))l?([bh]?)"), "ra"),
    (pattern(r"(cas)(?:al|a|l)?([bh]?)"), "xra"),
]
_MEMORY_32 = [
    (pattern(r"(lda|ldr)([bh]?)"), "da"),
    (pattern(r"(ldrex|ldaex)([bh]?)"), "da"),
    (pattern(r"(stl|str)([bh]?)"), "ra"),
    (pattern(r"(strex|stlex)([bh]?)"), "sra"),
]
#: in one word for both
_SAME = {"ldxr": "ldrex", "ldaxr": "ldrex", "ldaex": "ldrex", "ldar": "lda", "ldapr": "lda",
         "stxr": "strex", "stlxr": "strex", "stlex": "strex", "stlr": "stl"}  # fmt: skip
#: what only ARM has
ACCESSES = pattern(
    r"\b(?:ld(?:r|a|x|add|clr|set|eor)|st(?:r|l|x|add|clr|set|eor)|swp|cas)[a-z]*\s+[%wxrWXR]|\b(?:prfm|pldw?)\b"
)


class NotKnown(Exception):
    pass


@dataclass(slots=True, frozen=True)
class Argument:
    #: register, number, address, condition
    kind: str
    #: of an operand its number behind `%`, of a register of its own that, else `zr`
    key: str = ""
    #: in bits
    width: int = 0
    value: int = 0
    #: how it is shifted, and by how much
    shift: tuple[str, int] = ("", 0)


@dataclass(slots=True, eq=False)
class Instruction:
    #: `label`, `fence` or `b`, too
    word: str
    #: under which it is executed; that of `csel` as well
    condition: str = ""
    arguments: list[Argument] = field(default_factory=list)
    #: what is accessed, in bytes
    size: int = 0
    #: of a label, and of that where it goes
    label: str = ""
    target: int = -1
    #: of a fence or an access, as it is written
    text: str = ""
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    #: has certainly a value that was written just before
    given: set[str] = field(default_factory=set)
    #: of operands with an address that is used
    addresses: set[str] = field(default_factory=set)


class _Parser:
    def __init__(self, text: str, *, is_64: bool, operand: Callable[[str], str | int]) -> None:
        self.text = text
        self.is_64 = is_64
        #: by its number or name: the key, or the number that it is
        self.operand = operand
        self.code: list[Instruction] = []

    def read(self) -> None:
        comment = "//" if self.is_64 else "@"
        lines = [line.partition(comment)[0] for line in _COMMENT.sub(" ", self.text).split("\n")]
        for text in ";".join(lines).split(";"):
            line = " ".join(word if "[" in word or "%=" in word else word.lower() for word in text.split())
            while m := _LABEL.fullmatch(line):
                self.code.append(Instruction("label", label=m[1]))
                line = m[2]
            if line:
                self._instruction(line)
        self._targets()
        for at, c in enumerate(self.code):
            if c.condition:
                self._find_given(at, c)

    def _find_given(self, at: int, c: Instruction) -> None:
        """What instructions under the same condition have written before it is not read from anybody else."""
        for x in reversed(self.code[:at]):
            if x.word == "label" or c.condition != x.condition:
                if x.word == "label" or FLAGS in x.writes or x.target >= 0:
                    return
                continue
            c.given |= x.writes
            if FLAGS in x.writes:
                return

    def _instruction(self, line: str) -> None:
        if _IDLE.fullmatch(line) or (not self.is_64 and self._is_announcement(line)):
            return
        if m := _HINT.fullmatch(line):
            self._address(m[1])
            return
        if _FENCE.fullmatch(line):
            self.code.append(Instruction("fence", text=line))
            return
        word, _, rest = line.partition(" ")
        arguments = [x.strip() for x in rest.split(",")]
        branch = (_BRANCH_64 if self.is_64 else _BRANCH_32).fullmatch(word)
        if branch and (not branch[1] or branch[1] in CONDITIONS) and len(arguments) == 1:
            c = Instruction("b", branch[1] or "", label=arguments[0])
        else:
            known = self._known(word, arguments)
            if known is None and not self.is_64 and word[-2:] in CONDITIONS:
                if _IDLE.fullmatch(word[:-2]):
                    return
                known = self._known(word[:-2], arguments)
                if known is not None:
                    known.condition = word[-2:]
            if known is None:
                raise NotKnown
            c = known
        if c.condition:
            c.reads.add(FLAGS)
        if c.word in SETS_FLAGS:
            c.writes.add(FLAGS)
        self.code.append(c)

    def _is_announcement(self, line: str) -> bool:
        m = _IF_THEN.fullmatch(line)
        return m is not None and m[1] in CONDITIONS

    def _known(self, word: str, arguments: list[str]) -> Instruction | None:
        shape = (_SHAPES_64 if self.is_64 else _SHAPES_32).get(word)
        c = Instruction(word)
        if shape is None:
            found = [(m, s) for p, s in (_MEMORY_64 if self.is_64 else _MEMORY_32) if (m := p.fullmatch(word))]
            if not found:
                return None
            m, shape = found[0]
            c.word, c.text = _SAME.get(m[1], m[1]), word
            c.size = {"b": 1, "h": 2, "": 0}[m[2]]
        if not self.is_64 and shape == "drr" and len(arguments) == 2:
            arguments = [arguments[0], *arguments]
        if shape == "drr" and len(arguments) == 4 and word in _SHIFTED:
            arguments[2:] = [", ".join(arguments[2:])]
        if len(arguments) != len(shape):
            raise NotKnown
        for letter, text in zip(shape, arguments, strict=True):
            self._argument(c, letter, text)
        self._widths(c, shape)
        return c

    def _argument(self, c: Instruction, letter: str, text: str) -> None:
        match letter:
            case "l":
                c.label = text
            case "c":
                if text not in CONDITIONS:
                    raise NotKnown
                c.reads.add(FLAGS)
                c.arguments.append(Argument("condition", text))
            case "n":
                c.arguments.append(self._number(text))
            case "a":
                found = self._address(text)
                c.addresses.add(found.key)
                c.arguments.append(found)
            case _:
                found = self._value(text)
                if found.kind != "register" and letter != "r":
                    raise NotKnown
                if letter in "dsx" and found.shift[0]:
                    raise NotKnown
                if found.kind == "register" and found.key != ZERO:
                    c.reads |= {found.key} if letter in "rx" else set()
                    c.writes |= {found.key} if letter in "dsx" else set()
                c.arguments.append(found)

    def _number(self, text: str) -> Argument:
        m = _NUMBER.fullmatch(text)
        if m is None:
            raise NotKnown
        return Argument("number", value=int(m[1], 0))

    def _value(self, text: str) -> Argument:
        text, _, shifted = text.partition(", ")
        shift = ("", 0)
        if shifted:
            m = _SHIFT.fullmatch(shifted)
            if m is None:
                raise NotKnown
            shift = m[1], int(m[2])
        if m := _REGISTER.fullmatch(text):
            if m[1] and not self.is_64:
                raise NotKnown
            width = 32 if not self.is_64 or m[1] == "w" else 64
            found = self.operand(m[2] or m[3])
            if isinstance(found, int):
                if shifted:
                    raise NotKnown
                return Argument("number", value=found)
            return Argument("register", found, width, shift=shift)
        if self.is_64 and text in ("wzr", "xzr"):
            return Argument("register", ZERO, 32 if text == "wzr" else 64, shift=shift)
        if (m := _SCRATCH.fullmatch(text)) and (m[1] == "r") != self.is_64 and int(m[2]) < (31 if self.is_64 else 13):
            return Argument("register", m[2], 64 if m[1] == "x" else 32, shift=shift)
        if shifted:
            raise NotKnown
        return self._number(text)

    def _address(self, text: str) -> Argument:
        """The operand that is memory, or points there."""
        is_pointer = text.startswith("[") and text.endswith("]")
        m = _REGISTER.fullmatch(text[1:-1].strip() if is_pointer else text)
        if m is None or m[1] == "w" or (m[1] and not (self.is_64 and is_pointer)):
            raise NotKnown
        found = self.operand(m[2] or m[3])
        if isinstance(found, int):
            raise NotKnown
        return Argument("address", found, value=is_pointer)

    def _widths(self, c: Instruction, shape: str) -> None:
        """They are all the same; what is accessed has it unless the word says another. A status has 32 bits."""
        both = list(zip(shape.replace("l", ""), c.arguments, strict=True))
        widths = {x.width for letter, x in both if x.kind == "register" and letter != "s"}
        if len(widths) > 1 or any(x.width != 32 for letter, x in both if letter == "s"):
            raise NotKnown
        if any(x.shift[1] >= max(widths, default=0) for _, x in both if x.shift[0]):
            raise NotKnown
        if "a" in shape:
            if any(x.kind == "number" for _, x in both) or not widths or (c.size and widths != {32}):
                raise NotKnown
            c.size = c.size or max(widths) // 8
        # registers are the same where it must not be so
        status = next((x.key for letter, x in both if letter == "s"), "")
        if status in {x.key for letter, x in both if letter != "s"} - {""}:
            raise NotKnown

    def _targets(self) -> None:
        for at, c in enumerate(self.code):
            if not c.label or c.word == "label":
                continue
            is_ahead = c.label.endswith("f")
            places = [n for n, x in enumerate(self.code) if x.word == "label"]
            if c.label[:-1].isdecimal() and c.label[-1] in "fb":
                places = [n for n in places if self.code[n].label == c.label[:-1] and (n > at) == is_ahead]
                places = places[:1] if is_ahead else places[-1:]
            else:
                places = [n for n in places if self.code[n].label == c.label and "%=" in c.label]
            if len(places) != 1:
                raise NotKnown
            c.target = places[0]
            while c.target and self.code[c.target - 1].word == "label":
                c.target -= 1


def parse(text: str, *, is_64: bool, operand: Callable[[str], str | int]) -> list[Instruction]:
    parser = _Parser(text, is_64=is_64, operand=operand)
    parser.read()
    return parser.code


def needed(code: Sequence[Instruction], at_end: Iterable[str]) -> list[set[str]]:
    """By instruction, and behind the last one: what is read later of what is there before it. (Addresses, too.)"""
    found: list[set[str]] = [set() for _ in code] + [set(at_end)]
    is_changed = True
    while is_changed:
        is_changed = False
        for at in reversed(range(len(code))):
            c = code[at]
            after = set() if c.word == "b" and not c.condition else set(found[at + 1])
            if c.target >= 0:
                after |= found[c.target]
            if not c.condition:
                after -= c.writes
            new = after | (c.reads - c.given) | c.addresses
            is_changed = is_changed or new != found[at]
            found[at] = new
    return found
