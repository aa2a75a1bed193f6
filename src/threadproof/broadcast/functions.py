"""Small Boolean functions of named variables, each with a number: equal ones have the same. Entry point: `Functions`.

These are decision diagrams too, as in `diagrams`, but for constraints, not for sets of states: nothing is reserved for
many of them, and whoever checks evidence need not trust a library.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from threadproof.logic.evaluate import postorder
from threadproof.logic.term import Term

FALSE: Final = 0
TRUE: Final = 1
#: answers that are remembered
_MAX_REMEMBERED: Final = 1_000_000


class Functions:
    def __init__(self, names: Sequence[str]) -> None:
        """The order of the names is the order in which functions look at variables."""
        self.numbers = {name: i for i, name in enumerate(names)}
        #: the variable that a function looks at first, and what is left of it if that is 0, and if it is 1
        self._nodes: list[tuple[int, int, int]] = [(len(names), value, value) for value in (FALSE, TRUE)]
        self._known = {node: number for number, node in enumerate(self._nodes)}
        self._choices: dict[tuple[int, int, int], int] = {}
        self._terms: dict[Term, int] = {}

    def _node(self, var: int, low: int, high: int) -> int:
        if low == high:
            return low
        number = self._known.setdefault((var, low, high), len(self._nodes))
        if number == len(self._nodes):
            self._nodes.append((var, low, high))
        return number

    # ---------------------------------------------------------------- from others

    def of(self, term: Term) -> int:
        known = self._terms
        if term not in known:
            for t in postorder(term):
                if t not in known:
                    known[t] = self._of(t, [known[a] for a in t.args])
        return known[term]

    def _of(self, term: Term, args: list[int]) -> int:
        if term.value is not None:
            return TRUE if term.value else FALSE
        if term.var is not None:
            return self._node(self.numbers[term.var.name], FALSE, TRUE)
        match term.op:
            case "not":
                return self.negation(args[0])
            case "eq":
                return self.choice(args[0], args[1], self.negation(args[1]))
            case "ite":
                return self.choice(args[0], args[1], args[2])
            case "and":
                return self.conjunction(args)
            case "or":
                return self.negation(self.conjunction(map(self.negation, args)))
            case op:
                raise TypeError(f"{op} is not Boolean")

    def choice(self, condition: int, yes: int, no: int) -> int:
        if condition == TRUE or yes == no:
            return yes
        if condition == FALSE:
            return no
        if (yes, no) == (TRUE, FALSE):
            return condition
        key = (condition, yes, no)
        found = self._choices.get(key)
        if found is None:
            nodes = self._nodes
            (x, c0, c1), (y, y0, y1), (z, n0, n1) = nodes[condition], nodes[yes], nodes[no]
            var = min(x, y, z)
            if x != var:
                c0 = c1 = condition
            if y != var:
                y0 = y1 = yes
            if z != var:
                n0 = n1 = no
            low, high = self.choice(c0, y0, n0), self.choice(c1, y1, n1)
            if len(self._choices) > _MAX_REMEMBERED:
                self._choices.clear()
            found = self._choices[key] = self._node(var, low, high)
        return found

    def negation(self, function: int) -> int:
        return self.choice(function, FALSE, TRUE)

    def conjunction(self, functions: Iterable[int]) -> int:
        found = TRUE
        for f in functions:
            found = self.choice(found, f, FALSE)
        return found

    # ---------------------------------------------------------------- values

    def given(self, function: int, values: Mapping[int, int]) -> int:
        """What is left of it if some variables have values."""
        nodes, known, last = self._nodes, dict[int, int](), max(values, default=-1)

        def rest(f: int) -> int:
            found = known.get(f)
            if found is None:
                var, low, high = nodes[f]
                value = values.get(var)
                if var > last:
                    found = f
                elif value is None:
                    found = self._node(var, rest(low), rest(high))
                else:
                    found = rest(high if value else low)
                known[f] = found
            return found

        return rest(function)

    def only(self, function: int, variables: Iterable[int]) -> int:
        """It can hold, for some values of all other variables."""
        kept, known = set(variables), {FALSE: FALSE, TRUE: TRUE}

        def rest(f: int) -> int:
            found = known.get(f)
            if found is None:
                var, low, high = self._nodes[f]
                if var in kept:
                    found = self._node(var, rest(low), rest(high))
                else:
                    found = self.choice(rest(low), TRUE, rest(high))
                known[f] = found
            return found

        return rest(function)

    def solutions(self, function: int, variables: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Every valuation of these variables with which it can hold."""
        order = sorted(range(len(variables)), key=variables.__getitem__)
        values = [0] * len(variables)

        def extend(f: int, k: int) -> Iterator[tuple[int, ...]]:
            if f == FALSE:
                return
            if k == len(order):
                yield tuple(values)
                return
            i = order[k]
            var, low, high = self._nodes[f]
            for value, rest in enumerate((low, high) if var == variables[i] else (f, f)):
                values[i] = value
                yield from extend(rest, k + 1)

        return extend(self.only(function, variables), 0)
