"""The tables of the papers, one module each, and what they share."""
