"""Nodes of the syntax tree: what was written where, and nothing about what it means."""

from __future__ import annotations

from collections.abc import Callable


class Node:
    """One construct. `word` is the text of a leaf, or the operator; `children` are those that come in any number."""

    __slots__ = ("children", "end", "parts", "source", "start", "type", "word")

    def __init__(
        self,
        type_: str,
        source: str,
        start: int,
        end: int,
        word: str = "",
        children: list[Node] | None = None,
        **parts: Node | None,
    ) -> None:
        self.type = type_
        self.source = source
        self.start = start
        self.end = end
        self.word = word
        self.children: list[Node] = [] if children is None else children
        self.parts: dict[str, Node | None] = parts

    def part(self, name: str) -> Node | None:
        return self.parts.get(name)

    @property
    def text(self) -> str:
        return self.source[self.start : self.end]

    def __repr__(self) -> str:
        return f"<{self.type} {self.text!r:.60}>"


class Declaration(Node):
    """Specifiers, and any number of declarators; `ends` are the offsets of what stands behind each of them."""

    __slots__ = ("declarators", "ends", "olds")

    def __init__(
        self, type_: str, source: str, start: int, end: int, children: list[Node], specifier: Node | None
    ) -> None:
        super().__init__(type_, source, start, end, "", children, type=specifier)
        self.declarators: list[Node] = []
        self.ends: list[int] = []
        #: the declarations of parameters in the old style
        self.olds: list[Declaration] = []


class LazyNode(Node):
    """A node whose children are parsed when somebody asks for them: most of a header nobody ever does."""

    __slots__ = ("_known", "_parse")

    def __init__(self, type_: str, source: str, start: int, end: int, parse: Callable[[], list[Node]]) -> None:
        self._parse = parse
        super().__init__(type_, source, start, end)
        self._known: list[Node] | None = None

    @property
    def children(self) -> list[Node]:
        if self._known is None:
            self._known = self._parse()
        return self._known

    @children.setter
    def children(self, value: list[Node]) -> None:
        self._known = value


class LazyPrototype(Declaration):
    """A declaration of one function at file scope, of which only the name has been looked at so far."""

    __slots__ = ("_known", "_parse", "name")

    def __init__(self, source: str, start: int, end: int, name: str, parse: Callable[[], Declaration]) -> None:
        self.type, self.source, self.start, self.end, self.word = "declaration", source, start, end, ""
        self.name = name
        self._parse = parse
        self._known: Declaration | None = None

    def _node(self) -> Declaration:
        if self._known is None:
            self._known = self._parse()
        return self._known

    @property
    def children(self) -> list[Node]:  # type: ignore[override]
        return self._node().children

    @property
    def parts(self) -> dict[str, Node | None]:  # type: ignore[override]
        return self._node().parts

    @property
    def declarators(self) -> list[Node]:  # type: ignore[override]
        return self._node().declarators

    @property
    def ends(self) -> list[int]:  # type: ignore[override]
        return self._node().ends

    @property
    def olds(self) -> list[Declaration]:  # type: ignore[override]
        return []


def excerpt(text: str | Node) -> str:
    """The beginning of some text, short enough for a message."""
    if isinstance(text, Node):
        text = text.text
    line = text.strip().split("\n")[0].strip()
    line = line.encode("latin-1", "replace").decode("utf-8", "replace")
    return line if len(line) <= 40 else line[:40] + "..."
