"""Which engines run one after the other, and for how long: `auto`, and who helps an engine that finds proofs only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from threadproof.options import Options, asked
from threadproof.properties import Kind

if TYPE_CHECKING:
    from threadproof.ir.program import Program
    from threadproof.passes.forms import Forms

#: an engine, and how many seconds it has; None: until the end
Stage = tuple[str, float | None]


def stages(options: Options, forms: Forms) -> list[Stage]:
    """The engines to run one after the other, each with seconds of its own; None: until the end.

    `redcomp` alone has no schedules, so half of the time is for a hunt.
    `auto`: impact decides most of what can be decided within seconds; explore is better where states are few and
    arithmetic matters, and without threads; redcomp proves what locks protect, for any number of threads; symmpa counts
    threads that are alike; walk finds what many threads or many steps hide; whoever may still succeed gets the rest.
    Cooperative threads are for esst, and explore.
    """
    whole = options.timeout or 240.0
    program = forms.written
    if options.engine == "redcomp":
        return _with_hunt("redcomp", options, program)
    if options.engine != "auto":
        return [(options.engine, None)]
    if program.scheduler is not None and asked(options).has(Kind.RACE):
        return [("esst", None), ("explore", None)]
    if asked(options).has(Kind.ENDLESS):
        return [("explore", None)]
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
    if _may_be_crowded(forms):
        return [
            ("explore", min(1.0, whole / 24)),
            ("symmpa", min(3.0, whole / 12)),
            ("redcomp", min(6.0, whole / 6)),
            ("walk", min(20.0, whole / 4)),
            ("impact", min(4.0, whole / 12)),
            ("symmpa", min(20.0, whole / 8)),
            ("redcomp", whole / 3),
            ("explore", min(20.0, whole / 8)),
            ("impact", None),
        ]
    return [
        ("impact", min(2.0, whole / 12)),
        ("explore", min(2.0, whole / 12)),
        ("walk", min(1.0, whole / 24)),
        ("redcomp", min(6.0, whole / 8)),
        ("symmpa", min(6.0, whole / 12)),
        ("explore", min(20.0, whole / 3)),
        ("walk", min(6.0, whole / 10)),
        ("impact", whole / 5),
        ("redcomp", whole / 6),
        ("explore", None),
    ]


def _with_hunt(name: str, options: Options, program: Program) -> list[Stage]:
    """An engine that finds proofs only, and somebody who looks for a schedule when it has found none."""
    from threadproof.engines.redcomp.engine import DECIDES

    if not asked(options).is_within(DECIDES) or program.scheduler is not None:
        return [(name, None)]
    return [(name, None if options.timeout is None else options.timeout / 2), ("walk", None)]


def _may_be_crowded(forms: Forms) -> bool:
    """Some thread may be started so often that its instances cannot be told apart beforehand."""
    from threadproof.passes.instantiate import is_static

    return not is_static(forms.written) and not is_static(forms.of("instances"))
