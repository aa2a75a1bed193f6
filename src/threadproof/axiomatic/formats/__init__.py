"""Texts of litmus tests. `litmus` reads a file; `c` and a module for each machine read the code."""
