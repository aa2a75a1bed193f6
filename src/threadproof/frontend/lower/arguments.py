"""The arguments of main, if they may be any: how many there are, and the first few of them.

The characters of an argument, its length and the number that it is do not know of each other in the program model, so
it has all executions that there are, and some that there are not: a violation counts if arguments can be named that
lead to it (`result.arguments`, and the second reading, which has real ones).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from threadproof.analysis.points_to import From, StoreTo
from threadproof.frontend import ast as A
from threadproof.frontend import raw as R
from threadproof.frontend.ctypes import CHAR, Array, Int, Pointer, Void
from threadproof.frontend.lower.whole import ProgramContext, Value
from threadproof.ir import op as O
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.result import arguments as names

if TYPE_CHECKING:
    from threadproof.frontend.lower.calls import Calls

#: what Linux takes is 6 MB of them
MOST_ARGUMENTS = 6 << 20
#: functions that make a number of a string
NUMBERS = ("atoi", "atol", "atoll", "strtol", "strtoul", "strtoll", "strtoull", "strtoimax", "strtoumax")
_COMPARISONS = ("==", "!=", "<", ">", "<=", ">=")
ENVIRONMENT = "environment of the program"


def arguments_of_main(c: Calls, main: A.FuncDecl) -> list[Value]:
    params = main.params
    if not params:
        return []
    count = params[0].type
    if not isinstance(count, Int):
        c.unsupported("main whose first parameter is no number")
        return [c.dummy(p.type) for p in params]
    most = min(MOST_ARGUMENTS, (1 << (count.width - 1)) - 1)
    if not any(_is_used(p, main) for p in params[1:]):
        value = c.new_local(names.COUNT, count)
        c.temporaries.update(value.vars)
        c.emit(O.Havoc(value.vars[0], (), 1, most))
        return [T.var(value.vars[0]), *[_unknown(c, p) for p in params[1:]]]
    known = c.program.arguments = _objects(c.program, params[0], count)
    c.program.asked_once = {id(call): n for call, n in asked_once(c.program.unit)}
    c.program.asked_once |= {id(call): n for call, n, _ in compared_once(c.program.unit)}
    c.emit(O.Havoc(known.count, (), 1, min(known.first + 1, most) if known.is_capped else most))
    c.program.scope[names.ANY_ARGUMENTS] = None
    values: list[Value] = [_uncapped(c, known, count, most) if known.is_capped else T.var(known.count)]
    for n, p in enumerate(params[1:]):
        if n == 0 and isinstance(p.type, Pointer) and isinstance(p.type.to, Pointer):
            values.append(c.program.static_pointer(known.vector))
        else:
            values.append(_unknown(c, p))
    return values


def _unknown(c: Calls, p: A.VarDecl) -> Value:
    if not isinstance(p.type, Pointer):
        return c.dummy(p.type)
    site = c.program.new_site(p.name, p.type.to, "global")
    c.program.opaque[site.number] = ENVIRONMENT
    return c.program.static_pointer(site)


def _is_used(p: A.VarDecl, f: A.FuncDecl) -> bool:
    """`(void)argv` is no use."""
    uses = 0
    for node in _inside(f.body):
        uses += isinstance(node, A.Name) and node.decl is p
        if isinstance(node, A.Cast) and isinstance(node.type, Void) and isinstance(node.operand, A.Load):
            uses -= isinstance(node.operand.place, A.Name) and node.operand.place.decl is p
    return uses > 0


def _uncapped(c: Calls, known: R.Arguments, t: Int, most: int) -> Term:
    """The number of arguments, for the program: what it is if there are many is decided when that is looked at."""
    value = c.new_local(names.COUNT, t)
    few, many, end = c.location(), c.location(), c.location()
    c.branch(T.ule(T.var(known.count), T.const(known.first, t.width)), few, many)
    c.at = few
    c.assign_local(value, T.var(known.count))
    c.jump(end)
    c.at = many
    c.emit(O.Havoc(value.vars[0], (), known.first + 1, most))
    c.jump(end)
    c.at = end
    c.temporaries.update(value.vars)
    return T.var(value.vars[0])


def _objects(program: ProgramContext, p: A.VarDecl, count: Int) -> R.Arguments:
    is_capped = _is_only_compared(p, program.unit.functions[program.unit.begin])
    first = looked_at(program.unit)
    known = first if is_capped else first + 1
    vector = program.new_site(names.VECTOR, Array(Pointer(CHAR), known + 1), "global")
    strings = [program.new_site(f"{names.TEXT}{n}", Array(CHAR, names.CHARACTERS), "global") for n in range(known)]
    zero = program.new_site("end of an argument", CHAR, "global")
    vector.zeroed = zero.zeroed = True
    step = program.model.pointer_width // 8
    for n, s in enumerate(strings):
        vector.initial[n * step] = (Pointer(CHAR), (s.number, 0))
        program.constraints.append(StoreTo((From(vector.number, n * step),), (From(s.number, 0),)))
    lengths = [
        Var(f"{names.LENGTH}{n}", names.CHARACTERS.bit_length() - 1, True, init=None, kind="place")
        for n in range(known)
    ]
    counted = Var(names.COUNT, count.width, True, signed=True, kind="place")
    return R.Arguments(counted, is_capped, first, vector, strings, zero, lengths)


def looked_at(unit: A.Unit) -> int:
    """How many of the first arguments are worth names: those that the program names by a constant, or all."""
    most = 0
    for node in _inside(*[f.body for f in unit.functions.values()]):
        if isinstance(node, A.Deref | A.Index) and isinstance(node.type, Pointer):
            n = _element(A.Load(node, node.type, node.pos))
            if n is None:
                return names.FIRST
            most = max(most, n)
    return min(most + 1, names.FIRST)


def _is_only_compared(p: A.VarDecl, f: A.FuncDecl) -> bool:
    """Is the parameter only compared with constants?"""
    uses = compared = 0
    for node in _inside(f.body):
        uses += isinstance(node, A.Name) and node.decl is p
        if isinstance(node, A.Binary) and node.op in _COMPARISONS:
            sides = A.without_casts(node.left), A.without_casts(node.right)
            if any(isinstance(x, A.Const) for x in sides):
                compared += any(
                    isinstance(x, A.Load) and isinstance(x.place, A.Name) and x.place.decl is p for x in sides
                )
    return uses == compared


def _inside(*nodes: object) -> Iterator[object]:
    todo = list(nodes)
    while todo:
        node = todo.pop()
        yield node
        todo += A.parts(node)


def the_count(program: ProgramContext, v: Value) -> Var | None:
    """If it is the number of arguments itself: what is not copied can stay undecided."""
    count = None if program.arguments is None else program.arguments.count
    return count if count is not None and isinstance(v, Term) and v.op == "var" and v.var is count else None


def is_changed(p: A.VarDecl, f: A.FuncDecl) -> bool:
    """May the function change its parameter?"""
    changes = (A.Assign, A.CompoundAssign, A.IncDec)
    is_assigned = any(
        isinstance(node, changes) and isinstance(node.place, A.Name) and node.place.decl is p
        for node in _inside(f.body)
    )
    return is_assigned or p.address_taken


def asked_once(unit: A.Unit) -> list[tuple[A.Call, int]]:
    """Calls that make a number of the only argument of their kind, and not in a loop, with the argument's number.

    The numbers that they give need not be remembered, and can stay undecided. If one of them happens twice after all,
    its results may differ, which is more than there is, as said above.
    """
    found: list[tuple[A.Call, int]] = []
    numbers: list[int] = []
    for f in unit.functions.values():
        todo: list[tuple[object, bool]] = [(f.body, False)]
        while todo:
            node, is_repeated = todo.pop()
            is_repeated = is_repeated or isinstance(node, A.While | A.DoWhile | A.For)
            todo += [(x, is_repeated) for x in reversed(list(A.parts(node)))]
            if isinstance(node, A.Call) and isinstance(node.callee, A.Name) and node.callee.decl.name in NUMBERS:
                n = _element(node.args[0]) if node.args else None
                numbers += [] if n is None else [n]
                if n is not None and not is_repeated:
                    found.append((node, n))
    return [(call, n) for call, n in found if numbers.count(n) == 1]


def compared_once(unit: A.Unit) -> list[tuple[A.Call, int, bytes]]:
    """Calls of strcmp on `argv[c]` and a literal, if nothing else is done with that argument, with c and the literal.

    Then it is the same or not, and what it is like does not matter. (If something is done with it after all: as above.)
    """
    found: list[tuple[A.Call, int, bytes]] = []
    uses: list[int] = []
    for f in unit.functions.values():
        todo: list[tuple[object, bool]] = [(f.body, False)]
        while todo:
            node, is_repeated = todo.pop()
            is_repeated = is_repeated or isinstance(node, A.While | A.DoWhile | A.For)
            todo += [(x, is_repeated) for x in reversed(list(A.parts(node)))]
            n = _element(node) if isinstance(node, A.Load) else None
            uses += [] if n is None else [n]
            if isinstance(node, A.Call) and isinstance(node.callee, A.Name) and node.callee.decl.name == "strcmp":
                n, text = (_element(node.args[0]), _literal(node.args[1])) if len(node.args) == 2 else (None, None)
                if n is not None and text is not None and not is_repeated:
                    found.append((node, n, text))
    return [x for x in found if uses.count(x[1]) == 1]


def _literal(x: A.Expr) -> bytes | None:
    x = A.without_casts(x)
    if isinstance(x, A.Decay) and isinstance(x.place, A.Str):
        return x.place.data.partition(b"\0")[0]
    return None


def where_compared_once(unit: A.Unit) -> dict[tuple[str, int], list[tuple[int, str]]]:
    """By lines."""
    found: dict[tuple[str, int], list[tuple[int, str]]] = {}
    for call, n, text in compared_once(unit):
        found.setdefault((call.pos.file, call.pos.line), []).append((n, text.decode("latin-1")))
    return found


def where_asked_once(unit: A.Unit) -> dict[tuple[str, int], list[int]]:
    """By lines."""
    found: dict[tuple[str, int], list[int]] = {}
    for call, n in asked_once(unit):
        found.setdefault((call.pos.file, call.pos.line), []).append(n)
    return found


def _element(x: A.Expr) -> int | None:
    """The number c of `argv[c]`."""
    match A.without_casts(x):
        case A.Load(place=A.Deref(pointer=A.PtrAdd(pointer=A.Load(place=A.Name()), index=index, negative=False))):
            index = A.without_casts(index)
            return index.value if isinstance(index, A.Const) and 0 <= index.value < names.FIRST else None
    return None


# ---------------------------------------------------------------- for the texts in `library`


def which(c: Calls, p: R.Ptr) -> list[tuple[Term, int]]:
    """That a pointer points into an argument, for each of them."""
    known = c.program.arguments
    if known is None:
        return []
    return [(T.eq(p.obj, T.const(s.number, R.OBJECT_WIDTH)), n) for n, s in enumerate(known.strings)]


def length_of(c: Calls, n: int) -> Term:
    assert c.program.arguments is not None
    return T.zext(T.var(c.program.arguments.lengths[n]), c.model.pointer_width)
