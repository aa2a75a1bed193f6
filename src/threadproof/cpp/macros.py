"""Macros: reading a definition, and expanding names.

Entry points: `define` and `Expander.expand`. Where arguments go on beyond the tokens at hand, a `Reader`
supplies more of them from the file.

A macro is disabled until the last token of its replacement has been taken; a name that is met while its macro is
disabled is *painted*: it stays as it is for ever. Whose replacement a token comes from does not matter beyond that, so
that a call which is put together later, as by the idiom of EVAL and DEFER, is expanded again: the standard leaves it
open, compilers agree.

Where `#` sees a space is decided as gcc does it, by *padding*: tokens without a text that stand where a replacement
begins (with the space that stood before what was replaced) and where it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from threadproof.cpp.tokens import (
    END,
    IDENTIFIER,
    SPACED,
    TIGHT,
    CppError,
    Token,
    is_identifier,
    is_one_token,
    settled,
    stringify,
    tokenise,
)
from threadproof.patterns import pattern
from threadproof.records import dataclass

#: a program whose macros make more than this, in characters, is an attack or a mistake
MAX_PRODUCED = 20_000_000
_TOKEN_COST = 16
#: how many tokens the operand of `defined` or `__has_include` may have
MAX_OPERAND = 64
#: an object-like macro whose replacement needs no check
_SIMPLE = pattern(rf"[ \t]*({IDENTIFIER})(?:[ \t]+([^#%]*))?").fullmatch
_BRACKETS = frozenset({"[", "]", "{", "}", "#", "##"})
_RESERVED = ("defined", "__VA_ARGS__", "__VA_OPT__")
#: `##` with an empty argument on one side; never leaves this module
_PLACEMARKER = Token("")

#: an operator of `#if` such as `defined`: from the tokens behind it to its value's text and how many it used
Operator = Callable[[list[Token]], tuple[str, int]]


@dataclass(slots=True)
class Macro:
    name: str
    #: the replacement; until it is needed for the first time it may be text, since most macros never are
    tokens: list[Token] | str
    #: None: object-like
    params: list[str] | None = None
    #: the last parameter takes all remaining arguments
    variadic: bool = False
    #: computed when used: it gets the text of the argument, as for _Pragma, or the line, as for __LINE__
    compute: Callable[[str], str] | None = None

    @property
    def body(self) -> list[Token]:
        if isinstance(self.tokens, str):
            self.tokens = _replacement(tokenise(self.tokens))
        return self.tokens


class Reader(Protocol):
    """More tokens, from the file behind the macro's name."""

    def take_parenthesis(self) -> bool:
        """If the next token is `(`, consume it; otherwise consume nothing."""

    def take(self) -> Token | None:
        """The next token, or None at the end of the file."""


def define(definition: str) -> Macro:
    """Parse what follows `#define`: `N 2`, `MAX(a, b) ((a) < (b) ? (b) : (a))`."""
    simple = _SIMPLE(definition)
    if simple is not None and simple[1] not in _RESERVED:
        return Macro(simple[1], simple[2] or "")
    tokens = tokenise(definition)
    if not tokens or not is_identifier(tokens[0].text):
        raise CppError("macro names must be identifiers")
    name = tokens[0].text
    if name in _RESERVED:
        raise CppError(f"{name} cannot be used as a macro name")
    if len(tokens) > 1 and tokens[1].text == "(" and not tokens[1].space:
        params, variadic, start = _parameters(name, tokens)
        macro = Macro(name, _replacement(tokens[start:]), params, variadic)
        for index, token in enumerate(macro.body):
            follows = macro.body[index + 1].text if index + 1 < len(macro.body) else ""
            if token.text == "#" and follows not in params and follows != "__VA_OPT__":
                raise CppError(f"'#' is not followed by a parameter in the definition of macro {name}")
    else:
        macro = Macro(name, _replacement(tokens[1:]))
    if macro.body:
        if macro.body[0].text == "##" or macro.body[-1].text == "##":
            raise CppError(f"'##' at the end of the definition of macro {name}")
    return macro


def _parameters(name: str, tokens: list[Token]) -> tuple[list[str], bool, int]:
    """The parameter list that begins at tokens[1]: names, whether variadic, where the body begins."""
    texts = [token.text for token in tokens]
    if ")" not in texts:
        raise CppError(f"missing ')' in the parameter list of macro {name}")
    end = texts.index(")")
    params: list[str] = []
    variadic = False
    expect_name = True
    for index in range(2, end):
        text = texts[index]
        if variadic or expect_name == (text == ","):
            raise CppError(f"bad parameter list of macro {name}")
        if text == ",":
            expect_name = True
        elif text == "...":
            variadic = True
            params.append("__VA_ARGS__")
            expect_name = False
        elif is_identifier(text) and text not in params:
            params.append(text)
            if texts[index + 1] == "...":  # GNU: `args...`
                if index + 2 != end:
                    raise CppError(f"bad parameter list of macro {name}")
                return params, True, end + 1
            if texts[index + 1] not in (",", ")"):
                raise CppError(f"bad parameter list of macro {name}")
            expect_name = False
        else:
            raise CppError(f"bad parameter list of macro {name}")
    if params and expect_name:
        raise CppError(f"bad parameter list of macro {name}")
    return params, variadic, end + 1


class Expander:
    """Expands macros; `macros` is the live table that directives change."""

    def __init__(self, macros: dict[str, Macro]):
        self.macros = macros
        self.produced = 0
        #: those that are being replaced
        self.disabled: set[str] = set()
        #: brackets may have been spelled otherwise
        self.has_digraphs = False
        #: where everything is that is being made; 0: it has a line of its own
        self._line = 0

    def _stringify(self, padded: list[Token]) -> str:
        tokens = settled(padded)
        if self.has_digraphs and any(t.text in _BRACKETS for t in tokens):
            raise CppError("'#' of a bracket, where there are digraphs", "preprocess with a compiler: --cpp gcc")
        return stringify(tokens)

    def expand(
        self, tokens: list[Token], reader: Reader | None = None, operators: dict[str, Operator] | None = None
    ) -> list[Token]:
        """All tokens with every macro replaced; `operators` are those of `#if`, which keep their operands."""
        first = self.macros.get(tokens[0].text) if reader is not None else None
        if first is None or first.params is not None:
            return settled(self._expand(tokens, reader, operators))
        # (for gcc, all that comes of a macro without parameters is where that stands, also arguments behind it)
        self._line = tokens[0].line
        try:
            return settled(self._expand(tokens, reader, operators))
        finally:
            self._line = 0

    def _expand(
        self, tokens: list[Token], reader: Reader | None = None, operators: dict[str, Operator] | None = None
    ) -> list[Token]:
        """With padding."""
        macros, disabled = self.macros, self.disabled
        #: the last one is next; the name of a macro: its replacement ends here
        todo: list[Token | str] = [*reversed(tokens)]
        done: list[Token] = []
        while todo:
            token = todo.pop()
            if isinstance(token, str):
                disabled.remove(token)
                done.append(END)
                continue
            name = token.text
            if operators is not None and name in operators:
                done.append(Token(self._operate(operators[name], todo), token.space))
                continue
            macro = macros.get(name)
            if macro is None or token.painted:
                done.append(token)
                continue
            if name in disabled:
                done.append(token._replace(painted=True))
                continue
            if macro.params is None:
                result = self._object(macro, token)
            else:
                if not self._opens(todo, reader):
                    done.append(token)
                    continue
                result = self._call(macro, token, self._arguments(macro, todo, reader))
            self.produced += sum(_TOKEN_COST + len(t.text) for t in result)
            if self.produced > MAX_PRODUCED:
                raise CppError(f"macros expand to too much text, last {name}")
            done.append(_padding(token))
            disabled.add(name)
            todo.append(name)
            todo.extend(reversed(result))
        return done

    def _opens(self, todo: list[Token | str], reader: Reader | None) -> bool:
        """Is `(` next? Then it is taken. Replacements that end before it have ended, whatever is there."""
        kept: Token | None = None
        while todo:
            following = todo[-1]
            if not isinstance(following, str) and following.text:
                break
            todo.pop()
            if isinstance(following, str):
                self.disabled.remove(following)
                following = END
            if kept is None or kept is END or (kept is TIGHT and following is END):
                kept = following
        if todo:
            is_open = todo[-1].text == "("  # type: ignore[union-attr]
            if is_open:
                todo.pop()
        else:
            is_open = reader is not None and reader.take_parenthesis()
        if not is_open and kept is not None:
            todo += [END, kept]
        return is_open

    def _operate(self, operator: Operator, todo: list[Token | str]) -> str:
        following: list[Token] = []
        for token in reversed(todo):
            if len(following) == MAX_OPERAND:
                break
            if not isinstance(token, str) and token.text:
                following.append(token)
        value, used = operator(following)
        while used:
            token = todo.pop()
            if isinstance(token, str):
                self.disabled.remove(token)
            elif token.text:
                used -= 1
        return value

    def _arguments(self, macro: Macro, todo: list[Token | str], reader: Reader | None) -> list[list[Token]]:
        """The arguments of a call, its `(` being taken already."""
        assert macro.params is not None
        arguments: list[list[Token]] = [[]]
        depth = 0
        last = len(macro.params) if macro.variadic else 0
        while True:
            token = todo.pop() if todo else reader.take() if reader is not None else None
            if isinstance(token, str):
                self.disabled.remove(token)
                token = END
            if token is None:
                raise CppError(f"unterminated argument list of macro {macro.name}")
            text = token.text
            if not text and not arguments[-1]:
                continue
            if text == ")" and depth == 0:
                break
            if text == "," and depth == 0 and len(arguments) != last:
                arguments.append([])
                continue
            depth += (text == "(") - (text == ")")
            arguments[-1].append(token._replace(painted=True) if text in self.disabled else token)
        for argument in arguments:
            while argument and not argument[-1].text:
                argument.pop()
        return arguments

    def _object(self, macro: Macro, token: Token) -> list[Token]:
        if macro.compute is not None:
            return [Token(macro.compute(str(self._line or token.line or "")), token.space)]
        body = macro.body
        if any(t.text == "##" for t in body):
            body = self._substitute(macro, body, {}, False)
        return _placed(body, token)

    def _call(self, macro: Macro, token: Token, arguments: list[list[Token]]) -> list[Token]:
        assert macro.params is not None
        omitted = False
        count = len(macro.params)
        if count == 0 and arguments == [[]]:
            arguments = []
        if macro.variadic:
            omitted = len(arguments) < count or (count == 1 and not arguments[0])
            if len(arguments) == count - 1:
                arguments.append([])
        if len(arguments) != count:
            raise CppError(f"macro {macro.name} takes {count} arguments, {len(arguments)} given")
        if macro.compute is not None:
            text = macro.compute("".join(t.text for t in arguments[0]))
            return [Token(text, token.space)]
        named = dict(zip(macro.params, arguments, strict=True))
        return _placed(self._substitute(macro, macro.body, named, omitted), token)

    def _check_beside_paste(self, macro: Macro, content: list[Token], *, is_left: bool, is_right: bool) -> None:
        """What `##` puts together at the edge of `__VA_OPT__(...)` is clear if a token stands there for itself."""
        unclear = {*(macro.params or ()), "#", "##", "__VA_OPT__"}
        edges = {t.text for t in [*(content[:2] if is_right else ()), *(content[-2:] if is_left else ())]}
        if edges & unclear:
            raise CppError(f"'##' beside __VA_OPT__ in macro {macro.name} is not understood: --cpp gcc preprocesses it")

    def _substitute(
        self, macro: Macro, body: list[Token], arguments: dict[str, list[Token]], omitted: bool
    ) -> list[Token]:
        """The body with its parameters replaced and `#`, `##` and `__VA_OPT__` done; may hold placemarkers."""
        expanded: dict[str, list[Token]] = {}
        rest = macro.params[-1] if macro.variadic and macro.params else ""
        out: list[Token] = []
        #: where in `out` tokens are that were put together
        pasted: set[int] = set()

        def operand(index: int, raw: bool) -> tuple[list[Token], int]:
            """What the body's element at `index` stands for, and where the next element begins."""
            token = body[index]
            text = token.text
            if text == "#" and macro.params is not None and index + 1 < len(body):
                follows = body[index + 1]
                if follows.text in arguments:
                    return [Token(self._stringify(arguments[follows.text]))], index + 2
                content, after = operand(index + 1, raw)
                return [Token(self._stringify(content))], after
            if text == "__VA_OPT__" and rest:
                end = _closing(macro, body, index + 1)
                is_left = end + 1 < len(body) and body[end + 1].text == "##"
                self._check_beside_paste(macro, body[index + 2 : end], is_left=is_left, is_right=raw)
                given = self.expand(arguments[rest]) if not omitted else []
                content = self._substitute(macro, body[index + 2 : end], arguments, omitted) if given else []
                if is_left:
                    while content and not content[-1].text:
                        content.pop()
                return content, end + 1
            if text in arguments:
                if raw or (index + 1 < len(body) and body[index + 1].text == "##"):
                    return arguments[text], index + 1
                if text not in expanded:
                    expanded[text] = self._expand(arguments[text])
                return expanded[text], index + 1
            return [token], index + 1

        index = 0
        while index < len(body):
            is_right = body[index].text == "##" and bool(out) and index + 1 < len(body)
            at = index + is_right
            value, index = operand(at, is_right)
            is_replaced = len(value) != 1 or value[0] is not body[at]
            is_left = index < len(body) and body[index].text == "##"
            if not is_right:
                if is_replaced and at > 0:
                    out.append(_padding(body[at]))
                out += value or [_PLACEMARKER]
            elif rest and body[at].text == rest and out[-1].text == ",":
                # GNU: `, ## __VA_ARGS__` drops the comma when there is no such argument
                if omitted:
                    out[-1] = _PLACEMARKER
                else:
                    out += value
            else:
                value = value[next((i for i, t in enumerate(value) if t is not END), len(value)) :]
                if value:
                    if out[-1] is not _PLACEMARKER:
                        pasted.add(len(out) - 1)
                    out[-1] = _paste(out[-1], value[0])
                    out += value[1:]
            if is_replaced and not is_left:
                out.append(END)
        if not pasted:
            return out
        return [x for i, t in enumerate(out) for x in ((_padding(t), t, END) if i in pasted else (t,))]


def _replacement(body: list[Token]) -> list[Token]:
    """A list of tokens as it counts: without the space before it; several `##` in a row are one, for gcc."""
    if body and body[0].space:
        body[0] = body[0]._replace(space=False)
    return [
        t for before, t in zip([None, *body], body, strict=False) if not before or not before.text == t.text == "##"
    ]


def _padding(replaced: Token) -> Token:
    return SPACED if replaced.space else TIGHT


def _placed(body: list[Token], token: Token) -> list[Token]:
    """A replacement, where the name of its macro stood."""
    line = token.line
    return [t._replace(line=line) if t.text and t.line != line else t for t in body if t is not _PLACEMARKER]


def _closing(macro: Macro, body: list[Token], start: int) -> int:
    """The `)` that closes the `(` at body[start]."""
    depth = 0
    for index in range(start, len(body)):
        depth += (body[index].text == "(") - (body[index].text == ")")
        if depth == 0:
            if index == start:
                break
            return index
    raise CppError(f"__VA_OPT__ needs parentheses in the definition of macro {macro.name}")


def _paste(left: Token, right: Token) -> Token:
    if left is _PLACEMARKER:
        return right
    text = left.text + right.text
    if not is_one_token(text):
        raise CppError(f"pasting {left.text} and {right.text} does not give a valid token")
    return Token(text, left.space, line=left.line)
