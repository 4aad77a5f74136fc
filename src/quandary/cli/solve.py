"""`quandary solve GAME PUZZLE…`"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from quandary.cli.games_group import (
    GamesGroup,
    example_puzzle,
    examples,
    game_option,
    jobs_option,
    json_option,
    memory_option,
    nodes_option,
    option,
    puzzles_or_seed,
    read_settings,
    seed_option,
    settings_option,
    take_variant,
    time_option,
    variant_flags,
)
from quandary.cli.output import (
    EXIT_BAD_INPUT,
    EXIT_INTERRUPTED,
    EXIT_UNKNOWN,
    all_cores,
    print_json,
    print_result,
    progress_bar,
    say,
    watched,
)
from quandary.cli.sources import good_puzzles
from quandary.core.budget import Task, parse_size
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

if TYPE_CHECKING:
    from quandary.cli.certificates import CertificateFile


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        puzzle: tuple[str, ...],
        seed: int | None,
        as_json: bool,
        jobs: int | None,
        certificate: str | None,
        notation: str | None = None,
        **task: Any,
    ) -> int:
        given = {flag.name: task.pop(flag.name) for flag in flags}
        task["options"] = {name: value for name, value in given.items() if value} | read_settings(task.pop("option"))
        variant = take_variant(game, task)
        puzzles = puzzles_or_seed(game, puzzle, seed)
        printer = _Printer(variant, as_json, notation)
        return _solve(variant, puzzles, printer, jobs or all_cores(), task, certificate)

    default = choose_strategy(game, None).name
    available = available_strategies(game)
    strategies = [strategy.name for strategy in available]
    flags = strategy_flags(available)
    return click.Command(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"], nargs=-1),
            seed_option(),
            *variant_flags(game),
            option("--metric", f"What to minimise: {' | '.join(game.metrics)} (default: {game.metrics[0]})."),
            option("--strategy", f"Which solver: {' | '.join(strategies)} (default: {default})."),
            *map(game_option, flags),
            settings_option(),
            time_option(),
            nodes_option(),
            memory_option(),
            *_notation_option(game),
            option("--certificate", "Write proofs, which quandary check reads.", metavar="FILE"),
            json_option(),
            jobs_option(),
        ],
        help=f"Solve {game.title} puzzles. PUZZLE is a text, an id ({game.name}#42), today, a file, or - for stdin.",
        epilog=examples(
            f"quandary solve {game.name} {example_puzzle(game)}",
            f"quandary solve {game.name} pack.txt --json > verdicts.jsonl",
            f"quandary solve {game.name} {game.name}#42 --metric {game.metrics[-1]} --time 10",
            f"quandary solve {game.name} {game.name}#42 --certificate proof.txt",
        ),
    )


command = GamesGroup("solve", _build, "Solve puzzles, with proof where the solver can give it.")


def _notation_option(game: Game[Any, Any]) -> list[click.Option]:
    if not game.solution_formats:
        return []
    return [option("--notation", "Write solutions as another program does.", click.Choice(game.solution_formats))]


def _solve(
    game: Game[Any, Any],
    arguments: Sequence[str],
    printer: _Printer,
    jobs: int,
    task: dict[str, Any],
    certificate: str | None,
) -> int:
    task["memory"] = parse_size(task["memory"])
    # Everything that can be wrong with the question is said before any work is done.
    question = {name: value for name, value in task.items() if name != "strategy"}
    asked = make_task(game, choose_strategy(game, task["strategy"]), **question)
    puzzles, bad = good_puzzles(game, arguments)
    unknown = done = 0
    file = None if certificate is None else _certificate_file(game, certificate, asked)
    try:
        with progress_bar("solving", len(puzzles)) as bar:
            verdicts = (
                solve_many(game, puzzles, jobs=jobs, **task) if len(puzzles) > 1 else _solve_alone(game, puzzles, task)
            )
            for puzzle, verdict in zip(puzzles, verdicts, strict=True):
                printer.show(puzzle, verdict)
                done += 1
                unknown += verdict.verdict == "unknown"
                if file is not None:
                    file.add(puzzle, verdict, is_alone=len(puzzles) == 1)
                bar.advance(f"{unknown} unknown" if unknown else "")
    except KeyboardInterrupt:
        kept = file.keep() if file else ""
        say(f"error: interrupted, {done} of {len(puzzles)} puzzles are done{kept}")
        return EXIT_INTERRUPTED
    except BaseException:
        if file is not None:
            file.keep()
        raise
    if file is not None:
        unknown += file.finish()
    if bad:
        return EXIT_BAD_INPUT
    return EXIT_UNKNOWN if unknown else 0


def _certificate_file(game: Game[Any, Any], name: str, task: Task) -> CertificateFile:
    # Imported late: few runs need it.
    from quandary.cli.certificates import CertificateFile

    return CertificateFile(game, name, task)


def _solve_alone(game: Game[Any, Any], puzzles: list[Puzzle[Any]], task: dict[str, Any]) -> list[Verdict]:
    """A single puzzle may take long."""
    with watched() as report:
        return [solve(game, puzzle, progress=report, **task) for puzzle in puzzles]


class _Printer:
    """Shows verdicts, as JSON or in words, with solutions in the notation that was asked for."""

    def __init__(self, game: Game[Any, Any], as_json: bool, notation: str | None) -> None:
        self._game = game
        self._as_json = as_json
        self._notation = notation

    def show(self, puzzle: Puzzle[Any], verdict: Verdict) -> None:
        """Prints one verdict."""
        solution = verdict.solution
        if self._notation is not None and verdict.moves is not None:
            solution = self._game.export_moves(puzzle.position, verdict.moves, self._notation)
        if self._as_json:
            print_json({**verdict.as_dict(), "solution": solution})
        else:
            print_result(describe(self._game, puzzle, verdict, solution))


def describe(game: Game[Any, Any], puzzle: Puzzle[Any], verdict: Verdict, solution: str | None) -> str:
    """A verdict in words."""
    counts = [f"{verdict.nodes:,} positions", *(f"{count:,} {name}" for name, count in verdict.statistics.items())]
    effort = f"{', '.join(counts)}, {duration(verdict.seconds)}"
    if verdict.verdict == "solved":
        proof = _improvement(game, verdict) + ("optimal" if verdict.optimal else "not proven optimal")
        cost = _costs(game, puzzle, verdict)
        # What has several lines is a file of its own, whose lines may not be moved.
        indent = "" if "\n" in (solution or "").strip() else "  "
        return f"{puzzle.id}: solved in {cost} ({proof}; {effort})\n{indent}{solution}".rstrip()
    if verdict.verdict == "unsolvable":
        return f"{puzzle.id}: unsolvable, proven ({effort})"
    if verdict.reason == "exhausted":
        return f"{puzzle.id}: unknown, the strategy found nothing more to try ({effort})"
    bound = f", at least {verdict.bound} {game.unit(verdict.metric)}" if verdict.bound is not None else ""
    return f"{puzzle.id}: unknown, the {verdict.reason} budget ended{bound} ({effort})"


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
