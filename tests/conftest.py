"""Shared by all tests: where the public programs are; what was not tested."""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.helpers import costs
from tests.helpers.rotation import VARIABLE, in_turn, rotation
from threadproof import plugins

ROOT = Path(__file__).resolve().parents[1]
#: set to another folder with an INDEX.tsv to test with those programs
BENCH_VARIABLE = "THREADPROOF_BENCH"


def find_bench() -> Path | None:
    """The folder with the public programs (it has an INDEX.tsv), or None."""
    folder = Path(os.environ.get(BENCH_VARIABLE) or ROOT.parent / "shared" / "bench")
    return folder if (folder / "INDEX.tsv").is_file() else None


@pytest.fixture(scope="session")
def bench_dir() -> Path:
    """The public programs; without them the test is skipped, and `pytest_terminal_summary` says so."""
    folder = find_bench()
    if folder is None:
        pytest.skip(f"NOT TESTED: no public programs; set {BENCH_VARIABLE} to a folder with an INDEX.tsv")
    return folder


def pytest_configure(config: pytest.Config) -> None:
    """Plug-ins that the environment names keep the contract, too."""
    plugins.load()
    if not config.getoption("costs"):
        config.pluginmanager.register(_ForLater())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", action="store_true", help="measure what tests cost, and write tests/costs.txt")
    parser.addoption("--share", type=int, default=1, help="run one in so many long tests, others for every commit")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    share = config.getoption("share")
    long = [item for item in items if item.get_closest_marker("long") is not None]
    left_out = {id(item) for n, item in enumerate(long) if (n + rotation()) % share}
    config.hook.pytest_deselected(items=[item for item in items if id(item) in left_out])
    items[:] = [item for item in items if id(item) not in left_out]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Campaigns take hours: what fails is said at once."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        sys.stderr.write(f"\nFAILED {report.nodeid}: {str(report.longrepr).strip().splitlines()[-1][:200]}\n")


class _ForLater:
    """(Before pytest looks at marks.)"""

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for_now = [item for item in items if item.get_closest_marker("long") is None]
        later = costs.too_many([item.nodeid for item in for_now])
        for item in for_now:
            if item.nodeid in later:
                item.add_marker(pytest.mark.long)


_measured: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    before = costs.seconds_so_far()
    answer = yield
    _measured[item.nodeid] = costs.seconds_so_far() - before
    return answer


def pytest_sessionfinish(session: pytest.Session) -> None:
    if session.config.getoption("costs"):
        costs.write(_measured)


_counts: Counter[str] = Counter()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Of the tests of a module that says `IN_TURN`, and of the cases of a test that is marked so, one in so many is for
    `make test`."""
    assert isinstance(item, pytest.Function)
    mark = item.get_closest_marker("in_turn")
    of = getattr(item.module, "IN_TURN", 1) if mark is None else mark.args[0]
    if of > 1:
        group = item.module.__name__ if mark is None else f"{item.module.__name__}.{item.originalname}"
        _counts[group] += 1
        for mark in in_turn(_counts[group], of):
            item.add_marker(mark)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    terminalreporter.line(f"rotating samples: repeat with {VARIABLE}={rotation()}")
    if find_bench() is None:
        terminalreporter.section("public programs NOT TESTED", sep="!", red=True)
        terminalreporter.line(f"set {BENCH_VARIABLE} to a folder with an INDEX.tsv to test with them too")
    if shutil.which("gcc") is None:
        terminalreporter.section("the machine as judge NOT ASKED", sep="!", red=True)
        terminalreporter.line("tests/native compiles programs with gcc, and there is none")
