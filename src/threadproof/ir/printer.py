"""A program as text: deterministic, made to be read and to be compared in tests. Entry point: `print_program`.

shared
  x : i32 = 0
  ended : bool[*] = 0  (system)

thread main  id 1
  self main.self : u32
  locals t : i32 = ?
  L0 entry
    L0 -> L1: t := x  // a.c:3
    L1 -> L2: [t == 0] x := t + 1  // a.c:4
  L2 exit
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Edge, Program, Template
from threadproof.ir.understood import not_understood
from threadproof.logic import term as T
from threadproof.logic.show import show
from threadproof.logic.term import Term, Var


def print_program(program: Program) -> str:
    lines = [f"program {program.name}"]
    lines += [f"scope {s}" for s in program.scope]
    certain, possible = not_understood(program)
    lines += [f"unsupported {what} ({file}:{line})" for what, file, line in certain]
    lines += [f"unless {what} ({file}:{line})" for what, file, line in possible]
    lines += ["", "shared"]
    lines += [f"  {print_var(v)}" for v in program.shared]
    names = [program.main, *(n for n in program.templates if n != program.main)]
    for name in names:
        lines += ["", *_template(program.templates[name], is_main=name == program.main)]
    return "\n".join(lines) + "\n"


def print_var(v: Var) -> str:
    """The declaration: `flag : i32[2] = 0 {1: 5}`; `?` is an arbitrary value, `[*]` an unbounded index."""
    kind = "bool" if v.width == T.BOOL else f"{'i' if v.signed else 'u'}{v.width}"
    dims = ["*"] * v.dims
    if v.dims and v.length is not None:
        dims[0] = str(v.length)
    text = f"{v.name} : {kind}" + "".join(f"[{d}]" for d in dims)
    text += " = " + ("?" if v.init is None else _initial(v, v.init))
    if v.cells:
        text += " {" + ", ".join(f"{i}: {_initial(v, c)}" for i, c in v.cells) + "}"
    extra = [v.kind] if v.kind != "data" else []
    extra += [f"group {v.group}"] if v.group != v.name else []
    extra += [f"row {v.row}"] if v.row else []
    extra += [f"is {v.lvalue}"] if v.lvalue and v.lvalue != v.name else []
    return text + (f"  ({', '.join(extra)})" if extra else "")


def _initial(v: Var, value: int) -> str:
    if v.width == T.BOOL:
        return show(T.boolean(bool(value)))
    return str(T.to_signed(value, v.width) if v.signed else value)


def _template(t: Template, *, is_main: bool) -> list[str]:
    id_ = t.single_id if t.single_id is not None else MAIN_ID if is_main else None
    lines = [f"thread {t.name}" + ("" if id_ is None else f"  id {id_}")]
    lines.append(f"  self {print_var(t.self_var)}")
    lines += [f"  param {print_var(v)}" for v in t.params]
    lines += [f"  local {print_var(v)}" for v in t.locals if v is not t.self_var and v not in t.params]
    for location, out in enumerate(t.edges):
        marks = []
        if location == t.entry:
            marks.append("entry")
        if location == t.exit:
            marks.append("exit")
        error = t.errors.get(location)
        if error is not None:
            part = "" if error.part == error.property.name else f"/{error.part}"
            marks.append(f"error {error.property}{part}: {error.text}")
        if location in t.discards:
            marks.append(f"discards: {t.discards[location]}")
        if marks:
            lines.append(f"  L{location} {' '.join(marks)}")
        lines += [f"    {print_edge(e)}" for e in out]
    return lines


def print_edge(e: Edge) -> str:
    where = f"  // {e.origin.file}:{e.origin.line}" if e.origin.file else ""
    return f"L{e.source} -> L{e.target}: {print_op(e.op)}{where}" + (f" {e.note}" if e.note else "")


def print_op(op: O.Op) -> str:
    match op:
        case O.Step():
            return _step(op)
        case O.Havoc(var=v, index=index, low=low, high=high):
            if v.dims != len(index):
                return f"{v}[*] := {low}" if low == high else f"havoc {v}[*]"
            return f"havoc {_cell(v, index)} in {low}..{high}"
        case O.Fresh():
            counter = "" if op.counter is None else f" count {op.counter}"
            return f"{op.target} := fresh site {op.site}{counter} base {op.base} shift {op.shift}"
        case O.Signal(waiting=cell):
            return f"signal {_cell(cell.var, cell.index)}"
        case O.Create():
            return f"create {op.template}({', '.join(map(show, op.args))}) as {show(op.handle)}"
        case O.Exit():
            return f"exit {op.reason!r}" + (" normally" if op.is_normal else "")
        case O.AtomicBegin():
            return "atomic begin"
        case O.AtomicEnd():
            return "atomic end"
        case O.Primitive():
            result = "" if op.result is None else f"{op.result} := "
            return f"{result}call {op.call}({', '.join(map(show, op.args))})"
        case O.Unsupported():
            return f"unsupported {op.what!r}"


def _step(op: O.Step) -> str:
    parts = [] if op.guard is T.TRUE else [f"[{show(op.guard)}]"]
    if op.updates:
        parts.append(", ".join(f"{_cell(u.var, u.index)} := {show(u.value)}" for u in op.updates))
    elif op.guard is T.TRUE:
        parts.append("skip")
    words = {O.Order.PLAIN: "", O.Order.SEQ_CST: "atomic"}
    flags = [word for word in (words.get(op.order, op.order.value), "waits" * op.waits) if word]
    if op.role or op.lock is not None:
        flags.append(
            " ".join([op.role.value if op.role else "on", *([_cell(op.lock.var, op.lock.index)] if op.lock else [])])
        )
    return " ".join(parts) + (f" {{{', '.join(flags)}}}" if flags else "")


def _cell(v: Var, index: tuple[Term, ...]) -> str:
    return f"{v.name}[{', '.join(map(show, index))}]" if index else v.name


def digest(program: Program) -> str:
    """A name for what the program does: the same wherever its text lies, for proofs."""
    lines = print_program(program).splitlines()[1:]
    text = "\n".join([line.partition("  // ")[0] for line in lines])
    return _sha256(text)


def _sha256(text: str) -> str:
    """As `random` does: `hashlib` loads OpenSSL, which takes longer than the digest."""
    for name in ("_sha2", "_sha256", "hashlib"):
        with suppress(ImportError):
            return str(import_module(name).sha256(text.encode()).hexdigest())
    raise AssertionError
