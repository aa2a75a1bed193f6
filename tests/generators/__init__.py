"""Random programs for differential tests: `sequential` against a real compiler, `concurrent` between engines."""
