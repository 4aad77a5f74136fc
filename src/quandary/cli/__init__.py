"""The command line: thin commands over `quandary.engine.solve`, `quandary.engine.generate` and the games' own rooms."""

from __future__ import annotations

from quandary.cli.main import main

__all__ = ["main"]
