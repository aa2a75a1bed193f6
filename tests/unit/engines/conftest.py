"""For the tests of engines."""

from __future__ import annotations

import pytest

from threadproof.frontend import threads


@pytest.fixture
def threads_have_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that look at ids as numbers are not understood; what engines would do with them is looked at here."""
    threads.load()
    monkeypatch.setattr("threadproof.frontend.ctypes.THREAD_IDS", ())
    monkeypatch.setattr("threadproof.frontend.apis.pthread.is_thread_id", lambda t: True)
