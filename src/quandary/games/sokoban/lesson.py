"""The first lesson: two boxes, and why their order matters."""

from __future__ import annotations

from quandary.game import Lesson, LessonStep

LESSON = Lesson(
    "6#|#_@__#|#_$__#|#_.$.#|#____#|6#",
    (
        LessonStep("Every goal wants a box. Walk into a box to push it: one at a time, and you can never pull."),
        LessonStep("If the upper box went down first, nobody could get behind the other. Walk to its left.", "lddr"),
        LessonStep("Push it to the right, onto its goal.", "R"),
        LessonStep("Walk around to stand above the other box.", "uul"),
        LessonStep("Push it down. A box in a corner is lost: then take moves back.", "D"),
    ),
)
