"""Which engines run one after the other, and for how long: `auto`, and who helps an engine that finds proofs only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.engines import ENGINES, EngineSpec
from threadproof.engines.redcomp.spec import LADDER, REDCOMP, RULE
from threadproof.engines.spec import check_chosen
from threadproof.errors import UsageError
from threadproof.options import Options, sought
from threadproof.properties import Kind

if TYPE_CHECKING:
    from threadproof.passes.forms import Forms

#: an engine, and how many seconds it has; None: until the end
Stage = tuple[EngineSpec, float | None]

AUTO = "auto"
#: whether there is a violation of these kinds depends on what threads that have not moved may still do
ABOUT_WAITING = frozenset({Kind.DEADLOCK, Kind.ENDLESS})


def names() -> list[str]:
    """What can be asked for."""
    return [AUTO, *ENGINES]


def check_engine(options: Options) -> None:
    """Is there such an engine, and has it the options that were chosen?"""
    if options.engine not in names():
        raise UsageError(f"unknown engine {options.engine}", hint=f"one of: {', '.join(names())}")
    check_chosen(options, None if options.engine == AUTO else ENGINES[options.engine])


def tries_few_threads(options: Options) -> bool:
    """Only where a violation is in what was executed: whether a state is stuck, more threads may decide otherwise."""
    is_ladder = options.engine == AUTO or (options.engine == REDCOMP.name and options[RULE] == LADDER)
    return options.threads == "any" and is_ladder and not sought(options).has(*ABOUT_WAITING)


def stages(options: Options, forms: Forms) -> list[Stage]:
    """The engines to run one after the other, each with seconds of its own; None: until the end.

    Somebody who proves only has no schedules, so half of the time is for a hunt.
    """
    if options.engine != AUTO:
        spec = ENGINES[options.engine]
        if not spec.proves_only or spec.refusal(forms.written, sought(options)) is not None:
            return [(spec, None)]
        return [(spec, None if options.timeout is None else options.timeout / 2), (ENGINES["walk"], None)]
    able = {n: spec for n, spec in ENGINES.items() if spec.refusal(forms.written, sought(options)) is None}
    chosen = [(able[name], seconds) for name, seconds in _chosen(options, forms) if name in able]
    # (explore says what it does not decide)
    return chosen or [(spec, None) for spec in able.values()] or [(ENGINES["explore"], None)]


def _chosen(options: Options, forms: Forms) -> list[tuple[str, float | None]]:
    """Whom `auto` chooses.

    Impact decides most of what can be decided within seconds; explore is better where states are few and
    arithmetic matters, and without threads; redcomp proves what locks protect, for any number of threads; symmpa counts
    threads that are alike; waits excludes deadlocks; walk finds what many threads or many steps hide; whoever may still
    succeed gets the rest.
    Cooperative threads are for esst, and explore.
    """
    whole = options.timeout or 240.0
    program = forms.written
    if program.scheduler is not None and sought(options).has(Kind.RACE):
        return [("esst", None), ("explore", None)]
    if sought(options).has(Kind.ENDLESS):
        return [
            ("explore", min(0.3, whole / 40)),
            ("rank", min(5.0, whole / 8)),
            ("explore", min(3.0, whole / 8)),
            ("rank", whole / 3),
            ("walk", 1.0),
            ("explore", None),
        ]
    if len(program.templates) == 1:
        return [
            ("explore", min(2.0, whole / 12)),
            ("impact", min(4.0, whole / 6)),
            ("explore", whole / 2),
            ("impact", None),
        ]
    if program.scheduler is not None:
        return [
            ("esst", min(2.0, whole / 12)),
            ("explore", min(5.0, whole / 8)),
            ("esst", whole / 3),
            ("explore", whole / 4),
            ("esst", None),
        ]
    if any(v.kind == "view" for v in program.shared):
        # (steps are long formulas, and values are few)
        return [
            ("explore", min(10.0, whole / 6)),
            ("impact", min(10.0, whole / 6)),
            ("walk", min(6.0, whole / 10)),
            ("explore", whole / 3),
            ("impact", None),
        ]
    # (few facts exclude many a deadlock, however many states there are)
    waits = [("waits", min(3.0, whole / 12))] if sought(options).has(Kind.DEADLOCK) else []
    if _may_be_crowded(forms):
        # (where redcomp and symmpa have nothing to say, impact needs the time more)
        again = [("walk", whole / 4)] if sought(options).is_within({Kind.LOCATED}) else []
        # (static facts often exclude all races, which takes no search)
        first = [("impact", min(0.5, whole / 24))] if sought(options).has(Kind.RACE) else []
        return [
            *first,
            ("explore", min(1.0, whole / 24)),
            *waits,
            ("symmpa", min(3.0, whole / 12)),
            ("redcomp", min(6.0, whole / 6)),
            ("walk", min(20.0, whole / 4)),
            ("impact", min(4.0, whole / 12)),
            *again,
            ("symmpa", min(20.0, whole / 8)),
            ("redcomp", whole / 3),
            ("explore", min(20.0, whole / 8)),
            ("impact", None),
            # (if that gave up)
            ("walk", whole / 4),
        ]
    # (bytes of carved memory are cheap to compute with, and formulas about them are large)
    first = [("explore", min(5.0, whole / 8))] if any(v.row for v in program.shared) else []
    return [
        *first,
        ("impact", min(2.0, whole / 12)),
        ("explore", min(2.0, whole / 12)),
        *waits,
        ("walk", min(1.0, whole / 24)),
        ("redcomp", min(6.0, whole / 8)),
        ("symmpa", min(6.0, whole / 12)),
        ("explore", min(20.0, whole / 3)),
        ("walk", min(6.0, whole / 10)),
        ("impact", whole / 5),
        ("redcomp", whole / 6),
        ("explore", None),
    ]


def _may_be_crowded(forms: Forms) -> bool:
    """Some thread may be started so often that its instances cannot be told apart beforehand."""
    from threadproof.passes.instantiate import is_static

    return not is_static(forms.written) and not is_static(forms.of("instances"))
