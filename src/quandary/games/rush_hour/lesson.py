"""The first lesson: get the red car out in four slides."""

from __future__ import annotations

from quandary.game import Lesson, LessonStep

LESSON = Lesson(
    "BB...C...D.CXX.D.C...D..........EEE.",
    (
        LessonStep("The red car must leave the board on the right. Cars and trucks slide along their own line only."),
        LessonStep("Truck C is in the way. Slide it down as far as it goes.", "C+3"),
        LessonStep("Truck D is in the way, too, but truck E stands below it. Slide E to the left.", "E-2"),
        LessonStep("Now there is room: slide truck D down.", "D+2"),
        LessonStep("The way is free. Slide the red car to the right edge. A slide of any length is one move.", "X+4"),
    ),
)
