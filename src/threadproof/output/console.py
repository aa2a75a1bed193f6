"""What a person reads: the verdict line first, then the evidence; a violation as a table of steps.

Entry points: `format_verdict`, `format_check`, `format_run`, `ProgressLine`. Nothing here writes except `ProgressLine`.
"""

from __future__ import annotations

import os
import time as clock
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TextIO

from threadproof.options import Options, spelled, unusual
from threadproof.records import dataclass
from threadproof.result.check import ProofCheck
from threadproof.result.verdict import Safe, TraceStep, Unknown, Unsafe, Verdict

#: in a longer table the rounds of loops are left out
FEW_ROWS = 60
#: a still longer one is shown without its middle
MAX_ROWS = 240
_HEAD_ROWS = 80
_TEXT_WIDTH = 64
_PLACE_WIDTH = 32
_CHANGES_WIDTH = 100
_NOTES = 3
_THREAD_COLORS = ("36", "35", "33", "34", "32")


def has_color(stream: TextIO) -> bool:
    """Colour only for a terminal that can show it and a user who did not say no (https://no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def format_verdict(
    verdict: Verdict,
    *,
    property: str,
    engine: str,
    time: Mapping[str, float],
    check: ProofCheck | None = None,
    notes: Sequence[str] = (),
    color: bool = False,
) -> str:
    paint = _Paint(color)
    seconds = time.get("total", sum(time.values()))
    about = f"engine {engine}, {seconds:.2f} s"
    match verdict:
        case Safe():
            lines = [f"{paint('SAFE', '1;32')}  {property}  ({about})", *_format_proof(verdict)]
            lines += [] if check is None else [f"proof {check.word}{_about_check(check)}"]
        case Unsafe():
            part = f": {verdict.violated}" if verdict.violated not in ("", property) else ""
            lines = [f"{paint('UNSAFE', '1;31')}  {property}{part}  ({about})"]
            lines += _format_violation(verdict.trace.violation)
            lines += ["", *_format_steps(verdict.trace.steps, paint, verdict.trace.loop)] if verdict.trace.steps else []
        case Unknown():
            lines = [f"{paint('UNKNOWN', '1;33')}  {property}  ({about})", f"reason: {_clean(verdict.reason)}"]
            lines += [f"  {_clean(line)}" for line in verdict.detail.splitlines()]
    lines += [f"note: {_clean(note)}" for note in notes]
    statistics = _format_scalars(verdict.statistics)
    footer = [f"scope: {verdict.scope}"] if verdict.scope else []
    footer += [f"statistics: {statistics}"] if statistics else []
    if footer:
        lines += ["", *footer] if isinstance(verdict, Unsafe) else footer
    return "\n".join(lines) + "\n"


def _format_violation(text: str) -> list[str]:
    """One line for each thread of a deadlock."""
    text = _clean(text)
    what, _, threads = text.partition("deadlock: ")
    parts = threads.split("; ")
    return [f"{what}deadlock:", *(f"  {part}" for part in parts)] if len(parts) > 1 else [text]


def format_check(check: ProofCheck, options: Options, *, color: bool = False) -> str:
    """The checker's answer. The options come from the proof file, so they are part of what was proved."""
    paint = _Paint(color)
    shown = {spelled("property", options.property), spelled("data_model", options.data_model)}
    others = " ".join([x for x in unusual(options) if x not in shown])
    what = f"{options.property}  {paint(f'for {_clean(others)}', '1;33')}" if others else options.property
    colors = {"accepted": "1;32", "refused": "1;31"}
    word = paint(check.word.upper(), colors.get(check.word, "1;33"))
    lines = [f"{word}  {what}  ({options.data_model}){_about_check(check)}"]
    lines += [f"  {_clean(complaint)}" for complaint in check.complaints]
    return "\n".join(lines) + "\n"


def _about_check(check: ProofCheck) -> str:
    if not check.is_checkable:
        return f": there is no checker for proofs of the kind {_clean(check.kind)}"
    parts = [_clean(check.limit)] if check.limit else []
    if check.counts:
        parts.append(_format_scalars(check.counts))
    has_solver = check.kind != "exploration"
    parts.append(f"{check.seconds:.2f} s" + (f", {check.solver_seconds:.2f} s in {check.solver}" if has_solver else ""))
    return ": " + "; ".join(parts)


def format_run(steps: Sequence[TraceStep], end: str, *, color: bool = False) -> str:
    """The trace of one execution and how it ended."""
    lines = _format_steps(steps, _Paint(color)) if steps else []
    return "\n".join([*lines, "", *_format_violation(f"end: {end}")]) + "\n"


class ProgressLine:
    """One line on a terminal, rewritten in place; silent on anything else."""

    def __init__(self, stream: TextIO, *, interval: float = 0.1):
        self.is_live = stream.isatty()
        self._stream = stream
        self._interval = interval
        self._next = 0.0
        self._shown = False

    def __call__(self, text: str) -> None:
        now = clock.monotonic()
        if not self.is_live or now < self._next:
            return
        self._next = now + self._interval
        self._shown = True
        self._write(f"\r\x1b[K{_cut(_clean(text), _terminal_width(self._stream) - 1)}")

    def clear(self) -> None:
        if self._shown:
            self._shown = False
            self._next = 0.0
            self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError:  # the terminal went away: not a reason to lose the verdict
            self.is_live = False


@dataclass(slots=True)
class _Row:
    """Consecutive steps of one thread at one place with one text."""

    first: int
    last: int
    step: TraceStep
    values: dict[str, str]
    notes: dict[str, None]

    @property
    def key(self) -> tuple[object, ...]:
        step = self.step
        return step.thread, step.function, step.file, step.line, step.text

    @property
    def number(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def remarks(self) -> list[str]:
        shown = [f"({_clean(note)})" for note in list(self.notes)[:_NOTES]]
        more = len(self.notes) - len(shown)
        return [*shown, f"(and {more:,} more)"] if more else shown

    @property
    def changes(self) -> str:
        return _cut(", ".join(f"{_clean(name)} = {_clean(value)}" for name, value in self.values.items()),
                    _CHANGES_WIDTH)  # fmt: skip


class _Paint:
    def __init__(self, color: bool):
        self._color = color

    def __call__(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._color and text else text


def _format_proof(verdict: Safe) -> list[str]:
    kind, data = verdict.proof.kind, verdict.proof.data
    match kind:
        case "":
            return []
        case "covering-tree":
            return [f"evidence: a covering tree of {_count(data, 'nodes')} nodes with {_count(data, 'covers')} covers"]
        case "horn-solution":
            return [f"evidence: {_count(data, 'solution')} invariants (rule {_clean(str(data.get('rule')))})"]
        case "broadcast-abstraction":
            kinds = {"basis": "a basis of {}", "sets": "{} sets of states", "states": "{} states"}
            what = next(text.format(_count(data, name)) for name, text in kinds.items() if name in data)
            return [f"evidence: {_count(data, 'predicates')} predicates, an abstract program with {what}"]
        case "race-facts":
            return [f"evidence: static facts that exclude {_count(data, 'pairs')} pairs of accesses, without a search"]
        case "ranking":
            waits = "nothing waits" if data.get("waiting") is None else "nobody waits for ever"
            return [f"evidence: {_count(data, 'layers')} ranking functions, and {waits}"]
        case "waiting-facts":
            return [f"evidence: {_count(data, 'solution')} facts about single threads, which cannot all wait"]
        case "one-in-control":
            return ["evidence: threads have control one at a time, and main shares nothing with them while they run"]
        case "exploration" if isinstance(data.get("states"), int):
            return [f"evidence: an exploration of {data['states']:,} states (reduction {data.get('reduction')})"]
        case _:
            about = _format_scalars(data)
            return [f"evidence: {_clean(kind)}" + (f" ({about})" if about else "")]


def _count(data: Mapping[str, Any], name: str) -> str:
    return f"{len(data.get(name, ())):,}"


def _format_scalars(values: Mapping[str, Any]) -> str:
    parts = []
    for name, value in values.items():
        if isinstance(value, float):
            parts.append(f"{name} {value:.3g}")
        elif isinstance(value, int) and not isinstance(value, bool):
            parts.append(f"{name} {value:,}")
        elif isinstance(value, bool | str):
            parts.append(f"{name} {_cut(_clean(str(value)), 80)}")
    return ", ".join(parts)


def _format_steps(steps: Sequence[TraceStep], paint: _Paint, loop: int = 0) -> list[str]:
    rows = _merge(steps, loop)
    lanes: dict[str, int] = {}
    for row in rows:
        lanes.setdefault(row.step.thread, len(lanes))
    items = _leave_out(rows)
    shown = [item for item in items if isinstance(item, _Row)]
    place_of = dict(zip(map(id, shown), _name_places(shown), strict=True))

    number_width = max(4, *(len(row.number) for row in shown))
    place_width = max(5, *map(len, place_of.values()))
    texts = [(2 * min(lanes[row.step.thread], 6), _cut(_clean(row.step.text), _TEXT_WIDTH)) for row in shown]
    text_width = max(len("thread, statement"), *(indent + 2 + len(text) for indent, text in texts))
    header = f"{'step':>{number_width}}  {'place':<{place_width}}  {'thread, statement':<{text_width}}  new values"
    lines = [paint(header, "2")]
    lane = ("", "")
    following = iter(texts)
    for item in items:
        if isinstance(item, str):
            lines.append(f"{'...':>{number_width}}  {item}")
            lane = ("", "")
            continue
        width, text = next(following)
        indent = " " * width
        code = _THREAD_COLORS[lanes[item.step.thread] % len(_THREAD_COLORS)]
        if (item.step.thread, item.step.function) != lane:
            lane = (item.step.thread, item.step.function)
            lines.append(" " * (number_width + place_width + 4) + indent + paint(_name_lane(item.step), code))
        statement = f"{indent}  {text}"
        extra = "  ".join(part for part in (item.changes, *item.remarks) if part)
        line = f"{item.number:>{number_width}}  {place_of[id(item)]:<{place_width}}  "
        lines.append(line + (paint(f"{statement:<{text_width}}", code) + f"  {extra}" if extra
                             else paint(statement, code)))  # fmt: skip
    return lines


def _leave_out(rows: list[_Row]) -> list[_Row | str]:
    """What to show: the rows, and words for those that are left out, which are the rounds of loops, or the middle."""
    if len(rows) <= FEW_ROWS:
        return list(rows)
    items: list[_Row | str] = []
    at = 0
    from threadproof.result.rounds import find_rounds

    for rounds in find_rounds([row.key for row in rows]):
        middle = rounds.middle
        first, last = rows[middle.start], rows[middle.stop - 1]
        threads = dict.fromkeys(row.step.thread for row in rows[rounds.start : rounds.start + rounds.period])
        lines = sorted({row.step.line for row in rows[rounds.start : rounds.start + rounds.period]})
        where = f"line {lines[0]}" if len(lines) == 1 else f"lines {lines[0]} to {lines[-1]}"
        items += rows[at : middle.start]
        items.append(
            f"{last.last - first.first + 1:,} steps of {_clean(', '.join(threads))}: "
            f"{len(middle) // rounds.period:,} more rounds of the loop at {where}"
        )
        at = middle.stop
    items += rows[at:]
    if len(items) > MAX_ROWS:
        end = len(items) - (MAX_ROWS - _HEAD_ROWS)
        skipped = len(rows) - sum(isinstance(i, _Row) for i in (*items[:_HEAD_ROWS], *items[end:]))
        items[_HEAD_ROWS:end] = [f"{skipped:,} rows left out; the JSON report has all steps"]
    return items


def _name_lane(step: TraceStep) -> str:
    if step.function in ("", step.thread.partition("#")[0]):
        return _clean(step.thread)
    return f"{_clean(step.thread)} in {_clean(step.function)}()"


def _merge(steps: Iterable[TraceStep], loop: int) -> list[_Row]:
    """`loop`: the number of a step with which a row begins."""
    rows: list[_Row] = []
    key: tuple[object, ...] = ()
    for number, step in enumerate(steps, 1):
        row = _Row(number, number, step, {}, {})
        previous, key = key, row.key
        if key != previous or number == loop:
            rows.append(row)
        row = rows[-1]
        row.last = number
        for change in step.changes:
            row.values.pop(change.name, None)
            row.values[change.name] = change.value
        if step.note:
            row.notes[step.note] = None
    return rows


def _name_places(rows: Sequence[_Row]) -> list[str]:
    """`peterson.c:12`, with as much of the path as tells two files of one name apart."""
    by_name: dict[str, set[str]] = {}
    for row in rows:
        by_name.setdefault(os.path.basename(row.step.file), set()).add(row.step.file)
    places = []
    for row in rows:
        base = os.path.basename(row.step.file)
        name = base if len(by_name[base]) == 1 else row.step.file
        place = f"{name}:{row.step.line}" if row.step.line else name
        places.append(_cut_left(_clean(place), _PLACE_WIDTH))
    return places


def _clean(text: str) -> str:
    """Source text may hold anything; a control character must not reach the terminal."""
    if text.isprintable():
        return text
    text = text.expandtabs(4).replace("\n", " ")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width - 3)] + "..."


def _cut_left(text: str, width: int) -> str:
    return text if len(text) <= width else "..." + text[len(text) - width + 3 :]


def _terminal_width(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
