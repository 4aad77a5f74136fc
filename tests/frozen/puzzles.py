"""Puzzles of every kind of verdict, as texts."""

from __future__ import annotations

EASY = "BB...C...D.CXX.D.C...D..........EEE."
BLOCKED = "............XX.BBB.................."
SPLIT = "AA.B.B.............................."
LEVEL = "6#|#_@__#|#_$__#|#_.$.#|#____#|6#"
STUCK = "5#|#$@.#|5#"
WAITING = "draw: 3\nfoundations: 7C KD KH KS\n1: KC QC JC TC 9C 8C"

SOLVABLE = {
    "rush-hour": (EASY, "rush-hour:beginner#3", "rush-hour:expert#7", "rush-hour:intermediate/5", "rush-hour#8"),
    "sokoban": (LEVEL, "sokoban:beginner#1", "sokoban:beginner#2", "sokoban:beginner/4", "sokoban:intermediate#1"),
    "klondike": ("klondike#1", "klondike#2", "klondike:draw1#3", "klondike:draw1#5", "klondike:draw7#6"),
    "circuit": ("circuit:1#1", "circuit:3#2", "circuit:5#3", "circuit:8#4", "circuit:10#5"),
}
UNSOLVABLE = {
    "rush-hour": (BLOCKED,),
    "sokoban": (STUCK,),
    "klondike": ("klondike#110", "klondike#5"),
}
