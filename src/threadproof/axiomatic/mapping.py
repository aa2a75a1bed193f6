"""How a compiler turns a test in C into one for a machine: what stands around each access, and which kind it is.

Accesses that are not atomic become plain ones. The tables are the usual ones ("C/C++11 mappings to processors",
P. Sewell and others, University of Cambridge; for Power: Batty, Memarian, Owens, Sarkar, Sewell, "Clarifying and
Compiling C/C++ Concurrency", POPL 2012; for SPARC: what Linux and GCC do with membar):

======== ================= ========================= ========================= ============== ========================
order    tso               sparc (pso, rmo)          power                     armv7          armv8
======== ================= ========================= ========================= ============== ========================
load acq ld                ld; #LL|#LS               ld; bc; isync             ld; dmb        ldar
load sc  ld                ld; #LL|#LS               sync; ld; bc; isync       dmb; ld; dmb   ldar
store rel st               #LS|#SS; st               lwsync; st                dmb; st        stlr
store sc st; mfence        #LS|#SS; st; #SL          sync; st                  dmb; st; dmb   stlr
rmw acq  locked            rmw; #LL|#LS              ll/sc; bc; isync          ll/sc; dmb     ldaxr/stxr
rmw rel  locked            #LS|#SS; rmw              lwsync; ll/sc             dmb; ll/sc     ldxr/stlxr
rmw sc   locked            all; rmw; all             sync; ll/sc; bc; isync    dmb; ..; dmb   ldaxr/stlxr
fence    (sc) mfence       acq #LL|#LS, rel #LS|#SS  lwsync, (sc) sync         dmb            dmb ish, (acq) dmb ishld
======== ================= ========================= ========================= ============== ========================

`bc` is a branch on the value that was loaded. A read-modify-write is one that succeeds: what a loop reads before it
does is not looked at again.
"""

from __future__ import annotations

from threadproof.axiomatic.program import (
    PLAIN,
    Branch,
    Fence,
    Instruction,
    Label,
    Load,
    Operation,
    Place,
    Program,
    Register,
    Rmw,
    Store,
    Tags,
)
from threadproof.records import NamedTuple, replace

#: tags of fences
Fences = tuple[str, ...]
#: a branch on what was loaded, so that the fence behind it waits for it
_BRANCH = "branch"


class Around(NamedTuple):
    """An access: fences before and after it (`branch` is one of them), and its own tags."""

    before: Fences = ()
    after: Fences = ()
    tags: Fences = ()


class Mapping(NamedTuple):
    """By order: rlx (and what is not atomic: always plain), acq, rel, acq_rel, sc. What is not there is plain."""

    load: dict[str, Around]
    store: dict[str, Around]
    rmw: dict[str, Around]
    fence: dict[str, tuple[Fences, ...]]
    #: of the read of a compare-exchange that stores nothing
    locked: Tags = PLAIN
    #: atomic instructions are exclusive pairs
    has_pairs: bool = False


_ACQUIRE, _RELEASE = "loadload loadstore", "loadstore storestore"
_FULL = "loadload loadstore storeload storestore"

_DMB = "dmb"
_ISYNC = (_BRANCH, "isync")
MAPPINGS: dict[str, Mapping] = {
    "sc": Mapping({}, {}, {}, {}),
    "tso": Mapping({}, {"sc": Around(after=("mfence",))}, {}, {"sc": (("mfence",),)}, frozenset({"locked"})),
    "sparc": Mapping(
        {"acq": Around(after=(_ACQUIRE,)), "sc": Around(after=(_ACQUIRE,))},
        {"rel": Around((_RELEASE,)), "sc": Around((_RELEASE,), ("storeload",))},
        {
            "acq": Around(after=(_ACQUIRE,)),
            "rel": Around((_RELEASE,)),
            "acq_rel": Around((_RELEASE,), (_ACQUIRE,)),
            "sc": Around((_FULL,), (_FULL,)),
        },
        {
            "acq": ((_ACQUIRE,),),
            "rel": ((_RELEASE,),),
            "acq_rel": ((f"{_ACQUIRE} storestore",),),
            "sc": ((_FULL,),),
            "stores": (("storestore",),),
        },
    ),
    "power": Mapping(
        {"acq": Around(after=_ISYNC), "sc": Around(("sync",), _ISYNC)},
        {"rel": Around(("lwsync",)), "sc": Around(("sync",))},
        {
            "acq": Around(after=_ISYNC),
            "rel": Around(("lwsync",)),
            "acq_rel": Around(("lwsync",), _ISYNC),
            "sc": Around(("sync",), _ISYNC),
        },
        {
            "acq": (("lwsync",),),
            "rel": (("lwsync",),),
            "acq_rel": (("lwsync",),),
            "sc": (("sync",),),
            "stores": (("eieio",),),
        },
        has_pairs=True,
    ),
    "armv7": Mapping(
        {"acq": Around(after=(_DMB,)), "sc": Around((_DMB,), (_DMB,))},
        {"rel": Around((_DMB,)), "sc": Around((_DMB,), (_DMB,))},
        {
            "acq": Around(after=(_DMB,)),
            "rel": Around((_DMB,)),
            "acq_rel": Around((_DMB,), (_DMB,)),
            "sc": Around((_DMB,), (_DMB,)),
        },
        {**dict.fromkeys(("acq", "rel", "acq_rel", "sc"), ((_DMB,),)), "stores": (("dmb.st",),)},
        has_pairs=True,
    ),
    "armv8": Mapping(
        {"acq": Around(tags=("A",)), "sc": Around(tags=("A",))},
        {"rel": Around(tags=("L",)), "sc": Around(tags=("L",))},
        {
            "acq": Around(tags=("A",)),
            "rel": Around(tags=("L",)),
            "acq_rel": Around(tags=("A", "L")),
            "sc": Around(tags=("A", "L")),
        },
        {"acq": (("dmb.ld",),), "rel": ((_DMB,),), "acq_rel": ((_DMB,),), "sc": ((_DMB,),), "stores": (("dmb.st",),)},
        has_pairs=True,
    ),
}
_PLAIN = Around()


def order_of(tags: Tags) -> str:
    """Of an access or a fence in C; `stores`: of a fence for stores only, which C does not have."""
    if "stores" in tags:
        return "stores"
    if "sc" in tags:
        return "sc"
    return "acq_rel" if {"acq", "rel"} <= tags else "acq" if "acq" in tags else "rel" if "rel" in tags else "rlx"


def compiled(program: Program, name: str) -> Program:
    """The test in C as this mapping has it; `c11` is C itself."""
    if name == "c11":
        return program
    mapping = MAPPINGS[name]
    threads = [
        [made for number, one in enumerate(code) for made in _compiled(one, mapping, number)]
        for code in program.threads
    ]
    return replace(program, threads=threads)


def _compiled(one: Instruction, mapping: Mapping, number: int) -> list[Instruction]:
    match one:
        case Load(place, register, _, tags):
            around = mapping.load.get(order_of(tags), _PLAIN)
            return _with_fences(replace(one, tags=frozenset(around.tags)), around, place, register, number)
        case Store(place, _, _, tags):
            around = mapping.store.get(order_of(tags), _PLAIN)
            return _with_fences(replace(one, tags=frozenset(around.tags)), around, place, "", number)
        case Rmw(place, register):
            around = mapping.rmw.get(order_of(one.read_tags | one.write_tags), _PLAIN)
            acquire, release = (frozenset({tag} & set(around.tags)) for tag in "AL")
            failing = frozenset(mapping.load.get(order_of(one.fail_tags), _PLAIN).tags) | mapping.locked
            changed = replace(
                one, read_tags=acquire, write_tags=release, fail_tags=failing, is_exclusive=mapping.has_pairs
            )
            return _with_fences(changed, around, place, register, number)
        case Fence(place, tags):
            return [_fence(place, text) for texts in mapping.fence.get(order_of(tags), ()) for text in texts]
        case _:
            return [one]


def _with_fences(one: Instruction, around: Around, place: Place, register: str, number: int) -> list[Instruction]:
    made: list[Instruction] = [_fence(place, text) for text in around.before]
    made.append(one)
    for text in around.after:
        if text == _BRANCH:
            label = f"after {number}"
            value = Register(register)
            made.append(Branch(place, label, Operation("==", value, value)))
            made.append(Label(place, label))
        else:
            made.append(_fence(place, text))
    return made


def _fence(place: Place, text: str) -> Fence:
    return Fence(Place(place.line, text), frozenset(text.split()) or PLAIN)
