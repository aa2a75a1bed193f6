"""What happens if one condition in our own code is switched off? Asked in a fork, so that nothing of it remains.

A `Switch` names a text that stands in one place of one file, and what to put there instead: the condition is the text
itself, and a test whose condition is gone says so. All functions whose code is another then get the new code, whoever
has imported them; a text of the C library is read from a changed copy. Entry points: `outcome`, `asked`.
"""

from __future__ import annotations

import gc
import importlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType

from tests.helpers.fork import in_a_fork
from threadproof import frontend, pipeline
from threadproof.errors import InternalError, ThreadproofError
from threadproof.frontend import library
from threadproof.frontend.lower import procedures as lower_procedures
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unsafe

SOURCES = Path(frontend.__file__).parents[1]


@dataclass(frozen=True, slots=True)
class Switch:
    #: below src/threadproof
    file: str
    text: str
    instead: str

    def mutated(self) -> tuple[str, str]:
        """The text of the file as it is, and with the condition switched off."""
        source = (SOURCES / self.file).read_text()
        assert source.count(self.text) == 1, f"{self.file} has {source.count(self.text)} times: {self.text}"
        # (a function that begins elsewhere would be another one)
        return source, source.replace(
            self.text, self.instead + "\n" * (self.text.count("\n") - self.instead.count("\n"))
        )

    def off(self) -> None:
        """For the rest of this process."""
        if self.file.endswith((".c", ".h")):
            self._change_library()
        else:
            self._change_code()
        for x in gc.get_objects():
            if isinstance(x, _lru_cache_wrapper):
                x.cache_clear()

    def _change_library(self) -> None:
        folder = Path(tempfile.mkdtemp())
        shutil.copytree(library._FOLDER, folder, dirs_exist_ok=True)
        (folder / Path(self.file).name).write_text(self.mutated()[1])
        library._FOLDER = folder

    def _change_code(self) -> None:
        module = importlib.import_module("threadproof." + self.file.removesuffix(".py").replace("/", "."))
        path = str(module.__file__)
        old, new = (dict(_codes(compile(text, path, "exec", dont_inherit=True))) for text in self.mutated())
        changed = {name: new[name] for name in old if name in new and old[name] != new[name]}
        found = [
            f
            for f in gc.get_objects()
            if isinstance(f, FunctionType) and f.__code__.co_filename == path and f.__code__.co_qualname in changed
        ]
        assert found, f"no function has changed in {self.file}"
        for f in found:
            code = changed[f.__code__.co_qualname]
            if code.co_freevars == f.__code__.co_freevars:
                f.__code__ = code


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for x in code.co_consts:
        if isinstance(x, CodeType):
            yield x.co_qualname, x
            yield from _codes(x)


def outcome(
    switch: Switch | None,
    path: Path,
    options: Options,
    *,
    examined: bool = False,
    checked: bool = False,
    procedures: bool = False,
) -> str:
    """The verdict, or who objects.

    `examined`: by totality and the checker of the IR, after every pass; `checked`: the proof is, by its checker;
    `procedures`: functions have one copy, as in programs that are too large otherwise.
    """

    def work() -> str:
        if switch is not None:
            switch.off()
        lower_procedures.EVERYWHERE = procedures
        if examined:
            os.environ[pipeline.DEBUG_VARIABLE] = "1"
        else:
            os.environ.pop(pipeline.DEBUG_VARIABLE, None)
        try:
            verdict = pipeline.verify(path, options, check_with="z3" if checked else None).verdict
        except InternalError as error:
            return f"objection: {error}"
        except ThreadproofError as error:
            return f"refused: {error}"
        match verdict:
            case Safe():
                return "safe"
            case Unsafe():
                return "unsafe"
        return f"unknown: {verdict.reason} {verdict.detail}"

    return in_a_fork(work)


def scope(switch: Switch | None, path: Path, options: Options) -> str:
    """The conditions that the verdict would name."""

    def work() -> str:
        if switch is not None:
            switch.off()
        return "; ".join(frontend.load(path, options).scope)

    return in_a_fork(work)


def asked(switch: Switch | None, test: Callable[[], object]) -> str:
    """Does a test pass?"""

    def work() -> str:
        if switch is not None:
            switch.off()
        try:
            test()
        except AssertionError:
            return "failed"
        return "passed"

    return in_a_fork(work)


def import_all() -> None:
    """Before the forks: modules are imported when they are needed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.c"
        path.write_text("int main(void) { return 0; }")
        for engine in ("explore", "impact"):
            pipeline.verify(path, Options(engine=engine))
