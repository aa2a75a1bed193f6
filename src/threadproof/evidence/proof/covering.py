"""The core of the checker for covering trees: what `engines.covering.tree` argues, verified for one finished tree.

A node stands for the states with its control that satisfy its label. It is live unless it is covered or its label is
false. No violation can be reached if

* the root's label holds at first, and nothing sleeps there;
* an edge is a Hoare triple: label and guard imply the child's label after the action;
* a covered node has the control of a live one, whose label is implied and where no more threads sleep; or these are
  the control, the label and the threads that a permutation makes of those of the live one (`permutation`);
* at a live node every thread that may move is asleep, or expanded with a child for every action that is possible; or
  one thread is expanded that may go alone (`alone`), and no cycle consists of such steps and covers; or nothing can go
  wrong any more, whoever moves (`harmless`);
* a thread asleep at a child was asleep at the parent or expanded before the one that moved, and what it does next
  commutes with what that one did (`commute`);
* the label of a live node excludes every violation.

Only live nodes have children, so every ancestor of a node is live. Entry point: `check`.
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.errors import Limit
from threadproof.evidence.proof import Checked, waiting
from threadproof.evidence.proof.claim import wrong_claim
from threadproof.evidence.proof.commute import Commutation
from threadproof.evidence.proof.complaint import Complaint, Malformed
from threadproof.evidence.proof.document import Document, Row, read
from threadproof.evidence.proof.harmless import Harmless
from threadproof.evidence.proof.permutation import Permutation
from threadproof.evidence.proof.persistent import Alone
from threadproof.evidence.proof.prover import Prover
from threadproof.evidence.proof.terms import read_clauses
from threadproof.evidence.proof.turns import Choices, on_cycles, with_scheduler
from threadproof.ir.action import Action, Control, Place
from threadproof.ir.program import Program
from threadproof.ir.symbolic import Symbolic
from threadproof.ir.violations import Violations
from threadproof.logic import term as T
from threadproof.logic.term import Term, conjuncts
from threadproof.properties import Kind, Property
from threadproof.records import dataclass, field

#: what `ir.violations` has formulas for
DECIDES = frozenset({Kind.LOCATED, Kind.LEAK, Kind.LOST_EVENT, Kind.RACE, Kind.DEADLOCK})
#: a proof that is wrong in more ways than this is not looked at further
MANY = 50


@dataclass(slots=True, eq=False)
class Node:
    number: int
    row: Row
    control: Control
    #: the action that leads here, and from where
    parent: Node | None
    action: Action | None
    label: frozenset[Term]
    is_live: bool
    covered_by: int | None
    permutation: int | None
    children: dict[Action, Node] = field(default_factory=dict)


def check(program: Program, property_: Property, data: object, prover: Prover) -> Checked:
    checked = Checked()
    try:
        document = read(data)
        for complaint in prover.with_doubt(_complaints(program, property_, document, prover, checked.counts)):
            checked.complaints.append(complaint)
            if len(checked.complaints) >= MANY:
                break
    except Malformed as problem:
        checked.complaints.append(Complaint(f"malformed proof: {problem}"))
    except Limit as limit:
        if limit.is_of_resources:
            checked.limit = limit.words
        else:
            checked.complaints.append(Complaint(f"cannot be checked: {limit.words}"))
    except RecursionError:
        checked.limit = "a term is nested too deeply"
    return checked


def _complaints(
    program: Program, property_: Property, document: Document, prover: Prover, counts: dict[str, int]
) -> Iterator[Complaint]:
    wrong = wrong_claim(program, property_, document.property, document.program, DECIDES, cooperative=True)
    if wrong:
        yield Complaint(wrong)
        return
    symbolic = Symbolic(with_scheduler(program, document.facts), document.names)
    nodes = _build(document, symbolic)
    yield from waiting.complaints(program, prover)
    # violations come last: what can leak depends on the numbers drawn by all actions
    alone = Alone(symbolic, property_, prover, document.facts)
    permutations = [Permutation(symbolic, property_, row) for row in document.permutations]
    checker = _Tree(symbolic, nodes, property_, prover, alone, permutations, counts)
    yield from checker.root()
    for n in nodes:
        yield from checker.edge(n)
        yield from checker.sleep(n)
        yield from checker.cover(n)
        yield from checker.expansion(n)
    yield from checker.cycles()
    for n in nodes:
        yield from checker.safety(n)


def nodes_of(program: Program, data: object) -> tuple[Symbolic, list[Node]]:
    """The tree of a proof, with where each node is. Nothing of it is checked."""
    document = read(data)
    symbolic = Symbolic(with_scheduler(program, document.facts), document.names)
    return symbolic, _build(document, symbolic)


def _build(document: Document, symbolic: Symbolic) -> list[Node]:
    """Every node with its control, by taking the steps that lead to it. Raises Malformed where there is none."""
    terms = read_clauses(document.terms, symbolic)
    covered = {v: (w, permutation) for v, w, permutation in document.covers}
    nodes: list[Node] = []
    for number, row in enumerate(document.nodes):
        label = frozenset([c for t in row.label for c in conjuncts(_clause(terms, t, number))])
        parent, action, control = None, None, symbolic.root
        if number:
            parent = nodes[row.parent]
            if not parent.is_live:
                raise Malformed(f"node {number} is below node {row.parent}, which is covered or has a false label")
            action = _action(symbolic, parent, row, number)
            control = symbolic.successor(parent.control, action)
        is_live = T.FALSE not in label and number not in covered
        node = Node(number, row, control, parent, action, label, is_live, *covered.get(number, (None, None)))
        nodes.append(node)
        if parent is not None and action is not None:
            if action in parent.children:
                raise Malformed(f"node {number} is reached by the same step as node {parent.children[action].number}")
            parent.children[action] = node
    return nodes


def _clause(terms: list[Term], number: int, node: int) -> Term:
    if not 0 <= number < len(terms) or terms[number].width != T.BOOL:
        raise Malformed(f"node {node}: term {number} is no clause")
    return terms[number]


def _action(symbolic: Symbolic, parent: Node, row: Row, number: int) -> Action:
    for p in symbolic.movable(parent.control):
        if p.id == row.instance:
            for a in symbolic.actions(parent.control, p):
                if a.index == row.edge and a.choice == row.choice and not a.halts and not a.unsupported:
                    return a
    raise Malformed(f"node {number}: instance {row.instance} has no step {row.edge} at node {parent.number}")


class _Tree:
    """The conditions, one method each, each for one node."""

    def __init__(
        self,
        symbolic: Symbolic,
        nodes: list[Node],
        property_: Property,
        prover: Prover,
        alone: Alone,
        permutations: list[Permutation],
        counts: dict[str, int],
    ) -> None:
        self.symbolic = symbolic
        self.nodes = nodes
        self.prover = prover
        self.violations = Violations(symbolic, property_)
        self.commutation = Commutation(symbolic, prover)
        self.turns = Choices(symbolic, prover)
        self.alone = alone
        self.permutations = permutations
        self.harmless = Harmless(symbolic.program, property_)
        self.counts = counts
        counts.update(nodes=len(nodes), live=sum(n.is_live for n in nodes))
        counts.update(dict.fromkeys(("covers", "permuted", "triples", "asleep", "alone"), 0))

    def root(self) -> Iterator[Complaint]:
        root = self.nodes[0]
        if not self.prover.entails_all((), [self.symbolic.initially(c) for c in root.label]):
            yield Complaint("the label of the root does not hold at first", 0)
        if root.row.sleep:
            yield Complaint("a thread is asleep at the root", 0)

    # ------------------------------------------------------------ edges

    def edge(self, n: Node) -> Iterator[Complaint]:
        a = n.action
        if a is None or n.parent is None:
            return
        self.counts["triples"] += 1
        known = n.parent.label
        goals = [a.before(c) for c in n.label if c not in known or not a.written.isdisjoint(c.vars)]
        if not goals:
            return
        facts = self._facts(n.parent, a)
        if not self.prover.entails_all(facts, goals):
            bad = next((c for c in n.label if not self.prover.entails(facts, a.before(c))), None)
            yield Complaint(
                f"the clause {bad!r} does not follow from node {n.parent.number} by {a!r}", n.number, a.edge
            )

    def _facts(self, n: Node, a: Action) -> frozenset[Term]:
        return n.label.union(conjuncts(a.guard), conjuncts(a.input_range))

    def sleep(self, n: Node) -> Iterator[Complaint]:
        v, a = n.parent, n.action
        if a is None or v is None:
            return
        for z in sorted(n.row.sleep):
            self.counts["asleep"] += 1
            problem = self._wrong_sleep(v, a, n, z)
            if problem:
                yield Complaint(problem, n.number, a.edge)

    def _wrong_sleep(self, v: Node, a: Action, n: Node, z: int) -> str:
        if z == a.id or z not in v.control.ids:
            return f"instance {z} is asleep but was not running beside {a!r}"
        order = v.row.order
        if z not in v.row.sleep and not (z in order and a.id in order and order.index(z) < order.index(a.id)):
            return f"instance {z} is asleep, but at node {v.number} it was not, nor expanded before instance {a.id}"
        if v.control.scheduler is not None:
            return self.turns.sleep_complaint(v.control, a.id, z, is_old=z in v.row.sleep)
        return self.commutation.complaint(v.label, a, n.control, z)

    # ------------------------------------------------------------ covers

    def cover(self, n: Node) -> Iterator[Complaint]:
        if n.covered_by is None:
            return
        self.counts["covers"] += 1
        w = self.nodes[n.covered_by]
        if not w.is_live:
            yield Complaint(f"is covered by node {w.number}, which is covered itself or has a false label", n.number)
        if n.permutation is not None:
            yield from self._image(n, w, self.permutations[n.permutation])
            return
        if w.control is not n.control:
            yield Complaint(f"is covered by node {w.number}, where the threads are elsewhere", n.number)
        elif not self.prover.entails_all(n.label, w.label - n.label):
            yield Complaint(f"is covered by node {w.number}, whose label is not implied", n.number)
        if not w.row.sleep <= n.row.sleep:
            yield Complaint(f"is covered by node {w.number}, where more threads sleep", n.number)

    def _image(self, n: Node, w: Node, permutation: Permutation) -> Iterator[Complaint]:
        self.counts["permuted"] += 1
        problem = permutation.complaint(w.control, n.control)
        if problem:
            yield Complaint(f"is covered by node {w.number} modulo a permutation, but {problem}", n.number)
            return
        images = [permutation.term(c) for c in w.label]
        known = [c for c in images if c is not None]
        if len(known) < len(images) or not self.prover.entails_all(n.label, known):
            yield Complaint(f"is covered by node {w.number}, the image of whose label is not implied", n.number)
        if not {permutation.id(i) for i in w.row.sleep} <= n.row.sleep:
            yield Complaint(f"is covered by node {w.number}, where the images of more threads sleep", n.number)

    # ------------------------------------------------------------ expansion

    def expansion(self, n: Node) -> Iterator[Complaint]:
        if not n.is_live or self.harmless.is_harmless(n.control):
            return
        places = {p.id: p for p in self.symbolic.movable(n.control)}
        for id_ in n.row.order:
            if id_ not in places:
                yield Complaint(f"instance {id_} is said to be expanded but cannot move", n.number)
                return
        for id_, p in places.items():
            if id_ in n.row.order:
                yield from self._children(n, p)
        for child in n.children.values():
            if child.row.instance not in n.row.order:
                yield Complaint(f"instance {child.row.instance} moved without being expanded", child.number)
        if n.row.alone is not None:
            yield from self._alone(n, places, n.row.alone)
            return
        for id_, p in places.items():
            if id_ not in n.row.sleep and id_ not in n.row.order and p.edges:
                yield Complaint(f"{p!r} is neither expanded nor asleep", n.number, p.edges[0])

    def _children(self, n: Node, p: Place) -> Iterator[Complaint]:
        for a in self.symbolic.actions(n.control, p):
            # an error or something unsupported is a violation: `safety` sees to it that it is impossible
            if a in n.children or a.halts or a.unsupported or self.violations.is_error(a):
                continue
            if not self.prover.entails(n.label, T.not_(a.guard)):
                yield Complaint(f"there is no child for {a!r}", n.number, a.edge)

    def _alone(self, n: Node, places: dict[int, Place], reason: str) -> Iterator[Complaint]:
        self.counts["alone"] += 1
        if n.control.scheduler is not None:
            problem = self.turns.choice_complaint(n.control, reason, n.row.order, n.row.sleep)
            if problem:
                yield Complaint(problem, n.number)
            return
        if len(n.row.order) != 1:
            yield Complaint("one thread goes alone, but not one is expanded", n.number)
            return
        p = places[n.row.order[0]]
        if p.id in n.row.sleep:
            yield Complaint(f"{p!r} goes alone but is asleep", n.number)
        problem = self.alone.complaint(reason, n.control, p)
        if problem:
            yield Complaint(problem, n.number, p.edges[0] if p.edges else None)

    def cycles(self) -> Iterator[Complaint]:
        """No cycle of covers, turns, and nodes where not all threads are expanded that may move."""
        if self.symbolic.program.scheduler is not None:
            onward = [[x.number for x in self._onward(n)] for n in self.nodes]
            for number in sorted(on_cycles(onward)):
                if self.nodes[number].row.alone is not None:
                    yield Complaint("threads that are chosen go round in a circle", number)
            return
        yield from self._circles()

    def _circles(self) -> Iterator[Complaint]:
        """Depth first through steps taken alone and covers: no node is met again on the way."""
        done: set[int] = set()
        for start in self.nodes:
            if start.number in done:
                continue
            on_way = {start.number}
            way = [(start, self._onward(start))]
            while way:
                n, onward = way[-1]
                after = next(onward, None)
                if after is None:
                    way.pop()
                    on_way.discard(n.number)
                    done.add(n.number)
                elif after.number in on_way:
                    yield Complaint("threads that go alone go round in a circle", after.number)
                    return
                elif after.number not in done:
                    on_way.add(after.number)
                    way.append((after, self._onward(after)))

    def _onward(self, n: Node) -> Iterator[Node]:
        if n.covered_by is not None:
            yield self.nodes[n.covered_by]
        elif n.row.alone is not None or (n.control.scheduler is not None and n.control.inside):
            yield from n.children.values()

    # ------------------------------------------------------------ safety

    def safety(self, n: Node) -> Iterator[Complaint]:
        if not n.is_live:
            return
        found = self.violations.at(n.control)
        if found and not self.prover.entails_all(n.label, [T.not_(x.condition) for x in found]):
            bad = next((x for x in found if not self.prover.entails(n.label, T.not_(x.condition))), found[0])
            moves = (*bad.moves, *(bad.racing or ()))
            what = f"something unsupported: {bad.undecided}" if bad.undecided else bad.part
            yield Complaint(f"the label does not exclude {what}", n.number, moves[-1].edge if moves else None)
