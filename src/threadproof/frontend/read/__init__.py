"""Preprocessed C text to the typed tree. Entry point: `typecheck.build_unit`."""
