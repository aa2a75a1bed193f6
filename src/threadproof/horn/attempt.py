"""One question to Spacer: a system in one encoding with one set of options, and its answer as plain data.

`ask` runs in a child process, so that the `Reply` holds rows and numbers where there were terms and predicates;
`solutions_in` and `facts_in` turn them back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from threadproof.horn.clause import Application, Clause, Predicate, System
from threadproof.horn.grounded import Fact
from threadproof.logic import term as T
from threadproof.logic.table import Row, TermTable, read_terms
from threadproof.logic.term import Term, Var
from threadproof.records import dataclass, field
from threadproof.smt.integers import IdealTranslator, IntegerTranslator, NotLinear
from threadproof.smt.interpolate import variables
from threadproof.smt.read_z3 import Reader, Unreadable
from threadproof.smt.z3 import Context, Z3Arithmetic, Z3Bits

#: Inlining and slicing remove predicates, whose solutions then have to be made up again.
PLAIN: Final = {"xform.inline_eager": False, "xform.inline_linear": False, "xform.slice": False}

Options = Mapping[str, bool | int]


@dataclass(slots=True)
class Reply:
    #: "solved", "refuted", or why neither
    answer: str
    rows: list[Row] = field(default_factory=list)
    #: solutions, the preferred one first: for each predicate the row of its formula; None: it is not readable
    solutions: list[list[int | None]] = field(default_factory=list)
    #: what follows from what, premises first: predicate (None: false), values, numbers of the premises
    facts: list[tuple[int | None, tuple[int | None, ...], list[int]]] = field(default_factory=list)


def ask(system: System, encoding: str, options: Options) -> Reply:
    import z3

    try:
        question = _Question(system, encoding)
        answer = question.query(options)
        reply = Reply("solved" if answer == z3.unsat else "refuted" if answer == z3.sat else "undecided")
        if answer == z3.unsat:
            names = _parameters(system)
            table = TermTable({v: k for k, v in enumerate(names)}.__getitem__)
            for s in question.solutions():
                reply.solutions.append([table.number(s[p]) if p in s else None for p in system.predicates])
            reply.rows = table.rows
        elif answer == z3.sat:
            reply.facts = question.facts()
    except NotLinear:
        return Reply("not linear")
    except z3.Z3Exception as e:
        return Reply(str(e))
    return reply


def solutions_in(reply: Reply, system: System) -> list[dict[Predicate, Term]]:
    """The solutions; what was not readable is missing."""
    names = _parameters(system)
    terms = read_terms(reply.rows, names.__getitem__)
    return [{p: terms[n] for p, n in zip(system.predicates, s, strict=True) if n is not None} for s in reply.solutions]


def facts_in(reply: Reply, system: System) -> list[Fact]:
    facts: list[Fact] = []
    for number, values, premises in reply.facts:
        p = None if number is None else system.predicates[number]
        facts.append(Fact(p, values, tuple(facts[k] for k in premises)))
    return facts


def _parameters(system: System) -> list[Var]:
    return list(dict.fromkeys(v for p in system.predicates for v in p.params))


class _Question:
    def __init__(self, system: System, encoding: str) -> None:
        import z3

        self.z3: Any = z3
        self.encoding = encoding
        self._system = system
        self._x = Context()
        self._terms: Z3Bits | IntegerTranslator[Any]
        if encoding == "bits":
            self._terms = Z3Bits(self._x, floats=False)
        else:
            make = IdealTranslator if encoding == "ideal" else IntegerTranslator
            self._terms = make(Z3Arithmetic(self._x))
        self._relations = {p: self._relation(k, p) for k, p in enumerate(system.predicates)}
        self._names = {f.name(): k for k, f in enumerate(self._relations.values())}
        self._fixedpoint = z3.Fixedpoint(ctx=self._x.owner)

    def query(self, options: Options) -> Any:
        z3, fp = self.z3, self._fixedpoint
        for name, value in {"engine": "spacer", **PLAIN, **options}.items():
            fp.set(name, value)
        used = variables([t for c in self._system.clauses for t in c.terms()])
        if used:
            fp.declare_var(*[self._constant(T.var(v)) for v in used])
        goal = z3.Function("false!", z3.BoolSort(self._x.owner))
        fp.register_relation(goal, *self._relations.values())
        for c in self._system.clauses:
            fp.rule(goal() if c.head is None else self._apply(c.head), self._body(c))
        return fp.query(goal())

    # ------------------------------------------------------------ the question

    def _wrap(self, ast: Any) -> Any:
        return self.z3.z3._to_expr_ref(ast, self._x.owner)

    def _relation(self, number: int, p: Predicate) -> Any:
        sorts = [self._sort(v.width) for v in p.params]
        return self.z3.Function(f"{p.name}!{number}", *sorts, self._sort(0))

    def _sort(self, width: int) -> Any:
        z3, context = self.z3, self._x.owner
        if not width:
            return z3.BoolSort(context)
        return z3.BitVecSort(width, context) if self.encoding == "bits" else z3.IntSort(context)

    def _apply(self, a: Application) -> Any:
        args = [self._argument(t, v.signed) for t, v in zip(a.args, a.predicate.params, strict=True)]
        return self._relations[a.predicate](*args)

    def _argument(self, t: Term, signed: bool) -> Any:
        terms = self._terms
        if not isinstance(terms, IntegerTranslator):
            return self._wrap(terms.translate(t))
        n = terms.translate(t)
        if t.width:
            n = terms.signed(n, t.width) if signed else terms.unsigned(n, t.width)
        return self._wrap(n.e)

    def _body(self, c: Clause) -> list[Any]:
        terms = self._terms
        body = [self._apply(a) for a in c.body]
        if c.constraint is not T.TRUE:
            body.append(self._wrap(terms.boolean(c.constraint)))
        if isinstance(terms, IntegerTranslator):
            body += [self._wrap(terms.range_fact(T.var(v))) for v in variables(list(c.terms())) if v.width]
        return body

    def _constant(self, t: Term) -> Any:
        terms = self._terms
        return self._wrap(terms.translate(t).e if isinstance(terms, IntegerTranslator) else terms.translate(t))

    # ------------------------------------------------------------ solutions

    def solutions(self) -> list[dict[Predicate, Term]]:
        """The answer, perhaps after one with handier equations; without what is not readable.

        Spacer removes predicates that only facts define, and writes quantifiers into the formulas of those.
        """
        z3 = self.z3
        every = self._system.predicates
        handy = dict.fromkeys(every, T.TRUE)
        exact = dict.fromkeys(every, T.TRUE)
        answer = self._fixedpoint.get_answer()
        for f in answer.children() if z3.is_and(answer) else [answer]:
            applied, formula = (f.body() if z3.is_quantifier(f) else f).children()
            number = self._names.get(applied.decl().name())
            if number is not None:
                p = every[number]
                try:
                    handy[p], exact[p] = self._formula(p, applied, formula)
                except Unreadable:
                    del handy[p], exact[p]
        return [exact] if handy == exact else [handy, exact]

    def _formula(self, p: Predicate, applied: Any, formula: Any) -> tuple[Term, Term]:
        arguments = [T.TRUE] * len(p.params)
        for v, a in zip(p.params, applied.children(), strict=True):
            arguments[self.z3.get_var_index(a)] = T.var(v)
        reader = Reader(arguments)
        exact = reader.conjuncts(formula)
        return T.and_(*[reader.weaker.get(c, c) for c in exact]), T.and_(*exact)

    # ------------------------------------------------------------ derivations

    def facts(self) -> list[tuple[int | None, tuple[int | None, ...], list[int]]]:
        """The steps of Spacer's proof, premises first."""
        done: dict[int, int | None] = {}
        facts: list[tuple[int | None, tuple[int | None, ...], list[int]]] = []
        stack = [self._fixedpoint.get_answer()]
        while stack:
            step = stack[-1]
            if step.get_id() in done:
                stack.pop()
                continue
            premises = list(self._premises(step))
            waiting = [p for p in premises if p.get_id() not in done]
            if waiting:
                stack.extend(waiting)
                continue
            stack.pop()
            fact = self._fact(step)
            if fact is not None:
                facts.append((*fact, [n for p in premises if (n := done[p.get_id()]) is not None]))
            done[step.get_id()] = None if fact is None else len(facts) - 1
        return facts

    def _premises(self, step: Any) -> Iterator[Any]:
        for child in step.children()[:-1]:
            if self.z3.is_app(child) and child.decl().name() in ("hyper-res", "mp"):
                yield child

    def _fact(self, step: Any) -> tuple[int | None, tuple[int | None, ...]] | None:
        conclusion = step.children()[-1]
        if step.decl().name() != "hyper-res" or not self.z3.is_app(conclusion):
            return None
        name = conclusion.decl().name()
        if name == "false!":
            return None, ()
        number = self._names.get(name)
        if number is None:
            return None
        params = self._system.predicates[number].params
        return number, tuple(self._value(a, v.width) for a, v in zip(conclusion.children(), params, strict=True))

    def _value(self, e: Any, width: int) -> int | None:
        z3 = self.z3
        if not width:
            return 1 if z3.is_true(e) else 0 if z3.is_false(e) else None
        return e.as_long() % (1 << width) if z3.is_int_value(e) or z3.is_bv_value(e) else None
