"""Records are what `dataclasses` makes of the same classes: every class of the package, and some made for this."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar

import pytest

from threadproof import records
from threadproof.result.verdict import Unknown

T = TypeVar("T")

#: prints, for every class of the package, what it is made of; with an argument, `dataclasses` has made them all
DESCRIBE = """
import importlib, inspect, json, pkgutil, sys
if len(sys.argv) > 1:
    import dataclasses, typing
    dataclasses.NamedTuple = typing.NamedTuple
    sys.modules["threadproof.records"] = dataclasses
import threadproof

def default(value):
    if value is inspect.Parameter.empty or type(value).__name__ in ("object", "_MISSING_TYPE"):
        return "none"
    return repr(value) if isinstance(value, (int, str, tuple, type(None))) else type(value).__name__

def describe(cls):
    if issubclass(cls, tuple):
        methods = [n for n in vars(cls) if n in ("__repr__", "__eq__", "__hash__", "__str__", "__iter__")]
        parameters = inspect.signature(cls).parameters.values()
        return {
            "fields": cls._fields,
            "match": cls.__match_args__,
            "slots": cls.__slots__,
            "bases": list(map(str, cls.__mro__[1:])),
            "methods": sorted(methods),
            "parameters": [(p.name, str(p.kind), default(p.default)) for p in parameters],
        }
    return {
        "fields": [(f.name, f.type, f.init, f.compare, f.repr) for f in cls.__dataclass_fields__.values()],
        "defaults": [(default(f.default), default(f.default_factory)) for f in cls.__dataclass_fields__.values()],
        "match": cls.__match_args__,
        "slots": cls.__slots__,
        "methods": {n: n in cls.__dict__ for n in ("__eq__", "__hash__", "__repr__", "__dict__", "__weakref__")},
        "has_hash": cls.__hash__ is not None,
        "bases": list(map(str, cls.__bases__)),
        "doc": bool(cls.__doc__ and not cls.__doc__.startswith(cls.__name__ + "(")),
    }

found = {}
for module in pkgutil.walk_packages(threadproof.__path__, "threadproof."):
    if not module.name.endswith(("__main__", ".records")):
        for name, value in vars(importlib.import_module(module.name)).items():
            is_ours = isinstance(value, type) and value.__module__ == module.name
            if is_ours and (hasattr(value, "__dataclass_fields__") or issubclass(value, tuple)):
                found[f"{module.name}.{name}"] = describe(value)
print(json.dumps(found))
"""


def test_every_class_of_the_package_is_what_dataclasses_makes_of_it() -> None:
    ours, theirs = (
        json.loads(subprocess.run([sys.executable, "-c", DESCRIBE, *how], capture_output=True, check=True).stdout)
        for how in ([], ["dataclasses"])
    )
    assert len(ours) > 300
    assert ours == theirs


def classes(m: ModuleType) -> dict[str, Any]:
    @m.dataclass(frozen=True, slots=True)
    class Point:
        x: int
        y: int = 0
        note: str = m.field(default="", compare=False)

        @property
        def size(self) -> int:
            return self.x + self.y

    @m.dataclass(slots=True)
    class Changing:
        names: list[str] = m.field(default_factory=list)
        count: int = m.field(init=False)
        secret: int = m.field(default=7, repr=False)

        def __post_init__(self) -> None:
            self.count = len(self.names)

    @m.dataclass(slots=True, eq=False)
    class Same:
        me: object = None

    @m.dataclass(frozen=True, slots=True)
    class OwnEquality:  # noqa: PLW1641
        a: int
        b: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, OwnEquality) and self.a == other.a

    @m.dataclass(frozen=True, slots=True)
    class OwnHash:
        a: int

        def __hash__(self) -> int:
            return 5

    @m.dataclass(slots=True)
    class OwnHashChanging:
        a: int

        def __hash__(self) -> int:
            return 6

        def __repr__(self) -> str:
            return "mine"

    @m.dataclass(frozen=True, slots=True)
    class Unhashable:
        a: int
        __hash__ = None  # type: ignore[assignment]

    @m.dataclass(frozen=True, slots=True)
    class Empty:
        pass

    @m.dataclass(frozen=True, slots=True)
    class One:
        other: object
        self_: object = 1
        hash: object = 2
        _0: object = 3
        _1: object = 4
        nothing: object = 5
        make_2: object = m.field(default_factory=tuple)

    @m.dataclass(frozen=True, slots=True)
    class Place(Point):
        y: int = 7
        name: str = "?"
        tags: list[str] = m.field(default_factory=list, compare=False)

    @m.dataclass(slots=True)
    class Counting(Changing):
        step: int = 1

    @m.dataclass(slots=True)
    class Failed(Exception):
        why: str

    @m.dataclass(frozen=True, slots=True)
    class Holds(Generic[T]):
        value: T

    return {name: value for name, value in locals().items() if isinstance(value, type)}


OURS, THEIRS = classes(records), classes(dataclasses)


def values(made: dict[str, Any]) -> Iterator[Any]:
    yield from (made["Point"](*a) for a in [(1,), (1, 0), (1, 2), (2, 1), (1, 2, "n"), (1, 2, "other")])
    yield made["Point"](y=3, x=4)
    yield made["Point"](1, True)
    yield from (made["Changing"](*a) for a in [(), ([],), (["a"],), (["a"], 8)])
    yield from (made["OwnEquality"](*a) for a in [(1, 2), (1, 3), (2, 2)])
    yield from (made[name](a) for name in ("OwnHash", "OwnHashChanging", "Unhashable") for a in (1, 2))
    yield made["Empty"]()
    yield made["Empty"]()
    yield made["One"](1)
    yield made["One"](1, _1=8, make_2=(1,), hash=9)
    yield made["Holds"](1)
    yield from (made["Place"](*a) for a in [(1,), (1, 7), (1, 2), (1, 2, "n", "m"), (1, 2, "n", "m", ["t"])])
    yield made["Place"](1, note="x", tags=["a"])
    yield from (made["Counting"](*a) for a in [(), (["a"],), (["a"], 7, 2)])


def outcome(function: Callable[..., object], *args: object) -> object:
    try:
        return function(*args)
    except Exception as error:
        return type(error), str(error).replace("dataclass", "record")


def test_equality_hash_and_text() -> None:
    ours, theirs = list(values(OURS)), list(values(THEIRS))
    for a, x in zip(ours, theirs, strict=True):
        assert repr(a) == repr(x)
        assert outcome(hash, a) == outcome(hash, x)
        assert a.__eq__(1) is x.__eq__(1)
        for b, y in zip(ours, theirs, strict=True):
            assert (a == b, a != b) == (x == y, x != y)
        assert a != x


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("args", [(), (1,), (1, 2), (1, 2, 3, 4, 5, 6, 7, 8, 9)])
@pytest.mark.parametrize("kwargs", [{}, {"x": 1}, {"y": 1}, {"a": 1}, {"count": 1}])
def test_arguments(name: str, args: tuple[int, ...], kwargs: dict[str, int]) -> None:
    def made(cls: Any) -> object:
        record = cls(*args, **kwargs)
        return {f.name: getattr(record, f.name) for f in dataclasses.fields(cls)}

    assert outcome(made, OURS[name]) == outcome(made, THEIRS[name])


def test_every_record_has_a_list_of_its_own() -> None:
    a, b = OURS["Changing"](), OURS["Changing"]()
    assert a.names == b.names == []
    assert a.names is not b.names
    assert OURS["Changing"](None or []).names is not a.names


def test_identity_where_equality_is_not_asked_for() -> None:
    a, b = OURS["Same"](1), OURS["Same"](1)
    assert a == a != b
    assert len({a, b}) == 2


def test_a_record_inside_itself_can_be_shown() -> None:
    ours, theirs = OURS["Same"](), THEIRS["Same"]()
    ours.me, theirs.me = ours, theirs
    assert repr(ours) == repr(theirs)


@pytest.mark.parametrize("replace", [records.replace, dataclasses.replace])
def test_replace(replace: Callable[..., Any]) -> None:
    point = OURS["Point"](1, 2, "n")
    other = replace(point, y=5)
    assert (other.x, other.y, other.note, other.size) == (1, 5, "n", 6)
    assert point.y == 2
    assert replace(OURS["Changing"](["a", "b"]), secret=1).count == 2
    with pytest.raises((TypeError, ValueError)):
        replace(point, z=1)
    with pytest.raises((TypeError, ValueError)):
        replace(OURS["Changing"](), count=1)


def test_the_functions_of_dataclasses_know_records() -> None:
    point = OURS["Point"](1, 2)
    assert dataclasses.is_dataclass(point)
    assert [f.name for f in dataclasses.fields(point)] == [f.name for f in records.fields(point)] == ["x", "y", "note"]
    assert dataclasses.asdict(point) == {"x": 1, "y": 2, "note": ""}


def test_patterns() -> None:
    point = OURS["Point"]
    match point(1, 2, "n"):
        case point(x, y, note):
            assert (x, y, note) == (1, 2, "n")
        case _:
            raise AssertionError


def test_only_declared_attributes() -> None:
    for record in values(OURS):
        assert not hasattr(record, "__dict__")
        with pytest.raises(AttributeError):
            record.anything = 1


def test_an_exception_that_is_a_record() -> None:
    with pytest.raises(OURS["Failed"]) as caught:
        raise OURS["Failed"]("because")
    assert caught.value.why == "because"


@pytest.mark.parametrize("name", OURS)
def test_methods_look_alike(name: str) -> None:
    for make in (records._init, records._eq, records._hash):  # type: ignore[attr-defined]
        mine = make(OURS[name])
        other = getattr(THEIRS[name], mine.__name__)
        if getattr(other, "__module__", None) == __name__ or mine.__name__ == "__init__":
            assert mine.__qualname__ == other.__qualname__
            assert list(inspect.signature(mine).parameters) == list(inspect.signature(other).parameters)


def test_methods_are_made_once() -> None:
    cls = classes(records)["Point"]
    first = cls.__init__, cls.__eq__, cls.__hash__
    assert cls(1) == cls(1)
    assert hash(cls(1)) == hash(cls(1))
    second = cls.__init__, cls.__eq__, cls.__hash__
    assert not any(a is b for a, b in zip(first, second, strict=True))
    assert cls(1) == cls(1)
    assert hash(cls(1)) == hash(cls(1))
    assert second == (cls.__init__, cls.__eq__, cls.__hash__)
    # another thread may have looked the first ones up before
    init, eq, hash_ = first
    point = cls(1)
    init(point, 2)
    assert eq(point, cls(2))
    assert hash_(point) == hash(cls(2))


def test_a_subclass_that_is_no_record() -> None:
    for made in (classes(records), classes(dataclasses)):

        class Special(made["Point"]):  # type: ignore[misc, name-defined]
            pass

        assert Special(1, 2) == Special(1, 2) != made["Point"](1, 2)
        assert hash(Special(1, 2)) == hash(made["Point"](1, 2))
        assert (made["Point"](3).x, Special(4).x) == (3, 4)


def test_a_copy_is_equal() -> None:
    record = Unknown("r", "d", statistics={"nodes": 1})
    for again in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert again == record
        assert repr(again) == repr(record)


class OurPair(records.NamedTuple):
    left: int
    right: int = 2

    @property
    def size(self) -> int:
        return self.right - self.left

    def __str__(self) -> str:
        return f"{self.left}..{self.right}"


class TheirPair(NamedTuple):
    left: int
    right: int = 2

    @property
    def size(self) -> int:
        return self.right - self.left

    def __str__(self) -> str:
        return f"{self.left}..{self.right}"


def test_named_tuples() -> None:
    for args in [(1,), (1, 3), (3, 1)]:
        ours, theirs = OurPair(*args), TheirPair(*args)
        assert ours == theirs == tuple(ours)
        assert hash(ours) == hash(theirs)
        assert repr(ours) == repr(theirs).replace("Their", "Our")
        assert (str(ours), ours.size, ours.left, ours[1], len(ours)) == (
            str(theirs), theirs.size, theirs.left, theirs[1], len(theirs)
        )  # fmt: skip
        assert type(ours._replace(right=9)) is OurPair
        assert ours._replace(right=9) == theirs._replace(right=9)
        assert ours._asdict() == theirs._asdict()
        assert type(OurPair._make(args + (5,) * (2 - len(args)))) is OurPair
        assert OurPair._make([1, 2]) == TheirPair._make([1, 2])
        for again in (copy.copy(ours), copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
            assert type(again) is OurPair
            assert again == ours
    assert OurPair(right=1, left=0) == (0, 1)
    assert OurPair._field_defaults == TheirPair._field_defaults
    public = {name for name in vars(TheirPair) if not name.startswith("__")}
    assert public - set(vars(OurPair)) == set()
    for few in ([1], [1, 2, 3]):
        with pytest.raises(TypeError):
            OurPair._make(few)
    with pytest.raises(TypeError):
        OurPair(1)._replace(middle=1)  # type: ignore[call-arg]
    with pytest.raises(AttributeError):
        OurPair(1).left = 2  # type: ignore[misc]
    for wrong in [(), (1, 2, 3)]:
        assert outcome(OurPair, *wrong) == tuple(
            x.replace("Their", "Our") if isinstance(x, str) else x for x in outcome(TheirPair, *wrong)
        )
    match OurPair(5, 6):
        case OurPair(a, right=b):
            assert (a, b) == (5, 6)
