"""A sitting of a model with tools: it is dealt puzzles one by one, and each episode is written down at its end.

Puzzles come from a set, each of them once and in order, so that nobody can choose the easy ones or try again; or, where
there is no set, new ones are made as they are asked for. What is written down of an episode is a line of answers, too:
`quandary verify --set … --answers …` judges it again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from threading import Lock
from typing import Any, NamedTuple

from quandary.core.budget import Budget, Task
from quandary.core.errors import BudgetEnded, PuzzleError, QuandaryError, UsageError
from quandary.core.game import Game, Puzzle
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.engine.generate import PATIENCE, fresh_seed, generate, settings_of
from quandary.engine.puzzles import puzzle_of
from quandary.evaluation.episode import DEFAULT_CALLS, Episode, shown_lines
from quandary.evaluation.judgement import describe
from quandary.evaluation.records import LeftOut, Order, Record, make_records

Deal = Callable[[str], Record | None]
"""The record of what is asked for, or of the next puzzle; None when there is none left."""

# Somebody waits for the puzzle: what is not made, or not proven, by then is not waited for.
_MAKING_SECONDS = 30.0
_SOLVING_SECONDS = 10.0
_TOOLS = """\
Here you need not answer in one line: you play with tools. `look` shows the puzzle as it stands, `move` plays one or
more moves, `undo` takes the last one back, `give_up` ends it as it stands. You have {calls} calls."""


class Reply(NamedTuple):
    """The answer to a call of a tool."""

    text: str
    refused: bool = False
    """Whether the call did not do what it was to do."""


class Sitting:
    """Deals puzzles and keeps the episode that is being played. No call raises for what a model says."""

    def __init__(
        self,
        deal: Deal,
        *,
        most_calls: int = DEFAULT_CALLS,
        write: Callable[[dict[str, Any]], None] = lambda line: None,
        model: str | None = None,
    ) -> None:
        self._deal, self._most_calls, self._write, self._model = deal, most_calls, write, model
        self._record: Mapping[str, Any] = {}
        self._is_written = True
        # A client may send several calls at once.
        self._lock = Lock()
        self.episode: Episode | None = None

    def new(self, wanted: str = "") -> Reply:
        """Ends the episode, if there is one, and begins the next; says the rules and the puzzle in words."""
        with self._lock:
            self._end()
            self.episode = None
            try:
                record = self._deal(wanted)
            except QuandaryError as error:
                return Reply(shown_lines(f"There is no such puzzle: {error}"), refused=True)
            if record is None:
                return Reply("There is no puzzle left.", refused=True)
            self.episode, self._record, self._is_written = Episode(record, most_calls=self._most_calls), record, False
            return Reply(f"{self.episode.prompt}\n{_TOOLS.format(calls=self._most_calls)}")

    def call(self, tool: str, *text: str) -> Reply:
        """A call of one of the episode's tools, and how it is judged where that was the last."""
        with self._lock:
            if self.episode is None:
                return Reply("There is no puzzle yet: `new` brings one.", refused=True)
            reply: str = getattr(self.episode, tool)(*text)
            refused = self.episode.refused
            if not self.episode.over or self._is_written:
                return Reply(reply, refused)
            self._end()
            judgement = self.episode.judgement()
            verdict = describe(game_of_name(judgement.game), judgement)
            return Reply(f"{reply}\n\nThe judge says: {verdict}.", refused)

    def close(self) -> None:
        """Ends the episode as it stands."""
        with self._lock:
            self._end()

    def _end(self) -> None:
        if self.episode is None or self._is_written:
            return
        self._is_written = True
        self._write(
            {
                "id": self._record["id"],
                "answer": self.episode.answer,
                **({} if self._model is None else {"model": self._model}),
                "calls": [asdict(call) for call in self.episode.log],
                "judgement": self.episode.judgement().as_dict(),
            }
        )


def from_set(records: Iterable[Record]) -> Deal:
    """Deals the puzzles of a set in order, each once."""
    left = iter(records)

    def deal(wanted: str) -> Record | None:
        if wanted:
            raise UsageError("the puzzles of a set come in their order, and none can be asked for")
        return next(left, None)

    return deal


def made_to_order(wanted: str) -> Record:
    """Return a new puzzle of a game (`sokoban`), of a level (`sokoban:beginner`), or the puzzle of any id."""
    wanted = wanted.strip() or random.choice(names())
    name = re.split("[:#]", wanted, maxsplit=1)[0]
    game = game_of_name(name)
    order = Order(time=_SOLVING_SECONDS)
    reason = ""
    for puzzle in _puzzles(game, wanted):
        (entry,) = make_records(game, [puzzle], order)
        if not isinstance(entry, LeftOut):
            return entry
        reason = f"{entry.id}: {entry.reason}"
    raise BudgetEnded(reason)


def _puzzles(game: Game[Any, Any], wanted: str) -> Iterable[Puzzle[Any]]:
    """Return new puzzles of a game or a level, or the one puzzle that an id or a board names."""
    if wanted == game.name:
        return _new_puzzles(game, game.casual)
    try:
        return [puzzle_of(game, wanted, task=Task(budget=Budget(_MAKING_SECONDS)))]
    except PuzzleError:
        # A level reads like a board: `sokoban:beginner`.
        words = wanted.removeprefix(f"{game.name}:")
        if words == wanted or settings_of(game, words) is None:
            raise
        return _new_puzzles(game, words)


def _new_puzzles(game: Game[Any, Any], words: str) -> Iterable[Puzzle[Any]]:
    settings = settings_of(game, words) or {}
    return generate(game, count=PATIENCE, seed=fresh_seed(), time=_MAKING_SECONDS, **settings)
