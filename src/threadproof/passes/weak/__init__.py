"""Store buffers: what a processor may do with the stores of a thread becomes steps of the program.

`barriers` says what each step keeps in order, `delays` which stores may be late at all, `buffers` makes them so.
"""
