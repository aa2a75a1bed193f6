"""What a litmus test says: threads of neutral instructions, initial values and a condition on final states.

A value is a number or an address; addresses are names of locations ("x", or "x+4" for what lies behind it). What kind
of access an instruction makes is a set of tags whose meaning belongs to the models: `formats/` gives those of its
machine, `mapping` those that a compiler chooses for C.
"""

from __future__ import annotations

from threadproof.errors import InputError
from threadproof.records import NamedTuple, dataclass, field

Value = int | str
Tags = frozenset[str]
PLAIN: Tags = frozenset()


@dataclass(slots=True, frozen=True)
class Const:
    value: Value


@dataclass(slots=True, frozen=True)
class Register:
    name: str


@dataclass(slots=True, frozen=True)
class Operation:
    """A dependency is syntactic: `x ^ x` depends on x."""

    op: str
    left: Expr
    right: Expr


Expr = Const | Register | Operation


@dataclass(slots=True, frozen=True)
class Place:
    """The line of the file that an instruction comes from, and what it says."""

    line: int
    text: str


@dataclass(slots=True, frozen=True)
class Load:
    place: Place
    register: str
    address: Expr
    tags: Tags = PLAIN
    #: opens an exclusive pair
    is_exclusive: bool = False


@dataclass(slots=True, frozen=True)
class Store:
    place: Place
    address: Expr
    value: Expr
    tags: Tags = PLAIN


@dataclass(slots=True, frozen=True)
class StoreExclusive:
    """Closes an exclusive pair, or does nothing: `status` is 0 if it stores. It may fail whenever it wants."""

    place: Place
    status: str
    address: Expr
    value: Expr
    tags: Tags = PLAIN
    #: a branch on the status waits for the load of the pair (it does on Power, and not on ARMv8)
    is_status_dependent: bool = False


@dataclass(slots=True, frozen=True)
class Rmw:
    """An atomic read-modify-write: `op` is "xchg" or an operator. `expected`: it compares, and may store nothing."""

    place: Place
    register: str
    address: Expr
    op: str
    operand: Expr
    read_tags: Tags = PLAIN
    write_tags: Tags = PLAIN
    expected: Expr | None = None
    #: becomes 1 if it stores, else 0
    success: str | None = None
    #: of the load if nothing is stored
    fail_tags: Tags = PLAIN
    is_weak: bool = False
    #: compiled as an exclusive pair
    is_exclusive: bool = False


@dataclass(slots=True, frozen=True)
class Fence:
    place: Place
    tags: Tags


@dataclass(slots=True, frozen=True)
class Let:
    place: Place
    register: str
    value: Expr


@dataclass(slots=True, frozen=True)
class Branch:
    """To a label, if the condition is not 0."""

    place: Place
    target: str
    condition: Expr | None = None


@dataclass(slots=True, frozen=True)
class Label:
    place: Place
    name: str


Instruction = Load | Store | StoreExclusive | Rmw | Fence | Let | Branch | Label


@dataclass(slots=True, frozen=True)
class Atom:
    """A register of a thread, or without one a location, compared with a constant."""

    thread: int | None
    name: str
    value: Value
    is_equal: bool = True


@dataclass(slots=True, frozen=True)
class Not:
    inner: Condition


@dataclass(slots=True, frozen=True)
class And:
    parts: tuple[Condition, ...]


@dataclass(slots=True, frozen=True)
class Or:
    parts: tuple[Condition, ...]


@dataclass(slots=True, frozen=True)
class Truth:
    value: bool


Condition = Atom | Not | And | Or | Truth
#: a register of a thread, or (None, a location)
Observable = tuple[int | None, str]
State = tuple[Value, ...]


class Final(NamedTuple):
    """`quantifier`: exists, ~exists or forall."""

    quantifier: str
    condition: Condition
    text: str


@dataclass(slots=True)
class Program:
    name: str
    #: as the file says: X86, PPC, ...
    architecture: str
    threads: list[list[Instruction]]
    final: Final
    locations: dict[str, Value] = field(default_factory=dict)
    #: initial values
    registers: list[dict[str, Value]] = field(default_factory=list)
    #: what `locations [...]` asks to see
    shown: list[Observable] = field(default_factory=list)
    file: str = ""

    def observed(self) -> list[Observable]:
        """What states are made of: registers of one thread after the other, then locations."""
        found = dict.fromkeys([*atoms_of(self.final.condition), *self.shown])
        return sorted(found, key=lambda o: (o[0] is None, o[0] or 0))


def atoms_of(condition: Condition) -> list[Observable]:
    match condition:
        case Atom(thread, name):
            return [(thread, name)]
        case Not(inner):
            return atoms_of(inner)
        case And(parts) | Or(parts):
            return [atom for part in parts for atom in atoms_of(part)]
        case Truth():
            return []


def holds(condition: Condition, state: dict[Observable, Value]) -> bool:
    match condition:
        case Atom(thread, name, value, is_equal):
            return (state[thread, name] == value) == is_equal
        case Not(inner):
            return not holds(inner, state)
        case And(parts):
            return all(holds(part, state) for part in parts)
        case Or(parts):
            return any(holds(part, state) for part in parts)
        case Truth(value):
            return value


def labels_of(code: list[Instruction], file: str) -> dict[str, int]:
    """Where they stand; each that a branch names is there once."""
    found: dict[str, int] = {}
    for i, instruction in enumerate(code):
        if isinstance(instruction, Label):
            if instruction.name in found:
                raise InputError(f"label {instruction.name} is defined twice", file=file, line=instruction.place.line)
            found[instruction.name] = i
    for instruction in code:
        if isinstance(instruction, Branch) and instruction.target not in found:
            message = f"there is no label {instruction.target} in this thread"
            raise InputError(message, file=file, line=instruction.place.line)
    return found
