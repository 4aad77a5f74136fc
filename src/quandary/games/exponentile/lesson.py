"""The first lesson: what a swap does."""

from __future__ import annotations

from quandary.game import Lesson, LessonStep

LESSON = Lesson(
    "2,4,8,4/4,2,2,8/8,4,4,2/2,8,4,2",
    (
        LessonStep(
            "Swap two neighbours so that three equal tiles or more lie in a line: they merge into a higher one."
        ),
        LessonStep("The 2 in the corner goes down: then there are three in a line.", "r1c1>r2c1"),
        LessonStep("What lay above falls down, and new tiles come from the top. A line that they make counts, too."),
        LessonStep("A swap that makes no line is refused. The game is over when no swap does."),
        LessonStep("Keep the high tiles together: they need each other. How far can you get?"),
    ),
)
