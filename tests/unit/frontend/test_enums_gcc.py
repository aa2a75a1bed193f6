"""Random enums: values and types of their constants, inside and behind them, as gcc has them."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.rotation import rotating
from threadproof.errors import InputError
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.constants import evaluate
from threadproof.frontend.read.typecheck import build_unit

GCC = shutil.which("gcc")
pytestmark = pytest.mark.skipif(GCC is None, reason="needs gcc")

PER_FILE = 20
VALUES = (
    "0 1 -1 5 0x7fffffff 0x7ffffffe 0x80000000 0x80000000L 0xffffffffu -0x80000000L 0x100000000 -2147483648 "
    "0xffffffffffffffff 0x7fffffffffffffff (char)3 (unsigned/**/char)200 (short)-1 'a' 1ull (_Bool)1 -1ull 3000000000"
).split()
TYPES = ("int", "unsigned", "long", "unsigned long", "long long", "unsigned long long", "char", "short")


def kind(name: str) -> str:
    return f"_Generic({name}, {', '.join(f'{t}: {i}' for i, t in enumerate(TYPES))}, default: 9)"


def enum(number: int, chance: random.Random) -> tuple[str, list[str]]:
    """The text, and questions about it."""
    names: list[str] = []
    entries = []
    for i in range(chance.randint(1, 5)):
        value = chance.choice(VALUES)
        if names and chance.random() < 0.4:
            other = chance.choice(names)
            forms = [f"({other} > {value})", f"sizeof({other})", f"{other} + {value}", f"-{other}", kind(other), other]
            value = chance.choice(forms)
        names.append(f"e{number}_{i}")
        entries.append(names[-1] + (f" = {value}" if chance.random() < 0.6 else ""))
    questions = [f"sizeof(enum e{number})", f"((enum e{number})-1 < 0)"]
    for name in names:
        questions += [f"(long)({name})", f"{kind(name)} * 100 + sizeof({name})"]
    return f"enum e{number} {{ {', '.join(entries)} }};\n", questions


def accepted(text: str) -> bool:
    try:
        build_unit(f"{text}int main(void) {{ return 0; }}\n".encode(), "p.c", ct.LP64)
    except InputError:
        return False
    return True


@pytest.mark.parametrize("seed", rotating(1, 1000))
def test_enums(seed: int, tmp_path: Path) -> None:
    assert GCC is not None
    chance = random.Random(f"enums {seed}")
    enums = [enum(i, chance) for i in range(PER_FILE)]
    path = tmp_path / "p.c"
    path.write_text("".join(text for text, _ in enums))
    done = subprocess.run([GCC, "-w", "-std=gnu17", "-fsyntax-only", str(path)], capture_output=True, text=True)
    wrong = {int(line.split(":")[1]) - 1 for line in done.stderr.splitlines() if ": error: " in line}
    for i, (text, _) in enumerate(enums):
        assert accepted(text) == (i not in wrong), text
    right = [e for i, e in enumerate(enums) if i not in wrong]
    questions = [q for _, asked in right for q in asked]
    text = "".join(text for text, _ in right) + "".join(f"long r{i} = {q};\n" for i, q in enumerate(questions))
    shown = "".join(f'printf("%ld\\n", r{i});' for i in range(len(questions)))
    path.write_text(f"extern int printf(const char *, ...);\n{text}int main(void) {{ {shown} return 0; }}\n")
    subprocess.run([GCC, "-w", "-std=gnu17", "-o", "p", "p.c"], cwd=tmp_path, check=True)
    output = subprocess.run(["./p"], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    used = " + ".join(f"r{i}" for i in range(len(questions)))
    unit = build_unit(f"{text}int main(void) {{ return (int)({used}); }}\n".encode(), "p.c", ct.LP64)
    found = {g.name: evaluate(g.init.parts[0].value, ct.LP64) for g in unit.globals if g.init is not None}
    for i, (question, expected) in enumerate(zip(questions, output.split(), strict=True)):
        assert found[f"r{i}"] == int(expected), (question, [text for text, asked in right if question in asked])
