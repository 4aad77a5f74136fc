"""Boards that the tests of Rush Hour share. All of them were made by hand or by our own generator."""

from __future__ import annotations

EASY = "BB...C...D.CXX.D.C...D..........EEE."
"""Four moves: C down, E aside, D down, out."""
SOLVED = "................XX.................."
STUCK = "............XX.BBB.................."
"""A horizontal truck in the red car's row never lets it pass."""
HARD = "ZBBBCCZDEE.FZDAA.FGGGH.F..IHJJKKI..."
"""44 moves, made by our generator."""
WALLED = ".xZZx...BCDDAABC..EFFCGHE.IIGHJJJ.GH"
"""26 moves, two walls, made by our generator."""
HUGE = """
ZBBBCCx.....
ZDEE.Fx.....
ZDAA.F......
GGGH.Fx.....
..IHJJx.....
KKI...x.....
xxxxxx......
LL.........Q
..MM.....R.Q
....NN...R..
S.T.U.W.OO..
S.T.U.W.PP..
"""
"""HARD in a corner, and a yard full of traffic beside it that multiplies its positions: no search gets through."""
