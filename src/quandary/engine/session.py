"""One play-through: history, undo, redo, hints, the clock, saving, and listeners that hear what happens.

A session holds whatever undo would not bring back (the clock, the count of hints); everything else is in its turns.
Every front end plays through a session and animates from the events it sends. A turn is a value that leads to the one
before it, so that a server can keep the last turn of a game and go on from there without a replay.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic

from quandary.core.abilities import M, P
from quandary.core.budget import Cancel, Progress
from quandary.core.errors import PuzzleError, QuandaryError, UsageError
from quandary.core.game import Event, Game, Outcome, Puzzle, Status
from quandary.core.ids import lasting_id
from quandary.core.registry import game as game_of_name
from quandary.core.words import counted
from quandary.engine.advise import Advisor
from quandary.engine.cards import session_card
from quandary.engine.puzzles import puzzle as puzzle_of_text

if TYPE_CHECKING:
    from quandary.engine.animation import Animation

FORMAT = "quandary-session/1"
PLAYER, HINT = "player", "hint"
"""Who made a move: the player, unaided or as a hint said; or `solver:NAME` or `strategy:NAME`, who played for them."""


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last move was taken back."""

    move: Any


@dataclass(frozen=True, slots=True)
class Restarted(Event):
    """The puzzle stands at its beginning again."""


Listener = Callable[[Sequence[Event]], None]


@dataclass(frozen=True, slots=True, eq=False)
class Turn(Generic[P, M]):
    """A position of a game, and how it was reached."""

    position: P
    status: Status
    """Whether the game goes on there."""
    costs: tuple[int, ...]
    """What all moves up to here cost, in each of the game's units."""
    number: int = 0
    """How many moves those are."""
    move: M | None = None
    """The last of them; None at the start."""
    by: str = PLAYER
    """Who made it."""
    events: tuple[Event, ...] = ()
    """What it made happen."""
    before: Turn[P, M] | None = field(default=None, repr=False)
    """The turn before; None at the start."""


class Session(Generic[P, M]):
    """A puzzle being played."""

    def __init__(
        self, puzzle: Puzzle[P], *, clock: Callable[[], float] = time.monotonic, turn: Turn[P, M] | None = None
    ) -> None:
        self.game: Game[P, M] = game_of_name(puzzle.game)
        """Whose rules hold."""
        self.puzzle = puzzle
        """What was begun with."""
        self.turn = turn or self._first_turn()
        """The last turn; another session of the same puzzle may begin there."""
        self.hints = 0
        """How many hints were given."""
        self.undone = 0
        """How many moves were taken back: what a strict referee would want to know."""
        self._redoable: list[tuple[M, str]] = []
        self._hinted: tuple[P, M] | None = None
        self._listeners: list[Listener] = []
        self._advisor: Advisor[P, M] | None = None
        self._clock = clock
        self._spent = 0.0
        self._running_since: float | None = None

    @classmethod
    def start(cls, game: str | Game[P, M], puzzle: str, **choices: Any) -> Session[P, M]:
        """Begins a puzzle given as text or by its id (`rush-hour#42`); `choices` are rules that a text leaves open."""
        return cls(puzzle_of_text(game, puzzle, **choices))

    @property
    def id(self) -> str:
        """The text to share: it names the same puzzle on any machine."""
        return lasting_id(self.game, self.puzzle)

    @property
    def position(self) -> P:
        """Where the game stands."""
        return self.turn.position

    @property
    def history(self) -> tuple[P, ...]:
        """All positions from the start to here."""
        return (*(turn.before.position for turn in self._turns() if turn.before is not None), self.position)

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves played and not taken back."""
        return tuple(turn.move for turn in self._turns() if turn.move is not None)

    @property
    def marks(self) -> tuple[str, ...]:
        """Who made each of these moves: `player`, `hint`, `solver:NAME` or `strategy:NAME`."""
        return tuple(turn.by for turn in self._turns())

    @property
    def redoable(self) -> tuple[M, ...]:
        """The moves taken back, the one that `redo` plays next at the end."""
        return tuple(move for move, _ in self._redoable)

    @property
    def status(self) -> Status:
        """Whether the game goes on."""
        return self.turn.status

    @property
    def elapsed(self) -> float:
        """Seconds from the first move until now, or until the game was over."""
        running = 0.0 if self._running_since is None else self._clock() - self._running_since
        return self._spent + running

    @property
    def costs(self) -> Mapping[str, int]:
        """What the moves played so far cost, in each of the game's units."""
        return dict(zip(self.game.units, self.turn.costs, strict=True))

    @property
    def move_count(self) -> int:
        """How many moves a counter shows: those that cost nothing do not count, where a game counts moves at all."""
        return self.costs.get("moves", self.turn.number)

    def cost(self, metric: str) -> int:
        """What the moves played so far cost in `metric`."""
        unit = self.game.unit(metric)
        if unit not in self.game.units:
            raise UsageError(f"{self.game.name} has no metric {metric!r} (metrics: {', '.join(self.game.metrics)})")
        return self.costs[unit]

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Sends the events of every change to `listener`; call the result to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def play(self, move: M | str, by: str = PLAYER) -> Outcome[P]:
        """Plays a move, given as a value or in the game's notation; `by` says who plays it, if not the player."""
        if isinstance(move, str):
            move = self.game.parse_move(move)
        outcome = self._advance(self.turn, move, by)
        self._redoable.clear()
        self._tell(outcome.events)
        return outcome

    def amend(self, move: M | None) -> None:
        """Plays `move` (or nothing) in place of the last one, as when a slide goes on. Nothing counts as taken back."""
        before = self.turn.before
        if before is None:
            raise UsageError("there is no move to amend")
        events: Sequence[Event] = ()
        if move is None:
            self.turn = before
            self._run_clock()
        else:
            events = self._advance(before, move, PLAYER).events
        self._redoable.clear()
        self._tell(events)

    def undo(self) -> bool:
        """Takes the last move back; False if there is none."""
        turn = self.turn
        if turn.before is None or turn.move is None:
            return False
        self.turn = turn.before
        self._redoable.append((turn.move, turn.by))
        self.undone += 1
        self._run_clock()
        self._tell([Undone(turn.move)])
        return True

    def redo(self) -> bool:
        """Plays the move again that was taken back last; False if there is none."""
        if not self._redoable:
            return False
        outcome = self._advance(self.turn, *self._redoable[-1])
        self._redoable.pop()
        self._tell(outcome.events)
        return True

    def forget_undone(self) -> None:
        """Lets go of the moves taken back: another line begins here, and they are no part of it."""
        self._redoable.clear()

    def reset(self) -> None:
        """Back to the beginning, with the clock and all counters at zero."""
        self.turn = self._first_turn()
        self._redoable.clear()
        self.hints = self.undone = 0
        self._spent, self._running_since = 0.0, None
        self._tell([Restarted()])

    @property
    def advisor(self) -> Advisor[P, M]:
        """Who is asked for hints, and for whatever else there is to know of a position."""
        if self._advisor is None:
            self._advisor = Advisor(self.game, self.puzzle.position)
        return self._advisor

    def hint(self, cancel: Cancel | None = None, progress: Progress | None = None) -> M | None:
        """The next move of a solution (the best, if it can be found), or what the best player would do; None if
        there is none. Raises `BudgetEnded`."""
        move = self.advisor.certain(self.position, cancel=cancel, progress=progress).move
        if move is not None:
            self.hints += 1
            self._hinted = self.position, self.game.canonical_move(self.position, move)
        return move

    def distance(self, cancel: Cancel | None = None, progress: Progress | None = None) -> int | None:
        """What the solution costs that the hints follow, in the game's first metric; None if it cannot be solved
        (any more). Raises `BudgetEnded`."""
        to_go = self.advisor.certain(self.position, cancel=cancel, progress=progress).to_go
        return None if to_go is None else to_go[self.game.units[0]]

    def animation(self) -> Animation:
        """The moves played so far as a film with controls."""
        from quandary.engine.animation import Animation

        return Animation(self.game, self.puzzle.position, self.moves, self.id)

    def __repr__(self) -> str:
        return f"<session of {self.puzzle.id}, {counted(self.turn.number, 'moves')}, {self.status.value}>"

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return session_card(self)

    def save(self) -> str:
        """The session as text. Who made which move is told where it was not always the player."""
        game, marks = self.game, [*self.marks, *(by for _, by in self._redoable)]
        saved = {
            "format": FORMAT,
            "game": game.name,
            "id": self.puzzle.id,
            "puzzle": self.puzzle.text,
            "moves": [game.format_move(move) for move in self.moves],
            "redo": [game.format_move(move) for move in self.redoable],
            **({"marks": marks} if any(by != PLAYER for by in marks) else {}),
            "hints": self.hints,
            "undone": self.undone,
            "seconds": round(self.elapsed, 3),
        }
        return json.dumps(saved, ensure_ascii=False, indent=1) + "\n"

    @classmethod
    def load(cls, text: str, *, clock: Callable[[], float] = time.monotonic) -> Session[P, M]:
        """The session that `save` wrote, every move of it replayed. Anything else raises a `PuzzleError`."""
        try:
            saved = json.loads(text)
            if not isinstance(saved, dict) or saved.get("format") != FORMAT:
                raise PuzzleError(f"this is not a saved game (expected a JSON object with format {FORMAT})")
            game: Game[P, M] = game_of_name(str(saved["game"]))
            position = game.parse(_text(saved["puzzle"]))
            session = cls(Puzzle(game.name, _text(saved["id"]), position, game.format(position)), clock=clock)
            moves, redo = ([game.parse_move(_text(move)) for move in saved[name]] for name in ("moves", "redo"))
            marks = [_text(by) for by in saved.get("marks", [PLAYER] * (len(moves) + len(redo)))]
            marked = list(zip([*moves, *redo], marks, strict=True))
            for move, by in marked[: len(moves)]:
                session.play(move, by)
            session._redoable = marked[len(moves) :]
            session.hints, session.undone = (int(_count(saved[name])) for name in ("hints", "undone"))
            session._spent, session._running_since = float(_count(saved["seconds"])), None
        except PuzzleError:
            raise
        except QuandaryError as error:
            raise PuzzleError(f"the saved game does not replay: {error}") from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise PuzzleError(f"the saved game is damaged: {type(error).__name__}: {error}") from error
        return session

    def _first_turn(self) -> Turn[P, M]:
        position = self.puzzle.position
        return Turn(position, self.game.status(position), (0,) * len(self.game.units))

    def _turns(self) -> Iterator[Turn[P, M]]:
        """Every turn in which a move was made, the first one first."""
        turns = []
        turn: Turn[P, M] | None = self.turn
        while turn is not None and turn.before is not None:
            turns.append(turn)
            turn = turn.before
        return reversed(turns)

    def _advance(self, before: Turn[P, M], move: M, by: str) -> Outcome[P]:
        """Plays a move from a turn on. What a hint has said is the hint's, though it is the player's hand."""
        game, position = self.game, before.position
        outcome = game.play(position, move)
        costs = tuple(
            cost + game.move_cost(position, move, unit) for cost, unit in zip(before.costs, game.units, strict=True)
        )
        if by == PLAYER and self._hinted is not None and self._hinted[0] == position:
            by = HINT if self._hinted[1] == game.canonical_move(position, move) else PLAYER
        after = outcome.position
        self.turn = Turn(after, game.status(after), costs, before.number + 1, move, by, outcome.events, before)
        self._run_clock()
        return outcome

    def _run_clock(self) -> None:
        """Lets the clock run while the game does."""
        if self.status is Status.PLAYING:
            if self._running_since is None:
                self._running_since = self._clock()
        else:
            self._spent, self._running_since = self.elapsed, None

    def _tell(self, events: Sequence[Event]) -> None:
        for listener in list(self._listeners):
            listener(events)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a text, found {value!r}")
    return value


def _count(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e15:
        raise TypeError(f"expected a number from 0 up, found {value!r}")
    return value
