"""Attributes and pragmas: what they are called, which are harmless, and which demand something.

`significant` takes an attribute specifier apart and leaves out what changes nothing that can be observed here. What is
left is claimed by the reader of the declaration it stands on; what nobody has a meaning for makes that declaration
unsupported, so an attribute is never dropped silently.
"""

from __future__ import annotations

import re
from functools import lru_cache

from threadproof.patterns import pattern
from threadproof.records import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute; `start` and `end` are those of the whole specifier, `at` is the offset of its arguments."""

    start: int
    end: int
    #: without underscores around it
    name: str
    #: the text between its parentheses, None if it has none
    arguments: bytes | None = None
    at: int = 0
    #: where the token before it ends
    previous: int = -1
    #: `[[...]]`, which binds otherwise than `__attribute__`
    is_standard: bool = False

    def misplaced(self) -> Attribute:
        """It belongs to something else than its place suggests: not understood."""
        return replace(self, name=f"attribute {self.name} in this place")

    def __str__(self) -> str:
        return self.name if " " in self.name or self.name.startswith("_") else f"attribute {self.name}"

    def names(self, name: str | None) -> bool:
        """Is it a pragma about this name?"""
        return self.name in ("#pragma weak", "#pragma redefine_extname") and (
            name is not None and name.encode() in re.findall(rb"\w+", self.arguments or b"")
        )


@dataclass(slots=True)
class Demands:
    """What the attributes of one declaration ask for."""

    align: int = 0
    #: by `_Alignas`, which is stricter; None: there is none
    alignas: int | None = None
    packed: bool = False
    #: the name of the function that runs when the variable goes out of scope
    cleanup: str | None = None
    #: run before main or after it: the priority, of functions without one the lowest
    constructor: int | None = None
    destructor: int | None = None
    #: another name of this function or variable
    alias: str | None = None
    weak: bool = False
    transparent: bool = False
    #: `mode(DI)`
    mode: str | None = None
    #: those that have no meaning here
    others: list[Attribute] = field(default_factory=list)


#: priority of a constructor or destructor that names none
LAST = 65535

#: those that a `Demands` can say
MEANINGFUL = frozenset("packed aligned mode cleanup constructor destructor alias weak transparent_union".split())
#: They are promises to the compiler and to the reader, or about placement, linking and optimisation. What
#: compilers build on (`nonnull`) the scope of the verdict names (`read.promises`).
HARMLESS = frozenset(
    """
    access alloc_align alloc_size alloca_size always_inline annotate artificial assume_aligned cdecl cold common const
    counted_by deprecated designated_init error externally_visible fallthrough fastcall fd_arg fd_arg_read fd_arg_write
    flatten force_align_arg_pointer format format_arg gcc_struct gnu_inline hot leaf likely malloc may_alias
    maybe_unused ms_abi musttail no_address_safety_analysis no_icf no_instrument_function
    no_profile_instrument_function no_reorder no_sanitize no_sanitize_address no_sanitize_thread
    no_sanitize_undefined no_split_stack no_stack_limit no_stack_protector no_thread_safety_analysis nocf_check noclone
    nocommon nodiscard noescape noinline noipa nonnull nonstring noplt noreturn _Noreturn nothrow
    null_terminated_string_arg patchable_function_entry pure regparm retain returns_nonnull returns_twice
    sentinel simd sseregparm stack_protect stdcall strict_flex_array sysv_abi tainted_args
    thiscall tls_model unavailable uninitialized unlikely unused used visibility warn_if_not_aligned
    warn_unused_result warning zero_call_used_regs
    """.split()
)
#: pragmas that mean something the reader does not know; all others are ignored, as compilers do
_MEANINGFUL_PRAGMA = pattern(
    rb"(?:omp|acc|redefine_extname|weak|scalar_storage_order|ms_struct|GCC\s+(?:optimize|target|pop_options))\b"
)
#: sections of functions that the system calls
_STARTED = pattern(rb"init|fini|tors")
_PACK = pattern(rb"pack\s*\(([^()]*)\)")
_LABEL = pattern(rb"[A-Za-z_]\w*")
_LIMIT = pattern(rb"(0[xX][0-9a-fA-F]+|0[bB][01]+|0[0-7]*|[1-9][0-9]*)[uUlL]*")
_LIST = pattern(rb"\s*(?:(?:([A-Za-z_]\w*)\s*::\s*)?([A-Za-z_]\w*)\s*(\()?|,)")
_EDGE = pattern(rb'"(?:[^"\\]|\\.)*"|[()]')


def significant(text: bytes, start: int, previous: int) -> list[Attribute]:
    """The attributes of a specifier that are not harmless; `text` stands at `start`, after what ends at `previous`."""
    end = start + len(text)
    return [
        Attribute(start, end, name, None if at < 0 else text[at:until], start + at, previous, text.startswith(b"["))
        for name, at, until in _words(text)
        if name not in HARMLESS and not (name == "section" and _STARTED.search(text[max(at, 0) : until]) is None)
    ]


@lru_cache(maxsize=1024)
def _words(text: bytes) -> list[tuple[str, int, int]]:
    """Name of each attribute, and where its arguments begin and end (-1 if it has none)."""
    if text.startswith(b"_Alignas"):
        return [("_Alignas", text.index(b"(") + 1, text.rindex(b")"))]
    opening = b"[[" if text.startswith(b"[") else b"(("
    position = text.find(opening[:1]) + 1
    position = text.find(opening[:1], position) + 1
    stop = text.rindex(b"]" if opening == b"[[" else b")", 0, len(text) - 1)
    found = []
    while position < stop:
        m = _LIST.match(text, position)
        if m is None:
            found += [("attribute of unknown form", -1, -1)] if text[position:stop].strip() else []
            break
        position = m.end()
        if m[2] is None:
            continue
        name = m[2].decode()
        if name.startswith("__") and name.endswith("__") and len(name) > 4:
            name = name[2:-2]
        if opening == b"[[" and m[1] not in (b"gnu", b"__gnu__") and name not in HARMLESS:
            name = f"attribute [[{name}]]"  # compilers have different ideas
        if m[3] is None:
            found.append((name, -1, -1))
            continue
        begin, depth = position, 1
        for edge in _EDGE.finditer(text, position):
            depth += {b"(": 1, b")": -1}.get(edge[0], 0)
            if depth == 0:
                position = edge.end()
                break
        found.append((name, begin, position - 1))
    return found


class Packing:
    """What `#pragma pack` says from each place on, as gcc has it: forms without a meaning leave things as they are."""

    def __init__(self) -> None:
        #: limit and label of each `push`
        self._stack: list[tuple[int, bytes]] = []
        self._default = 0
        self.offsets: list[int] = []
        self.limits: list[int] = []

    def pragma(self, text: bytes, offset: int) -> bool:
        """Take it if it is `pack`."""
        m = _PACK.match(text)
        if m is None:
            return False
        words = [w.strip() for w in m[1].split(b",")] if m[1].strip() else [b"0"]
        action = words.pop(0) if words[0] in (b"push", b"pop") else b"set"
        label, limit, is_valid = b"", None, True
        for word in words:
            if action != b"set" and not label and _LABEL.fullmatch(word):
                label = word
            else:
                is_valid = is_valid and action != b"pop" and limit is None
                limit = _limit(word)
                is_valid = is_valid and limit is not None
        if is_valid:
            self._do(action, label, limit)
        self.offsets.append(offset)
        self.limits.append(self._now())
        return True

    def _now(self) -> int:
        return self._stack[-1][0] if self._stack else self._default

    def _do(self, action: bytes, label: bytes, limit: int | None) -> None:
        if action == b"push":
            self._stack.append((self._now() if limit is None else limit, label))
        elif action == b"pop":
            if label in [name for _, name in self._stack] and label:
                while self._stack[-1][1] != label:
                    self._stack.pop()
            if self._stack:
                self._stack.pop()
        elif limit is not None and self._stack:
            self._stack[-1] = (limit, self._stack[-1][1])
        elif limit is not None:
            self._default = limit


def _limit(word: bytes) -> int | None:
    m = _LIMIT.fullmatch(word)
    if m is None or len(m[1]) > 20:
        return None
    digits = m[1].lower()
    base = 16 if digits.startswith(b"0x") else 2 if digits.startswith(b"0b") else 8 if digits.startswith(b"0") else 10
    value = int(digits, base)
    return value if value in (0, 1, 2, 4, 8, 16) else None


def pragma(text: bytes, start: int, end: int) -> Attribute | None:
    """A pragma that cannot be ignored; `text` is what follows the word `pragma`."""
    m = _MEANINGFUL_PRAGMA.match(text)
    return None if m is None else Attribute(start, end, f"#pragma {m[0].decode()}", text[m.end() :].strip(), start)
