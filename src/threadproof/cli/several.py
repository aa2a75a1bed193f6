"""`verify` with several properties: the file is read once, and each question has a process and a time limit of its own.

The exit code is that of a violation if there is one, otherwise that of the worst that happened.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from threadproof.arguments import ALL
from threadproof.cli.terminal import INTERNAL, INTERRUPTED, SAFE, UNKNOWN, UNSAFE, check_writable, complain, save, say
from threadproof.errors import InputError, ThreadproofError, UsageError
from threadproof.options import Options

if TYPE_CHECKING:
    from threadproof.frontend import Parsed

#: worst first
_CODES = {
    INTERRUPTED: "interrupted",
    UNSAFE: "UNSAFE",
    INTERNAL: "internal error",
    InputError.exit_code: "input not valid",
    UsageError.exit_code: "not asked",
    UNKNOWN: "UNKNOWN",
    SAFE: "SAFE",
}
Run = Callable[[argparse.Namespace], int]


def ask_each(args: argparse.Namespace, path: Path, options: Options, run: Run) -> int:
    """`args.property`: the properties, by name or file; `run`: one question."""
    from threadproof import frontend
    from threadproof.frontend import task

    for name, value in [("proof", args.proof), *options.chosen.items()]:
        if isinstance(value, Path) or (name == "proof" and value is not None):
            raise UsageError(f"--{name.replace('_', '-')} is for one property")
    check_writable(args.json, *args.files, path, *options.files)
    names, args.property = args.property, ", ".join(args.property)
    chosen = [task.resolve_property(n) for n in names if n != ALL]
    parsed = _parsed(path, options)
    names = list(
        dict.fromkeys(
            [*chosen, *(frontend.questions(args.files[0] if args.files else path, parsed) if ALL in names else [])]
        )
    )
    codes: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        reports = {name: Path(folder) / f"{name}.json" for name in names}
        for name in names:
            one = {"property": name, "parsed": parsed, "is_quiet": args.json == "-"}
            if args.json is not None:
                one["json"] = str(reports[name])
            try:
                codes[name] = run(argparse.Namespace(**{**vars(args), **one}))
            except KeyboardInterrupt:
                codes[name] = INTERRUPTED
            if codes[name] == INTERRUPTED:
                break
            if args.json != "-":
                say("\n")
        found = []
        for name, report in reports.items():
            try:
                found += [json.loads(report.read_text())] if report.exists() else []
            except ValueError:
                complain(f"threadproof: the report about {name} could not be written")
    if args.json is not None:
        save(args.json, json.dumps(found, indent=2) + "\n")
    if args.json != "-":
        width = max(map(len, names))
        say("".join([f"{name:{width}}  {_CODES.get(code, code)}\n" for name, code in codes.items()]))
    return next((code for code in _CODES if code in codes.values()), INTERNAL)


def _parsed(path: Path, options: Options) -> Parsed | None:
    from threadproof import frontend, process

    try:
        with process.time_limit(options.timeout), process.memory_limit(options.memory_limit):
            parsed = frontend.parse(path, options)
            with suppress(ThreadproofError):  # whoever asks first says what is wrong
                frontend.prepare(parsed, options)
            return parsed
    except process.Overdue:
        complain(f"threadproof: timeout: the file is not read within {options.timeout:g} s")
        raise SystemExit(UNKNOWN) from None
