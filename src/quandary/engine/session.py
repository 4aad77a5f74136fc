"""One play-through: history, undo, redo, hints, the clock, saving, and listeners that hear what happens.

A session holds whatever undo would not bring back (the clock, the count of hints); everything else is in its turns.
Every front end plays through a session and animates from the events it sends. A turn is a value that leads to the one
before it, so that a server can keep the last turn of a game and go on from there without a replay.
"""

from __future__ import annotations

import copy
import hashlib
import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, overload

from quandary.core.abilities import M, P
from quandary.core.arguments import check_callable, check_number, check_type, check_whole
from quandary.core.budget import Cancel, Progress
from quandary.core.errors import PuzzleError, QuandaryError, UsageError
from quandary.core.game import Event, Game, Outcome, Puzzle, Status
from quandary.core.ids import lasting_id
from quandary.core.registry import game as game_of_name
from quandary.core.words import counted
from quandary.engine.advise import Advisor
from quandary.engine.judge import play_move
from quandary.engine.log import replay_log, write_log
from quandary.engine.puzzles import canonical_id
from quandary.engine.puzzles import puzzle as puzzle_of_text
from quandary.engine.tips import TIPS, Tip, tips
from quandary.engine.turns import (
    HINT,
    PLAYER,
    Left,
    Taken,
    Turn,
    count_of,
    read_line,
    saved_line,
    text_of,
    turn_of,
    turns_to,
)

if TYPE_CHECKING:
    from quandary.engine.animation import Animation

FORMAT = "quandary-session/1"
# How many jumps can be undone; each keeps a whole game.
_JUMPS_KEPT = 20
# So short that a saved game stays small, so long that no two of its positions share one.
_MARK_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """The last move was taken back."""

    move: Any


@dataclass(frozen=True, slots=True)
class Jumped(Event):
    """The game stands at another of its turns, and no move has led there: at a checkpoint, at an earlier position."""


@dataclass(frozen=True, slots=True)
class Restarted(Jumped):
    """The puzzle stands at its beginning again."""


Listener = Callable[[Sequence[Event]], None]


class Session(Generic[P, M]):
    """A puzzle being played."""

    def __init__(
        self,
        puzzle: Puzzle[P],
        *,
        clock: Callable[[], float] = time.monotonic,
        turn: Turn[P, M] | None = None,
        advisor: Advisor[P, M] | None = None,
    ) -> None:
        check_type("a session's puzzle", puzzle, Puzzle, "a Puzzle (see Session.start for texts and ids)")
        check_callable("clock", clock)
        self.game: Game[P, M] = game_of_name(puzzle.game)
        """Whose rules hold."""
        self.puzzle = puzzle
        """What was begun with."""
        self.turn = turn or self._first_turn()
        """The last turn; another session of the same puzzle may begin there."""
        self.hints = 0
        """How many hints were given; a position's is counted once, and none is forgotten by a restart."""
        self.checkpoints: list[Turn[P, M]] = []
        """The turns that the player has marked, the first one first."""
        self.undone = 0
        """How many moves were taken back: what a strict referee would want to know."""
        self._redoable: list[Taken[M]] = []
        self._left: list[Left[P, M]] = []
        # What the player was told or shown of a position, by its mark: who does it then has not found it.
        self._hinted: dict[str, M] = {}
        self._tips: dict[str, int] = {}
        self._listeners: list[Listener] = []
        self._advisor = advisor
        self._clock = clock
        self._spent = 0.0
        self._running_since: float | None = None

    @overload
    @classmethod
    def start(cls, game: Game[P, M], puzzle: str, **choices: Any) -> Session[P, M]: ...

    @overload
    @classmethod
    def start(cls: type[Session[Any, Any]], game: str, puzzle: str, **choices: Any) -> Session[Any, Any]: ...

    @classmethod
    def start(cls, game: str | Game[P, M], puzzle: str, **choices: Any) -> Session[Any, Any]:
        """Begins a puzzle given as text or by its id (`rush-hour#42`); `choices` are rules that a text leaves open."""
        return cls(puzzle_of_text(game, puzzle, **choices))

    @property
    def id(self) -> str:
        """The text to share: it names the same puzzle on any machine."""
        return lasting_id(self.game, self.puzzle)

    @property
    def canonical_id(self) -> str:
        """The id under which progress and saved games know the puzzle, whichever of its ids it was asked for by."""
        return canonical_id(self.game, self.puzzle)

    @property
    def position(self) -> P:
        """Where the game stands."""
        return self.turn.position

    @property
    def history(self) -> tuple[P, ...]:
        """All positions from the start to here."""
        return (*(turn.before.position for turn in turns_to(self.turn) if turn.before is not None), self.position)

    @property
    def moves(self) -> tuple[M, ...]:
        """The moves played and not taken back."""
        return tuple(turn.move for turn in turns_to(self.turn) if turn.move is not None)

    @property
    def turns(self) -> tuple[Turn[P, M], ...]:
        """The turns of all moves that led here, the first one first: what each made happen, and who made it."""
        return tuple(turns_to(self.turn))

    @property
    def marks(self) -> tuple[str, ...]:
        """Who made each of these moves: `player`, `hint`, `solver:NAME` or `strategy:NAME`."""
        return tuple(turn.by for turn in turns_to(self.turn))

    @property
    def redoable(self) -> tuple[M, ...]:
        """The moves taken back, the one that `redo` plays next at the end."""
        return tuple(taken.move for taken in self._redoable)

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
    def counters(self) -> Mapping[str, int]:
        """What a player is shown of these costs."""
        return self.game.counters(self.position, self.costs)

    @property
    def words(self) -> str:
        """What the last move has made happen, where that needs words; empty where it does not."""
        turn = self.turn
        return "" if turn.before is None else self.game.say_events(turn.before.position, turn.events)

    @property
    def move_count(self) -> int:
        """How many moves a counter shows: those that cost nothing do not count, where a game counts moves at all."""
        return self.costs.get("moves", self.turn.number)

    def cost(self, metric: str) -> int:
        """What the moves played so far cost in `metric`."""
        check_type("a metric", metric, str, "a text")
        unit = self.game.unit(metric)
        if unit not in self.game.units:
            raise UsageError(f"{self.game.name} has no metric {metric!r} (metrics: {', '.join(self.game.metrics)})")
        return self.costs[unit]

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Sends the events of every change to `listener`; call the result to stop."""
        check_callable("a listener", listener)
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def play(self, move: M | str, by: str = PLAYER, *, joined: bool = False) -> Outcome[P]:
        """Plays a move, given as a value or in the game's notation; `by` says who plays it, if not the player.

        A move that is `joined` to the one before is one step with it: `undo_step` takes both back.
        """
        check_type("who plays", by, str, "a text")
        if isinstance(move, str):
            move = self.game.parse_move(move)
        outcome = self._advance(self.turn, move, by, joined)
        self._redoable.clear()
        self._tell(outcome.events)
        return outcome

    def play_step(self, moves: Sequence[M], by: str = PLAYER) -> None:
        """Plays some moves as one step, as a walk to a place; those before an illegal one stay played."""
        check_type("moves", moves, Iterable, "a sequence of moves")
        for number, move in enumerate(moves):
            self.play(move, by, joined=number > 0)

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
            events = self._advance(before, move, PLAYER, self.turn.joined).events
        self._redoable.clear()
        self._tell(events)

    @property
    def undo_refusal(self) -> str | None:
        """Why nothing can be taken back; None if something can."""
        turn = self.turn
        if self.has_just_jumped:
            return None
        if turn.before is None or turn.move is None:
            return "there is no move to take back"
        if turn.number > turn.fixed:
            return None
        return self.game.stays(turn.before.position, turn.move, turn.position) or "this move stays"

    @property
    def has_just_jumped(self) -> bool:
        """Whether no move but a jump has led here, so that undo takes the jump back."""
        return bool(self._left) and self._left[-1].target is self.turn

    def undo(self) -> bool:
        """Takes the last move back, or a restart or another jump; False if there is nothing that may be taken back."""
        if self.undo_refusal is not None:
            return False
        if self.has_just_jumped:
            _, self.turn, self._redoable, self._spent, self.undone = self._left.pop()
            self._running_since = None
            self._run_clock()
            self._tell([Jumped()])
            return True
        turn = self.turn
        assert turn.before is not None
        assert turn.move is not None
        self.turn = turn.before
        self._redoable.append(Taken(turn.move, turn.by, turn.joined))
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

    def undo_step(self) -> bool:
        """Takes the last step back: a move, or all moves of a walk; False if there is none."""
        while self.turn.joined and self.undo_refusal is None and not self.has_just_jumped:
            self.undo()
        return self.undo()

    def redo_step(self) -> bool:
        """Plays the step again that was taken back last; False if there is none."""
        done = self.redo()
        while self._redoable and self._redoable[-1].joined:
            self.redo()
        return done

    def forget_undone(self) -> None:
        """Lets go of the moves taken back: another line begins here, and they are no part of it."""
        self._redoable.clear()

    def begin_playback(self) -> Left[P, M]:
        """Return the state of the player's game for `end_playback`, and clear the moves that `redo` would play."""
        before = Left(self.turn, self.turn, [*self._redoable], self.elapsed, self.undone)
        self.forget_undone()
        return before

    def end_playback(self, before: Left[P, M]) -> None:
        """Make the next `undo` lead back to the player's game in one step, however many moves were played since."""
        if self.turn is before.turn:
            self._redoable = [*before.redoable]
        else:
            self._left.append(before._replace(target=self.turn))
            del self._left[:-_JUMPS_KEPT]

    def reset(self) -> None:
        """Back to the beginning, with the clock at zero, as a game of its own; `undo` goes back to the one before.

        What hints have told is not forgotten, nor how many they were.
        """
        self._jump(turn_of(self.turn, 0) or self._first_turn())
        self._spent, self._running_since = 0.0, None
        self.undone = 0
        self._tell([Restarted()])

    def go_back_to(self, number: int) -> None:
        """Back to the position after so many moves, in one go; `undo` leads here again. Raises `UsageError`."""
        turn = turn_of(self.turn, check_whole("a number of moves", number))
        if turn is None:
            raise UsageError(f"there is no position after {counted(number, 'moves')} in this game")
        self._return_to(turn)

    def set_checkpoint(self) -> int:
        """Marks this position, to come back to it later; the checkpoint's number, from 1."""
        self.checkpoints.append(self.turn)
        return len(self.checkpoints)

    def go_to_checkpoint(self, number: int) -> None:
        """To a checkpoint's position, with the moves that led there; `undo` leads here again. Raises `UsageError`."""
        if not 1 <= check_whole("a checkpoint's number", number) <= len(self.checkpoints):
            raise UsageError(f"there is no checkpoint {number} ({len(self.checkpoints)} are set)")
        self._return_to(self.checkpoints[number - 1])

    def _return_to(self, turn: Turn[P, M]) -> None:
        if turn.number < self.turn.fixed:
            raise UsageError("some moves since then cannot be taken back")
        self._jump(turn)
        self._run_clock()
        self._tell([Jumped()])

    def _jump(self, turn: Turn[P, M]) -> None:
        if turn is not self.turn or self._redoable:
            self._left.append(Left(turn, self.turn, self._redoable, self.elapsed, self.undone))
            del self._left[:-_JUMPS_KEPT]
        self.turn, self._redoable = turn, []

    @property
    def advisor(self) -> Advisor[P, M]:
        """Who is asked for hints, and for whatever else there is to know of a position."""
        if self._advisor is None:
            self._advisor = Advisor(self.game, self.puzzle.position)
        return self._advisor

    def hint(self, cancel: Cancel | None = None, progress: Progress | None = None) -> M | None:
        """The next move of a solution (the best, if it can be found), or what the best player would do; None if
        there is none. To ask again in the same position costs nothing. Raises `BudgetEnded`."""
        move = self.advisor.certain(self.position, cancel=cancel, progress=progress).move
        if move is not None:
            self._told(move, len(TIPS))
        return move

    def tip(self, cancel: Cancel | None = None, progress: Progress | None = None) -> Tip[M] | None:
        """A hint that teaches: where to look; asked again in the same position, which piece; then the move; then the
        move to play it. None if there is no way on. All of it counts as one hint. Raises `BudgetEnded`."""
        move = self.advisor.certain(self.position, cancel=cancel, progress=progress).move
        if move is None:
            return None
        told = tips(self.game, self.position, move)
        done = self._tips.get(self._mark(self.position), 0)
        tip = next((tip for tip in told if TIPS.index(tip.kind) >= done), told[-1])
        self._told(move, TIPS.index(tip.kind) + 1)
        return tip

    def _told(self, move: M, kinds: int) -> None:
        """Counts a hint. A move that was named is the hint's, whoever's hand plays it."""
        mark = self._mark(self.position)
        self.hints += mark not in self._tips
        self._tips[mark] = max(kinds, self._tips.get(mark, 0))
        if kinds > TIPS.index("move"):
            self._hinted[mark] = self.game.canonical_move(self.position, move)

    def _mark(self, position: P) -> str:
        """By which a position is known again in a saved game, short whatever it says."""
        return hashlib.sha256(self.game.format(position).encode()).hexdigest()[:_MARK_LENGTH]

    def last_winnable(self, cancel: Cancel | None = None, progress: Progress | None = None) -> int | None:
        """After how many moves of this game it could be won for the last time; None if nobody knows of a way to win.
        `go_back_to` leads there."""
        return self.advisor.last_winnable(self.history, cancel=cancel, progress=progress)

    def distance(self, cancel: Cancel | None = None, progress: Progress | None = None) -> int | None:
        """What the solution costs that the hints follow, in the game's first metric; None if it cannot be solved
        (any more). Raises `BudgetEnded`, and `UsageError` where the game keeps that to itself."""
        if (why := self.game.keeps_quiet(self.position)) is not None:
            raise UsageError(why)
        to_go = self.advisor.certain(self.position, cancel=cancel, progress=progress).to_go
        return None if to_go is None else to_go[self.game.units[0]]

    def prospects(self, cancel: Cancel | None = None, progress: Progress | None = None) -> str:
        """A sentence on whether it can be won from here, and how far it is. Raises `BudgetEnded`."""
        game = self.game
        if game.is_scored:
            return f"{game.title} has no end to be far from: it is played for a score."
        if self.status is Status.WON:
            return "It is won."
        distance = self.distance(cancel, progress)
        if distance is not None:
            return f"It can be won: {counted(distance, game.units[0])} from solved."
        last = self.last_winnable(cancel, progress) if self.turn.number else None
        if last is None:
            return "It cannot be won: that is proven."
        return f"It cannot be won any more; {counted(self.turn.number - last, 'moves')} ago it still could."

    def animation(self) -> Animation:
        """The moves played so far as a film with controls."""
        from quandary.engine.animation import Animation

        return Animation(self.game, self.puzzle.position, self.moves, self.id)

    def __repr__(self) -> str:
        return f"<session of {self.puzzle.id}, {counted(self.turn.number, 'moves')}, {self.status.value}>"

    def _repr_html_(self) -> str:
        """What notebooks show."""
        from quandary.engine.cards import session_card

        return session_card(self)

    def pause(self) -> None:
        """Stops the clock, until `go_on` or the next move."""
        self._spent, self._running_since = self.elapsed, None

    def take_over(self, *, hints: int, undone: int, seconds: float) -> None:
        """What a game has used up that was played elsewhere, and whose moves do not tell it; the clock stands."""
        self.hints, self.undone = check_whole("hints", hints), check_whole("undone", undone)
        self._spent, self._running_since = check_number("seconds", seconds), None

    def go_on(self) -> None:
        """Lets the clock run again, if the first move has started it before."""
        if self._spent:
            self._run_clock()

    def snapshot(self) -> Session[P, M]:
        """The session as it stands, for another thread to save: nobody hears of it, and its clock stands still."""
        still = copy.copy(self)
        # What may change while it is being saved; everything else is a value.
        changing = (list, dict)
        vars(still).update({name: copy.copy(held) for name, held in vars(self).items() if isinstance(held, changing)})
        still._listeners, still._spent, still._running_since = [], self.elapsed, None
        return still

    def save(self) -> str:
        """The session as text. Who made which move is told where it was not always the player."""
        game, marks = self.game, [*self.marks, *(taken.by for taken in self._redoable)]
        joined = [*(turn.joined for turn in turns_to(self.turn)), *(taken.joined for taken in self._redoable)]
        more = {
            "marks": marks if any(by != PLAYER for by in marks) else None,
            "joined": [number for number, is_joined in enumerate(joined) if is_joined],
            "checkpoints": [saved_line(game, turn) for turn in self.checkpoints],
            "left": [
                {
                    "to": left.target.number,
                    "undone": left.undone,
                    "seconds": round(left.spent, 3),
                    **saved_line(game, left.turn),
                }
                for left in self._left
            ],
            "told": self._told_as_saved(),
        }
        saved = {
            "format": FORMAT,
            "game": game.name,
            "id": self.puzzle.id,
            "puzzle": self.puzzle.text,
            "moves": [game.format_move(move) for move in self.moves],
            "redo": [game.format_move(move) for move in self.redoable],
            **{name: value for name, value in more.items() if value},
            "hints": self.hints,
            "undone": self.undone,
            "seconds": round(self.elapsed, 3),
        }
        return json.dumps(saved, ensure_ascii=False, indent=1) + "\n"

    def log(self) -> str:
        """The game as a log, a line of JSON a move: the move, who made it, and every event that it made happen."""
        return write_log(self)

    @classmethod
    def from_log(cls, text: str, *, turn: int | None = None) -> Session[Any, Any]:
        """The game of a log as it stood after so many moves, or at its end.

        It is replayed, and every event must come out as it is written; else a `PuzzleError` names the line.
        """
        check_type("a log", text, str, "a text")
        if turn is not None:
            turn = check_whole("turn", turn)
        return replay_log(text, cls, turn)

    @classmethod
    def load(cls, text: str, *, clock: Callable[[], float] = time.monotonic) -> Session[P, M]:
        """The session that `save` wrote, every move of it replayed. Anything else raises a `PuzzleError`."""
        check_type("a saved game", text, str, "a text")
        try:
            saved = json.loads(text)
            if not isinstance(saved, dict) or saved.get("format") != FORMAT:
                raise PuzzleError(f"this is not a saved game (expected a JSON object with format {FORMAT})")
            game: Game[P, M] = game_of_name(str(saved["game"]))
            position = game.parse(text_of(saved["puzzle"]))
            session = cls(Puzzle(game.name, text_of(saved["id"]), position, game.format(position)), clock=clock)
            line = read_line(game, saved, [*saved["moves"], *saved["redo"]])
            session.turn = session._replayed(line[: len(saved["moves"])])
            session._redoable = line[len(saved["moves"]) :]
            session.checkpoints = [session._replayed(read_line(game, one)) for one in saved.get("checkpoints", ())]
            session._left = session._read_jumps(saved.get("left", ()))
            session._read_told(saved.get("told", {}))
            session.hints, session.undone = (int(count_of(saved[name])) for name in ("hints", "undone"))
            session._spent, session._running_since = float(count_of(saved["seconds"])), None
        except PuzzleError:
            raise
        except QuandaryError as error:
            raise PuzzleError(f"the saved game does not replay: {error}") from error
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise PuzzleError(f"the saved game is damaged: {type(error).__name__}: {error}") from error
        return session

    def _told_as_saved(self) -> dict[str, list[Any]]:
        """What hints and solvers have told: of each position how much, and the move where it was named."""
        return {
            mark: [
                self._tips.get(mark, 0),
                *([self.game.format_move(self._hinted[mark])] if mark in self._hinted else []),
            ]
            for mark in {**self._tips, **self._hinted}
        }

    def _read_told(self, saved: Mapping[str, Any]) -> None:
        for mark, (kinds, *named) in saved.items():
            if kinds:
                self._tips[mark] = int(count_of(kinds))
            if named:
                self._hinted[mark] = self.game.parse_move(text_of(named[0]))

    def _read_jumps(self, saved: Sequence[Mapping[str, Any]]) -> list[Left[P, M]]:
        """The jumps that can be undone; each leads to a turn of the line that was played on from there."""
        found: list[Left[P, M]] = []
        line = self.turn
        for one in reversed(saved):
            target = turn_of(line, int(count_of(one["to"])))
            line = self._replayed(read_line(self.game, one))
            if target is None:
                raise ValueError("a jump leads nowhere")
            found.append(Left(target, line, [], float(count_of(one["seconds"])), int(count_of(one["undone"]))))
        return found[::-1]

    def _replayed(self, line: Sequence[Taken[M]]) -> Turn[P, M]:
        """The last turn of a line from the start."""
        turn = self._first_turn()
        for taken in line:
            turn = self._after(turn, *taken)[0]
        return turn

    def _first_turn(self) -> Turn[P, M]:
        position = self.puzzle.position
        return Turn(position, self.game.status(position), (0,) * len(self.game.units))

    def _after(self, before: Turn[P, M], move: M, by: str, joined: bool) -> tuple[Turn[P, M], Outcome[P]]:
        """The turn after a move."""
        game, position = self.game, before.position
        outcome = play_move(game, position, move)
        costs = tuple(
            cost + game.move_cost(position, move, unit) for cost, unit in zip(before.costs, game.units, strict=True)
        )
        after, number = outcome.position, before.number + 1
        fixed = before.fixed if game.stays(position, move, after) is None else number
        status = game.status(after)
        return Turn(after, status, costs, number, move, by, outcome.events, before, joined, fixed), outcome

    def _advance(self, before: Turn[P, M], move: M, by: str, joined: bool) -> Outcome[P]:
        """Plays a move from a turn on. What a hint has said, or a solver shown, is not the player's own."""
        game, position = self.game, before.position
        told = self._hinted.get(self._mark(position)) if self._hinted and by == PLAYER else None
        if told is not None and told == game.canonical_move(position, move):
            by = HINT
        self.turn, outcome = self._after(before, move, by, joined)
        if by not in (PLAYER, HINT):
            self._hinted[self._mark(position)] = game.canonical_move(position, move)
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
