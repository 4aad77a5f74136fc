"""Judges many answers to an evaluation set, and sums them up.

A set is what `quandary export eval` writes; answers are JSON Lines of `{"id": …, "answer": …}`. Both are strangers'
files: a line that is wrong is told with its number, and the others go on. Every answer is a judgement; a puzzle
without an answer is one, too, so that nobody gains by being silent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from quandary.core.errors import PuzzleError, QuandaryError
from quandary.core.game import Game, Puzzle
from quandary.core.registry import game as game_of_name
from quandary.evaluation.files import read_objects
from quandary.evaluation.judgement import Judgement, completed, verify
from quandary.evaluation.records import SCHEMA

UNGRADED = "ungraded"
_KINDS = {str: "a text", int: "a whole number", bool: "true or false", dict: "an object"}


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle of a set, with what it takes to judge an answer."""

    id: str
    game: Game[Any, Any]
    puzzle: Puzzle[Any]
    metric: str
    optimum: int | None
    """What a best solution costs, where the set says that it is proven."""
    target: int | None
    most_moves: int | None
    grade: str

    def judge(self, answer: str) -> Judgement:
        """What there is to say of an answer to this puzzle."""
        return verify(
            self.game,
            self.puzzle,
            answer,
            metric=self.metric,
            optimum=self.optimum,
            target=self.target,
            most_moves=self.most_moves,
        )


def read_set(name: str) -> tuple[dict[str, Item], list[PuzzleError]]:
    """The items of a set by their ids, and what is wrong with the others."""
    items: dict[str, Item] = {}
    errors: list[PuzzleError] = []
    for number, entry in read_objects(name):
        if isinstance(entry, PuzzleError):
            errors.append(entry)
            continue
        try:
            item = _item(entry)
            if item.id in items:
                raise PuzzleError("the id is there already", puzzle=item.id)
        except QuandaryError as error:
            errors.append(PuzzleError(str(error), place=f"line {number}", source=name))
        else:
            items[item.id] = item
    if not items and not errors:
        errors.append(PuzzleError("holds no record of an evaluation set", source=name))
    return items, errors


def read_answers(name: str, items: Mapping[str, Item]) -> Iterator[tuple[Item, str] | PuzzleError]:
    """The answers of a file, each with its puzzle; a bad one comes as its error."""
    for number, entry in read_objects(name):
        if isinstance(entry, PuzzleError):
            yield entry
            continue
        try:
            which, answer = _field(entry, "id", str), _field(entry, "answer", str)
            if which not in items:
                raise PuzzleError(f"there is no puzzle {which[:80]!r} in the set")
            yield items[which], answer
        except PuzzleError as error:
            yield PuzzleError(str(error), place=f"line {number}", source=name)


def _item(entry: Mapping[str, Any]) -> Item:
    schema = _field(entry, "schema", str)
    if schema != SCHEMA:
        raise PuzzleError(f"the schema is {schema[:40]!r}, this version reads {SCHEMA}")
    name = _field(entry, "id", str)
    game = game_of_name(_field(entry, "game", str))
    # Never an id: to make a puzzle can take long, and this is a stranger's file.
    text = _field(entry, "puzzle", str)
    position = game.parse(completed(game, text))
    task = _field(entry, "task", dict)
    is_score = _field(task, "goal", str) == "score"
    difficulty = _field(entry, "difficulty", dict)
    metric, cost, is_proven = _field(entry, "metric", str), _field(entry, "cost", int), _field(entry, "optimal", bool)
    item = Item(
        name,
        game,
        Puzzle(game.name, name, position, text),
        metric,
        cost if is_proven else None,
        _field(task, "target", int) if is_score else None,
        _field(task, "most_moves", int) if is_score else None,
        str(difficulty.get("grade") or UNGRADED),
    )
    # A metric or a target that the game does not have is the set's fault, and not an answer's.
    item.judge("")
    return item


def _field(entry: Mapping[str, Any], name: str, kind: type) -> Any:
    if name not in entry:
        raise PuzzleError(f"is missing (expected {_KINDS[kind]})", place=name)
    # A bool is an int for Python, and for nobody else.
    if type(entry[name]) is not kind:
        raise PuzzleError(f"must be {_KINDS[kind]}", place=name)
    return entry[name]


@dataclass
class Count:
    """What the answers of one kind have come to."""

    answers: int = 0
    """Judgements, those of puzzles without an answer counted too."""
    missing: int = 0
    readable: int = 0
    legal: int = 0
    solved: int = 0
    optimal: int = 0
    ratios: list[float] = field(default_factory=list)

    def add(self, judgement: Judgement, *, is_missing: bool) -> None:
        """Counts one judgement."""
        self.answers += 1
        self.missing += is_missing
        self.readable += judgement.readable and not is_missing
        self.legal += judgement.is_legal and not is_missing
        self.solved += judgement.solved
        self.optimal += judgement.optimal
        if judgement.ratio is not None:
            self.ratios.append(judgement.ratio)

    @property
    def mean_ratio(self) -> float | None:
        """The mean of cost / optimum over the solutions whose optimum is known."""
        return sum(self.ratios) / len(self.ratios) if self.ratios else None

    def as_dict(self) -> dict[str, Any]:
        """Counts and shares, ready for JSON."""
        counts = {
            name: getattr(self, name) for name in ("answers", "missing", "readable", "legal", "solved", "optimal")
        }
        shares = {f"{name}_share": self.share(counts[name]) for name in ("legal", "solved", "optimal")}
        return {**counts, **shares, "mean_ratio": None if self.mean_ratio is None else round(self.mean_ratio, 4)}

    def share(self, count: int) -> float | None:
        """A count as a share of all answers."""
        return round(count / self.answers, 4) if self.answers else None


class Scoreboard:
    """All answers together, and by game and difficulty."""

    def __init__(self) -> None:
        self.total = Count()
        self.by_grade: dict[tuple[str, str], Count] = {}

    def add(self, item: Item, judgement: Judgement, *, is_missing: bool = False) -> None:
        """Counts one judgement."""
        self.total.add(judgement, is_missing=is_missing)
        tally = self.by_grade.setdefault((item.game.name, item.grade), Count())
        tally.add(judgement, is_missing=is_missing)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        kinds = [
            {"game": game, "grade": grade, **tally.as_dict()} for (game, grade), tally in sorted(self.by_grade.items())
        ]
        return {**self.total.as_dict(), "by_difficulty": kinds}


def better_than_best(item: Item, judgement: Judgement) -> bool:
    """Whether an answer beats the optimum that the set calls proven: then the set is wrong."""
    if not judgement.solved or item.optimum is None:
        return False
    return judgement.cost > item.optimum if item.game.is_scored else judgement.cost < item.optimum
