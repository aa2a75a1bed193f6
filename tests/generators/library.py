"""Random calls of library functions on random arguments, whose results are put out. Entry point: `generate`."""

from __future__ import annotations

import random

_HEADERS = ("ctype.h", "stdio.h", "stdlib.h", "string.h", "strings.h")
_CLASSES = ("alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit")
_CONVERSIONS = ("%d", "%5d", "%-4d|", "%03d", "%u", "%x", "%X", "%o", "%c", "%+d", "% d", "%i", "%hd", "%hhu", "%08x")
_LONG = ("%ld", "%lu", "%lx", "%lld", "%20lld", "%zu")


def generate(seed: int) -> str:
    """A program with its own `main` that gives what it computes to `__output`."""
    r = random.Random(seed)
    calls = [r.choice(_KINDS)(r) for _ in range(12)]
    lines = [f"#include <{h}>" for h in _HEADERS]
    lines += ["void __output(unsigned long long v);", "static char b[40];"]
    lines += ["static int sign(int x) { if (x > 0) return 1; if (x < 0) return -1; return 0; }"]
    lines += ["static int truth(int x) { if (x) return 1; return 0; }"]
    lines += ["static void all(void) { for (int i = 0; i < 24; i++) __output((unsigned char)b[i]); }"]
    lines += ["int main(void) {", "  char *end;", *(f"  {c}" for c in calls), "  return 0;", "}"]
    return "\n".join(lines) + "\n"


def _text(r: random.Random, letters: str = "aabBc -019xX") -> str:
    return '"' + "".join(r.choice(letters) for _ in range(r.randrange(6))) + '"'


def _out(expression: str) -> str:
    return f"__output((unsigned long long)({expression}));"


def _compare(r: random.Random) -> str:
    name = r.choice(("strcmp", "strncmp", "strcasecmp", "strncasecmp"))
    length = f", {r.randrange(4)}" if name.startswith("strn") else ""
    return _out(f"sign({name}({_text(r)}, {_text(r)}{length}))")


def _memory(r: random.Random) -> str:
    if r.random() < 0.5:
        return _out(f'sign(memcmp({_text(r)} "12345", {_text(r)} "12345", {r.randrange(6)}))')
    call = f"memchr(s, '{r.choice('a12')}', 5)"
    return f'{{ const char *s = {_text(r)} "12345"; char *p = {call}; {_out("p ? p - s : -1")} }}'


def _find(r: random.Random) -> str:
    name = r.choice(("strchr", "strrchr", "strstr", "strpbrk"))
    what = f"'{r.choice('ab0x')}'" if name in ("strchr", "strrchr") else _text(r, "ab0")
    return f"{{ const char *s = {_text(r)}; char *p = {name}(s, {what}); {_out('p ? p - s : -1')} }}"


def _measure(r: random.Random) -> str:
    name = r.choice(("strlen", "strnlen", "strspn", "strcspn"))
    more = {"strlen": "", "strnlen": f", {r.randrange(5)}"}.get(name, f", {_text(r, 'ab0')}")
    return _out(f"{name}({_text(r)}{more})")


def _change(r: random.Random) -> str:
    name = r.choice(("strcpy", "strncpy", "strcat", "strncat"))
    length = f", {r.randrange(8)}" if "n" in name else ""
    return f"memset(b, '#', 24); strcpy(b, {_text(r)}); {name}(b, {_text(r)}{length}); all();"


def _tokens(r: random.Random) -> str:
    loop = f'for (char *t = strtok_r(b, {_text(r, " -x")}, &end); t; t = strtok_r(0, " x", &end)) {_out("t - b")}'
    return f"strcpy(b, {_text(r)}); {loop} all();"


def _number(r: random.Random) -> str:
    name = r.choice(("strtol", "strtoul", "strtoll", "strtoull"))
    digits = "".join(r.choice("0123456789afz") for _ in range(r.choice((1, 3, 20, 24))))
    text = f'"{r.choice(("", " ", "  -", "+", "0x", "-0", "0"))}{digits}"'
    base = r.choice((0, 2, 8, 10, 16, 36))
    return f"{{ const char *s = {text}; {_out(f'{name}(s, &end, {base})')} {_out('end - s')} }}"


def _classify(r: random.Random) -> str:
    c = r.randrange(-1, 128)
    if r.random() < 0.2:
        return _out(f"{r.choice(('toupper', 'tolower'))}({c})")
    return _out(f"truth(is{r.choice(_CLASSES)}({c}))")


def _format(r: random.Random) -> str:
    pieces, args = [], []
    for _ in range(r.randrange(1, 4)):
        kind = r.random()
        if kind < 0.5:
            pieces.append(r.choice(_CONVERSIONS))
            value = r.choice((0, 7, -1, 42, -1234, 2147483647))
            args.append(str(ord("q") if pieces[-1] == "%c" else value))
        elif kind < 0.7:
            pieces.append(r.choice(_LONG))
            args.append(f"{r.choice((0, -5, 123456789012))}{'ll' if 'll' in pieces[-1] else 'l'}")
        else:
            pieces.append(r.choice(("%s", "%6s", "%-5s", "%.2s", "%5.1s")))
            args.append(_text(r))
    format_ = '"' + r.choice(("", "=", "%% ")).join(pieces) + '"'
    call = f"snprintf(b, {r.choice((0, 1, 5, 24))}, {format_}, {', '.join(args)})"
    return f"memset(b, '#', 24); {_out(call)} all();"


def _small(r: random.Random) -> str:
    n = r.choice((0, 1, -8, 12, 1 << 20))
    return _out(f"{r.choice(('abs', 'labs', 'ffs'))}({n})")


_KINDS = (
    _compare, _memory, _find, _measure, _change, _tokens, _number, _classify, _format, _format, _small,
)  # fmt: skip
