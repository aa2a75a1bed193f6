"""Numbers that calls of FairThreads take and return."""

from __future__ import annotations

OK, TIMEOUT, NEXT, BAD_LINK, BAD_CREATE = 0, 2, 3, 4, 5
#: what a wait returns in a thread that has been stopped
STOPPED = 255
#: outcomes: what is returned, plus this times the set of events present
PRESENT = 256
#: no limit of instants
FOREVER = (1 << 32) - 1
