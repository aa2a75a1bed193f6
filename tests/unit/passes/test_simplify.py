from __future__ import annotations

from tests.helpers.ir_build import Thread, c, ended_array, program, put, shared, step
from tests.helpers.ir_lines import lines
from threadproof.ir import op as O
from threadproof.ir.checker import check
from threadproof.ir.program import Program
from threadproof.logic import term as T
from threadproof.passes.simplify import simplify

X = shared("x")


def simplified(main: Thread, *others: Thread) -> Program:
    ended = ended_array()
    for t in (main, *others):
        if t.at != t.exit:
            t.end(ended)
    after = simplify(program(ended, [X], main, *others))
    assert check(after) == []
    return after


def test_jumps_go() -> None:
    main = Thread("main")
    main.do(step())
    main.do(step())
    main.do(put(X, c(1)))
    main.do(step())
    main.do(step())
    main.do(put(X, c(0)))
    assert lines(simplified(main)) == ["0 -> 1: x := 1", "1 -> 2: x := 0"]


def test_a_step_with_a_role_is_no_jump() -> None:
    main = Thread("main")
    main.do(step(role=O.Role.RELEASE, lock=O.Cell(X)))
    main.do(step(role=O.Role.INIT))
    assert lines(simplified(main)) == ["0 -> 1: skip {release x}", "1 -> 2: skip {init}"]


def test_what_cannot_happen_goes() -> None:
    main = Thread("main")
    lost = main.new()
    main.edge(0, lost, step(T.FALSE))
    main.edge(lost, main.error("never"), step())
    main.do(put(X, c(1)))
    after = simplified(main)
    assert lines(after) == ["0 -> 1: x := 1"]
    assert not after.templates["main"].errors
    assert len(after.templates["main"].edges) == 3


def test_a_loop_of_jumps_stays_a_loop() -> None:
    main = Thread("main")
    a, b = main.new(), main.new()
    main.edge(0, a, step(T.eq(T.var(X), c(0))))
    main.edge(a, b, step())
    main.edge(b, a, step())
    main.do(step(T.ne(T.var(X), c(0))))
    assert lines(simplified(main)) == ["0 -> 1: [x == 0]", "0 -> 2: [x != 0]", "1 -> 1: skip"]


def test_endless_loop_at_the_entry() -> None:
    main = Thread("main")
    main.edge(0, 0, step())
    main.at = main.exit
    assert lines(simplified(main)) == ["0 -> 0: skip"]


def test_waiting_for_ever_is_not_being_discarded() -> None:
    main = Thread("main")
    main.do(step(T.FALSE, (X, c(1)), waits=True))
    assert lines(simplified(main)) == ["0 -> 0: [false] {waits}"]


def test_branches_that_do_not_differ_become_one() -> None:
    main = Thread("main")
    t = main.local("t")
    end = main.new()
    main.edge(0, end, step(T.eq(T.var(t), c(0)), (X, c(1))))
    main.edge(0, end, step(T.ne(T.var(t), c(0)), (X, c(1))))
    main.at = end
    assert lines(simplified(main)) == ["0 -> 1: x := 1"]


def test_a_merged_branch_may_be_a_jump() -> None:
    main = Thread("main")
    t = main.local("t")
    end = main.new()
    for guard in (T.eq(T.var(t), c(0)), T.ne(T.var(t), c(0))):
        between = main.new()
        main.edge(0, between, step(guard))
        main.edge(between, end, step())
    main.at = end
    main.do(put(X, c(1)))
    assert lines(simplified(main)) == ["0 -> 1: x := 1"]


def test_guards_that_read_differently_are_not_merged() -> None:
    """The merged edge would seem to read x where only the local is looked at."""
    main = Thread("main")
    t = main.local("t")
    end = main.new()
    main.edge(0, end, step(T.eq(T.var(t), c(0))))
    main.edge(0, end, step(T.and_(T.ne(T.var(t), c(0)), T.eq(T.var(X), c(0)))))
    main.at = end
    assert len(lines(simplified(main))) == 2


def test_guards_that_read_shared_memory_keep_reading_it() -> None:
    main = Thread("main")
    end = main.new()
    main.edge(0, end, step(T.eq(T.var(X), c(0))))
    main.edge(0, end, step(T.ne(T.var(X), c(0))))
    main.at = end
    assert lines(simplified(main)) == ["0 -> 1: [x == 0]", "0 -> 1: [x != 0]"]


def test_templates_nobody_creates_go() -> None:
    main, used, unused = Thread("main"), Thread("used"), Thread("unused")
    main.do(O.Create("used", c(2, 4), ()))
    assert list(simplified(main, used, unused).templates) == ["main", "used"]


def test_numbers_follow_the_text() -> None:
    main = Thread("main")
    t = T.var(main.local("t"))
    yes, no, end = main.new(), main.new(), main.new()
    main.edge(0, no, step(T.eq(t, c(1))))
    main.edge(0, yes, step(T.ne(t, c(1))))
    main.edge(no, end, put(X, c(1)))
    main.edge(yes, end, put(X, c(0)))
    main.at = end
    assert lines(simplified(main)) == ["0 -> 1: [t == 1]", "0 -> 2: [t != 1]", "1 -> 3: x := 1", "2 -> 3: x := 0"]
