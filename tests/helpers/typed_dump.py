"""Writes the typed tree compactly, with every implicit step visible: [x] is a load, (T)e a conversion."""

from __future__ import annotations

from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.typecheck import build_unit


def unit(text: str, model: ct.DataModel = ct.ILP32) -> ast.Unit:
    return build_unit(text.encode(), "t.c", model)


def body(text: str, model: ct.DataModel = ct.ILP32, function: str = "main") -> list[str]:
    """The statements of a function, one string each."""
    block = unit(text, model).functions[function].body
    assert block is not None
    return [stmt(s) for s in block.body]


def expression(text: str, declarations: str = "", model: ct.DataModel = ct.ILP32) -> str:
    """One expression in main, as it ends up in the tree."""
    return body(f"{declarations}\nint main(void) {{ {text}; }}", model)[-1]


def expr(e: ast.Expr) -> str:
    match e:
        case ast.Const():
            return f"{e.value}" if e.type == ct.INT else f"{e.value}:{ct.show(e.type)}"
        case ast.FloatConst():
            return f"{e.value}:{ct.show(e.type)}"
        case ast.Str():
            return repr(e.data)
        case ast.Name():
            return e.decl.name
        case ast.Load():
            return f"[{expr(e.place)}]"
        case ast.Decay():
            return f"decay({expr(e.place)})"
        case ast.AddrOf():
            return f"&{expr(e.place)}"
        case ast.Deref():
            return f"*{expr(e.pointer)}"
        case ast.Index():
            return f"{expr(e.array)}[{expr(e.index)}]"
        case ast.Member():
            bits = "" if e.bits is None else f":{e.bits[0]}+{e.bits[1]}"
            return f"{expr(e.base)}.{e.name}@{e.offset}{bits}"
        case ast.Unary():
            return f"{e.op}{expr(e.operand)}"
        case ast.Binary():
            return f"({expr(e.left)} {e.op} {expr(e.right)}):{ct.show(e.type)}"
        case ast.PtrAdd():
            return f"ptr({expr(e.pointer)} {'-' if e.negative else '+'} {expr(e.index)})"
        case ast.PtrDiff():
            return f"diff({expr(e.left)}, {expr(e.right)}):{ct.show(e.type)}"
        case ast.Logical():
            return f"({expr(e.left)} {e.op} {expr(e.right)})"
        case ast.Cond():
            then = "" if e.then is None else expr(e.then)
            return f"({expr(e.cond)} ? {then} : {expr(e.other)}):{ct.show(e.type)}"
        case ast.Comma():
            return f"({expr(e.left)}, {expr(e.right)})"
        case ast.Assign():
            return f"{expr(e.place)} = {expr(e.value)}"
        case ast.CompoundAssign():
            return f"{expr(e.place)} {e.op}= {expr(e.value)} in {ct.show(e.compute_type)}"
        case ast.IncDec():
            return f"{'pre' if e.prefix else 'post'}({expr(e.place)}, {e.delta:+d})"
        case ast.Call():
            return f"{expr(e.callee)}({', '.join(map(expr, e.args))}):{ct.show(e.type)}"
        case ast.Cast():
            return f"({ct.show(e.type)}){expr(e.operand)}"
        case ast.StmtExpr():
            return f"({stmt(e.body)}):{ct.show(e.type)}"
        case ast.CompoundLiteral():
            return f"literal({ct.show(e.type)} {init(e.decl.init)})"
        case ast.Unsupported():
            return f"unsupported({e.what})"


def init(i: ast.Init | None) -> str:
    if i is None:
        return "none"
    parts = []
    for p in i.parts:
        bits = "" if p.bits is None else f":{p.bits[0]}+{p.bits[1]}"
        parts.append(f"{p.offset}{bits}={expr(p.value)}")
    return "{" + ", ".join(parts) + ("; 0}" if i.zero_rest else "}")


def decl(d: ast.VarDecl) -> str:
    return f"{d.storage} {ct.show(d.type)} {d.name}" + ("" if d.init is None else f" = {init(d.init)}")


def stmt(s: ast.Stmt | None) -> str:
    match s:
        case None:
            return "-"
        case ast.ExprStmt():
            return expr(s.expr)
        case ast.DeclStmt():
            return "; ".join(map(decl, s.decls))
        case ast.Block():
            return "{" + "; ".join(map(stmt, s.body)) + "}"
        case ast.If():
            return f"if {expr(s.cond)} then {stmt(s.then)} else {stmt(s.other)}"
        case ast.While():
            return f"while {expr(s.cond)} {stmt(s.body)}"
        case ast.DoWhile():
            return f"do {stmt(s.body)} while {expr(s.cond)}"
        case ast.For():
            cond = "-" if s.cond is None else expr(s.cond)
            step = "-" if s.step is None else expr(s.step)
            return f"for {stmt(s.init)} | {cond} | {step} | {stmt(s.body)}"
        case ast.Switch():
            return f"switch {expr(s.value)} {stmt(s.body)}"
        case ast.Case():
            return f"case {s.low}..{s.high}: {stmt(s.body)}"
        case ast.Default():
            return f"default: {stmt(s.body)}"
        case ast.Label():
            return f"{s.name}: {stmt(s.body)}"
        case ast.Goto():
            return f"goto {s.label}"
        case ast.Break():
            return "break"
        case ast.Continue():
            return "continue"
        case ast.Return():
            return "return" if s.value is None else f"return {expr(s.value)}"
        case ast.Empty():
            return "empty"
        case ast.VlaDecl():
            return s.decl.name + "".join(f"[{expr(n)}]" for n in s.lengths)
        case ast.UnsupportedStmt():
            return f"unsupported({s.what})"
