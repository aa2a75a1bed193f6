"""Explicit-state search over every interleaving: the oracle, and a bug finder. Entry point: `engine.Explore`.

`walk` is an engine of its own that shares the compiled program, the detection of races and leaks, and the explanations.
"""
