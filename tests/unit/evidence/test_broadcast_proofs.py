"""A proof by predicate abstraction that was tampered with is refused; whatever it consists of, nothing breaks."""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.proving import HEAD, Proved, term
from threadproof import pipeline
from threadproof.broadcast.parser import parse_program
from threadproof.broadcast.printer import print_program
from threadproof.broadcast.program import Constraint, Edge, Program, Start, Template, Update, after, now
from threadproof.engines import ENGINES
from threadproof.engines.engine import Run
from threadproof.engines.symmpa.engine import SymmPA
from threadproof.evidence.proof import check
from threadproof.evidence.proof.prover import Prover
from threadproof.logic import term as T
from threadproof.logic.term import Term
from threadproof.options import Options
from threadproof.properties import named
from threadproof.result.verdict import Safe

#: (see `tests.helpers.rotation`)
IN_TURN = 3

Data = dict[str, Any]
Change = Callable[[Update], Update]

#: a lock of one's own, and a lost update that it prevents
COUNTER = """
int x, k;
void *f(void *p) {
    int t;
    while (__sync_lock_test_and_set(&k, 1)) ;
    t = x;
    x = t + 1;
    check(x == t + 1);
    x = t;
    k = 0;
    return 0;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, f, 0);
    while (1) ;
}
"""
#: whoever is next may go on
TOKEN = """
pthread_t __VERIFIER_nondet_ulong(void), next;
int in;
void *f(void *p) {
    while (next != pthread_self()) ;
    in = in + 1;
    check(in == 1);
    in = in - 1;
    next = __VERIFIER_nondet_ulong();
    return 0;
}
int main(void) {
    pthread_t id;
    next = __VERIFIER_nondet_ulong();
    pthread_create(&id, 0, f, 0);
    while (1) ;
}
"""
#: what threads are given, and two templates
ARGUMENTS = """
int flag;
void *f(void *p) { if (p) flag = 1; check(flag != 2); return 0; }
void *g(void *p) { check(flag == 0 || flag == 1); return 0; }
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, f, 0);
    pthread_create(&id, 0, f, (void *)1);
    pthread_create(&id, 0, g, 0);
    while (1) ;
}
"""
CASES = {
    "counter 2": (COUNTER, "2"),
    "counter any": (COUNTER, "any"),
    "token 2": (TOKEN, "2"),
    "arguments": (ARGUMENTS, None),
    "arguments any": (ARGUMENTS, "any"),
}
BOUNDED = ("counter 2", "token 2", "arguments")
UNBOUNDED = ("counter any", "arguments any")


def prove(folder: Path, text: str, threads: str | None) -> Proved:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    options = Options(engine="symmpa", threads=threads)
    engine = SymmPA()
    program = pipeline._prepared(pipeline.load(path, options), named(options.property), form=ENGINES["symmpa"].form)
    answer = engine.verify(program, named(options.property), Run(options, time.monotonic() + 60))
    assert isinstance(answer, Safe), answer
    return Proved(program, options.property, json.loads(json.dumps(answer.proof.data)), answer.proof.kind)


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Proved]:
    folder = tmp_path_factory.mktemp("proofs")
    return {name: prove(folder, text, threads) for name, (text, threads) in CASES.items()}


#: one for all tests: most of what is asked is the same
PROVER = Prover(("z3",))


def complaints(proved: Proved, data: object) -> list[str]:
    return list(map(str, check(proved.program, named(proved.property), proved.kind, data, PROVER).complaints))


def refused(proved: Proved, data: object, why: str = "") -> bool:
    """For this reason, if one is given."""
    found = complaints(proved, data)
    assert not why or any(why in complaint for complaint in found), f"{why!r} is not among {found[:5]}"
    return bool(found)


# ---------------------------------------------------------------- the abstract program, changed


def abstract(data: Data) -> Program:
    return parse_program("\n".join(data["abstract"]))


def with_abstract(proved: Proved, program: Program) -> Data:
    return {**proved.copy(), "abstract": print_program(program).splitlines()}


def with_template(proved: Proved, old: Template, new: Template) -> Data:
    program = abstract(proved.data)
    return with_abstract(proved, replace(program, templates=tuple(new if t == old else t for t in program.templates)))


def with_edge(proved: Proved, t: Template, old: Edge, new: Edge) -> Data:
    position = next(n for n, e in enumerate(t.edges) if e is old)
    return with_template(proved, t, replace(t, edges=(*t.edges[:position], new, *t.edges[position + 1 :])))


def with_update(proved: Proved, t: Template, e: Edge, **changes: object) -> Data:
    assert isinstance(e.statement, Update)
    return with_edge(proved, t, e, replace(e, statement=replace(e.statement, **changes)))  # type: ignore[arg-type]


def edges(proved: Proved) -> list[tuple[Template, Edge]]:
    return [(t, e) for t in abstract(proved.data).templates for e in t.edges]


def updates(proved: Proved) -> Iterator[tuple[Template, Edge, Update]]:
    yield from ((t, e, e.statement) for t, e in edges(proved) if isinstance(e.statement, Update))


#: (the other one takes longer, and its edges are much like those for two threads)
every_proof = pytest.mark.parametrize("name", [name for name in CASES if name != "counter any"])


@pytest.mark.parametrize("name", CASES)
def test_unchanged(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    for solver in ("z3", "bitwuzla", "cvc5"):
        assert proved.complaints(solvers=(solver,)) == []
    # printed and read again it is the same
    assert proved.complaints(with_abstract(proved, abstract(proved.data))) == []


def test_there_is_something_to_tamper_with(proofs: dict[str, Proved]) -> None:
    found = {name: list(updates(proved)) for name, proved in proofs.items()}
    everything = [u for rows in found.values() for _, _, u in rows]
    assert any(u.broadcast for u in everything)
    assert any(c.passive for u in everything for c in u.constraints)
    assert any(value is not None for u in everything for _, value in u.assigned)
    assert any(value is None for u in everything for _, value in u.assigned)
    assert all("states" in proofs[name].data for name in BOUNDED)
    assert all("basis" in proofs[name].data for name in UNBOUNDED)
    starts = [e.statement for proved in proofs.values() for _, e in edges(proved) if isinstance(e.statement, Start)]
    assert any(s.condition is not T.TRUE for s in starts)


@every_proof
def test_an_edge_is_missing(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    for t in abstract(proved.data).templates:
        for n in range(len(t.edges)):
            data = with_template(proved, t, replace(t, edges=t.edges[:n] + t.edges[n + 1 :]))
            refused(proved, data, f"the edges of {t.name}")
            del data["edges"][t.name][n]
            refused(proved, data, "has no edge")


@every_proof
def test_an_edge_leads_elsewhere(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    found = edges(proved)
    for t, e in random.Random(name).sample(found, min(10, len(found))):
        other = next(at for at in range(1, 9) if at not in (e.source, e.target, *t.errors))
        refused(proved, with_edge(proved, t, e, replace(e, target=other)), "ends elsewhere")
        refused(proved, with_edge(proved, t, e, replace(e, source=other)), "begins elsewhere")


@every_proof
def test_edges_are_swapped(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    pairs = [
        (t.name, m, n)
        for t in abstract(proved.data).templates
        for (m, a), (n, b) in combinations(enumerate(t.edges), 2)
        if (a.source, a.target) != (b.source, b.target)
    ]
    for template, m, n in random.Random(name).sample(pairs, min(10, len(pairs))):
        data = proved.copy()
        rows = data["edges"][template]
        rows[m], rows[n] = rows[n], rows[m]
        assert refused(proved, data)


@every_proof
def test_an_error_is_no_error(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    found = 0
    for t in abstract(proved.data).templates:
        if any(e.target in t.errors for e in t.edges):
            found += 1
            refused(proved, with_template(proved, t, replace(t, errors=())), "ends elsewhere")
    assert found


@every_proof
def test_a_constraint_too_many(name: str, proofs: dict[str, Proved]) -> None:
    """Something that is false, and something that may be so: whatever it is, its opposite is not excluded as well."""
    proved = proofs[name]
    rng = random.Random(name)
    program = abstract(proved.data)
    chosen = list(updates(proved))
    for t, e, u in rng.sample(chosen, min(4, len(chosen))):
        never = with_update(proved, t, e, constraints=(*u.constraints, Constraint(T.FALSE)))
        refused(proved, never, "need not satisfy")
        literals: list[tuple[Term, tuple[tuple[str, str], ...]]] = [(after(b), ()) for b, _ in program.shared]
        literals += [(after(f"a.{b}"), ()) for b, _ in t.locals]
        for other in program.templates:
            if other.number != 1 and not (other is t and other.number == 1):
                literals += [(after(f"p.{b}"), (("p", other.name),)) for b, _ in other.locals]
                literals += [(now(f"p.{b}"), (("p", other.name),)) for b, _ in other.locals]
        for formula, passive in rng.sample(literals, min(4, len(literals))):
            both = [Constraint(x, passive) for x in (formula, T.not_(formula))]
            more = [with_update(proved, t, e, constraints=(*u.constraints, c)) for c in both]
            assert any(refused(proved, data) for data in more), (e, formula)


@every_proof
def test_another_value_is_assigned(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    for t, e, u in updates(proved):
        for n, (target, value) in enumerate(u.assigned):
            if value is not None:
                changed = (*u.assigned[:n], (target, T.not_(value)), *u.assigned[n + 1 :])
                refused(proved, with_update(proved, t, e, assigned=changed), "need not be")
            else:
                some = [
                    with_update(proved, t, e, assigned=(*u.assigned[:n], (target, constant), *u.assigned[n + 1 :]))
                    for constant in (T.TRUE, T.FALSE)
                ]
                assert any(refused(proved, data) for data in some)


@every_proof
def test_an_assignment_is_missing(name: str, proofs: dict[str, Proved]) -> None:
    """Then the value would be kept, which some steps do anyway."""
    proved = proofs[name]
    refusals = [
        refused(proved, with_update(proved, t, e, assigned=u.assigned[:n] + u.assigned[n + 1 :]))
        for t, e, u in updates(proved)
        for n in range(len(u.assigned))
    ]
    assert sum(refusals) > len(refusals) / 3


@pytest.mark.parametrize("name", ["counter 2", "token 2"])
def test_nobody_is_notified(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    refusals = 0
    for t, e, u in updates(proved):
        for n in range(len(u.broadcast)):
            refused(proved, with_update(proved, t, e, broadcast=u.broadcast[:n] + u.broadcast[n + 1 :]), "changes")
            refusals += 1
    assert refusals


@every_proof
def test_a_thread_begins_with_more(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    by_name = {t.name: t for t in abstract(proved.data).templates}
    for t, e in edges(proved):
        if isinstance(e.statement, Start):
            never = replace(e, statement=replace(e.statement, condition=T.FALSE))
            refused(proved, with_edge(proved, t, e, never), "need not satisfy")
            for b, _ in by_name[e.statement.template].locals:
                conditions = [T.and_(e.statement.condition, x) for x in (now(f"new.{b}"), T.not_(now(f"new.{b}")))]
                some = [
                    with_edge(proved, t, e, replace(e, statement=replace(e.statement, condition=c))) for c in conditions
                ]
                assert any(refused(proved, data) for data in some)
            # it starts nobody, or somebody else
            refused(proved, with_edge(proved, t, e, replace(e, statement=Update())), "starts no thread")
            for other in by_name.keys() - {e.statement.template}:
                assert refused(proved, with_edge(proved, t, e, replace(e, statement=Start(other))))


@every_proof
def test_other_initial_values(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    program = abstract(proved.data)
    for n, (boolean, value) in enumerate(program.shared):
        for wrong in {0, 1} - {value}:
            changed = (*program.shared[:n], (boolean, wrong), *program.shared[n + 1 :])
            data = with_abstract(proved, replace(program, shared=changed))
            if value is None:
                assert refused(proved, data)
            else:
                refused(proved, data, "at the beginning")
    for t in program.templates:
        assert refused(proved, with_template(proved, t, replace(t, initially=T.FALSE)))
        assert refused(proved, with_template(proved, t, replace(t, dormant=not t.dormant)))
        for n, (boolean, value) in enumerate(t.locals):
            values = [
                with_template(proved, t, replace(t, locals=(*t.locals[:n], (boolean, x), *t.locals[n + 1 :])))
                for x in (0, 1)
                if x != value
            ]
            assert any(refused(proved, data) for data in values)


@every_proof
def test_fewer_threads(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    for t in abstract(proved.data).templates:
        fewer = 1 if t.number is None else t.number - 1
        refused(proved, with_template(proved, t, replace(t, number=fewer)), f"there may be more than {fewer}")


@pytest.mark.parametrize("name", BOUNDED)
def test_more_threads(name: str, proofs: dict[str, Proved]) -> None:
    """They need not be searched: there are none."""
    proved = proofs[name]
    for t in abstract(proved.data).templates:
        refused(proved, with_template(proved, t, replace(t, number=999_999_999)), "there are at most")


# ---------------------------------------------------------------- the evidence


@pytest.mark.parametrize("name", BOUNDED)
def test_a_state_is_missing(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    states = proved.data["states"]
    rng = random.Random(name)
    for n in rng.sample(range(len(states)), min(20, len(states))):
        data = proved.copy()
        del data["states"][n]
        refused(proved, data, "the abstract program may reach an error")
    refused(proved, {**proved.copy(), "states": []}, "an initial state is not in the set")


@pytest.mark.parametrize("name", UNBOUNDED)
def test_a_known_pair_is_missing(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    pairs = [(n, m) for n, row in enumerate(proved.data["known"]) for m in range(1, len(row))]
    for n, m in random.Random(name).sample(pairs, min(10, len(pairs))):
        data = proved.copy()
        del data["known"][n][m]
        refused(proved, data, "the abstract program may reach an error")
    assert refused(proved, {**proved.copy(), "known": []})


@pytest.mark.parametrize("name", UNBOUNDED)
def test_an_element_of_the_basis_is_missing(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    elements = range(len(proved.data["basis"]))
    for n in random.Random(name).sample(elements, min(10, len(elements))):
        data = proved.copy()
        del data["basis"][n]
        refused(proved, data, "the abstract program may reach an error")


def test_some_proof_has_a_basis(proofs: dict[str, Proved]) -> None:
    assert any(proofs[name].data["basis"] for name in UNBOUNDED)


def test_states_are_no_evidence_for_any_number(proofs: dict[str, Proved]) -> None:
    bounded, unbounded = proofs["counter 2"].data, proofs["counter any"]
    data = {key: x for key, x in unbounded.copy().items() if key not in ("known", "basis")}
    data |= {"states": bounded["states"], "places": bounded["places"]}
    refused(unbounded, data, "the number of threads is not bounded")


def test_a_place_is_another_one(proofs: dict[str, Proved]) -> None:
    rng = random.Random(5)
    for proved in proofs.values():
        places = list(enumerate(proved.data["places"]))
        for n, (template, location, values) in rng.sample(places, 3):
            for wrong in ([template, location + 1, values], [template, location, values + 64], [template + 9, 1, 0]):
                data = proved.copy()
                data["places"][n] = wrong
                assert refused(proved, data), (n, wrong)


# ---------------------------------------------------------------- predicates


@every_proof
def test_predicates_with_another_meaning(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    for n, (_, _, number) in enumerate(proved.data["predicates"]):
        data = proved.copy()
        data["predicates"][n][2] = term(data, "not", 0, number)
        assert refused(proved, data)
        for value in "01":
            data = proved.copy()
            data["predicates"][n][2] = term(data, "const", 0, value)
            # (that it is always false is said of something that may be true, or the other way round)
            assert refused(proved, data)


@every_proof
def test_predicates_of_others(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    for n, (_, template, _) in enumerate(proved.data["predicates"]):
        for other in {None, "main", "f", "nobody"} - {template}:
            data = proved.copy()
            data["predicates"][n][1] = other
            assert refused(proved, data)
        data = proved.copy()
        data["predicates"].append(data["predicates"][n])
        refused(proved, data, "is no predicate")
        del data["predicates"][n], data["predicates"][-1]
        assert refused(proved, data)


def test_numbers_are_no_predicates(proofs: dict[str, Proved]) -> None:
    proved = proofs["counter 2"]
    data = proved.copy()
    data["predicates"][0][2] = term(data, "const", 32, "1")
    refused(proved, data, "is no predicate")


# ---------------------------------------------------------------- blocks, programs, properties


def test_blocks_that_are_too_long(proofs: dict[str, Proved]) -> None:
    proved = proofs["counter 2"]
    t = proved.program.templates["f"]
    for at in proved.data["boundaries"]["f"]:
        if at != t.exit and at not in t.errors:
            data = proved.copy()
            data["boundaries"]["f"].remove(at)
            assert refused(proved, data)


def test_another_program_or_property(proofs: dict[str, Proved]) -> None:
    proved = proofs["counter 2"]
    refused(proved, {**proved.copy(), "program": "0" * 64}, "another program")
    refused(proved, {**proved.copy(), "property": "no-overflow"}, "the proof is about no-overflow")
    # all of it is about another program, of which only the name is right
    for other in proofs.values():
        if other is not proved:
            assert refused(proved, {**other.copy(), "program": proved.data["program"]})


# ---------------------------------------------------------------- what is no proof at all

KEYS = (
    "property",
    "program",
    "boundaries",
    "movers",
    "predicates",
    "terms",
    "abstract",
    "locations",
    "edges",
    "places",
)
JUNK: tuple[Any, ...] = (None, 7, -1, "x", 0.5, True, [], {}, [[]], [None], {"f": None}, [["a", "b", "c"]], [[1, 2, 3]])


@pytest.mark.parametrize("name", ["counter 2", "arguments any"])
def test_a_part_is_missing(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    for key in (*KEYS, *(("states",) if name in BOUNDED else ("known", "basis"))):
        data = proved.copy()
        del data[key]
        refused(proved, data, "malformed proof")


@pytest.mark.parametrize("name", ["counter 2", "arguments any"])
def test_a_part_is_something_else(name: str, proofs: dict[str, Proved]) -> None:
    proved = proofs[name]
    for key in (*KEYS, *(("states",) if name in BOUNDED else ("known", "basis"))):
        for junk in JUNK:
            # (nothing instead of nothing; or two threads of main cannot be reached, indeed)
            is_right = not proved.data[key] and (not junk or junk == [[1, 2, 3]])
            assert refused(proved, {**proved.copy(), key: junk}) or is_right, (key, junk)


@pytest.mark.parametrize("data", [None, 7, "proof", [], {}, {"property": "unreach-call"}])
def test_no_proof(data: object, proofs: dict[str, Proved]) -> None:
    proved = proofs["counter 2"]
    assert complaints(proved, data)[0].startswith("malformed proof")


@pytest.mark.parametrize(
    "lines",
    [
        ["template"],
        ["shared shared;"],
        ["template f 2 { 1: skip -> 0; }"],
        ["template f 2 { local b; 1: a.c := 1; }"],
        ["template f 2 { 1: assume " + "(" * 500 + "true" + ")" * 500 + "; }"],
        ["template f 99999999999999999999 { }"],
        ["\x00"],
        [""],
        ["template main 1 { 1: assert true; }"],
    ],
)
def test_text_that_means_nothing(lines: list[str], proofs: dict[str, Proved]) -> None:
    for name in ("counter 2", "arguments any"):
        proved = proofs[name]
        refused(proved, {**proved.copy(), "abstract": lines}, "malformed proof")


def test_an_assertion_is_no_edge(proofs: dict[str, Proved]) -> None:
    proved = proofs["counter 2"]
    data = proved.copy()
    at = next(n for n, line in enumerate(data["abstract"]) if ": skip ->" in line)
    data["abstract"][at] = data["abstract"][at].replace("skip", "assert true")
    refused(proved, data, "is an assertion")


def leaves(x: object, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(x, dict | list):
        for key, y in x.items() if isinstance(x, dict) else enumerate(x):
            yield from leaves(y, (*path, key))
    yield path


def test_junk_anywhere(proofs: dict[str, Proved]) -> None:
    """Never an exception; and no complaint only where it makes no difference."""
    rng = random.Random(7)
    silent = 0
    for proved in (proofs["counter 2"], proofs["counter any"]):
        paths = [path for path in leaves(proved.data) if path and path[0] not in ("movers", "program")]
        for path in rng.sample(paths, 40):
            data: Any = proved.copy()
            inner = data
            for key in path[:-1]:
                inner = inner[key]
            inner[path[-1]] = rng.choice((*JUNK, 10**30, "b1", "f"))
            silent += not complaints(proved, data)
    assert silent < 20


def test_junk_in_the_text(proofs: dict[str, Proved]) -> None:
    """Words of the abstract program are swapped or lost."""
    rng = random.Random(8)
    silent = 0
    for proved in (proofs["counter 2"], proofs["token 2"], proofs["counter any"]):
        for _ in range(20):
            data = proved.copy()
            lines = data["abstract"]
            n = rng.choice([n for n, line in enumerate(lines) if len(line.split()) > 2])
            words = lines[n].split()
            i, j = rng.sample(range(len(words)), 2)
            if rng.random() < 0.5:
                words[i], words[j] = words[j], words[i]
            else:
                del words[i]
            lines[n] = " ".join(words)
            silent += not complaints(proved, data)
    assert silent < 25


@pytest.mark.parametrize("key", ["places", "boundaries", "locations"])
def test_infinite_numbers(key: str, proofs: dict[str, Proved]) -> None:
    """JSON has none, but Python reads them."""
    proved = proofs["counter 2"]
    data = proved.copy()
    match key:
        case "places":
            data["places"][0][1] = math.inf
        case "boundaries":
            data["boundaries"]["f"][0] = math.inf
        case _:
            data["locations"]["f"][0][1] = math.inf
    assert proved.complaints(data)
