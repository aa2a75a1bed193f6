"""Random structures with bit-fields, and random arrays of variable size: what gcc computes, we prove."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.helpers.rotation import rotating
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe

GCC = shutil.which("gcc")
pytestmark = pytest.mark.skipif(GCC is None, reason="needs gcc")

_TYPES = {
    "int": 32,
    "unsigned": 32,
    "short": 16,
    "unsigned char": 8,
    "signed char": 8,
    "_Bool": 1,
    "unsigned short": 16,
}


def _structure(chance: random.Random) -> tuple[str, list[str]]:
    members, names = [], []
    for i in range(chance.randint(3, 8)):
        t = chance.choice(list(_TYPES))
        kind = chance.randrange(8)
        if kind == 0:
            members.append("unsigned : 0;")
        elif kind == 1:
            members.append(f"{t} : {chance.randint(1, _TYPES[t])};")
        else:
            members.append(f"{t} f{i};" if kind == 2 else f"{t} f{i} : {chance.randint(1, _TYPES[t])};")
            names.append(f"f{i}")
    packed = chance.choice(["", "", "__attribute__((packed))"])
    return f"struct s {{ {' '.join(members)} }} {packed};", names


def _bit_fields(chance: random.Random) -> tuple[str, list[str], list[str]]:
    """Declarations, statements, and what to look at after each."""
    text, names = _structure(chance)
    places = [f"{o}.{n}" for o in ("g", "v[1]", "p->in") for n in names]
    if not places:
        return _bit_fields(chance)
    values = [str(chance.randint(-300, 300)) for _ in names]
    top = f"{text} struct t {{ char c; struct s in; }} u; struct s g = {{ {', '.join(values)} }};"
    first = f"struct s v[2] = {{ {{ 0 }}, {{ {', '.join(reversed(values))} }} }}; struct t *p = &u; int r = 0;"
    out = [first]
    for _ in range(10):
        a, b, n = chance.choice(places), chance.choice(places), chance.randint(-99, 99)
        op = chance.choice(["+", "-", "^", "|", "&"])
        forms = [
            f"{a} = {n};",
            f"r = {a} = {b};",
            f"{a} {op}= {n};",
            f"r = {a}++;",
            f"r = --{b};",
            "v[0] = g; g = v[1];",
        ]
        out.append(
            chance.choice(
                [*forms, "v[1] = v[0]; p->in = g;", f"r = (r & 1 ? g : v[1]).{a.split('.')[-1].split('>')[-1]};"]
            )
        )
    return top, out, [*(x.replace("p->in", "u.in") for x in places), "r"]


def _variable_sizes(chance: random.Random) -> tuple[str, list[str], list[str]]:
    x, y, z = (chance.randint(1, 3) for _ in range(3))
    t = chance.choice(["int", "char", "long", "struct e"])
    m = ".k" if t == "struct e" else ""
    i, j, k = (chance.randrange(n) for n in (x, y, z))
    first = (
        f"int x = {x}, y = {y}, z = {z}, n = 1; {t} a[x][y][z]; typedef {t} row[z]; row *q = a[0]; "
        f"for (int i = 0; i < x; i++) for (int j = 0; j < y; j++) for (int k = 0; k < z; k++) "
        f"a[i][j][k]{m} = i * 9 + j * 3 + k; {t} (*p)[y][z] = a; {t} *f = a[0][0]; long r = 0;"
    )
    forms = [
        f"r = p[{i}][{j}][{k}]{m};", f"r = (*(p + {i}))[{j}][{k}]{m};", f"r = q[{i * y + j}][{k}]{m};",
        f"r = f[{(i * y + j) * z + k}]{m};", f"p = a + {i}; r = p - a; p = a;", f"r = (*p++)[{j}][0]{m}; p--;",
        f"p += {i}; r = (char *)p - (char *)a; p = a;", "r = sizeof *p + sizeof *q * 7 + sizeof a;",
        "r = sizeof(typeof(*p)[n++]);", f"q = *p + {j}; r = q - a[0]; q = a[0];", "x = y = z = 5;",
        f"r = ((({t} (*)[n])f)[0])[0]{m};", f"r = get(n, {y}, {z}, a, {i}, {j}, {k});", "r = &a[1] - &a[0];",
        "r = (char *)&p[1] - (char *)p;", "{ char b[n][sizeof *q]; n++; r = sizeof b; }",
    ]  # fmt: skip
    top = (
        f"struct e {{ char c; short k; }}; static long get(int n, int y, int z, {t} a[n++][y][z], int i, int j, int k) "
    )
    top += f"{{ y = z = 0; return a[i][j][k]{m} * 100 + n; }}"
    return top, [first, *(chance.choice(forms) for _ in range(10))], ["r", "n", "(long)(p - a)", "(long)sizeof *p"]


@pytest.mark.parametrize("seed", rotating(2, 400))
@pytest.mark.parametrize("make", [_bit_fields, _variable_sizes])
def test_shapes(make: object, seed: int, tmp_path: Path) -> None:
    assert callable(make) and GCC is not None
    top, statements, looked_at = make(random.Random(seed))
    shown = " ".join(f'printf("%ld ", (long)({x}));' for x in looked_at)
    printing = tmp_path / "printing.c"
    body = "\n".join(s + shown for s in statements)
    printing.write_text(f"#include <stdio.h>\n{top}\nint main(void) {{ {body} }}\n")
    subprocess.run([GCC, "-w", "-o", tmp_path / "a.out", printing], check=True)
    said = iter(subprocess.run([tmp_path / "a.out"], check=True, capture_output=True, text=True).stdout.split())
    facts = (" && ".join(f"(long)({x}) == {next(said)}" for x in looked_at) for _ in statements)
    checked = [f"{s} assert({fact});" for s, fact in zip(statements, facts, strict=True)]
    program = tmp_path / "program.c"
    program.write_text("#include <assert.h>\n" + top + "\nint main(void) {\n" + "\n".join(checked) + "\n}\n")
    for property_ in ("unreach-call", "valid-memsafety"):
        verdict = pipeline.verify(program, Options(property=property_, data_model="LP64", timeout=60)).verdict
        assert isinstance(verdict, Safe), (property_, verdict, program.read_text())
