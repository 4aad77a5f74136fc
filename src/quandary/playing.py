"""Letting a game"s players play."""

from quandary.engine.play import choose_player, play_game

__all__ = ["choose_player", "play_game"]
