"""`quandary solve GAME PUZZLE…`"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup, puzzles_or_seed
from quandary.cli.output import (
    EXIT_BAD_INPUT,
    EXIT_UNKNOWN,
    Interrupted,
    all_cores,
    print_json,
    print_result,
    progress_bar,
    verdict_record,
    watched,
)
from quandary.cli.sources import good_puzzles
from quandary.core.budget import parse_size
from quandary.core.game import Game, Puzzle
from quandary.core.words import counted, duration
from quandary.engine.judge import judge
from quandary.engine.solve import (
    Verdict,
    available_strategies,
    choose_strategy,
    make_task,
    solve,
    solve_many,
    strategy_flags,
)


def _build(game: Game[Any, Any]) -> click.Command:
    if game.is_scored:
        return _nothing_to_solve(game)
    available = available_strategies(game)
    default = choose_strategy(game, None).name
    strategies = " | ".join(strategy.name for strategy in available)
    own = strategy_flags(available)

    def run(
        puzzle: tuple[str, ...],
        seed: int | None,
        as_json: bool,
        jobs: int | None,
        certificate: str | None,
        notation: str | None = None,
        **question: Any,
    ) -> int:
        given = {flag.name: question.pop(flag.name) for flag in own}
        options = flags.read_settings(question.pop("option"))
        question["options"] = {**{name: value for name, value in given.items() if value}, **options}
        question["memory"] = parse_size(question["memory"])
        variant = flags.take_variant(game, question)
        arguments = puzzles_or_seed(game, puzzle, seed)

        def show(puzzle: Puzzle[Any], verdict: Verdict) -> None:
            solution = verdict.solution
            if notation is not None and verdict.moves is not None:
                solution = variant.export_moves(puzzle.position, verdict.moves, notation)
            if as_json:
                print_json({**verdict_record(variant, verdict), "solution": solution})
            else:
                print_result(describe(variant, puzzle, verdict, solution))

        return _solve(variant, arguments, show, jobs or all_cores(), question, certificate)

    notations = click.Choice(game.solution_formats)
    return flags.WritingCommand(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"], nargs=-1),
            flags.seed(),
            *flags.variant(game),
            flags.option("--metric", f"What to minimise: {' | '.join(game.metrics)} (default: {game.metrics[0]})."),
            flags.option("--strategy", f"Which solver: {strategies} (default: {default})."),
            *map(flags.of_setting, own),
            flags.settings(),
            flags.time(),
            flags.nodes(),
            flags.memory(),
            *([flags.option("--notation", _NOTATION, notations)] if game.solution_formats else ()),
            flags.file("--certificate", "Write proofs, which quandary check reads."),
            flags.json(),
            flags.jobs(),
        ],
        help=f"Solve {game.title} puzzles. PUZZLE is a text, an id ({game.name}#42), today, a file, or - for stdin.",
        epilog=flags.examples(
            f"quandary solve {game.name} {flags.example_puzzle(game)}",
            f"quandary solve {game.name} pack.txt --json > verdicts.jsonl",
            f"quandary solve {game.name} {game.name}#42 --metric {game.metrics[-1]} --time 10",
            f"quandary solve {game.name} {game.name}#42 --certificate proof.txt",
            *(f"quandary solve {game.name} {game.name}#42 --notation {name}" for name in game.solution_formats[1:2]),
        ),
    )


def _nothing_to_solve(game: Game[Any, Any]) -> click.Command:
    """A command that says what to do instead."""

    def run(**_: Any) -> None:
        choose_strategy(game, None)

    return click.Command(
        game.name,
        callback=run,
        params=[click.Argument(["puzzle"], nargs=-1, type=click.UNPROCESSED)],
        context_settings={"ignore_unknown_options": True},
        help=f"{game.title} is played for a score: there is nothing to solve, but somebody to watch or to compare.",
        epilog=flags.examples(
            f"quandary play {game.name} --auto",
            f"quandary lab bench {game.name} --games 20",
            f"quandary verify {game.name} {game.name}#42 'MOVES'",
        ),
    )


_NOTATION = "Write solutions as another program does."
command = GamesGroup("solve", _build, "Solve puzzles, with proof where the solver can give it.")


def _solve(
    game: Game[Any, Any],
    arguments: Sequence[str],
    show: Callable[[Puzzle[Any], Verdict], None],
    jobs: int,
    question: dict[str, Any],
    certificate: str | None,
) -> int:
    # Everything that can be wrong with the question is said before any work is done.
    strategy = choose_strategy(game, question["strategy"])
    task = make_task(game, strategy, **{name: value for name, value in question.items() if name != "strategy"})
    puzzles, bad = good_puzzles(game, arguments)
    unknown = done = 0
    file = None
    if certificate is not None:
        # Imported late: few runs need it.
        from quandary.cli.certificates import CertificateFile

        file = CertificateFile(game, certificate, task)
    try:
        with progress_bar("solving", len(puzzles)) as advance:
            is_alone = len(puzzles) == 1
            solving = partial(_solve_alone if is_alone else solve_many, jobs=jobs)
            for puzzle, verdict in zip(puzzles, solving(game, puzzles, **question), strict=True):
                show(puzzle, verdict)
                done += 1
                unknown += verdict.verdict == "unknown"
                if file is not None:
                    file.add(puzzle, verdict, is_alone=is_alone)
                advance(f"{unknown} unknown" if unknown else "")
    except BaseException as error:
        kept = file.keep() if file else ""
        if not isinstance(error, KeyboardInterrupt):
            raise
        raise Interrupted(f"{done} of {len(puzzles)} puzzles are done{kept}") from None
    if file is not None:
        unknown += file.finish()
    return EXIT_BAD_INPUT if bad else EXIT_UNKNOWN if unknown else 0


def _solve_alone(game: Game[Any, Any], puzzles: Sequence[Puzzle[Any]], **question: Any) -> Iterator[Verdict]:
    """A single puzzle may take long, and shows that it lives."""
    with watched() as report:
        verdict = solve(game, puzzles[0], progress=report, **question)
    yield verdict


def describe(game: Game[Any, Any], puzzle: Puzzle[Any], verdict: Verdict, solution: str | None) -> str:
    """A verdict in words."""
    counts = [f"{verdict.nodes:,} positions", *(f"{count:,} {name}" for name, count in verdict.statistics.items())]
    effort = f"{', '.join(counts)}, {duration(verdict.seconds)}"
    if verdict.verdict == "solved":
        proof = _improvement(game, verdict) + ("optimal" if verdict.optimal else _doubt(game, verdict))
        cost = _costs(game, puzzle, verdict)
        # What has several lines is a file of its own, whose lines may not be moved.
        indent = "" if "\n" in (solution or "").strip() else "  "
        return f"{puzzle.id}: solved in {cost} ({proof}; {effort})\n{indent}{solution}".rstrip()
    if verdict.verdict == "unsolvable":
        return f"{puzzle.id}: unsolvable, proven ({effort})"
    if verdict.reason == "exhausted":
        return f"{puzzle.id}: unknown, the strategy found nothing more to try ({effort})"
    return f"{puzzle.id}: unknown, {_end(game, verdict)} ({effort})"


def _doubt(game: Game[Any, Any], verdict: Verdict) -> str:
    """That there may be a better solution: and if a budget ended the search for it, what is known of that."""
    is_cut_short = verdict.reason not in (None, "exhausted")
    return f"not proven optimal, {_end(game, verdict)}" if is_cut_short else "not proven optimal"


def _end(game: Game[Any, Any], verdict: Verdict) -> str:
    """Which budget ended the search, and what it had proven by then."""
    bound = "" if verdict.bound is None else f", at least {counted(verdict.bound, game.unit(verdict.metric))}"
    return f"the {verdict.reason} budget ended{bound}"


def _improvement(game: Game[Any, Any], verdict: Verdict) -> str:
    if verdict.improved_from is None or verdict.improved_from == verdict.cost:
        return ""
    return f"improved from {verdict.improved_from} to {verdict.cost} {game.unit(verdict.metric)}; "


def _costs(game: Game[Any, Any], puzzle: Puzzle[Any], verdict: Verdict) -> str:
    """The cost in the metric asked for, and in the game's others for comparison."""
    units = [part for metric in (verdict.metric, *game.metrics) if metric != "any" for part in metric.split(",")]
    costs = [
        (judge(game, puzzle.position, verdict.moves or (), unit).cost, unit)
        for unit in dict.fromkeys([game.unit(verdict.metric), *units])
    ]
    return ", ".join(counted(cost, unit) for cost, unit in costs)
