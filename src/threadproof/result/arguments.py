"""The arguments of a program that are not given: what they are called in program models, and what an execution makes of
them.

A model knows how many there are, and of each of the first few its length, its characters and the number that it is,
independent of each other. So an execution of the model tells which arguments to try, not that they lead there.
Entry point: `candidates`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from threadproof.records import dataclass, field
from threadproof.result.outline import Outline

#: so many arguments have names here at most, the program's own name included; the last one may have one as well
FIRST = 8
#: Linux takes so many characters of each, its end included
CHARACTERS = 1 << 17
ANY_ARGUMENTS = "any arguments, the name of the program being the first"
COUNT = "argc"
VECTOR = "argv"
#: with the number of the argument behind them
TEXT, LENGTH = "argument ", "length of argument "
#: arrays, by the number of the argument: what it is as a number (`library/stdlib.c`)
_IS_NUMBER, _IS_LARGE, _GOES_ON = "__argument_is_number", "__argument_is_large", "__argument_goes_on"
_AS = "__argument_as_"
#: of signed ones; 0: that of long
_WIDTHS = {f"{_AS}int": 32, f"{_AS}long": 0, f"{_AS}llong": 64}
#: so many arguments are tried, and so many numbers for one
_MOST, _MOST_VALUES = 1000, 3
#: characters of an argument that nobody has looked at
_ANY = ord("x")


@dataclass(slots=True)
class _Known:
    length: int | None = None
    characters: dict[int, int] = field(default_factory=dict)
    #: what it may be as a number, and what is said about that
    values: list[int] = field(default_factory=list)
    said: dict[str, int] = field(default_factory=dict)
    #: that it was found to be the same as
    words: list[str] = field(default_factory=list)

    def texts(self) -> list[str]:
        """What it may be; nothing, if nobody has asked."""
        is_asked = self.length is not None or self.characters or self.said.get(_IS_NUMBER) == 0
        numbers = [self._number(v) for v in self.values or ([0] if self.said else [])]
        numbers = numbers[:_MOST_VALUES]
        characters = [self._characters(are_exact=x) for x in (False, True)] if is_asked else []
        return list(dict.fromkeys([*self.words, *numbers, *characters, *[f"   {text}" for text in numbers]]))

    def _number(self, value: int) -> str:
        text = ("-" * (value < 0) + "9" * 30) if self.said.get(_IS_LARGE) else str(value)
        return text + "x" * bool(self.said.get(_GOES_ON))

    def _characters(self, *, are_exact: bool) -> str:
        """Not exact: with another one for each that is not printable."""
        length = self.length
        if length is None:
            length = max([at + 1 for at, c in self.characters.items() if c], default=1)
        elif length > 4 + 2 * max(self.characters, default=0):
            length = 4 + max(self.characters, default=0)  # (it may be shorter)
        found = [self.characters.get(at, 0) or _ANY for at in range(length)]
        return "".join([chr(c if 32 < c < 127 or are_exact else _ANY) for c in found])


def candidates(
    outline: Sequence[Outline],
    first: int,
    asked: Mapping[tuple[str, int], Sequence[int]],
    compared: Mapping[tuple[str, int], Sequence[tuple[int, str]]],
    long_width: int,
) -> list[list[str]]:
    """Lists of arguments, without the program's name, that may lead where an execution does; the likely ones first.
    Characters are bytes. `first`: so many have names; `asked`, `compared`: in which lines which of them are made
    numbers of, and compared with which words."""
    count, known = 1, [_Known() for _ in range(FIRST + 1)]
    for hint in outline:
        for name, value in hint.initial:
            base, _, index = _plain(name).removesuffix("]").partition("[")
            n = int(index) if index.isdigit() else 0
            if base == COUNT:
                count = value
            elif base.startswith(LENGTH):
                known[int(base.removeprefix(LENGTH))].length = value
            elif index and base.startswith(TEXT):
                known[int(base.removeprefix(TEXT))].characters[n] = value
            elif index and base in _WIDTHS:
                known[n].values.insert(0, _signed(value, _WIDTHS[base] or long_width))
            elif index and base.startswith(_AS):
                known[n].values.insert(0, value)
            elif index and base in (_IS_NUMBER, _IS_LARGE, _GOES_ON):
                known[n].said[base] = value
            else:  # who takes an input over gives it another name, and perhaps nobody knows where it was read
                places = hint.places or tuple({**asked, **compared})
                for n, text in [x for p in places for x in compared.get(p, ())] if not value else ():
                    known[n].words.append(text)
                for n in {n for p in places for n in asked.get(p, ())}:
                    known[n].values.append(_signed(value, 32 if value < 1 << 32 else 64))
    return _lists(count, known, first)


def _plain(name: str) -> str:
    return name.rpartition("::")[2].partition("?")[0].partition("#")[0]


def _signed(value: int, width: int) -> int:
    return value - (value >> width - 1 << width)


def _lists(count: int, known: list[_Known], first: int) -> list[list[str]]:
    ways = [k.texts() or ["x"] for k in known]
    asked = max([n for n, k in enumerate(known[:first]) if k.texts()], default=0)
    counts = [n for n in (count, asked + 1, asked + 2) if n <= min(max(count, 1), _MOST)]
    found: list[list[str]] = []
    for n in dict.fromkeys(counts):
        for i in range(max(map(len, ways))):
            texts = [way[min(i, len(way) - 1)] for way in ways]
            words = texts[1 : min(n, first)]
            if n > first:
                words += ["x"] * (n - first - 1) + [texts[first]]
            found += [words] if words not in found else []
    return found
