"""One play-through: history, undo, redo, hints, the clock, saving, and listeners that hear what happens.

A session holds whatever undo would not bring back (the clock, the count of hints); everything else is in the
positions. Every front end plays through a session and animates from the events it sends.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice, repeat
from typing import TYPE_CHECKING, Any, Generic

from quandary.core.abilities import Guide, M, P
from quandary.core.budget import Budget, Cancel, Task
from quandary.core.errors import BudgetEnded, PuzzleError, QuandaryError
from quandary.core.game import Event, Game, Outcome, Puzzle, Status
from quandary.core.ids import lasting_id
from quandary.core.options import read_options
from quandary.core.registry import game as game_of_name
from quandary.core.words import counted
from quandary.engine.cards import session_card
from quandary.engine.play import choose_player
from quandary.engine.puzzles import puzzle as puzzle_of_text
from quandary.engine.solve import solve

if TYPE_CHECKING:
    from quandary.engine.animation import Animation

FORMAT = "quandary-session/1"
HINT_BUDGET = Budget(time=10.0)
HINT_SEED = 1


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last move was taken back."""

    move: Any


@dataclass(frozen=True, slots=True)
class Restarted(Event):
    """The puzzle stands at its beginning again."""


Listener = Callable[[Sequence[Event]], None]


class SolverGuide(Guide[Any, Any]):
    """Advice for games without a guide of their own: solve from here, look at the first move."""

    def __init__(self, game: Game[Any, Any], budget: Budget = HINT_BUDGET) -> None:
        self._game = game
        self._budget = budget

    def distance(self, position: Any) -> int | None:
        """The cost of a shortest solution from here."""
        return self._solution(position)[0]

    def best_moves(self, position: Any) -> Sequence[Any]:
        """The first move of one solution."""
        return self._solution(position)[1][:1]

    def _solution(self, position: Any) -> tuple[int | None, Sequence[Any]]:
        budget = self._budget
        verdict = solve(
            self._game, position, time=budget.time, nodes=budget.nodes, memory=budget.memory, cancel=self.cancel
        )
        if verdict.verdict == "unknown":
            raise BudgetEnded(f"no answer within the budget ({verdict.reason})")
        return verdict.cost, verdict.moves or ()


class PlayerGuide(Guide[Any, Any]):
    """Advice for games that are played for a score: what the best player would do."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self._game = game

    def distance(self, position: Any) -> int | None:
        """There is no goal to be far from."""
        return None

    def best_moves(self, position: Any) -> Sequence[Any]:
        """The player's next move, if the game goes on."""
        if self._game.status(position) is not Status.PLAYING:
            return ()
        player = choose_player(self._game, position=position)
        task = Task(options=read_options(player.options, {}), cancel=self.cancel)
        return list(islice(player.moves(position, HINT_SEED, task), 1))


class Session(Generic[P, M]):
    """A puzzle being played."""

    def __init__(self, puzzle: Puzzle[P], *, clock: Callable[[], float] = time.monotonic) -> None:
        self.game: Game[P, M] = game_of_name(puzzle.game)
        """Whose rules hold."""
        self.puzzle = puzzle
        """What was begun with."""
        self.hints = 0
        """How many hints were given."""
        self.undone = 0
        """How many moves were taken back: what a strict referee would want to know."""
        self._positions = [puzzle.position]
        self._moves: list[M] = []
        self._redoable: list[M] = []
        self._listeners: list[Listener] = []
        self._guide: Guide[P, M] | None = None
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
        return self._positions[-1]

    @property
    def history(self) -> tuple[P, ...]:
        """All positions from the start to here."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves played and not taken back."""
        return tuple(self._moves)

    @property
    def redoable(self) -> tuple[M, ...]:
        """The moves taken back, the one that `redo` plays next at the end."""
        return tuple(self._redoable)

    @property
    def status(self) -> Status:
        """Whether the game goes on."""
        return self.game.status(self.position)

    @property
    def elapsed(self) -> float:
        """Seconds from the first move until now, or until the game was over."""
        running = 0.0 if self._running_since is None else self._clock() - self._running_since
        return self._spent + running

    def cost(self, metric: str) -> int:
        """What the moves played so far cost in `metric`."""
        return sum(map(self.game.move_cost, self._positions, self._moves, repeat(metric)))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Sends the events of every change to `listener`; call the result to stop."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def play(self, move: M | str) -> Outcome[P]:
        """Plays a move, given as a value or in the game's notation."""
        if isinstance(move, str):
            move = self.game.parse_move(move)
        outcome = self._advance(move)
        self._redoable.clear()
        self._tell(outcome.events)
        return outcome

    def amend(self, move: M | None) -> None:
        """Plays `move` (or nothing) in place of the last one, as when a slide goes on. Nothing counts as taken back."""
        events = () if move is None else self.game.play(self._positions[-2], move).events
        self._moves.pop()
        self._positions.pop()
        self._redoable.clear()
        if move is None:
            self._run_clock()
        else:
            self._advance(move)
        self._tell(events)

    def undo(self) -> bool:
        """Takes the last move back; False if there is none."""
        if not self._moves:
            return False
        move = self._moves.pop()
        self._positions.pop()
        self._redoable.append(move)
        self.undone += 1
        self._run_clock()
        self._tell([Undone(move)])
        return True

    def redo(self) -> bool:
        """Plays the move again that was taken back last; False if there is none."""
        if not self._redoable:
            return False
        outcome = self._advance(self._redoable[-1])
        self._redoable.pop()
        self._tell(outcome.events)
        return True

    def reset(self) -> None:
        """Back to the beginning, with the clock and all counters at zero."""
        self._positions = [self.puzzle.position]
        self._moves.clear()
        self._redoable.clear()
        self.hints = self.undone = 0
        self._spent, self._running_since = 0.0, None
        self._tell([Restarted()])

    def hint(self, cancel: Cancel | None = None) -> M | None:
        """A move that begins a shortest solution from here, or what the best player would do; None if there is none."""
        best = self._advisor(cancel).best_moves(self.position)
        if not best:
            return None
        self.hints += 1
        return best[0]

    def distance(self, cancel: Cancel | None = None) -> int | None:
        """The cost of a shortest solution from here; None if it cannot be solved (any more)."""
        return self._advisor(cancel).distance(self.position)

    def animation(self) -> Animation:
        """The moves played so far as a film with controls."""
        from quandary.engine.animation import Animation

        return Animation(self.game, self.puzzle.position, self._moves, self.id)

    def __repr__(self) -> str:
        return f"<session of {self.puzzle.id}, {counted(len(self._moves), 'moves')}, {self.status.value}>"

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return session_card(self)

    def save(self) -> str:
        """The session as text."""
        game = self.game
        saved = {
            "format": FORMAT,
            "game": game.name,
            "id": self.puzzle.id,
            "puzzle": self.puzzle.text,
            "moves": [game.format_move(move) for move in self._moves],
            "redo": [game.format_move(move) for move in self._redoable],
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
            for move in saved["moves"]:
                session.play(_text(move))
            session._redoable = [game.parse_move(_text(move)) for move in saved["redo"]]
            session.hints, session.undone = (int(_count(saved[name])) for name in ("hints", "undone"))
            session._spent, session._running_since = float(_count(saved["seconds"])), None
        except PuzzleError:
            raise
        except QuandaryError as error:
            raise PuzzleError(f"the saved game does not replay: {error}") from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise PuzzleError(f"the saved game is damaged: {type(error).__name__}: {error}") from error
        return session

    def _advance(self, move: M) -> Outcome[P]:
        outcome = self.game.play(self.position, move)
        self._positions.append(outcome.position)
        self._moves.append(move)
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

    def _advisor(self, cancel: Cancel | None) -> Guide[P, M]:
        if self._guide is None:
            default = PlayerGuide(self.game) if self.game.is_scored else SolverGuide(self.game)
            self._guide = self.game.guide(self.puzzle.position) or default
        self._guide.cancel = cancel
        return self._guide


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a text, found {value!r}")
    return value


def _count(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value < 1e15:
        raise TypeError(f"expected a number from 0 up, found {value!r}")
    return value
