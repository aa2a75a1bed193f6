"""Writes a typed tree as C again, every conversion explicit, so that a C compiler can judge it."""

from __future__ import annotations

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct


class CannotWrite(Exception):
    """The tree holds something that has no C form here (an unsupported construct, a float)."""


class Writer:
    def __init__(self, model: ct.DataModel) -> None:
        self.model = model
        self.struct_names: dict[int, str] = {}
        self.structs: list[ct.Struct] = []
        self.syncs: set[ct.Sync] = set()

    # ------------------------------------------------------------ types

    def declare(self, t: ct.CType, name: str = "") -> str:
        """A declaration of `name` with type t; without a name, the type as in a cast."""
        if isinstance(t, ct.Pointer):
            inner = ("*_Atomic " if t.atomic else "*") + name
            return self.declare(t.to, f"({inner})" if isinstance(t.to, ct.Array | ct.Function) else inner)
        if isinstance(t, ct.Array):
            return self.declare(t.of, f"{name}[{'' if t.size is None else t.size}]")
        if isinstance(t, ct.Function):
            params = ", ".join(self.declare(p) for p in t.params) + (", ..." if t.variadic else "")
            return self.declare(t.result, f"{name}({'' if t.unprototyped else params or 'void'})")
        return f"{self.base(t)} {name}".strip()

    def base(self, t: ct.CType) -> str:
        prefix = "_Atomic " if t.atomic else ""
        match t:
            case ct.Void():
                return prefix + "void"
            case ct.Int():
                return prefix + t.name
            case ct.Float():
                return prefix + {32: "float", 64: "double"}.get(t.width, "long double")
            case ct.Sync():
                self.syncs.add(t)
                return f"struct sync_{t.size}_{t.align}"
            case ct.Struct():
                return ("union " if t.is_union else "struct ") + self.struct_name(t)
        raise CannotWrite(ct.show(t))

    def struct_name(self, t: ct.Struct) -> str:
        if id(t) not in self.struct_names:
            self.struct_names[id(t)] = f"{t.tag or 'anonymous'}_{len(self.struct_names)}"
            self.structs.append(t)
        return self.struct_names[id(t)]

    def fields(self, t: ct.Struct) -> str:
        out = []
        for f in t.fields or []:
            attributes = f" __attribute__((aligned({f.align})))" if f.align else ""
            attributes += " __attribute__((packed))" if f.packed else ""
            if f.name is None and isinstance(f.type, ct.Struct):
                kind = "union" if f.type.is_union else "struct"
                out.append(f"{kind} {{ {self.fields(f.type)} }};")
            else:
                bits = "" if f.bits is None else f" : {f.bits}"
                out.append(self.declare(f.type, f.name or "") + bits + attributes + ";")
        return " ".join(out)

    def definitions(self) -> str:
        """Definitions of all structs used, each after those it contains."""
        done: set[int] = set()
        out: list[str] = []

        def define(t: ct.CType) -> None:
            while isinstance(t, ct.Array):
                t = t.of
            if not isinstance(t, ct.Struct) or id(t) in done or t.fields is None:
                return
            done.add(id(t))
            text = self.fields(t)
            for f in t.fields:
                define(f.type)
            if self.base(t) in ("struct ", "union "):
                return
            attributes = " __attribute__((packed))" if t.packed else ""
            attributes += f" __attribute__((aligned({t.align})))" if t.align else ""
            out.append(f"{self.base(t)} {{ {text} }}{attributes};")

        i = 0
        while i < len(self.structs):
            define(self.structs[i])
            i += 1
        shapes = {(t.size, t.align) for t in self.syncs}
        opaque = [f"struct sync_{s}_{a} {{ char b[{s}]; }} __attribute__((aligned({a})));" for s, a in sorted(shapes)]
        return "\n".join(opaque + out)

    # ------------------------------------------------------------ expressions

    def number(self, value: int, t: ct.CType) -> str:
        literal = f"(-{-value - 1}ll-1)" if value < 0 else f"{value}ull"
        return f"(({self.declare(t)}){literal})"

    def name(self, d: ast.VarDecl | ast.FuncDecl) -> str:
        return d.name

    def expr(self, e: ast.Expr) -> str:
        if isinstance(e, ast.Const):
            return self.number(e.value, e.type)
        if isinstance(e, ast.Name | ast.Deref | ast.Index | ast.Member | ast.Str):
            return self.place(e)
        text = self.operation(e)
        if isinstance(e.type, ct.Void | ct.Struct | ct.Sync):
            return f"({text})"
        return f"(({self.declare(e.type)}){text})"

    def operation(self, e: ast.Expr) -> str:
        match e:
            case ast.Load() | ast.Decay():
                return f"({self.place(e.place)})"
            case ast.AddrOf():
                return f"(&{self.place(e.place)})"
            case ast.Unary():
                return f"({e.op}{self.expr(e.operand)})"
            case ast.Binary() | ast.Logical():
                return f"({self.expr(e.left)} {e.op} {self.expr(e.right)})"
            case ast.PtrAdd():
                return f"({self.expr(e.pointer)} {'-' if e.negative else '+'} {self.expr(e.index)})"
            case ast.PtrDiff():
                return f"({self.expr(e.left)} - {self.expr(e.right)})"
            case ast.Cond():
                then = "" if e.then is None else self.expr(e.then)
                return f"({self.expr(e.cond)} ? {then} : {self.expr(e.other)})"
            case ast.Comma():
                return f"({self.expr(e.left)}, {self.expr(e.right)})"
            case ast.Assign():
                return f"({self.place(e.place)} = {self.expr(e.value)})"
            case ast.CompoundAssign():
                return f"({self.place(e.place)} {e.op}= {self.expr(e.value)})"
            case ast.IncDec():
                op = "++" if e.delta > 0 else "--"
                return f"({op}{self.place(e.place)})" if e.prefix else f"({self.place(e.place)}{op})"
            case ast.Call():
                callee = self.name(e.callee.decl) if isinstance(e.callee, ast.Name) else self.expr(e.callee)
                return f"{callee}({', '.join(map(self.expr, e.args))})"
            case ast.Cast():
                return (
                    f"{self.expr(e.operand)}"
                    if isinstance(e.type, ct.Void) is False
                    else f"((void){self.expr(e.operand)})"
                )
            case ast.StmtExpr():
                return f"({self.stmt(e.body)})"
        raise CannotWrite(type(e).__name__)

    def place(self, e: ast.Expr) -> str:
        match e:
            case ast.Name():
                return self.name(e.decl)
            case ast.Deref():
                return f"(*{self.expr(e.pointer)})"
            case ast.Index():
                return f"{self.place(e.array)}[{self.expr(e.index)}]"
            case ast.Member():
                return f"{self.place(e.base)}.{e.name}"
            case ast.Str():
                return '"' + "".join(f"\\{b:03o}" for b in e.data[:-1]) + '"'
        return self.expr(e)

    # ------------------------------------------------------------ statements

    def stmt(self, s: ast.Stmt | None) -> str:
        match s:
            case None:
                return ";"
            case ast.ExprStmt():
                return self.expr(s.expr) + ";"
            case ast.DeclStmt():
                return " ".join(self.local(d) for d in s.decls)
            case ast.Block():
                return "{ " + " ".join(map(self.stmt, s.body)) + " }"
            case ast.If():
                other = "" if s.other is None else f" else {{ {self.stmt(s.other)} }}"
                return f"if ({self.expr(s.cond)}) {{ {self.stmt(s.then)} }}{other}"
            case ast.While():
                return f"while ({self.expr(s.cond)}) {{ {self.stmt(s.body)} }}"
            case ast.DoWhile():
                return f"do {{ {self.stmt(s.body)} }} while ({self.expr(s.cond)});"
            case ast.For():
                cond = "" if s.cond is None else self.expr(s.cond)
                step = "" if s.step is None else self.expr(s.step)
                return f"{{ {self.stmt(s.init)} for (; {cond}; {step}) {{ {self.stmt(s.body)} }} }}"
            case ast.Switch():
                return f"switch ({self.expr(s.value)}) {{ {self.stmt(s.body)} }}"
            case ast.Case():
                label = f"{s.low}ll" if s.low == s.high else f"{s.low}ll ... {s.high}ll"
                return f"case {label}: {self.stmt(s.body)}"
            case ast.Default():
                return f"default: {self.stmt(s.body)}"
            case ast.Label():
                return f"{s.name}: ; {self.stmt(s.body)}"
            case ast.Goto():
                return f"goto {s.label};"
            case ast.Break():
                return "break;"
            case ast.Continue():
                return "continue;"
            case ast.Return():
                return "return;" if s.value is None else f"return {self.expr(s.value)};"
            case ast.Empty():
                return ";"
        raise CannotWrite(type(s).__name__)

    def local(self, d: ast.VarDecl) -> str:
        if d.storage != "local":
            raise CannotWrite("static local")
        if d.init is None:
            return self.declare(d.type, d.name) + ";"
        if isinstance(d.type, ct.Array | ct.Struct | ct.Sync) and d.init.zero_rest:
            raise CannotWrite("aggregate initialiser")
        return f"{self.declare(d.type, d.name)} = {self.expr(d.init.parts[0].value)};"

    def function(self, f: ast.FuncDecl) -> str:
        assert f.body is not None
        params = ", ".join(self.declare(p.type, p.name) for p in f.params)
        variadic = ", ..." if f.type.variadic else ""
        head = self.declare(f.type.result, f"{f.name}({params or ('' if f.type.unprototyped else 'void')}{variadic})")
        return f"{head} {self.stmt(f.body)}"

    def unit(self, u: ast.Unit) -> tuple[str, list[str]]:
        """The program (initial values left out), and the names of the functions that could be written."""
        lines, written = [], []
        for f in u.functions.values():
            lines.append(self.declare(f.type, f.name) + ";")
        for g in u.globals:
            if g.storage == "static" or g.name == "compound literal":
                continue
            thread = "__thread " if g.storage == "thread" else ""
            extern = "" if g.defined else "extern "
            lines.append(f"{extern}{thread}{self.declare(g.type, g.name)};")
        for f in u.functions.values():
            if f.body is not None:
                try:
                    lines.append(self.function(f))
                    written.append(f.name)
                except CannotWrite:
                    pass
        return self.definitions() + "\n" + "\n".join(lines) + "\n", written
