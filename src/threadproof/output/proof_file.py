"""The proof file: the evidence for Safe as JSON, with the options by which the program can be read again.

    format_version, tool       whose file this is
    file, engine, scope        what the verdict said
    digest                     of the texts of all files
    options                    all that shape the program an engine sees (`options.SHAPING`), and its form
    proof                      kind and data: what a checker re-verifies

Entry points: `build_proof_file`, `dump_proof_file` and `read_proof_file`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from threadproof.errors import InputError
from threadproof.options import FORMS, Options
from threadproof.output.shaping import read_options, written_options
from threadproof.records import dataclass
from threadproof.result.verdict import Proof, Safe

FORMAT_VERSION = 1
TOOL = "threadproof"


@dataclass(frozen=True, slots=True)
class ProofFile:
    proof: Proof
    options: Options
    #: how the engine saw the program: one of `options.FORMS`
    form: str
    #: where the program was
    file: str
    #: of the texts that were read (`frontend.files`)
    digest: str = ""


def build_proof_file(
    verdict: Safe, options: Options, *, engine: str, form: str, file: str, digest: str = ""
) -> dict[str, Any]:
    return {
        "format_version": FORMAT_VERSION,
        "tool": TOOL,
        "file": file,
        "digest": digest,
        "engine": engine,
        "scope": verdict.scope,
        "options": {**written_options(options), "form": form},
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
    if not isinstance(options, dict) or not isinstance(document.get("file"), str):
        raise InputError("is no proof file: it does not say of which program", file=str(path))
    try:
        found = _read_options(options)
    except ValueError as error:
        raise InputError(f"is no proof: {error}", file=str(path)) from None
    digest = str(document.get("digest", ""))
    return ProofFile(Proof(proof["kind"], proof["data"]), found, options["form"], document["file"], digest)


def _read_options(o: dict[str, Any]) -> Options:
    """Raises ValueError for what the command line would not take either."""
    if o.get("form") not in FORMS:
        raise ValueError(f"unknown form {o.get('form')!r}")
    return read_options({name: value for name, value in o.items() if name != "form"})
