"""The command line: thin commands over `quandary.solving`, `quandary.making` and the games' own rooms."""

from __future__ import annotations

from quandary.cli.main import main

__all__ = ["main"]
