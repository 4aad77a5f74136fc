"""An experiment: all that decides how an instance is treated, as plain values that can be stored and sent to a worker.

Workers hold no state: whoever has an `Experiment` and an instance's text gets the same row, in a thread, in another
process or on another machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from quandary.core.arguments import check_options, check_whole
from quandary.core.budget import DEFAULT_MEMORY, Budget, Task
from quandary.core.game import Game
from quandary.core.registry import game as game_of_name
from quandary.engine.solve import make_task
from quandary.lab.contender import Contender, find_contender


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is done with every instance."""

    game: str
    strategy: str
    rules: Mapping[str, Any] = field(default_factory=dict)
    """Rules that were chosen where texts leave them open: Klondike's draw count."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """All options of the strategy, defaults included."""
    metric: str = "moves"
    time: float | None = None
    nodes: int | None = None
    memory: int | None = DEFAULT_MEMORY
    seed: int = 0
    """A player's chance: instance number n is played with `seed + n`."""
    own_limits: Mapping[str, Any] = field(default_factory=dict)
    """Limits of time, nodes and memory that the strategy itself sets, tighter than those above."""

    def limit(self, name: str) -> Any:
        """Return the limit of `time`, `nodes` or `memory` that a search keeps, whoever has set it."""
        return self.own_limits.get(name, getattr(self, name))

    def the_game(self) -> Game[Any, Any]:
        """The game with the rules chosen."""
        return game_of_name(self.game).variant(**self.rules)

    def contender(self) -> Contender:
        """Who is tried."""
        return find_contender(self.the_game(), self.strategy)

    def task(self) -> Task:
        """What it is told beside the puzzle."""
        return Task(self.metric, Budget(self.time, self.nodes, self.memory), self.options)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


def design(
    game: Game[Any, Any],
    strategy: str | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    metric: str | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = DEFAULT_MEMORY,
    seed: int = 0,
) -> Experiment:
    """An experiment from what a person asks for; everything that can be wrong with it is said here."""
    # It is asked for as a strategy is, whatever it is.
    check_options("options", options or {})
    check_whole("seed", seed)
    contender: Any = find_contender(game, strategy)
    task = make_task(game, contender, metric=metric, time=time, nodes=nodes, memory=memory, options=options)
    rules = dict(game.variant_choices)
    size = task.budget.memory
    kept = contender.strategy.effective_budget(task) if contender.strategy else task.budget
    asked = asdict(task.budget)
    own = {name: limit for name, limit in asdict(kept).items() if limit != asked[name]}
    return Experiment(game.name, contender.name, rules, task.options, task.metric, time, nodes, size, seed, own)
