"""Classes of plain data: what `dataclasses` makes of them, in a twentieth of the time; every command makes hundreds.

And `NamedTuple`, for the same reason. Whoever checks types sees dataclasses, and the functions of `dataclasses` know
records, too. All have slots. Methods are compiled when they are first called, once for all records that are alike but
for the names of their values. That frozen ones are not changed is checked by mypy only,
so they are made as quickly as others; their hash relies on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["NamedTuple", "dataclass", "field", "fields", "replace"]

if TYPE_CHECKING:
    from dataclasses import dataclass, field, fields, replace
    from typing import NamedTuple
else:
    from collections import _tuplegetter
    from functools import cache
    from reprlib import recursive_repr
    from types import FunctionType

    _NOTHING = object()

    class Field:
        """One value of a record: what it is if nothing is given, and whether it is compared and shown."""

        __slots__ = ("compare", "default", "default_factory", "init", "name", "repr", "type")

        def __init__(self, *, default=_NOTHING, default_factory=_NOTHING, init=True, compare=True, repr=True):
            self.default = default
            self.default_factory = default_factory
            self.init = init
            self.compare = compare
            self.repr = repr

        @property
        def _field_type(self):
            """By this `dataclasses` knows a field."""
            import dataclasses

            return dataclasses._FIELD

    field = Field

    def fields(record):
        return tuple(record.__dataclass_fields__.values())

    def replace(record, /, **changes):
        cls = type(record)
        for name in cls.__match_args__:
            if name not in changes:
                changes[name] = getattr(record, name)
        return cls(**changes)

    def dataclass(*, slots, frozen=False, eq=True):
        assert slots
        return lambda cls: _record(cls, frozen, eq)

    def _record(cls, frozen, eq):
        space = {**cls.__dict__, "__qualname__": cls.__qualname__}
        inherited = {}
        for base in reversed(cls.__mro__[1:]):
            inherited |= base.__dict__.get("__dataclass_fields__", {})
        known = dict(inherited)
        for name, annotation in cls.__annotations__.items():
            default = space.pop(name, _NOTHING)
            known[name] = default if type(default) is Field else Field(default=default)
            known[name].name, known[name].type = name, annotation
        for name in ("__dict__", "__weakref__"):  # (of the class without slots)
            space.pop(name, None)
        space["__slots__"] = tuple([name for name in known if name not in inherited])
        space["__dataclass_fields__"] = known
        space["__match_args__"] = tuple([f.name for f in known.values() if f.init])
        lazy = [_Lazy("__init__", _init)]
        space.setdefault("__repr__", _repr)
        if eq:
            # (a class that has __eq__ and says nothing about a hash has the hash None)
            if "__hash__" not in space or (space["__hash__"] is None and "__eq__" in space):
                space["__hash__"] = None
                lazy += [_Lazy("__hash__", _hash)] if frozen else []
            if "__eq__" not in space:
                lazy.append(_Lazy("__eq__", _eq))
        for method in lazy:
            space[method.name] = method.first()
        made = type(cls)(cls.__name__, cls.__bases__, space)
        for method in lazy:
            method.owner = made
        return made

    class _Lazy:
        """A method that is made when it is first called, perhaps by several threads at once."""

        __slots__ = ("make", "name", "owner")

        def __init__(self, name, make):
            self.name = name
            self.make = make

        def first(self):
            def method(*args, **kwargs):
                made = self.make(self.owner)
                setattr(self.owner, self.name, made)
                return made(*args, **kwargs)

            return method

    def _init(cls):
        parameters, defaults, lines, space = ["self"], [], [], {"nothing": _NOTHING}
        for i, f in enumerate(fields(cls)):
            given = f"_{i}" if f.init else "nothing"
            if f.default_factory is not _NOTHING:
                space[f"make_{i}"] = f.default_factory
                lines.append(f"self._{i} = make_{i}() if {given} is nothing else {given}")
            elif f.init:
                lines.append(f"self._{i} = _{i}")
            elif f.default is not _NOTHING:
                space[f"default_{i}"] = f.default
                lines.append(f"self._{i} = default_{i}")
            if f.init:
                parameters.append(f"_{i}")
                if defaults or f.default is not _NOTHING or f.default_factory is not _NOTHING:
                    defaults.append(f.default)
        if hasattr(cls, "__post_init__"):
            lines.append("self.__post_init__()")
        text = f"def __init__({', '.join(parameters)}): {'; '.join(lines) or 'pass'}"
        return _method(text, tuple(cls.__dataclass_fields__), cls.__qualname__, cls.__module__, space, tuple(defaults))

    def _eq(cls):
        names, mine, others = _compared(cls)
        text = f"{mine} == {others} if other.__class__ is self.__class__ else NotImplemented"
        return _method(f"def __eq__(self, other): return {text}", names, cls.__qualname__, cls.__module__)

    def _hash(cls):
        names, mine, _ = _compared(cls)
        return _method(f"def __hash__(self): return hash({mine})", names, cls.__qualname__, cls.__module__)

    def _compared(cls):
        names = [f.name for f in fields(cls) if f.compare]
        return names, *(f"({''.join([f'{who}._{i},' for i in range(len(names))])})" for who in ("self", "other"))

    @recursive_repr()
    def _repr(self):
        shown = [f"{f.name}={getattr(self, f.name)!r}" for f in fields(self) if f.repr]
        return f"{type(self).__qualname__}({', '.join(shown)})"

    class _Named(type):
        def __new__(meta, name, bases, space):
            if not bases:
                return super().__new__(meta, name, bases, space)
            names = tuple(space.get("__annotations__", ()))
            defaults = tuple([space.pop(name) for name in names if name in space])
            items = "".join([f"_{i}," for i in range(len(names))])
            text = f"def __new__(cls, {items}): return new(cls, ({items}))"
            new = _method(text, names, space["__qualname__"], space["__module__"], {"new": tuple.__new__}, defaults)
            getters = {name: _tuplegetter(i, None) for i, name in enumerate(names)}
            own = {"__slots__": (), "__match_args__": names, "_fields": names, "__new__": new}
            own["_field_defaults"] = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
            return type(name, (tuple,), {**_OF_TUPLES, **space, **own, **getters})

    class NamedTuple(metaclass=_Named):
        pass

    def _replace(self, /, **changes):
        made = tuple.__new__(type(self), map(changes.pop, self._fields, self))
        if changes:
            raise TypeError(f"no such names: {list(changes)}")
        return made

    def _asdict(self):
        return dict(zip(self._fields, self, strict=True))

    def _make(cls, items):
        made = tuple.__new__(cls, items)
        if len(made) != len(cls._fields):
            raise TypeError(f"{len(cls._fields)} items are needed, not {len(made)}")
        return made

    def _repr_of_tuple(self):
        return f"{type(self).__name__}({', '.join([f'{n}={x!r}' for n, x in zip(self._fields, self, strict=True)])})"

    def _getnewargs(self):
        return tuple(self)

    _OF_TUPLES = {
        "_asdict": _asdict,
        "_make": classmethod(_make),
        "_replace": _replace,
        "__repr__": _repr_of_tuple,
        "__getnewargs__": _getnewargs,
    }

    def _method(text, names, owner, module, space=None, defaults=()):
        """`names`: what is called _0, _1 and so on in the text. `space`: what else is known there."""
        code = _compiled(text)
        named = {f"_{i}": name for i, name in enumerate(names)}
        code = code.replace(
            co_varnames=tuple([named.get(name, name) for name in code.co_varnames]),
            co_names=tuple([named.get(name, name) for name in code.co_names]),
            co_qualname=f"{owner}.{code.co_name}",
        )
        return FunctionType(code, {"__name__": module, **(space or {})}, argdefs=defaults)

    @cache
    def _compiled(text):
        space = {}
        exec(text, space)
        (code,) = (value.__code__ for name, value in space.items() if name != "__builtins__")
        return code
