"""An own C preprocessor: quick (text without macros is copied, never tokenised), exact about positions."""
