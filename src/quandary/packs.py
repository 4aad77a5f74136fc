"""The packs that ship with a game."""

from quandary.engine.packs import shipped_packs

__all__ = ["shipped_packs"]
