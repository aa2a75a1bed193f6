"""A second reading of C: a slow and obvious interpreter of the typed tree, apart from everything that proves.

It shares with the rest of the tool only the parser and the types (`frontend.read`, `ast`, `ctypes`). Memory is bytes,
a thread is a coroutine that stops before each action that another thread could notice, and whatever is not determined
(who is next, inputs, memory that was never written) is asked of one `Chooser`. Nothing here is meant to be fast.

It can miss executions (random runs look at some), but what it executes is an execution of the program: so a violation
that it finds in a program that was said to be safe, or a counterexample that it cannot follow, shows an error of ours.
What it does not know it refuses (`NotUnderstood`), with the position.
"""
