"""Explicit-state search over every interleaving: the oracle, and a bug finder. Entry point: `engine.Explore`."""
