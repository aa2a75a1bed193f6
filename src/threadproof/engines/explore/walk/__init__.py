"""Random runs through the explorer's compiled program. Entry point: `engine.Walk`."""
