"""The proof file: the evidence for Safe as JSON, with the options by which the program can be read again.

    format_version, tool       whose file this is
    file, engine, scope        what the verdict said
    options                    property, data model, ... : all that shapes the program an engine sees
    proof                      kind and data: what a checker re-verifies

Entry points: `build_proof_file`, `dump_proof_file` and `read_proof_file`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from threadproof.errors import InputError
from threadproof.options import FORMS, ORDERS, PROPERTIES, Options
from threadproof.result.verdict import Proof, Safe

FORMAT_VERSION = 1
TOOL = "threadproof"
_DATA_MODELS = ("ILP32", "LP64")


@dataclass(frozen=True, slots=True)
class ProofFile:
    proof: Proof
    options: Options
    #: how the engine saw the program: one of `options.FORMS`
    form: str
    #: where the program was
    file: str


def build_proof_file(verdict: Safe, options: Options, *, engine: str, form: str, file: str) -> dict[str, Any]:
    return {
        "format_version": FORMAT_VERSION,
        "tool": TOOL,
        "file": file,
        "engine": engine,
        "scope": verdict.scope,
        "options": {
            "property": options.property,
            "data_model": options.data_model,
            "atomic_statements": options.atomic_statements,
            "recursion_limit": options.recursion_limit,
            "defines": list(options.defines),
            "include_dirs": [str(d) for d in options.include_dirs],
            "cpp": options.cpp,
            "threads": options.threads,
            "order": options.order,
            "form": form,
        },
        "proof": {"kind": verdict.proof.kind, "data": verdict.proof.data},
    }


def dump_proof_file(document: dict[str, Any]) -> str:
    """One row of a table per line: a proof has thousands of numbers, and people compare proofs."""
    head = dict(document)
    proof = head.pop("proof")
    parts = [f"{json.dumps(name)}: {_rows(value)}" for name, value in proof["data"].items()]
    data = "{\n" + ",\n".join(parts) + "\n}"
    first = ",\n".join(f"{json.dumps(name)}: {json.dumps(value, default=str)}" for name, value in head.items())
    return f'{{\n{first},\n"proof": {{"kind": {json.dumps(proof["kind"])}, "data": {data}}}\n}}\n'


def _rows(value: object) -> str:
    if not isinstance(value, list) or not value:
        return json.dumps(value, default=str)
    return "[\n" + ",\n".join(json.dumps(row, default=str) for row in value) + "\n]"


def read_proof_file(path: Path) -> ProofFile:
    """Raises InputError for what is not a proof file. What the proof claims is not looked at here."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except (ValueError, RecursionError):
        raise InputError("is not JSON", file=str(path)) from None
    if not isinstance(document, dict) or document.get("tool") != TOOL or "proof" not in document:
        raise InputError("is no proof file", file=str(path), hint="write one with: threadproof verify --proof FILE")
    if document.get("format_version") != FORMAT_VERSION:
        raise InputError(f"has the format {document.get('format_version')!r}, not {FORMAT_VERSION}", file=str(path))
    proof: Any = document["proof"]
    options: Any = document.get("options")
    if not isinstance(proof, dict) or not isinstance(proof.get("kind"), str) or not isinstance(proof.get("data"), dict):
        raise InputError("is no proof file: the proof has no kind or no data", file=str(path))
    found = _read_options(options) if isinstance(options, dict) else None
    if found is None or not isinstance(document.get("file"), str):
        raise InputError("is no proof file: the options make no sense", file=str(path))
    return ProofFile(Proof(proof["kind"], proof["data"]), found, options["form"], document["file"])


def _read_options(o: dict[str, Any]) -> Options | None:
    texts = ("property", "data_model", "cpp")
    lists = ("defines", "include_dirs")
    if not set(o) >= {*texts, *lists, "atomic_statements", "recursion_limit", "form"}:
        return None
    if not all(isinstance(o[name], str) for name in texts):
        return None
    if not all(isinstance(o[name], list) and all(isinstance(x, str) for x in o[name]) for name in lists):
        return None
    if o["property"] not in PROPERTIES or o["data_model"] not in _DATA_MODELS:
        return None
    if not isinstance(o["atomic_statements"], bool) or o["form"] not in FORMS:
        return None
    if type(o["recursion_limit"]) is not int or o["recursion_limit"] < 1:
        return None
    threads = o.get("threads")
    if threads is not None and not (isinstance(threads, str) and (threads == "any" or threads.isdecimal())):
        return None
    if o.get("order", "any") not in ORDERS:
        return None
    return Options(
        property=o["property"],
        data_model=o["data_model"],
        cpp=o["cpp"],
        include_dirs=[Path(d) for d in o["include_dirs"]],
        defines=o["defines"],
        recursion_limit=o["recursion_limit"],
        atomic_statements=o["atomic_statements"],
        threads=threads,
        order=o.get("order", "any"),
    )
