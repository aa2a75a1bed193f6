"""The shape of the code: imports point down only, no dumping grounds, every module on the map, none too long."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

from threadproof.options import NOT_SHAPING, SHAPING, Options

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "threadproof"
MAP = ROOT / "docs" / "architecture.md"
MAX_LINES = 700

#: from the top down; what stands on one line never imports its neighbours
LAYERS = [
    ["cli", "bench"],
    ["fences"],
    ["pipeline", "arguments"],
    ["scope", "checking"],
    ["portfolio", "opinions"],
    ["reference"],
    ["frontend", "passes", "engines", "evidence", "output"],
    ["schedulers"],
    ["rules"],
    ["horn", "blocks"],
    ["analysis", "smt"],
    ["result"],
    ["ir", "broadcast"],
    ["logic", "cpp"],
    ["budget"],
    ["options", "process"],
    ["properties", "plugins"],
    ["axiomatic"],
    ["errors"],
    ["records", "patterns", "contents"],
]
RANK = {part: rank for rank, line in enumerate(LAYERS) for part in line}
#: `threadproof bench` is a subcommand, so the command line may start the bench (never the other way round)
EXCEPTIONS = {("cli", "bench")}
#: what the second reading of C may know at all, and share with the first
KNOWN_TO_THE_READING = {"reference", "frontend", "options", "errors", "patterns", "properties", "records"}
READING_COMMONS = {"ast", "ctypes", "files", "library", "preprocess", "read", "start", "unknown"}
#: what an engine may use of its own package
ENGINE_COMMONS = {"compiled", "covering", "engine", "options", "spec"}
BAD_NAMES = {"utils", "util", "helpers", "common", "misc"}

MODULES = sorted(PACKAGE.rglob("*.py"))


def name_of(path: Path) -> str:
    """threadproof.frontend.read.index, or threadproof.frontend for its __init__.py."""
    parts = ["threadproof", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {name_of(path) for path in MODULES}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module of the project that this one imports, also inside functions, with the line."""
    package = name_of(path).split(".")
    if path.name != "__init__.py":
        package.pop()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, a.name) for a in node.names if a.name.split(".")[0] == "threadproof")
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            if module.split(".")[0] != "threadproof":
                continue
            for alias in node.names:
                full = f"{module}.{alias.name}"
                yield node.lineno, full if full in NAMES else module


def violation(source: str, target: str) -> str | None:
    """Why module `source` must not import module `target`."""
    origin, goal = source.split(".")[1:], target.split(".")[1:]
    if not origin:  # the public API stands on top, beside the command line
        return "the public API must not need the command line" if goal and goal[0] in LAYERS[0] else None
    if origin == ["__main__"]:
        return None if goal == ["cli"] else "__main__ only starts cli"
    if not goal:
        return "the public API is for users, not for the package itself"
    if origin[0] not in RANK or goal[0] not in RANK:
        return "it is on no layer: add it to LAYERS and to docs/architecture.md"
    if goal[0] == "axiomatic" and origin[0] not in ("axiomatic", "cli"):
        return "the axioms are a judge apart: what they judge does not use them"
    if origin[0] == "reference" and goal[0] not in KNOWN_TO_THE_READING:
        return "the second reading of C knows nothing of the rest"
    if origin[0] == "reference" and goal[0] == "frontend" and (len(goal) < 2 or goal[1] not in READING_COMMONS):
        return "the second reading of C shares the parser, types and texts in C only"
    if origin[0] != goal[0]:
        if (origin[0], goal[0]) in EXCEPTIONS:
            return None
        return "imports point down only" if RANK[origin[0]] >= RANK[goal[0]] else None
    if origin[0] == "engines" and len(origin) > 1 and len(goal) > 1 and goal[1] not in {origin[1], *ENGINE_COMMONS}:
        return "an engine imports covering or compiled, never another engine"
    return None


@pytest.mark.parametrize(
    ("source", "target", "allowed"),
    [
        ("threadproof.passes.slice", "threadproof.ir.op", True),
        ("threadproof.ir.op", "threadproof.passes.slice", False),
        ("threadproof.frontend.read.index", "threadproof.frontend.ast", True),
        ("threadproof.frontend.read.index", "threadproof.passes.slice", False),
        ("threadproof.options", "threadproof.process", False),
        ("threadproof.cli", "threadproof.bench.command", True),
        ("threadproof.bench.command", "threadproof.cli", False),
        ("threadproof.engines.bmc", "threadproof.engines.covering.encode", True),
        ("threadproof.engines.bmc", "threadproof.engines.engine", True),
        ("threadproof.engines.bmc", "threadproof.engines.impact", False),
        ("threadproof.engines.covering.encode", "threadproof.engines.bmc", False),
        ("threadproof.engines.explore.search", "threadproof.engines.compiled.model", True),
        ("threadproof.engines", "threadproof.engines.bmc", True),
        ("threadproof", "threadproof.pipeline", True),
        ("threadproof.ir.op", "threadproof", False),
        ("threadproof.newcomer", "threadproof.errors", False),
        ("threadproof.reference.machine", "threadproof.frontend.ast", True),
        ("threadproof.reference.machine", "threadproof.frontend.lower.calls", False),
        ("threadproof.reference.machine", "threadproof.ir.program", False),
        ("threadproof.cli", "threadproof.axiomatic.command", True),
        ("threadproof.axiomatic.judge", "threadproof.errors", True),
        ("threadproof.axiomatic.judge", "threadproof.properties", False),
        ("threadproof.ir.op", "threadproof.axiomatic.relations", False),
    ],
)
def test_the_rule_itself(source: str, target: str, allowed: bool) -> None:
    assert (violation(source, target) is None) == allowed


def test_imports_point_down_only() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {name_of(path)} imports {target}: {why}"
        for path in MODULES
        for line, target in imports(path)
        if (why := violation(name_of(path), target))
    ]
    assert not found, "\n" + "\n".join(found)


def test_no_dumping_grounds() -> None:
    found = [str(p.relative_to(ROOT)) for p in PACKAGE.rglob("*") if p.stem in BAD_NAMES]
    assert not found, f"name them after what they do: {found}"


def test_every_folder_is_explained_and_every_module_says_what_it_is() -> None:
    text = MAP.read_text(encoding="utf-8")
    explained = set(re.findall(r"`((?:\w+/)+)`", text))
    folders = {f"{p.parent.relative_to(PACKAGE)}/" for p in MODULES if p.parent != PACKAGE}
    assert folders <= explained, f"docs/architecture.md does not explain {sorted(folders - explained)}"
    named = {m for m in re.findall(r"`((?:\w+/)+\w*(?:\.py)?)`", text) if m.split("/")[0] in RANK}
    stale = sorted(m for m in named if not (PACKAGE / m).exists())
    assert not stale, f"docs/architecture.md names what is not there: {stale}"
    silent = [name_of(p) for p in MODULES if p.stat().st_size and not ast.get_docstring(tree(p))]
    assert not silent, f"the first line of a module says what it is: {silent}"


def test_what_is_not_python_is_installed_too() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = settings["tool"]["setuptools"]["package-data"]["threadproof"]
    installed = {path for pattern in patterns for path in PACKAGE.glob(pattern)}
    there = {path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")}
    assert sorted(there - installed) == [], "add them to package-data in pyproject.toml"


def test_no_module_is_too_long() -> None:
    lengths = {str(p.relative_to(PACKAGE)): len(p.read_text(encoding="utf-8").splitlines()) for p in MODULES}
    too_long = {name: length for name, length in lengths.items() if length > MAX_LINES}
    assert not too_long, f"more than {MAX_LINES} lines; look for the second idea hiding inside: {too_long}"


def test_every_option_says_whether_it_shapes_the_program() -> None:
    """A proof names all that do, so none may be forgotten."""
    names = {f.name for f in fields(Options)}
    marked = [*SHAPING, *NOT_SHAPING]
    assert sorted(names - set(marked)) == [], "put into SHAPING or NOT_SHAPING (options.py)"
    assert sorted(marked) == sorted(names), "in SHAPING and in NOT_SHAPING, or no option at all"


#: Whose mistakes a checker of proofs would share: what it imports, also by way of others, beside its own folders. Each
#: entry is a module, or a package with all of its modules; whoever adds one says in docs/soundness.md why.
TRUSTED = {
    "analysis.graph", "analysis.instances", "analysis.leaks", "analysis.liveness",
    "blocks.assuming", "blocks.crowd", "blocks.memory", "blocks.quotients", "blocks.transitions",
    "broadcast", "budget", "errors", "horn.clause", "ir", "logic", "patterns", "properties", "records", "rules",
    "schedulers", "smt",
}  # fmt: skip
CHECKERS = ("threadproof.evidence.proof", "threadproof.evidence.facts", "threadproof.evidence.states")
#: of code that is trusted, with comments
MAX_TRUSTED_LINES = 17_700


def test_the_trusted_base_is_what_it_is_said_to_be() -> None:
    paths = {name_of(path): path for path in MODULES}
    found: set[str] = set()
    waiting = [name for name in NAMES if name.startswith(CHECKERS)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [target for _, target in imports(paths[name])]
    others = {name.removeprefix("threadproof.") for name in found if not name.startswith(CHECKERS)}
    unexpected = {x for x in others if x not in TRUSTED and x.split(".")[0] not in TRUSTED}
    assert not unexpected, f"a checker would share the mistakes of {sorted(unexpected)}"
    lines = sum(len(paths[name].read_text(encoding="utf-8").splitlines()) for name in found)
    assert lines <= MAX_TRUSTED_LINES, f"{lines} lines are trusted"
