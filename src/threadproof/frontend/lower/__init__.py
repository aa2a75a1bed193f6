"""The typed tree to raw graphs, calls inlined. Entry point: `program.lower`."""
