"""Weak memory: what processors, or C11, may do with accesses of a thread becomes steps of the program.

For processors with store buffers `barriers` says what each step keeps in order, `delays` which stores may be late at
all, `buffers` makes them so. For C11 `places` says what needs more than its last value, `strength` what seq_cst may
mean, `claims` who may still read old values; `views` is what threads, messages and `locks` know, `machine` what a
message does to that, and `histories` puts it into the program. `conflicts` serves both.
"""
