"""A toy scheduler: threads have control, one after the other in the order of their creation, until they pass the baton.

baton_thread(f)     a new thread, before the start
baton_run()         main starts the threads
baton_pass()        the next one
baton_sleep()       the same, until somebody calls baton_wake()
baton_coin()        0 or 1
baton_throw()       the next one is any that is awake, perhaps the one that throws
baton_throw()       whoever is awake may be the next, and this one, too
"""

from __future__ import annotations

from typing import NamedTuple

from threadproof.frontend import ast as A
from threadproof.frontend.lower.calls import Calls, Handler
from threadproof.frontend.lower.whole import Value
from threadproof.frontend.threads import Cooperative, ThreadApi, register
from threadproof.ir import op as O
from threadproof.ir.program import MAIN_ID, Program
from threadproof.ir.sched import Name
from threadproof.logic import term as T


class Silent:
    def event(self, number: int) -> str:
        return str(number)

    def note(self, *of_a_call: object) -> str:
        return ""


class Baton(NamedTuple):
    #: who comes next, first
    queue: tuple[int, ...] = ()
    asleep: tuple[int, ...] = ()
    is_thrown: bool = False
    running: int = MAIN_ID
    has_main: bool = True
    lost: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        return "baton"

    def may_run(self, id_: int) -> bool:
        if self.running:
            return id_ == self.running
        return (id_ == MAIN_ID and self.has_main) or id_ in (self.queue if self.is_thrown else self.queue[:1])

    def resumed(self, id_: int) -> Baton:
        if self.running == id_ or id_ == MAIN_ID:
            return self._replace(running=id_)
        return self._replace(running=id_, queue=tuple([i for i in self.queue if i != id_]), is_thrown=False)

    def narrator(self, program: Program, thread: Name) -> Silent:
        return Silent()

    def waits_for(self, id_: int, thread: Name, event: Name) -> str:
        return "somebody to wake it" if id_ in self.asleep else "the baton"

    def execute(self, id_: int, call: str, args: tuple[int, ...]) -> tuple[tuple[int, Baton], ...]:
        free = self._replace(running=0)
        match call:
            case "create":
                return ((0, self._replace(queue=(*self.queue, args[0]))),)
            case "start":
                return ((0, free),)
            case "start_and_end":
                return ((0, free._replace(has_main=False)),)
            case "end":
                return ((0, free._replace(has_main=self.has_main and id_ != MAIN_ID)),)
            case "pass":
                return ((0, free._replace(queue=(*self.queue, id_))),)
            case "coin":
                return ((0, self), (1, self))
            case "throw":
                return ((0, free._replace(queue=(*self.queue, id_), is_thrown=True)),)
            case "sleep":
                return ((0, free._replace(asleep=(*self.asleep, id_))),)
            case "wake":
                return ((0, self._replace(queue=(*self.queue, *self.asleep), asleep=())),)
        raise AssertionError(call)

    def distinguished(self, call: str, position: int) -> tuple[tuple[int, ...], int | None]:
        return (), None


def _thread(c: Calls, e: A.Call, wanted: bool) -> Value:
    function = c.pointer(c.arg(e, 0))

    def start(f: A.FuncDecl) -> None:
        handle = c.new_thread(c.program.template_for(f))
        c.create(f, handle, [], is_linked=True)
        c.emit(O.Primitive("create", (handle,)))

    c.choose_function(function, lambda f: "" if f.body else "thread without a body", start)
    return None


def _exit(c: Calls, e: A.Call, wanted: bool) -> Value:
    c.end_thread(None)
    return None


def _call(name: str) -> Handler:
    def handler(c: Calls, e: A.Call, wanted: bool) -> Value:
        result = c.new_temporary(32)
        c.emit(O.Primitive(name, (), result))
        return T.var(result)

    return handler


register(
    ThreadApi(
        "baton",
        {
            "baton_thread": _thread,
            "baton_run": _call("start"),
            "baton_pass": _call("pass"),
            "baton_sleep": _call("sleep"),
            "baton_wake": _call("wake"),
            "baton_throw": _call("throw"),
            "baton_coin": _call("coin"),
            "baton_exit": _exit,
        },
        cooperative=Cooperative(lambda any_order, watches: Baton()),
    )
)
