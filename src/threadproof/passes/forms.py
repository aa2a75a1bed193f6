"""A program as engines want to see it, in each of `options.FORMS`, which are made when they are first asked for."""

from __future__ import annotations

from threadproof import passes
from threadproof.ir.program import Program
from threadproof.properties import Property


class Forms:
    """`written`: before any pass."""

    def __init__(self, written: Program, property_: Property, watch: passes.Watch = passes.unwatched) -> None:
        self.written = written
        self.property = property_
        self.watch = watch
        self._made: dict[str, Program] = {}

    def of(self, form: str) -> Program:
        found = self._made.get(form)
        if found is None:
            found = self._made[form] = self._make(form)
        return found

    def _make(self, form: str) -> Program:
        if form == "plain":
            return passes.run(self.written, self.property, self.watch)
        return passes.in_form(self.of("plain"), self.property, form, self.watch)
