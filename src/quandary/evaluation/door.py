"""Evaluation sets for programs: read one, find the moves in an answer, judge it. Nothing of a record is ever run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from quandary.core.arguments import check_names, check_type, check_whole
from quandary.core.errors import PuzzleError, UsageError
from quandary.core.game import Game
from quandary.core.registry import resolve_game
from quandary.engine.generate import generate
from quandary.evaluation.answers import FoundAnswer, find_answer
from quandary.evaluation.files import read_records
from quandary.evaluation.judgement import Judgement, read_moves
from quandary.evaluation.records import (
    DEFAULT_NODES,
    DEFAULT_QUEST_MOVES,
    PATIENCE,
    LeftOut,
    Order,
    make_new_records,
)
from quandary.evaluation.sets import item_of


def load(source: str | Path | Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The records of an evaluation set: of a file that `export eval` wrote, of dicts from elsewhere, or of a frozen
    benchmark by its name (`quandary-1`).

    Every one is checked, and the first that is wrong raises `PuzzleError` with its line.
    """
    if isinstance(source, (str, Path)):
        entries: Iterable[tuple[int, Any]] = read_records(str(source))
    else:
        check_type("a set", source, Iterable, "a file, a benchmark's name or records")
        entries = enumerate(source, start=1)
    records: list[dict[str, Any]] = []
    for number, entry in entries:
        if isinstance(entry, PuzzleError):
            raise entry
        try:
            item_of(entry)
        except (PuzzleError, UsageError) as error:
            raise PuzzleError(str(error), place=f"line {number}") from None
        records.append(dict(entry))
    if not records:
        raise UsageError("there is no record in this set")
    return records


def make(
    game: str | Game[Any, Any],
    count: int,
    *,
    seed: int,
    metric: str | None = None,
    nodes: int = DEFAULT_NODES,
    moves: int = DEFAULT_QUEST_MOVES,
    with_solutions: bool = False,
    **settings: Any,
) -> list[dict[str, Any]]:
    """New records, as `export eval` makes them: so many puzzles from this seed on, with the generator's settings.

    What `nodes` are too few for is left out. `moves` is how many a task for points has.
    """
    game = resolve_game(game)
    generator = game.generator()
    check_names(settings, [*game.variant_options, *(generator.options if generator else ())], make)
    count = check_whole("count", count)
    check_whole("nodes", nodes)
    moves = check_whole("moves", moves)
    order = Order(metric=metric, nodes=nodes, quest_moves=moves, with_solutions=with_solutions)
    puzzles = generate(game, count=PATIENCE * count, seed=seed, **settings)
    return [entry for entry in make_new_records(game, puzzles, count, order) if not isinstance(entry, LeftOut)]


def judge(record: Mapping[str, Any], answer: str) -> Judgement:
    """What there is to say of an answer to a record's puzzle; never raises for what stands in the answer."""
    return item_of(record).judge(answer)


class Extractor:
    """Finds the moves of a game in any text, by the rules of the judge."""

    def __init__(self, game: str | Game[Any, Any]) -> None:
        self.game = resolve_game(game)

    def find(self, text: str) -> FoundAnswer:
        """What is taken for the answer, and where it stood. Raises `Unreadable` if there is none."""
        check_type("an answer", text, str, "a text")
        return find_answer(text)

    def moves(self, text: str) -> list[str]:
        """The moves of the answer in the game's notation, legal or not. Raises `Unreadable` if a word is no move."""
        return [self.game.format_move(move) for move in read_moves(self.game, self.find(text))]
