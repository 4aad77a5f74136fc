"""Datasets for reasoning-gym, one a game: import this, then `reasoning_gym.create_dataset("quandary_GAME", …)`.

Item n of a dataset with a seed is the same for ever. An answer is scored by the judge, so that any solution counts, and
a shorter one for more.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from quandary.core.errors import BudgetEnded, UsageError
from quandary.core.ids import LARGEST_SEED
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.engine.generate import generate, settings_of
from quandary.evaluation.door import judge, make

# How many seeds are tried for an item, before we say that these settings allow none.
_TURNS = 10


@dataclass
class QuandaryConfig:
    """What a dataset's puzzles should be."""

    level: str | None = None
    """The words of an id: a level (`beginner`), or whatever else stands between the colon and the `#`. Without them it
    is what the game takes for who plays casually."""
    metric: str | None = None
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Refuses what no dataset can be made of."""
        assert self.size >= 1, "size must be 1 or more"


class QuandaryDataset(ProceduralDataset):
    """Puzzles of one game."""

    game_name: ClassVar[str]

    def __init__(self, config: QuandaryConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        game = game_of_name(self.game_name)
        words = game.casual if config.level is None else config.level
        settings = settings_of(game, words)
        if settings is None:
            raise UsageError(f"{game.name} has no level {words!r}")
        # What is wrong with them is said now, and not with the first item.
        generate(game, count=0, seed=0, **settings)
        self._settings = settings

    @property
    def category(self) -> str:
        """What all of them belong to."""
        return "quandary"

    def __getitem__(self, idx: int) -> dict[str, Any]:
        # Neighbouring seeds of reasoning-gym should have nothing in common, so that both numbers are mixed.
        chance = Random(f"{self.seed} {idx}")
        for _ in range(_TURNS):
            seed, metric = chance.randrange(LARGEST_SEED >> 1), self.config.metric
            for record in make(self.game_name, 1, seed=seed, metric=metric, with_solutions=True, **self._settings):
                return {
                    "question": record["prompt"],
                    "answer": record["solution"],
                    "metadata": {
                        "source_dataset": dataset_name(self.game_name),
                        "source_index": idx,
                        "record": {name: value for name, value in record.items() if name != "solution"},
                        "difficulty": record["difficulty"],
                    },
                }
        raise BudgetEnded(f"no {self.game_name} puzzle found with these settings")

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """The judge's mark, from 0 to 1."""
        return (judge(entry["metadata"]["record"], answer).mark or 0.0) if isinstance(answer, str) else 0.0


def dataset_name(game: str) -> str:
    """How reasoning-gym calls a game's dataset."""
    return f"quandary_{game.replace('-', '_')}"


for _game in names():
    if dataset_name(_game) not in DATASETS:
        _kind = type(f"{dataset_name(_game)}_dataset", (QuandaryDataset,), {"game_name": _game})
        register_dataset(dataset_name(_game), _kind, QuandaryConfig)
