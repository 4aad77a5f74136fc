"""What takes part in an experiment: a game's solver, a game's player, or a function of one's own.

A function is named `module:function`. It is called as `function(position, task, **options)` and returns an `Answer`, a
solution (moves, or their text), or None when it gives up. Its further parameters are its options: the annotation gives
the type, `Annotated[int, "…"]` also the meaning. `module:name` may as well lead to a `Strategy` or a `Player`.
"""

from __future__ import annotations

import importlib
import inspect
import math
import operator
import os
import sys
import typing
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from quandary.core.abilities import Answer, Conclusion, Player, Strategy
from quandary.core.arguments import check_type
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.options import Option
from quandary.engine.solve import WrongAnswer, available_strategies, consume_answer

_TYPES = (int, float, str, bool)
# What a results file holds exactly, and a float, too.
_MOST = 1 << 53


@dataclass(frozen=True, slots=True)
class Contender:
    """A strategy, a player or a function, in the one shape that the lab works with."""

    name: str
    summary: str
    options: tuple[Option, ...]
    metrics: tuple[str, ...]
    strategy: Strategy[Any, Any] | None = None
    player: Player[Any, Any] | None = None
    function: Callable[..., Any] | None = None

    @property
    def kind(self) -> str:
        """`strategy`, `player` or `function`."""
        return "strategy" if self.strategy else "player" if self.player else "function"

    @property
    def is_own_code(self) -> bool:
        """Whether it comes from outside of the package, so that anything may happen when it runs."""
        return ":" in self.name


def contenders(game: Game[Any, Any]) -> list[Contender]:
    """All strategies and players of a game, the default first."""
    return [
        *(_of_strategy(one, one.name) for one in available_strategies(game)),
        *(_of_player(game, one, one.name) for one in game.players()),
    ]


def find_contender(game: Game[Any, Any], name: str | None) -> Contender:
    """The contender of this name, the game's default without one, or the user's own for `module:name`."""
    if name is not None:
        check_type("a strategy", name, str, "a name")
    if name is not None and ":" in name:
        return _own(game, name)
    available = contenders(game)
    if name is None:
        if not available:
            raise UsageError(f"{game.name} has no strategy")
        return available[0]
    for contender in available:
        if contender.name == name:
            return contender
    listed = ", ".join(contender.name for contender in available)
    raise UsageError(f"{game.name} has no strategy {name!r} (strategies: {listed}, or module:function)")


def consume(result: Any) -> Any:
    """Take everything that a strategy has returned lazily.

    A function with `yield`, or an answer whose moves are an iterator, has done no work when its call returns. Whoever
    times a strategy consumes its result before the clock stops.
    """
    if isinstance(result, Answer):
        return consume_answer(result)
    if result is None or isinstance(result, str):
        return result
    try:
        moves = iter(result)
    except TypeError:
        # Not an answer at all; `answer_of` refuses it.
        return result
    return list(moves)


def answer_of(game: Game[Any, Any], result: Any) -> Answer[Any]:
    """What a strategy returned, as an answer. What is no claim at all, a count that is a word, is a wrong answer."""
    if isinstance(result, Answer):
        return _plain(result)
    if result is None:
        return Answer("exhausted", None, None, 0)
    moves = game.parse_moves(result) if isinstance(result, str) else list(result)
    return Answer("solved", moves, None, 0)


def _plain(answer: Answer[Any]) -> Answer[Any]:
    """The same claim in plain lists and numbers: people's own code has iterators, other libraries' numbers, NaN."""
    conclusions = typing.get_args(Conclusion)
    if answer.conclusion not in conclusions:
        raise WrongAnswer(f"{answer.conclusion!r} is no conclusion ({', '.join(conclusions)})")
    statistics = {
        str(name): _number(value, f"its statistic {name}")
        for name, value in answer.statistics.items()
        if value is not None
    }
    return replace(
        answer,
        moves=None if answer.moves is None else list(answer.moves),
        bound=None if answer.bound is None else _whole(answer.bound, "its bound"),
        nodes=0 if answer.nodes is None else _whole(answer.nodes, "its number of nodes"),
        statistics=statistics,
        first=None if answer.first is None else list(answer.first),
    )


def _whole(value: Any, what: str) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise WrongAnswer(f"{what} is no whole number: {value!r}") from None
    if not 0 <= number <= _MOST:
        raise WrongAnswer(f"{what} is below 0 or too large: {number}")
    return number


def _number(value: Any, what: str) -> Any:
    try:
        return operator.index(value)
    except TypeError:
        if isinstance(value, float) and math.isfinite(value):
            return float(value)
    raise WrongAnswer(f"{what} is no number: {value!r}")


def _of_strategy(strategy: Strategy[Any, Any], name: str) -> Contender:
    return Contender(name, strategy.summary, strategy.options, strategy.metrics, strategy=strategy)


def _of_player(game: Game[Any, Any], player: Player[Any, Any], name: str) -> Contender:
    return Contender(name, player.summary, player.options, game.metrics, player=player)


def _own(game: Game[Any, Any], name: str) -> Contender:
    found = _load(name)
    if inspect.isclass(found) and issubclass(found, (Strategy, Player)):
        found = found()
    if isinstance(found, Strategy):
        return _of_strategy(found, name)
    if isinstance(found, Player):
        return _of_player(game, found, name)
    if not callable(found):
        raise UsageError(f"{name} is neither a function nor a Strategy nor a Player")
    summary = (inspect.getdoc(found) or "").partition("\n")[0]
    return Contender(name, summary, _options(found, name), game.metrics, function=found)


def _load(name: str) -> Any:
    module_name, _, attribute = name.partition(":")
    # A person's own module usually lies where the command is given.
    if (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)
    try:
        module = importlib.import_module(module_name)
    except Exception as error:
        raise UsageError(f"the module {module_name!r} does not load: {type(error).__name__}: {error}") from error
    try:
        return getattr(module, attribute)
    except AttributeError:
        raise UsageError(f"the module {module_name!r} has no {attribute!r}") from None


def _options(function: Callable[..., Any], name: str) -> tuple[Option, ...]:
    """The parameters after position and task."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
        hints = typing.get_type_hints(function, include_extras=True)
    except (TypeError, ValueError, NameError) as error:
        raise UsageError(f"{name}: its parameters cannot be read: {error}") from None
    if len(parameters) < 2:
        raise UsageError(f"{name} must take a position and a task")
    return tuple(_option(parameter, hints.get(parameter.name, str), name) for parameter in parameters[2:])


def _option(parameter: inspect.Parameter, hint: Any, name: str) -> Option:
    meaning = ""
    if typing.get_origin(hint) is typing.Annotated:
        hint, *notes = typing.get_args(hint)
        meaning = next((note for note in notes if isinstance(note, str)), "")
    if parameter.kind is inspect.Parameter.VAR_KEYWORD or parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        raise UsageError(f"{name}: options need names, *{parameter.name} has none")
    if hint not in _TYPES:
        raise UsageError(f"{name}: option {parameter.name} must be an int, a float, a str or a bool")
    default = None if parameter.default is inspect.Parameter.empty else parameter.default
    return Option(parameter.name, hint, default, meaning)
