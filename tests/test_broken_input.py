"""Broken input of every kind: a clear message and an exit code, never a traceback."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from threadproof import cli

PROGRAMS = sorted((Path(__file__).parent / "programs").glob("*/*.c"))
ANSWERS = {0, 1, 2, 5, 10}


def _verify(path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = cli.main(["verify", str(path), "--timeout", "2"])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err + captured.out
    return code, captured.err


@pytest.mark.parametrize(
    "text",
    [
        "int x = N;",
        "#if N\n#endif",
        "#line N",
        '# N "p.c"',
        "#pragma pack(N)",
        "int x[N];",
        "int x __attribute__((aligned(N)));",
    ],
)
@pytest.mark.parametrize("suffix", [".c", ".i"])
def test_numbers_of_many_digits(text: str, suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"p{suffix}"
    path.write_text(text.replace("N", "1" * 5_000) + "\nint main(void) { return 0; }\n")
    assert _verify(path, capsys)[0] in ANSWERS


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (b"", "main"),
        (b"\n\n\n", "main"),
        (b"int main(void) {", "syntax"),
        (b"int main(void) { return 0; }\nstatic", "syntax"),
        (b"int main(void) { return 0; }\n_Atomic", "syntax"),
        (b"int main(void) { // one\r return 1;\n}\n", "carriage return"),
        (b'int main(void) { return sizeof R"(x)"; }', "raw string"),
        (b'#if 0\nLR"(\n#endif\n)"\n#endif\nint main(void) { return 0; }', "raw string"),
        (b"#if 0\n#include <a/*b>\n#endif\nint main(void) { return 0; }", "name of a header"),
        (b"#define S(x) #x\nint main(void) { return sizeof(S(\\)); }", "backslash"),
        (b"int main(void) { return 0 }", "syntax"),
        (b"this is not C at all, is it?", ""),
        (bytes(range(256)) * 20, ""),
        (b"\x7fELF\x02\x01\x01" + bytes(500), ""),
        (b"int main(void) { undeclared = 1; return 0; }", "undeclared"),
        (b"#include <no_such_header.h>\nint main(void) { return 0; }", "no_such_header"),
        (b"#include <" + b"a" * 5_000 + b">\nint main(void) { return 0; }", "header"),
        (b"#if __has_include(<" + b"a" * 5_000 + b">)\n#endif\nint main(void) { return 0; }", "header"),
        (b"#if 1\nint main(void) { return 0; }", ""),
        (b"int f(void) { return 1; }", "main"),
        (b"int main(void) { " + b"(" * 3000 + b"1" + b")" * 3000 + b"; return 0; }", ""),
        (b"int main(void) { " + b"{" * 3000 + b"}" * 3000 + b" return 0; }", ""),
        (b"int x" + b"*" * 4000 + b"; int main(void) { return !x; }", ""),
    ],
)
def test_message(text: bytes, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.c"
    path.write_bytes(text)
    code, err = _verify(path, capsys)
    assert code in ANSWERS
    if word:
        assert code == 2
        assert word in err


def test_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, err = _verify(tmp_path / "nothing.c", capsys)
    assert code == 2
    assert "nothing.c" in err


def _mutate(text: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(text))
    match chance.randrange(6):
        case 0:
            return text[:at]
        case 1:
            return text[:at] + text[at + chance.randrange(1, 20) :]
        case 2:
            return text[:at] + bytes([chance.randrange(256)]) + text[at + 1 :]
        case 3:
            return text[:at] + chance.choice([b"{", b"}", b"(", b")", b";", b"*", b"&", b"0", b"'", b'"']) + text[at:]
        case 4:
            end = min(len(text), at + chance.randrange(1, 40))
            return text[:end] + text[at:end] + text[end:]
        case _:
            lines = text.split(b"\n")
            chance.shuffle(lines)
            return b"\n".join(lines)


def _campaign(rounds: int, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(seed)
    path = tmp_path / "mutant.c"
    for _ in range(rounds):
        text = chance.choice(PROGRAMS).read_bytes()
        for _ in range(chance.randrange(1, 3)):
            text = _mutate(text or b" ", chance)
        path.write_bytes(text)
        code, err = _verify(path, capsys)
        assert code in ANSWERS, (code, err, text.decode(errors="replace"))


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("seed", range(4))
def test_mutants(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _campaign(40, seed, tmp_path, capsys)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_mutants(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _campaign(250, seed, tmp_path, capsys)
