"""Random runs through the compiled program. Entry point: `engine.Walk`."""
