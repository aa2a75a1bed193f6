"""What somebody else adds, each in one file that registers it: it is known everywhere, and no other file names it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PROGRAMS = HERE.parent / "programs"


def run(*arguments: object, plugin: str, expected: int) -> str:
    environment = {**os.environ, "THREADPROOF_PLUGINS": str(HERE / plugin)}
    command = [sys.executable, "-m", "threadproof", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == expected, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_engine_on_the_command_line(tmp_path: Path) -> None:
    plugin = "toy_engine.py"
    help_ = run("verify", "--help", plugin=plugin, expected=0)
    assert "one schedule, step by step" in help_
    assert "toy: steps before it gives up (default: 1000)" in " ".join(help_.split())
    unsafe, safe = (PROGRAMS / f"classic/work_counter_{word}.c" for word in ("unsafe", "safe"))
    assert "engine toy" in run("verify", "--engine", "toy", unsafe, plugin=plugin, expected=10)
    report = tmp_path / "report.json"
    run("verify", "--engine", "toy", "--patience", 3, unsafe, "--json", report, plugin=plugin, expected=5)
    assert json.loads(report.read_text())["statistics"]["nodes"] == 2
    assert "nothing found" in run("verify", "--engine", "toy", safe, plugin=plugin, expected=5)
    text = run("verify", "--engine", "toy", safe, "--property", "no-data-race", plugin=plugin, expected=5)
    assert "toy does not decide no-data-race" in text
    text = run("verify", "--engine", "impact", "--patience", 3, safe, plugin=plugin, expected=1)
    assert "--patience is an option of toy, not of impact" in text
    assert "not a positive number" in run("verify", "--patience", 0, safe, plugin=plugin, expected=1)
    cooperative = PROGRAMS / "cooperative/order_two_unsafe.c"
    assert "toy does not know FairThreads" in run("verify", "--engine", "toy", cooperative, plugin=plugin, expected=5)


def test_engine_in_bench(tmp_path: Path) -> None:
    task = PROGRAMS / "classic/work_counter_unsafe.yml"
    arguments = ("bench", task, "--property", "unreach-call", "--engine", "toy", "--patience", 999)
    text = run(*arguments, "--db", tmp_path / "db.sqlite", plugin="toy_engine.py", expected=0)
    assert "right" in text and "nothing found" not in text


def test_engine_in_python() -> None:
    code = (
        "import threadproof.plugins as p; p.load()\nimport threadproof\n"
        f"path = {str(PROGRAMS / 'classic/work_counter_unsafe.c')!r}\n"
        "print(type(threadproof.verify(path, engine='toy', patience=1000).verdict).__name__)\n"
        "try: threadproof.verify(path, engine='walk', patience=1000)\n"
        "except threadproof.UsageError as e: print(e)\n"
    )
    environment = {**os.environ, "THREADPROOF_PLUGINS": str(HERE / "toy_engine.py")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout.startswith("Unsafe\n--patience is an option of toy, not of walk")


@pytest.mark.parametrize("text", ["", "raise KeyError(1)", "import nowhere"])
def test_plugin_that_does_not_load(text: str, tmp_path: Path) -> None:
    plugin = tmp_path / "plugin.py"
    if text:
        plugin.write_text(text)
    environment = {**os.environ, "THREADPROOF_PLUGINS": str(plugin)}
    command = [sys.executable, "-m", "threadproof", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1
    assert str(plugin) in done.stderr
    assert "Traceback" not in done.stderr
