"""Where labels and cases stand: which declarations a jump to them passes by, and which scopes it enters.

A variable lives from when its block is entered, however that happens, until it is left. So a `goto` into a block, a
`case` behind a declaration, and a `goto` over one begin the life of variables whose declaration is not executed:

    goto in;  { int x;  in: x = 1; }          switch (n) { int y;  case 1: y = 2; }

Entry points: `paths`, `declared`, `literals_in`, `reads`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from threadproof.frontend import ast as A

#: what has a scope of its own, with the number of the statement in it; for a loop 0 is its declaration, 1 the rest
Step = tuple[A.Block | A.For, int]
Path = tuple[Step, ...]


def paths(body: A.Block) -> dict[str | int, Path]:
    """For every label (by name) and case (by `id`) in a function the way to it, outermost scope first."""
    out: dict[str | int, Path] = {}
    pending: list[tuple[object, Path]] = [(body, ())]
    while pending:
        node, path = pending.pop()
        match node:
            case A.Block():
                pending += [(s, (*path, (node, i))) for i, s in enumerate(node.body)]
            case A.For():
                pending.append((node.init, (*path, (node, 0))))
                pending += [(x, (*path, (node, 1))) for x in (node.cond, node.step, node.body)]
            case A.Label() | A.Case() | A.Default():
                out[node.name if isinstance(node, A.Label) else id(node)] = path
                pending.append((node.body, path))
            case _:
                pending += [(x, path) for x in A.parts(node)]
    return out


def declared(scope: A.Block | A.For, after: int, before: int) -> Iterator[A.VarDecl]:
    """The variables that live in a scope and are declared between two of its statements."""
    statements: list[A.Stmt | None] = list(scope.body) if isinstance(scope, A.Block) else [scope.init]
    for s in statements[max(after + 1, 0) : before]:
        if isinstance(s, A.DeclStmt):
            yield from (d for d in s.decls if d.storage == "local")


#: an address made of these is not used yet
_ONLY_ADDRESSES = (list, A.Init, A.InitPart, A.Cast, A.AddrOf, A.Decay, A.PtrAdd, A.Member, A.Index, A.Name)


def literals_in(nodes: Sequence[object]) -> Iterator[A.VarDecl]:
    """Compound literals that are in no inner block."""
    pending = list(nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, A.CompoundLiteral) and node.decl.storage == "local":
            yield node.decl
        if not isinstance(node, A.Block | A.For):
            pending += A.parts(node)


def reads(init: A.Init, d: A.VarDecl) -> bool:
    """May the initialiser of the variable read it? Not if it only holds addresses of it, or of its parts."""
    pending: list[tuple[object, bool]] = [(init, False)]
    while pending:
        node, is_used = pending.pop()
        if isinstance(node, A.Name) and node.decl is d and is_used:
            return True
        is_used = is_used or not isinstance(node, _ONLY_ADDRESSES)
        pending += [(part, is_used) for part in A.parts(node)]
    return False
