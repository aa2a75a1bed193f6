"""The arguments of every command."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from threadproof.arguments import (
    Parser,
    add_common_options,
    add_engine_options,
    add_files,
    add_options_of,
    add_program_options,
    add_reading_options,
    add_second_reading,
    megabytes,
    positive_float,
    positive_int,
)
from threadproof.cli import commands as do
from threadproof.cli.terminal import installed_version, say
from threadproof.engines import ENGINES
from threadproof.options import FORMS, SHAPING, Options

if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[Parser]


class _Version(argparse.Action):
    """--version, with the price of looking it up paid only when asked."""

    def __init__(self, option_strings: Sequence[str], dest: str, **rest: Any):
        super().__init__(option_strings, dest, nargs=0, help="show the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        say(f"threadproof {installed_version()}\n")
        parser.exit()


def build_parser(only: str = "") -> argparse.ArgumentParser:
    """With all commands, or with that one, if there is such a command: arguments take a while."""
    parser = Parser(
        prog="threadproof",
        description="Verify multi-threaded C programs.",
        epilog="THREADPROOF_DEBUG=1 in the environment: an internal error prints its traceback, for a report.",
    )
    parser.set_defaults(is_work=True)
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in [_COMMANDS[only]] if only in _COMMANDS else _COMMANDS.values():
        add(commands)
    return parser


def _verify(commands: _Commands) -> None:
    verify = commands.add_parser(
        "verify",
        help="decide whether a program has a property",
        description="Decide whether a program has a property.",
        epilog="Exit code: 0 safe, 10 unsafe, 5 unknown, 1 wrong usage, 2 input not valid, 6 internal error (with "
        "THREADPROOF_DEBUG=1 in the environment: its traceback, for a report), 130 interrupted.",
    )
    add_files(verify, about="the .c or .i files of the program, or an SV-COMP task definition (.yml)")
    verify.add_argument("--timeout", type=positive_float, metavar="S", help="seconds of wall-clock time")
    verify.add_argument("--memory-limit", type=megabytes, metavar="MB", help="megabytes of address space")
    verify.add_argument("--json", metavar="FILE", help="write the report to FILE (-: print it instead of the text)")
    add_second_reading(verify)
    verify.add_argument("--proof", metavar="FILE", help="write the proof of a safe program to FILE, for check-proof")
    add_program_options(verify, is_about_one=False)
    add_engine_options(verify)
    verify.set_defaults(command=do.verify, each=do.each_property, give_up=do.give_up_verify)


def _check(commands: _Commands) -> None:
    check = commands.add_parser(
        "check",
        help="list all of a program that is not understood, before anything is verified",
        description="List all of a program that is not understood, before anything is verified.",
        epilog="Exit code: 0 nothing, or only what may happen when the program runs; 5 something is not understood; "
        "1 wrong usage, 2 input not valid, 6 internal error.",
    )
    add_files(check)
    check.add_argument("--timeout", type=positive_float, metavar="S", help="seconds of wall-clock time")
    add_program_options(check)
    add_common_options(check)
    check.set_defaults(command=do.check)


def _check_proof(commands: _Commands) -> None:
    check = commands.add_parser(
        "check-proof",
        help="check a proof written by `verify --proof`, independently of the engine that found it",
        description="Check a proof written by `verify --proof`, independently of the engine that found it.",
        epilog="Exit code: 0 accepted, 20 refused, 5 not checked to the end (a limit), 1 wrong usage, "
        "2 input not valid, 6 internal error.",
    )
    add_files(check, about="the program, as it was given to verify, and the proof file")
    check.usage = "threadproof check-proof [OPTION ...] FILE [FILE ...] PROOF"
    check.add_argument("--solver", choices=do.SOLVERS, default=do.SOLVERS[0], help="default: %(default)s")
    check.add_argument("--timeout", type=positive_float, metavar="S", help="seconds of wall-clock time")
    check.add_argument("--memory-limit", type=megabytes, metavar="MB", help="megabytes of memory")
    about = check.add_argument_group("the proof must be for", "Options of verify; what is left out may be anything.")
    add_program_options(about)
    add_reading_options(about)
    # None: it was left out
    check.set_defaults(
        command=do.check_proof, give_up=do.give_up_check, **{**dict.fromkeys(SHAPING), "cpp": Options().cpp}
    )


def _run(commands: _Commands) -> None:
    run = commands.add_parser("run", help="execute a program under a random schedule and print the trace")
    add_files(run)
    run.add_argument("--max-steps", type=positive_int, default=10_000, metavar="N", help="default: %(default)s")
    add_program_options(run)
    add_common_options(run)
    run.set_defaults(command=do.run_once)


def _replay(commands: _Commands) -> None:
    replay = commands.add_parser("replay", help="execute a violation again, step by step, from the C text")
    replay.add_argument("file", type=Path, metavar="RESULT.json", help="what `verify --json` wrote")
    replay.add_argument("--cpp", default=Options().cpp, metavar="CMD", help="the one that `verify` was given, if any")
    replay.set_defaults(command=do.replay)


def _ir(commands: _Commands) -> None:
    ir = commands.add_parser("ir", help="print the intermediate representation")
    add_files(ir)
    ir.add_argument("--form", choices=(*FORMS, "sequential"), default="plain", help="for whom (default: explore)")
    ir.add_argument(
        "--after", default="", metavar="PASS", help="as this pass has left it, when it ran for the last time"
    )
    ir.add_argument("--passes", action="store_true", help="list the passes instead, in their order")
    add_program_options(ir)
    add_common_options(ir)
    ir.set_defaults(command=do.print_ir)


def _blocks(commands: _Commands) -> None:
    blocks = commands.add_parser("blocks", help="print which steps of each thread can be taken as one")
    add_files(blocks)
    add_program_options(blocks)
    add_common_options(blocks)
    blocks.set_defaults(command=do.print_blocks)


def _bbp(commands: _Commands) -> None:
    bbp = commands.add_parser(
        "bbp", help="print the Boolean broadcast program of every iteration of predicate abstraction"
    )
    add_files(bbp)
    bbp.add_argument("--timeout", type=positive_float, metavar="S", help="seconds of wall-clock time")
    add_program_options(bbp)
    add_options_of(bbp, ENGINES["symmpa"])
    add_common_options(bbp)
    bbp.set_defaults(command=do.print_abstractions)


def _sequentialize(commands: _Commands) -> None:
    sequentialize = commands.add_parser(
        "sequentialize",
        help="write a cooperative program as a sequential C program, for any verifier",
        description="Write a cooperative program as an equivalent sequential C program: reach_error() is "
        "called if and only if the property is violated. Compiled with -DSTANDALONE, it is a random run.",
    )
    add_files(sequentialize)
    sequentialize.add_argument("-o", "--output", default="-", metavar="OUT.c", help="default: print it")
    add_program_options(sequentialize)
    add_common_options(sequentialize)
    sequentialize.set_defaults(command=do.sequentialize)


def _litmus(commands: _Commands) -> None:
    litmus = commands.add_parser(
        "litmus",
        help="judge litmus tests under weak memory models",
        description="Judge litmus tests (X86, X86_64, PPC, ARM, AArch64, C) under weak memory models, by enumerating "
        "candidate executions: which final states are allowed.",
        epilog="Exit code: 0 all tests were judged, 5 a limit, 1 wrong usage, 2 a test is not valid, 6 internal error.",
    )
    litmus.add_argument("files", nargs="+", type=Path, metavar="FILE", help="tests in the format of herd7 and litmus7")
    litmus.add_argument("--memory-model", metavar="M", help="sc, tso, pso, rmo, power, armv7, armv8, c11; or all "
                        "that can judge a test (default: that of its architecture)")  # fmt: skip
    litmus.add_argument("--states", action="store_true", help="list the final states, as herd does")
    litmus.add_argument("--show", action="store_true", help="show an execution, or why there is none")
    litmus.add_argument("--json", dest="is_json", action="store_true", help="print JSON instead")
    litmus.set_defaults(command=do.litmus)


def _robust(commands: _Commands) -> None:
    robust = commands.add_parser(
        "robust",
        help="say under which memory models a program does nothing else than as it is written",
        description="Say under which memory models all executions of a program are those of sequential consistency, so "
        "that what is true of these is true there; and a cycle of accesses where there may be others.",
        epilog="Exit code: 0 under all models that were asked for; 5 not under all, or not known; 1 wrong usage, "
        "2 input not valid, 6 internal error.",
    )
    add_files(robust)
    robust.add_argument("--timeout", type=positive_float, metavar="S", help="seconds of wall-clock time")
    add_program_options(robust)
    add_common_options(robust)
    # None: all of them
    robust.set_defaults(command=do.robust, memory_model=None)


def _fences(commands: _Commands) -> None:
    fences = commands.add_parser(
        "fences",
        help="find fences that make a program safe under a weak memory model",
        description="Find as few fences, or stronger orders, as make a program safe under a weak memory model that is "
        "safe under sequential consistency, each of them needed; they are printed as a patch (unified diff).",
        epilog="Exit code: 0 safe with the patch, or as it is; 10 unsafe under sequential consistency; 5 not known; "
        "1 wrong usage, 2 input not valid, 6 internal error.",
    )
    add_files(fences)
    fences.add_argument("--timeout", type=positive_float, metavar="S", help="seconds of wall-clock time, for all of it")
    fences.add_argument("--memory-limit", type=megabytes, metavar="MB", help="megabytes of address space")
    fences.add_argument("--patch", metavar="FILE", help="write the patch to FILE")
    add_program_options(fences)
    add_engine_options(fences)
    fences.set_defaults(command=do.fences)


def _bench(commands: _Commands) -> None:
    bench = commands.add_parser(
        "bench",
        help="run many tasks and compare with their expected verdicts",
        description="Run many tasks and compare with their expected verdicts.",
        epilog="`threadproof bench compare A B` shows what differs between two runs.",
    )
    bench.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="task file, folder of them, or INDEX.tsv")
    bench.add_argument("--property", nargs="+", action="extend", default=[], metavar="P", help="default: all")
    bench.add_argument("--suite", metavar="REGEX", help="only suites whose name matches")
    bench.add_argument("--timeout", type=positive_float, default=20.0, metavar="S", help="default: %(default)s")
    bench.add_argument("--memory-limit", type=megabytes, default=2000, metavar="MB", help="default: %(default)s")
    bench.add_argument("--jobs", type=positive_int, default=1, metavar="N", help="tasks at a time (default: 1)")
    bench.add_argument("--name", metavar="RUN", help="the run's name (default: engine and time)")
    bench.add_argument("--resume", action="store_true", help="continue the run NAME: skip what is done")
    _add_db_option(bench)
    add_engine_options(bench, files=False)
    bench.set_defaults(command=do.bench, is_work=False)


#: in the order in which they are listed
_COMMANDS: dict[str, Callable[[_Commands], None]] = {
    "verify": _verify,
    "check": _check,
    "check-proof": _check_proof,
    "run": _run,
    "replay": _replay,
    "ir": _ir,
    "blocks": _blocks,
    "bbp": _bbp,
    "sequentialize": _sequentialize,
    "robust": _robust,
    "fences": _fences,
    "litmus": _litmus,
    "bench": _bench,
}


def build_compare_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="threadproof bench compare", description="Show what differs between two runs.")
    parser.add_argument("old", metavar="A", help="a run's name, a results file (its newest run), or FILE:RUN")
    parser.add_argument("new", metavar="B")
    _add_db_option(parser)
    parser.set_defaults(command=do.compare, is_work=False)
    return parser


def _add_db_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--db", type=Path, metavar="FILE", help="results file (default: threadproof-bench.sqlite)")
