"""Engine `waits`: nobody waits for ever."""
