"""Parses expressions and initialisers: precedence climbing, with types known from `Names`."""

from __future__ import annotations

from threadproof.frontend.syntax.names import Names
from threadproof.frontend.syntax.node import Node
from threadproof.frontend.syntax.tokens import LITERAL, NAME, NUMBER_KIND

_ASSIGNMENTS = frozenset(["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="])
_PRECEDENCE = {
    "||": 1, "&&": 2, "|": 3, "^": 4, "&": 5, "==": 6, "!=": 6, "<": 7, ">": 7, "<=": 7, ">=": 7,
    "<<": 8, ">>": 8, "+": 9, "-": 9, "*": 10, "/": 10, "%": 10,
}  # fmt: skip
_PREFIXES = {
    "!": "unary_expression", "~": "unary_expression", "-": "unary_expression", "+": "unary_expression",
    "*": "pointer_expression", "&": "pointer_expression", "__real__": "unary_expression",
    "__imag__": "unary_expression",
}  # fmt: skip
_ABOUT_TYPES = {
    "__builtin_offsetof": "offsetof", "__builtin_va_arg": "va_arg",
    "__builtin_types_compatible_p": "types_compatible", "_Generic": "generic_expression",
}  # fmt: skip


class Expressions(Names):
    # ------------------------------------------------------------ operators

    def expression(self) -> Node:
        left = self.assignment()
        while self.words[self.at] == ",":
            self.at += 1
            right = self.assignment()
            left = Node("comma_expression", self.source, left.start, right.end, ",", left=left, right=right)
        return left

    def assignment(self) -> Node:
        left = self.conditional()
        op = self.words[self.at]
        if op not in _ASSIGNMENTS:
            return left
        self.at += 1
        right = self.assignment()
        return Node("assignment_expression", self.source, left.start, right.end, op[:-1], left=left, right=right)

    def conditional(self) -> Node:
        condition = self.binary(1)
        if self.words[self.at] != "?":
            return condition
        self.at += 1
        consequence = None if self.words[self.at] == ":" else self.expression()
        self.expect(":")
        other = self.conditional()
        return Node(
            "conditional_expression", self.source, condition.start, other.end,
            condition=condition, consequence=consequence, alternative=other,
        )  # fmt: skip

    def binary(self, least: int) -> Node:
        left = self.cast()
        while True:
            op = self.words[self.at]
            precedence = _PRECEDENCE.get(op, 0)
            if precedence < least:
                return left
            self.at += 1
            right = self.binary(precedence + 1)
            left = Node("binary_expression", self.source, left.start, right.end, op, left=left, right=right)

    def cast(self) -> Node:
        if self.words[self.at] != "(" or not self.starts_type(self.at + 1):
            return self.unary()
        start = self.starts[self.at]
        type_ = self.type_in_parentheses()
        if self.words[self.at] == "{":
            return self.postfix(self.compound_literal(start, type_))
        value = self.cast()
        return Node("cast_expression", self.source, start, value.end, type=type_, value=value)

    def type_in_parentheses(self) -> Node:
        self.expect("(")
        type_ = self.type_name()
        self.expect(")")
        return type_

    def compound_literal(self, start: int, type_: Node) -> Node:
        value = self.initialiser_list()
        return Node("compound_literal_expression", self.source, start, value.end, type=type_, value=value)

    def unary(self) -> Node:
        word, start = self.words[self.at], self.starts[self.at]
        kind = _PREFIXES.get(word)
        if kind is not None:
            self.at += 1
            argument = self.cast()
            return Node(kind, self.source, start, argument.end, word, argument=argument)
        if word in ("++", "--"):
            self.at += 1
            argument = self.literal_of_type() if self.at_type_in_parentheses() else self.unary()
            return Node("prefix_update", self.source, start, argument.end, word, argument=argument)
        if word == "sizeof" or word in ("_Alignof", "__alignof__"):
            self.at += 1
            return self.about_operand("sizeof_expression" if word == "sizeof" else "alignof_expression", word, start)
        if word == "&&":
            self.at += 1
            label = self.name("identifier")
            return Node("label_address", self.source, start, label.end, label.word)
        return self.postfix(self.primary())

    def at_type_in_parentheses(self) -> bool:
        return self.words[self.at] == "(" and self.starts_type(self.at + 1)

    def literal_of_type(self) -> Node:
        """A compound literal, where a type in parentheses can be nothing else."""
        opening = self.starts[self.at]
        return self.postfix(self.compound_literal(opening, self.type_in_parentheses()))

    def about_operand(self, kind: str, word: str, start: int) -> Node:
        """`sizeof (T)`, `sizeof (T){...}`, `sizeof x`."""
        if self.at_type_in_parentheses():
            opening = self.starts[self.at]
            type_ = self.type_in_parentheses()
            if self.words[self.at] != "{":
                return Node(kind, self.source, start, self.end_before(), word, type=type_)
            value = self.postfix(self.compound_literal(opening, type_))
        else:
            value = self.unary()
        return Node(kind, self.source, start, value.end, word, value=value)

    def postfix(self, e: Node) -> Node:
        while True:
            word = self.words[self.at]
            if word == "[":
                self.at += 1
                index = self.expression()
                self.expect("]")
                e = Node("subscript_expression", self.source, e.start, self.end_before(), argument=e, index=index)
            elif word == "(":
                self.at += 1
                arguments = self.separated(")", self.assignment)
                e = Node("call_expression", self.source, e.start, self.end_before(), "", arguments, function=e)
            elif word in (".", "->"):
                self.at += 1
                member = self.name("field_identifier")
                e = Node("field_expression", self.source, e.start, member.end, word, argument=e, field=member)
            elif word in ("++", "--"):
                self.at += 1
                e = Node("postfix_update", self.source, e.start, self.end_before(), word, argument=e)
            else:
                return e

    # ------------------------------------------------------------ operands

    def primary(self) -> Node:
        at = self.at
        word, kind, start = self.words[at], self.kinds[at], self.starts[at]
        if kind == NAME:
            if word in _ABOUT_TYPES and self.words[at + 1] == "(" and not self.is_declared(word):
                return self.about_types(_ABOUT_TYPES[word])
            if word in self.keywords:
                raise self.unexpected()
            self.at += 1
            return Node("identifier", self.source, start, self.ends[at], word)
        if kind == NUMBER_KIND:
            self.at += 1
            return Node("number_literal", self.source, start, self.ends[at], word)
        if kind == LITERAL:
            return self.literal()
        if word == "(":
            self.at += 1
            inner = self.block() if self.words[self.at] == "{" else self.expression()
            self.expect(")")
            return Node("parenthesized_expression", self.source, start, self.end_before(), "", [inner])
        raise self.unexpected()

    def literal(self) -> Node:
        at = self.at
        word, start = self.words[at], self.starts[at]
        self.at += 1
        if word[-1] == "'":
            return Node("char_literal", self.source, start, self.ends[at], word)
        parts = [Node("string_literal", self.source, start, self.ends[at], word)]
        while self.kinds[self.at] == LITERAL and self.words[self.at][-1] == '"':
            at = self.at
            parts.append(Node("string_literal", self.source, self.starts[at], self.ends[at], self.words[at]))
            self.at += 1
        return (
            parts[0] if len(parts) == 1 else Node("concatenated_string", self.source, start, parts[-1].end, "", parts)
        )

    def about_types(self, kind: str) -> Node:
        """What looks like a call, but has types among its arguments."""
        start = self.starts[self.at]
        self.at += 1
        self.expect("(")
        children: list[Node] = []
        first: Node | None = None
        second: Node | None = None
        if kind == "generic_expression":
            first = self.type_name() if self.starts_type(self.at) else self.assignment()
            while self.words[self.at] == ",":
                self.at += 1
                children.append(self.association())
        elif kind == "va_arg":
            first = self.assignment()
            self.expect(",")
            second = self.type_name()
        else:
            first = self.type_name()
            self.expect(",")
            if kind == "types_compatible":
                second = self.type_name()
            else:
                children = self.designators(self.name("field_identifier"))
        self.expect(")")
        return Node(kind, self.source, start, self.end_before(), "", children, first=first, second=second)

    def association(self) -> Node:
        start = self.starts[self.at]
        type_: Node | None = None
        if self.words[self.at] == "default":
            self.at += 1
        else:
            type_ = self.type_name()
        self.expect(":")
        value = self.assignment()
        return Node("association", self.source, start, value.end, type=type_, value=value)

    # ------------------------------------------------------------ initialisers

    def initialiser(self) -> Node:
        return self.initialiser_list() if self.words[self.at] == "{" else self.assignment()

    def initialiser_list(self) -> Node:
        start = self.starts[self.at]
        self.expect("{")
        entries = self.separated("}", self.initialiser_entry, may_end_with_comma=True)
        return Node("initializer_list", self.source, start, self.end_before(), "", entries)

    def initialiser_entry(self) -> Node:
        start, word = self.starts[self.at], self.words[self.at]
        if word in (".", "["):
            designators = self.designators()
            if self.words[self.at] == "=":
                self.at += 1
            elif designators[-1].type == "field_designator":  # (GNU C has `[1] 5` without it)
                raise self.unexpected("=")
        elif self.kinds[self.at] == NAME and self.words[self.at + 1] == ":":
            name = self.name("field_identifier")  # GNU C's old style
            designators = [Node("field_designator", self.source, name.start, name.end, name.word)]
            self.at += 1
        else:
            return self.initialiser()
        value = self.initialiser()
        return Node("initializer_pair", self.source, start, value.end, "", designators, value=value)

    def designators(self, first: Node | None = None) -> list[Node]:
        found = [] if first is None else [Node("field_designator", self.source, first.start, first.end, first.word)]
        while True:
            start, word = self.starts[self.at], self.words[self.at]
            if word == ".":
                self.at += 1
                name = self.name("field_identifier")
                found.append(Node("field_designator", self.source, start, name.end, name.word))
            elif word == "[":
                self.at += 1
                low = self.conditional() if first is None else self.expression()
                high = None
                if self.words[self.at] == "..." and first is None:
                    self.at += 1
                    high = self.conditional()
                self.expect("]")
                kind = "subscript_designator" if high is None else "subscript_range_designator"
                found.append(Node(kind, self.source, start, self.end_before(), first=low, last=high))
            else:
                return found

    # ------------------------------------------------------------ what others parse

    def type_name(self) -> Node:
        raise NotImplementedError

    def block(self) -> Node:
        raise NotImplementedError
