"""Boolean broadcast programs: threads over Booleans that may also look at, and update, the locals of all others.

They are the abstract programs of Donaldson, Kaiser, Kroening, Tautschnig and Wahl (FMSD 2012). A step belongs to one
*active* thread, called `a`; all others are *passive*. An update gives new values to shared variables and to locals of
the active thread, gives arbitrary values to some locals of every thread, and keeps of all outcomes those that satisfy
its constraints. A constraint over passive threads p, q, … must hold for every choice of distinct passive threads, so
each thread more can only forbid outcomes, and with fewer passive threads than it names it says nothing at all. (That
is the meaning in the paper. It is why `separated` exists.)

Formulas are terms over variables that are named as they are written: `s` shared, `a.b` the active thread's local, `p.b`
a passive thread's, each with a prime for the value after the step. Beyond the paper: several templates, edges instead
of numbered lines, initial values, threads that are started, locals that have no value at some locations. Atomic
sections there are none, as in the paper.

A local without a value is guessed by its own thread, once in a step; if it has one at the next location and is not
assigned, it is the one that was guessed. Constraints about a passive thread hold if there are values with which they
do: the same ones for all constraints about that thread only, others for each constraint over several.
"""

from __future__ import annotations

from typing import Final

from threadproof.logic import term as T
from threadproof.logic.interning import intern_table
from threadproof.logic.term import BOOL, TRUE, Term, Var
from threadproof.records import dataclass

#: the index of the thread that takes the step
ACTIVE: Final = "a"
#: the index of the thread that it starts
NEW: Final = "new"
#: where a thread is that has not been started; no edge begins here
DORMANT: Final = 0
#: where a thread begins
ENTRY: Final = 1

#: where threads are: the number of its template and the location of each, sorted
Control = tuple[tuple[int, int], ...]
#: a name with its initial value; None: arbitrary
Declared = tuple[str, int | None]


_variables: dict[str, Var] = intern_table({})


def variable(name: str) -> Var:
    """The variable that is written like this: `s`, `s'`, `a.b`, `p.b'`."""
    done = _variables.get(name)
    if done is None:
        done = _variables[name] = Var(name, BOOL, shared="." not in name)
    return done


def now(name: str) -> Term:
    return T.var(variable(name))


def after(name: str) -> Term:
    return T.var(variable(name + "'"))


@dataclass(frozen=True, slots=True)
class Constraint:
    """`formula` holds for every choice of distinct passive threads: pairs of index and template."""

    formula: Term
    passive: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Update:
    """Parallel assignment. With nothing assigned it is `skip`, or `assume` if there are constraints."""

    #: `s` or `a.b`, with the new value; None: arbitrary
    assigned: tuple[tuple[str, Term | None], ...] = ()
    #: (template, local): arbitrary in every thread, but for the active one's where that is assigned
    broadcast: tuple[tuple[str, str], ...] = ()
    constraints: tuple[Constraint, ...] = ()


@dataclass(frozen=True, slots=True)
class Assert:
    """A thread that stands here while `condition` is false is an error."""

    condition: Term


@dataclass(frozen=True, slots=True)
class Start:
    """Some dormant thread of the template begins; without one there is no effect on others.

    Its locals get arbitrary values that satisfy the condition: about what is shared, the active thread, and it (`new`).
    If there are none the step is impossible, with or without a dormant thread.
    """

    template: str
    condition: Term = TRUE


Statement = Update | Assert | Start


@dataclass(frozen=True, slots=True)
class Edge:
    source: int
    statement: Statement
    target: int


@dataclass(frozen=True, slots=True)
class Template:
    name: str
    locals: tuple[Declared, ...]
    edges: tuple[Edge, ...]
    #: a thread that stands here is an error
    errors: tuple[int, ...] = ()
    #: how many threads there are; None: any number
    number: int | None = None
    #: do its threads wait for a `Start`? Until then their locals have no values
    dormant: bool = False
    #: holds when a thread `a` of this template begins, of it and of what is shared
    initially: Term = TRUE
    #: locals that have no value at a location: whoever reads one there may find any
    forgets: tuple[tuple[int, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Program:
    shared: tuple[Declared, ...]
    templates: tuple[Template, ...]

    def counts(self, n: int) -> dict[str, int]:
        """`n` threads of each template that may have any number."""
        return {t.name: n if t.number is None else t.number for t in self.templates}


def separated(constraint: Constraint) -> tuple[Constraint, ...]:
    """Each conjunct on its own, over the passive threads that it names only.

    The same where there are enough threads for the whole constraint, and stronger where there are fewer. Only who made
    the constraint knows whether that is right; the monotone closure forgets whatever is not separated.
    """

    def own(part: Term) -> Constraint:
        named = {v.name.partition(".")[0] for v in part.vars if "." in v.name}
        return Constraint(part, tuple(p for p in constraint.passive if p[0] in named))

    return tuple(map(own, T.conjuncts(constraint.formula)))
