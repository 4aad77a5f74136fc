"""Decide which deals of Klondike can be won, and decide deals of a file again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import quandary
from quandary import UsageError, Verdict
from quandary.game import read_options
from research.klondike_winnability.verdicts import (
    MISSING,
    SOLVED,
    UNKNOWN,
    UNSOLVABLE,
    Count,
    Verdicts,
    create_verdicts,
    open_verdicts,
)
from research.shards import read_shard

# Shards take turns in stretches of this many seeds: each gets a fair sample, and whole bytes of the file.
_STRETCH = 64
# What a run must have in common with the file that it goes on with.
_FIXED = ("game", "rules", "words", "first", "count", "strategy", "options", "quandary")


@dataclass(frozen=True, slots=True)
class Question:
    """The deals to decide: rules, seeds, and the solver's options and budget."""

    draw: int = 3
    redeals: int | None = None
    first: int = 1
    count: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    nodes: int | None = None

    @property
    def rules(self) -> dict[str, int]:
        """The rules, as they stand in the file."""
        return {"draw": self.draw, **({} if self.redeals is None else {"redeals": self.redeals})}

    def id_of(self, number: int) -> str:
        """Return the id of the deal with this number."""
        words = "-".join(f"{name}{value}" for name, value in self.rules.items())
        return f"klondike:{words}#{self.first + number}"

    def head(self) -> dict[str, Any]:
        """Return the first line of the file."""
        strategy = quandary.game("klondike").strategies()[0]
        return {
            "game": "klondike",
            "rules": self.rules,
            "words": "",
            "first": self.first,
            "count": self.count,
            "strategy": strategy.name,
            "options": read_options(strategy.options, dict(self.options)),
            "quandary": quandary.__version__,
            "begun": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        }

    def solve(self, numbers: Iterable[int], jobs: int) -> Iterator[Verdict]:
        """Yield the verdicts of the deals with these numbers, in order. Python's rules replay every win."""
        deals = map(self.id_of, numbers)
        game = quandary.game("klondike")
        for verdict in quandary.solve_many(game, deals, options=self.options, nodes=self.nodes, jobs=jobs):
            if not isinstance(verdict, Verdict):
                raise UsageError(str(verdict))
            yield verdict


def decide(
    path: Path,
    question: Question,
    *,
    jobs: int = 1,
    shard: str | None = None,
    again: bool = False,
    won_in: Path | None = None,
    watch: Callable[[int], None] = lambda done: None,
) -> Count:
    """Decide the deals that the file lacks, and return its counts.

    With `shard` ("2/8") only that shard's deals; with `again` also those that a budget left unknown. `won_in` is a file
    of the same deals by rules that are not easier: its wins are taken over. `watch` gets the number of deals done.
    """
    head = question.head()
    if won_in is not None:
        head["won_in"] = _harder_rules(won_in, question)
    with create_verdicts(path, head) as file:
        for name in _FIXED:
            if file.head.get(name) != head[name]:
                raise UsageError(f"{path} was begun with {name} {file.head.get(name)!r}, not {head[name]!r}")
        if won_in is not None:
            _take_wins(file, won_in)
        # The whole list before the first is written: `numbers` reads the file that the loop changes.
        numbers = [*_of_shard(file.numbers(*((MISSING, UNKNOWN) if again else (MISSING,))), shard)]
        for done, (number, verdict) in enumerate(zip(numbers, question.solve(numbers, jobs), strict=True), start=1):
            file[number] = verdict.verdict
            watch(done)
        return file.count()


def is_won_with(rules: Mapping[str, int], harder: Mapping[str, int]) -> bool:
    """Return whether each deal that can be won by the `harder` rules can be won by `rules`."""
    redeals, their_redeals = rules.get("redeals"), harder.get("redeals")
    has_redeals = redeals is None or (their_redeals is not None and their_redeals <= redeals)
    # A turn of six cards is three turns of two; where fewer are left, both take all of them.
    return harder["draw"] % rules["draw"] == 0 and has_redeals


def _harder_rules(path: Path, question: Question) -> dict[str, int]:
    """Return the rules of another file; raise `UsageError` if its wins need not be wins by the question's rules."""
    with open_verdicts(path) as other:
        rules: dict[str, int] = dict(other.head["rules"])
    if not is_won_with(question.rules, rules):
        raise UsageError(f"{path}: a win by {rules} need not be one by {question.rules}")
    return rules


def _take_wins(file: Verdicts, path: Path) -> None:
    with open_verdicts(path) as other:
        for number in other.numbers(SOLVED):
            ours = other.seed_of(number) - file.first
            if 0 <= ours < len(file):
                if file[ours] == UNSOLVABLE:
                    raise UsageError(f"{file.path} and {path} contradict each other at seed {file.seed_of(ours)}")
                file[ours] = SOLVED


def _of_shard(numbers: Iterable[int], shard: str | None) -> Iterator[int]:
    part, parts = read_shard(shard)
    return (number for number in numbers if number // _STRETCH % parts == part - 1)


@dataclass(frozen=True, slots=True)
class Checked:
    """A deal's verdict in the file, and the verdict of deciding it again."""

    id: str
    stored: str | None
    found: Verdict

    @property
    def agrees(self) -> bool | None:
        """Whether both are the same; None if a budget ended first."""
        return None if self.found.verdict == UNKNOWN else self.stored == self.found.verdict


def check_again(
    file: Verdicts, numbers: Iterable[int], options: Mapping[str, Any], nodes: int | None = None, jobs: int = 1
) -> Iterator[Checked]:
    """Decide deals of a file again, with these options and this budget for each."""
    rules = file.head["rules"]
    question = Question(rules["draw"], rules.get("redeals"), file.first, len(file), options, nodes)
    chosen = list(numbers)
    for number, verdict in zip(chosen, question.solve(chosen, jobs), strict=True):
        yield Checked(question.id_of(number), file[number], verdict)
