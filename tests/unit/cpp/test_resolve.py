"""Conditionals about some names are resolved: by hand, and at random against the preprocessor itself and gcc."""

from __future__ import annotations

import itertools
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from threadproof.cpp.directives import Preprocessor
from threadproof.cpp.resolve import resolve
from threadproof.cpp.tokens import tokenise
from threadproof.errors import InputError

#: of the tests by hand: ON and TWO are defined, OFF is not; about others nothing is known
KNOWN = {"ON": "1", "TWO": "2", "OFF": None}


def resolved(text: str) -> str:
    return resolve(text, "t.c", KNOWN)


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("a\n  /* b */ c // d\n\n", "a\n  /* b */ c // d\n\n"),
        ("a\n#ifdef ON\n  b /* c */\n#endif\nd\n", "a\n  b /* c */\nd\n"),
        ("#ifdef OFF\na\n#endif\n", ""),
        ("#ifndef OFF\na\n#else\nb\n#endif", "a\n"),
        ("#if OFF\na\n#else\nb\n#endif\n", "b\n"),
        ("#if ON\na", None),
        # one of several branches
        ("#if OFF\na\n#elif TWO == 2\nb\n#elif ON\nc\n#else\nd\n#endif\n", "b\n"),
        ("#if OFF\na\n#elifdef OFF\nb\n#elifndef OFF\nc\n#endif\n", "c\n"),
        # nested
        ("#if ON\n#if OFF\na\n#else\nb\n#endif\nc\n#endif\nd\n", "b\nc\nd\n"),
        ("#if OFF\n#if ON\na\n#else\nb\n#endif\n#elif ON\nc\n#endif\n", "c\n"),
        ("#if OFF\n#if 1 +\n#elif ?\n#endif\n#error no\n#else\na\n#endif\n", "a\n"),
        ("#ifdef OTHER\n#if ON\na\n#endif\n#endif\n", "#ifdef OTHER\na\n#endif\n"),
        # expressions
        ("#if defined ON && defined(TWO) && !defined (OFF)\na\n#endif\n", "a\n"),
        ("#if (TWO << 2) > 7 ? OFF : 1\na\n#endif\n", ""),
        ("#if ON || 1 / OFF\na\n#endif\n", "a\n"),
        # not ours
        ("#if 0\na\n#endif\n", "#if 0\na\n#endif\n"),
        ("#if OTHER // why\na\n#else /* x */\nb\n#endif /* y */\n",) * 2,
        ("#if defined(OTHER) && OFF\na\n#endif\n",) * 2,
        ("#if OTHER(1, 2) || ON\na\n#endif\n",) * 2,
        ("#if __has_include(<x.h>) && ON\na\n#endif\n",) * 2,
        ("#define N ON\n#undef M\n#include <x.h>\n#pragma ON\n#\n# 12\n#error ON\nint ON = N;\n",) * 2,
        # parts of one
        ("#if OTHER\na\n#elif ON\nb\n#elif MORE\nc\n#else\nd\n#endif\n", "#if OTHER\na\n#else\nb\n#endif\n"),
        ("#if OTHER\na\n#elif OFF\nb\n#elif MORE\nc\n#endif\n", "#if OTHER\na\n#elif MORE\nc\n#endif\n"),
        ("#if OFF\na\n # /* x */ elif OTHER // y\nb\n#endif\n", " # /* x */ if OTHER // y\nb\n#endif\n"),
        ("#if OFF\na\n#elif OTHER\nb\n#else\nc\n#endif\n", "#if OTHER\nb\n#else\nc\n#endif\n"),
        ("#if OFF\na\n#elifdef OTHER\nb\n#elif ON\nc\n#endif\n", "#ifdef OTHER\nb\n#else\nc\n#endif\n"),
        ("#ifdef OFF\na\n#elif 0\nb\n#endif\n", "#if 0\nb\n#endif\n"),
        # what looks like a directive
        ("/*\n#if ON\n*/\n// \\\n#if ON\nchar *s = \"\\\n#if ON\";\n",) * 2,
        ("int x; /* a\n */ #if ON\n",) * 2,
        ("f(\"/*\");\n#if ON\ng('\"');\n#endif\nh(\"*/\");\n", "f(\"/*\");\ng('\"');\nh(\"*/\");\n"),
        # written otherwise
        ("%: if ON\na\n  #\telse\nb\n/* x */ # /* y */ endif // z\nc\n", "a\nc\n"),
        ("#if ON && \\\n  TWO \\\n\na \\\nb\n#e\\\nndif\nc\n", "a \\\nb\nc\n"),
        ("#if OTHER \\\n  && ON\na\n#e\\\nndif\\\n\nc\n",) * 2,
        ("#if ON /* and\nso on */ && TWO\na\n#endif /* and\nso\non */\nb\n", "a\nb\n"),
        ("#if OFF\n#el\\\nif OTHER \\\n && MORE\na\n#endif\n", "#if OTHER  && MORE\na\n#endif\n"),
        ("a\f\v\x85\x1cb\n#if ON\nc\x0c\n#endif\n", "a\f\v\x85\x1cb\nc\x0c\n"),
        ("int \\u00e9; \\\n#if\n#if ON\na\n#endif\n", "int \\u00e9; \\\n#if\na\n"),
    ],
)  # fmt: skip
def test_by_hand(text: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(InputError, match=r"t.c:1: #if without #endif"):
            resolved(text)
    else:
        assert resolved(text) == expected


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a\n#endif\n", 2, "#endif without #if"),
        ("a\n\n#elif ON\n", 3, "#elif without #if"),
        ("#if ON\n#else\n#else\n#endif\n", 3, "#else after #else"),
        ("#if OFF\n#ifdef\n#endif\n#endif\n#ifdef\n#endif\n", 5, "#ifdef needs a name"),
        ("\n#if ON +\n#endif\n", 2, "the condition ends too early"),
        ("#if ON \\\n \\\n\n#if ON && defined(\n", 4, "'defined' needs a name"),
        ("a\nb /* c\n", 2, "unterminated comment"),
        ("#if OTHER\n#define ON\n#endif\n", 2, "ON is decided already"),
        ("#undef OFF\n", 1, "OFF is decided already"),
    ],
)
def test_refused(text: str, line: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        resolved(text)
    assert (caught.value.file, caught.value.line) == ("t.c", line)
    assert message in str(caught.value)


def test_a_name_may_be_defined_where_nothing_is_kept() -> None:
    assert resolved("#ifndef ON\n#define ON 1\n#endif\n") == ""


def test_macros_that_mention_others() -> None:
    known = {"A": "B", "B": "A + 1", "C": "OTHER"}
    text = "#if A\na\n#endif\n#if defined C\nc\n#endif\n#if C\nd\n#endif\n"
    assert resolve(text, "t.c", known) == "a\nc\n#if C\nd\n#endif\n"


def test_texts_that_are_included() -> None:
    text = '#if ON\n  a\n# include "x.h" // here\n#else\n#include "x.h"\n#endif\n#include <x.h>\n#include "y.h"\n'
    included = {"x.h": "    x\n#if OFF\n    y\n#endif\n    z\n", "z.h": ""}
    assert resolve(text, "t.c", KNOWN, included) == '  a\n    x\n    z\n#include <x.h>\n#include "y.h"\n'
    with pytest.raises(InputError, match=r"x.h:1: #if without #endif"):
        resolve(text, "t.c", KNOWN, {"x.h": "#if ON\n"})


# ---------------------------------------------------------------- at random

NAMES = ("A", "B", "X", "Y")


def condition(rng: random.Random, depth: int = 2) -> str:
    if depth and rng.random() < 0.6:
        left, right = condition(rng, depth - 1), condition(rng, depth - 1)
        return f"({left} {rng.choice(('&&', '||', '==', '+', '<'))} {right})"
    name = rng.choice(NAMES)
    return rng.choice((name, f"!{name}", f"defined {name}", f"defined({name})", "1", f"!defined(/**/{name})"))


class Text:
    """Nested conditionals around words that are all different."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.words = itertools.count()
        self.lines: list[str] = []
        self.block(3)

    def block(self, depth: int) -> None:
        for _ in range(self.rng.randrange(1, 4)):
            if depth and self.rng.random() < 0.6:
                self.conditional(depth - 1)
            else:
                self.text()

    def text(self) -> None:
        word = f"w{next(self.words)}"
        decoys = (
            "{} /*\n#if A\n*/",
            '{} "\\\n#else"',
            "{} // \\\n#endif",
            "{} '\"' /* it's */",
            "{} \\\n#if B",
            "  {}",
        )
        self.lines.append(self.rng.choice((*decoys, "{}", "{}", "{}")).format(word))

    def conditional(self, depth: int) -> None:
        rng = self.rng
        self.directive(
            rng.choice((f"if {condition(rng)}", f"ifdef {rng.choice(NAMES)}", f"ifndef {rng.choice(NAMES)}"))
        )
        self.block(depth)
        for _ in range(rng.randrange(3)):
            self.directive(f"elif {condition(rng)}")
            self.block(depth)
        if rng.random() < 0.5:
            self.directive("else")
            self.block(depth)
        self.directive("endif")

    def directive(self, text: str) -> None:
        rng = self.rng
        text = rng.choice(("", "", " ", "/* it's */ ")) + "#" + rng.choice(("", "", " ", "/* # */")) + text
        if rng.random() < 0.2:
            at = rng.randrange(len(text) + 1)
            text = f"{text[:at]}\\\n{text[at:]}"
        self.lines.append(text + rng.choice(("", "", " // why", " /* if\n#endif */")))

    def __str__(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


def definitions(rng: random.Random, names: str) -> dict[str, str | None]:
    return {name: rng.choice((None, "", "0", "1", "2", "(1 - 1)")) for name in names}


def words(text: str) -> list[str]:
    return [t.text for t in tokenise(re.sub(r"(?m)^# \d.*$", "", text)) if re.fullmatch(r"w\d+", t.text)]


def by_us(text: str, macros: dict[str, str | None]) -> list[str] | None:
    preprocessor = Preprocessor([], Path())
    for name, value in macros.items():
        if value is not None:
            preprocessor.define(f"{name} {value}")
    try:
        return words(preprocessor.run(text, "t.c", Path("t.c")))
    except InputError:
        return None


@pytest.mark.parametrize("seed", range(12))
def test_means_the_same_to_the_preprocessor(seed: int) -> None:
    compared = 0
    for n in range(seed * 10, seed * 10 + 10):
        rng = random.Random(n)
        text = str(Text(n))
        known = definitions(rng, rng.choice(("A", "AB", "ABX")))
        try:
            left = resolve(text, "t.c", known)
        except InputError:  # a condition that is none, such as `!` where A is empty
            assert any(value == "" for value in known.values())
            continue
        for _ in range(4):
            macros = definitions(rng, "ABXY") | known
            expected = by_us(text, macros)
            if expected is not None:
                assert by_us(left, macros) == expected
                compared += 1
        check_form(text, left, known)
    assert compared


def check_form(text: str, left: str, known: dict[str, str | None]) -> None:
    """Nothing is left to do, and what is left stands as it stood."""
    assert resolve(left, "t.c", known) == left
    lines = set(text.split("\n"))
    assert [line for line in left.split("\n") if re.match(r" *w\d", line) and line not in lines] == []


@pytest.mark.skipif(shutil.which("gcc") is None, reason="NOT TESTED: gcc is not installed")
@pytest.mark.parametrize("seed", range(6))
def test_means_the_same_to_gcc(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    for n in range(seed * 5, seed * 5 + 5):
        text = str(Text(n))
        known: dict[str, str | None] = {"A": rng.choice((None, "1", "0")), "B": rng.choice((None, "2"))}
        macros = known | {"X": rng.choice((None, "1")), "Y": rng.choice((None, "0"))}
        assert by_gcc(resolve(text, "t.c", known), macros, tmp_path) == by_gcc(text, macros, tmp_path)


def by_gcc(text: str, macros: dict[str, str | None], folder: Path) -> list[str]:
    path = folder / "t.c"
    path.write_text(text)
    command = ["gcc", "-E", "-P", "-w", *[f"-D{name}={value}" for name, value in macros.items() if value is not None]]
    return words(subprocess.run([*command, str(path)], capture_output=True, check=True, text=True).stdout)
