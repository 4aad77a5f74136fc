"""The one import for authors of games and solvers. The names are defined in `quandary.core` and `quandary.drawing`."""

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
from quandary.core.budget import DEFAULT_MEMORY, Budget, Deadline, Meter, Progress, Task, parse_size
from quandary.core.errors import BudgetEnded, IllegalMove, NotProven, PuzzleError, QuandaryError, UsageError
from quandary.core.game import Effort, Event, Finding, Game, Outcome, Puzzle, Status, Won
from quandary.core.ladder import Level
from quandary.core.lesson import Lesson, LessonStep
from quandary.core.options import Option, read_options
from quandary.core.rng import Rng
from quandary.core.search import ReferenceSearch, a_star, breadth_first
from quandary.drawing.scene import Part, Scene, View

__all__ = [
    "DEFAULT_MEMORY",
    "Answer",
    "BookletRules",
    "Briefing",
    "Budget",
    "BudgetEnded",
    "Checker",
    "Claim",
    "Conclusion",
    "Deadline",
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
    "Meter",
    "NotProven",
    "Option",
    "Outcome",
    "P",
    "Part",
    "Played",
    "Player",
    "Progress",
    "Prover",
    "Puzzle",
    "PuzzleError",
    "QuandaryError",
    "Quest",
    "ReferenceSearch",
    "Rng",
    "Scene",
    "Status",
    "Strategy",
    "Task",
    "UsageError",
    "View",
    "Won",
    "Worksheets",
    "a_star",
    "breadth_first",
    "parse_size",
    "read_options",
]
