"""All that it takes to write a game; where each part is told in full is in `quandary.core`."""

from quandary.core.abilities import (
    Answer,
    Checker,
    Claim,
    Conclusion,
    Generator,
    Guide,
    Judged,
    M,
    Measured,
    P,
    Played,
    Player,
    Prover,
    Strategy,
    Worksheets,
)
from quandary.core.booklet import BookletRules
from quandary.core.briefing import Briefing, Quest
from quandary.core.errors import BudgetEnded, IllegalMove, NotProven, PuzzleError, QuandaryError, UsageError
from quandary.core.game import Effort, Event, Finding, Game, Outcome, Puzzle, Status, Won
from quandary.core.ladder import Level
from quandary.core.lesson import Lesson, LessonStep
from quandary.core.options import Option, read_options

__all__ = [
    "Answer",
    "BookletRules",
    "Briefing",
    "BudgetEnded",
    "Checker",
    "Claim",
    "Conclusion",
    "Effort",
    "Event",
    "Finding",
    "Game",
    "Generator",
    "Guide",
    "IllegalMove",
    "Judged",
    "Lesson",
    "LessonStep",
    "Level",
    "M",
    "Measured",
    "NotProven",
    "Option",
    "Outcome",
    "P",
    "Played",
    "Player",
    "Prover",
    "Puzzle",
    "PuzzleError",
    "QuandaryError",
    "Quest",
    "Status",
    "Strategy",
    "UsageError",
    "Won",
    "Worksheets",
    "read_options",
]
