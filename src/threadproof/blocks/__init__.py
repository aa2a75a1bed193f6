"""Blocks: what a thread does between two boundaries without interruption, as one transition. Entry point: `blocked`."""
