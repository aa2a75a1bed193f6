"""The running instances of a run, perhaps thousands: who is worth trying next is known without asking all of them.

* `ready`: instances that may be able to move, and if somebody wants to know, at which location (`places`).
* *Groups* of instances that could not, all of them for the same reason: they are at one location and agree in all that
  it depends on (`Needs`). When a shared variable is written that a group looks at, the group opens: one of its members
  becomes ready, and when that one has moved, the next. When one of them cannot move, the group closes again.
* `held`: instances at a dead end. They may move when nobody else can.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from threadproof.engines.compiled.model import Local
from threadproof.engines.walk.locations import Needs
from threadproof.engines.walk.pool import Pool
from threadproof.records import dataclass, field


@dataclass(slots=True, eq=False)
class Group:
    key: tuple[object, ...]
    needs: Needs
    members: Pool = field(default_factory=Pool)
    is_open: bool = False


class Crowd:
    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        #: the tuples of the running instances
        self.local: dict[int, Local] = {}
        self.ready = Pool()
        #: ready instances by location, and the locations where there are any; None: nobody asks
        self.places: dict[int, Pool] | None = None
        self.occupied = Pool()
        self.held = Pool()
        self.groups: dict[tuple[object, ...], Group] = {}
        #: position in the shared tuple -> groups that look at it
        self.watching: dict[int, dict[Group, None]] = {}
        #: ready instances that came from a group which is still open
        self._from: dict[int, Group] = {}
        #: instances that have become ready since the schedule looked
        self.news: list[int] = []

    def copy(self) -> Crowd:
        new = Crowd(self.chance)
        new.local, new.ready, new.held = self.local.copy(), self.ready.copy(), self.held.copy()
        new.news = new.ready.items.copy()
        twins: dict[Group, Group] = {}
        for key, group in self.groups.items():
            twin = twins[group] = Group(key, group.needs, group.members.copy(), group.is_open)
            new._add(twin)
        new._from = {id_: twins[group] for id_, group in self._from.items() if group in twins}
        return new

    def start(self, l: Local) -> None:
        self.local[l[1]] = l
        self._make_ready(l[1])

    def move(self, id_: int, l: Local | None) -> None:
        """A ready instance has moved; None: it has ended."""
        if l is None:
            self._leave(id_)
            del self.local[id_]
        else:
            if self.places is not None:
                self._leave_place(self.local[id_])
                self._enter_place(l)
            self.local[id_] = l
        group = self._from.pop(id_, None) if self._from else None
        if group is not None and group.is_open:
            self._release(group)

    def _make_ready(self, id_: int) -> None:
        self.ready.add(id_)
        self.news.append(id_)
        if self.places is not None:
            self._enter_place(self.local[id_])

    def _leave(self, id_: int) -> None:
        """Not ready any more."""
        self.ready.remove(id_)
        if self.places is not None:
            self._leave_place(self.local[id_])

    # ------------------------------------------------------------ places

    def note_places(self) -> None:
        """From now on it is known where the ready instances are."""
        self.places = {}
        for id_ in self.ready.items:
            self._enter_place(self.local[id_])

    def _enter_place(self, l: Local) -> None:
        assert self.places is not None
        pool = self.places.get(l[0])
        if pool is None:
            pool = self.places[l[0]] = Pool()
        if not pool:
            self.occupied.add(l[0])
        pool.add(l[1])

    def _leave_place(self, l: Local) -> None:
        assert self.places is not None
        pool = self.places[l[0]]
        pool.remove(l[1])
        if not pool:
            self.occupied.remove(l[0])

    # ------------------------------------------------------------ dead ends

    def hold(self, id_: int) -> None:
        self._leave(id_)
        self.held.add(id_)

    def release_held(self) -> None:
        self._make_ready(self.held.draw(self.chance))

    # ------------------------------------------------------------ groups

    def park(self, id_: int, needs: Needs) -> None:
        """A ready instance cannot move."""
        self._leave(id_)
        self._from.pop(id_, None)
        key = needs.key(self.local[id_])
        group = self.groups.get(key)
        if group is None:
            group = Group(key, needs)
            self._add(group)
        group.members.add(id_)
        group.is_open = False

    def _add(self, group: Group) -> None:
        self.groups[group.key] = group
        for n in group.needs.shared:
            self.watching.setdefault(n, {})[group] = None

    def changed(self, slots: Iterable[int]) -> None:
        """Positions of the shared tuple that were written."""
        for n in slots:
            for group in list(self.watching.get(n, ())):
                if not group.is_open:
                    group.is_open = True
                    self._release(group)

    def _release(self, group: Group) -> None:
        """One member, any, becomes ready."""
        id_ = group.members.draw(self.chance)
        self._make_ready(id_)
        if group.members:
            self._from[id_] = group
        else:
            self._forget(group)

    def unpark(self, group: Group) -> None:
        """Its members may be able to move after all."""
        while group.members:
            self._make_ready(group.members.draw(self.chance))
        self._forget(group)

    def _forget(self, group: Group) -> None:
        group.is_open = False
        del self.groups[group.key]
        for n in group.needs.shared:
            del self.watching[n][group]
