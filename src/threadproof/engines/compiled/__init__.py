"""A program as generated Python code on interned states: what `explore` searches and `walk` runs through."""
