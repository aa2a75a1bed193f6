"""What `threadproof bench` and `threadproof bench compare` do with their arguments."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TextIO

from threadproof.arguments import chosen_options
from threadproof.bench import report, session
from threadproof.bench.runner import Settings
from threadproof.bench.store import DEFAULT_DB, load_run
from threadproof.bench.taskset import collect
from threadproof.errors import UsageError
from threadproof.frontend.task import resolve_property
from threadproof.options import Options
from threadproof.portfolio import check_engine
from threadproof.properties import PROPERTIES, is_name


def run(args: argparse.Namespace, *, version: str, log: TextIO) -> tuple[str, bool]:
    """The report, and whether all is well: a wrong verdict or a crash is a bug of ours."""
    names = [_resolve_property(name) for text in args.property for name in text.split(",") if name]
    tasks = collect(args.paths, names, args.suite)
    if not tasks:
        raise UsageError("no task has an expected verdict for what was asked")
    if args.resume and args.name is None:
        raise UsageError("--resume needs --name")
    check_engine(Options(engine=args.engine, chosen=chosen_options(args)))
    settings = Settings(args.engine, args.timeout, args.memory_limit, _pass_on(args))
    name = args.name or session.default_name(settings)
    results = session.run_bench(
        tasks,
        settings,
        db=args.db or Path(DEFAULT_DB),
        name=name,
        jobs=args.jobs,
        resume=args.resume,
        version=version,
        log=log,
    )
    is_well = not any(report.is_wrong(result) or report.is_crash(result) for result in results)
    return report.format_report(name, results), is_well


def compare(args: argparse.Namespace) -> str:
    db = args.db or Path(DEFAULT_DB)
    (old_name, old), (new_name, new) = load_run(args.old, db), load_run(args.new, db)
    return report.compare(old, new, (old_name, new_name))


def _resolve_property(text: str) -> str:
    if not is_name(text) and not text.endswith(".prp"):
        hint = "choose from " + ", ".join(PROPERTIES) + ", or a .prp file; paths come before --property"
        raise UsageError(f"unknown property {text!r}", hint=hint)
    return resolve_property(text)


def _pass_on(args: argparse.Namespace) -> tuple[str, ...]:
    """The engine options that differ from their defaults, as arguments of `verify`."""
    default = Options()
    others = {n: getattr(args, n) for n in ("cpp", "recursion_limit", "seed", "show_invariants")}
    extra: list[str] = []
    for name, value in {**chosen_options(args), **others}.items():
        flag = name.replace("_", "-")
        if name in others and value == getattr(default, name):
            continue
        extra += [f"--{flag}"] if value is True else [f"--no-{flag}"] if value is False else [f"--{flag}", str(value)]
    if args.check_proof:
        extra.append("--check-proof")
    return tuple(extra)
