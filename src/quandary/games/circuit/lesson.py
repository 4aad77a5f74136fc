"""The first lesson: the first steps of an easy grid."""

from __future__ import annotations

from quandary.game import Lesson, LessonStep

LESSON = Lesson(
    "circuit:1#3",
    (
        LessonStep("You stand at START, the top left cell, and want to FINISH, the bottom right one."),
        LessonStep("Work out your cell: 7 + 2 is 9. Follow the line with the 9 on it, down.", "r1c0"),
        LessonStep("5 + 1 is 6: the 6 is on the line that goes up and to the right.", "r0c1"),
        LessonStep("And 3 + 4? Type the answer, or go there.", "r1c1"),
        LessonStep("A right step pays 10 coins. A wrong one costs 30 and one of five lives, and cannot be taken back."),
    ),
)
