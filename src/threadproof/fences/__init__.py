"""Fences that make a program safe under a weak memory model: `threadproof fences`; `robust`: where none are needed.

`spots` says which changes to the text there may be, `patch` makes them, `search` tries which of them are needed,
`command` tells it. Every answer is one of `pipeline.verify` about the changed text.
"""
