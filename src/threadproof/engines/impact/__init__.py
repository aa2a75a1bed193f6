"""Lazy abstraction with interpolants for preemptive threads."""
