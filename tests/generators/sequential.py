"""Random sequential C programs whose meaning is fixed, to compare the interpreter with a real compiler.

`generate(seed)` gives the text of one program of about 100 to 200 lines. It ends quickly (fewer than 20,000
executed statements) and reports values through `__output`, which it declares but does not define: the native
run links a function that prints its argument, the interpreter prints the argument itself.

What the programs avoid, so that every compiler must agree with gcc's `-fwrapv -fsigned-char`:

- unsequenced side effects: expressions are free of side effects, except in statement forms where C orders them;
  functions that change anything are called only as `local = f(...)` with plain arguments;
- uninitialised memory: every variable has an initialiser and no jump skips one;
- out-of-range indices and shifts (array sizes are powers of two, indices and counts are masked), division by zero
  and `INT_MIN / -1` (divisors are `(e & m) + c` or `-((e & m) + 2)`), and invalid pointers (a pointer only ever
  points to a live object of its type);
- anything whose size differs between data models in a way that could trap. Values may differ between ILP32 and
  LP64, as `long` does.

What they rely on that C leaves to the implementation: signed overflow wraps, `<<` and `>>` of negative values are
those of two's complement, conversions to narrow types wrap, plain `char` is signed, an enum type without
negative members is `unsigned int`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.generators.sequential_code import (
    BINARY,
    BUDGET,
    CONSTANTS,
    FUNCTION_BUDGET,
    Code,
    Function,
    Scope,
    Struct,
)


class Generator(Code):
    # ------------------------------------------------------------ declarations

    def declare_struct(self) -> None:
        tag = f"struct s{len(self.structs)}"
        text: list[str] = []
        fields: list[tuple[str, str]] = []
        parts: list[Callable[[], str]] = []
        constant = self.constant_initialiser
        for i in range(self.rng.randrange(2, 5)):
            name, kind = f"f{i}", self.rng.random()
            if kind < 0.2 and self.structs:
                inner = self.rng.choice(self.structs)
                text.append(f"{inner.tag} {name};")
                fields += [(f".{name}{path}", t) for path, t in inner.fields]
                parts.append(inner.initialiser)
            elif kind < 0.4:
                t = self.int_type()
                text.append(f"{t} {name}[2];")
                fields += [(f".{name}[{k}]", t) for k in range(2)]
                parts.append(lambda: f"{{{constant()}, {constant()}}}")
            else:
                t = self.int_type()
                text.append(f"{t} {name};")
                fields.append((f".{name}", t))
                parts.append(constant)

        def initialiser() -> str:
            if self.chance(0.2):
                return f"{{.f{len(parts) - 1} = {parts[-1]()}}}"
            return "{" + ", ".join(part() for part in parts[: self.rng.randrange(1, len(parts) + 1)]) + "}"

        self.emit(f"{tag} {{ {' '.join(text)} }};")
        self.structs.append(Struct(tag, fields, initialiser))

    def constant_initialiser(self) -> str:
        return self.rng.choice(CONSTANTS)

    def declare_variable(self, scope: Scope, prefix: str, storage: str) -> None:
        """A variable of a random kind with an initialiser that is constant if `storage` is static."""
        constant = storage != ""
        roll = self.rng.random()
        name = self.fresh(prefix)
        if roll < 0.5 or (not constant and roll < 0.7):
            t = self.int_type()
            value = self.rng.choice(CONSTANTS) if constant else self.expr(scope, 2)
            self.emit(f"{storage}{t} {name} = {value};")
            scope.scalars.append(name)
            scope.addressable.append((name, t))
        elif roll < 0.72:
            t, size = self.int_type(), self.rng.choice((2, 4, 8))
            if t == "char" and size > 2 and self.chance(0.5):
                self.emit(f'{storage}char {name}[{size}] = "x{self.rng.randrange(10)}";')
            else:
                given = self.rng.randrange(1, size + 1)
                values = ", ".join(self.rng.choice(CONSTANTS) for _ in range(given))
                at = f"[{self.rng.randrange(size)}] = " if given == 1 and self.chance(0.4) else ""
                self.emit(f"{storage}{t} {name}[{size}] = {{{at}{values}}};")
            scope.arrays.append((name, size))
            scope.addressable.append((f"{name}[{self.rng.randrange(size)}]", t))
        elif roll < 0.8:
            t = self.int_type()
            rows = ", ".join(
                "{" + ", ".join(self.rng.choice(CONSTANTS) for _ in range(self.rng.randrange(1, 5))) + "}" for _ in "ab"
            )
            self.emit(f"{storage}{t} {name}[2][4] = {{{rows}}};")
            scope.arrays += [(f"{name}[0]", 4), (f"{name}[1]", 4)]
            scope.places.append(f"{name}[{self.rng.randrange(2)}][{self.rng.randrange(4)}]")
        elif self.structs:
            struct = self.rng.choice(self.structs)
            if roll < 0.9:
                self.emit(f"{storage}{struct.tag} {name} = {struct.initialiser()};")
                instances = [name]
            else:
                self.emit(f"{storage}{struct.tag} {name}[2] = {{{struct.initialiser()}}};")
                instances = [f"{name}[0]", f"{name}[1]"]
            for instance in instances:
                scope.structs.append((instance, struct.tag))
                scope.addressable.append((instance, struct.tag))
                for path, t in struct.fields:
                    scope.places.append(instance + path)
                    scope.addressable.append((instance + path, t))
        else:
            self.emit(f"{storage}int {name} = 0;")
            scope.scalars.append(name)

    def declare_pointer(self, scope: Scope, storage: str) -> None:
        place, t = self.rng.choice(scope.addressable)
        name = self.fresh("p")
        self.emit(f"{storage}{t} *{name} = &{place};")
        scope.pointers.append((name, t))
        if t.startswith("struct"):
            struct = next(s for s in self.structs if s.tag == t)
            scope.places += [f"{name}->{path[1:]}" for path, _ in struct.fields]
            scope.structs.append((f"*{name}", t))

    # ------------------------------------------------------------ functions

    def function(self, kind: str) -> None:
        name = self.fresh({"pure": "f", "effect": "h", "maker": "mk"}[kind])
        scope = Scope(pure=True) if kind != "effect" else self.globals.inner()
        scope.pure = kind != "effect"
        recursive = kind != "maker" and self.chance(0.3)
        params: list[str] = []
        texts: list[str] = []
        if recursive:
            params.append("int")
            texts.append("int depth")
            scope.read_only.append("depth")
        for i in range(self.rng.randrange(1, 4) if kind != "maker" else 2):
            t = self.int_type()
            if kind == "effect" and self.chance(0.35):
                t = self.rng.choice(self.globals.addressable)[1] + " *"
            elif kind != "maker" and self.structs and self.chance(0.25):
                t = self.rng.choice(self.structs).tag
            param = f"a{i}"
            params.append(t)
            texts.append(f"{t}{param}" if t.endswith("*") else f"{t} {param}")
            self.add_parameter(scope, param, t)
        result = self.int_type() if kind != "maker" else self.rng.choice(self.structs).tag
        self.cost, self.budget = 0, FUNCTION_BUDGET
        self.emit(f"static {result} {name}({', '.join(texts)}) {{")
        self.indent += 1
        for _ in range(self.rng.randrange(1, 3)):
            self.declare_variable(scope, "v", "")
        if kind == "effect" and self.chance(0.4):
            static = self.fresh("k")
            self.emit(f"static {self.int_type()} {static} = {self.rng.choice(CONSTANTS)};")
            scope.scalars.append(static)
        if self.chance(0.4):
            self.declare_pointer(scope, "")
        if recursive:
            self.emit("if (depth <= 0)")
            self.emit(f"    return {self.expr(scope, 1)};")
        for _ in range(self.rng.randrange(1, 4)):
            self.statement(scope, 2)
        if kind == "maker":
            value = self.fresh("r")
            struct = next(s for s in self.structs if s.tag == result)
            self.emit(f"{result} {value} = {struct.initialiser()};")
            self.emit(f"{value}{self.rng.choice(struct.fields)[0]} = {self.expr(scope, 2)};")
            self.emit(f"return {value};")
        elif recursive:
            local = self.fresh("v")
            args = []
            for i, p in enumerate(params[1:]):
                args.append(f"a{i}" if p.endswith("*") or p.startswith("struct") else self.expr(scope, 2))
            self.emit(f"{self.int_type()} {local} = {name}({', '.join(['depth - 1', *args])});")
            scope.scalars.append(local)
            self.emit(f"return {local} {self.rng.choice(BINARY)} {self.expr(scope, 1)};")
        else:
            self.emit(f"return {self.expr(scope, 3)};")
        self.indent -= 1
        self.emit("}")
        self.emit("")
        cost = (self.cost + 4) * (6 if recursive else 1)
        self.functions.append(Function(name, kind, result, params, cost, recursive))

    def add_parameter(self, scope: Scope, name: str, t: str) -> None:
        if t.endswith("*"):
            target = t[:-2]
            scope.pointers.append((name, target))
            if target.startswith("struct"):
                struct = next(s for s in self.structs if s.tag == target)
                scope.places += [f"{name}->{path[1:]}" for path, _ in struct.fields]
                scope.structs.append((f"*{name}", target))
        elif t.startswith("struct"):
            struct = next(s for s in self.structs if s.tag == t)
            scope.structs.append((name, t))
            scope.places += [name + path for path, _ in struct.fields]
            scope.addressable += [(name + path, field_type) for path, field_type in struct.fields]
        else:
            scope.scalars.append(name)
            scope.addressable.append((name, t))

    def table(self) -> None:
        """Two small functions of one type and a table of pointers to them."""
        t = self.int_type()
        names = [self.fresh("g") for _ in range(2)]
        for name in names:
            scope = Scope(pure=True, scalars=["a", "b"])
            functions, self.functions = self.functions, []
            tables, self.tables = self.tables, []
            self.emit(f"static {t} {name}({t} a, {t} b) {{ return {self.expr(scope, 2)}; }}")
            self.functions, self.tables = functions, tables
        name = self.fresh("table")
        self.emit(f"static {t} (*const {name}[2])({t}, {t}) = {{{names[0]}, &{names[1]}}};")
        self.emit("")
        self.tables.append((name, 2, 2))

    # ------------------------------------------------------------ program

    def program(self) -> str:
        self.emit("#include <stdlib.h>")
        self.emit("#include <string.h>")
        self.emit("")
        self.emit("extern void __output(unsigned long long);")
        self.emit("")
        first = self.rng.choice((0, 1, 5))
        self.emit(f"enum colour {{ RED = {first}, GREEN, BLUE = {first + 7}, LAST = BLUE * 2 }};")
        self.globals.read_only += ["GREEN", "LAST"]
        for _ in range(self.rng.randrange(1, 4)):
            self.declare_struct()
        self.emit("")
        self.emit("static enum colour hue = BLUE;")
        self.globals.scalars.append("hue")
        for _ in range(self.rng.randrange(5, 9)):
            self.declare_variable(self.globals, "g", "static ")
        if not self.globals.scalars[1:]:
            self.emit("static int g0 = 1;")
            self.globals.scalars.append("g0")
            self.globals.addressable.append(("g0", "int"))
        for _ in range(self.rng.randrange(1, 3)):
            self.declare_pointer(self.globals, "static ")
        self.emit("")
        self.table()
        for kind in ("pure", "maker", "effect", "pure", "effect"):
            if len(self.lines) < 110:
                self.function(kind)
        self.main()
        return "\n".join(self.lines) + "\n"

    def main(self) -> None:
        self.emit("int main(void) {")
        self.indent += 1
        scope = self.globals.inner()
        for _ in range(self.rng.randrange(3, 6)):
            self.declare_variable(scope, "x", "")
        local = self.fresh("x")
        self.emit(f"{self.int_type()} {local} = {self.rng.choice(CONSTANTS)};")
        scope.scalars.append(local)
        for _ in range(self.rng.randrange(1, 3)):
            self.declare_pointer(scope, "")
        heap = self.declare_heap(scope)
        self.cost, self.budget = 0, BUDGET
        start, target = len(self.lines), self.rng.randrange(105, 145)
        while len(self.lines) < target or len(self.lines) < start + 15:
            self.statement(scope, 3)
            if self.chance(0.25):
                self.emit(f"__output({self.expr(scope, 1)});")
        self.report(scope)
        for name in heap:
            self.emit(f"free({name});")
        self.emit("return 0;")
        self.indent -= 1
        self.emit("}")

    def declare_heap(self, scope: Scope) -> list[str]:
        """Objects on the heap; the parentheses keep them apart from arrays, whose sizeof is another."""
        names: list[str] = []
        if self.chance(0.6):
            t, name = self.int_type(), self.fresh("m")
            self.emit(f"{t} *{name} = calloc(4, sizeof({t}));")
            scope.arrays.append((f"({name})", 4))
            scope.addressable.append((f"{name}[{self.rng.randrange(4)}]", t))
            names.append(name)
        if self.chance(0.4):
            struct, name = self.rng.choice(self.structs), self.fresh("m")
            self.emit(f"{struct.tag} *{name} = malloc(sizeof *{name});")
            self.emit(f"*{name} = ({struct.tag}){struct.initialiser()};")
            scope.pointers.append((name, struct.tag))
            scope.structs.append((f"*{name}", struct.tag))
            scope.places += [f"{name}->{path[1:]}" for path, _ in struct.fields]
            keep = self.fresh("m")
            self.emit(f"{struct.tag} *const {keep} = {name};")
            names.append(keep)
        return names

    def report(self, scope: Scope) -> None:
        """Everything that is left, one checksum per array, everything else by itself."""
        self.emit("unsigned long long sum = 0;")
        for name, size in scope.arrays:
            self.emit(f"for (int i = 0; i < {size}; i++)")
            self.emit(f"    sum = sum * 31 + (unsigned long long){name}[i];")
        for name in self.rng.sample(scope.places, min(len(scope.places), 8)):
            self.emit(f"sum = sum * 37 + (unsigned long long){name};")
        self.emit("__output(sum);")
        for name in scope.scalars:
            self.emit(f"__output({name});")


def generate(seed: int) -> str:
    return Generator(seed).program()


if __name__ == "__main__":
    print(generate(int(sys.argv[1]) if len(sys.argv) > 1 else 0), end="")
