"""Judges many answers to an evaluation set, and sums them up.

A set is what `quandary export eval` writes; answers are JSON Lines of `{"id": …, "answer": …}`. Both are strangers'
files: a line that is wrong is told with its number, and the others go on. Every answer is a judgement; a puzzle
without an answer is one, too, so that nobody gains by being silent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import comb
from typing import Any, NamedTuple

from quandary.core.arguments import check_type
from quandary.core.errors import PuzzleError, QuandaryError
from quandary.core.game import Game, Puzzle
from quandary.core.registry import game as game_of_name
from quandary.evaluation.files import read_objects, read_records
from quandary.evaluation.judgement import SCORE, Judgement, completed, verify
from quandary.evaluation.records import SCHEMA

UNGRADED = "ungraded"
ECHOED = ("model", "sample")
"""Fields of an answer that stand in its judgement again."""
_PASSES = (1, 2, 3, 4, 5, 8, 10, 16, 20, 32, 50, 64, 100)
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
    for number, entry in read_records(name):
        if isinstance(entry, PuzzleError):
            errors.append(entry)
            continue
        try:
            item = item_of(entry)
            if item.id in items:
                raise PuzzleError("the id is there already", puzzle=item.id)
        except QuandaryError as error:
            errors.append(PuzzleError(str(error), place=f"line {number}", source=name))
        else:
            items[item.id] = item
    if not items and not errors:
        errors.append(PuzzleError("holds no record of an evaluation set", source=name))
    return items, errors


class Answer(NamedTuple):
    """What somebody has answered to a puzzle."""

    item: Item
    text: str
    echoed: dict[str, str | int | None]
    """Who it was and which of their samples, as the file says it: `model`, `sample`."""


def read_answers(name: str, items: Mapping[str, Item]) -> Iterator[Answer | PuzzleError]:
    """The answers of a file, each with its puzzle; a bad one comes as its error."""
    for number, entry in read_objects(name):
        if isinstance(entry, PuzzleError):
            yield entry
            continue
        try:
            which, answer = _field(entry, "id", str), _field(entry, "answer", str)
            if which not in items:
                raise PuzzleError(f"there is no puzzle {which[:80]!r} in the set")
            yield Answer(items[which], answer, {key: _scalar(entry, key) for key in ECHOED if key in entry})
        except PuzzleError as error:
            yield PuzzleError(str(error), place=f"line {number}", source=name)


def item_of(entry: Mapping[str, Any]) -> Item:
    """The puzzle of a record; what is wrong with the record is raised."""
    check_type("a record", entry, Mapping, "a mapping")
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


def _scalar(entry: Mapping[str, Any], name: str) -> str | int | None:
    if type(entry[name]) not in (str, int, type(None)):
        raise PuzzleError("must be a text or a whole number", place=name)
    found: str | int | None = entry[name]
    return found


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
    """Of costs, where less is better."""
    shares: list[float] = field(default_factory=list)
    """Of scores, where more is better. The two are never averaged together."""
    marks: list[float] = field(default_factory=list)
    by_puzzle: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Answers, and how many of them solve the puzzle."""

    def add(self, judgement: Judgement, *, is_missing: bool, puzzle: str) -> None:
        """Counts one judgement."""
        asked, solved = self.by_puzzle.get(puzzle, (0, 0))
        self.by_puzzle[puzzle] = asked + 1, solved + judgement.solved
        self.marks.append(judgement.mark or 0.0)
        self.answers += 1
        self.missing += is_missing
        self.readable += judgement.readable and not is_missing
        self.legal += judgement.is_legal and not is_missing
        self.solved += judgement.solved
        self.optimal += judgement.optimal
        if judgement.ratio is not None:
            (self.shares if judgement.metric == SCORE else self.ratios).append(judgement.ratio)

    @property
    def mean_ratio(self) -> float | None:
        """The mean of cost / optimum over the solutions whose optimum is known."""
        return _mean(self.ratios)

    @property
    def passes(self) -> list[dict[str, float]]:
        """pass@k: how likely one of k answers solves a puzzle, for every k that all puzzles have answers for.

        The estimate without bias of Chen et al. (2021): 1 - C(n - c, k) / C(n, k), averaged over the puzzles."""
        fewest = min((asked for asked, _ in self.by_puzzle.values()), default=0)

        def share(k: int) -> float:
            found = [1 - comb(asked - solved, k) / comb(asked, k) for asked, solved in self.by_puzzle.values()]
            return round(sum(found) / len(found), 4)

        return [{"k": k, "share": share(k)} for k in _PASSES if k <= fewest]

    @property
    def solved_interval(self) -> list[float]:
        """Where the share of solved answers lies with 95% confidence (Wilson). Only puzzles count as trials: several
        answers to one of them are not independent of each other."""
        from quandary.lab.significance import wilson_interval

        puzzles = len(self.by_puzzle)
        solved = round(puzzles * self.solved / self.answers) if self.answers else 0
        return [round(end, 4) for end in wilson_interval(solved, puzzles)]

    def as_dict(self) -> dict[str, Any]:
        """Counts and shares, ready for JSON."""
        counts = {
            name: getattr(self, name) for name in ("answers", "missing", "readable", "legal", "solved", "optimal")
        }
        shares = {f"{name}_share": self.share(counts[name]) for name in ("legal", "solved", "optimal")}
        means = {"mean_ratio": self.ratios, "mean_score_share": self.shares, "mean_mark": self.marks}
        return {
            **counts,
            **shares,
            **{name: None if (mean := _mean(of)) is None else round(mean, 4) for name, of in means.items()},
            "puzzles": len(self.by_puzzle),
            "solved_interval": self.solved_interval,
            "pass_at": self.passes,
        }

    def share(self, count: int) -> float | None:
        """A count as a share of all answers."""
        return round(count / self.answers, 4) if self.answers else None


def _mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


class Scoreboard:
    """All answers together, by game and difficulty, and by who has answered."""

    def __init__(self) -> None:
        self.total = Count()
        self.by_grade: dict[tuple[str, str], Count] = {}
        self.by_model: dict[str, Count] = {}

    def add(
        self, item: Item, judgement: Judgement, *, is_missing: bool = False, model: str | int | None = None
    ) -> None:
        """Counts one judgement."""
        tallies = [self.total, self.by_grade.setdefault((item.game.name, item.grade), Count())]
        if model is not None:
            tallies.append(self.by_model.setdefault(str(model), Count()))
        for tally in tallies:
            tally.add(judgement, is_missing=is_missing, puzzle=item.id)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        kinds = [
            {"game": game, "grade": grade, **tally.as_dict()} for (game, grade), tally in sorted(self.by_grade.items())
        ]
        models = [{"model": model, **tally.as_dict()} for model, tally in sorted(self.by_model.items())]
        return {**self.total.as_dict(), "by_difficulty": kinds, "by_model": models}


def better_than_best(item: Item, judgement: Judgement) -> bool:
    """Whether an answer beats the optimum that the set calls proven: then the set is wrong."""
    if not judgement.solved or item.optimum is None:
        return False
    return judgement.cost > item.optimum if item.game.is_scored else judgement.cost < item.optimum
