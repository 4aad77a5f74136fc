"""`python -m quandary` is the command `quandary`."""

from quandary.cli import main

main()
