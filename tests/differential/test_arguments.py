"""Arguments of main against gcc: given ones behave as natively; where they may be any, no list that fails is missed,
and the arguments that are shown do fail."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from itertools import product
from pathlib import Path

import pytest

from tests.helpers.rotation import in_turn
from threadproof import pipeline
from threadproof.options import Options
from threadproof.result.verdict import Safe, Unknown, Unsafe

PRELUDE = """#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
"""
#: bodies of main, on argc and argv
BODIES = {
    "count": "assert(argc != 3);",
    "number": "if (argc == 2) assert(atoi(argv[1]) != -7);",
    "twice": "if (argc > 1) assert(atoi(argv[1]) == atoi(argv[1]));",
    "bounded": "int n = argc > 1 ? atoi(argv[1]) : 4; if (n < 1 || n > 8) n = 8; assert(n >= 1 && n <= 8);",
    "word": 'if (argc > 1 && !strcmp(argv[1], "-v")) assert(argc != 2);',
    "word and number": 'if (argc == 3 && !strcmp(argv[1], "-n")) assert(atoi(argv[2]) != 12);',
    "length": "if (argc > 2) assert(strlen(argv[2]) != 3);",
    "length of a word": 'if (argc > 1 && !strcmp(argv[1], "abc")) assert(strlen(argv[1]) == 3);',
    "first character": "if (argc > 1 && argv[1][0] == '-') assert(argv[1][1] != 'q');",
    "walk": "int n = 0; if (argc == 2) for (char *p = argv[1]; *p; p++) if (*p == 'z' && ++n == 2) assert(0);",
    "last": "assert(argv[argc - 1] && !argv[argc]);",
    "loop": 'for (int i = 1; i < argc; i++) if (!strcmp(argv[i], "-x")) assert(i != 2);',
    "whole number": """char *end; if (argc != 2) return 0; errno = 0;
      long n = strtol(argv[1], &end, 10); if (*end || end == argv[1] || errno) return 0; assert(n != 1234);""",
    "no number": "char *end; if (argc == 2) { strtol(argv[1], &end, 10); assert(end != argv[1]); }",
    "too large": """if (argc != 2) return 0; errno = 0; long n = strtol(argv[1], 0, 10);
      assert(errno != ERANGE || n == LONG_MAX || n == LONG_MIN);""",
    "too small": """if (argc != 2) return 0; errno = 0; long n = strtol(argv[1], 0, 10);
      assert(!(errno == ERANGE && n == LONG_MIN));""",
    "unsigned": "if (argc == 2) assert(strtoul(argv[1], 0, 10) != 77);",
    "hexadecimal": "if (argc == 2) assert(strtol(argv[1], 0, 16) != 255);",
    "word or number": 'if (argc == 2) { if (!strcmp(argv[1], "5")) assert(atoi(argv[1]) == 5); }',
    "not that word": 'if (argc == 2 && strcmp(argv[1], "5")) assert(atoi(argv[1]) != 5);',
    "printed": """if (argc < 2) { printf("usage: %s N\\n", argv[0]); return 1; } printf("%s", argv[1]);
      assert(argv[1][0] != 9);""",
    "moved on": "argc--, argv++; assert(argc != 1 || atoi(*argv) != 3);",
    "written": "if (argc == 2 && argv[1][0]) { argv[1][0] = 'x'; assert(argv[1][0] == 'x'); }",
    "same": "if (argc == 3) assert(strcmp(argv[1], argv[2]));",
    "pointers": "if (argc == 3) assert(argv[1] != argv[2]);",
    "side by side": "if (argc == 3) { char *end = argv[1] + strlen(argv[1]) + 1; assert(end != argv[2]); }",
    "right behind": "if (argc == 3) assert(&argv[1][1] != argv[2]);",
    "distance": "if (argc == 3) assert((size_t)argv[2] - (size_t)argv[1] != 5);",
    "not side by side": "if (argc == 3) assert(argv[1] + strlen(argv[1]) != argv[2] && argv[0] != argv[1]);",
    "behind the first": "if (argc == 2 && argv[1][0] == '-') assert(atoi(argv[1] + 1) != 7);",
    "pointer to pointer": "char **p = argv; while (*++p) if (**p == 'z') assert(p - argv != 2);",
    "called again": """static int depth; if (depth++ < 2 && argc > 1) return main(argc - 1, argv + 1);
      assert(argc != 1 || strcmp(argv[0], "abc"));""",
    "digits": """int i; if (argc != 2) return 0;
      for (i = 0; argv[1][i]; i++) if (argv[1][i] < '0' || argv[1][i] > '9') return 0; assert(i != 2);""",
    "copy": "if (argc == 2) { char *s = strdup(argv[1]); assert(s[0] != 'f'); free(s); }",
    "part of it": "if (argc == 2) { char *s = strtok(argv[1], \",\"); assert(!s || s[0] != 'f'); }",
    "where it ends": "char *e; if (argc == 2) { strtol(argv[1], &e, 10); assert(e - argv[1] != 2); }",
    "inside of it": """char *e; if (argc == 2) { strtol(argv[1], &e, 10);
      assert(e >= argv[1] && e <= argv[1] + strlen(argv[1])); }""",
    "other count": "int *p = &argc; *p += 1; assert(argc != 3 || argv[1]);",
    "two kinds of numbers": "if (argc == 2) assert(atoi(argv[1]) == (int)atol(argv[1]));",
    "other type": "if (argc == 2) assert(*(short *)argv[1] != 25185);",
}  # fmt: skip
WORDS = (
    "",
    "5",
    "-7",
    "12",
    "-v",
    "-n",
    "-x",
    "abc",
    "-q",
    "zz",
    "1234",
    "77",
    "ff",
    "3",
    " 5",
    "\t",
    "9" * 25,
    "-" + "9" * 25,
)
LISTS = [list(words) for n in range(3) for words in product(WORDS, repeat=n)]


def _written(body: str, folder: Path) -> Path:
    file = folder / "program.c"
    file.write_text(f"{PRELUDE}int main(int argc, char **argv) {{ {body}\n return 0; }}\n")
    return file


def _compiled(file: Path) -> Path:
    if shutil.which("gcc") is None:
        pytest.skip("NOT TESTED: no gcc")
    program = file.with_suffix("")
    subprocess.run(["gcc", "-w", "-fwrapv", "-o", program, file], check=True)
    return program


def _fails(program: Path, words: list[str]) -> bool:
    done = subprocess.run([program, *words], capture_output=True, check=False)
    assert done.returncode in (0, 1, -6)
    return done.returncode == -6


@pytest.mark.parametrize("name", [pytest.param(n, marks=in_turn(i, 12)) for i, n in enumerate(BODIES)])
def test_any_arguments(name: str, tmp_path: Path) -> None:
    file = _written(BODIES[name], tmp_path)
    program = _compiled(file)
    result = pipeline.verify(file, Options(timeout=30, data_model="LP64"))
    if isinstance(result.verdict, Safe):
        failing = [words for words in LISTS if _fails(program, words)]
        assert not failing
    elif isinstance(result.verdict, Unsafe):
        assert result.notes[0].startswith("run with: program")
        assert result.replay is not None
        assert _fails(program, shlex.split(result.replay["options"]["args"]))
    else:
        assert isinstance(result.verdict, Unknown)


#: natively arguments always lie side by side; here they may
WHERE = ("side by side", "right behind", "distance")
GIVEN = [(body, words) for i, body in enumerate(BODIES) if body not in WHERE for words in LISTS[i % 7 :: 97]]


@pytest.mark.parametrize(("name", "words"), [pytest.param(*case, marks=in_turn(i, 24)) for i, case in enumerate(GIVEN)])
def test_given_arguments(name: str, words: list[str], tmp_path: Path) -> None:
    file = _written(BODIES[name], tmp_path)
    verdict = pipeline.verify(file, Options(timeout=60, data_model="LP64", args=shlex.join(words))).verdict
    assert isinstance(verdict, Unsafe if _fails(_compiled(file), words) else Safe), verdict


#: the same for memory
ACCESSES = {
    "copied": "char text[4]; if (argc > 1) strcpy(text, argv[1]);",
    "copied in part": "char text[4]; if (argc > 1) { strncpy(text, argv[1], 3); text[3] = 0; } return text[0] & 1;",
    "not looked for": "return atoi(argv[1]) & 1;",
    "behind its end": "if (argc == 2) return argv[1][strlen(argv[1])]; return 0;",
    "far behind": "if (argc == 2 && argv[1][0] == 'a') return argv[1][1] == 'b' && argv[1][3]; return 0;",
    "looked for": "return argv[1] ? atoi(argv[1]) & 1 : 0;",
    "index": "int a[4] = {0}; if (argc == 2) { int n = atoi(argv[1]); if (n >= 0) return a[n]; } return 0;",
    "index in bounds": """int a[4] = {0}; if (argc != 2) return 0;
      int n = atoi(argv[1]); if (n >= 0 && n < 4) return a[n];""",
    "allocated": "if (argc != 2) return 0; char *p = malloc(strlen(argv[1]) + 1); p[strlen(argv[1])] = 0; free(p);",
    "freed": "if (argc == 5) free(argv[1]);",
}  # fmt: skip
#: no sanitizer sees these: argv[2] and what else the system writes lie right behind
UNSEEN = ("far behind",)


@pytest.mark.parametrize("name", [pytest.param(n, marks=in_turn(i, 5)) for i, n in enumerate(ACCESSES)])
def test_accesses(name: str, tmp_path: Path) -> None:
    file = _written(ACCESSES[name], tmp_path)
    if shutil.which("gcc") is None:
        pytest.skip("NOT TESTED: no gcc")
    program = file.with_suffix("")
    subprocess.run(["gcc", "-w", "-O0", "-fsanitize=address", "-o", program, file], check=True)

    def fails(words: list[str]) -> bool:
        done = subprocess.run([program, *words], capture_output=True, check=False)
        return b"AddressSanitizer" in done.stderr

    result = pipeline.verify(file, Options(timeout=30, data_model="LP64", property="valid-memsafety"))
    if isinstance(result.verdict, Safe):
        assert not any(map(fails, LISTS[:60]))
    elif isinstance(result.verdict, Unsafe) and name not in UNSEEN:
        assert result.replay is not None
        assert fails(shlex.split(result.replay["options"]["args"]))
