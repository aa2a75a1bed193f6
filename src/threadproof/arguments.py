"""Arguments that shape the program, for every command that reads one; and the numbers among arguments."""

from __future__ import annotations

import argparse
from pathlib import Path

from threadproof.options import DATA_MODELS, ORDERS, PROPERTIES, Options, is_positive


def add_program_options(parser: argparse._ActionsContainer) -> None:
    names = ", ".join(PROPERTIES)
    parser.add_argument("--property", metavar="P", help=f"one of {names}; or a .prp file (default: unreach-call)")
    parser.add_argument("--data-model", choices=DATA_MODELS, help="default: ILP32, or what the task says")
    parser.add_argument("-I", dest="include_dirs", action="append", default=[], type=Path, metavar="DIR")
    parser.add_argument("-D", dest="defines", action="append", default=[], metavar="NAME[=VALUE]")
    parser.add_argument("--atomic-statements", action="store_true", help="read every statement as one step")
    parser.add_argument("--threads", type=_thread_count, metavar="N|any",
                        help="up to N threads in all, or any number, wherever the program starts one")  # fmt: skip
    parser.add_argument("--order", choices=ORDERS, default="any",
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


def add_abstraction_options(parser: argparse._ActionsContainer) -> None:
    default = Options()
    parser.add_argument(
        "--cubes",
        type=int,
        default=default.cubes,
        choices=(0, 1, 2),
        help="symmpa: how many literals an implication starts from, when a step is abstracted",
    )
    parser.add_argument(
        "--passive",
        type=int,
        default=default.passive,
        metavar="N",
        help="symmpa: constraints about so many passive threads at most",
    )


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
