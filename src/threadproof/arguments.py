"""The arguments that commands share: what shapes the program, options of engines, numbers; and `Parser`."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from threadproof.errors import UsageError
from threadproof.options import CHOICES, DATA_MODELS, Options, is_positive
from threadproof.properties import PROPERTIES


def add_program_options(parser: argparse._ActionsContainer) -> None:
    names = ", ".join(PROPERTIES)
    parser.add_argument("--property", metavar="P", help=f"one of {names}; or a .prp file (default: unreach-call)")
    parser.add_argument("--data-model", choices=DATA_MODELS, help="default: ILP32, or what the task says")
    parser.add_argument("-I", dest="include_dirs", action="append", default=[], type=Path, metavar="DIR")
    parser.add_argument("-D", dest="defines", action="append", default=[], metavar="NAME[=VALUE]")
    parser.add_argument("--atomic-statements", action="store_true", help="read every statement as one step")
    parser.add_argument("--threads", type=_thread_count, metavar="N|any",
                        help="wherever the program starts a thread: up to N of them, or any number")  # fmt: skip
    parser.add_argument("--order", choices=CHOICES["order"], default="any",
                        help="of cooperative threads at the start (default: any; fixed: as created)")  # fmt: skip


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


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    default = Options()
    parser.add_argument("--engine", default=default.engine, metavar="E", help="default: %(default)s")
    parser.add_argument("--reduction", choices=CHOICES["reduction"], nargs="?", const=default.reduction,
                        default=default.reduction, help="explore, redcomp (default: %(default)s)")  # fmt: skip
    parser.add_argument("--no-reduction", dest="reduction", action="store_const", const="none",
                        help="the same as --reduction none")  # fmt: skip
    parser.add_argument("--max-states", type=positive_int, metavar="N", help="explore: give up after N states")
    parser.add_argument("--por", choices=CHOICES["por"], default=default.por,
                        help="impact, esst: partial-order reduction (default: %(default)s)")  # fmt: skip
    parser.add_argument("--abstraction", choices=CHOICES["abstraction"], default=default.abstraction,
                        help="esst: what is known about data (default: %(default)s)")  # fmt: skip
    parser.add_argument("--precision", choices=CHOICES["precision"], default=default.precision,
                        help="esst: where predicates are looked at (default: %(default)s)")  # fmt: skip
    parser.add_argument("--force-cover", action=argparse.BooleanOptionalAction, default=default.force_cover,
                        help="impact: strengthen labels in order to cover nodes")  # fmt: skip
    parser.add_argument("--interpolation", choices=CHOICES["interpolation"],
                        default=default.interpolation,
                        help="impact: where labels come from (default: cores, then solvers)")  # fmt: skip
    parser.add_argument("--encoding", choices=CHOICES["encoding"], default=default.encoding,
                        help="machine integers for the solver: as such, or as integers that wrap around "
                             "(impact, --emit-chc, --horn-solver CMD; default: %(default)s)")  # fmt: skip
    parser.add_argument("--symmetry", action=argparse.BooleanOptionalAction, default=default.symmetry,
                        help="impact: cover nodes modulo permutations of threads that are alike")  # fmt: skip
    parser.add_argument("--rule", choices=CHOICES["rule"], default=default.rule,
                        help="redcomp: proof rule (default: one after the other)")  # fmt: skip
    add_abstraction_options(parser)
    parser.add_argument("--horn-solver", default=default.horn_solver, metavar="S",
                        help="redcomp: who solves the clauses: portfolio, abstraction, spacer, or a command "
                             "that reads an SMT-LIB file (default: %(default)s)")  # fmt: skip
    parser.add_argument("--show-invariants", action="store_true", help="redcomp: print why the program is safe")
    parser.add_argument("--check-proof", action="store_true", help="check the proof of a safe program at once")
    add_common_options(parser)


def add_abstraction_options(parser: argparse.ArgumentParser) -> None:
    default = Options()
    parser.add_argument(
        "--cubes",
        type=int,
        default=default.cubes,
        choices=CHOICES["cubes"],
        help="symmpa: how many literals an implication starts from, when a step is abstracted",
    )
    parser.add_argument(
        "--passive",
        type=_natural,
        default=default.passive,
        metavar="N",
        help="symmpa: constraints about so many passive threads at most",
    )


def add_common_options(parser: argparse.ArgumentParser) -> None:
    add_reading_options(parser)
    parser.add_argument("--seed", type=int, default=Options().seed, metavar="N", help="default: %(default)s")


def _natural(text: str) -> int:
    return 0 if text == "0" else positive_int(text)


def positive_int(text: str) -> int:
    if not is_positive(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number")
    return int(text)


def positive_float(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise argparse.ArgumentTypeError(f"{text!r} is not a positive number of seconds")
    return value


class Parser(argparse.ArgumentParser):
    """argparse exits with 2 on wrong usage; here that code means that the input is not valid.

    Its usage line has twenty lines here: too many to show with every slip.
    """

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, hint=f"try: {self.prog} --help")

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """What is not understood is looked up among the options of the command."""
        known, unknown = self.parse_known_args(args, namespace)
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
