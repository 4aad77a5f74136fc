"""The first lesson: what a swap does, and what comes of it."""

from __future__ import annotations

from quandary.game import Lesson, LessonStep

LESSON = Lesson(
    "2,4,8,4/4,2,2,8/8,4,4,2/2,8,4,2",
    (
        LessonStep(
            "Swap two neighbours so that three equal tiles lie in a line: they merge into one of twice the value."
        ),
        LessonStep("The 2 in the corner goes down: then there are three in a line.", "r1c1>r2c1"),
        LessonStep(
            "What lay above has fallen down, and a new tile has come. Now swap the 8 in the second row, third column "
            "with the 4 below it: the 4s make an 8, and that meets two more by itself.",
            "r2c3>r3c3",
        ),
        LessonStep(
            "Four in a line make a tile four times as high, five eight times. A swap without a line is refused."
        ),
        LessonStep("The game is over when no swap makes a line. Keep the high tiles together: they need each other."),
    ),
)
