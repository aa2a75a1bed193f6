"""Boolean broadcast programs: their text, a search for a given number of threads, and a proof for every number."""
