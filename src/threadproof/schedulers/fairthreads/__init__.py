"""FairThreads: its scheduler (`state`), which turns commute (`effects`, `turns`), what happens in words (`instants`),
and programs under it as sequential C (`sequential`)."""
