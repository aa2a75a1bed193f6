"""The memory models, by name."""

from __future__ import annotations

from threadproof.axiomatic.models import armv7, armv8, c11, power, pso, rmo, sc, tso
from threadproof.axiomatic.models.model import Model

MODELS: dict[str, Model] = {
    model.name: model
    for model in (
        sc.MODEL,
        tso.MODEL,
        pso.MODEL,
        rmo.MODEL,
        power.MODEL,
        armv7.MODEL,
        armv8.MODEL,
        c11.MODEL,
    )
}
