"""Random structs with bit-fields, attributes and `#pragma pack`, in both data models: layouts as gcc has them."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.rotation import rotating
from threadproof.frontend import ast
from threadproof.frontend import ctypes as ct
from threadproof.frontend.read.typecheck import build_unit

GCC = shutil.which("gcc")
pytestmark = pytest.mark.skipif(GCC is None, reason="needs gcc")

HEAD = (
    "enum __attribute__((packed)) small { SMALL }; typedef int strict __attribute__((aligned(16)));\n"
    "typedef int loose __attribute__((aligned(1))); typedef int wide __attribute__((mode(DI)));\n"
    "typedef long long large __attribute__((aligned(16)));\n"
)
SCALARS = (
    "char,short,int,long,long long,unsigned,unsigned char,_Bool,double,float,long double,void *,unsigned long long,"
    "enum small,strict,loose,wide"
).split(",")
WIDTHS = {"char": 8, "unsigned char": 8, "short": 16, "int": 32, "unsigned": 32, "long": 32, "long long": 64,
          "unsigned long long": 64, "_Bool": 1, "strict": 32, "loose": 32, "wide": 64, "large": 64}  # fmt: skip


def width(t: str, attribute: str, chance: random.Random) -> int:
    """(64 bits with an alignment of their own are not understood.)"""
    most = 63 if t == "large" or (attribute and WIDTHS[t] == 64) else WIDTHS[t]
    exact = [n for n in (8, 16, 32, 64) if n <= most]
    return chance.choice(exact) if exact and chance.random() < 0.3 else chance.randint(1, most)


def struct(number: int, earlier: list[str], chance: random.Random) -> tuple[str, str, list[str]]:
    """Its text, its name, and the members that have an offset."""
    pick = chance.choice
    pack = pick([""] * 4 + [f"#pragma pack({n})\n" for n in (1, 2, 4, 8, 16)] + ["#pragma pack(push, 2)\n"])
    before = pick([""] * 6 + [f"__attribute__(({a})) " for a in ("packed", "aligned(8)", "__packed__, aligned(4)")])
    after = pick([""] * 6 + [f" __attribute__(({a}))" for a in ("packed", "aligned(16)", "packed, aligned(2)")])
    name = f"{pick(['struct'] * 4 + ['union'])} {{}}S{number}"
    text, members = f"{pack}{name.format(before)} {{\n", []
    for i in range(chance.randint(1, 6)):
        own = pick([""] * 8 + [f" __attribute__(({a}))" for a in ("packed", "aligned(8)", "aligned(2)")])
        kind = chance.random()
        if kind < 0.35:
            t = pick(list(WIDTHS))
            named = chance.random() > 0.15
            text += f"  {t} f{i} : {width(t, own, chance)}{own};\n" if named else f"  {t} : {pick([0, 0, 1])};\n"
            continue
        t = pick(earlier) if kind < 0.5 and earlier else pick(SCALARS)
        if kind > 0.9:
            inner = f"struct {{ {pick(SCALARS)} x{i}; {pick(SCALARS)} y{i}; }}"
            text += f"  {inner}{pick(['', ' __attribute__((packed))'])}{pick(['', f' n{i}'])};\n"
            continue
        size = f"[{chance.randint(0, 3)}]" if kind > 0.8 and t != "strict" else ""
        text += f"  {pick(['', '_Alignas(16) ']) if size else ''}{t} f{i}{size}{own};\n"
        members.append(f"f{i}")
    end = "#pragma pack(pop)\n" if "push" in pack else "#pragma pack()\n" if pack else ""
    return f"{text}}}{after};\n{end}", name.format(""), members


@pytest.mark.parametrize("seed", rotating(2, 1000))
@pytest.mark.parametrize("model", [ct.LP64, ct.ILP32], ids=lambda m: m.name)
def test_layouts(seed: int, model: ct.DataModel, tmp_path: Path) -> None:
    assert GCC is not None
    chance = random.Random(seed)
    text, questions, names = HEAD, [], list[str]()
    for i in range(40):
        definition, name, members = struct(i, names, chance)
        text += definition
        names.append(name)
        questions += [f"sizeof({name})", f"_Alignof({name})"]
        questions += [f"__builtin_offsetof({name}, {m})" for m in members]
    text += "".join(f"unsigned long r{i} = {q};\n" for i, q in enumerate(questions))
    text += f"int main(void) {{ return {' + '.join(f'r{i}' for i in range(len(questions)))}; }}\n"
    (tmp_path / "p.c").write_text(text)
    flag = "-m64" if model is ct.LP64 else "-m32"
    done = subprocess.run([GCC, flag, "-w", "-std=gnu17", "-S", "p.c"], cwd=tmp_path, capture_output=True, text=True)
    if "sorry" in done.stderr:
        pytest.skip(f"gcc has no {flag}")
    assert done.returncode == 0, done.stderr
    found = re.findall(r"^r(\d+):\n\s+\.(long|quad|zero)\s+(\d+)", (tmp_path / "p.s").read_text(), re.M)
    expected = {questions[int(i)]: 0 if kind == "zero" else int(value) for i, kind, value in found}
    ours = {}
    for g in build_unit(text.encode(), "p.c", model).globals:
        assert g.init is not None
        value = g.init.parts[0].value
        assert isinstance(value, ast.Const)
        ours[questions[int(g.name[1:])]] = value.value
    assert ours == expected
