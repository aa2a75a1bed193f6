"""The built-in headers against glibc's: prototypes, types, layouts and constants, for both data models."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.helpers.system_macros import FOREIGN, HEADERS, OURS, compiler, preprocessed
from tests.unit.frontend.test_system_macros import needs_gcc_12
from threadproof.cpp.macros import Expander
from threadproof.cpp.tokens import CppError, Token
from threadproof.frontend.ctypes import DATA_MODELS
from threadproof.frontend.preprocess import preprocess
from threadproof.frontend.read.typecheck import build_unit

PROGRAMS = Path(__file__).parents[2] / "programs" / "library"
ALL = "".join(f"#include <{header}>\n" for header in HEADERS if header not in {"stdnoreturn.h", *FOREIGN})
FEATURES = (
    (),
    ("_GNU_SOURCE",),
    ("_XOPEN_SOURCE=700",),
    ("_POSIX_C_SOURCE=199309L",),
    ("_FILE_OFFSET_BITS=64",),
    ("_FILE_OFFSET_BITS=64", "_TIME_BITS=64"),
)
#: types that only functions of the library look into: ours are as large as they like
OPAQUE = re.compile(
    r"FILE|fpos_t|jmp_buf|sigjmp_buf|_*(set|long)jmp|va_list|max_align_t|atomic_\w+|(pthread|mtx|cnd|thrd|tss|once)_\w+|sem_t"
)
#: what is declared in another way, but called alike
OTHERWISE = re.compile(r"(get|set)(priority|rlimit|itimer)|getrusage|(assert|__assert)\w*|atomic_\w+|kill_dependency")
TAGGED = re.compile(
    r"(typedef\s+)?(struct|union)\s+(?:__attribute__\s*\(\(.*?\)\)\s*)?(\w+)?\s*\{(.*)\}\s*([^{}]*)", re.S
)


def statements(text: str) -> list[str]:
    """The declarations of preprocessed text."""
    found, depth, begin = [], 0, 0
    text = re.sub(r"(?m)^#.*$", "", text)
    for at, character in enumerate(text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        if character == ";" and depth == 0:
            found.append(text[begin:at].strip())
            begin = at + 1
    return found


def members(body: str) -> list[str]:
    """Those of the structure itself that have a name for programs."""
    body = re.sub(r"[^;]*\[\]\s*;", "", body)  # (has no size)
    flat = re.sub(r"\{[^{}]*\}", "", body)
    declared = [d for statement in flat.split(";") if ":" not in statement for d in statement.split(",")]
    names = [re.search(r"\(\*(\w+)\)|(\w+)\s*(?:\[.*\]\s*)*$", d, re.S) for d in declared if d.strip()]
    found = [m[1] or m[2] for m in names if m is not None]
    return [name for name in found if not name.startswith("__") and OTHERWISE.fullmatch(name) is None]


def ours(features: tuple[str, ...], model: str, path: Path) -> list[str]:
    path.write_text("".join(f"#define {f.replace('=', ' ')}\n" for f in features) + ALL)
    return statements(preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name=model).decode())


def gcc(text: str, features: tuple[str, ...], model: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [*compiler(model), "-std=gnu17", "-w", *(f"-D{f}" for f in features), *options, "-x", "c", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def errors_of_gcc(asked: list[str], features: tuple[str, ...], model: str) -> list[tuple[str, str]]:
    """What gcc says against lines of C after all of glibc's headers, which are preprocessed already."""
    read = gcc(ALL, features, model, "-E")
    assert read.returncode == 0, read.stderr
    text = read.stdout
    begin = text.count("\n") + 2
    lines = "".join(f"{line}\n" for line in asked)
    options = ("-fpreprocessed", "-fsyntax-only", "-fno-builtin", "-fmax-errors=0")
    done = gcc(f'{text}\n# {begin} "ours"\n{lines}', features, model, *options)
    found = re.findall(r"^ours:(\d+):\d+: error: (.*)", done.stderr, re.M)
    return [(asked[int(n) - begin], message) for n, message in found]


def same(a: str, b: str) -> str:
    return f'_Static_assert({a} == {b}, "");'


def about_tagged(tagged: re.Match[str]) -> list[str]:
    """Our structure, under another name, against glibc's."""
    is_typedef, kind, tag, body, declared = tagged.groups()
    name = declared.strip() if is_typedef else f"{kind} {tag}"
    if OPAQUE.fullmatch(name):
        return []
    again = f"our_{name}" if is_typedef else f"{kind} our_{tag}"
    own = f"typedef {kind} {{{body}}} {again};" if is_typedef else f"{again} {{{body}}} {declared};"
    asked = [re.sub(rf"\b{kind} {tag}\b", again, own) if tag else own]
    asked += [same(f"{ask}({name})", f"{ask}({again})") for ask in ("sizeof", "_Alignof")]
    for member in members(body):
        asked.append(same(*(f"sizeof((({t} *)0)->{member})" for t in (name, again))))
        asked.append(same(*(f"__builtin_offsetof({t}, {member})" for t in (name, again))))
    return asked


@pytest.mark.in_turn(3)
@needs_gcc_12
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("features", FEATURES, ids=str)
def test_declarations(features: tuple[str, ...], model: str, tmp_path: Path) -> None:
    """Whatever glibc declares as well is declared alike: gcc says so when it reads both."""
    asked: list[str] = []
    for statement in ours(features, model, tmp_path / "all.c"):
        tagged = TAGGED.fullmatch(statement)
        if tagged is not None:
            asked += about_tagged(tagged)
        elif "{" not in statement:
            plain = re.sub(r"\[.*?\]", "", statement)
            name = re.search(r"\b(\w+)\s*\(", plain) or re.search(r"(\w+)$", plain)
            if name is not None and not OPAQUE.fullmatch(name[1]) and not OTHERWISE.fullmatch(name[1]):
                asked.append(statement + ";")
    assert len(asked) > 700
    errors = errors_of_gcc([line.replace("\n", " ") for line in asked], features, model)
    if features not in ((), ("_GNU_SOURCE",)):  # we declare more than glibc does for fewer features
        errors = [
            e for e in errors if not re.search("has no member|incomplete type|undefined type|not an integer", e[1])
        ]
    assert errors == []


def constants(features: tuple[str, ...], model: str, path: Path) -> dict[str, str]:
    """Names of our macros and enumerators -> what they stand for, without names of either kind."""
    values: dict[str, str] = {}
    for statement in ours(features, model, path):
        body = re.fullmatch(r"(?:typedef )?enum\s*\w*\s*\{(.*)\}.*", statement, re.S)
        last = "-1"
        for each in body[1].split(",") if body else ():
            name, _, value = (part.strip() for part in each.partition("="))
            if name:
                values[name] = last = value or f"({last} + 1)"
    done = preprocessed(ALL, features, model)
    for name, macro in done.macros.items():
        if macro.params is None and macro.compute is None and name not in values and not OURS.fullmatch(name):
            try:
                tokens = Expander(done.macros).expand([Token(name)])
            except CppError:
                continue
            values[name] = " ".join(values.get(t.text, t.text) for t in tokens)
    return values


@pytest.mark.in_turn(3)
@needs_gcc_12
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
@pytest.mark.parametrize("features", FEATURES, ids=str)
def test_constants(features: tuple[str, ...], model: str, tmp_path: Path) -> None:
    """Where glibc has a constant of that name, it has that value and that type."""
    found = constants(features, model, tmp_path / "all.c")
    lines = [ALL]
    for name, value in found.items():
        lines.append(f'_Static_assert(({name}) == ({value}), "{name}");\n')
        types = f"__typeof__({name}), __typeof__({value})"
        lines.append(f'_Static_assert(__builtin_types_compatible_p({types}), "type of {name}");\n')
    assert len(lines) > 5000
    done = gcc("".join(lines), features, model, "-fsyntax-only", "-fmax-errors=0")
    assert "fatal error" not in done.stderr, done.stderr[:1000]
    # (NAN differs even from itself, which shows that gcc has compared them)
    assert re.findall(r'static assertion failed: "(.*)"', done.stderr) == ["NAN"]


@pytest.mark.in_turn(2)
@needs_gcc_12
@pytest.mark.parametrize("model", ["LP64", "ILP32"])
def test_each_header_alone(model: str, tmp_path: Path) -> None:
    """Nothing is missing, for gcc and for us, and we know how large everything is."""
    path = tmp_path / "main.c"
    for header in HEADERS:
        path.write_text(f"#include <{header}>\n")
        out = preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name=model)
        sizes = [f"sizeof({kind} {tag})" for kind, tag in set(re.findall(r"(struct|union) (\w+) \{", out.decode()))]
        out += f"unsigned long sizes[] = {{ {', '.join(sizes) or '0'} }};\n".encode()
        out += b"int main(void) { return sizes[0]; }\n"
        options = ["-fsyntax-only", "-fpreprocessed", "-fno-builtin", "-w", "-x", "c", "-"]
        done = subprocess.run([*compiler(model), *options], input=out, capture_output=True, check=False)
        assert done.returncode == 0, (header, done.stderr)
        build_unit(out, header, DATA_MODELS[model])


@needs_gcc_12
@pytest.mark.parametrize("name", ["macros_of_the_system_safe", "order_of_the_network_safe"])
def test_macros_with_the_headers_of_the_system(name: str, tmp_path: Path) -> None:
    """Assertions that we prove with our headers hold with glibc's."""
    program = tmp_path / "program"
    path = PROGRAMS / f"{name}.c"
    subprocess.run(["gcc", "-w", "-o", str(program), str(path)], check=True)
    subprocess.run([str(program)], check=True)
