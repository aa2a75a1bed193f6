"""`python -m threadproof`."""

from threadproof.cli import main

main()
