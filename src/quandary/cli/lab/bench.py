"""`quandary lab bench GAME`: players on the same games, compared in pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.output import Interrupted, all_cores, print_json, print_result, progress_bar
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.options import read_options
from quandary.engine.generate import generate
from quandary.engine.play import choose_player
from quandary.lab.bench import Contestant, Match, Series, difference, run, summary

_DEFAULT_GAMES = 100
_DEFAULT_MOVES = 100
_ENDINGS_SHOWN = 6


def _build(game: Game[Any, Any]) -> click.Command:
    generator = game.generator()
    if generator is None or not game.players():
        raise UsageError(f"{game.name} has no players to compare")

    def bench(
        strategy: tuple[str, ...],
        games: int,
        moves: int,
        limit: int | None,
        seed: int,
        jobs: int | None,
        as_json: bool,
        **parameters: Any,
    ) -> None:
        variant = flags.take_variant(game, parameters)
        match = Match(variant, games, seed, moves, limit, jobs or all_cores(), parameters)
        contestants = [_contestant(variant, text) for text in strategy or _everybody(match)]
        _bench(match, contestants, as_json)

    names = " | ".join(player.name for player in game.players())
    return click.Command(
        game.name,
        callback=bench,
        params=[
            flags.option(
                "--strategy",
                f"Who plays, as often as wanted (default: everybody): {names}.",
                multiple=True,
                metavar="NAME[:OPTION=VALUE,…]",
            ),
            flags.option("--games", kind=flags.Whole(1), default=_DEFAULT_GAMES),
            flags.option("--moves", "Tell the score after so many moves, too.", flags.Whole(1), default=_DEFAULT_MOVES),
            flags.option("--limit", "Break a game off after so many moves.", flags.Whole(1)),
            flags.seed("Of the first game.", default=1),
            *flags.variant(game),
            *map(flags.of_setting, generator.options),
            flags.json(),
            flags.jobs(),
        ],
        help=f"Let players of {game.title} play the same games, and compare their scores.",
        epilog=flags.examples(
            f"quandary lab bench {game.name} --games 20",
            f"quandary lab bench {game.name} --strategy {game.players()[0].name} --games 1000 --json",
        ),
    )


command = GamesGroup("bench", _build, "Let players play the same games, and compare their scores.")


def _everybody(match: Match) -> list[str]:
    """The names of all who can play this."""
    start = next(generate(match.game, seed=match.seed, **match.settings)).position
    return [player.name for player in match.game.players() if player.suits(start)]


def _contestant(game: Game[Any, Any], text: str) -> Contestant:
    """Reads `mobility:samples=4`."""
    name, _, settings = text.partition(":")
    player = choose_player(game, name.strip())
    given = flags.read_settings(settings.split(",")) if settings else {}
    checked = read_options(player.options, given)
    return Contestant(player, {option: checked[option] for option in given})


def _bench(match: Match, contestants: Sequence[Contestant], as_json: bool) -> None:
    played: list[Series] = []

    def count(series: Series) -> None:
        if series not in played:
            played.append(series)
        advance(series.contestant.name)

    with progress_bar("playing", match.games * len(contestants)) as advance:
        try:
            for series in run(match, contestants, count):
                _tell(match, series, played, as_json)
        except KeyboardInterrupt:
            if played and len(played[-1].games) < match.games:
                _tell(match, played[-1], played, as_json)
            # Counted now: an interrupt may come between a game and whatever would have counted it.
            done = sum(len(series.games) for series in played)
            raise Interrupted(f"{done} of {match.games * len(contestants)} games are done") from None


def _tell(match: Match, series: Series, played: Sequence[Series], as_json: bool) -> None:
    """One series, and how it compares with those before it."""
    figures = summary(series)
    others = [other for other in played if other is not series]
    differences = [found for other in others if (found := difference(series, other))]
    if as_json:
        described = {"game": match.game.name, **_variant(match), "seed": match.seed, "moves": match.after}
        print_json({**described, **figures.as_dict(), "against": [found.as_dict() for found in differences]})
        return
    endings = list(figures.endings.items())[:_ENDINGS_SHOWN]
    lines = [
        f"{figures.name}: {figures.games:,} games, mean {figures.mean:,.0f} ± {figures.standard_error:,.0f}, "
        f"median {figures.median:,.0f}, p10 {figures.p10:,.0f}, p90 {figures.p90:,.0f}, best {figures.best:,}",
        f"  {figures.moves_per_game:,.1f} moves a game, {figures.score_after:,.0f} points after {match.after} moves; "
        f"{figures.cpu_seconds:,.2f} s of CPU, {figures.moves_per_second:,.0f} moves a second",
        "  ended with " + ", ".join(f"{name}: {share:.1%}" for name, share in endings),
    ]
    lines += [
        f"  against {found.against}: {found.mean:+,.0f} points "
        f"(95%: {found.interval[0]:+,.0f} to {found.interval[1]:+,.0f}, {found.pairs:,} pairs), "
        f"better in {found.better:.1%}"
        for found in differences
    ]
    print_result("\n".join(lines))


def _variant(match: Match) -> Mapping[str, Any]:
    """The rules that are played, by name."""
    chosen = match.game.variant_choices
    return {option.name: chosen.get(option.name, option.default) for option in match.game.variant_options}
