"""Justification of covers modulo a permutation of threads: what can still happen at one node is what can at the other.

A proof lists permutations: new numbers for instances, new names for variables, and for the values that some positions
(a variable, or an index of an array) hold, as numbers or as bits of sets. A permutation leads from control w to control
v if every instance that runs in w runs under its new number in v, at a location from which the same is possible: the
graphs that may still be walked through correspond edge by edge, and each operation, with the new names, is the other
one. Values that get new names are only copied, compared for equality and used as indices, so a step looks the same in
a state and in its image; what no edge touches any more does not matter. Then every execution from a state of v is the
image of one from a state that satisfies w's label if its image holds at v, with the same reorderings, and the same
violations.

The numbers that Fresh draws are functions of the instance that draws them, so an instance that is moved draws none;
and what is drawn later is no number that is moved, if all of these are numbers of running instances. Object numbers
decide what is a leak, and a scheduler knows its threads by numbers: no permutations then.

Entry points: `Permutation.complaint` and `Permutation.term`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from threadproof.evidence.proof.complaint import Malformed
from threadproof.evidence.proof.document import PermutationRow
from threadproof.ir import op as O
from threadproof.ir.action import Control
from threadproof.ir.printer import print_op
from threadproof.ir.program import MAIN_ID, Template
from threadproof.ir.symbolic import Symbolic
from threadproof.ir.violations import RACE_KINDS
from threadproof.logic import term as T
from threadproof.logic.term import Term, Var
from threadproof.properties import Kind, Property
from threadproof.records import dataclass, field

_SET_OPERATORS = ("bvand", "bvor", "bvxor", "bvnot")


class _NoImage(Exception):
    pass


@dataclass(frozen=True, slots=True)
class _Names:
    """New names of values; no entry: the old one. Of two that are equal, one can be used for the other."""

    of: Mapping[int, int] = field(default_factory=dict)
    is_set: bool = False

    def const(self, t: Term) -> Term:
        assert t.value is not None
        if not self.is_set:
            return T.const(self.of.get(t.value, t.value), t.width)
        bits = [n for n in range(t.width) if t.value >> n & 1]
        return T.const(sum(1 << self.of.get(n, n) for n in bits), t.width)

    def fit(self, width: int) -> bool:
        """Is none of them too large for values of this width? (With the sign bit clear, in case of an extension.)"""
        return all((n if self.is_set else n.bit_length()) < width for n in self.of)


_OLD = _Names()


@dataclass(frozen=True, slots=True, eq=False)
class _Instance:
    """Somebody who runs or may be created. No number: one yet to be drawn, which is not moved."""

    template: Template
    id: int | None

    @property
    def key(self) -> tuple[str, int | None]:
        return self.template.name, self.id


#: two instances, each at a location
_Pair = tuple[_Instance, int, _Instance, int]


class Permutation:
    def __init__(self, symbolic: Symbolic, property_: Property, row: PermutationRow) -> None:
        self.symbolic = symbolic
        self.program = symbolic.program
        self.property = property_
        self.ids = _permutation(row.ids, "instances")
        if MAIN_ID in self.ids or 0 in self.ids:
            raise Malformed("a permutation moves main")
        self._owners = {v: t for t in self.program.templates.values() for v in t.locals}
        self._variables = self._read_variables(row)
        self._names = self._read_names(row)
        self._thread_names = _Names(self.ids)
        self._pairs: dict[tuple[object, ...], str] = {}
        self._controls: dict[tuple[Control, Control], str] = {}

    # ------------------------------------------------------------ reading

    def _find(self, template: str, name: str) -> Var:
        owner = self.program.templates.get(template)
        variables = self.program.shared if template == "" else () if owner is None else owner.locals
        found = [v for v in variables if v.name == name]
        if len(found) != 1:
            raise Malformed(f"a permutation is about an unknown variable {template} {name}")
        return found[0]

    def _read_variables(self, row: PermutationRow) -> dict[Var, Var]:
        found: dict[Var, Var] = {}
        for template, name, new_template, new_name in row.variables:
            v, w = self._find(template, name), self._find(new_template, new_name)
            if v in found or (v.shared, v.width, v.dims, v.length, v.kind) != (
                w.shared, w.width, w.dims, w.length, w.kind,
            ):  # fmt: skip
                raise Malformed(f"a permutation takes {v} to {w}")
            found[v] = w
        shared = {v for v in found if v.shared}
        if len(set(found.values())) != len(found) or shared != {w for w in found.values() if w.shared}:
            raise Malformed("a permutation gives two variables one name")
        return found

    def _read_names(self, row: PermutationRow) -> dict[tuple[Var, int], _Names]:
        explicit = {v for found in self.symbolic.explicit.values() for v in found}
        found = {}
        for template, name, position, is_set, pairs in row.values:
            v = self._find(template, name)
            if v in explicit or not -1 <= position < v.dims or (v, position) in found:
                raise Malformed(f"a permutation gives new names to the values of {v}")
            new = _permutation(pairs, f"values of {v}")
            found[v, position] = _Names(new, is_set and bool(new))
        return found

    # ------------------------------------------------------------ from control to control

    def complaint(self, w: Control, v: Control) -> str:
        """Why it does not lead from w to v; "" if it does."""
        if (w, v) not in self._controls:
            self._controls[w, v] = self._complaint(w, v)
        return self._controls[w, v]

    def _complaint(self, w: Control, v: Control) -> str:
        if self.program.scheduler is not None:
            return "a scheduler knows its threads by their numbers"
        if self.property.has(Kind.LEAK) and self.program.memory is not None and self.program.memory.heap:
            return "leaks depend on the numbers of objects"
        if sorted(map(self.id, w.ids)) != list(v.ids) or self.id(w.inside) != v.inside:
            return "it does not lead to the running instances"
        starts = []
        for p in w.places:
            q = v.place(self.id(p.id))
            if p.values != q.values or (p.values and p.template is not q.template):
                return f"{p!r} and {q!r} have drawn different numbers"
            starts.append((_Instance(p.template, p.id), p.location, _Instance(q.template, q.id), q.location))
        return next(self._differences(starts, w), "")

    def id(self, id_: int) -> int:
        return self.ids.get(id_, id_)

    def _differences(self, starts: list[_Pair], w: Control) -> Iterator[str]:
        """What is different in the two rests of the program."""
        pending = list(starts)
        seen = set(map(_key, starts))
        while pending:
            pair = pending.pop()
            a, at, b, there = pair
            if _key(pair) not in self._pairs:
                self._pairs[_key(pair)] = self._location(a, at, b, there)
            if self._pairs[_key(pair)]:
                yield self._pairs[_key(pair)]
            for e, f in zip(a.template.edges[at], b.template.edges[there], strict=False):
                following = [(a, e.target, b, f.target)]
                if isinstance(e.op, O.Create) and isinstance(f.op, O.Create):
                    new, other = self._created(e.op), self._created(f.op)
                    following.append((new, new.template.entry, other, other.template.entry))
                if isinstance(e.op, O.Fresh) and e.op.shift == 0 and not set(self.ids) <= set(w.ids):
                    yield "it moves instances that do not run, while numbers are still drawn"
                pending += [x for x in following if _key(x) not in seen]
                seen.update(map(_key, following))

    def _created(self, op: O.Create) -> _Instance:
        return _Instance(self.program.templates[op.template], op.handle.value)

    def _location(self, a: _Instance, at: int, b: _Instance, there: int) -> str:
        t, u = a.template, b.template
        where = f"{t.name} L{at} and {u.name} L{there}"
        error, other = t.errors.get(at), u.errors.get(there)
        if (at == t.exit) != (there == u.exit) or len(t.edges[at]) != len(u.edges[there]):
            return f"{where} do not correspond"
        if (error and (error.property, error.part)) != (other and (other.property, other.part)):
            return f"{where} are not the same error"
        for e, f in zip(t.edges[at], u.edges[there], strict=True):
            try:
                is_same = type(e.op) is type(f.op) and self._is_image(a, e.op, b, f.op)
            except _NoImage:
                is_same = False
            if not is_same:
                return f"at {where} the steps {print_op(e.op)!r} and {print_op(f.op)!r} differ"
        return ""

    # ------------------------------------------------------------ operations

    def _is_image(self, a: _Instance, op: O.Op, b: _Instance, other: O.Op) -> bool:
        match op, other:
            case O.Step(), O.Step():
                return (
                    (op.order, op.waits, op.role) == (other.order, other.waits, other.role)
                    and self._is_term(a, op.guard, b, other.guard, _OLD)
                    and len(op.updates) == len(other.updates)
                    and all(
                        self._is_cell(a, O.Cell(x.var, x.index), b, O.Cell(y.var, y.index))
                        and self._is_term(a, x.value, b, y.value, self._names_of(x.var))
                        for x, y in zip(op.updates, other.updates, strict=True)
                    )
                )
            case O.Havoc(), O.Havoc():
                is_whole = len(op.index) < op.var.dims
                if (op.low, op.high, len(op.index)) != (other.low, other.high, len(other.index)):
                    return False
                if is_whole:
                    image = self._variable(self._own(a, op.var))
                    return image is self._own(b, other.var) and not self._has_new_names(op.var)
                cells = O.Cell(op.var, op.index), O.Cell(other.var, other.index)
                return not self._names_of(op.var).of and self._is_cell(a, cells[0], b, cells[1])
            case O.Signal(), O.Signal():
                return self._names_of(op.waiting.var) == _Names(self.ids, is_set=True) and self._is_cell(
                    a, op.waiting, b, other.waiting
                )
            case O.Fresh(), O.Fresh():
                names = self._names_of(op.target)
                return (
                    a.key == b.key and op == other and (not names.of or (op.shift == 0 and names == self._thread_names))
                )
            case O.Create(), O.Create():
                return a.key == b.key and self._is_same_creation(a, op, b, other)
            case O.Exit(), O.Exit():
                return op.is_normal == other.is_normal
            case _:
                return True

    def _is_same_creation(self, a: _Instance, op: O.Create, b: _Instance, other: O.Create) -> bool:
        """The new instance is not moved, nor do its initial values get new names."""
        new = self._created(op)
        if op.template != other.template or op.handle is not other.handle or new.id != new.template.single_id:
            return False
        arguments = {v: (t, u) for v, t, u in zip(new.template.params, op.args, other.args, strict=True)}
        for v in new.template.locals:
            names = self._names_of(v)
            if v in arguments:
                if not self._is_term(a, arguments[v][0], b, arguments[v][1], names):
                    return False
            elif v.init is not None and v is not new.template.self_var:
                first = T.const(v.init, v.width)
                if names.const(first) is not first or (v.cells and self._has_new_names(v)):
                    return False
        return new.id not in self.ids

    def _has_new_names(self, v: Var) -> bool:
        return any(self._names_of(v, k).of for k in range(-1, v.dims))

    def _is_cell(self, a: _Instance, x: O.Cell, b: _Instance, y: O.Cell) -> bool:
        return self._is_term(a, x.term, b, y.term, self._names_of(x.var))

    def _is_term(self, a: _Instance, t: Term, b: _Instance, u: Term, names: _Names) -> bool:
        return self._is_same(self._image(self._as(a, t), names), self._as(b, u))

    def _as(self, a: _Instance, t: Term) -> Term:
        """A term of a template for one instance, which knows its number."""

        def leaf(u: Term) -> Term | None:
            assert u.var is not None
            if u.var is a.template.self_var and a.id is not None:
                return T.const(a.id, u.var.width)
            return T.select(self._own(a, u.var), u.args)

        return T.transform(t, leaf)

    def _own(self, a: _Instance, v: Var) -> Var:
        return v if v.shared or a.id is None else self.symbolic.local_of(a.id, a.template.name, v)

    def _is_same(self, t: Term, u: Term) -> bool:
        """Equal up to the order of operands, where nobody can tell."""
        if t is u:
            return True
        if (t.op, t.width, t.value, t.var, len(t.args)) != (u.op, u.width, u.value, u.var, len(u.args)):
            return False
        is_read_in_order = self.property.has(Kind.RACE) and any(v.shared and v.kind in RACE_KINDS for v in t.vars)
        if t.op not in T.COMMUTATIVE and (t.op not in ("and", "or") or is_read_in_order):
            return all(map(self._is_same, t.args, u.args))
        left = list(u.args)
        for x in t.args:
            found = next((y for y in left if self._is_same(x, y)), None)
            if found is None:
                return False
            left.remove(found)
        return True

    # ------------------------------------------------------------ terms

    def term(self, clause: Term) -> Term | None:
        """A clause about a state, as one about its image; None if it cannot be said."""
        try:
            return self._image(clause, _OLD)
        except _NoImage:
            return None

    def _names_of(self, v: Var, position: int = -1) -> _Names:
        _, original = self.symbolic.origin.get(v, (0, v))
        owner = self._owners.get(original)
        if owner is not None and original is owner.self_var and position == -1:
            return self._thread_names
        return self._names.get((original, position), _OLD)

    def _variable(self, v: Var) -> Var:
        if v.shared:
            return self._variables.get(v, v)
        if v not in self.symbolic.origin:
            return v  # of an instance that is not moved
        id_, original = self.symbolic.origin[v]
        new = self.id(id_)
        if new == id_:
            return v
        owner = self._owners[original]
        if owner.single_id is None:
            return self.symbolic.local_of(new, owner.name, original)
        image = self._variables.get(original)
        if image is None or self._owners[image].single_id != new:
            raise _NoImage
        return self.symbolic.local_of(new, self._owners[image].name, image)

    def _image(self, t: Term, names: _Names) -> Term:
        """The term about the image of a state whose value there is the new name of the term's value here."""
        if not names.fit(t.width):
            raise _NoImage
        match t.op:
            case "const":
                return names.const(t)
            case "var" | "select":
                assert t.var is not None
                if self._names_of(t.var) != names:
                    raise _NoImage
                index = [self._image(i, self._names_of(t.var, k)) for k, i in enumerate(t.args)]
                return T.select(self._variable(t.var), tuple(index))
            case "eq":
                both = self._kind(t.args) or _OLD
                return T.rebuild(t, tuple([self._image(x, both) for x in t.args]))
            case "ite":
                return T.ite(self._image(t.args[0], _OLD), *[self._image(x, names) for x in t.args[1:]])
            case "zext" | "sext":
                return T.rebuild(t, (self._image(t.args[0], names),))
            case "shl" if names.is_set and t.args[0].value == 1:
                return T.shl(t.args[0], self._image(t.args[1], _Names(names.of)))
            case op if op in _SET_OPERATORS and names.is_set:
                return T.rebuild(t, tuple([self._image(x, names) for x in t.args]))
            case _ if not names.of:
                return T.rebuild(t, tuple([self._image(x, _OLD) for x in t.args]))
        raise _NoImage

    def _kind(self, terms: Sequence[Term]) -> _Names | None:
        """How the values of these terms, which are of one kind, are renamed; None: they are constants."""
        for t in terms:
            found: _Names | None = _OLD
            if t.value is not None:
                found = None
            elif t.var is not None:
                found = self._names_of(t.var)
            elif t.op in ("zext", "sext", "ite", *_SET_OPERATORS):
                found = self._kind(t.args[1:] if t.op == "ite" else t.args)
            elif t.op == "shl" and t.args[0].value == 1:
                inner = self._kind(t.args[1:])
                found = _Names(inner.of, is_set=True) if inner is not None and inner.of and not inner.is_set else _OLD
            if found is not None:
                return found
        return None


def _permutation(pairs: Sequence[tuple[int, int]], what: str) -> dict[int, int]:
    found = dict(pairs)
    if len(found) != len(pairs) or set(found) != set(found.values()) or min(found, default=0) < 0:
        raise Malformed(f"no permutation of {what}: {str(pairs)[:80]}")
    return {x: y for x, y in found.items() if x != y}


def _key(pair: _Pair) -> tuple[object, ...]:
    a, at, b, there = pair
    return (*a.key, at, *b.key, there)
