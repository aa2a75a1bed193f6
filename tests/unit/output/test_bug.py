"""An internal error says what, in which engine, and where."""

from __future__ import annotations

from threadproof.errors import InternalError
from threadproof.horn.child import Child, Failed, ended
from threadproof.logic import term as T
from threadproof.output.bug import bug_of, bug_of_crash, format_bug


def caught(function: object) -> BaseException:
    try:
        assert callable(function)
        function()
    except Exception as error:
        return error
    raise AssertionError


def test_the_last_line_of_ours_is_the_place() -> None:
    bug = bug_of(caught(lambda: T.const("x", 8)))  # type: ignore[arg-type]
    assert bug.what.startswith("TypeError")
    assert bug.place.startswith("threadproof/logic/term.py:")
    assert bug.engine == ""
    assert bug_of(InternalError("no replay\nat all")).what == "no replay"


def test_a_crash_is_placed_by_the_stack_of_python() -> None:
    text = """terminate called after throwing an instance of 'X'
Fatal Python error: Aborted

Current thread 0x00007f (most recent call first):
  File "/lib/python3.11/site-packages/threadproof/smt/bitwuzla.py", line 112 in _decide
  File "/lib/python3.11/site-packages/threadproof/engines/covering/labels.py", line 241 in check
  File "/lib/python3.11/site-packages/threadproof/engines/symmpa/engine.py", line 202 in _possible
  File "/lib/python3.11/site-packages/threadproof/pipeline.py", line 20 in _decide
"""
    bug = bug_of_crash("SIGABRT", text)
    assert (bug.place, bug.engine) == ("threadproof/smt/bitwuzla.py:112", "symmpa")
    shown = format_bug(bug).splitlines()
    assert shown[0] == "internal error: native code crashed (SIGABRT)"
    assert shown[1] == "  in engine symmpa, at threadproof/smt/bitwuzla.py:112"
    assert "THREADPROOF_DEBUG=1" in shown[-1]
    walk = text.replace("engines/symmpa/", "engines/walk/")
    assert bug_of_crash("SIGABRT", walk).engine == "walk"
    assert bug_of_crash("SIGSEGV", "").place == ""


def test_what_fails_in_a_child_is_placed_there() -> None:
    child = Child(lambda: T.const("x", 8), None)  # type: ignore[arg-type]
    while ended([child], 10) is None:
        pass
    error = caught(child.result)
    assert isinstance(error, Failed)
    assert error.__cause__ is not None
    assert bug_of(error.__cause__).place.startswith("threadproof/logic/term.py:")
