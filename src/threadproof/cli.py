"""The command line: arguments to Options, verdict or error to exit code. The only place that exits.

Every subcommand imports what it needs when it runs, because start-up time is part of every answer.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from threadproof.arguments import (
    Parser,
    add_common_options,
    add_engine_options,
    add_options_of,
    add_program_options,
    add_reading_options,
    add_second_reading,
    chosen_options,
    megabytes,
    positive_float,
    positive_int,
)
from threadproof.engines import ENGINES
from threadproof.errors import InputError, InternalError, Limit, ThreadproofError, UsageError
from threadproof.options import FORMS, SHAPING, Options, difference

if TYPE_CHECKING:
    from threadproof.output.bug import Bug
    from threadproof.result.result import Result

SAFE, UNSAFE, UNKNOWN, INTERNAL, INTERRUPTED = 0, 10, 5, 6, 130
ACCEPTED, REFUSED = 0, 20

_SOLVERS = ("z3", "cvc5", "bitwuzla")
#: arguments that are options of the same name, where a command has them
_PASSED_ON = ("engine", "timeout", "memory_limit", "show_invariants", "second_reading")
#: what native code says when it gets no memory
_NO_MEMORY = (
    "bad_alloc", "out of memory", "Out of memory", "Cannot allocate memory",
    "failed to map segment", "libz3.so not found",  # a library has no room
)  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; called without arguments, as the command itself, exit with it."""
    if argv is not None:
        return _execute(argv)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = _execute(sys.argv[1:], apart=hasattr(os, "fork"))
    _flush()
    # Not sys.exit: taking down a heap of millions of states can need seconds.
    os._exit(code)


def _execute(argv: Sequence[str], *, apart: bool = False) -> int:
    """`apart`: the work is done in a process of its own."""
    args = argparse.Namespace()

    def execute() -> int:
        nonlocal args
        args = _parse(argv)
        return _wait_for(args) if apart and args.is_work else args.command(args)

    return _guarded(execute, lambda: args)


def _guarded(execute: Callable[[], int], arguments: Callable[[], argparse.Namespace]) -> int:
    """Every error has its message and its exit code."""
    try:
        return execute()
    except SystemExit as stop:  # argparse after --help and --version
        return stop.code if isinstance(stop.code, int) else SAFE
    except InternalError as error:
        return _report_bug(error, arguments())
    except ThreadproofError as error:
        _complain(f"threadproof: {error}")
        return error.exit_code
    except KeyboardInterrupt as stop:
        _complain(f"threadproof: interrupted{': ' if stop.args else ''}{' '.join(map(str, stop.args))}")
        return INTERRUPTED
    except BrokenPipeError:
        _drop_stdout()
        return INTERNAL
    except MemoryError:
        _complain("threadproof: out of memory")
        return UNKNOWN
    except RecursionError:
        _complain("threadproof: nesting too deep: the program is nested deeper than the Python stack allows")
        return UNKNOWN
    except Exception as error:
        return _report_bug(error, arguments())


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    if os.environ.get("THREADPROOF_PLUGINS"):
        from threadproof import plugins

        plugins.load()
    if list(argv[:2]) == ["bench", "compare"]:
        return _build_compare_parser().parse_args(argv[2:])
    return _build_parser().parse_args(argv)


def _wait_for(args: argparse.Namespace) -> int:
    """The command in a process of its own; if that has no answer, answer for it."""
    import signal

    from threadproof import process

    timeout, memory = getattr(args, "timeout", None), getattr(args, "memory_limit", None)
    end = process.run(lambda: _guarded(lambda: args.command(args), lambda: args), timeout)
    if end.text and _is_debugging():
        _complain(end.text)
    if not end.signal:
        return end.code
    if sys.stderr.isatty():
        _complain("\r\x1b[K", end="")
    if end.is_overdue:
        return _give_up(args, "timeout", f"no answer within {timeout:g} s")
    if end.signal == signal.SIGXCPU:
        return _give_up(args, "timeout", "the limit of CPU time for this process is reached")
    if end.signal in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP):
        return _give_up(args, "killed", "the process was ended from outside, as systems do when memory is short")
    if memory is not None and any(words in end.text for words in _NO_MEMORY):
        return _give_up(args, "out of memory", f"the memory limit of {memory} MB is reached")
    from threadproof.output.bug import bug_of_crash

    try:
        name = signal.Signals(end.signal).name
    except ValueError:
        name = f"signal {end.signal}"
    return _report_bug(bug_of_crash(name, end.text), args)


def _give_up(args: argparse.Namespace, reason: str, detail: str) -> int:
    give_up: Callable[[argparse.Namespace, str, str], int] | None = getattr(args, "give_up", None)
    if give_up is not None:
        return give_up(args, reason, detail)
    _complain(f"threadproof: {reason}: {detail}")
    return UNKNOWN


# --- arguments


class _Version(argparse.Action):
    """--version, with the price of looking it up paid only when asked."""

    def __init__(self, option_strings: Sequence[str], dest: str, **rest: Any):
        super().__init__(option_strings, dest, nargs=0, help="show the version and exit")

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        _print(f"threadproof {_version()}\n")
        parser.exit()


def _build_parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="threadproof",
        description="Verify multi-threaded C programs.",
        epilog="THREADPROOF_DEBUG=1 in the environment: an internal error prints its traceback, for a report.",
    )
    parser.set_defaults(is_work=True)
    parser.add_argument("--version", action=_Version)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    verify = commands.add_parser(
        "verify",
        help="decide whether a program has a property",
        description="Decide whether a program has a property.",
        epilog="Exit code: 0 safe, 10 unsafe, 5 unknown, 1 wrong usage, 2 input not valid, 6 internal error (with "
        "THREADPROOF_DEBUG=1 in the environment: its traceback, for a report), 130 interrupted.",
    )
    verify.add_argument("file", type=Path, metavar="FILE", help="a .c or .i file, or an SV-COMP task definition (.yml)")
    verify.add_argument("--timeout", type=positive_float, metavar="S", help="seconds of wall-clock time")
    verify.add_argument("--memory-limit", type=megabytes, metavar="MB", help="megabytes of address space")
    verify.add_argument("--json", metavar="FILE", help="write the report to FILE (-: print it instead of the text)")
    add_second_reading(verify)
    verify.add_argument("--proof", metavar="FILE", help="write the proof of a safe program to FILE, for check-proof")
    add_program_options(verify)
    add_engine_options(verify)
    verify.set_defaults(command=_verify, give_up=_give_up_verify)

    check = commands.add_parser(
        "check-proof",
        help="check a proof written by `verify --proof`, independently of the engine that found it",
        description="Check a proof written by `verify --proof`, independently of the engine that found it.",
        epilog="Exit code: 0 accepted, 20 refused, 5 not checked to the end (a limit), 1 wrong usage, "
        "2 input not valid, 6 internal error.",
    )
    check.add_argument("file", type=Path, metavar="PROGRAM", help="the program, as it was given to verify")
    check.add_argument("proof", type=Path, metavar="PROOF", help="the proof file")
    check.add_argument("--solver", choices=_SOLVERS, default=_SOLVERS[0], help="default: %(default)s")
    check.add_argument("--timeout", type=positive_float, metavar="S", help="seconds of wall-clock time")
    check.add_argument("--memory-limit", type=megabytes, metavar="MB", help="megabytes of memory")
    about = check.add_argument_group("the proof must be for", "Options of verify; what is left out may be anything.")
    add_program_options(about)
    add_reading_options(about)
    # None: it was left out
    check.set_defaults(command=_check_proof, give_up=_give_up_check, **{**dict.fromkeys(SHAPING), "cpp": Options().cpp})

    run = commands.add_parser("run", help="execute a program under a random schedule and print the trace")
    run.add_argument("file", type=Path, metavar="FILE")
    run.add_argument("--max-steps", type=positive_int, default=10_000, metavar="N", help="default: %(default)s")
    add_program_options(run)
    add_common_options(run)
    run.set_defaults(command=_run)

    replay = commands.add_parser("replay", help="execute a violation again, step by step, from the C text")
    replay.add_argument("file", type=Path, metavar="RESULT.json", help="what `verify --json` wrote")
    replay.add_argument("--cpp", default=Options().cpp, metavar="CMD", help="the one that `verify` was given, if any")
    replay.set_defaults(command=_replay)

    ir = commands.add_parser("ir", help="print the intermediate representation")
    ir.add_argument("file", type=Path, metavar="FILE")
    ir.add_argument("--form", choices=(*FORMS, "sequential"), default="plain", help="for whom (default: explore)")
    ir.add_argument(
        "--after", default="", metavar="PASS", help="as this pass has left it, when it ran for the last time"
    )
    ir.add_argument("--passes", action="store_true", help="list the passes instead, in their order")
    add_program_options(ir)
    add_common_options(ir)
    ir.set_defaults(command=_print_ir)

    blocks = commands.add_parser("blocks", help="print which steps of each thread can be taken as one")
    blocks.add_argument("file", type=Path, metavar="FILE")
    add_program_options(blocks)
    add_common_options(blocks)
    blocks.set_defaults(command=_print_blocks)

    bbp = commands.add_parser(
        "bbp", help="print the Boolean broadcast program of every iteration of predicate abstraction"
    )
    bbp.add_argument("file", type=Path, metavar="FILE")
    bbp.add_argument("--timeout", type=positive_float, metavar="S", help="seconds of wall-clock time")
    add_program_options(bbp)
    add_options_of(bbp, ENGINES["symmpa"])
    add_common_options(bbp)
    bbp.set_defaults(command=_print_abstractions)

    sequentialize = commands.add_parser(
        "sequentialize",
        help="write a cooperative program (FairThreads) as a sequential C program, for any verifier",
        description="Write a cooperative program (FairThreads) as an equivalent sequential C program: reach_error() is "
        "called if and only if the property is violated. Compiled with -DSTANDALONE, it is a random run.",
    )
    sequentialize.add_argument("file", type=Path, metavar="FILE")
    sequentialize.add_argument("-o", "--output", default="-", metavar="OUT.c", help="default: print it")
    add_program_options(sequentialize)
    add_common_options(sequentialize)
    sequentialize.set_defaults(command=_sequentialize)

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
    bench.set_defaults(command=_bench, is_work=False)
    return parser


def _build_compare_parser() -> argparse.ArgumentParser:
    parser = Parser(prog="threadproof bench compare", description="Show what differs between two runs.")
    parser.add_argument("old", metavar="A", help="a run's name, a results file (its newest run), or FILE:RUN")
    parser.add_argument("new", metavar="B")
    _add_db_option(parser)
    parser.set_defaults(command=_compare, is_work=False)
    return parser


def _add_db_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--db", type=Path, metavar="FILE", help="results file (default: threadproof-bench.sqlite)")


def _resolve(args: argparse.Namespace) -> tuple[Path, Options]:
    """The program and the options; a task definition gives what the command line does not."""
    from threadproof.frontend import task

    path, property_, data_model = task.resolve(args.file, args.property, args.data_model)
    options = Options(
        property=property_,
        data_model=data_model,
        cpp=args.cpp,
        include_dirs=args.include_dirs,
        defines=args.defines,
        recursion_limit=args.recursion_limit,
        atomic_statements=args.atomic_statements,
        threads=args.threads,
        order=args.order,
        seed=args.seed,
        chosen=chosen_options(args),
    )
    for name in _PASSED_ON:
        if hasattr(args, name):
            setattr(options, name, getattr(args, name))
    return path, options


# --- commands


def _verify(args: argparse.Namespace) -> int:
    started = time.perf_counter()
    path, options = _resolve(args)
    _check_writable(args.json)
    _check_writable(args.proof)
    for chosen in options.chosen.values():
        _check_writable(chosen if isinstance(chosen, Path) else None)
    from threadproof import pipeline, process
    from threadproof.output.console import ProgressLine

    progress = ProgressLine(sys.stderr)
    result = pipeline.unknown(path, options)
    try:
        with process.time_limit(options.timeout), process.memory_limit(options.memory_limit):
            check_with = _SOLVERS[0] if args.check_proof else None
            live = progress if progress.is_live else None
            pipeline.verify(path, options, live, check_with=check_with, result=result)
    except process.Overdue as stop:
        process.abandon(stop)
        result.stop("timeout", f"no answer within {options.timeout:g} s")
    except RecursionError:
        result.stop("nesting too deep", "the program is nested deeper than the Python stack allows")
    except Limit as limit_hit:
        result.stop(limit_hit.reason, limit_hit.detail)
    except Exception as stop:
        if not _is_out_of_memory(stop, options):
            raise
        process.abandon(stop)
        limit = f"the memory limit of {options.memory_limit} MB is reached" if options.memory_limit else ""
        result.stop("out of memory", limit)
    finally:
        progress.clear()
    process.answering()
    _write_proof(result, options, args.proof)
    return _show(result, args.json, time.perf_counter() - started)


def _is_out_of_memory(error: Exception, options: Options) -> bool:
    if isinstance(error, MemoryError):
        return True
    return options.memory_limit is not None and any(words in str(error) for words in _NO_MEMORY)


def _give_up_verify(args: argparse.Namespace, reason: str, detail: str) -> int:
    from threadproof import pipeline

    path, options = _resolve(args)
    result = pipeline.unknown(path, options)
    result.stop(reason, detail)
    return _show(result, args.json, options.timeout or 0.0)


def _show(result: Result, json_file: str | None, seconds: float) -> int:
    from threadproof.output import console
    from threadproof.result.verdict import Safe, Unsafe

    times = {"total": seconds, "cpu": time.process_time(), **result.time}
    verdict = result.verdict
    if json_file is not None:
        from threadproof.output import json_report

        report = json_report.build_report(
            verdict,
            property=result.property,
            engine=result.engine,
            time=times,
            file=result.file,
            check=result.check,
            notes=result.notes,
            replay=result.replay,
        )
        _save(json_file, json_report.dump_report(report))
    if json_file != "-":
        color = console.has_color(sys.stdout)
        _print(
            console.format_verdict(
                verdict,
                property=result.property,
                engine=result.engine,
                time=times,
                check=result.check,
                notes=result.notes,
                color=color,
            )
        )
        if result.invariants:
            _print(f"\ninvariants, wherever another thread may move:\n{result.invariants}")
    return SAFE if isinstance(verdict, Safe) else UNSAFE if isinstance(verdict, Unsafe) else UNKNOWN


def _write_proof(result: Result, options: Options, target: str | None) -> None:
    from threadproof.result.verdict import Safe

    if target is None or not isinstance(result.verdict, Safe):
        return
    from threadproof.output import proof_file

    document = proof_file.build_proof_file(
        result.verdict, options, engine=result.engine, form=result.form, file=result.file
    )
    _save(target, proof_file.dump_proof_file(document))


def _check_proof(args: argparse.Namespace) -> int:
    from threadproof import pipeline, process
    from threadproof.frontend import task
    from threadproof.output import console
    from threadproof.output.proof_file import read_proof_file

    path, property_, data_model = task.resolve(args.file, args.property, args.data_model)
    args.property = args.property and property_
    if args.file != path:
        args.data_model = data_model
    file = read_proof_file(args.proof)
    other = difference(file.options, vars(args))
    if other:
        process.answering()
        _print(f"REFUSED  the proof is for {other}\n")
        return REFUSED
    try:
        with process.time_limit(args.timeout):
            check = pipeline.check_proof(
                path, file, args.solver, args.cpp, timeout=args.timeout, memory_limit=args.memory_limit
            )
    except process.Overdue:
        return _give_up_check(args, "timeout", f"no answer within {args.timeout:g} s")
    except MemoryError:
        return _give_up_check(args, "out of memory", "")
    except Limit as limit:
        raise InputError(f"cannot be read as the proof says: {limit}", file=str(path)) from None
    process.answering()
    _print(console.format_check(check, file.options, color=console.has_color(sys.stdout)))
    return ACCEPTED if check.is_accepted else REFUSED if check.complaints else UNKNOWN


def _give_up_check(args: argparse.Namespace, reason: str, detail: str) -> int:
    from threadproof import process

    process.answering()
    _print(f"NOT CHECKED  {reason}{': ' if detail else ''}{detail}\n")
    return UNKNOWN


def _run(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    from threadproof import pipeline
    from threadproof.output import console

    result = pipeline.run(path, options, args.max_steps)
    _print(console.format_run(result.steps, result.end, color=console.has_color(sys.stdout)))
    return SAFE


def _replay(args: argparse.Namespace) -> int:
    from threadproof import pipeline
    from threadproof.output import console, replay_file

    result = pipeline.repeat(replay_file.read_replay(args.file, args.cpp))
    _print(console.format_run(result.steps, result.end, color=console.has_color(sys.stdout)))
    return UNSAFE


def _print_ir(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    from threadproof import pipeline

    if args.passes:
        text = pipeline.print_passes(options, args.form)
    else:
        text = pipeline.print_ir(path, options, args.form, args.after)
    _print(text if text.endswith("\n") else text + "\n")
    return SAFE


def _print_blocks(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    from threadproof import pipeline

    text = pipeline.print_blocks(path, options)
    _print(text if text.endswith("\n") else text + "\n")
    return SAFE


def _print_abstractions(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    from threadproof import pipeline
    from threadproof.result.verdict import Unknown

    verdict = pipeline.abstractions(path, options, _print)
    reason = f": {verdict.reason}" if isinstance(verdict, Unknown) else ""
    _print(f"// {type(verdict).__name__.upper()}{reason}\n")
    return SAFE


def _sequentialize(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    _check_writable(args.output)
    from threadproof import pipeline

    _write(args.output, pipeline.sequentialize(path, options))
    return SAFE


def _bench(args: argparse.Namespace) -> int:
    from threadproof.bench import command

    text, is_well = command.run(args, version=_version(), log=sys.stderr)
    _print(text)
    return SAFE if is_well else INTERNAL


def _compare(args: argparse.Namespace) -> int:
    from threadproof.bench import command

    _print(command.compare(args))
    return SAFE


# --- printing


def _print(text: str) -> None:
    """To stdout; a reader that has seen enough (`| head`) is no error. The exit code says the verdict in any case."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        _drop_stdout()
    except OSError as error:
        _drop_stdout()
        _complain(f"threadproof: cannot write the output: {error.strerror}")


def _write(target: str, text: str) -> None:
    if target == "-":
        _print(text)
        return
    try:
        Path(target).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror}") from None


def _save(target: str, text: str) -> None:
    """What was found out is shown in any case."""
    try:
        _write(target, text)
    except UsageError as error:
        _complain(f"threadproof: {error}")


def _check_writable(target: str | Path | None) -> None:
    """Before the work, not after it."""
    if target is None or target == "-":
        return
    path = Path(target)
    if path.is_dir():
        raise UsageError(f"cannot write {target}: it is a folder")
    if not path.absolute().parent.is_dir():
        raise UsageError(f"cannot write {target}: there is no such folder")
    if not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
        raise UsageError(f"cannot write {target}: permission denied")


def _complain(text: str, end: str = "\n") -> None:
    with suppress(OSError):
        print(text, file=sys.stderr, end=end, flush=True)


def _report_bug(error: Exception | Bug, args: argparse.Namespace) -> int:
    from threadproof.output import bug

    if isinstance(error, Exception) and _is_debugging():
        import traceback

        _complain("".join(traceback.format_exception(error)))
    found = bug.bug_of(error) if isinstance(error, Exception) else error
    target: str | None = getattr(args, "json", None)
    if target is not None:
        from threadproof.output import json_report

        report = json_report.build_bug_report(found, property=args.property or "", file=str(args.file))
        _save(target, json_report.dump_report(report))
    _complain(f"threadproof: {bug.format_bug(found)}")
    return INTERNAL


def _is_debugging() -> bool:
    return os.environ.get("THREADPROOF_DEBUG") == "1"


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()


def _drop_stdout() -> None:
    """Let later writes, and the flush at exit, go nowhere."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("threadproof")
    except PackageNotFoundError:
        return "0+unknown"
