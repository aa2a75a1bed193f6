from __future__ import annotations

from dataclasses import replace

from tests.helpers.ir_build import Thread, c, ended_array, program, put, shared, step
from tests.helpers.ir_lines import lines
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Memory, Program, Root
from threadproof.logic import term as T
from threadproof.passes.instantiate import instantiate, is_static

X = shared("x")


def worker(name: str = "w") -> Thread:
    w = Thread(name)
    a, t = w.param("a"), w.local("t")
    w.do(put(t, T.var(X)))
    w.do(put(X, T.add(T.var(a), T.var(t))))
    w.do(step(T.eq(T.var(w.self_var), c(2, 4))))
    return w


def build(main: Thread, *others: Thread) -> Program:
    ended = ended_array()
    for t in (main, *others):
        t.end(ended)
    return program(ended, [X], main, *others)


def create(t: Thread, name: str, site: int, *args: T.Term) -> None:
    h = t.local(f"h{site}", width=4)
    t.do(O.Fresh(h, site, None, 2, 0))
    t.do(O.Create(name, T.var(h), args))


def test_two_creations_make_two_templates() -> None:
    main = Thread("main")
    create(main, "w", 1, c(1))
    create(main, "w", 2, c(0))
    before = build(main, worker())
    assert not is_static(before)
    done = instantiate(before)
    assert check(done) == []
    assert is_static(done)
    assert {n: t.single_id for n, t in done.templates.items()} == {"main": None, "w": 2, "w#2": 3}
    assert [x for x in lines(done) if "create" in x] == ["1 -> 2: create w(1) as 2", "3 -> 4: create w#2(0) as 3"]
    assert lines(done, "w")[1:] == ["1 -> 2: x := t + 1", "2 -> 3: skip"] or "x := t + 1" in lines(done, "w")[1]
    assert not set(done.templates["w"].locals) & set(done.templates["w#2"].locals)
    assert all(v.name.endswith("#2") for v in done.templates["w#2"].locals)


def test_one_creation_fixes_the_number() -> None:
    main = Thread("main")
    create(main, "w", 1, c(1))
    done = instantiate(build(main, worker()))
    assert done.templates["w"].single_id == 2


def test_threads_that_create_threads() -> None:
    main, middle = Thread("main"), Thread("middle")
    create(main, "middle", 1)
    create(main, "middle", 2)
    create(middle, "w", 3, c(1))
    done = instantiate(build(main, middle, worker()))
    assert check(done) == []
    ids = {n: t.single_id for n, t in done.templates.items() if n != "main"}
    assert set(ids) == {"middle", "middle#2", "w", "w#2"}
    assert len(set(ids.values())) == 4


def test_creation_in_a_loop_stays_dynamic() -> None:
    main = Thread("main")
    create(main, "w", 1, c(1))
    main.edge(main.at, 0, step(T.eq(T.var(X), c(0))))
    main.do(step(T.ne(T.var(X), c(0))))
    other = worker("v")
    create(main, "v", 2, c(1))
    done = instantiate(build(main, worker(), other))
    assert check(done) == []
    assert {n: t.single_id for n, t in done.templates.items()} == {"main": None, "w": None, "v": None}
    assert any("fresh" in x for x in lines(done))


def test_self_creation_stays_dynamic() -> None:
    main, w = Thread("main"), Thread("w")
    create(main, "w", 1)
    create(w, "w", 2)
    assert not is_static(instantiate(build(main, w)))


def test_roots_of_the_leak_check_are_copied() -> None:
    main, w = Thread("main"), worker()
    create(main, "w", 1, c(1))
    create(main, "w", 2, c(0))
    before = build(main, w)
    pointer = before.templates["w"].locals[2]
    done = instantiate(replace(before, memory=Memory(4, (), (), {"w": (Root(pointer),)})))
    assert done.memory is not None
    assert [r.pointer.name for r in done.memory.local_roots["w#2"]] == [f"{pointer.name}#2"]
    assert done.memory.local_roots["w#2"][0].pointer in done.templates["w#2"].locals
