"""Engine `rank`: ranking functions for threads that run beside others. Entry point: `engine.Rank`."""
