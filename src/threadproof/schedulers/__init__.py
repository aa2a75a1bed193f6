"""Cooperative schedulers, one folder each: state and calls, and what else is known of them."""
