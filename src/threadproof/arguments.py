"""The arguments that commands share: what shapes the program, options of engines, numbers; and `Parser`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from threadproof.engines import ENGINES, OPTIONS, EngineSpec
from threadproof.engines.spec import who_has
from threadproof.errors import UsageError
from threadproof.options import CHOICES, DATA_MODELS, MOST_MEGABYTES, MOST_SECONDS, Option, Options, is_positive
from threadproof.portfolio import AUTO, names
from threadproof.properties import PROGRESS, PROPERTIES

#: instead of a property
ALL = "all"


def add_files(parser: argparse.ArgumentParser, about: str = "the files of the program") -> None:
    """The files of one program; or its project."""
    files = parser.add_argument("files", nargs="+", type=Path, metavar="FILE", default=[], help=about)
    files.required = False  # a project has its own
    parser.add_argument("--project", type=Path, metavar="DIR",
                        help="instead of files: compile_commands.json, or the folder that has it")  # fmt: skip
    parser.add_argument("--main", metavar="FILE", help="of a project: the file with the main that is meant")


class _Defines(argparse.Action):
    """-D and -U: of those for one name the last one counts."""

    def __call__(self, _: object, namespace: argparse.Namespace, value: Any, option: str | None = None) -> None:
        for dest in ("defines", "undefines"):
            before = getattr(namespace, dest)  # None: nobody has said anything
            if before is not None or dest == self.dest:
                kept = [x for x in before or () if _macro(x) != _macro(value)]
                setattr(namespace, dest, kept + [value] * (dest == self.dest))


def _macro(definition: str) -> str:
    return definition.partition("=")[0].partition("(")[0]


def add_program_options(parser: argparse._ActionsContainer, *, is_about_one: bool = True) -> None:
    about = f"one of {', '.join(PROPERTIES)}, {PROGRESS}FUNCTION; or a .prp file (default: unreach-call)"
    if is_about_one:
        parser.add_argument("--property", metavar="P", help=about)
    else:
        about += f"; several, one after the other, or {ALL}: those of the task, or whatever can be asked"
        parser.add_argument("--property", metavar="P", action="append", default=[], help=about)
    parser.add_argument("--data-model", choices=DATA_MODELS,
                        help="default: what the task says; else this machine's for .c, ILP32 for .i")  # fmt: skip
    parser.add_argument("-I", dest="include_dirs", action="append", default=[], type=Path, metavar="DIR")
    parser.add_argument("-D", dest="defines", action=_Defines, default=[], metavar="NAME[=VALUE]")
    parser.add_argument("-U", dest="undefines", action=_Defines, default=[], metavar="NAME")
    parser.add_argument("-include", dest="includes", action="append", default=[], metavar="FILE",
                        help="a header that every file includes first")  # fmt: skip
    parser.add_argument("-std", metavar="STANDARD", help="c90 to c23, gnu90 to gnu23 (default: gnu17)")
    parser.add_argument("--atomic-statements", action="store_true", help="read every statement as one step")
    parser.add_argument("--volatile", choices=CHOICES["volatile"], default="plain",
                        help="atomic: no access to a volatile object races (default: plain)")  # fmt: skip
    parser.add_argument("--memory-model", choices=CHOICES["memory_model"], default="sc",
                        help="in which order memory sees what threads do: as written (sc, the default); with stores "
                        "that may be late (tso: x86; pso: SPARC); with loads and stores that may change places (armv8; "
                        "rmo, power: where it makes no difference); as the language allows (c11)")  # fmt: skip
    parser.add_argument("--store-buffer", type=positive_int, default=Options().store_buffer, metavar="N",
                        help="so many stores of a thread may be late at once; more have no verdict "
                        f"(default: {Options().store_buffer})")  # fmt: skip
    parser.add_argument("--history", type=positive_int, default=Options().history, metavar="N",
                        help="under C11, so many values of an atomic object may still be read at once; more have no "
                        f"verdict (default: {Options().history})")  # fmt: skip
    parser.add_argument("--fairness", choices=CHOICES["fairness"], default=Options().fairness,
                        help="executions without end that count, for termination and progress: all (none), those in "
                        "which everybody moves who always could (weak, the default), or who could again and again "
                        "(strong)")  # fmt: skip
    parser.add_argument("--threads", type=_thread_count, metavar="N|any",
                        help="wherever the program starts a thread: up to N of them, or any number")  # fmt: skip
    parser.add_argument("--order", choices=CHOICES["order"], default="any",
                        help="of cooperative threads at the start (default: any; fixed: as created)")  # fmt: skip
    parser.add_argument("--args", metavar="WORDS",
                        help="the arguments of main, as in a shell ('': none; default: any arguments)")  # fmt: skip
    parser.add_argument("--entry", metavar="FUNCTION", help="begin there instead of at main, with any numbers")
    parser.add_argument("--thread", action="append", default=[], metavar="FUNCTION[:N]",
                        help="no main: run this function in a thread (or N), beside others (repeatable)")  # fmt: skip
    parser.add_argument("--unknown-calls", choices=CHOICES["unknown_calls"], default="stop",
                        help="of functions without a body: no verdict (stop, the default), or any result and any "
                        "change of numbers that their pointer arguments lead to (havoc)")  # fmt: skip
    parser.add_argument("--stub", action="append", default=[], type=Path, metavar="FILE",
                        help="a file with bodies for functions that the program has none of (repeatable)")  # fmt: skip


def _thread_count(text: str) -> str:
    return text if text == "any" else str(positive_int(text))


def add_reading_options(parser: argparse._ActionsContainer) -> None:
    default = Options()
    parser.add_argument("--cpp", default=default.cpp, metavar="CMD", help="preprocessor, e.g. gcc (default: built in)")
    parser.add_argument("--recursion-limit", type=positive_int, default=default.recursion_limit, metavar="N",
                        help=f"how deep a function may call itself (default: {default.recursion_limit})")  # fmt: skip


def add_second_reading(parser: argparse._ActionsContainer) -> None:
    parser.add_argument("--no-second-reading", dest="second_reading", action="store_false",
                        help="do not execute violations from the C text, nor try safe programs")  # fmt: skip


def add_engine_options(parser: argparse.ArgumentParser, *, files: bool = True) -> None:
    """`files`: with options that write one."""
    width = max(map(len, ENGINES))
    listed = "".join([f"\n  {spec.name:{width}}  {spec.help}" for spec in ENGINES.values()])
    parser.description = f"{parser.description}\n\nengines (auto: several of them, one after the other):{listed}"
    parser.add_argument("--engine", default=AUTO, metavar="E", help=f"one of {', '.join(names())} (default: {AUTO})")
    parser.add_argument("--show-invariants", action="store_true", help="print why the program is safe")
    parser.add_argument("--check-proof", action="store_true", help="check the proof of a safe program at once")
    group = parser.add_argument_group("options of engines", "Whose they are comes first; auto has those of all.")
    for option in OPTIONS.values():
        if files or option.type is not Path:
            _add_option(group, option, f"{', '.join(who_has(option))}: {option.help}")
    add_common_options(parser)


def add_options_of(parser: argparse.ArgumentParser, engine: EngineSpec) -> None:
    for option in engine.options:
        _add_option(parser, option, option.help)


#: their names in the namespace begin so, whatever they are called
_OF_ENGINES = "engine "


def _add_option(parser: argparse._ActionsContainer, option: Option[Any], about: str) -> None:
    """What is left out is not in the namespace."""
    if option.flag in parser._option_string_actions:
        raise UsageError(f"{option.flag} of {' and '.join(who_has(option))} is an option of all engines already")
    flag, left_out, about = option.flag, argparse.SUPPRESS, about.replace("%", "%%")
    dest = f"{_OF_ENGINES}{option.name}"
    if option.type is bool:
        word = flag[2:]
        about = f"{about} (default: {'' if option.default else 'no-'}{word})"
        parser.add_argument(flag, dest=dest, action=argparse.BooleanOptionalAction, default=left_out, help=about)
        return
    if option.default is not None:
        about = f"{about} (default: {option.default})"
    if option.choices:
        parser.add_argument(flag, dest=dest, type=option.type, choices=option.choices, default=left_out, help=about)
    else:
        read = option.type if option.type is not int else _natural if option.least == 0 else positive_int
        parser.add_argument(flag, dest=dest, type=read, metavar=option.metavar, default=left_out, help=about)
    if option.off is not None:
        parser.add_argument(f"--no-{flag[2:]}", dest=dest, action="store_const", const=option.off,
                            default=left_out, help=f"the same as {flag} {option.off}")  # fmt: skip


def chosen_options(args: argparse.Namespace) -> dict[str, Any]:
    """What was chosen for engines."""
    return {name: getattr(args, key) for name in OPTIONS if hasattr(args, key := f"{_OF_ENGINES}{name}")}


def add_common_options(parser: argparse.ArgumentParser) -> None:
    add_reading_options(parser)
    parser.add_argument("--seed", type=int, default=Options().seed, metavar="N", help="default: %(default)s")


def _natural(text: str) -> int:
    return 0 if text == "0" else positive_int(text)


def positive_int(text: str) -> int:
    if not is_positive(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


def megabytes(text: str) -> int:
    number = positive_int(text)
    if number >= MOST_MEGABYTES:
        raise argparse.ArgumentTypeError(f"{text!r} is more than any machine has")
    return number


def positive_float(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < MOST_SECONDS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of seconds")
    return value


class _Formatter(argparse.HelpFormatter):
    """A line that is indented stays as it is."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill = super()._fill_text
        return "\n".join([x if x.startswith(" ") else fill(x, width, indent) for x in text.split("\n")])


def _columns() -> int:
    """Of the terminal, as argparse would ask `shutil` for every argument, which takes long to import."""
    wanted = os.environ.get("COLUMNS", "")
    if wanted.isdecimal() and int(wanted):
        return int(wanted)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, OSError, ValueError):
        return 80


class Parser(argparse.ArgumentParser):
    """argparse exits with 2 on wrong usage; here that code means that the input is not valid.

    Its usage line has twenty lines here: too many to show with every slip.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(formatter_class=_Formatter, **options)

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, hint=f"try: {self.prog} --help")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """What is not understood is looked up among the options of the command."""
        known, unknown = self.parse_known_args(args, namespace)
        if hasattr(known, "files") and not any(word.startswith("-") for word in unknown):
            # argparse takes only the first of several groups of files, between options
            known.files = [*known.files, *map(Path, unknown)]
            unknown = []
        if unknown:
            parser = self._of(getattr(known, "command", None))
            near = _nearest(unknown[0], [o for a in parser._actions for o in a.option_strings])
            parser.error(f"not understood: {' '.join(unknown)}" + (f" (did you mean {near}?)" if near else ""))
        return known

    def _of(self, command: object) -> argparse.ArgumentParser:
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                return next((p for p in action.choices.values() if p.get_default("command") is command), self)
        return self

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            near = _nearest(str(value), list(map(str, action.choices)))
            chosen = ", ".join(map(str, action.choices))
            hint = f"did you mean {near}?" if near else f"one of: {chosen}"
            raise argparse.ArgumentError(action, f"{value!r} is none of the choices: {hint}")


def _nearest(word: str, words: Sequence[str]) -> str:
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.partition("=")[0], words, 1)), "")
