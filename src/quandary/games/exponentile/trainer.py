"""The learning player's trainer, as `quandary lab train` asks for it; how it learns is in `training`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from quandary.game import Option, Trainer
from quandary.games.exponentile.learning import GAMES_A_POINT, train
from quandary.games.exponentile.position import CLASSIC


class ExponentileTrainer(Trainer):
    """Learns what boards are worth, by temporal differences."""

    options = (
        Option("discount", float, None, "what a move is worth now that comes one move later", least=0, most=1),
        Option("rate", float, None, "how much of an error a step takes away", least=0, most=1),
        Option("games_a_point", int, GAMES_A_POINT, "games between two points of the learning curve", least=1),
    )

    def __init__(self, rules: str | None = None) -> None:
        self._rules = rules

    def train(
        self,
        folder: str,
        games: int,
        seed: int | None,
        settings: Mapping[str, Any],
        report: Callable[[Mapping[str, Any]], None],
    ) -> Path:
        place = Path(folder)
        is_new = not place.is_dir() or not any(place.iterdir())
        done = train(
            folder,
            games=games,
            rules=self._rules or (CLASSIC if is_new else None),
            seed=seed,
            report=lambda point: report(asdict(point)),
            **settings,
        )
        return done.weights
