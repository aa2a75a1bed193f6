"""A shorter way to the same error: leave out whole instances, as many as possible, if the way still leads there.

Delta debugging over the instances, with the recorder as the judge: first all are left out that did not move at the very
end, or near it; then smaller and smaller parts of the others, until a number of steps has been tried. What is left out
is still created; it never moves.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.engines.compiled.model import Model
from threadproof.engines.compiled.recorder import NoValues, Recorder, Way
from threadproof.errors import InternalError
from threadproof.ir.program import MAIN_ID

#: steps of all attempts together
EFFORT = 150_000
#: who moved during so many steps at the end may matter
ENDS = (1, 32, 256, 2048)


def record(model: Model, trail: Sequence[Way]) -> Recorder:
    recorder = Recorder(model)
    recorder.take_ways(trail)
    return recorder


def shorten(model: Model, trail: Sequence[Way], effort: int = EFFORT) -> Recorder:
    """A recorded way to the error that the last step reaches."""
    return _Shortening(model, trail, effort).run()


class _Shortening:
    def __init__(self, model: Model, trail: Sequence[Way], effort: int) -> None:
        self.model = model
        self.trail = trail
        self.effort = effort
        self.best: Recorder | None = None
        last = trail[-1][1]
        assert last is not None
        self.target = last.target
        self.failing = trail[-1][0]

    def run(self) -> Recorder:
        others = list(dict.fromkeys(step[0] for step in self.trail))
        others = [i for i in others if i not in (MAIN_ID, self.failing)]
        for end in ENDS:
            needed = self._without(others, set(others) - {step[0] for step in self.trail[-end:]})
            if needed is not others:
                others = needed
                break
        size = (len(others) + 1) // 2
        while size and self.effort > 0:
            start = 0
            while start < len(others) and self.effort > 0:
                needed = self._without(others, set(others[start : start + size]))
                start += size if needed is others else 0
                others = needed
            size = min(size // 2, len(others))
        return self.best or record(self.model, self.trail)

    def _without(self, others: list[int], left_out: set[int]) -> list[int]:
        """Those who are still needed: all, if nothing works without these."""
        if not left_out or self.effort <= 0:
            return others
        trail = [step for step in self.trail if step[0] not in left_out]
        self.effort -= len(trail)
        if self.effort < 0:
            return others
        try:
            recorder = record(self.model, trail)
            is_there = recorder.machine.instance(self.failing).location == self.target
        except (InternalError, NoValues):  # the way breaks off
            return others
        if not is_there:
            return others
        self.trail, self.best = trail, recorder
        return [i for i in others if i not in left_out]
