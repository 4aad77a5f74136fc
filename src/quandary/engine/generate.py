"""generate(): puzzles to order.

A batch walks the seeds upwards from its first, so that each puzzle of it can be made again alone, by its id.
"""

from __future__ import annotations

import itertools
import os
import time as clock
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from quandary.core.abilities import Generator
from quandary.core.arguments import check_jobs, check_names, check_whole
from quandary.core.budget import DEFAULT_MEMORY, Budget, Cancel, Task, check_control, parse_size
from quandary.core.errors import BudgetEnded, UsageError
from quandary.core.game import Game, Puzzle
from quandary.core.ids import LARGEST_SEED, PuzzleId, board_id, without_alias
from quandary.core.options import check_rule, read_options
from quandary.core.registry import resolve_game
from quandary.engine.threads import in_order

# Seeds in a row that make nothing before we say that these settings allow no puzzle.
PATIENCE = 20

# What is kept of a puzzle's time for saying what comes close to an order that nothing was found for: this part of it,
# and at least and at most so many seconds.
_PART_FOR_LESS, _LEAST_FOR_LESS, _MOST_FOR_LESS = 0.2, 0.25, 1.5

Made = tuple[Any, Any] | None


def fresh_seed() -> int:
    """A seed for people who did not choose one: short enough to read out."""
    return int.from_bytes(os.urandom(4), "big")


def daily_seed(day: date | None = None) -> int:
    """The seed that everybody has on the same day: 20261115. Today's, by the clock on the wall, if no day is given."""
    day = day or date.today()
    return day.year * 10_000 + day.month * 100 + day.day


def daily_id(game: Game[Any, Any], day: date | None = None) -> PuzzleId:
    """Return the id of the puzzle that everybody has on the same day.

    Rules chosen with `Game.variant` take the place of the day's.
    """
    words = game.daily
    if game.variant_choices:
        rules, rest = split_rules(game, words)
        words = "-".join(filter(None, [_rule_words(game, {**rules, **game.variant_choices}), rest]))
    return PuzzleId(game.name, words, daily_seed(day))


def generate(
    game: str | Game[Any, Any],
    *,
    count: int = 1,
    seed: int | None = None,
    jobs: int = 1,
    time: float | None = None,
    memory: int | str | None = DEFAULT_MEMORY,
    cancel: Cancel | None = None,
    progress: Callable[[int], None] | None = None,
    **settings: Any,
) -> Iterator[Puzzle[Any]]:
    """Make `count` different puzzles from the game's own settings and rules; `time` and `memory` are each one's own.

    What a seed makes does not depend on them: raise `BudgetEnded` where one of them ends before that is known.
    `progress` is called after each seed with the number of seeds in a row that made nothing new; after 20 of them,
    `BudgetEnded` is raised.
    """
    game = resolve_game(game)
    made_by = game.generator()
    check_names(settings, [*game.variant_options, *(made_by.options if made_by else ())], generate)
    game, generator, chosen = _configured(game, settings)
    count = check_whole("count", count)
    first_seed = fresh_seed() if seed is None else check_whole("seed", seed, most=LARGEST_SEED)
    check_control(cancel, progress)
    budget = Budget(time, memory=parse_size(memory) if isinstance(memory, str) else memory)
    task = Task(budget=budget, cancel=cancel)
    return _generate(game, generator, chosen, count, first_seed, check_jobs(jobs), task, progress)


def _generate(
    game: Game[Any, Any],
    generator: Generator[Any],
    settings: dict[str, Any],
    count: int,
    seed: int,
    jobs: int,
    task: Task,
    progress: Callable[[int], None] | None,
) -> Iterator[Puzzle[Any]]:
    seen: set[object] = set()
    in_vain = 0
    watch = _Clock(task)
    jobs = jobs if count > 1 else 1
    made_by_seed = _make_ahead(generator, settings, seed, jobs, watch)
    this_seed = seed - 1
    while len(seen) < count:
        reason = None
        try:
            this_seed, made = next(made_by_seed)
        except BudgetEnded as ended:
            if ended.reason == "time" and watch.goes_on():
                # Begun ahead, with what was left of the time of the puzzle before: this seed gets its own time.
                made_by_seed = _make_ahead(generator, settings, this_seed + 1, jobs, watch)
                continue
            if ended.reason == "cancelled":
                raise
            this_seed, made, reason = this_seed + 1, None, ended.reason or "budget"
        likeness = None if made is None else game.likeness(made[0])
        if made is None or likeness in seen:
            in_vain += 1
            if progress is not None:
                progress(in_vain)
            if reason is None and made is None and watch.has_run_out():
                reason = "time"
            if reason or in_vain >= PATIENCE:
                no, close = ("no further", "") if seen else ("no", _closest(game, generator, settings, seed, task))
                unit = "second" if task.budget.time == 1 else "seconds"
                tried = f" in {task.budget.time:g} {unit}" if reason == "time" else ""
                tried = f" within the {reason} budget" if reason and not tried else tried
                raise BudgetEnded(
                    f"{no} {game.name} puzzle found with these settings{tried}, seeds {seed} to {this_seed}{close}",
                    reason=reason,
                )
            continue
        in_vain = 0
        if progress is not None:
            progress(in_vain)
        watch.start()
        seen.add(likeness)
        yield named(game, settings, this_seed, *made)


def new_puzzle(
    game: Game[Any, Any],
    settings: Mapping[str, Any],
    *,
    seed: int | None = None,
    unlike: str | None = None,
    cancel: Cancel | None = None,
    **budget: Any,
) -> Puzzle[Any]:
    """Return a new puzzle for a player.

    Where making one takes long, it is one of a shipped pack, another than the one with the id `unlike`; a `seed` and
    all other settings make a puzzle. `budget` is the `time` and `memory` of `generate`.
    """
    ready = shipped_of(game, settings) if seed is None else []
    if others := [puzzle for puzzle in ready if puzzle.id != unlike]:
        return others[fresh_seed() % len(others)]
    return next(generate(game, seed=seed, cancel=cancel, **budget, **settings))


def shipped_of(game: Game[Any, Any], settings: Mapping[str, Any]) -> list[Puzzle[Any]]:
    """Return the shipped puzzles of these settings if the generator is slow to make them."""
    game, generator, chosen = _configured(game, settings)
    code = generator.code(chosen)
    if code is None or code not in generator.slow:
        return []
    # Imported late: what finds a package's files is slow to load, and packs are seldom asked for.
    from quandary.engine.packs import shipped_pack

    return shipped_pack(game, code)


def _closest(game: Game[Any, Any], generator: Generator[Any], settings: dict[str, Any], seed: int, task: Task) -> str:
    """What to add to a refusal: the puzzle of the largest of the `lesser` orders that a moment suffices for."""
    found = ""
    end = clock.monotonic() + max(_kept_for_less(task.budget.time), _LEAST_FOR_LESS)
    for order in generator.lesser(settings):
        left = end - clock.monotonic()
        try:
            made = generator.make(seed, order, replace(task, budget=replace(task.budget, time=max(left, 0.0))))
        except BudgetEnded:
            break
        if made is None:
            break
        puzzle = named(game, order, seed, *made)
        found = f"; closest: {generator.told(puzzle.facts)}, {puzzle.id}"
    return found


def _kept_for_less(time: float | None) -> float:
    return _MOST_FOR_LESS if time is None else min(_PART_FOR_LESS * time, _MOST_FOR_LESS)


def remarks_on(game: Game[Any, Any], settings: Mapping[str, Any]) -> list[str]:
    """What the generator has to say of an order before anything is made."""
    _, generator, chosen = _configured(game, settings)
    return list(generator.remarks(chosen))


class _Clock:
    """The time of each puzzle, which all seeds that are tried for it share."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self.start()

    def start(self) -> None:
        """The next puzzle begins."""
        time = self._task.budget.time
        self._end = None if time is None else clock.monotonic() + time - _kept_for_less(time)

    def has_run_out(self) -> bool:
        """Whether the puzzle's time is over."""
        return self._end is not None and clock.monotonic() >= self._end

    def goes_on(self) -> bool:
        """Whether the puzzle has a time limit that is not reached yet."""
        return self._end is not None and not self.has_run_out()

    def task(self, cancel: Cancel | None) -> Task:
        """What a seed is given: what is left."""
        left = None if self._end is None else max(self._end - clock.monotonic(), 0.0)
        return replace(self._task, budget=replace(self._task.budget, time=left), cancel=cancel)

    @property
    def cancel(self) -> Cancel | None:
        """Who may end it all."""
        return self._task.cancel


def _make_ahead(
    generator: Generator[Any], settings: dict[str, Any], seed: int, jobs: int, watch: _Clock
) -> Iterator[tuple[int, Made]]:
    """Seeds and what they make, in order, with `jobs` of them in the making at any time."""
    if jobs == 1:
        while True:
            yield seed, generator.make(seed, settings, watch.task(watch.cancel))
            seed += 1

    def make(this: int, cancel: Cancel) -> tuple[int, Made]:
        return this, generator.make(this, settings, watch.task(cancel))

    yield from in_order(make, itertools.count(seed), jobs, watch.cancel)


def _configured(
    game: str | Game[Any, Any], settings: Mapping[str, Any]
) -> tuple[Game[Any, Any], Generator[Any], dict[str, Any]]:
    """The game with the rules that are among the settings, and its generator with the settings that are its own."""
    game = resolve_game(game)
    rules = {option.name for option in game.variant_options}
    game = game.variant(**{name: value for name, value in settings.items() if name in rules})
    generator = _generator_of(game)
    own = {name: value for name, value in settings.items() if name not in rules}
    return game, generator, read_options(generator.options, own)


def _generator_of(game: Game[Any, Any]) -> Generator[Any]:
    generator = game.generator()
    if generator is None:
        raise UsageError(f"{game.name} has no generator")
    return generator


def named(
    game: Game[Any, Any], settings: Mapping[str, Any], seed: int, position: Any, facts: Mapping[str, Any]
) -> Puzzle[Any]:
    """What a seed has made, by the seed's id; by its board's where a setting cannot be said in words."""
    seed_id = _seed_id(game, settings, seed)
    name = board_id(game, position) if seed_id is None else str(seed_id)
    return Puzzle(game.name, name, position, game.format(position), facts)


def _seed_id(game: Game[Any, Any], settings: Mapping[str, Any], seed: int) -> PuzzleId | None:
    """Return the id of a seed with these settings; None if a setting has no word."""
    words = _rule_words(game, game.variant_choices)
    code = _generator_of(game).code(settings)
    if code is None or words is None:
        return None
    return PuzzleId(game.name, "-".join(filter(None, [words, code])), seed)


def canonical_seed_id(game: Game[Any, Any], name: PuzzleId) -> str:
    """Return the id that `generate` gives the puzzle of this seed: `circuit:5#42` for `circuit#42`."""
    assert name.seed is not None
    settings = settings_of(game, name.words)
    if settings is None:
        return str(name)
    try:
        game, _, chosen = _configured(game, settings)
        return str(_seed_id(game, chosen, name.seed) or name)
    except UsageError:
        return str(name)


def _rule_words(game: Game[Any, Any], chosen: Mapping[str, Any]) -> str | None:
    """Return the words of an id for the rules that differ from the defaults; None if one has no word."""
    words = [
        option.word(chosen[option.name])
        for option in game.making_options
        if chosen.get(option.name, option.default) != option.default
    ]
    return "-".join(words) if all(words) else None


def split_rules(game: Game[Any, Any], words: str) -> tuple[dict[str, Any], str]:
    """Return the rules that an id's words begin with, and the words that follow them."""
    rules: dict[str, Any] = {}
    left = words.split("-") if words else []
    for option in game.making_options:
        if left and (value := option.value_of(left[0])) is not None:
            rules[option.name] = value
            left = left[1:]
    return rules, "-".join(left)


def check_rules(game: Game[Any, Any], rules: Mapping[str, Any]) -> None:
    """Raise `WrongPuzzle` if the rules of a puzzle, or those that its id names, contradict a choice."""
    for name, value in rules.items():
        check_rule(name, value, game.variant_choices.get(name))


def settings_of(game: Game[Any, Any], words: str) -> dict[str, Any] | None:
    """What the words of an id stand for: first the game's own rules, then the generator's settings."""
    rules, left = split_rules(game, without_alias(words))
    if not left:
        return rules
    made = _generator_of(game).settings_of(left)
    return None if made is None else {**rules, **made}


def casual_settings(game: Game[Any, Any], wanted: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What to make for who plays and has chosen no more than this: rules and settings of `Game.casual` for the rest.

    Who has chosen any setting of the generator gets none of ours; rules that the game has been given count for more.
    """
    usual = settings_of(game, game.casual) or {}
    rules = {option.name for option in game.variant_options}
    kept = {name: value for name, value in usual.items() if name in rules or not wanted}
    return {**kept, **game.variant_choices, **(wanted or {})}


def puzzle_of_seed(
    game: Game[Any, Any], seed: int, settings: Mapping[str, Any], task: Task | None = None
) -> Puzzle[Any] | None:
    """Return the puzzle that a seed makes with these settings; None if it makes none, the same on every machine.

    The game's own rules count for more. Raise `BudgetEnded` if the task's budget ended first.
    """
    game, generator, chosen = _configured(game, {**settings, **game.variant_choices})
    made = generator.make(seed, chosen, task or Task())
    return None if made is None else named(game, chosen, seed, *made)
