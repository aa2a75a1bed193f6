"""A generated SCPL program as C text: every statement is an atomic section, and main starts threads for ever."""

from __future__ import annotations

import re

HEAD = """#include <pthread.h>
#include <stdbool.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#define BEGIN __VERIFIER_atomic_begin();
#define END __VERIFIER_atomic_end();
"""
ANY = "__VERIFIER_nondet_int()"


def to_c(text: str) -> str:
    shared, locals_, arbitrary, body = [], [], [], []
    for line in text.splitlines():
        declared = re.fullmatch(r"(shared|local) (int |bool |)(\w+) = (.*);", line)
        if declared:
            scope, type_, name, value = declared.groups()
            if value == "*":
                value = "0"
                arbitrary.append(f"{name} = {ANY};")
            (shared if scope == "shared" else locals_).append(f"{type_ or 'int '}{name} = {value};")
        else:
            number, _, statement = line.partition(": ")
            body.append(f"L{number}: {_statement(statement.rstrip(';'))}")
    own = [f"    {x}" for x in (*locals_, "int value;", *body)]
    return "\n".join(
        [HEAD, *shared, "void *thread(void *arg) {", *own, "    return 0;", "}", "int main(void) {", *arbitrary,
         "    pthread_t t;", "    while (1) pthread_create(&t, 0, thread, 0);", "}", ""]
    )  # fmt: skip


def _statement(text: str) -> str:
    if text == "error":
        return "reach_error();"
    word, _, rest = text.partition(" ")
    match word:
        case "assume":
            return f"BEGIN __VERIFIER_assume({rest}); END"
        case "assert":
            return f"BEGIN value = ({rest}); END if (!value) reach_error();"
        case "goto":
            return _jump(rest)
        case "if":
            condition, yes, no = re.fullmatch(r"(.*) then goto (\w+)(?: else goto (\w+))?", rest).groups()  # type: ignore[union-attr]
            value = ANY if condition == "*" else condition
            return f"BEGIN value = ({value}) ? 1 : 0; END if (value) {{ {_jump(yes)} }} {_jump(no) if no else ''}"
    target, _, value = text.partition(" = ")
    return f"BEGIN {target} = {ANY if value == '*' else value}; END"


def _jump(targets: str) -> str:
    *some, last = targets.split(", ")
    return " ".join([*[f"if ({ANY}) goto L{n};" for n in some], f"goto L{last};"])
