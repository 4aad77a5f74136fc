"""Puzzles and games that were asked for lately.

A request brings its whole game along, the puzzle and every move, and is answered from a session in which they have
been played. To replay all of it for each move would be slow for long games, and to make a puzzle from its seed again
slower still; so puzzles and last turns are kept for a while. Whatever is not here any more is made again: nobody
notices but the clock.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import chain, islice, repeat
from typing import Any, Generic, TypeVar

from quandary.core.budget import Cancel, Task
from quandary.core.errors import IllegalMove, PuzzleError
from quandary.core.game import Game, Puzzle
from quandary.core.ids import board_id
from quandary.engine.puzzles import canonical_id, good, id_in, puzzle_of, read_text
from quandary.engine.session import Session
from quandary.engine.turns import PLAYER, Turn
from quandary.web.daily import is_to_come
from quandary.web.limits import Limits, alarm
from quandary.web.weight import weight

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

# What anything costs that is kept: its key, its place, and the value's own frame.
_ENTRY = 400
# What is larger than this is played in a thread, where it keeps nobody waiting.
SMALL_TEXT = 4_000
FEW_MOVES = 1_000


class Recent(Generic[K, V]):
    """The values that were used last, up to a weight of all together; for any thread."""

    def __init__(self, most: int, weigh: Callable[[V], int]) -> None:
        self._room = most
        self._weigh = weigh
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """The value, which then counts as used."""
        with self._lock:
            kept = self._values.get(key)
            if kept is None:
                return None
            self._values.move_to_end(key)
            return kept[0]

    def put(self, key: K, value: V) -> None:
        """Keeps a value, and lets go of those that were not used for longest."""
        weight = self._weigh(value)
        with self._lock:
            self._room += self._values.pop(key, (None, 0))[1] - weight
            self._values[key] = value, weight
            while self._room < 0:
                self._room += self._values.popitem(last=False)[1][1]


class Shelf:
    """All that is kept."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._puzzles: Recent[tuple[str, str], Puzzle[Any]] = Recent(limits.kept // 4, _puzzle_weight)
        self._turns: Recent[bytes, Turn[Any, Any]] = Recent(limits.kept // 2, _turn_weight)

    def key(self, game: Game[Any, Any], text: str) -> tuple[str, str]:
        """Return the key under which the puzzle of a text or an id is kept."""
        text = id_in(game, text) or text
        rules = ",".join(f"{name}={value}" for name, value in sorted(game.variant_choices.items()))
        return game.name, f"{rules}|{text}" if rules else text

    def knows(self, game: Game[Any, Any], text: str) -> bool:
        """Whether the puzzle is at hand, so that getting it takes no time."""
        return self._puzzles.get(self.key(game, text)) is not None

    def is_at_hand(self, game: Game[Any, Any], text: str, moves: Sequence[str], marks: Sequence[str] = ()) -> bool:
        """Whether the game after these moves is here and small, so that one more move is a matter of a millisecond."""
        puzzle = self._puzzles.get(self.key(game, text))
        if puzzle is None or len(puzzle.text) > SMALL_TEXT or len(moves) > FEW_MOVES:
            return False
        return not moves or self._turns.get(_keys(puzzle, moves, marks)[-1]) is not None

    def puzzle(self, game: Game[Any, Any], text: str, cancel: Cancel | None = None) -> Puzzle[Any]:
        """Return the puzzle of a text or an id.

        Raise `PuzzleError` if there is none, and `BudgetEnded` if time or memory end before that is known.
        """
        key = self.key(game, text)
        kept = self._puzzles.get(key)
        if kept is None:
            cancel, limits = cancel or Cancel(), self._limits
            # The task's own budget ends first and says so.
            with alarm(cancel, limits.make_time + 1):
                kept = _read(game, text, Task(budget=limits.making(), cancel=cancel))
            if len(kept.text) > limits.board:
                raise PuzzleError(f"is larger than this server shows: more than {limits.board} characters")
            self.add(game, kept)
            self._puzzles.put(key, kept)
        return kept

    def add(self, game: Game[Any, Any], puzzle: Puzzle[Any]) -> None:
        """Keeps a puzzle under its id. Raises `PuzzleError` for one that nobody is to see yet."""
        if is_to_come(game, canonical_id(game, puzzle)):
            raise PuzzleError("is still to come: it is the puzzle of another day")
        self._puzzles.put((puzzle.game, puzzle.id), puzzle)

    def session(
        self, puzzle: Puzzle[Any], moves: Sequence[str], marks: Sequence[str] = (), following: Sequence[str] = ()
    ) -> Session[Any, Any]:
        """The game after these moves, replayed from the last turn that is kept. Raises `IllegalMove`.

        `marks` say who made each move; those that it leaves out are the player's. Of the moves `following`, which
        were made before anybody knew where the others lead, those up to the first illegal one are played.
        """
        words = [*moves, *following]
        keys = _keys(puzzle, words, marks)
        kept = ((done, self._turns.get(keys[done])) for done in range(len(words), 0, -1))
        done, turn = next(((done, turn) for done, turn in kept if turn is not None), (0, None))
        session: Session[Any, Any] = Session(puzzle, turn=turn)
        for word, by in islice(_marked(words, marks), done, None):
            try:
                session.play(word, by)
            except (PuzzleError, IllegalMove) as error:
                if session.turn.number >= len(moves):
                    break
                raise IllegalMove(f"move {session.turn.number + 1}, {word[:40]!r}: {error}") from error
        if session.turn.number:
            self._turns.put(keys[session.turn.number], session.turn)
        return session


def _puzzle_weight(puzzle: Puzzle[Any]) -> int:
    return _ENTRY + weight(puzzle)


def _turn_weight(turn: Turn[Any, Any]) -> int:
    """A turn holds all before it, each with a position that shares with the next what no move changes."""
    before = turn.before
    own = weight(turn.position, beside=before.position if before else None) + weight(turn.events)
    return turn.number * (_ENTRY + own)


def _marked(moves: Sequence[str], marks: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each move with who made it."""
    return zip(moves, chain(marks, repeat(PLAYER)), strict=False)


def _keys(puzzle: Puzzle[Any], moves: Sequence[str], marks: Sequence[str] = ()) -> list[bytes]:
    """A name for each turn of a game from its beginning on. None is as long as the game."""
    key = blake2b(f"{puzzle.game} {puzzle.id}".encode(), digest_size=16).digest()
    keys = [key]
    for word, by in _marked(moves, marks):
        key = blake2b(key + f"{by} {word}".encode("utf-8", "replace"), digest_size=16).digest()
        keys.append(key)
    return keys


def _read(game: Game[Any, Any], text: str, task: Task) -> Puzzle[Any]:
    """Return the puzzle, under the id that was given or else its board's: never under a title, which is no address."""
    if id_in(game, text):
        return puzzle_of(game, text, task=task)
    puzzle = good(next(read_text(game, text)))
    return replace(puzzle, id=board_id(game, puzzle.position))
