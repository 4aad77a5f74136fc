"""The first lesson: the end of a game, with every kind of move in it."""

from __future__ import annotations

from quandary.game import Lesson, LessonStep

LESSON = Lesson(
    "draw=1/foundations=JCJDJHJS/stock=QCKC/1=KS/2=qsQH/3=qdKH/4=KD",
    (
        LessonStep("All four suits go home, from the ace to the king. Here they have come to their jacks."),
        LessonStep(
            "On a pile a card lies on the next higher one of the other colour: the red queen on the black king.",
            "2>1",
        ),
        LessonStep("That has turned a hidden card: the queen of spades goes home, on her jack.", "2>F"),
        LessonStep("Nothing else helps now, so turn the stock; the queen of clubs can go home at once.", "D W>F"),
        LessonStep("All is open: the rest goes home.", "D W>F 1>F 1>F 3>F 3>F 4>F"),
    ),
)
