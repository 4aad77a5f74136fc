"""The command line, as the tests of the other commands run it."""

from tests.cli.conftest import quandary

__all__ = ["quandary"]
