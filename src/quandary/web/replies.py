"""What answers look like. The API's description is made of these, and the type checker holds the answers to them."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from quandary.engine.advise import Promise
from quandary.engine.progress import Best, Record, Streak
from quandary.engine.tips import Kind

Fact = Any
Playing = Literal["playing", "won", "lost"]


class Refusal(TypedDict):
    """Why there is no answer."""

    error: str
    status: int
    seed: NotRequired[int]
    """Of an order that is not ready yet (503): ask again with this seed for the same puzzle."""


class Choice(TypedDict):
    """Something that can be chosen: a rule, or a setting of a generator."""

    name: str
    type: str
    default: Fact
    help: str
    choices: list[str] | None
    suggested: list[Fact]
    least: float | None
    most: float | None


class Solver(TypedDict):
    """A strategy that solves."""

    name: str
    summary: str
    metrics: list[str]


class Watchable(TypedDict):
    """A player to watch."""

    name: str
    summary: str


class GameFiles(TypedDict):
    """Where a browser finds a game's own files; null for those that it does not have."""

    hand: str | None
    style: str | None
    editor: str | None


class GameEntry(GameFiles):
    """A game, with everything that can be chosen in it."""

    name: str
    title: str
    summary: str
    metrics: list[str]
    units: list[str]
    scored: bool
    casual: dict[str, Fact] | None
    examples: list[str]
    strategies: list[Solver]
    players: list[Watchable]
    rules: list[Choice]
    settings: list[Choice]
    sheet: list[Choice] | None


class Games(TypedDict):
    """All games."""

    games: list[GameEntry]


class DailyPuzzle(TypedDict):
    """One game's puzzle of a day."""

    game: str
    id: str
    address: str


class Daily(TypedDict):
    """A day's puzzles."""

    date: str
    puzzles: list[DailyPuzzle]


class State(TypedDict):
    """Where a game stands; with its picture, unless the request does without."""

    game: str
    id: str
    canonical_id: str
    caption: str
    settings: str
    address: str
    facts: dict[str, Fact]
    played: int
    helped: int
    fixed: int
    costs: dict[str, int]
    status: Playing
    score: int | None
    figures: dict[str, str]
    legal: list[str]
    events: list[dict[str, Any]]
    words: str
    svg: NotRequired[str]


class Begun(State):
    """A game that begins, with its puzzle's text."""

    puzzle: str


class PossibleMove(TypedDict):
    """A legal move, and what it costs in each unit."""

    move: str
    costs: dict[str, int]


class Moves(TypedDict):
    """What may be played next."""

    status: Playing
    moves: list[PossibleMove]


class Path(TypedDict):
    """The moves that lead to a place; null where none do."""

    moves: list[str] | None


class Verdict(TypedDict):
    """What a search came to, with its solution also move by move."""

    game: str
    id: str
    verdict: Literal["solved", "unsolvable", "unknown"]
    cost: int | None
    metric: str
    optimal: bool
    bound: int | None
    solution: str | None
    nodes: int
    seconds: float
    reason: str | None
    improved_from: NotRequired[int]
    moves: list[str] | None


class TipTold(TypedDict):
    """One step of a hint, from where to look to what to play."""

    kind: Kind
    text: str


class Hint(TypedDict):
    """What to play next, and what that is good for."""

    move: str | None
    promise: Promise | None
    tips: list[TipTold]


class PlayersHint(Hint):
    """A hint in a game that is played for a score: what a player would do."""

    player: str | None


class SolversHint(Hint, Verdict):
    """A hint in a game that is solved: the verdict on where it stands, and what is left to do in each unit."""

    left: dict[str, int] | None


class Watched(TypedDict):
    """The next moves of a player, and where they lead."""

    player: str
    moves: list[str]
    status: Playing
    score: int | None


class MadePuzzle(TypedDict):
    """A puzzle that was made to order; games add what else is known of it."""

    game: str
    id: str
    address: str


class Made(TypedDict):
    """Puzzles that were made to order: fewer than asked for where the time was over."""

    puzzles: list[MadePuzzle]


class Checked(TypedDict):
    """One entry of a pack, with its verdict where it was solved."""

    id: str
    valid: bool
    errors: list[str]
    puzzle: NotRequired[str]
    address: NotRequired[str]
    game: NotRequired[str]
    verdict: NotRequired[Literal["solved", "unsolvable", "unknown"]]
    cost: NotRequired[int | None]
    metric: NotRequired[str]
    optimal: NotRequired[bool]
    bound: NotRequired[int | None]
    solution: NotRequired[str | None]
    nodes: NotRequired[int]
    seconds: NotRequired[float]
    reason: NotRequired[str | None]
    improved_from: NotRequired[int]
    moves: NotRequired[list[str] | None]


class Pack(TypedDict):
    """Every puzzle of a pack; not complete where time or room were over first."""

    game: str
    complete: bool
    puzzles: list[Checked]


class Judgement(TypedDict):
    """What the rules say of somebody's solution."""

    game: str
    id: str
    solved: bool
    cost: int
    metric: str
    legal: int
    problem: str | None


class Recorded(TypedDict):
    """A game as progress keeps it, and which records of the player it breaks."""

    record: Record
    own: bool
    share: str
    broken: list[str]


class Step(TypedDict):
    """A puzzle of a level, by its number there."""

    number: int
    title: str
    id: str
    address: str


class StarredStep(Step):
    """With what the player has reached in it; null where it was not won."""

    stars: int | None


class Level(TypedDict):
    """A level of a game; what opens it, where it is not open yet."""

    name: str
    title: str
    open: bool
    locked: str
    words: str
    won: int
    next: Step | None
    rungs: list[StarredStep]


class Today(TypedDict):
    """Today's puzzle."""

    date: str
    id: str
    address: str
    solved: bool
    stars: int
    share: str | None


class Plot(TypedDict):
    """The last games in figures."""

    of: str
    values: list[float]


class PastGame(TypedDict):
    """One of the last games, in words."""

    at: str
    title: str
    line: str
    time: str
    own: bool
    address: str


class CalendarDay(TypedDict):
    """A day of a month."""

    date: str
    state: str
    stars: int
    address: str | None


class CalendarMonth(TypedDict):
    """A month, and the ones beside it."""

    title: str
    lead: int
    before: str
    after: str | None
    days: list[CalendarDay]


class Reached(TypedDict):
    """How far somebody has come in a game."""

    game: str
    title: str
    unreadable: int
    best: Best
    wins: Streak
    days: Streak
    purse: int
    today: Today
    levels: list[Level]
    next: Step | None
    stars: list[int]
    plot: Plot
    recent: list[PastGame]
    month: CalendarMonth


class WayBack(TypedDict):
    """After how many moves a game could be won for the last time."""

    after: int | None
    ago: int | None
    words: str


class Reviewed(TypedDict):
    """A game beside the best one."""

    unit: str
    cost: int
    optimum: int
    moves: list[str]
    best: list[str]
    left_at: int | None
    words: str


class LookBack(TypedDict):
    """A game beside the best one; null where no best line is known."""

    review: Reviewed | None


class LessonStep(TypedDict):
    """What is said, and what to play then."""

    words: str
    moves: list[str]


class LessonState(State):
    """Where a lesson stands; the first one with its puzzle's text."""

    puzzle: NotRequired[str]


class Lesson(TypedDict):
    """A game's first lesson: its steps, and the board before and after every move of them."""

    game: str
    steps: list[LessonStep]
    states: list[LessonState]


class Lessons(TypedDict):
    """Which games have a lesson."""

    lessons: list[str]
