"""Levels made up for these tests."""

from __future__ import annotations

from quandary.games.sokoban.notation import parse
from quandary.games.sokoban.position import Position

ONE_PUSH = """
#####
#@$.#
#####
"""
ROOM = """
######
#    #
# $@ #
# .$.#
#    #
######
"""
SPARE_BOX = """
#####
#@$.#
#$  #
#   #
#####
"""
CORNERED = """
#####
#$  #
#@ .#
#####
"""


def level(text: str) -> Position:
    """The position of a level written over several lines."""
    return parse(text)
