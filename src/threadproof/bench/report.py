"""Tables of a run: right, wrong, unknown and score by suite, why Unknown, what is wrong; and two runs compared."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from threadproof.bench.store import Result

RIGHT_TRUE, RIGHT_FALSE = "right true", "right false"
WRONG_TRUE, WRONG_FALSE = "wrong true", "wrong false"
UNKNOWN, ERROR = "unknown", "error"
#: SV-COMP's points; "wrong true" is a bug we missed
SCORES = {RIGHT_TRUE: 2, RIGHT_FALSE: 1, WRONG_TRUE: -32, WRONG_FALSE: -16, UNKNOWN: 0, ERROR: 0}

#: shorter times say nothing about speed
_MIN_SECONDS = 0.1
_MAX_LISTED = 10


def classify(result: Result) -> str:
    """One of the keys of `SCORES`. Only true and false count, not which part of the property is violated."""
    if result.verdict not in ("true", "false"):
        return ERROR if result.verdict == "error" else UNKNOWN
    is_right = result.verdict == result.expected.partition("(")[0]
    return f"{'right' if is_right else 'wrong'} {result.verdict}"


def is_wrong(result: Result) -> bool:
    return classify(result) in (WRONG_TRUE, WRONG_FALSE)


def is_crash(result: Result) -> bool:
    """No answer, and not because of the input: an internal error, a signal, a missing report."""
    return classify(result) == ERROR and result.exit_code not in (1, 2)


def has_other_part(result: Result) -> bool:
    """A right `false` that names another part of the property than the task does."""
    return "(" in result.expected and classify(result) == RIGHT_FALSE and result.result != result.expected


def total_score(results: Iterable[Result]) -> int:
    return sum(SCORES[classify(result)] for result in results)


def format_report(name: str, results: Sequence[Result]) -> str:
    lines = [f"run {name}: {len(results)} tasks"]
    properties = list(dict.fromkeys(result.property for result in results))
    for property in sorted(properties):
        chosen = [result for result in results if result.property == property]
        lines += ["", property, *_format_suites(chosen)]
    if len(properties) > 1:
        lines += ["", "all properties", *_format_suites(results, by_suite=False)]
    lines += _format_proofs(results)
    lines += _format_causes(results) + _format_mismatches(results) + _format_failures(results) + _format_wrong(results)
    return "\n".join(lines) + "\n"


def _format_suites(results: Sequence[Result], *, by_suite: bool = True) -> list[str]:
    header = ["suite", "tasks", *SCORES, "score", "cpu s"]
    groups: dict[str, list[Result]] = {}
    if by_suite:
        for result in sorted(results, key=lambda result: result.suite):
            groups.setdefault(result.suite, []).append(result)
    rows = [_count(suite, group) for suite, group in groups.items()]
    return _format_table(header, [*rows, _count("total", results)])


def _count(label: str, results: Sequence[Result]) -> list[str]:
    counts = Counter(classify(result) for result in results)
    cells = [str(counts[kind]) if counts[kind] else "." for kind in SCORES]
    cpu = sum(result.cpu for result in results)
    return [label, str(len(results)), *cells, str(total_score(results)), f"{cpu:.1f}"]


def _format_proofs(results: Sequence[Result]) -> list[str]:
    checked = Counter(str(result.statistics["proof_check"]) for result in results if "proof_check" in result.statistics)
    if not checked:
        return []
    return ["", "proofs", *(f"{count:6}  {word}" for word, count in checked.most_common())]


def _format_causes(results: Sequence[Result]) -> list[str]:
    causes = Counter(result.reason or "no reason given" for result in results if classify(result) == UNKNOWN)
    if not causes:
        return []
    return ["", "why unknown", *(f"{count:6}  {reason}" for reason, count in causes.most_common())]


def _format_mismatches(results: Sequence[Result]) -> list[str]:
    found = [result for result in results if has_other_part(result)]
    if not found:
        return []
    return ["", "right, but another part of the property is violated than expected", *map(_format_result, found)]


def _format_failures(results: Sequence[Result]) -> list[str]:
    failed = [result for result in results if classify(result) == ERROR]
    if not failed:
        return []
    counts = Counter(result.reason for result in failed)
    lines = [
        "",
        f"NO ANSWER: {len(failed)} ({', '.join(f'{count} {reason}' for reason, count in counts.most_common())})",
    ]
    for result in failed:
        first_line = result.detail.splitlines()[0] if result.detail else ""
        lines.append(f"  {result.task} {result.property}: {result.reason}: {first_line[:160]}")
    return lines


def _format_wrong(results: Sequence[Result]) -> list[str]:
    wrong = [result for result in results if is_wrong(result)]
    if not wrong:
        return []
    return ["", f"!!! WRONG VERDICTS: {len(wrong)} !!!", *map(_format_result, wrong)]


def _format_result(result: Result) -> str:
    return f"  {result.task} {result.property}: {result.result}, expected {result.expected}"


def compare(a: Sequence[Result], b: Sequence[Result], names: tuple[str, str] = ("A", "B")) -> str:
    """What changed from run `a` to run `b`: verdicts first, then time on tasks that both decided."""
    old = {(result.task, result.property): result for result in a}
    new = {(result.task, result.property): result for result in b}
    both = [key for key in old if key in new]
    lines = [f"{names[0]} -> {names[1]}: {len(both)} tasks in both"]
    for label, missing in ((names[0], old.keys() - new.keys()), (names[1], new.keys() - old.keys())):
        if missing:
            lines.append(f"only in {label}: {len(missing)}")
    pairs = [(old[key], new[key]) for key in both]
    scores = [total_score(pair[side] for pair in pairs) for side in (0, 1)]
    solved = [sum(classify(pair[side]) in (RIGHT_TRUE, RIGHT_FALSE) for pair in pairs) for side in (0, 1)]
    lines += [f"right {solved[0]} -> {solved[1]}, score {scores[0]} -> {scores[1]}"]
    return "\n".join(lines + _compare_verdicts(pairs) + _compare_times(pairs)) + "\n"


def _compare_verdicts(pairs: Sequence[tuple[Result, Result]]) -> list[str]:
    changed: dict[str, list[str]] = {}
    for old, new in pairs:
        before, after = classify(old), classify(new)
        if before == after:
            continue
        text = f"  {new.task} {new.property}: {_explain(old)} -> {_explain(new)}"
        changed.setdefault(_name_change(before, after), []).append(text)
    order = ("NOW WRONG", "lost", "no answer any more", "right now", "other")
    lines = []
    for kind in order:
        if kind in changed:
            lines += ["", f"{kind}: {len(changed[kind])}", *changed[kind]]
    return lines or ["", "no verdict differs"]


def _name_change(before: str, after: str) -> str:
    if after in (WRONG_TRUE, WRONG_FALSE):
        return "NOW WRONG"
    if after in (RIGHT_TRUE, RIGHT_FALSE):
        return "right now"
    if before in (RIGHT_TRUE, RIGHT_FALSE):
        return "lost"
    return "no answer any more" if after == ERROR else "other"


def _explain(result: Result) -> str:
    return f"{result.result} ({result.reason})" if result.reason else result.result


def _compare_times(pairs: Sequence[tuple[Result, Result]]) -> list[str]:
    decided = ("true", "false")
    timed = [(old, new) for old, new in pairs if old.verdict in decided and new.verdict in decided]
    if not timed:
        return []
    totals = [sum(pair[side].cpu for pair in timed) for side in (0, 1)]
    lines = ["", f"cpu time on the {len(timed)} tasks both decided: {totals[0]:.1f} s -> {totals[1]:.1f} s"]
    ratios = [
        (max(new.cpu, 0.001) / max(old.cpu, 0.001), old, new)
        for old, new in timed
        if max(old.cpu, new.cpu) >= _MIN_SECONDS
    ]
    if not ratios:
        return lines
    mean = math.exp(sum(math.log(ratio) for ratio, _, _ in ratios) / len(ratios))
    lines[-1] += f", geometric mean ratio {mean:.2f}"
    ratios.sort(key=lambda entry: entry[0])
    faster = [entry for entry in ratios if entry[0] < 0.8][:_MAX_LISTED]
    slower = [entry for entry in reversed(ratios) if entry[0] > 1.25][:_MAX_LISTED]
    for title, entries in (("slower", slower), ("faster", faster)):
        if entries:
            lines += [f"{title} (at most {_MAX_LISTED} shown)"]
            lines += [f"  {ratio:6.2f}x  {old.cpu:7.2f} -> {new.cpu:7.2f} s  {new.task} {new.property}"
                      for ratio, old, new in entries]  # fmt: skip
    return lines


def _format_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in [header, *rows]) for column in range(len(header))]
    lines = []
    for row in [header, *rows]:
        cells = [cell.ljust(width) if column == 0 else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(row, widths, strict=True))]  # fmt: skip
        lines.append("  " + "  ".join(cells).rstrip())
    return lines
