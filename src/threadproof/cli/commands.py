"""The commands: from arguments to what is printed and the exit code.

Each imports what it needs when it runs, because start-up time is part of every answer.
"""

from __future__ import annotations

import argparse
import io
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from threadproof.arguments import ALL, chosen_options
from threadproof.cli.terminal import (
    ACCEPTED,
    INTERNAL,
    REFUSED,
    SAFE,
    UNKNOWN,
    UNSAFE,
    check_writable,
    complain,
    installed_version,
    save,
    say,
    write,
)
from threadproof.errors import InputError, Limit, UsageError
from threadproof.options import DATABASE_SUFFIX, TASK_SUFFIXES, Options, asked, difference
from threadproof.properties import NO_DATA_RACE, UNREACH_CALL
from threadproof.records import replace

if TYPE_CHECKING:
    from threadproof.result.result import Result

SOLVERS = ("z3", "cvc5", "bitwuzla")
#: arguments that are options of the same name, where a command has them
_PASSED_ON = ("engine", "timeout", "memory_limit", "show_invariants", "second_reading")


def _named(args: argparse.Namespace) -> list[Path]:
    """The files of the program, its task definition, or the compilation database of its project."""
    files: list[Path] = args.files
    if args.project is None:
        if not files:
            raise UsageError("which program? name its files, or a --project")
        if args.main is not None:
            raise UsageError("--main chooses among the files of a --project")
        return files
    if files:
        raise UsageError("a --project says itself which files it has", hint="leave the others out")
    from threadproof.frontend.project import DATABASE

    project: Path = args.project
    if project.suffix != DATABASE_SUFFIX and not project.is_dir():
        raise UsageError(f"--project {project}: neither a folder nor a {DATABASE}")
    return [project / DATABASE if project.is_dir() else project]


def _resolve(args: argparse.Namespace) -> tuple[Path, Options]:
    """The program and the options; a task definition gives what the command line does not."""
    from threadproof.frontend import task

    path, files, property_, data_model = task.resolve(_named(args), args.property, args.data_model)
    options = Options(
        property=property_,
        data_model=data_model,
        files=files,
        main=args.main,
        cpp=args.cpp,
        include_dirs=args.include_dirs,
        defines=args.defines,
        undefines=args.undefines,
        includes=args.includes,
        std=args.std,
        recursion_limit=args.recursion_limit,
        atomic_statements=args.atomic_statements,
        threads=args.threads,
        order=args.order,
        args=args.args,
        entry=args.entry,
        thread=args.thread,
        unknown_calls=args.unknown_calls,
        stub=args.stub,
        seed=args.seed,
        volatile=args.volatile,
        memory_model=args.memory_model,
        store_buffer=args.store_buffer,
        history=args.history,
        fairness=args.fairness,
        chosen=chosen_options(args),
    )
    for name in _PASSED_ON:
        if hasattr(args, name):
            setattr(options, name, getattr(args, name))
    return path, options


def each_property(args: argparse.Namespace, run: Callable[[argparse.Namespace], int]) -> int:
    """`run`: one question."""
    given, args.property = args.property, []
    for text in given:
        args.property += [text] if Path(text).is_file() else text.split(",")
    if len(args.property) > 1 or args.property == [ALL]:
        from threadproof.cli.several import ask_each

        one = argparse.Namespace(**{**vars(args), "property": None})
        return ask_each(args, *_resolve(one), run)
    args.property = args.property[0] if args.property else None
    return run(args)


def verify(args: argparse.Namespace) -> int:
    started = time.perf_counter()
    path, options = _resolve(args)
    for target in (args.json, args.proof, *options.chosen.values()):
        check_writable(target if isinstance(target, str | Path) else None, *args.files, path, *options.files)
    if args.json is not None and args.json != "-" and args.json == args.proof:
        raise UsageError("report and proof cannot be one file")
    if args.json == args.proof == "-":
        raise UsageError("report and proof cannot both be printed", hint="write one of them into a file")
    _say_what_is_left_out(args, options.property)
    from threadproof import pipeline, process
    from threadproof.budget import is_out_of_memory
    from threadproof.output.console import ProgressLine

    progress = ProgressLine(sys.stderr)
    result = pipeline.unknown(path, options)
    try:
        with process.time_limit(options.timeout), process.memory_limit(options.memory_limit):
            check_with = SOLVERS[0] if args.check_proof else None
            live = progress if progress.is_live else None
            parsed = getattr(args, "parsed", None)
            pipeline.verify(path, options, live, check_with=check_with, result=result, parsed=parsed)
    except process.Overdue as stop:
        process.abandon(stop)
        result.stop("timeout", f"no answer within {options.timeout:g} s")
    except RecursionError:
        result.stop("nesting too deep", "the program is nested deeper than the Python stack allows")
    except Limit as limit_hit:
        result.stop(limit_hit.reason, limit_hit.detail)
    except Exception as stop:
        if not is_out_of_memory(stop, options.memory_limit):
            raise
        process.abandon(stop)
        limit = f"the memory limit of {options.memory_limit} MB is reached" if options.memory_limit else ""
        result.stop("out of memory", limit)
    finally:
        progress.clear()
    process.answering()
    _write_proof(result, options, args.proof)
    return _show(result, args, time.perf_counter() - started)


def _say_what_is_left_out(args: argparse.Namespace, asked: str) -> None:
    """A task may have several properties, of which one is looked at unless somebody chooses."""
    from threadproof.frontend import task

    if args.property is None and args.files and args.files[0].suffix in TASK_SUFFIXES:
        others = [p.name for p in task.load_task(args.files[0]).properties if p.name not in (None, asked)]
        if others:
            complain(f"threadproof: the task also asks {', '.join(map(str, others))}; --property all answers each")


def give_up_verify(args: argparse.Namespace, reason: str, detail: str) -> int:
    from threadproof import pipeline

    path, options = _resolve(args)
    result = pipeline.unknown(path, options)
    result.stop(reason, detail)
    return _show(result, args, options.timeout or 0.0)


def _show(result: Result, args: argparse.Namespace, seconds: float) -> int:
    from threadproof.output import console
    from threadproof.result.verdict import Safe, Unsafe

    times = {"total": seconds, "cpu": time.process_time(), **result.time}
    verdict = result.verdict
    if args.json is not None:
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
        save(args.json, json_report.dump_report(report))
    if args.json != "-" and not getattr(args, "is_quiet", False):
        color = console.has_color(sys.stdout)
        say(
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
            say(f"\n{result.invariants}")
    return SAFE if isinstance(verdict, Safe) else UNSAFE if isinstance(verdict, Unsafe) else UNKNOWN


def _write_proof(result: Result, options: Options, target: str | None) -> None:
    from threadproof.result.verdict import Safe

    if target is None or not isinstance(result.verdict, Safe):
        return
    from threadproof.frontend import scpl
    from threadproof.frontend.files import digest
    from threadproof.output import proof_file

    program = Path(result.file)
    text = digest(program, options) if program.suffix != scpl.SUFFIX else ""
    document = proof_file.build_proof_file(
        result.verdict, options, engine=result.engine, form=result.form, file=result.file, digest=text
    )
    save(target, proof_file.dump_proof_file(document))


def check_proof(args: argparse.Namespace) -> int:
    from threadproof import pipeline, process
    from threadproof.frontend import task
    from threadproof.output import console
    from threadproof.output.proof_file import read_proof_file

    if not args.files or (len(args.files) < 2 and args.project is None):
        raise UsageError("a program and a proof are needed", hint="try: threadproof check-proof --help")
    *args.files, proof = args.files
    named = _named(args)
    path, files, property_, data_model = task.resolve(named, args.property, args.data_model)
    args.property = args.property and property_
    if path not in named:
        args.data_model = data_model
    file = read_proof_file(proof)
    other = difference(file.options, {**vars(args), "files": None})
    if len(files) != len(file.options.files):
        other = f"a program of {len(file.options.files) + 1} files, not of {len(files) + 1}"
    file.options.files = files  # wherever they are now
    if other:
        process.answering()
        say(f"REFUSED  the proof is for {other}\n")
        return REFUSED
    try:
        with process.time_limit(args.timeout):
            check = pipeline.check_proof(
                path, file, args.solver, args.cpp, timeout=args.timeout, memory_limit=args.memory_limit
            )
    except process.Overdue:
        return give_up_check(args, "timeout", f"no answer within {args.timeout:g} s")
    except MemoryError:
        return give_up_check(args, "out of memory", "")
    except Limit as limit:
        raise InputError(f"cannot be read as the proof says: {limit}", file=str(path)) from None
    process.answering()
    say(console.format_check(check, file.options, color=console.has_color(sys.stdout)))
    return ACCEPTED if check.is_accepted else REFUSED if check.complaints else UNKNOWN


def give_up_check(args: argparse.Namespace, reason: str, detail: str) -> int:
    from threadproof import process

    process.answering()
    say(f"NOT CHECKED  {reason}{': ' if detail else ''}{detail}\n")
    return UNKNOWN


def run_once(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    from threadproof import pipeline
    from threadproof.output import console

    result = pipeline.run(path, options, args.max_steps)
    say(console.format_run(result.steps, result.end, color=console.has_color(sys.stdout)))
    return SAFE


def replay(args: argparse.Namespace) -> int:
    from threadproof import pipeline
    from threadproof.output import console, replay_file

    result = pipeline.repeat(replay_file.read_replay(args.file, args.cpp))
    say(console.format_run(result.steps, result.end, color=console.has_color(sys.stdout)))
    return UNSAFE


def print_ir(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    from threadproof import pipeline

    if args.passes:
        text = pipeline.print_passes(options, args.form)
    else:
        text = pipeline.print_ir(path, options, args.form, args.after)
    say(text if text.endswith("\n") else text + "\n")
    return SAFE


def check(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    from threadproof import pipeline
    from threadproof.ir.understood import Place, not_understood
    from threadproof.output.understanding import format_understanding
    from threadproof.passes.forms import Forms

    certain: dict[Place, None] = {}
    possible: dict[Place, None] = {}
    for name in (options.property,) if args.property else (UNREACH_CALL.name, NO_DATA_RACE.name):
        one = replace(options, property=name)
        sure, unsure = not_understood(Forms(pipeline.load(path, one), asked(one)).of("plain"))
        certain.update(dict.fromkeys(sure))
        possible.update(dict.fromkeys(unsure))
    say(format_understanding(list(certain), [place for place in possible if place not in certain]))
    return UNKNOWN if certain else SAFE


def print_blocks(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    from threadproof import pipeline

    text = pipeline.print_blocks(path, options)
    say(text if text.endswith("\n") else text + "\n")
    return SAFE


def print_abstractions(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    from threadproof import pipeline
    from threadproof.result.verdict import Unknown

    verdict = pipeline.abstractions(path, options, say)
    reason = f": {verdict.reason}" if isinstance(verdict, Unknown) else ""
    say(f"// {type(verdict).__name__.upper()}{reason}\n")
    return SAFE


def litmus(args: argparse.Namespace) -> int:
    from threadproof.axiomatic import command

    command.run(
        args.files,
        args.memory_model,
        has_states=args.states,
        has_executions=args.show,
        is_json=args.is_json,
        say=say,
    )
    return SAFE


def robust(args: argparse.Namespace) -> int:
    chosen, args.memory_model = args.memory_model, Options().memory_model
    path, options = _resolve(args)
    from threadproof.fences import robust

    deadline = None if args.timeout is None else time.monotonic() + args.timeout
    answers = list(robust.run(path, options, chosen, deadline))
    say(robust.format_answers(answers))
    return SAFE if all(a.is_robust for a in answers) else UNKNOWN


def fences(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    check_writable(args.patch, *args.files, path, *options.files)
    from threadproof.fences import command
    from threadproof.output.console import ProgressLine

    progress = ProgressLine(sys.stderr)
    try:
        found = command.run(path, options, progress if progress.is_live else None)
    finally:
        progress.clear()
    # (a patch has the bytes of its files, whatever they are)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="surrogateescape")
    if args.patch is None:
        say(found.text + ("\n" + found.difference if found.difference else ""))
    else:
        say(found.text)
        if found.difference:
            save(args.patch, found.difference)
    return UNKNOWN if found.is_safe is None else SAFE if found.is_safe else UNSAFE


def sequentialize(args: argparse.Namespace) -> int:
    path, options = _resolve(args)
    check_writable(args.output)
    from threadproof import pipeline

    write(args.output, pipeline.sequentialize(path, options))
    return SAFE


def bench(args: argparse.Namespace) -> int:
    from threadproof.bench import command

    text, is_well = command.run(args, version=installed_version(), log=sys.stderr)
    say(text)
    return SAFE if is_well else INTERNAL


def compare(args: argparse.Namespace) -> int:
    from threadproof.bench import command

    say(command.compare(args))
    return SAFE
