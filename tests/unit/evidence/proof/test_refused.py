"""A proof that was tampered with is refused, for the right reason: one test per justification."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.proving import (
    ALIKE,
    ALIKE_FLAGS,
    ALONE,
    ARRAY,
    CONDITION,
    INSTANCE,
    JOINED,
    LABEL,
    LOOP,
    LOOP_INSIDE,
    MUTEX,
    ORDER,
    PARENT,
    PETERSON,
    POINTERS,
    PROGRAMS,
    SECTIONS,
    SLEEP,
    UNBOUNDED,
    Proved,
    children,
    claim,
    is_false,
    live,
    load,
    prove,
    remove,
    term,
)  # fmt: skip
from tests.helpers.rotation import in_turn

#: (see `tests.helpers.rotation`)
IN_TURN = 4

Data = dict[str, Any]


def refused(proved: Proved, data: object, why: str) -> None:
    found = proved.complaints(data)
    assert any(why in complaint for complaint in found), f"{why!r} is not among {found[:5]}"


# ---------------------------------------------------------------- labels


def test_weaker_labels_do_not_exclude_the_violation(tmp_path: Path) -> None:
    proved = prove(tmp_path, MUTEX, "none")
    found = []
    for n in live(proved.data):
        data = proved.copy()
        data["nodes"][n][LABEL] = []
        found += [c for c in proved.complaints(data) if c.startswith(f"node {n}: the label does not exclude")]
    assert found
    assert all("unreach-call (" in c and "program.c:" in c for c in found), "without a source position"


def test_one_clause_less(tmp_path: Path) -> None:
    """A clause less is either not needed or missed: most are missed."""
    proved = prove(tmp_path, PETERSON)
    missed = 0
    nodes = [n for n in live(proved.data) if proved.data["nodes"][n][LABEL]]
    for n in nodes:
        data = proved.copy()
        data["nodes"][n][LABEL].pop()
        missed += bool(proved.complaints(data))
    assert missed > len(nodes) / 2


def test_a_clause_that_does_not_follow(tmp_path: Path) -> None:
    proved = prove(tmp_path, UNBOUNDED)
    data = proved.copy()
    five = term(data, "const", 32, "5")
    x = term(data, "var", 32, [0, "x"])
    clause = term(data, "eq", 0, x, five)
    data["nodes"][3][LABEL].append(clause)
    refused(proved, data, "node 3: the clause x == 5 does not follow from node")


def test_a_label_that_is_false_without_support(tmp_path: Path) -> None:
    proved = prove(tmp_path, UNBOUNDED)
    data = proved.copy()
    leaf = next(n for n in reversed(live(data)) if n and children(data, n))
    for child in reversed(children(data, leaf)):
        remove(data, child)
    data["nodes"][leaf][LABEL] = [term(data, "const", 0, "0")]
    data["covers"] = [c for c in data["covers"] if c[1] != leaf]
    refused(proved, data, f"node {leaf}: the clause false does not follow")


def test_the_root_must_hold_at_first(tmp_path: Path) -> None:
    proved = prove(tmp_path, JOINED, "none")
    data = proved.copy()
    x = term(data, "var", 32, [0, "x"])
    data["nodes"][0][LABEL].append(term(data, "eq", 0, x, term(data, "const", 32, "1")))
    refused(proved, data, "node 0: the label of the root does not hold at first")


def test_nothing_sleeps_at_the_root(tmp_path: Path) -> None:
    proved = prove(tmp_path, JOINED)
    data = proved.copy()
    data["nodes"][0][SLEEP] = [1]
    refused(proved, data, "asleep at the root")


# ---------------------------------------------------------------- covers


def test_a_dropped_cover(tmp_path: Path) -> None:
    proved = prove(tmp_path, UNBOUNDED, "none")
    missed = 0
    for i in range(len(proved.data["covers"])):
        data = proved.copy()
        v, *_ = data["covers"].pop(i)
        found = proved.complaints(data)
        missed += any(c.startswith(f"node {v}: ") and "neither expanded nor asleep" in c for c in found)
    # (where nothing can go wrong any more, a cover is not needed)
    assert missed > len(proved.data["covers"]) / 2


def test_a_cover_by_a_covered_node(tmp_path: Path) -> None:
    proved = prove(tmp_path, UNBOUNDED, "none")
    data = proved.copy()
    (v, w), (x, *_) = data["covers"][0][:2], data["covers"][1]
    data["covers"][0] = [v, x]
    refused(proved, data, f"node {v}: is covered by node {x}, which is covered itself or has a false label")
    data["covers"] = [c for c in proved.copy()["covers"] if c[0] != w]
    data["covers"].append([w, v])
    assert proved.complaints(data)


def test_a_cover_by_a_node_with_a_false_label(tmp_path: Path) -> None:
    proved = prove(tmp_path, PETERSON)
    data = proved.copy()
    dead = next(n for n, row in enumerate(data["nodes"]) if is_false(data, row[LABEL]))
    v = data["covers"][0][0]
    data["covers"][0] = [v, dead]
    refused(proved, data, f"node {v}: is covered by node {dead}, which is covered itself or has a false label")


def test_a_cover_where_threads_are_elsewhere(tmp_path: Path) -> None:
    proved = prove(tmp_path, UNBOUNDED, "none")
    data = proved.copy()
    v, w = data["covers"][0][:2]
    data["covers"][0] = [v, 0]
    assert w != 0
    refused(proved, data, f"node {v}: is covered by node 0, where the threads are elsewhere")


def test_a_cover_with_a_stronger_label(tmp_path: Path) -> None:
    proved = prove(tmp_path, PETERSON)
    data = proved.copy()
    covered = [v for v, w, *_ in data["covers"] if data["nodes"][w][LABEL]]
    assert covered
    for v in covered:
        data["nodes"][v][LABEL] = []
    refused(proved, data, "label is not implied")


def test_a_cover_where_more_threads_sleep(tmp_path: Path) -> None:
    proved = prove(tmp_path, PETERSON)
    data = proved.copy()
    v, w = next((v, w) for v, w, *rest in data["covers"] if data["nodes"][w][SLEEP] and not rest)
    data["nodes"][v][SLEEP] = []
    refused(proved, data, f"node {v}: is covered by node {w}, where more threads sleep")


# ---------------------------------------------------------------- expansion


def test_a_dropped_child(tmp_path: Path) -> None:
    proved = prove(tmp_path, MUTEX)
    data = proved.copy()
    covered = {w for _, w in data["covers"]}
    doomed = next(
        n
        for n in range(len(data["nodes"]) - 1, 0, -1)
        if not children(data, n) and n in live(data) and n not in covered
    )
    remove(data, doomed)
    refused(proved, data, "there is no child for")


def test_a_dropped_thread(tmp_path: Path) -> None:
    proved = prove(tmp_path, JOINED, "none")
    data = proved.copy()
    n = next(n for n in live(data) if len(data["nodes"][n][ORDER]) > 1)
    gone = data["nodes"][n][ORDER].pop()
    for child in reversed(children(data, n)):
        if data["nodes"][child][INSTANCE] == gone:
            remove(data, child)
    refused(proved, data, f"#{gone}@")
    refused(proved, data, "is neither expanded nor asleep")


def test_a_child_of_a_thread_that_is_not_expanded(tmp_path: Path) -> None:
    proved = prove(tmp_path, JOINED, "none")
    data = proved.copy()
    n = next(n for n in live(data) if len(data["nodes"][n][ORDER]) > 1)
    data["nodes"][n][ORDER].pop()
    refused(proved, data, "moved without being expanded")


def test_a_thread_that_does_not_run(tmp_path: Path) -> None:
    proved = prove(tmp_path, JOINED, "none")
    data = proved.copy()
    data["nodes"][0][ORDER] = [9]
    refused(proved, data, "node 0: instance 9 is said to be expanded but cannot move")


# ---------------------------------------------------------------- sleep


def with_all_asleep(data: Data, among: frozenset[int] = frozenset(range(9))) -> None:
    """Everybody sleeps who was expanded earlier, whether what they do commutes or not."""
    for row in data["nodes"][1:]:
        parent = data["nodes"][row[PARENT]]
        order = parent[ORDER]
        earlier = [z for z in order if order.index(z) < order.index(row[INSTANCE])]
        row[SLEEP] = sorted(among & {*parent[SLEEP], *earlier} - {row[INSTANCE]})


@pytest.mark.parametrize("text", [PETERSON, MUTEX, CONDITION, SECTIONS, POINTERS])
def test_threads_asleep_that_do_not_commute(text: str, tmp_path: Path) -> None:
    proved = prove(tmp_path, text, "none")
    data = proved.copy()
    with_all_asleep(data)
    refused(proved, data, "does not commute with")


def test_an_atomic_section_that_does_not_commute(tmp_path: Path) -> None:
    proved = prove(tmp_path, LOOP_INSIDE, "none")
    data = proved.copy()
    with_all_asleep(data, frozenset([2]))
    refused(proved, data, "its atomic section is not independent of")


def test_different_elements_commute_only_where_they_are_known_to_differ(tmp_path: Path) -> None:
    proved = prove(tmp_path, ARRAY)
    data = proved.copy()
    assert any(row[SLEEP] for row in data["nodes"])
    for n in live(data):
        data["nodes"][n][LABEL] = []
    refused(proved, data, "does not commute with")


def test_another_order(tmp_path: Path) -> None:
    proved = prove(tmp_path, PETERSON)
    data = proved.copy()
    for row in data["nodes"]:
        row[ORDER].reverse()
    refused(proved, data, "it was not, nor expanded before instance")


def test_sleep_from_nowhere(tmp_path: Path) -> None:
    proved = prove(tmp_path, JOINED)
    data = proved.copy()
    data["nodes"][1][SLEEP] = [data["nodes"][1][INSTANCE]]
    refused(proved, data, "is asleep but was not running beside")
    data["nodes"][1][SLEEP] = [7]
    refused(proved, data, "instance 7 is asleep but was not running beside")


# ---------------------------------------------------------------- alone


def change_reason(data: Data, old: str, new: str) -> None:
    assert any(row[ALONE] == old for row in data["nodes"])
    for row in data["nodes"]:
        if row[ALONE] == old:
            row[ALONE] = new


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("future", "local", "goes alone as local but touches something shared"),
        ("end", "local", "goes alone as local but touches something shared"),
        ("end", "future", "may still touch ended"),
        ("future", "end", "goes alone to its end, but does something else"),
        ("local", "magic", "nothing is known about the reason 'magic'"),
    ],
)
def test_the_wrong_reason_to_go_alone(old: str, new: str, why: str, tmp_path: Path) -> None:
    proved = prove(tmp_path, MUTEX.replace("int x, y;", "int x, y, own;").replace("y = y + 1;", "y = y + 1; own = y;"))
    data = proved.copy()
    if old == "future" and not any(row[ALONE] == old for row in data["nodes"]):
        proved = prove(tmp_path, LOOP)
        data = proved.copy()
    change_reason(data, old, new)
    refused(proved, data, why)


def only(data: Data, n: int, instance: int, reason: str) -> None:
    """At node n one instance goes alone."""
    data["nodes"][n][ORDER] = [instance]
    data["nodes"][n][ALONE] = reason
    for child in reversed(children(data, n)):
        if data["nodes"][child][INSTANCE] != instance:
            remove(data, child)


@pytest.mark.parametrize(
    ("reason", "why"),
    [("local", "touches something shared"), ("future", "may still touch"), ("end", "does something else")],
)
def test_alone_where_others_interfere(reason: str, why: str, tmp_path: Path) -> None:
    proved = prove(tmp_path, PETERSON, "none")
    data = proved.copy()
    n = next(n for n in live(data) if 2 in data["nodes"][n][ORDER])
    only(data, n, 2, reason)
    refused(proved, data, why)


@pytest.mark.parametrize("reason", ["local", "future", "end"])
def test_alone_where_one_may_have_to_wait(reason: str, tmp_path: Path) -> None:
    proved = prove(tmp_path, JOINED, "none")
    data = proved.copy()
    waiting = next(n for n in live(data) if len(data["nodes"][n][ORDER]) == 3)
    while 1 in data["nodes"][waiting][ORDER] and any(data["nodes"][c][INSTANCE] == 1 for c in children(data, waiting)):
        waiting = next(c for c in children(data, waiting) if data["nodes"][c][INSTANCE] == 1)
        if is_false(data, data["nodes"][waiting][LABEL]):
            waiting = data["nodes"][waiting][PARENT]
            break
    only(data, waiting, 1, reason)
    refused(proved, data, "may have to wait")


def test_alone_and_asleep(tmp_path: Path) -> None:
    proved = prove(tmp_path, PETERSON)
    data = proved.copy()
    n = next(n for n in live(data) if data["nodes"][n][ALONE] and data["nodes"][n][SLEEP])
    data["nodes"][n][SLEEP] = sorted({*data["nodes"][n][SLEEP], *data["nodes"][n][ORDER]})
    refused(proved, data, "goes alone but is asleep")


def test_two_go_alone(tmp_path: Path) -> None:
    proved = prove(tmp_path, JOINED, "none")
    data = proved.copy()
    n = next(n for n in live(data) if len(data["nodes"][n][ORDER]) > 1)
    data["nodes"][n][ALONE] = "local"
    refused(proved, data, "one thread goes alone, but not one is expanded")


def test_alone_inside_an_atomic_section(tmp_path: Path) -> None:
    proved = prove(tmp_path, LOOP_INSIDE, "none")
    data = proved.copy()
    for n in live(data):
        if len(data["nodes"][n][ORDER]) == 1:
            data["nodes"][n][ALONE] = "future"
    refused(proved, data, "goes alone inside an atomic section")


# ---------------------------------------------------------------- the whole


def test_another_property(tmp_path: Path) -> None:
    proved = prove(tmp_path, JOINED)
    data = proved.copy()
    data["property"] = "no-data-race"
    refused(proved, data, "the proof is about no-data-race, not unreach-call")
    proved.property = "termination"
    data["property"] = "termination"
    refused(proved, data, "the proof is about termination")


def test_another_program(tmp_path: Path) -> None:
    proved = prove(tmp_path, JOINED)
    other = prove(tmp_path, MUTEX)
    refused(proved, other.data, "the proof is about another program")
    assert proved.complaints(claim(proved.program, other.data))


NAMED = """
int *kept[2];
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    while (i < 2 && n > i) {
        kept[i] = malloc(4);
        i++;
    }
    check(!kept[0] || kept[0] != kept[1]);
    return 0;
}
"""


def test_names(tmp_path: Path) -> None:
    proved = prove(tmp_path, NAMED)
    data = proved.copy()
    assert data["names"]
    data["names"].append([*data["names"][0][:3], 99, data["names"][0][4]])
    refused(proved, data, "the names are not injective")
    data["names"][-1][4] = 10**9
    refused(proved, data, "the numbers of the names are not consecutive")
    data["names"][-1] = [*data["names"][0][:4], 1]
    refused(proved, data, "a thing has two numbers")


TWINS = [
    (MUTEX, ("    y = y + 1;\n    pthread_mutex_unlock(&m);", "    pthread_mutex_unlock(&m);\n    y = y + 1;")),
    (PETERSON, ("flag1 = 1; turn = 1;", "turn = 1; flag1 = 1;")),
    (SECTIONS, ("check(x == y);", "check(x != y);")),
    (JOINED, ("x == 2", "x == 3")),
    (UNBOUNDED, ("check(x == 0);", "check(x != 0);")),
    (CONDITION, ("data = 7;", "data = 6;")),
    (ARRAY, ("i >= j) return 0", "i > j) return 0")),
    (ALIKE, ("for (int i = 0; i < 3; i++)\n        pthread_join", "for (int i = 1; i < 3; i++)\n        pthread_join")),
    (ALIKE_FLAGS, ("flag[i] = 1;\n    turn = 1 - i;", "turn = 1 - i;\n    flag[i] = 1;")),
]


@pytest.mark.parametrize("number", [pytest.param(n, marks=in_turn(n)) for n in range(len(TWINS))])
def test_no_proof_is_accepted_for_an_unsafe_program(number: int, tmp_path: Path) -> None:
    """The proof of a safe twin, claimed for the unsafe program, mutated at random: whatever it says is wrong."""
    text, (old, new) = TWINS[number]
    assert old in text
    unsafe = load(tmp_path, text.replace(old, new))
    rng = random.Random(number)
    for por in ("sleep", "none"):
        proved = prove(tmp_path, text, por)
        victim = Proved(unsafe, "unreach-call", claim(unsafe, proved.data))
        for _ in range(40):
            data = victim.copy()
            for _ in range(rng.randrange(4)):
                mutate(data, rng)
            assert victim.complaints(data)


def mutate(data: Data, rng: random.Random) -> None:
    nodes = data["nodes"]
    row = rng.choice(nodes)
    match rng.randrange(7):
        case 0:
            row[LABEL] = [t for t in range(len(data["terms"])) if data["terms"][t][1] == 0 and rng.random() < 0.3]
        case 1:
            row[ALONE] = rng.choice([None, "local", "future", "end"])
        case 2:
            row[SLEEP] = sorted({*row[SLEEP], rng.randrange(1, 4)})
        case 3:
            rng.shuffle(row[ORDER])
        case 4 if len(nodes) > 2:
            remove(data, rng.randrange(1, len(nodes)))
        case 5 if rng.random() < 0.5 and data["permutations"]:
            new = [rng.randrange(len(nodes)), rng.randrange(len(nodes)), rng.randrange(len(data["permutations"]))]
            data["covers"].append(new)
        case 5:
            data["covers"].append([rng.randrange(len(nodes)), rng.randrange(len(nodes))])
        case _:
            with_all_asleep(data)


@pytest.mark.parametrize("name", PROGRAMS)
def test_garbage_is_no_traceback(name: str, tmp_path: Path) -> None:
    proved = prove(tmp_path, PROGRAMS[name])
    rng = random.Random(name)
    for _ in range(150):
        data = proved.copy()
        for _ in range(rng.randrange(1, 3)):
            spoil(data, rng)
        proved.complaints(data)


def spoil(data: Any, rng: random.Random) -> None:
    """Replace something, anywhere in the data, by something else."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = rng.choice([k for k in keys if k != "program"] or keys)
        if isinstance(data[key], dict | list) and rng.random() < 0.9:
            data = data[key]
            continue
        data[key] = rng.choice([None, True, -1, 0, 1, 2, 7, 10**20, 0.5, "", "x", "ite", "select", [], [0], {}, [[]]])
        return


@pytest.mark.parametrize("data", [None, [], {}, "proof", 7, {"nodes": []}])
def test_no_proof_at_all(data: object, tmp_path: Path) -> None:
    proved = Proved(load(tmp_path, JOINED), "unreach-call", {})
    refused(proved, [] if data is None else data, "malformed proof")
