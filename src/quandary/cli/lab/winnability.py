"""`quandary lab winnability GAME --deals N`: which of very many seeds can be won."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.lab.shared import scheduler_option, wait_option
from quandary.cli.output import EXIT_UNKNOWN, Interrupted, all_cores, print_json, print_result, progress_bar, say
from quandary.core.errors import Unfinished, UsageError
from quandary.core.game import Game
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.lab.experiment import design
from quandary.lab.rows import UNSOLVABLE
from quandary.lab.verdicts import Count, merge_verdicts, open_verdicts
from quandary.lab.winnability import Checked, Question, check_again, decide

EXIT_WRONG = 1


def _build(game: Game[Any, Any]) -> click.Command:
    if not _is_asked(game):
        raise UsageError(f"all that {game.name} makes can be won, or nothing can")

    def run(
        deals: int | None,
        first: int,
        file: str | None,
        won_in: str | None,
        merge: tuple[str, ...],
        check: int | None,
        confirm: int | None,
        jobs: int | None,
        as_json: bool,
        **parameters: Any,
    ) -> int:
        variant = flags.take_variant(game, parameters)
        budget = {name: parameters.pop(name) for name in ("nodes", "memory")}
        options = flags.read_settings(parameters.pop("option"))
        path = Path(file or f"{'-'.join([game.name, *_words(variant)])}.verdicts")
        if merge:
            taken = merge_verdicts(path, map(Path, merge))
            say(f"{taken} verdicts from {len(merge)} files")
            with open_verdicts(path) as verdicts:
                return _tell(verdicts.count(), as_json)
        if check is not None or confirm is not None:
            with open_verdicts(path) as verdicts:
                stored = game_of_name(verdicts.head["game"]).variant(**verdicts.head["rules"])
                experiment = design(stored, verdicts.head["strategy"], options=options, **budget)
                question = Question(experiment, verdicts.first, len(verdicts), verdicts.head["words"])
                doubted = [] if check is None else [verdicts.number_of(check)]
                doubted += [] if confirm is None else verdicts.sample(UNSOLVABLE, confirm, seed=1)
                return _tell_checked(check_again(verdicts, doubted, question), len(doubted), as_json)
        if deals is None:
            raise click.UsageError("say how many: --deals N")
        question = Question(design(variant, options=options, **budget), first, deals)
        try:
            with progress_bar("seeds", deals) as advance:
                how = {"jobs": jobs or all_cores(), "say": say, "won_in": won_in and Path(won_in), **parameters}
                count = decide(path, question, watch=lambda done, _: advance(count=done), **how)
        except KeyboardInterrupt:
            raise Interrupted(f"what is done is in {path}; the same command goes on") from None
        except Unfinished as error:
            raise Unfinished(f"{error}: what is done is in {path}; the same command goes on") from None
        return _tell(count, as_json)

    return click.Command(
        game.name,
        callback=run,
        params=[
            flags.option("--deals", "How many seeds.", flags.Whole(1)),
            flags.option("--first", "The first seed.", flags.Whole(0), default=1),
            *flags.variant(game),
            flags.settings(),
            flags.nodes("seed"),
            flags.memory("seed"),
            flags.file("--file", "The verdicts, two bits a seed (default: named after the game and its rules)."),
            flags.option("--shard", "Only the I-th of N parts, into a file of its own.", metavar="I/N"),
            flags.option("--merge", "Lay these files over each other into --file.", multiple=True, metavar="FILE"),
            flags.file("--won-in", "What this file says is won by rules that are no easier is won here as well."),
            flags.switch("--again", "Also what a budget has left unknown."),
            flags.switch("--changed-code", "Go on although the solver is not what the file was begun with."),
            flags.option("--check", "Decide this seed once more, and compare.", flags.Whole(0), metavar="SEED"),
            flags.option(
                "--confirm", "Decide so many lost ones once more, drawn at random.", flags.Whole(1), metavar="N"
            ),
            scheduler_option(),
            wait_option(),
            flags.jobs(),
            flags.json("One JSON object on stdout at the end; with --check or --confirm one a seed."),
        ],
        help=f"Count which {game.title} seeds can be won. Killed or interrupted, the same command goes on.",
        epilog=flags.examples(
            f"quandary lab winnability {game.name} --deals 1000000",
            f"quandary lab winnability {game.name} --check 17",
            f"quandary lab winnability {game.name} --confirm 1000 --option dominances=safe",
        ),
    )


def _is_asked(game: Game[Any, Any]) -> bool:
    """Whether some of what the game makes may be lost from the start."""
    generator = game.generator()
    return generator is not None and not generator.always_solvable and bool(game.strategies())


class _Group(GamesGroup):
    """Where only one game is asked, its name may be left out."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0].startswith("--") and args[0] != "--help":
            asked = [name for name in names() if _is_asked(game_of_name(name))]
            args = [*asked, *args] if len(asked) == 1 else args
        return super().parse_args(ctx, args)


command = _Group("winnability", _build, "Count which of a million seeds can be won, two bits for each.")


def _words(game: Game[Any, Any]) -> list[str]:
    """The rules that are played, as words of a file's name."""
    rules = {option.name: game.variant_choices.get(option.name, option.default) for option in game.variant_options}
    return [f"{name}{value}" for name, value in rules.items() if value is not None]


def _tell(count: Count, as_json: bool) -> int:
    if as_json:
        print_json(count.as_dict())
    else:
        rate = count.rate
        decided = count.solved + count.unsolvable
        share = "no share of 0 can be told"
        if rate is not None:
            interval = f"95%: {100 * rate.low:.3f} to {100 * rate.high:.3f}"
            share = f"{100 * rate.value:.3f}% ({interval}) of {decided:,} can be won"
        left = f", {count.missing:,} of {count.seeds:,} not looked at yet" if count.missing else ""
        counts = f"{count.solved:,} won, {count.unsolvable:,} proven lost, {count.unknown:,} undecided"
        print_result(f"{share}: {counts}{left}")
    return EXIT_UNKNOWN if count.unknown else 0


def _tell_checked(checked: Any, total: int, as_json: bool) -> int:
    one: Checked
    wrong = unknown = 0
    with progress_bar("checking", total) as advance:
        for one in checked:
            advance()
            unknown += one.agrees is None
            wrong += one.agrees is False
            if as_json:
                print_json(one.as_dict())
            elif total == 1 or not one.agrees:
                said = "not decided" if one.agrees is None else "the same" if one.agrees else "NOT the same"
                moves = f": {one.solution}" if one.solution else ""
                print_result(
                    f"{one.id}: {one.stored} in the file, {one.found} here ({one.nodes:,} nodes), {said}{moves}"
                )
    if not as_json and total > 1:
        print_result(f"{total - wrong - unknown} of {total} confirmed, {unknown} not decided, {wrong} wrong")
    return EXIT_WRONG if wrong else EXIT_UNKNOWN if unknown else 0
