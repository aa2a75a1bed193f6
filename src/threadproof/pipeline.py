"""The line everything follows: C text, front end, passes, engine, verdict, replayed evidence."""

from __future__ import annotations

import gc
import os
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from threadproof.errors import InputError, InternalError, Limit, UsageError
from threadproof.logic import interning
from threadproof.opinions import (
    NO_ARGUMENTS,
    OTHER_ARGUMENTS,
    attempt,
    doubtful,
    explained,
    is_elsewhere,
    remarks,
    why_loops_end,
)
from threadproof.options import Options, asked, problem, sought
from threadproof.properties import UNREACH_CALL, Property
from threadproof.records import dataclass, replace
from threadproof.result.check import ProofCheck
from threadproof.result.result import Result
from threadproof.result.verdict import Change, Proof, Safe, TraceStep, Unknown, Unsafe, Verdict
from threadproof.scope import model, unbounded, with_scope

if TYPE_CHECKING:
    from threadproof.budget import Clock
    from threadproof.engines import EngineSpec
    from threadproof.engines.engine import Engine, Run
    from threadproof.frontend import Parsed
    from threadproof.frontend.ast import Unit
    from threadproof.ir.program import Program
    from threadproof.output.proof_file import ProofFile
    from threadproof.output.replay_file import ReplayFile
    from threadproof.passes.forms import Forms
    from threadproof.reference.judge import Opinion
    from threadproof.result.iteration import Iteration

Progress = Callable[[str], None]

#: with any number of threads: up to so many at each creation are tried first, each number for so many seconds
MOST_FEW, FEW_SECONDS = 8, 0.5
#: checks proofs, unless another solver is asked for
CHECKER = "z3"
#: seconds to find out whether a program ever ends, where random runs do not
REMARK_SECONDS = 1.0
#: seconds that reading a program may take, so that it is read once more to say that memory orders make no difference
MOST_AGAIN = 3.0
#: programs for any number of threads
SCPL = ".scpl"
#: seconds for the second reading of a program that is said to be unsafe
SECOND_READING_LEAST, SECOND_READING_MOST = 1.0, 5.0
#: in the environment: errors of the second reading are not hidden
DEBUG_VARIABLE = "THREADPROOF_DEBUG"
#: with THREADPROOF_DEBUG, programs with fewer edges are examined after every pass
MOST_EXAMINED = 2_000
#: where any arguments are possible, a model has executions that no program has: so many lists are verified, for so long
MOST_TRIED, SETTLE_SECONDS = 3, 20.0


@dataclass(slots=True)
class RunResult:
    steps: tuple[TraceStep, ...]
    #: how it ended
    end: str


def unknown(path: Path, options: Options) -> Result:
    """What is known in the beginning: nothing."""
    return Result(Unknown(""), options.property, options.engine, file=str(path))


@interning.work()
def verify(
    path: Path,
    options: Options,
    progress: Progress | None = None,
    *,
    check_with: str | None = None,
    result: Result | None = None,
    parsed: Parsed | None = None,
) -> Result:
    """Decide the property for the program in a C file. `check_with`: the solver to check the proof of a Safe with.

    `parsed`: the file, if somebody has read it already. `result` is filled in on the way, so that somebody who
    interrupts the work has what is known by then.
    """
    from threadproof import frontend
    from threadproof.budget import Clock

    check_options(options)
    clock = Clock()
    result = result or unknown(path, options)
    result.time = clock.laps
    try:
        parsed = _parsed(path, options, clock, parsed)
        is_any = parsed is not None and frontend.takes_any_arguments(parsed, options)
        found = replace(result) if is_any else result  # (a violation is none yet, whoever interrupts this)
        try:
            _verify(path, options, progress, clock, check_with, found, parsed)
        finally:
            if not isinstance(found.verdict, Unsafe):
                result.take(found)
        if is_any and parsed is not None and isinstance(found.verdict, Unsafe):
            _settle(path, options, clock, result, parsed, found)
        else:
            _read_again(path, options, clock, result, parsed)
    except Limit as limit:
        result.stop(limit.reason, limit.detail)
    except RecursionError:
        result.stop("program too large", "an expression or statement is nested too deeply")
    if isinstance(result.verdict, Unsafe):
        unit = None if parsed is None or options.volatile == "atomic" else parsed.unit
        result.notes = (*result.notes, *remarks(result.verdict.trace, unit))
    result.time = clock.finish()
    return result


def verify_apart(
    path: Path, options: Options, *, check_with: str | None = None, parsed: Parsed | None = None
) -> Result:
    """The same, in a process of its own, which is killed soon after its time is over."""
    from threadproof.budget import is_out_of_memory
    from threadproof.horn.child import Failed, done_by
    from threadproof.process import KILL_AFTER, memory_limit

    check_options(options)

    def work() -> Result:
        with memory_limit(options.memory_limit):
            return verify(path, options, check_with=check_with, parsed=parsed)

    end = None if options.timeout is None else time.monotonic() + options.timeout + KILL_AFTER
    result = unknown(path, options)
    try:
        return done_by(end, work, memory=None)
    except Failed as failed:
        if str(failed) == "timeout":
            result.stop("timeout", f"no answer within {options.timeout:g} s")
        elif str(failed) not in ("crash", "failure"):
            result.stop(str(failed), "")
        elif options.memory_limit is not None:  # (of what native code prints nothing is kept)
            result.stop("out of memory", f"the work has crashed; the memory limit is {options.memory_limit} MB")
        else:
            raise InternalError("the process that did the work has crashed") from None
    except Exception as error:
        if not is_out_of_memory(error, options.memory_limit):
            raise
        result.stop("out of memory", f"the memory limit of {options.memory_limit} MB is reached")
    return result


def _parsed(path: Path, options: Options, clock: Clock, parsed: Parsed | None) -> Parsed | None:
    """The tree that both readings have in common, which neither changes."""
    from threadproof import frontend
    from threadproof.budget import until

    with until(clock.deadline(options.timeout)):
        return parsed or frontend.parse(path, options)


def _verify(
    path: Path,
    options: Options,
    progress: Progress | None,
    clock: Clock,
    check_with: str | None,
    result: Result,
    parsed: Parsed | None,
) -> None:
    from threadproof.budget import Budget, until
    from threadproof.engines import ENGINES
    from threadproof.engines.engine import Run
    from threadproof.passes.memory_model import allows_more
    from threadproof.portfolio import AUTO, stages, tries_few_threads

    deadline = clock.deadline(options.timeout)
    with until(deadline):
        read = _read(path, options, parsed)
        loaded = _shaped(read, path, options)
    clock.lap("frontend")
    if not model(options).decides(asked(options)):
        # (what is freed while stores are late, and loops that are fair to buffers, are not modelled)
        why = f"{options.property} is not decided under --memory-model {options.memory_model}"
        result.verdict = with_scope(Unknown("memory model", why), loaded, (), options)
        return
    many = replace(options, threads="any") if options.threads is None and path.suffix == SCPL else options
    if len(loaded.templates) > 1 and tries_few_threads(many):
        found = _with_few_threads(read, path, many, progress, clock, deadline)
        if found is not None:
            few, result.engine = found
            result.verdict = with_scope(few, loaded, (f"{few.statistics['threads']} of each are enough",), options)
            return
    tried: dict[str, None] = {}
    made: dict[str, Engine] = {}
    forms = _forms(loaded, sought(options))
    for engine, seconds in stages(options, forms):
        with until(deadline):
            program = forms.of(engine.form)
        clock.lap("passes")
        result.engine, result.form = engine.name, engine.form
        result.notes = (f"tried before: {'; '.join(tried)}",) if tried else ()
        run, before = Run(options, progress=progress), result.verdict
        if isinstance(before, Unknown):
            result.verdict = replace(before, statistics=run.statistics)  # as they are when it is interrupted
        verdict = _decide(engine, program, run, clock, deadline, seconds, made)
        if isinstance(verdict, Unsafe) and allows_more(loaded):
            strict = _forms(_shaped(read, path, options, is_strict=True), sought(options))
            verdict = _certain(strict, options, clock, deadline)
        if isinstance(verdict, Unknown) and options.engine not in (AUTO, engine.name):
            # what the engine says that was asked for is what counts
            result.engine, result.form, result.notes = options.engine, ENGINES[options.engine].form, ()
            result.verdict = replace(before, statistics={**verdict.statistics, **before.statistics})
            break
        notes = unbounded(program, verdict, engine.form)
        again = None if clock.laps["frontend"] > MOST_AGAIN else lambda o: load(path, o, parsed)
        with until(deadline):
            functions = () if parsed is None else parsed.unit.functions.keys()
            result.verdict = with_scope(verdict, loaded, notes, options, again, functions)
        if isinstance(verdict, Safe) and check_with is not None:
            from threadproof.checking import checked_in_time

            budget = Budget(deadline, options.memory_limit)
            result.check = ProofCheck(verdict.proof.kind, check_with, limit="not finished")
            result.check = checked_in_time(program, sought(options), verdict.proof, check_with, budget)
            if result.check.complaints:
                raise InternalError(f"the proof is refused by its checker: {result.check.complaints[0]}")
            clock.lap("evidence")
        if options.show_invariants and isinstance(verdict, Safe):
            result.invariants = _invariants(program, verdict.proof)
        match verdict:
            case Safe():
                result.notes = (*why_loops_end(program, verdict.proof), *_remarks(loaded, options, clock, deadline))
            case Unsafe():
                result.notes = ()
            case Unknown():
                tried[attempt(engine.name, verdict)] = None
                if verdict.is_final:
                    break
        if not isinstance(verdict, Unknown) or (deadline is not None and time.monotonic() > deadline):
            break


def _certain(forms: Forms, options: Options, clock: Clock, deadline: float | None) -> Verdict:
    """`forms`: of the program with no execution that the memory model forbids, and fewer than it allows."""
    from threadproof.engines.engine import Run
    from threadproof.passes.memory_model import IN_BETWEEN
    from threadproof.portfolio import stages

    for engine, seconds in stages(options, forms):
        verdict = _decide(engine, forms.of(engine.form), Run(options), clock, deadline, seconds)
        if not isinstance(verdict, Unknown):
            break
    return verdict if isinstance(verdict, Unsafe) else Unknown("memory model", IN_BETWEEN, is_final=True)


def _invariants(program: Program, proof: Proof) -> str:
    from threadproof.evidence.invariants import invariants
    from threadproof.output.invariants import format_invariants

    found = invariants(program, proof)
    if found is None:
        return f"invariants: none, the proof is of the kind {proof.kind}\n"
    # (a block is not interrupted, steps that commute come in one order, threads that are alike in one)
    where = "wherever another thread may move, in the schedules that the proof looks at (others do the same as these)"
    return f"invariants, {where}:\n{format_invariants(found)}"


def _remarks(program: Program, options: Options, clock: Clock, deadline: float | None) -> tuple[str, ...]:
    """What is worth saying about a Safe."""
    from threadproof.engines import ENGINES
    from threadproof.engines.engine import Run
    from threadproof.evidence.remarks import ends_as_errors, nothing_to_check, stuck_runs

    trivial = nothing_to_check(program, sought(options))
    if trivial:
        return (f"nothing to check: {trivial}",)
    if asked(options).function:  # (for that question executions are discarded)
        return ()
    where = stuck_runs(program, options.seed)
    if not where or program.scheduler is not None:
        return ()
    # the runs may have had bad luck with their inputs
    engine = ENGINES["impact"]
    other = replace(options, property=UNREACH_CALL.name)
    ends = _prepared(ends_as_errors(program), UNREACH_CALL, form=engine.form)
    found = _decide(engine, ends, Run(other), clock, deadline, REMARK_SECONDS)
    if isinstance(found, Unsafe):
        return ()
    if isinstance(found, Safe):
        return (f"no execution gets to the end of the program: {where}; nothing is checked behind that",)
    return (f"no random run gets to the end of the program: {where}; perhaps nothing is checked behind that",)


def _read_again(path: Path, options: Options, clock: Clock, result: Result, parsed: Parsed | None) -> None:
    """A violation is looked for where the counterexample says, and a safe program is tried, by the second reading of C.

    It knows nothing of the program model. If it disagrees, there is no verdict; if it does not understand the program,
    or has no time, the verdict stays, and the statistics say why.
    """
    verdict = result.verdict
    spent = time.monotonic() - clock.start
    unit = None if parsed is None else parsed.unit
    left = SECOND_READING_MOST if options.timeout is None else options.timeout - spent
    doubt = doubtful(verdict, unit) if isinstance(verdict, Unsafe) else ""
    if doubt:  # (it is no violation yet, whoever interrupts this)
        result.verdict = Unknown("a result that may not be given", doubt, statistics=verdict.statistics)
    if isinstance(verdict, Unknown) or left <= 0 or not options.second_reading:
        return
    from threadproof.passes.memory_model import SC
    from threadproof.reference import judge

    if isinstance(verdict, Unsafe) and model(options) is not SC:
        opinion = judge.Opinion("not done", "it executes under sequential consistency")
    elif isinstance(verdict, Unsafe):
        seconds = min(left, SECOND_READING_MOST, max(SECOND_READING_LEAST, spent / 4))
        opinion = _confirm(path, options, verdict, seconds, unit)
    else:
        opinion = _opinion(lambda: judge.attempt(path, options, min(left, spent / 10, 1.0), unit))
    clock.lap("second reading")
    if doubt and opinion.word != "confirmed":
        return
    result.verdict = verdict
    if opinion.word == "refuted":
        word = "safe" if isinstance(verdict, Safe) else "unsafe"
        raise InternalError(
            f"the second reading of the program does not confirm that it is {word}: {opinion.why}",
            hint="this is an error of threadproof; --no-second-reading shows the verdict that it is about",
        )
    _note(opinion, path, options, result)


def _confirm(path: Path, options: Options, verdict: Unsafe, seconds: float, unit: Unit | None = None) -> Opinion:
    from threadproof.reference import judge

    trace, part = verdict.trace, verdict.violated or options.property
    if trace.left_out:
        return judge.Opinion("not done", f"{trace.left_out:,} moves are too many to be followed")
    return _opinion(lambda: judge.confirm(path, options, trace.outline, part, seconds, unit))


def _opinion(ask: Callable[[], Opinion]) -> Opinion:
    from threadproof.reference.judge import Opinion

    try:
        return ask()
    except (AssertionError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError) as bug:
        if DEBUG_VARIABLE in os.environ:
            raise
        return Opinion("not done", f"{type(bug).__name__}: {bug}")


def _note(opinion: Opinion, path: Path, options: Options, result: Result) -> None:
    """What comes of a second reading that is not against the verdict."""
    verdict = result.verdict
    if opinion.word == "not so":
        verdict = Unknown("an execution that the verdict is not about", opinion.why, statistics=verdict.statistics)
    if opinion.choices:
        from threadproof.frontend.files import digest
        from threadproof.output.replay_file import build_replay

        result.replay = build_replay(options, opinion.choices, digest(path, options))
    if isinstance(verdict, Unsafe) and opinion.end is not None:
        if is_elsewhere(verdict, opinion.end):
            opinion.word, opinion.why = "found another violation", f"at {opinion.end.pos}"
        verdict = explained(verdict, opinion.end)
    result.verdict = replace(verdict, statistics={**verdict.statistics, "second_reading": str(opinion)})


def _settle(path: Path, options: Options, clock: Clock, result: Result, parsed: Parsed, found: Result) -> None:
    """If the program may have any arguments, a violation counts if some lead to it: they are looked for."""
    from threadproof.frontend import possible_arguments
    from threadproof.frontend.start import called_as

    violation = found.verdict
    assert isinstance(violation, Unsafe)
    some = [replace(options, args=x) for x in possible_arguments(parsed.unit, violation.trace.outline, options)]
    result.take(found)
    result.verdict = Unknown("arguments were not found", NO_ARGUMENTS, statistics=violation.statistics)
    for given in some if options.second_reading else ():
        opinion = _confirm(path, given, violation, SECOND_READING_MOST / len(some))
        clock.lap("second reading")
        if opinion.word == "confirmed":
            result.verdict, result.notes = violation, (f"run with: {called_as(path, given)}", OTHER_ARGUMENTS)
            _note(opinion, path, given, result)
            return
    end = clock.deadline(options.timeout)
    for given in some[:MOST_TRIED]:
        seconds = SETTLE_SECONDS if end is None else min(SETTLE_SECONDS, (end - time.monotonic()) / 2)
        other = verify(path, replace(given, timeout=seconds)) if seconds > 0 else result
        if isinstance(other.verdict, Unsafe):
            result.take(other)
            result.notes = (f"run with: {called_as(path, given)}", *other.notes)
            return


def repeat(file: ReplayFile) -> RunResult:
    """Execute a violation that was reported, once more and step by step, from the C text."""
    from threadproof.frontend.files import digest
    from threadproof.reference import judge

    path = Path(file.file)
    if file.digest not in ("", digest(path, file.options)):
        raise InputError(
            "the program is not as it was when the report was written", file=file.file, hint="verify it again"
        )
    reading, end = judge.repeat(path, file.options, file.choices)
    steps = []
    for s in end.steps:
        lines = reading.unit.sources.get(s.pos.file, [])
        text = lines[s.pos.line - 1].strip() if 0 < s.pos.line <= len(lines) else ""
        changes = () if s.news is None else (Change(*s.news),)
        note = "" if s.what in ("read", "write", "free") else s.what
        steps.append(TraceStep(s.thread, s.function, s.pos.file, s.pos.line, text, changes, note))
    if end.kind != "violation":
        raise InputError(
            f"the execution does not violate {file.options.property}: {end.text}",
            file=file.file,
            hint="has the program been changed since the report was written? verify it again",
        )
    return RunResult(tuple(steps), f"{end.part} is violated: {end.text} ({end.pos})")


def _decide(
    engine: EngineSpec,
    program: Program,
    run: Run,
    clock: Clock,
    deadline: float | None,
    seconds: float | None,
    made: dict[str, Engine] | None = None,
) -> Verdict:
    """What the engine says within so many seconds; a violation is replayed. `made`: who has been asked before."""
    from threadproof.budget import until
    from threadproof.result.counterexample import Counterexample

    limits = [t for t in (deadline, None if seconds is None else time.monotonic() + seconds) if t is not None]
    run.deadline = min(limits, default=None)
    run.is_last = run.deadline == deadline
    property_ = sought(run.options)
    made = {} if made is None else made
    refused = engine.refusal(program, property_)
    if refused is not None:
        return refused
    try:
        with until(run.deadline):
            if engine.name not in made:
                made[engine.name] = engine.make()
            answer = made[engine.name].verify(program, property_, run)
    except (Limit, MemoryError) as limit:
        reason, detail = (limit.reason, limit.detail) if isinstance(limit, Limit) else ("out of memory", "")
        answer = Unknown(reason, detail, statistics={"nodes": 0, **run.statistics})
    if isinstance(answer, Unknown) and answer.reason == "out of memory":
        made.pop(engine.name, None)
        gc.collect()  # for those who come after it
    clock.lap("engine")
    if not isinstance(answer, Counterexample):
        if not isinstance(answer, Safe | Unknown):
            raise InternalError(f"{engine.name} answers {type(answer).__name__}", hint="Safe, Unknown, Counterexample")
        return answer
    if program.reads_clocks and answer.loop_start is not None:
        return Unknown("loops that may wait for a clock", "there is a loop that goes on for ever if clocks stand still")
    from threadproof.evidence.replay import replay

    verdict = replay(program, property_, answer)
    clock.lap("evidence")
    return verdict


def _with_few_threads(
    read: Program, path: Path, options: Options, progress: Progress | None, clock: Clock, deadline: float | None
) -> tuple[Unsafe, str] | None:
    """A violation with as few threads at each creation as possible, and who found it.

    An execution in which a thread is created at most n times is one in which it is created any number of times. That
    there is none proves nothing.
    """
    from threadproof.engines import ENGINES
    from threadproof.engines.engine import Run

    engine = ENGINES["explore"]
    undecided = 0
    for n in range(1, MOST_FEW + 1):
        if progress is not None:
            progress(f"up to {n} threads at each creation")
        program = _shaped(read, path, replace(options, threads=str(n)), is_strict=True)
        program = _prepared(program, sought(options), form=engine.form)
        clock.lap("passes")
        seconds = min(FEW_SECONDS, (options.timeout or 240.0) / 24)
        verdict = _decide(engine, program, Run(options, progress=progress), clock, deadline, seconds)
        if isinstance(verdict, Unsafe):
            return replace(verdict, statistics={**verdict.statistics, "threads": n}), engine.name
        undecided += isinstance(verdict, Unknown)
        if undecided > 1:
            break
    return None


def _forms(program: Program, property_: Property) -> Forms:
    from threadproof import passes
    from threadproof.passes.forms import Forms

    return Forms(program, property_, _examine if os.environ.get(DEBUG_VARIABLE) else passes.unwatched)


def _prepared(program: Program, property_: Property, *, form: str) -> Program:
    """The program as an engine sees it."""
    return _forms(program, property_).of(form)


def _examine(stage: str, program: Program) -> None:
    """Is it well-formed, and does no execution vanish? `stage`: what it comes from."""
    from threadproof.evidence import totality
    from threadproof.ir import checker

    problems = checker.check(program)
    if not problems and sum(len(out) for t in program.templates.values() for out in t.edges) < MOST_EXAMINED:
        problems = totality.check(program)
    if problems:
        raise InternalError(f"{stage} leaves a program that is not well-formed: {problems[0]}")


@interning.work()
def check_proof(
    path: Path,
    file: ProofFile,
    solver: str,
    cpp: str = "builtin",
    *,
    timeout: float | None = None,
    memory_limit: int | None = None,
) -> ProofCheck:
    """Check a proof against the program in a C file, which is read again as the proof says it was.

    Except for the preprocessor: a command to be run is for the user to choose, not for a file.
    """
    from threadproof.budget import Budget
    from threadproof.checking import checked_in_time
    from threadproof.evidence.proof import has_checker

    deadline = None if timeout is None else time.monotonic() + timeout
    if not has_checker(file.proof.kind):
        return ProofCheck(file.proof.kind, solver, is_checkable=False)
    if file.options.cpp != cpp:
        raise UsageError(f"the program was preprocessed by {file.options.cpp!r}", hint=f"add: --cpp {file.options.cpp}")
    check_options(file.options)
    program = load(path, file.options)
    program = _prepared(program, sought(file.options), form=file.form)
    return checked_in_time(program, sought(file.options), file.proof, solver, Budget(deadline, memory_limit))


def check_options(options: Options) -> None:
    from threadproof.portfolio import check_engine

    wrong = problem(options)
    if wrong is not None:
        raise UsageError(wrong)
    check_engine(options)


def load(path: Path, options: Options, parsed: Parsed | None = None) -> Program:
    """The program before any pass."""
    return _shaped(_read(path, options, parsed), path, options)


def _read(path: Path, options: Options, parsed: Parsed | None = None) -> Program:
    from threadproof import frontend

    program = frontend.load(path, options, parsed)
    if os.environ.get("THREADPROOF_DEBUG"):
        _examine("the front end", program)
    if asked(options).is_about and program.scheduler is None:
        raise UsageError(f"{options.property} is about {asked(options).is_about}; this program has none")
    return program


def _shaped(program: Program, path: Path, options: Options, *, is_strict: bool = False) -> Program:
    """With as many threads as the user wants, and with what the memory model allows."""
    from threadproof.passes.memory_model import SC, allowing

    program = _multiplied(program, path, options)
    if model(options) is not SC and program.scheduler is not None:
        raise UsageError(f"--memory-model is for preemptive threads; {path} has cooperative ones", hint="leave it out")
    races = sought(options) is not asked(options)
    return allowing(program, model(options), options.store_buffer, options.history, races=races, is_strict=is_strict)


def _multiplied(program: Program, path: Path, options: Options) -> Program:
    if options.threads is None:
        return program
    if program.scheduler is not None:
        raise UsageError(f"--threads is for preemptive threads; {path} has cooperative ones", hint="leave it out")
    from threadproof.passes.multiply import multiply
    from threadproof.portfolio import ABOUT_WAITING

    most = None if options.threads == "any" else int(options.threads)
    return multiply(program, most, are_awaited=sought(options).has(*ABOUT_WAITING))


def print_ir(path: Path, options: Options, form: str = "plain", after: str = "") -> str:
    """The program model that engines see, as text; `after`: what a pass has left of it, the last time that it ran."""
    from threadproof.ir.printer import print_program
    from threadproof.passes.forms import Forms

    made: dict[str, Program] = {}
    forms = Forms(load(path, options), sought(options), made.__setitem__)
    program = forms.of(form)
    if after and after not in made:
        hint = f"those that do: {', '.join(made) or 'none'}; --passes lists all"
        raise UsageError(f"{after} changes nothing in {path}", hint=hint)
    return print_program(made[after] if after else program)


def print_passes(options: Options, form: str) -> str:
    """What is done to every program before an engine sees it, in this order, for a property."""
    from threadproof import passes

    check_options(options)
    lines = [f"checks of {options.property}"] if sought(options).checks is not None else []
    for stage in (*passes.SCHEDULE, *passes.schedule(form)):
        chosen = passes.choose(stage, sought(options))
        if chosen is not None:
            lines.append(chosen.name + " (if the one before has changed something)" * stage.after_change)
        else:
            lines.append(f"# {stage.alternatives[0].name} does not keep {options.property}")
    return "\n".join(lines)


def print_blocks(path: Path, options: Options) -> str:
    check_options(options)
    from threadproof.output.blocks import format_blocks

    program = load(path, options)
    if program.scheduler is not None:
        raise UsageError(f"{path} has cooperative threads: a block is what a thread does until it gives control back")
    return format_blocks(_prepared(program, sought(options), form="plain"))


def sequentialize(path: Path, options: Options) -> str:
    """An equivalent sequential C program of a cooperative one."""
    from threadproof.ir.sched import as_sequential
    from threadproof.result.arguments import ANY_ARGUMENTS

    if ANY_ARGUMENTS in (loaded := load(path, options)).scope:
        raise UsageError("the program looks at its arguments, which may be any", hint="--args gives them")
    program = _prepared(loaded, sought(options), form="sequential")
    return as_sequential(program, sought(options), str(path))


def abstractions(path: Path, options: Options, show: Callable[[str], None]) -> Verdict:
    """Show the abstract program of every iteration of predicate abstraction; what came of it is returned."""
    from threadproof.budget import Clock
    from threadproof.engines import ENGINES
    from threadproof.engines.engine import Run
    from threadproof.output.iteration import format_iteration

    options = replace(options, engine="symmpa")
    check_options(options)
    clock = Clock()
    deadline = clock.deadline(options.timeout)
    engine = ENGINES[options.engine]
    program = _prepared(load(path, options), sought(options), form=engine.form)

    def watch(iteration: Iteration) -> None:
        show(format_iteration(program, iteration))

    return _decide(engine, program, Run(options, watch=watch), clock, deadline, None)


def run(path: Path, options: Options, max_steps: int) -> RunResult:
    """Execute once under a random schedule with random inputs."""
    from threadproof import passes
    from threadproof.evidence.execute import execute
    from threadproof.reference.runs import with_arguments

    options = with_arguments(path, options)
    program = passes.run(load(path, options), sought(options))
    steps, end = execute(program, random.Random(options.seed), max_steps)
    return RunResult(steps, end if options.args is None else f"{end} (--args {options.args!r})")
