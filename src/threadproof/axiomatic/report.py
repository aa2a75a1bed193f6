"""What a judgement says, as text in the manner of herd, and as JSON."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from threadproof.axiomatic.execution import INITIAL, Execution
from threadproof.axiomatic.judge import Judgement
from threadproof.axiomatic.models.model import ACYCLIC, EMPTY, Axiom
from threadproof.axiomatic.program import Observable, State
from threadproof.axiomatic.relations import Relation, bits, pairs, path, restrict, shortest_cycle, union
from threadproof.axiomatic.unfold import Event


def format_line(one: Judgement, width: int = 0) -> str:
    """One for each test and model."""
    ok = "" if one.is_undefined else "Ok" if one.is_ok else "No"
    return f"{one.program.name:{width}}  {one.model.name:5}  {one.verdict:9}  {ok:2}  Observation {one.observation}\n"


def format_notes(one: Judgement) -> str:
    text = ""
    if one.is_cut:
        text += "  loops are unrolled twice; executions in which one goes on are left out\n"
    if one.is_undefined and one.race is not None:
        assert one.model.defined is not None
        first, second = pairs(one.model.defined.relation(one.race))[0]
        names = " and ".join(_label(one.race, i) for i in (first, second))
        text += f"  data race: {names}; in C the whole test is undefined\n"
    return text


def format_states(one: Judgement) -> str:
    """As herd prints them."""
    kind = {"exists": "Allowed", "~exists": "Forbidden", "forall": "Required"}[one.program.final.quantifier]
    lines = [f"Test {one.program.name} {kind}", f"States {len(one.states)}"]
    lines += [" ".join(f"{text};" for text in _values(one, state)) for state in _sorted(one.states)]
    lines += [
        f"{'Loop ' if one.is_cut else ''}{'Ok' if one.is_ok else 'No'}",
        "Witnesses",
        f"Positive: {one.positive} Negative: {one.negative}",
    ]
    lines += [f"Condition {one.program.final.text}", f"Observation {one.observation}"]
    return "".join(f"{line}\n" for line in lines)


def _sorted(states: set[State]) -> list[State]:
    return sorted(
        states, key=lambda state: [(isinstance(v, str), v if isinstance(v, int) else 0, str(v)) for v in state]
    )


def _values(one: Judgement, state: State) -> list[str]:
    return [f"{_name(o)}={v}" for o, v in zip(one.program.observed(), state, strict=True)]


def _name(observable: Observable) -> str:
    thread, name = observable
    return name if thread is None else f"{thread}:{name}"


def format_execution(one: Judgement) -> str:
    """The witness of what is allowed; why another one with that final state is forbidden."""
    if one.is_undefined and one.race is not None:
        return f"an execution with a data race:\n{_drawn(one.race)}"
    if one.witness is not None:
        return f"an execution in which the condition holds:\n{_drawn(one.witness)}"
    if one.refused is None:
        return "no candidate execution ends in such a state\n"
    x, axiom = one.refused
    return f"a candidate in which the condition holds:\n{_drawn(x)}{_reason(x, axiom)}"


# drawing


def _label(x: Execution, i: int) -> str:
    """a, b, ... for the events of threads in turn; initial writes by their location."""
    thread = x.skeleton.thread[i]
    if thread == INITIAL:
        return f"init {x.skeleton.events[i].location}"
    number = i - x.skeleton.initial.bit_length()
    letter = chr(ord("a") + number % 26) + (str(number // 26) if number >= 26 else "")
    return f"{letter}:{_event(x.skeleton.events[i])}"


def _event(event: Event) -> str:
    tags = "+".join(sorted(event.tags))
    if event.kind == "F":
        return f"F[{tags}]"
    return f"{event.kind}{f'[{tags}]' if tags else ''} {event.location}={event.value}"


def _drawn(x: Execution) -> str:
    s = x.skeleton
    columns = [[_label(x, i) for i in range(s.size) if s.thread[i] == thread] for thread in range(len(s.traces))]
    width = max([len(text) for column in columns for text in column] + [2])
    rows = [[f"P{n}" for n in range(len(columns))]]
    rows += [[column[n] if n < len(column) else "" for column in columns] for n in range(max(map(len, columns)))]
    lines = ["  " + " | ".join(cell.ljust(width) for cell in row).rstrip(" |") for row in rows]
    for name, relation in (("rf", x.rf), ("co", _next(x.co)), ("fr", _next_of(x.fr, x.co))):
        edges = [f"{_label(x, i)} -> {_label(x, j)}" for i, j in pairs(relation) if not _is_first(x, name, i)]
        if edges:
            lines.append(f"  {name}: {', '.join(edges)}")
    return "".join(f"{line}\n" for line in lines)


def _is_first(x: Execution, name: str, i: int) -> bool:
    """The order of an initial write and others goes without saying."""
    return name == "co" and x.skeleton.thread[i] == INITIAL


def _next(order: Relation) -> Relation:
    """Without what follows by transitivity."""
    found = []
    for row in order:
        indirect = 0
        for j in bits(row):
            indirect |= order[j]
        found.append(row & ~indirect)
    return found


def _next_of(relation: Relation, order: Relation) -> Relation:
    found = []
    for row in relation:
        later = 0
        for j in bits(row):
            later |= order[j]
        found.append(row & ~later)
    return found


def _reason(x: Execution, axiom: Axiom) -> str:
    parts = axiom.parts(x)
    relation = union(*parts.values())
    if axiom.property == EMPTY:
        i, j = pairs(relation)[0]
        return f"forbidden by {axiom.name} because of {_label(x, i)} and {_label(x, j)} ({_of(parts, i, j)})\n"
    if axiom.property == ACYCLIC:
        cycle = shortest_cycle(relation)
    else:
        cycle = [next(i for i, row in enumerate(relation) if row >> i & 1)]
    lines = []
    for n, i in enumerate(cycle):
        j = cycle[(n + 1) % len(cycle)]
        name, steps = _of(parts, i, j), []
        if name not in (basic := _basic(x)):
            steps = _steps(x, i, j)
            if len(steps) == 1:
                name, steps = _step(x, basic, i, j), []
        lines.append(f"  {_label(x, i)} happens before {'itself' if i == j else _label(x, j)} ({name})")
        lines += [f"    {step}" for step in steps]
    return f"forbidden by {axiom.name} because\n" + "".join(f"{line}\n" for line in lines)


def _of(parts: dict[str, Relation], i: int, j: int) -> str:
    """The names of the relations that an edge is in; the first says enough."""
    return next(name for name, relation in parts.items() if relation[i] >> j & 1)


def _basic(x: Execution) -> dict[str, Relation]:
    s = x.skeleton
    names = {"rf": x.rf, "co": x.co, "fr": x.fr, "addr": s.address, "data": s.data, "ctrl": s.control, "po": s.po}
    return {**names, "rfe": x.rfe, "fre": x.fre, "coe": x.coe, "mfence": s.fenced("mfence")}


def _steps(x: Execution, i: int, j: int) -> list[str]:
    """A relation that is composed of others, as a way over those that everybody knows."""
    basic = _basic(x)
    accesses = restrict(union(*basic.values()), x.skeleton.memory, x.skeleton.memory)
    way = path(accesses, i, j)
    return [f"{_label(x, a)} -> {_label(x, b)} ({_step(x, basic, a, b)})" for a, b in pairwise(way)]


def _step(x: Execution, basic: dict[str, Relation], i: int, j: int) -> str:
    s = x.skeleton
    name = _of(basic, i, j)
    if s.po[i] >> j & 1:
        fences = [_event(s.events[f]) for f in bits(s.po[i] & s.fences) if s.po[f] >> j & 1]
        return ", ".join([name, *fences])
    return name


def as_json(one: Judgement) -> dict[str, Any]:
    return {
        "test": one.program.name,
        "file": one.program.file,
        "architecture": one.program.architecture,
        "model": one.model.name,
        "verdict": one.verdict,
        "ok": None if one.is_undefined else one.is_ok,
        "condition": one.program.final.text,
        "positive": one.positive,
        "negative": one.negative,
        "states": [
            {_name(o): v for o, v in zip(one.program.observed(), state, strict=True)} for state in _sorted(one.states)
        ],
        "loops cut": one.is_cut,
    }
