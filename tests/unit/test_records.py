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
from typing import Any, Generic, TypeVar

import pytest

from threadproof import records
from threadproof.result.verdict import Unknown

T = TypeVar("T")

#: prints, for every class of the package, what it is made of; with an argument, `dataclasses` has made them all
DESCRIBE = """
import importlib, inspect, json, pkgutil, sys
if len(sys.argv) > 1:
    import dataclasses
    sys.modules["threadproof.records"] = dataclasses
import threadproof

def describe(cls):
    parameters = inspect.signature(cls).parameters.values()
    return {
        "fields": [(f.name, f.type, f.init, f.compare, f.repr) for f in cls.__dataclass_fields__.values()],
        "parameters": [(p.name, str(p.kind), p.default is not p.empty) for p in parameters],
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
            if isinstance(value, type) and hasattr(value, "__dataclass_fields__") and value.__module__ == module.name:
                found[f"{module.name}.{name}"] = describe(value)
print(json.dumps(found))
"""


def test_every_class_of_the_package_is_what_dataclasses_makes_of_it() -> None:
    ours, theirs = (
        json.loads(subprocess.run([sys.executable, "-c", DESCRIBE, *how], capture_output=True, check=True).stdout)
        for how in ([], ["dataclasses"])
    )
    assert len(ours) > 200
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


def test_names_of_methods() -> None:
    for name, ours in OURS.items():
        for method in ("__init__", "__eq__", "__hash__"):
            mine, other = getattr(ours, method), getattr(THEIRS[name], method)
            assert getattr(mine, "__qualname__", None) == getattr(other, "__qualname__", None)
        assert list(inspect.signature(ours).parameters) == list(inspect.signature(THEIRS[name]).parameters)


def test_a_copy_is_equal() -> None:
    record = Unknown("r", "d", statistics={"nodes": 1})
    for again in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert again == record
        assert repr(again) == repr(record)


def test_no_record_is_the_base_of_another() -> None:
    with pytest.raises(AssertionError):

        @records.dataclass(slots=True)
        class More(OURS["Point"]):  # type: ignore[misc]
            z: int
