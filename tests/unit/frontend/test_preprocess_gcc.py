"""The preprocessor against gcc: the same tokens at the same positions; and `--cpp gcc` itself."""

from __future__ import annotations

import platform
import random
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.helpers.rotation import rotating
from threadproof.cpp.tokens import tokenise
from threadproof.errors import InputError, UsageError
from threadproof.frontend.preprocess import OWN_HEADERS, preprocess

ROOT = Path(__file__).resolve().parents[3]
MARKER = re.compile(r'# (\d+) "((?:[^"\\]|\\.)*)"')
COMMENT = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|//[^\n]*|/\*.*?\*/", re.S)

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="NOT TESTED: gcc is not installed")


def positioned(text: str) -> list[tuple[str, str, int]]:
    """Every token with the file and line that the markers give it."""
    text = COMMENT.sub(lambda m: m[0] if m[0][0] == '"' else " " + "\n" * m[0].count("\n"), text)
    text = text.replace(str(OWN_HEADERS), "<threadproof>")
    result = []
    file, line = "", 1
    for content in text.split("\n"):
        if match := MARKER.match(content):
            line, file = int(match[1]), match[2]
            continue
        result += [(token.text, file, line) for token in tokenise(content)]
        line += 1
    return result


def by_gcc(path: Path, defines: tuple[str, ...] = ()) -> str | None:
    """What gcc makes of it with our headers, on any machine as on x86_64; None when it reports an error."""
    command = ["gcc", "-E", "-w", "-fsigned-char", "-D__WCHAR_TYPE__=int", "-nostdinc", "-isystem", str(OWN_HEADERS)]
    done = subprocess.run([*command, *(f"-D{d}" for d in defines), str(path)], capture_output=True, check=False)
    return None if done.returncode else done.stdout.decode("latin-1")


def by_us(path: Path, defines: tuple[str, ...] = ()) -> str | None:
    try:
        out = preprocess(path, cpp="builtin", include_dirs=[], defines=list(defines), model_name="LP64")
    except InputError:
        return None
    return out.decode("latin-1")


# ---------------------------------------------------------------- random programs

NAMES = ["A", "B", "C", "f", "g", "h", "k", "v", "w"]
PARAMETERS = {"f": ["p"], "g": ["p", "q"], "h": ["p"], "k": [], "v": ["p", "..."], "w": ["..."]}
ATOMS = ["A", "B", "C", "x", "y", "1", "25", '"s\\n"', "'c'", "+", "-", "(x)", ",", "f", "g", "h", "k()", "f(1)",
         "g(A,B)", "h(x)", "v(1,2,3)", "w()", ".", "&", "*", "x1", "0x", "->", "<", '"a b"', "v(1)", "w(A)", "w(1,2)",
         "EMPTY", "==", "!", "L", "k EMPTY ()(x)", "f EMPTY (1)", "w(k EMPTY ()(1))", "w(f EMPTY (A))",
         "w(w(h EMPTY (2)))", "(2)"]  # fmt: skip
CALLS = [" g(a,\n  b) c", " f\n (1) d", "\\\n  f(2) e", " w(a, (b,c), f(d)) z", " A(1)", " B (x,y)", " g(,)", " f()",
         " v(a,)", " v()", " __LINE__", " f(1"]  # fmt: skip
CONDITIONS = ["defined A", "defined(f)", "A", "B+1", "1 ? 2 : 0", "-1 > 0u", "!defined C && A", "f(1)", "(1 << 3) == 8",
              "0xffffffffffffffff == -1", "1/0", "0 && 1/0", "'a' == 97", "-7/2 == -3", "-7%3 == -1", "~0u > 0",
              "'\\377' < 0", "3 > 2 > 1", "__COUNTER__", "07 == 7", "09", "1.0", "__has_include(<pthread.h>)",
              "1 <= -1 ? 1 : -1u > 1", "2 * 3 - 4 % 3 ^ 1 | 8 & 12"]  # fmt: skip


def words(rng: random.Random, most: int, extra: list[str]) -> str:
    chosen = [rng.choice(ATOMS + extra * 6) for _ in range(rng.randint(0, most))]
    return "".join(rng.choice(["", " ", "  ", " /*c*/ "]) + word for word in chosen).strip(" ")


def function_like(rng: random.Random, name: str) -> str:
    listed = PARAMETERS[name]
    params = ["__VA_ARGS__" if p == "..." else p for p in listed]
    body = []
    for _ in range(rng.randint(0, 6)):
        match rng.randrange(8) if params else 7:
            case 0:
                body.append("#" + rng.choice(params))
            case 1:
                paste = rng.choice([" ## ", "##", " ## ## "])
                body.append(rng.choice([*params, "x"]) + paste + rng.choice([*params, "y", "1"]))
            case 2 if "..." in listed:
                body.append(", ## __VA_ARGS__")
            case 3 if "..." in listed:
                body.append(f"__VA_OPT__({rng.choice([', ', 'a b ', 'A '])}{rng.choice(params)})")
            case _:
                body.append(words(rng, 2, params))
    return f"#define {name}({', '.join(listed)}) " + rng.choice([" ", ""]).join(body)


def random_program(rng: random.Random) -> str:
    lines = ["#define EMPTY", "#define TEXT(...) TEXT_(__VA_ARGS__)", "#define TEXT_(...) #__VA_ARGS__"]
    for _ in range(rng.randint(3, 14)):
        name = rng.choice(NAMES)
        lines.append(function_like(rng, name) if name in PARAMETERS else f"#define {name} {words(rng, 5, [])}")
        match rng.randrange(7):
            case 0:
                lines.append("#undef " + rng.choice(NAMES))
            case 1 | 2:
                lines += ["#if " + rng.choice(CONDITIONS), "yes " + words(rng, 4, [])]
                if rng.random() < 0.5:
                    lines += [rng.choice(["#elif 1", "#elif A", "#else"]), "no don't " + words(rng, 3, [])]
                lines.append("#endif /* x */")
            case 3 | 4:
                lines.append(f"TEXT({words(rng, 8, ['EMPTY'])})")
            case _:
                lines.append(words(rng, 8, []) + (rng.choice(CALLS) if rng.random() < 0.3 else ""))
    return "\n".join(lines) + "\n"


def check_random_programs(folder: Path, seeds: Sequence[int]) -> None:
    path = folder / "random.c"
    valid = 0
    for seed in seeds:
        text = random_program(random.Random(seed))
        path.write_text(text)
        theirs, ours = by_gcc(path), by_us(path)
        assert (theirs is None) == (ours is None), f"seed {seed}\n{text}"
        if theirs is not None and ours is not None:
            valid += 1
            # text that gcc writes without a space it needs, as in `L"s"`, would mislead the comparison
            glued = [[t for t, _, _ in positioned(out)] for out in (theirs, ours)]
            assert "".join(glued[0]) == "".join(glued[1]), f"seed {seed}\n{text}"
    assert valid > len(seeds) // 4


@needs_gcc
def test_random_macros(tmp_path: Path) -> None:
    check_random_programs(tmp_path, rotating(50, 20_000))


#: macros that lead to themselves, one after the other or put together later
AGAIN = """
#define f(x) g(x)
#define g(x) f(x)
f(1) g(1)
#define h(x) x k
#define k(x) h(x)
h(1)(2)(3)
#define EMPTY()
#define DEFER(m) m EMPTY()
#define EVAL(...) TWICE(TWICE(TWICE(__VA_ARGS__)))
#define TWICE(...) ONCE(ONCE(__VA_ARGS__))
#define ONCE(...) __VA_ARGS__
#define step(n) (n) + DEFER(next)()(n)
#define next() step
EVAL(step(1))
#define o o a p
#define p o
o p
#define obj (4 + obj)
#define of(x) (x + obj)
of(obj) of(of)(1)
#define id(x) x
#define G_0(x) id(G_1)(x)
#define G_1(x) id(x)
G_0(42)
#define fa ga(
#define ga(x) x+fa
fa 1) ga(2) 3)
"""


@needs_gcc
def test_macros_that_lead_to_themselves(tmp_path: Path) -> None:
    path = tmp_path / "again.c"
    path.write_text(AGAIN)
    theirs, ours = by_gcc(path), by_us(path)
    assert theirs is not None
    assert ours is not None
    assert [t for t, _, _ in positioned(theirs)] == [t for t, _, _ in positioned(ours)]


@needs_gcc
@pytest.mark.long
@pytest.mark.parametrize("block", range(10))
def test_many_random_macros(tmp_path: Path, block: int) -> None:
    check_random_programs(tmp_path, range(1000 * (block + 1), 1000 * (block + 2)))


#: the number of a line, where the text of a macro is on several of them
LINES = """
#define L __LINE__
#define id(x) x
#define other id
#define third other
#define gives(x) id
#define twice(x) id(x)
#define gnu(x, ...) (x, ##__VA_ARGS__)
#define all(...) (0, ##__VA_ARGS__)
#define named(a...) (0, ##a)
#define paste(x, y) x##y
#define both(x) (L, x)
#define text(x) #x
#define optional(x, ...) (0 __VA_OPT__(, __VA_ARGS__))
"""
USES = ["L", "id(@L)", "other(@L)", "other@(L)", "third@(@L)", "gives(1)@(L)", "gives(@1)(L)", "twice(@L)",
        "gnu(1,@L)", "gnu(@1, L)", "all(L,@L)", "named(@L)", "paste(@L,)", "paste(,@L)", "paste(@__LI,@NE__)",
        "both(@L)", "both(@1)@L", "text(@L)", "optional(1,@L)", "id(other@(L))", "gnu(1, id(@L))", "id(@gnu(1,@L))",
        "twice(other@(L))", "L@+ other@(L) + L", "id(L) + other@(L)@+ L", "id(@both(@1))", "id(id)(@L)"]  # fmt: skip


@needs_gcc
def test_numbers_of_lines(tmp_path: Path) -> None:
    path = tmp_path / "lines.c"
    path.write_text(LINES + "".join([f"{n}: {use};\n".replace("@", "\n") for n, use in enumerate(USES)]))
    theirs, ours = by_gcc(path), by_us(path)
    assert theirs is not None
    assert ours is not None
    assert [t for t, _, _ in positioned(ours)] == [t for t, _, _ in positioned(theirs)]


# ---------------------------------------------------------------- real programs


@needs_gcc
def test_public_programs(bench_dir: Path) -> None:
    programs = [path for path in sorted(bench_dir.rglob("*.c")) if b"#" in path.read_bytes()]
    assert programs
    for n in rotating(40, len(programs)):
        path = programs[n]
        for defines in ((), ("SATABS",), ("SATABS", "USE_BRANCHING_ASSUMES", "HPRED")):
            theirs, ours = by_gcc(path, defines), by_us(path, defines)
            expected, actual = (out if out is None else positioned(out) for out in (theirs, ours))
            assert expected == actual, f"{path} {defines}"


#: but not those for a library that is hardly ever installed
EXAMPLES = [p for p in sorted((ROOT / "examples").glob("*.c")) if "fthread.h" not in p.read_text()]


@needs_gcc
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_examples(path: Path, tmp_path: Path) -> None:
    theirs, ours = by_gcc(path), by_us(path)
    assert theirs is not None
    assert ours is not None
    assert positioned(theirs) == positioned(ours)
    command = ["gcc", "-pthread", "-Wall", "-Wextra", "-Werror", "-o", str(tmp_path / "program"), str(path)]
    subprocess.run(command, check=True)


@needs_gcc
def test_headers_are_valid_c(tmp_path: Path) -> None:
    path = tmp_path / "all.c"
    names = sorted(str(header.relative_to(OWN_HEADERS)) for header in OWN_HEADERS.rglob("*.h"))
    path.write_text("".join(f"#include <{name}>\n" for name in [*names, *names[::-1]]))
    for model in ("ILP32", "LP64"):
        out = preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name=model)
        check = ["gcc", "-fsyntax-only", "-fpreprocessed", "-fno-builtin", "-w", "-x", "c", "-"]
        subprocess.run(check, input=out, check=True)


# ---------------------------------------------------------------- --cpp


def with_command(path: Path, command: str, *defines: str, model: str = "ILP32", include: tuple[Path, ...] = ()) -> str:
    out = preprocess(path, cpp=command, include_dirs=list(include), defines=list(defines), model_name=model)
    return out.decode("latin-1")


@needs_gcc
def test_compiler_with_system_headers_and_either_data_model(tmp_path: Path) -> None:
    path = tmp_path / "main.c"
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "mine.h").write_text("int mine;\n")
    path.write_text("#include <mine.h>\n#include <pthread.h>\n#include <stdint.h>\nlong x = __LONG_MAX__ + N;\n")
    for model, largest in (("ILP32", "0x7fffffffL"), ("LP64", "0x7fffffffffffffffL")):
        out = with_command(path, "gcc", "N=3", model=model, include=(tmp_path / "mine",))
        found = {token: (Path(file).name, line) for token, file, line in positioned(out)}
        assert found["mine"] == ("mine.h", 1)
        assert found[largest] == ("main.c", 4)
        assert "pthread_create" in found


@needs_gcc
def test_cleanup_functions_of_the_system_header(tmp_path: Path) -> None:
    path = tmp_path / "main.c"
    path.write_text("#include <pthread.h>\nvoid f(void *p) { pthread_cleanup_push(f, p); pthread_cleanup_pop(0); }\n")
    out = with_command(path, "gcc", model="LP64")
    assert "sigsetjmp_cancel(" not in out[out.index("void f(") :]
    assert "(pthread_cleanup_push)((" in out


@needs_gcc
@pytest.mark.skipif(platform.machine() not in ("x86_64", "i686"), reason="NOT TESTED: not an x86")
@pytest.mark.parametrize("model", ["ILP32", "LP64"])
def test_compiler_tells_the_processor_of_the_data_model(tmp_path: Path, model: str) -> None:
    path = tmp_path / "main.c"
    headers = [
        str(h.relative_to(OWN_HEADERS))
        for h in OWN_HEADERS.rglob("*.h")
        if h.parent.name != "_tp" and h.name not in ("stdckdint.h", "arm_acle.h")
    ]
    includes = "".join(f"#include <{name}>\n" for name in sorted(headers) if name != "fthread.h")
    asks = ["__x86_64__", "__amd64__", "__LP64__", "_LP64", "__i386__", "i386", "__ILP32__", "__SSE2__"]
    path.write_text(includes + "\n".join(f"#ifdef {name}\nhas_{name}\n#endif" for name in asks) + "\nw __WORDSIZE\n")
    out = with_command(path, "gcc", model=model).split()
    found = [name for name in asks if f"has_{name}" in out]
    assert found == (asks[4:7] if model == "ILP32" else [*asks[:4], "__SSE2__"])
    assert out[-1] == ("32" if model == "ILP32" else "64")
    ours = preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name=model).decode().split()
    assert [name for name in asks if f"has_{name}" in ours] == found


@needs_gcc
@pytest.mark.parametrize(
    ("text", "line", "message"),
    [("\n#error no luck\n", 2, "#error no luck"), ("\n\n#include <nope.h>\n", 3, "nope.h"), ("#if 1\n", 1, "#if")],
)
def test_compiler_errors_have_positions(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = tmp_path / "main.c"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        with_command(path, "gcc")
    assert (caught.value.file, caught.value.line) == (str(path), line)


def test_commands_that_do_not_work(tmp_path: Path) -> None:
    path = tmp_path / "main.c"
    path.write_text("int x;\n")
    with pytest.raises(InputError, match="not installed"):
        with_command(path, "no-such-compiler")
    with pytest.raises(InputError, match="cannot be run"):
        with_command(path, str(tmp_path))
    with pytest.raises(InputError, match="failed"):
        with_command(path, "false")
    for nonsense in ("", "'gcc"):
        with pytest.raises(UsageError, match="--cpp"):
            with_command(path, nonsense)
