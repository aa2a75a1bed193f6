"""Weak memory models as axioms on candidate executions of litmus tests: a ground truth that executes nothing.

In the order of use: `formats/` reads a test, `program` is what it says, `mapping` compiles a test in C for a machine,
`unfold` runs each thread for all values that its loads may see, `candidates` chooses who reads from whom and the order
of stores, `models/` judge each candidate (`execution`), `judge` is all of it for a test, `report` tells it, `command`
is the command. Knows nothing of C programs as the rest of the package verifies them.
"""
