"""Which functions are cancellation points is written down twice: for the front end, and for the second reading."""

from __future__ import annotations

from threadproof.frontend import apis, library
from threadproof.frontend.apis.cancellation import MAY, SHALL
from threadproof.reference.library import _handler
from threadproof.reference.library.cancellation import requirement


def test_both_say_the_same() -> None:
    known = {*apis._table(), *(name for names in library.CONTENTS.values() for name in names.split())}
    known |= {name for name in (*SHALL, *MAY) if _handler(name) is not None}
    for name in sorted(known):
        expected = True if name in SHALL else False if name in MAY else None
        assert requirement(name) is expected, name


def test_nothing_is_both() -> None:
    assert not SHALL & MAY
