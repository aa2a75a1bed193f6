"""Constrained Horn clauses: what they are, who solves them, and how a solution is checked."""
