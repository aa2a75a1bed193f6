"""Follow an execution that is known in outline: which thread was in which line, and which inputs it read.

An outline does not say everything: how many of the accesses in a line were made before another thread came, in which
order inputs of one line are meant, what never-written memory held. Each such question has a preferred answer and some
others, and attempts are made in the order of how many answers are not the preferred ones. Every violation of the
property that is met confirms the outline. If no combination of answers leads to one, it is refuted, provided that all
were tried and nothing was met that is vague here, or done in fewer ways than it may be done. Entry point: `follow`.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from typing import Protocol, TypeVar

from threadproof.frontend.ast import Pos
from threadproof.records import dataclass, field
from threadproof.reference.action import BUSY, GO, SECTION, SPURIOUS, STOP, Action
from threadproof.reference.chooser import ARRANGEMENT, INITIAL, INPUT, SCHEDULE, Numbering
from threadproof.reference.machine import End, Machine
from threadproof.reference.outcome import NotUnderstood, OutOfSteps, TakenForGranted
from threadproof.reference.reading import Reading

T = TypeVar("T")
Where = tuple[str, int]
Move = tuple[int, str]

#: so many statements may an attempt execute
_STATEMENTS, _STATEMENTS_PER_MOVE = 20_000, 100
AFTER = "the outline has ended"
LOST = "the way of a thread could not be followed"
ADDRESSES = "the order of objects in memory matters"
#: so many orders are tried
_ARRANGEMENTS = 16
#: so many actions may follow the outline before an attempt is given up
_MOST_AFTER = 200
#: so many of threads that race with a section, before it begins
_MOST_BEFORE = 2000
#: so many actions may a thread do in the line that comes after the one in which it should stop
_MOST_BEYOND = 3
#: so many actions may stand for one move
_MOST_IN_SEGMENT = 50
#: so many answers to a question about a value
_MOST_VALUES = 4


class Hint(Protocol):
    """One move of the outline; see `result.outline`."""

    @property
    def thread(self) -> int: ...
    @property
    def places(self) -> tuple[Where, ...]: ...
    @property
    def visible(self) -> bool: ...
    @property
    def created(self) -> int | None: ...
    @property
    def input(self) -> int | None: ...
    @property
    def written(self) -> tuple[int, ...]: ...
    @property
    def is_next(self) -> bool: ...
    @property
    def is_spurious(self) -> bool: ...
    @property
    def initial(self) -> tuple[tuple[str, int], ...]: ...


@dataclass(slots=True)
class Followed:
    """`outcome`: confirmed, refuted, or open; then `why` says what was in the way."""

    outcome: str
    why: str = ""
    end: End | None = None
    #: the execution that was found, to be repeated
    choices: list[int] = field(default_factory=list)
    attempts: int = 0


def follow(reading: Reading, hints: Sequence[Hint], part: str, seconds: float) -> Followed:
    """Look for the execution; with objects in another order as well, if that makes a difference."""
    plan = Plan(hints)
    deadline = time.monotonic() + seconds
    for arrangement in range(_ARRANGEMENTS):
        found = _search(reading, plan, len(hints), part, arrangement, deadline)
        if found.why != ADDRESSES:
            break
    return found


def _search(reading: Reading, plan: Plan, moves: int, part: str, arrangement: int, deadline: float) -> Followed:
    #: the answers of an attempt, up to which, and another one for that
    todo: deque[tuple[list[int], int, int]] = deque([([], 0, 0)])
    attempts = 0
    vague = ""
    # another part of the property is violated: so that it is violated is right
    other_part: Followed | None = None
    while todo:
        if time.monotonic() > deadline:
            return other_part or Followed("open", vague or "no time left", attempts=attempts)
        before, count, other = todo.popleft()
        answers = [*before[:count], other] if other else []
        guide = Guide(plan, answers, arrangement)
        chooser = Numbering(guide)
        machine = Machine(
            reading.unit,
            reading.model,
            reading.property,
            chooser,
            most_ticks=_STATEMENTS + _STATEMENTS_PER_MOVE * moves,
            deadline=deadline,
            watch=guide.watch,
            volatile_is_atomic=reading.volatile_is_atomic,
        )
        guide.machine = machine
        attempts += 1
        try:
            end = machine.run()
        except TakenForGranted as problem:
            return other_part or Followed("not so", str(problem), attempts=attempts)
        except NotUnderstood as problem:
            vague = str(problem)
        else:
            if end.kind == "violation":
                found = Followed("confirmed", end=end, choices=chooser.numbers, attempts=attempts)
                if end.part == part:
                    return found
                other_part = other_part or found
            vague = vague or guide.vague or machine.simplified
            if attempts == 1 and guide.is_lost:
                vague = vague or LOST
            if machine.addresses_matter:
                vague = ADDRESSES
            if end.kind == "stopped" and end.text != AFTER:
                vague = vague or end.text
        for n in range(len(answers), len(guide.given)):
            todo += [(guide.given, n, other) for other in range(1, guide.widths[n])]
    return other_part or Followed("open" if vague else "refuted", vague, attempts=attempts)


# ---------------------------------------------------------------- what the outline says


@dataclass(slots=True)
class Segment:
    """What one thread did before another came."""

    thread: int
    #: the last place, as a position in the way of the thread
    end: int
    #: how many moves others may have noticed: all, and in the last line
    visible: int
    in_last_line: int
    #: so many threads it has started by then
    started: int = 0


class Plan:
    """The outline by threads and by lines."""

    def __init__(self, hints: Sequence[Hint]) -> None:
        #: the lines in which each thread was, one after the other
        self.ways: dict[int, list[Where]] = {}
        self.segments: list[Segment] = []
        #: instances that each one started, in order
        self.created: dict[int, list[int]] = {}
        #: inputs that a thread read in a line, and values that it wrote there (an input may be among them)
        self.inputs: dict[tuple[int, Where], list[int]] = {}
        self.written: dict[tuple[int, Where], list[int]] = {}
        self.initial: dict[str, list[int]] = {}
        self.any_initial: list[int] = []
        #: how often each thread was woken without reason
        self.spurious: dict[int, int] = {}
        #: what threads were about to do at the end, in a data race
        self.next: list[tuple[int, Where]] = []
        for hint in hints:
            self._add(hint)
        self.any_initial = list(dict.fromkeys(self.any_initial))
        self.segments = [s for s in self.segments if s.visible]

    def _add(self, hint: Hint) -> None:
        for name, value in hint.initial:
            self.initial.setdefault(name.partition("[")[0].partition(".")[0], []).append(value)
            self.any_initial.append(value)
        if not hint.places:
            return
        if hint.is_next:
            self.next.append((hint.thread, hint.places[-1]))
            return
        way = self.ways.setdefault(hint.thread, [])
        for place in hint.places:
            if not way or way[-1] != place:
                way.append(place)
            if hint.input is not None:
                self.inputs.setdefault((hint.thread, place), []).append(hint.input)
            self.written.setdefault((hint.thread, place), []).extend(hint.written)
        if hint.is_spurious:
            self.spurious[hint.thread] = self.spurious.get(hint.thread, 0) + 1
        if hint.created is not None:
            self.created.setdefault(hint.thread, []).append(hint.created)
        if not self.segments or self.segments[-1].thread != hint.thread:
            self.segments.append(Segment(hint.thread, -1, 0, 0))
        if hint.visible:
            s = self.segments[-1]
            s.in_last_line = s.in_last_line + 1 if s.end == len(way) - 1 else 1
            s.visible += 1
            s.end = len(way) - 1
            s.started = len(self.created.get(hint.thread, ()))


class Guide:
    """Chooses as the outline says, with the given answers to what it does not say."""

    def __init__(self, plan: Plan, answers: Sequence[int], arrangement: int) -> None:
        self.plan = plan
        self.arrangement = arrangement
        self.answers = answers
        #: the answer to each question, and how many there are
        self.given: list[int] = []
        self.widths: list[int] = []
        self.machine: Machine | None = None
        self.instance_of: dict[int, int] = {1: 1}
        self.number_of: dict[int, int] = {1: 1}
        self._mapped = 1
        #: how far each instance has come on its way
        self.at: dict[int, int] = {}
        self.segment = 0
        #: actions of the segment so far: all, since its last line was reached, and beyond that line
        self.done = self.done_at_end = self.done_beyond = 0
        self._used: dict[tuple[int, Where], int] = {}
        self._spurious: dict[int, int] = {}
        #: why another choice than all those that are tried could have helped
        self.vague = ""
        #: a thread did not come to where the outline says it was
        self.is_lost = False
        self._before = self._after = 0
        #: for threads that go round in circles
        self._patience = _MOST_AFTER
        self._alone: int | None = None

    # ------------------------------------------------------------ questions

    def choose(self, kind: str, options: Sequence[T], pos: Pos, who: int, about: str = "") -> T:
        if kind == ARRANGEMENT:
            return options[self.arrangement]
        if kind == SCHEDULE:
            return self._schedule(options)  # type: ignore[arg-type, return-value]
        if kind in (INPUT, INITIAL) and isinstance(options, range):
            return self._value(kind, options, pos, who, about)  # type: ignore[return-value]
        return options[self._ask(len(options))]

    def _ask(self, count: int) -> int:
        """The number of the answer to a question; 0 is the preferred one."""
        if count <= 1:
            return 0
        n = len(self.given)
        answer = self.answers[n] if n < len(self.answers) else 0
        self.given.append(answer)
        self.widths.append(count)
        return answer

    def _value(self, kind: str, options: range, pos: Pos, who: int, about: str) -> int:
        instance = self.instance_of.get(who, 0)
        key = (instance, (pos.file, pos.line))
        used = self._used.get(key, 0)
        named = self.plan.initial.get(about, []) if kind == INITIAL else self.plan.inputs.get(key, [])[used:]
        wanted = named + self.plan.written.get(key, []) + (self.plan.any_initial if kind == INITIAL else [])
        size = options.stop - options.start
        found = dict.fromkeys((v - options.start) % size + options.start for v in [*wanted, 0, 1])
        candidates = list(found)[: _MOST_VALUES if wanted else 2]
        if len(set(wanted)) > _MOST_VALUES:
            self.vague = "more inputs in one line than are tried"
        if not named and size > len(candidates):
            self.vague = "an input that the counterexample does not name"
        choice = candidates[self._ask(len(candidates))]
        if kind == INPUT:
            self._used[key] = used + 1
        return choice

    # ------------------------------------------------------------ where threads are

    def watch(self, number: int, pos: Pos) -> None:
        instance = self.instance_of.get(number)
        if instance is None:
            self._map()
            instance = self.instance_of.get(number)
        way = self.plan.ways.get(instance or 0)
        if instance is not None and way is not None:
            at = self.at.get(instance, -1)
            # (where a function begins, or comes back to, nothing may happen here)
            here = (pos.file, pos.line)
            if at < 0 or way[at] != here:
                self.at[instance] = next((n for n in (at + 1, at + 2) if n < len(way) and way[n] == here), at)

    def _map(self) -> None:
        """New threads are the instances that their creators started, in order."""
        if self.machine is None:
            return
        for thread in self.machine.threads[self._mapped :]:
            creator = self.instance_of.get(thread.creator, 0)
            before = sum(t.creator == thread.creator for t in self.machine.threads[: thread.number - 1])
            started = self.plan.created.get(creator, [])
            if before < len(started):
                self.instance_of[thread.number] = started[before]
                self.number_of[started[before]] = thread.number
        self._mapped = len(self.machine.threads)

    # ------------------------------------------------------------ who is next

    def _schedule(self, moves: Sequence[Move]) -> Move:
        self._map()
        while self.segment < len(self.plan.segments):
            s = self.plan.segments[self.segment]
            if self.segment == len(self.plan.segments) - 1 and self._may_enter(s) and self._before < _MOST_BEFORE:
                # (who is last may be inside a section in the end, where no other one can move)
                self._before += 1
                move = self._to_race(moves, other_than=s.thread)
                if move is not None:
                    return move
            number = self.number_of.get(s.thread)
            possible = [m for m in moves if m[0] == number and m[1] != STOP]
            if possible and self.done < _MOST_IN_SEGMENT * s.visible and self._goes_on(s):
                move = self._way(possible, s)
                if move is not None:
                    self._count(s)
                    return move
            self.is_lost = self.is_lost or self.at.get(s.thread, -1) < s.end
            self.segment += 1
            self.done = self.done_at_end = self.done_beyond = 0
        return self._afterwards(moves)

    def _may_enter(self, s: Segment) -> bool:
        """It has not begun, or is about to begin a section."""
        number = self.number_of.get(s.thread)
        if not self.done or number is None or self.machine is None:
            return not self.done
        pending = self.machine.threads[number - 1].pending
        return pending is not None and pending.what == SECTION

    def _to_race(self, moves: Sequence[Move], other_than: int = 0) -> Move | None:
        """A move that leads a thread to where it races."""
        for instance, place in self.plan.next:
            number = self.number_of.get(instance, 0)
            move = next((m for m in moves if m == (number, GO)), None)
            if move is not None and instance != other_than:
                pending = self._pending(instance)
                is_there = pending.access is not None and (pending.pos.file, pending.pos.line) == place
                if not is_there and self._ask(2) == 0:
                    return move
        return None

    def _way(self, possible: list[Move], s: Segment) -> Move | None:
        """In which way the thread goes on; a wake-up without reason is taken if the outline has one; None: it waits."""
        usual: list[Move | None] = [m for m in possible if m[1] != SPURIOUS]
        if len(usual) < len(possible):
            wanted = s.thread in self.plan.spurious and self._spurious.get(s.thread, 0) < self.plan.spurious[s.thread]
            rest: list[Move | None] = [m for m in possible if m[1] == SPURIOUS]
            usual = rest + (usual or [None]) if wanted else (usual or [None]) + rest
        chosen = usual[self._ask(len(usual))]
        if chosen is not None and chosen[1] == SPURIOUS:
            self._spurious[s.thread] = self._spurious.get(s.thread, 0) + 1
        return chosen

    def _count(self, s: Segment) -> None:
        at = self.at.get(s.thread, -1)
        self.done += 1
        self.done_at_end += at >= s.end
        self.done_beyond += at > s.end

    def _goes_on(self, s: Segment) -> bool:
        """Does the thread of the segment do one more action before the next one comes?"""
        at = self.at.get(s.thread, -1)
        if at < s.end:
            # it has not come to its last line yet, unless that cannot be seen here
            if self._pending(s.thread).what == BUSY:
                self._patience -= 1
                return self._patience > 0
            access = self._pending(s.thread).access
            may_stop = self.done >= s.visible or access is None or access.is_sync
            return not may_stop or self._ask(2) == 0
        if self._starts_more(s):
            return True
        if at > s.end:
            return self.done_beyond < _MOST_BEYOND and self._ask(2) == 1
        pos = self._pending(s.thread).pos
        is_here = (pos.file, pos.line) == self.plan.ways[s.thread][s.end]
        prefers_more = is_here and self.done_at_end < s.in_last_line
        return self._ask(2) == (0 if prefers_more else 1)

    def _starts_more(self, s: Segment) -> bool:
        if s.started == 0:
            return False
        assert self.machine is not None
        number = self.number_of[s.thread]
        return sum(t.creator == number and t.doing is not None for t in self.machine.threads) < s.started

    def _pending(self, instance: int) -> Action:
        assert self.machine is not None
        pending = self.machine.threads[self.number_of[instance] - 1].pending
        assert pending is not None
        return pending

    def _afterwards(self, moves: Sequence[Move]) -> Move:
        """The outline has come to its end, and so should the execution: one thread goes on as long as it can."""
        self._after += 1
        if self._after > _MOST_AFTER:
            raise OutOfSteps(AFTER)
        usual = [m for m in moves if m[1] == GO] or list(moves)
        if (move := self._to_race(usual)) is not None:
            return move
        assert self.machine is not None
        busy = {t.number for t in self.machine.threads if t.pending is not None and t.pending.what == BUSY}
        usual = [m for m in usual if m[0] not in busy] or usual
        for m in usual:
            if m[0] == self._alone:
                return m
        last = self.number_of.get(self.plan.segments[-1].thread) if self.plan.segments else None
        usual.sort(key=lambda m: m[0] != last)
        chosen = usual[self._ask(len(usual))]
        self._alone = chosen[0]
        return chosen
