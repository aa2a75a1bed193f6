"""Preprocessed C text to a syntax tree. Entry points: `tokens.Text`, `statements.Parser`."""
