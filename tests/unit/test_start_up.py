"""What a small program needs is little: start-up is most of the time of most commands. Counts only, no times."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
PROGRAM = ROOT / "examples" / "peterson.c"
#: each takes milliseconds to import
NOT_NEEDED = (
    "dataclasses", "hashlib", "inspect", "json", "shlex", "shutil", "sqlite3", "subprocess", "tempfile", "threading",
    "yaml", "bitwuzla", "cvc5", "z3",
)  # fmt: skip


def test_a_small_program_needs_few_modules() -> None:
    benchmark = runpy.run_path(str(ROOT / "benchmarks" / "small_program.py"))
    counts = benchmark["counts"](SOURCE, PROGRAM)
    assert counts["modules"] <= 294
    assert counts["modules of others"] <= 105
    assert counts["kilobytes of code"] <= 4_250
    assert counts["records"] <= 260
    assert counts["patterns"] <= 44


def test_a_small_program_needs_nothing_that_is_slow_to_import() -> None:
    code = (
        "import sys; from threadproof.cli import main; main(['verify', sys.argv[1]]);"
        "print(*[m for m in sys.argv[2:] if m in sys.modules])"
    )
    command = [sys.executable, "-S", "-c", code, str(PROGRAM), *NOT_NEEDED]
    environment = {"PYTHONPATH": f"{SOURCE}:{':'.join(p for p in sys.path if p.endswith('site-packages'))}"}
    result = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert result.stdout.startswith("SAFE")
    assert result.stdout.splitlines()[-1] == ""


def test_no_record_is_made_by_dataclasses() -> None:
    """Theirs take twenty times as long."""
    found = [
        str(path)
        for path in SOURCE.rglob("*.py")
        if path.name != "records.py" and "from dataclasses import" in path.read_text(encoding="utf-8")
    ]
    assert found == [], "from threadproof.records import"
