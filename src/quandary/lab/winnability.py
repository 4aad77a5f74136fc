"""How many puzzles of a game can be won: seeds by the million, each won or proven lost, two bits for each.

A win is replayed by rules before it counts (`engines`); what is lost is as proven as the strategy is complete.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.registry import game as game_of_name
from quandary.engine.generate import puzzle_of_seed
from quandary.engine.solve import check
from quandary.lab.contender import answer_of
from quandary.lab.corpus import Instance, Seeds, read_seeds
from quandary.lab.engines import rows_of
from quandary.lab.experiment import Experiment
from quandary.lab.provenance import changes, code_of, machine, now
from quandary.lab.rows import SOLVED, UNKNOWN, UNSOLVABLE, Row
from quandary.lab.runner import read_shard
from quandary.lab.verdicts import MISSING, Count, Verdicts, create_verdicts, open_verdicts

# Shards take turns by so many seeds, so that each has a fair share of everything and whole bytes of its own.
_STRETCH = 64
_ROWS_BETWEEN_LOOKS = 16


@dataclass(frozen=True, slots=True)
class Question:
    """Which seeds are to be decided, and how."""

    experiment: Experiment
    first: int
    count: int
    words: str = ""
    """Further settings of the generator, as in an id."""

    def seeds(self) -> Seeds:
        """The seeds with their settings."""
        prefix = f"{self.experiment.game}:{self.words}" if self.words else self.experiment.game
        seeds = read_seeds(self.experiment.the_game(), f"{prefix}#{self.first}..{self.first + self.count - 1}")
        assert seeds is not None
        return seeds

    def head(self) -> dict[str, Any]:
        """What the file says of itself."""
        experiment = self.experiment
        return {
            "game": experiment.game,
            "rules": dict(experiment.rules),
            "words": self.words,
            "first": self.first,
            "count": self.count,
            "strategy": experiment.strategy,
            "options": dict(experiment.options),
            "code": code_of(experiment.contender()).hashes(),
            "machine": machine(),
            "begun": now(),
        }


def decide(
    path: Path,
    question: Question,
    *,
    jobs: int = 1,
    shard: str | None = None,
    scheduler: str | None = None,
    wait: float | None = None,
    again: bool = False,
    changed_code: bool = False,
    won_in: Path | None = None,
    watch: Callable[[int, Count], None] = lambda done, count: None,
    say: Callable[[str], None] = lambda text: None,
) -> Count:
    """Decides what the file has not decided yet, or only this shard of it; with `again` also what was left unknown.

    What the file `won_in` says is won by rules that are no easier is won here as well, and not looked at again.
    `watch` is told how many more are done, and how the file stood when that was last counted.
    """
    head = question.head() | ({} if won_in is None else {"won_in": _harder_rules(won_in, question)})
    with create_verdicts(path, head) as file:
        _check_same(file, head, changed_code)
        if won_in is not None:
            _take_wins(file, won_in)
        wanted = (MISSING, UNKNOWN) if again else (MISSING,)
        numbers = _of_shard(file.numbers(*wanted), shard)
        instances = _instances(question, numbers)
        if scheduler is None:
            rows: Iterator[Row] = rows_of(question.experiment, instances, jobs)
        else:
            from quandary.lab.cluster import rows_of_cluster

            rows = rows_of_cluster(question.experiment, instances, scheduler, wait=wait, say=say)
        count = file.count()
        for done, row in enumerate(rows, start=1):
            if row.reason in ("error", "crashed", "wrong"):
                seed = file.seed_of(row.number)
                raise UsageError(f"seed {seed} was not decided: {row.reason}: {row.detail}")
            file[row.number] = row.verdict
            if done % _ROWS_BETWEEN_LOOKS == 0:
                watch(_ROWS_BETWEEN_LOOKS, count)
        return file.count()


def _harder_rules(path: Path, question: Question) -> dict[str, Any]:
    """The rules of another file, if what is won by them is won by the question's rules, too."""
    game = question.experiment.the_game()
    with open_verdicts(path) as other:
        head = other.head
        # With further settings, what a seed makes may depend on the rules.
        is_same = head["game"] == question.experiment.game and not head["words"] and not question.words
        if not is_same or not game.is_won_with(game_of_name(head["game"]).variant(**head["rules"])):
            raise UsageError(f"{path}: what is won there need not be won here")
        return dict(head["rules"])


def _take_wins(file: Verdicts, path: Path) -> None:
    with open_verdicts(path) as other:
        for number in other.numbers(SOLVED):
            ours = other.seed_of(number) - file.first
            if 0 <= ours < len(file):
                if file[ours] == UNSOLVABLE:
                    raise UsageError(f"{file.path} and {path} contradict each other at seed {file.seed_of(ours)}")
                file[ours] = SOLVED


def _check_same(file: Verdicts, head: dict[str, Any], changed_code: bool) -> None:
    """A file goes on only with what it was begun with."""
    for name in ("game", "rules", "words", "first", "count", "strategy", "options"):
        if file.head[name] != head[name]:
            raise UsageError(f"{file.path} was begun with {name} {file.head[name]!r}, not {head[name]!r}")
    changed = changes(file.head["code"], head["code"])
    if changed and not changed_code:
        raise UsageError(
            f"{file.path} was begun with other code: {', '.join(changed)} changed (--changed-code goes on)"
        )


def _of_shard(numbers: Iterator[int], shard: str | None) -> Iterator[int]:
    if shard is None:
        return numbers
    part, parts = read_shard(shard)
    return (number for number in numbers if number // _STRETCH % parts == part - 1)


def _instances(question: Question, numbers: Iterable[int]) -> Iterator[Instance]:
    """The puzzles with these numbers, made when they are asked for."""
    game, seeds = question.experiment.the_game(), question.seeds()
    for number in numbers:
        puzzle = puzzle_of_seed(game, seeds.first + number, seeds.settings)
        if puzzle is None:
            raise UsageError(f"{seeds.prefix(game.name)}#{seeds.first + number} makes no puzzle")
        yield Instance(number, puzzle.id, puzzle.text)


@dataclass(frozen=True, slots=True)
class Checked:
    """A verdict of the file beside what comes out when the puzzle is decided once more, here and alone."""

    id: str
    stored: str | None
    found: str
    solution: str | None
    """Replayed by the game's own rules."""
    nodes: int

    @property
    def agrees(self) -> bool | None:
        """Whether both say the same; None if a budget ended before, which says nothing against the file."""
        return None if self.found == "unknown" else self.stored == self.found

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "id": self.id,
            "stored": self.stored,
            "found": self.found,
            "agrees": self.agrees,
            "nodes": self.nodes,
            "solution": self.solution,
        }


def check_again(file: Verdicts, numbers: Iterable[int], question: Question) -> Iterator[Checked]:
    """Decides some of a file's puzzles once more; the question's experiment may have other options than the file's."""
    game: Game[Any, Any] = question.experiment.the_game()
    strategy, task = question.experiment.contender().strategy, question.experiment.task()
    assert strategy is not None
    for instance in _instances(question, numbers):
        position = game.parse(instance.text)
        answer = answer_of(game, strategy.solve(position, task))
        verdict = check(game, position, answer, task.metric, instance.name, 0.0)
        yield Checked(instance.name, file[instance.number], verdict.verdict, verdict.solution, verdict.nodes)
