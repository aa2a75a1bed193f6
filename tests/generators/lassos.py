"""Loops over two bytes that end, or do not, for some of the 65,536 values they may have at first."""

from __future__ import annotations

from random import Random

_TYPES = ("unsigned char", "signed char")


def _value(r: Random, depth: int = 1) -> str:
    if depth == 0 or r.random() < 0.3:
        return r.choice(["a", "b", str(r.choice((0, 1, 2, 3, 5, 7, 10, 100, 127)))])
    sign = r.choice(["+", "-", "+", "-", "&", "|", "^", "*", ">>"])
    right = str(r.randint(1, 3)) if sign == ">>" else _value(r, depth - 1)
    return f"({_value(r, depth - 1)} {sign} {right})"


def _condition(r: Random) -> str:
    sign = r.choice(["<", "<=", ">", ">=", "!=", "!=", "=="])
    return f"{r.choice('ab')} {sign} {_value(r, 0)}"


def _assignment(r: Random) -> str:
    v = r.choice("ab")
    step = r.choice([f"{v} {r.choice('+-')}= {r.randint(1, 4)};"] * 4 + [f"{v} = {_value(r)};", f"{v} >>= 1;"])
    return step


def _body(r: Random, depth: int) -> str:
    found = [_assignment(r) for _ in range(r.randint(1, 2))]
    if depth and r.random() < 0.5:
        inner = _body(r, depth - 1)
        kind = r.choice(["if", "if", "while"])
        found.insert(r.randrange(len(found) + 1), f"{kind} ({_condition(r)}) {{ {inner} }}")
    if r.random() < 0.3:
        found.append(f"if ({_condition(r)}) {_assignment(r)}")
    if r.random() < 0.15:
        found.insert(r.randrange(len(found) + 1), f"if ({_condition(r)}) break;")
    return " ".join(found)


def generate(seed: int) -> tuple[str, str]:
    """The type of the bytes, and the loop."""
    r = Random(f"lasso {seed}")
    conditions = [_condition(r) for _ in range(r.choice((1, 1, 2)))]
    return r.choice(_TYPES), f"while ({' && '.join(conditions)}) {{ {_body(r, 1)} }}"


def as_program(kind: str, loop: str) -> str:
    name = "uchar" if kind[0] == "u" else "char"
    return (
        f"extern {kind} __VERIFIER_nondet_{name}(void);\nint main(void) {{\n"
        f"{kind} a = __VERIFIER_nondet_{name}(), b = __VERIFIER_nondet_{name}();\n{loop}\nreturn 0; }}\n"
    )


def as_judge(kind: str, loop: str) -> str:
    """In C: prints whether it always ends. (There are 2^16 states at the head of each loop.)"""
    counted = loop.replace("{", '{ if (++steps > 300000) { puts("no"); return 0; }')
    return (
        "#include <stdio.h>\nint main(void) {\n"
        "  for (int x = 0; x < 256; x++) for (int y = 0; y < 256; y++) {\n"
        f'    {kind} a = x, b = y; unsigned steps = 0;\n    {counted}\n  }}\n  puts("yes");\n  return 0;\n}}\n'
    )
