"""Private and constant variables, invisible steps, quiet ends."""

from __future__ import annotations

from tests.helpers.ir_build import step
from tests.helpers.ir_builder import Code, ended_array, mutex, program, word
from threadproof.analysis.sharing import Sharing, reachable_templates
from threadproof.ir import op as O
from threadproof.logic import term as T


def build(single: bool) -> tuple[Sharing, dict[str, object]]:
    ended = ended_array()
    x, y, z, m = word("x"), word("y"), word("z", 5), mutex("m")
    main, worker, orphan = Code("main", 1), Code("worker", 2 if single else None), Code("orphan", 9)
    t, u = main.var("t"), worker.var("u")
    main.assign(T.var(x), 1)
    main.create("worker", 2)
    main.assign(t, T.var(z))
    main.lock(m)
    main.end(ended)
    worker.assign(T.var(y), 1)
    worker.assign(u, T.var(z))
    worker.end(ended)
    orphan.assign(T.var(x), 3)
    orphan.assign(T.var(z), 3)
    orphan.end(ended)
    p = program(ended, [x, y, z, m], main, worker, orphan)
    return Sharing(p), {"x": x, "y": y, "z": z, "m": m, "p": p}


def test_private_and_constant() -> None:
    s, v = build(single=True)
    assert s.private >= {v["x"], v["y"], v["m"]}
    assert v["z"] not in s.private
    assert v["z"] not in s.written
    s, v = build(single=False)
    assert v["x"] in s.private
    assert v["y"] not in s.private


def test_only_templates_that_main_can_start_count() -> None:
    _s, v = build(single=True)
    assert [t.name for t in reachable_templates(v["p"])] == ["main", "worker"]  # type: ignore[arg-type]


def test_invisible_steps() -> None:
    s, _v = build(single=True)
    main = s.program.templates["main"]
    visible = [not s.is_invisible(e, main) for e in main.all_edges()]
    # x = 1 (private), create, t = z (constant), lock (may wait), end; edges come by location
    assert sorted(visible) == [False, False, False, True, True]
    for e in main.all_edges():
        if isinstance(e.op, O.Create) or (isinstance(e.op, O.Step) and e.op.waits):
            assert not s.is_invisible(e, main)


def test_a_quiet_end_needs_readers_that_only_wait() -> None:
    for kind in ("join", "looks", "writes"):
        ended = ended_array()
        main, a = Code("main", 1), Code("a", 2)
        main.create("a", 2)
        cell = T.select(ended, (T.const(2, 32),))
        if kind == "join":
            main.join(ended, 2)
        elif kind == "looks":
            e = main.local("e", width=0)
            main.do(step(None, (e, cell)))
        else:
            main.do(step(None, O.Update(ended, (T.const(2, 32),), T.FALSE)))
        main.end(ended)
        a.end(ended)
        s = Sharing(program(ended, [], main, a))
        assert s.has_quiet_end == (kind == "join")
        end = s.program.templates["a"].edges[0][0]
        assert s.is_invisible(end, s.program.templates["a"]) == (kind == "join")
