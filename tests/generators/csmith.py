"""Programs of csmith (a Debian package), with a runtime of our own: what they compute is given to `__output`.

The header is written from the names that csmith uses: arithmetic that is never undefined, and a checksum, which is here
the list of all values that would go into it. Entry points: `is_there`, `generate`.
"""

from __future__ import annotations

import shutil
import subprocess
from tempfile import TemporaryDirectory

_SMALL = ("--max-funcs", "4", "--max-block-depth", "2", "--max-expr-complexity", "4", "--max-block-size", "3")
_ALWAYS = ("--no-argc", "--concise", "--max-array-len-per-dim", "4", "--max-array-dim", "2")
#: one for each kind of program
KINDS: tuple[tuple[str, ...], ...] = (
    ("--no-volatiles", "--no-bitfields"),
    ("--no-unions", "--no-packed-struct"),
    ("--no-bitfields", "--inline-function"),
    ("--no-volatiles",),
)

_WRAPPING = {"add": "+", "sub": "-", "mul": "*"}


def is_there() -> bool:
    return shutil.which("csmith") is not None


def generate(seed: int) -> str:
    command = ["csmith", "--seed", str(seed), *_SMALL, *_ALWAYS, *KINDS[seed % len(KINDS)]]
    with TemporaryDirectory() as folder:  # (it leaves a file there)
        text = subprocess.run(command, check=True, capture_output=True, text=True, timeout=20, cwd=folder).stdout
    return text.replace('#include "csmith.h"', _header(text))


def _header(program: str) -> str:
    lines = [
        "#include <stdint.h>",
        "#include <stdio.h>",
        "#include <string.h>",
        "void __output(unsigned long long);",
        "#define platform_main_begin()",
        "#define platform_main_end(crc, flag)",
        "#define crc32_gentab()",
        "static uint32_t crc32_context = 0;",
        "#define transparent_crc(value, name, flag) __output((unsigned long long)(value))",
        "#define transparent_crc_bytes(p, n, name, flag) for (int b = 0; b < (int)(n); b++) __output(((char *)(p))[b])",
    ]
    lines += [line for name, line in _functions() if name in program]
    return "\n".join(lines)


def _functions() -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []

    def add(name: str, t: str, parameters: str, value: str) -> None:
        found.append((name, f"static inline {t} {name}({parameters}) {{ return {value}; }}"))

    for width in (8, 16, 32, 64):
        for sign in "su":
            t = f"{'u' if sign == 'u' else ''}int{width}_t"
            for name, op in _WRAPPING.items():
                add(f"safe_{name}_func_{t}_{sign}_{sign}", t, f"{t} a, {t} b", f"({t})((uint64_t)a {op} (uint64_t)b)")
            overflows = f" || (b == -1 && a == INT{width}_MIN)" if sign == "s" else ""
            for name, op in (("div", "/"), ("mod", "%")):
                value = f"b == 0{overflows} ? a : ({t})(a {op} b)"
                add(f"safe_{name}_func_{t}_{sign}_{sign}", t, f"{t} a, {t} b", value)
            add(f"safe_unary_minus_func_{t}_{sign}", t, f"{t} a", f"({t})-(uint64_t)a")
            for count, kind in (("s", "int"), ("u", "unsigned")):
                bad = f"b < 0 || b >= {width}" if count == "s" else f"b >= {width}"
                left, right = f"({t})((uint64_t)a << b)", f"({t})(a >> b)"
                add(f"safe_lshift_func_{t}_{sign}_{count}", t, f"{t} a, {kind} b", f"{bad} ? a : {left}")
                add(f"safe_rshift_func_{t}_{sign}_{count}", t, f"{t} a, {kind} b", f"{bad} ? a : {right}")
    return found
