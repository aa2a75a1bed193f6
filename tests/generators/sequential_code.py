"""Expressions and statements of random sequential programs. What they avoid is said in `sequential`."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

INT_TYPES = (
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned int",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
)
CONSTANTS = (
    *("0", "1", "2", "3", "5", "7", "10", "31", "64", "100", "127", "128", "255", "256", "1000", "32767", "65535"),
    *("-1", "-2", "-7", "-128", "-1000", "2147483647", "(-2147483647 - 1)", "0x80000000u", "0xFFFFFFFFu"),
    *(
        "4000000000u",
        "0x123456789ALL",
        "-5LL",
        "0xFFFFFFFFFFFFFFFFull",
        "1u",
        "'a'",
        "'\\n'",
        "'\\xff'",
        "077",
        "12345L",
    ),
)
BINARY = ("+", "-", "*", "&", "|", "^", "+", "-", "*")
COMPARE = ("<", "<=", ">", ">=", "==", "!=")
#: how many statements main may execute, and one function, roughly
BUDGET, FUNCTION_BUDGET = 9000, 250


@dataclass
class Struct:
    """A struct type; `fields` are access paths to its integer parts with their types."""

    tag: str
    fields: list[tuple[str, str]]
    initialiser: Callable[[], str]


@dataclass
class Function:
    """`kind`: pure (only reads its parameters), effect (may change globals), maker (pure, returns a struct)."""

    name: str
    kind: str
    result: str
    params: list[str]
    cost: int
    recursive: bool = False


@dataclass
class Scope:
    """What a statement may use: `scalars` are simple assignable names, `places` texts of other integer lvalues."""

    pure: bool
    scalars: list[str] = field(default_factory=list)
    read_only: list[str] = field(default_factory=list)
    arrays: list[tuple[str, int]] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    structs: list[tuple[str, str]] = field(default_factory=list)
    pointers: list[tuple[str, str]] = field(default_factory=list)
    addressable: list[tuple[str, str]] = field(default_factory=list)

    def inner(self) -> Scope:
        copy = Scope(self.pure)
        for name in ("scalars", "read_only", "arrays", "places", "structs", "pointers", "addressable"):
            setattr(copy, name, list(getattr(self, name)))
        return copy


class Code:
    """Emits lines; `cost` estimates how many statements the code so far executes, `weight` one statement here."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(f"threadproof sequential {seed}")
        self.lines: list[str] = []
        self.indent = 0
        self.counter = 0
        self.structs: list[Struct] = []
        self.functions: list[Function] = []
        self.tables: list[tuple[str, int, int]] = []
        self.globals = Scope(pure=False)
        self.weight = 1
        self.cost = 0
        self.budget = BUDGET
        self.loops = 0
        self.labels = 0

    # ------------------------------------------------------------ text

    def emit(self, text: str) -> None:
        self.lines.append("    " * self.indent + text if text else "")

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"

    def chance(self, probability: float) -> bool:
        return self.rng.random() < probability

    def int_type(self) -> str:
        return self.rng.choice(INT_TYPES)

    def spend(self, amount: int = 1) -> None:
        self.cost += amount * self.weight

    def affords(self, amount: int) -> bool:
        return self.cost + amount * self.weight < self.budget

    # ------------------------------------------------------------ expressions

    def index(self, scope: Scope, size: int) -> str:
        """An index below `size`, a power of two."""
        names = scope.scalars + scope.read_only
        if not names or self.chance(0.4):
            return str(self.rng.randrange(size))
        name = self.rng.choice(names)
        if self.chance(0.3):
            name = f"({name} {self.rng.choice(BINARY)} {self.rng.choice(names)})"
        return f"{name} & {size - 1}"

    def place(self, scope: Scope) -> str:
        """Any integer lvalue that may be assigned to."""
        integer_pointers = [p for p, target in scope.pointers if not target.startswith("struct")]
        kinds = ["scalar"] * 3 * bool(scope.scalars) + ["place"] * bool(scope.places)
        kinds += ["element"] * bool(scope.arrays) + ["pointer"] * bool(integer_pointers)
        match self.rng.choice(kinds):
            case "scalar":
                return self.rng.choice(scope.scalars)
            case "place":
                return self.rng.choice(scope.places)
            case "element":
                name, size = self.rng.choice(scope.arrays)
                return f"{name}[{self.index(scope, size)}]"
            case _:
                return "*" + self.rng.choice(integer_pointers)

    def atom(self, scope: Scope) -> str:
        roll = self.rng.random()
        if roll < 0.3:
            return self.rng.choice(CONSTANTS)
        if roll < 0.45 and scope.read_only:
            return self.rng.choice(scope.read_only)
        return self.place(scope)

    def expr(self, scope: Scope, depth: int) -> str:
        """An expression without side effects."""
        if depth <= 0 or self.chance(0.15):
            return self.atom(scope)
        roll = self.rng.random()
        a = self.expr(scope, depth - 1)
        if roll < 0.10:
            return f"{self.rng.choice(('-', '~', '!'))}({a})"
        if roll < 0.20:
            return f"({self.int_type()})({a})"
        if roll < 0.27 and self.affords(3):
            call = self.pure_call(scope, depth - 1)
            if call:
                return call
        b = self.expr(scope, depth - 1)
        if roll < 0.52:
            return f"({a} {self.rng.choice(BINARY)} {b})"
        if roll < 0.60:
            return f"({a} {self.rng.choice(COMPARE)} {b})"
        if roll < 0.68:
            return f"({a} {self.rng.choice(('&&', '||'))} {b})"
        if roll < 0.76:
            return self.shift(a, b)
        if roll < 0.84:
            return f"({a} {self.rng.choice('/%')} {self.divisor(b)})"
        if roll < 0.92:
            return f"({self.expr(scope, 1)} ? {a} : {b})"
        if roll < 0.95:
            return f"((int)sizeof({a}) + {b})"
        if roll < 0.97:
            return f'"thread"[({a}) & 3]'
        return self.pointer_expr(scope) or f"({a} ^ {b})"

    def shift(self, value: str, count: str) -> str:
        op = self.rng.choice(("<<", ">>"))
        if self.chance(0.25):
            return f"(({self.rng.choice(('long long', 'unsigned long long'))})({value}) {op} (({count}) & 63))"
        return f"(({value}) {op} (({count}) & 31))"

    def divisor(self, e: str) -> str:
        if self.chance(0.3):
            return f"-((({e}) & {self.rng.choice((3, 7, 63))}) + 2)"
        return f"((({e}) & {self.rng.choice((3, 15, 255))}) + {self.rng.choice((1, 2, 3, 10))})"

    def pointer_expr(self, scope: Scope) -> str | None:
        """Comparisons and differences of pointers into one array, comparisons of any two of one type."""
        if scope.arrays and self.chance(0.5):
            name, size = self.rng.choice(scope.arrays)
            i, j = self.index(scope, size), self.index(scope, size)
            op = self.rng.choice(("-", "<", ">=", "=="))
            return f"((int)(&{name}[{i}] {op} &{name}[{j}]))"
        if len(scope.pointers) >= 1:
            p, target = self.rng.choice(scope.pointers)
            same = [q for q, t in scope.pointers if t == target]
            return f"({p} {self.rng.choice(('==', '!='))} {self.rng.choice(same)})"
        return None

    def pure_call(self, scope: Scope, depth: int) -> str | None:
        callable_ = [f for f in self.functions if f.kind == "pure" and self.affords(f.cost + 1)]
        if self.tables and self.chance(0.3):
            name, size, cost = self.rng.choice(self.tables)
            if self.affords(cost + 1):
                self.spend(cost + 1)
                return f"{name}[{self.index(scope, size)}]({self.expr(scope, depth)}, {self.expr(scope, depth)})"
        if not callable_:
            return None
        f = self.rng.choice(callable_)
        self.spend(f.cost + 1)
        return f"{f.name}({', '.join(self.argument(scope, f, i, depth) for i in range(len(f.params)))})"

    def argument(self, scope: Scope, f: Function, number: int, depth: int) -> str:
        if f.recursive and number == 0:
            return str(self.rng.randrange(1, 6))
        param = f.params[number]
        if param.endswith("*"):
            same = [place for place, t in scope.addressable if t + " *" == param]
            return f"&{self.rng.choice(same)}"
        if param.startswith("struct"):
            return self.struct_value(scope, param)
        return self.expr(scope, min(depth, 2))

    def struct_value(self, scope: Scope, tag: str) -> str:
        makers = [f for f in self.functions if f.kind == "maker" and f.result == tag and self.affords(f.cost + 1)]
        names = [name for name, t in scope.structs if t == tag]
        struct = next(s for s in self.structs if s.tag == tag)
        if makers and (not names or self.chance(0.3)):
            f = self.rng.choice(makers)
            self.spend(f.cost + 1)
            return f"{f.name}({', '.join(self.expr(scope, 1) for _ in f.params)})"
        if names and self.chance(0.85):
            return self.rng.choice(names)
        return f"({tag}){struct.initialiser()}"

    # ------------------------------------------------------------ statements

    def statement(self, scope: Scope, depth: int) -> None:
        self.spend()
        forms: list[tuple[int, Callable[[Scope, int], None]]] = [
            (10, self.assign),
            (6, self.compound),
            (4, self.increment),
            (3, self.sequenced),
            (2, self.retarget),
            (2, self.copy_struct),
        ]
        if depth > 0:
            forms += [(5, self.branch), (3, self.switch), (2, self.block), (1, self.jump_forward)]
            if self.loops < 2 and self.affords(60):
                forms += [(8, self.loop), (2, self.jump_backward)]
        if not scope.pure:
            forms += [(4, self.effect_call), (1, self.block_copy)]
        form = self.rng.choices([f for _, f in forms], [w for w, _ in forms])[0]
        form(scope, depth)

    def body(self, scope: Scope, depth: int, count: int | None = None) -> None:
        self.indent += 1
        for _ in range(count or self.rng.randrange(1, 3)):
            self.statement(scope, depth - 1)
        self.indent -= 1

    def assign(self, scope: Scope, _: int) -> None:
        self.emit(f"{self.place(scope)} = {self.expr(scope, 3)};")

    def compound(self, scope: Scope, _: int) -> None:
        place, e = self.place(scope), self.expr(scope, 2)
        op = self.rng.choice(("+", "-", "*", "&", "|", "^", "<<", ">>", "/", "%"))
        if op in ("<<", ">>"):
            e = f"({e}) & 31"
        elif op in ("/", "%"):
            e = self.divisor(e)
        self.emit(f"{place} {op}= {e};")

    def increment(self, scope: Scope, _: int) -> None:
        place, op = self.place(scope), self.rng.choice(("++", "--"))
        if place.startswith("*"):
            place = f"({place})"
        self.emit(f"{place}{op};" if self.chance(0.5) else f"{op}{place};")

    def sequenced(self, scope: Scope, _: int) -> None:
        """Side effects inside expressions, in the forms whose order C defines."""
        if len(scope.scalars) < 2:
            return self.assign(scope, 0)
        a, b = self.rng.sample(scope.scalars, 2)
        c = self.rng.choice(CONSTANTS)
        step = self.rng.choice(("++", "--"))
        roll = self.rng.random()
        if roll < 0.2:
            self.emit(f"{a} = {b}{step} {self.rng.choice(BINARY)} {c};")
        elif roll < 0.35:
            self.emit(f"{a} = {step}{b} {self.rng.choice(BINARY)} {c};")
        elif roll < 0.5:
            self.emit(f"{a} = {b} = {self.expr(scope, 2)};")
        elif roll < 0.65:
            self.emit(f"{a} = ({b} = {self.expr(scope, 2)}, {b} {self.rng.choice(COMPARE)} {self.expr(scope, 1)});")
        elif roll < 0.8:
            op = self.rng.choice(("&&", "||"))
            self.emit(f"if ({self.expr(scope, 2)} {op} ({a} += {self.expr(scope, 1)}, {b} > {c}))")
            self.indent += 1
            self.emit(f"{self.place(scope)} ^= {self.expr(scope, 1)};")
            self.indent -= 1
        elif roll < 0.9:
            t, name = self.int_type(), self.fresh("t")
            self.emit(f"{a} = ({{ {t} {name} = {self.expr(scope, 2)}; {name} += {self.expr(scope, 1)}; {name}; }});")
        else:
            self.emit(f"{self.expr(scope, 1)} ? (void){a}{step} : (void)({b} = {self.expr(scope, 1)});")
        return None

    def retarget(self, scope: Scope, _: int) -> None:
        if not scope.pointers:
            return self.assign(scope, 0)
        name, t = self.rng.choice(scope.pointers)
        same = [place for place, target in scope.addressable if target == t]
        if name in (p for p, _ in self.globals.pointers):
            # a global pointer must not get the address of a local
            same = [place for place in same if (place, t) in self.globals.addressable]
        if not same:
            return self.assign(scope, 0)
        x, y = self.rng.choice(same), self.rng.choice(same)
        if self.chance(0.4):
            self.emit(f"{name} = {self.expr(scope, 2)} ? &{x} : &{y};")
        else:
            self.emit(f"{name} = &{x};")
        return None

    def copy_struct(self, scope: Scope, _: int) -> None:
        if not scope.structs:
            return self.assign(scope, 0)
        name, tag = self.rng.choice(scope.structs)
        self.emit(f"{name} = {self.struct_value(scope, tag)};")
        return None

    def block_copy(self, scope: Scope, _: int) -> None:
        if not scope.structs or self.chance(0.3):
            names = [n for n, size in scope.arrays if "[" not in n and "(" not in n]
            if not names:
                return self.assign(scope, 0)
            name = self.rng.choice(names)
            self.emit(f"memset({name}, 0, sizeof({name}));")
            return None
        name, tag = self.rng.choice(scope.structs)
        other = self.rng.choice([n for n, t in scope.structs if t == tag])
        if name != other and "*" not in name + other:
            self.emit(f"memcpy(&{name}, &{other}, sizeof({tag}));")
        else:
            self.emit(f"memset(&{name}, 0, sizeof({tag}));")
        return None

    def branch(self, scope: Scope, depth: int) -> None:
        self.emit(f"if ({self.expr(scope, 3)}) {{")
        self.body(scope, depth)
        if self.chance(0.5):
            self.emit("} else {")
            self.body(scope, depth)
        self.emit("}")

    def block(self, scope: Scope, depth: int) -> None:
        """A block whose declarations may hide outer names."""
        self.emit("{")
        inner = scope.inner()
        self.indent += 1
        t, value = self.int_type(), self.expr(scope, 2)
        if self.chance(0.4) and scope.scalars:
            hidden = self.rng.choice(scope.scalars)
            temporary = self.fresh("t")
            self.emit(f"{t} {temporary} = {value};")
            self.emit(f"{self.int_type()} {hidden} = {temporary};")
            # what the outer name stood for is out of reach now, so is what was reached through its address
            inner.addressable = [(p, target) for p, target in inner.addressable if p != hidden]
            inner.scalars.append(temporary)
        else:
            name = self.fresh("b")
            self.emit(f"{t} {name} = {value};")
            inner.scalars.append(name)
        self.indent -= 1
        self.body(inner, depth)
        self.emit("}")

    def switch(self, scope: Scope, depth: int) -> None:
        self.emit(f"switch (({self.expr(scope, 2)}) & {self.rng.choice((3, 7))}) {{")
        labels = self.rng.sample(range(6), self.rng.randrange(2, 4))
        default = self.rng.randrange(len(labels) + 1) if self.chance(0.8) else -1
        for i, label in enumerate(labels):
            if i == default:
                self.emit("default:")
                self.body(scope, depth, 1)
                self.fall_or_break()
            self.emit(f"case {label}:")
            self.body(scope, depth, 1)
            self.fall_or_break()
        if default == len(labels):
            self.emit("default:")
            self.body(scope, depth, 1)
        self.emit("}")

    def fall_or_break(self) -> None:
        if self.chance(0.65):
            self.indent += 1
            self.emit("break;")
            self.indent -= 1

    def loop(self, scope: Scope, depth: int) -> None:
        rounds = self.rng.randrange(2, 6)
        name = self.fresh("i")
        inner = scope.inner()
        inner.read_only.append(name)
        form = self.rng.random()
        before = self.weight
        self.weight *= rounds
        self.loops += 1
        if form < 0.6:
            start, step = self.rng.randrange(3), self.rng.choice((1, 1, 2, 3))
            t = self.rng.choice(("int", "int", "unsigned", "short", "unsigned char", "long"))
            self.emit(f"for ({t} {name} = {start}; {name} < {start + step * rounds}; {name} += {step}) {{")
            self.body(inner, depth)
            self.exit_early(inner)
            self.emit("}")
        else:
            self.emit("{")
            self.indent += 1
            self.emit(f"int {name} = {rounds};")
            if form < 0.8:
                self.emit(f"while ({name}-- > 0) {{")
                self.body(inner, depth)
                self.exit_early(inner)
                self.emit("}")
            else:
                self.emit("do {")
                self.body(inner, depth)
                self.exit_early(inner)
                self.emit(f"}} while (--{name} > 0);")
            self.indent -= 1
            self.emit("}")
        self.loops -= 1
        self.weight = before

    def exit_early(self, scope: Scope) -> None:
        if self.chance(0.3):
            self.indent += 1
            self.emit(f"if ({self.expr(scope, 2)})")
            self.emit(f"    {self.rng.choice(('break', 'continue'))};")
            self.emit(f"{self.place(scope)} += 1;")
            self.indent -= 1

    def jump_forward(self, scope: Scope, depth: int) -> None:
        self.labels += 1
        label = f"skip{self.labels}"
        self.emit(f"if ({self.expr(scope, 2)})")
        self.emit(f"    goto {label};")
        self.emit("{")
        self.body(scope, depth)
        self.emit("}")
        self.emit(f"{label}:;")

    def jump_backward(self, scope: Scope, depth: int) -> None:
        self.labels += 1
        label, name = f"again{self.labels}", self.fresh("n")
        rounds = self.rng.randrange(1, 4)
        inner = scope.inner()
        inner.read_only.append(name)
        before = self.weight
        self.weight *= rounds + 1
        self.loops += 1
        self.emit("{")
        self.indent += 1
        self.emit(f"int {name} = 0;")
        self.emit(f"{label}:")
        self.indent -= 1
        self.body(inner, depth)
        self.indent += 1
        self.emit(f"if (++{name} <= {rounds})")
        self.emit(f"    goto {label};")
        self.indent -= 1
        self.emit("}")
        self.loops -= 1
        self.weight = before

    def effect_call(self, scope: Scope, _: int) -> None:
        targets = {t + " *" for _, t in scope.addressable}
        callable_ = [
            f
            for f in self.functions
            if f.kind == "effect" and self.affords(f.cost + 1) and targets.issuperset(p for p in f.params if "*" in p)
        ]
        if not callable_ or not scope.scalars:
            return self.assign(scope, 0)
        f = self.rng.choice(callable_)
        self.spend(f.cost + 1)
        args = ", ".join(self.argument(scope, f, i, 2) for i in range(len(f.params)))
        local = [s for s in scope.scalars if s not in self.globals.scalars]
        target = f"{self.rng.choice(local)} = " if local and self.chance(0.8) else ""
        self.emit(f"{target}{f.name}({args});")
        return None
