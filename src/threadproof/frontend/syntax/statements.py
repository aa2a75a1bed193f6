"""Parses statements. Entry point of the whole grammar: `Parser`."""

from __future__ import annotations

from threadproof.frontend.syntax.declarations import Declarations
from threadproof.frontend.syntax.node import Node
from threadproof.frontend.syntax.tokens import LITERAL, NAME


class Parser(Declarations):
    def block(self) -> Node:
        start = self.starts[self.at]
        last = self.closing[self.at]
        self.expect("{")
        self.scopes.append({})
        children = self.statements(last)
        self.scopes.pop()
        self.at = last + 1
        return Node("compound_statement", self.source, start, self.ends[last], "", children)

    def statements(self, last: int) -> list[Node]:
        found: list[Node] = []
        while self.at < last:
            found.append(self.block_item())
        return found

    def block_item(self) -> Node:
        word = self.words[self.at]
        if word == "__label__":
            return self.local_labels()
        if self.is_static_assert():
            return self.static_assert()
        if self.starts_declaration():
            return self.declaration()
        return self.statement()

    def starts_declaration(self) -> bool:
        at = self.at
        if self.starts_type(at):
            return self.words[at + 1] != ":"
        # a type that nobody has declared
        return (
            self.kinds[at] == NAME
            and self.kinds[at + 1] == NAME
            and self.words[at] not in self.keywords
            and self.words[at + 1] not in self.keywords
        )

    def local_labels(self) -> Node:
        start = self.starts[self.at]
        self.at += 1
        names = self.separated(";", lambda: self.name("statement_identifier"))
        return Node("local_labels", self.source, start, self.end_before(), "", names)

    def statement(self) -> Node:
        at = self.at
        word, start = self.words[at], self.starts[at]
        if self.kinds[at] == NAME:
            if word in _STATEMENTS:
                node: Node = getattr(self, _STATEMENTS[word])(start)
                return node
            if self.words[at + 1] == ":" and word not in self.keywords:
                label = self.name("statement_identifier")
                self.at += 1
                return self.labelled(Node("labeled_statement", self.source, start, start, "", label=label))
        elif word == "{":
            return self.block()
        elif word == ";":
            self.at += 1
            return Node("expression_statement", self.source, start, self.ends[at])
        e = self.expression()
        self.expect(";")
        return Node("expression_statement", self.source, start, self.end_before(), "", [e])

    def labelled(self, node: Node) -> Node:
        """The statement of a label; at the end of a block, or before a declaration, there is none."""
        if self.words[self.at] != "}" and not self.starts_declaration() and not self.is_static_assert():
            node.parts["body"] = self.statement()
        node.end = self.end_before()
        return node

    # ------------------------------------------------------------ labels and jumps

    def case(self, start: int) -> Node:
        self.at += 1
        low, high = self.conditional(), None
        if self.words[self.at] == "...":
            self.at += 1
            high = self.conditional()
        self.expect(":")
        return self.labelled(Node("case_statement", self.source, start, start, value=low, high=high))

    def default(self, start: int) -> Node:
        self.at += 1
        self.expect(":")
        return self.labelled(Node("case_statement", self.source, start, start))

    def goto(self, start: int) -> Node:
        self.at += 1
        node = Node("goto_statement", self.source, start, start)
        if self.words[self.at] == "*":
            self.at += 1
            node.parts["address"] = self.expression()
        else:
            node.parts["label"] = self.name("statement_identifier")
        return self.ended(node)

    def break_(self, start: int) -> Node:
        self.at += 1
        return self.ended(Node("break_statement", self.source, start, start))

    def continue_(self, start: int) -> Node:
        self.at += 1
        return self.ended(Node("continue_statement", self.source, start, start))

    def return_(self, start: int) -> Node:
        self.at += 1
        value = None if self.words[self.at] == ";" else self.expression()
        return self.ended(Node("return_statement", self.source, start, start, value=value))

    def ended(self, node: Node) -> Node:
        self.expect(";")
        node.end = self.end_before()
        return node

    # ------------------------------------------------------------ selection and loops

    def condition(self) -> Node:
        self.expect("(")
        e = self.expression()
        self.expect(")")
        return e

    def body(self) -> Node:
        """The statement that another one consists of: a scope of its own."""
        self.scopes.append({})
        node = self.statement()
        self.scopes.pop()
        inner: Node | None = node
        while inner is not None and inner.type in ("labeled_statement", "case_statement"):
            inner = inner.part("body")
        if inner is None:  # only in a block a label may have no statement
            raise self.unexpected()
        return node

    def if_(self, start: int) -> Node:
        self.at += 1
        self.scopes.append({})
        condition = self.condition()
        consequence = self.body()
        alternative: Node | None = None
        if self.words[self.at] == "else":
            self.at += 1
            alternative = self.body()
        self.scopes.pop()
        return Node(
            "if_statement", self.source, start, self.end_before(),
            condition=condition, consequence=consequence, alternative=alternative,
        )  # fmt: skip

    def while_(self, start: int) -> Node:
        return self.conditioned("while_statement", start)

    def switch(self, start: int) -> Node:
        return self.conditioned("switch_statement", start)

    def conditioned(self, kind: str, start: int) -> Node:
        self.at += 1
        self.scopes.append({})
        condition = self.condition()
        body = self.body()
        self.scopes.pop()
        return Node(kind, self.source, start, self.end_before(), condition=condition, body=body)

    def do(self, start: int) -> Node:
        self.at += 1
        body = self.body()
        self.expect("while")
        condition = self.condition()
        return self.ended(Node("do_statement", self.source, start, start, condition=condition, body=body))

    def for_(self, start: int) -> Node:
        self.at += 1
        self.expect("(")
        self.scopes.append({})
        node = Node("for_statement", self.source, start, start)
        if self.starts_declaration():
            node.parts["initializer"] = self.declaration()
        else:
            node.parts["initializer"] = None if self.words[self.at] == ";" else self.expression()
            self.expect(";")
        node.parts["condition"] = None if self.words[self.at] == ";" else self.expression()
        self.expect(";")
        node.parts["update"] = None if self.words[self.at] == ")" else self.expression()
        self.expect(")")
        node.parts["body"] = self.body()
        self.scopes.pop()
        node.end = self.end_before()
        return node

    # ------------------------------------------------------------ assembly

    def asm(self, start: int) -> Node:
        node = self.assembly()
        return Node("expression_statement", self.source, start, self.end_before(), "", [node])

    def assembly(self) -> Node:
        start = self.starts[self.at]
        self.at += 1
        has_labels = False
        while self.words[self.at] in ("volatile", "inline", "goto"):
            has_labels = has_labels or self.words[self.at] == "goto"
            self.at += 1
        last = self.closing.get(self.at, -1)
        self.expect("(")
        if self.kinds[self.at] != LITERAL:
            raise self.unexpected()
        code = self.literal()
        operands: list[Node] = []
        section = 0
        while self.at < last:
            if self.words[self.at] == ":":
                section += 1
                self.at += 1
            elif section in (1, 2):
                operands.append(self.operand("output" if section == 1 else "input"))
            elif section == 3 and self.kinds[self.at] == LITERAL:
                clobber = self.literal()
                operands.append(Node("clobber", self.source, clobber.start, clobber.end, constraint=clobber))
            else:
                self.at += 1
        self.at = last + 1
        self.expect(";")
        word = "goto" if has_labels else ""
        return Node("gnu_asm_expression", self.source, start, self.end_before(), word, operands, code=code)

    def operand(self, kind: str) -> Node:
        start = self.starts[self.at]
        if self.words[self.at] == ",":
            self.at += 1
        name = None
        if self.words[self.at] == "[":
            self.at += 1
            name = self.name("identifier")
            self.expect("]")
        if self.kinds[self.at] != LITERAL:
            raise self.unexpected()
        constraint = self.literal()
        value = self.condition()
        return Node(kind, self.source, start, self.end_before(), constraint=constraint, value=value, name=name)


_STATEMENTS = {
    "if": "if_", "while": "while_", "do": "do", "for": "for_", "switch": "switch", "case": "case",
    "default": "default", "goto": "goto", "break": "break_", "continue": "continue_", "return": "return_",
    "asm": "asm",
}  # fmt: skip
