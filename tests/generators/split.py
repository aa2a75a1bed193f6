"""Splits a program of one file into two that mean the same together, at random. Entry point: `split`.

Functions and variables go into one file or the other; each file declares what it mentions of the other one's. In the
second, other names of the first are taken by variables of its own, which somebody changes before main runs.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

from threadproof.frontend.preprocess import preprocess
from threadproof.frontend.read.index import Source
from threadproof.frontend.syntax.declarations import function_of, name_of
from threadproof.frontend.syntax.node import Declaration, LazyPrototype, Node

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\b[A-Za-z_]\w*\b')
_PRIVATE = re.compile(r"\b(?:static|inline|__inline|__inline__)\b")


class CannotSplit(Exception):
    pass


class _Piece:
    """A function or a variable: how it is defined, and how others declare it."""

    def __init__(self, name: str, text: str, declaration: str) -> None:
        self.name = name
        head, brace, body = text.partition("{")  # (what is static in a function stays so)
        self.text = _PRIVATE.sub("", head) + brace + body if not text.startswith("extern") else text
        self.declaration = _PRIVATE.sub("", declaration)
        self.words = set(_WORD.findall(text))


def split(path: Path, seed: int, model: str) -> tuple[str, str]:
    """The texts of two files."""
    text = preprocess(path, cpp="builtin", include_dirs=[], defines=[], model_name=model)
    source = Source(re.sub(rb"(?m)^# .*$", b"", text), str(path))
    if source.text.attributes or source.text.pragmas or source.text.packing.offsets or source.parser.labels:
        raise CannotSplit("attributes")
    common: list[str] = []
    declared: list[tuple[str, str]] = []
    pieces: dict[str, _Piece] = {}
    for node in source.items:
        whole = source.text.source[node.start : node.end]
        if not isinstance(node, Declaration):
            common.append(whole)
        elif node.type == "function_definition":
            body = node.part("body")
            name = name_of(node.declarators[0])
            if node.olds or body is None or name is None:
                raise CannotSplit("a function in the old style")
            pieces[name.word] = _Piece(name.word, whole, source.text.source[node.start : body.start] + ";")
        elif isinstance(node, LazyPrototype) or node.type == "type_definition" or not node.declarators:
            (declared.append((node.name, whole)) if isinstance(node, LazyPrototype) else common.append(whole))
        else:
            _variables(source, node, common, declared, pieces)
    for name, whole in declared:
        if name not in pieces:
            common.append(_PRIVATE.sub("", whole))
    return _distributed(common, pieces, random.Random(seed))


def _variables(
    source: Source, node: Declaration, common: list[str], declared: list[tuple[str, str]], pieces: dict[str, _Piece]
) -> None:
    text = source.text.source
    specifiers, type_ = text[node.start : node.declarators[0].start], node.part("type")
    if type_ is not None and type_.part("body") is not None:
        tag = type_.part("name")
        if tag is None:
            raise CannotSplit("a structure without a tag")
        common.append(text[type_.start : type_.end] + ";")
        kind = type_.type.partition("_")[0]
        specifiers = text[node.start : type_.start] + f"{kind} {tag.word}" + text[type_.end : node.declarators[0].start]
    for declarator in node.declarators:
        name, plain = name_of(declarator), declarator
        value = declarator.part("value")
        inner: Node | None = declarator.part("declarator") if declarator.type == "init_declarator" else None
        plain = inner or declarator
        assert name is not None
        shown = f"{_PRIVATE.sub('', specifiers)}{text[plain.start : plain.end]}"
        if "extern" in specifiers.split() and value is None:
            declared.append((name.word, f"{shown};"))
            continue
        if function_of(plain) is not None:
            declared.append((name.word, f"{shown};"))
            continue
        definition = shown if value is None else f"{shown} = {text[value.start : value.end]}"
        extern = "extern " if "extern" not in specifiers.split() else ""
        if name.word in pieces and value is None:
            continue  # one more tentative definition
        pieces[name.word] = _Piece(name.word, f"{definition};", f"{extern}{shown};")


def _distributed(common: list[str], pieces: dict[str, _Piece], rng: random.Random) -> tuple[str, str]:
    is_first = {name: name == "main" or rng.random() < 0.5 for name in pieces}
    files = []
    for first in (True, False):
        own = [p for n, p in pieces.items() if is_first[n] is first]
        words = set().union(*[p.words for p in own], *[_WORD.findall(t) for t in common])
        lines = [*common, *(p.declaration for n, p in pieces.items() if n in words)]
        lines += [p.text for p in own if p.declaration.startswith("extern")]
        lines += [p.text for p in own if not p.declaration.startswith("extern")]
        if not first:
            taken = [n for n in pieces if is_first[n] and n not in words and n != "main"]
            lines += [f"static int {n} = 4711;" for n in taken]
            changes = " ".join(f"{n} += 3;" for n in taken)
            lines.append(f"__attribute__((constructor)) static void others_names(void) {{ {changes} }}")
        files.append("\n".join(lines) + "\n")
    return files[0], files[1]
