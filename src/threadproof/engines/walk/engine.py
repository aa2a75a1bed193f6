"""Engine `walk`: runs, one after the other, until one of them violates the property: with few delays, and random ones.

It looks at a few of the executions only: some schedules, a few values of each input, runs of bounded length. On a
run, a data race is looked for where an instance arrives, not between all pairs; of non-termination only deadlocks are
seen. So it never says Safe. What it finds is an execution, recorded with all its choices, which the interpreter
replays; so Unsafe does not depend on anything here.

Asked again about the same program, it goes on where its time was up.

No state is stored, and a step costs what it changes (`crowd`, `ir.values.Versioned`): programs with thousands of
threads and runs of many thousand steps, which no search gets through, are what it is for.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

from threadproof.budget import check_memory, without_collector
from threadproof.engines.compiled.model import Model
from threadproof.engines.compiled.steps import Stepper
from threadproof.engines.engine import Answer
from threadproof.engines.engine import Run as EngineRun
from threadproof.engines.walk.delays import delayed_runs
from threadproof.engines.walk.inputs import RandomInputs
from threadproof.engines.walk.run import Compiled, Found, Run, Saved
from threadproof.engines.walk.shorten import EFFORT, record, shorten
from threadproof.errors import Limit
from threadproof.ir.program import Program
from threadproof.ir.values import Versioned
from threadproof.properties import Kind, Property
from threadproof.records import replace
from threadproof.result.counterexample import Counterexample
from threadproof.result.verdict import Unknown

#: steps of one run: at first, and at most; four times as many whenever a run is cut off
SHORT = 512
LONG = SHORT << 8
#: steps of a run that goes on from a moment of another
NEAR = 30
FAR = 2000
#: what runs with few delays may take: seconds before the first random run, and for each second of those; and where
#: there are so many threads that chance has too much to choose from
HEAD_START = 0.1
SHARE = 0.5
SHARE_IN_CROWDS = 2.0
CROWD = 50
#: without a time limit they are counted instead of timed: what a second is (see `run.SLOW`)
SECOND = 200_000
#: with less time left, less effort is made to shorten what was found
EFFORT_SECONDS = 8
#: steps in all, without a time limit
STEPS = 3_000_000


class Walk:
    def __init__(self, steps: int = STEPS) -> None:
        #: in all, without a time limit
        self.steps = steps
        self._walking: Walking | None = None

    def verify(self, program: Program, property_: Property, run: EngineRun) -> Answer:
        walking = self._walking
        if walking is None or walking.program is not program or walking.property != property_:
            walking = self._walking = Walking(program, property_, run, self.steps)
        return walking.answer(run)


class Walking:
    """One run of the engine: many runs of the program."""

    def __init__(self, program: Program, property_: Property, run: EngineRun, most_steps: int = STEPS) -> None:
        self.run, self.program, self.property = run, program, property_
        self.most_steps = most_steps
        self.chance = random.Random(run.options.seed)
        model = Model(program, property_, Versioned)
        waits = property_.has(Kind.DEADLOCK)
        quiet = [False] * len(model.locations)
        inputs = RandomInputs(model, self.chance)
        stepper = Stepper(model, quiet, waiting_matters=waits, splitter=inputs, shuffle=self.chance.shuffle)
        self.compiled = Compiled(model, stepper, property_)
        self.started = self._reported = 0.0
        #: seconds spent when it was asked before
        self.spent = 0.0
        self.runs = self.random_runs = self.steps = self.cost = 0
        self.length = SHORT
        self.share = SHARE
        self.delayed = delayed_runs(self.compiled, self.chance)
        # each kind has its own luck: how far the one gets does not change what the other finds
        self.random_luck = self.chance.getstate()
        self.delayed_luck = random.Random(run.options.seed + 1).getstate()
        #: of random runs, and of those with few delays
        self.random_time = self.delayed_time = 0.0
        #: runs that came to something that is not understood
        self.stopped = 0
        #: the last one
        self.current: Run

    def answer(self, run: EngineRun) -> Answer:
        self.run = run
        self.compiled.stepper.deadline = run.deadline
        self.started = self._reported = time.monotonic()
        try:
            with without_collector():
                return self._answer()
        except Limit as limit:
            self.run.abandon(self)
            return self._nothing_found(limit.reason)
        except MemoryError:
            return self._nothing_found("out of memory")
        finally:
            self.spent += time.monotonic() - self.started

    def _answer(self) -> Answer:
        try:
            while self.run.deadline is not None or self.steps < self.most_steps:
                with self._luck("delayed_luck"):
                    while self.delayed_time <= HEAD_START + self.share * self.random_time:
                        start = self._now()
                        self._make(*next(self.delayed))
                        self.delayed_time += self._now() - start
                with self._luck("random_luck"):
                    # when the longest runs are cut off too, others get as much time as they do
                    limit = self.length if self.length < LONG else LONG >> min(8, int(self.chance.expovariate(1)))
                    run = self._go(limit)
                    self._go_on(run)
                    if not run.has_ended and self.length < LONG:
                        self.length *= 4
        except Found as found:
            counterexample = self._explain(self.current, found)
            return replace(counterexample, statistics=self.statistics())
        return self._nothing_found("random runs found no violation")

    @contextmanager
    def _luck(self, which: str) -> Iterator[None]:
        self.chance.setstate(getattr(self, which))
        try:
            yield
        finally:
            setattr(self, which, self.chance.getstate())

    def _go(self, limit: int, start: Saved | None = None) -> Run:
        before = self._now()
        run = Run(self.compiled, self.chance, self.random_runs, start)
        self._make(run, limit)
        self.random_runs += 1
        self.random_time += self._now() - before
        return run

    def _now(self) -> float:
        return self.cost / SECOND if self.run.deadline is None else time.process_time()

    def _make(self, run: Run, limit: int) -> None:
        self.current = run
        self.runs += 1
        before = self.compiled.stepper.notes
        try:
            run.go(limit, self._check_time)
        except Limit:
            self.runs -= not run.steps
            raise
        finally:
            self.stopped += self.compiled.stepper.notes > before
            self.steps += max(1, run.steps)  # where nobody can move at all, there is an end too
            self.cost += run.cost
            if len(run.crowd.local) > CROWD:
                self.share = SHARE_IN_CROWDS

    def _go_on(self, run: Run) -> None:
        """Other ways to go on from where a long run saw something new, with as many steps as it has itself."""
        steps = run.steps
        while run.saved and steps > 0:
            limit = int(NEAR * (FAR / NEAR) ** self.chance.random())
            # what was new late is the hardest to reach again
            start = run.saved[max(self.chance.randrange(len(run.saved)) for _ in range(2))]
            # to copy a crowd costs as much as some steps
            steps -= self._go(limit, start).steps + len(start.crowd.local) // 10 + 1

    def _explain(self, run: Run, found: Found) -> Counterexample:
        self.compiled.stepper.deadline = None
        model = self.compiled.model
        if found.racing is not None:
            return record(model, run.trail).race(*found.racing)
        seconds = self.run.remaining()
        effort = EFFORT if seconds is None else min(EFFORT, int(seconds * EFFORT / EFFORT_SECONDS))
        can_shorten = found.is_error and run.trail
        recorder = shorten(model, run.trail, effort) if can_shorten else record(model, run.trail)
        return Counterexample(recorder.result(), found.part, names=model.names)

    def _nothing_found(self, reason: str) -> Unknown:
        detail = f"{self.runs:,} random runs of {self.steps:,} steps in all found no violation; this proves nothing"
        limits = self.compiled.stepper.limits
        if self.stopped == self.runs and limits:
            reason = next(iter(limits))
        which = "every one" if self.stopped == self.runs else f"{self.stopped:,}"
        notes = [f"{which} of them stopped at: {what}: {where}" for what, where in limits.items()]
        return Unknown(reason, "\n".join([detail, *notes]), statistics=self.statistics())

    def _check_time(self) -> None:
        self.run.check_deadline()
        now = time.monotonic()
        if now > self._reported + 0.5:
            self._reported = now
            check_memory(self.run.options.memory_limit)
            if self.run.progress is not None:
                self.run.progress(f"{self.runs} runs, {self.steps} steps")

    def statistics(self) -> dict[str, object]:
        seconds = round(self.spent + time.monotonic() - self.started, 3)
        return {"nodes": self.steps, "runs": self.runs, "steps": self.steps, "time": seconds}
