"""`quandary generate GAME`"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.output import (
    EXIT_BAD_INPUT,
    EXIT_UNKNOWN,
    Advance,
    Interrupted,
    all_cores,
    print_json,
    print_result,
    progress_bar,
    say,
    say_error,
    wants_colour,
)
from quandary.cli.sources import good_puzzles, is_file
from quandary.core.abilities import Worksheets
from quandary.core.errors import PuzzleError, UsageError
from quandary.core.game import Game, Puzzle
from quandary.core.options import read_options
from quandary.core.whole_file import write_whole
from quandary.core.words import counted
from quandary.engine.generate import PATIENCE, fresh_seed, generate, remarks_on
from quandary.engine.optima import with_optima

LONGEST_TEXT = 1000
"""Characters of a puzzle that people may still want to look at."""


def _build(game: Game[Any, Any]) -> click.Command:
    generator = game.generator()
    if generator is None:
        raise UsageError(f"{game.name} has no generator")
    worksheets = game.worksheets()

    def run(
        count: int,
        seed: int | None,
        as_json: bool,
        jobs: int | None,
        time: float | None,
        out: str | None,
        pdf: str | None = None,
        svg: str | None = None,
        source: str | None = None,
        **settings: Any,
    ) -> int:
        if source is not None:
            return _record(game, source, as_json, jobs or all_cores(), time, out, settings)
        sheet = {option.name: settings.pop(option.name) for option in worksheets.options} if worksheets else {}
        if worksheets and (pdf or svg):
            # All that can be wrong with the sheets is said before a puzzle is made.
            sheet = read_options(worksheets.options, sheet)
            count = worksheets.puzzles_needed(count, sheet)
        for remark in remarks_on(game, settings):
            say(f"remark: {remark}")
        with progress_bar("making", count, even_alone=True) as advance:

            def tell(in_vain: int) -> None:
                advance(f"{in_vain} of at most {PATIENCE} seeds without result" if in_vain else "", 0)

            first = fresh_seed() if seed is None else seed
            how: dict[str, Any] = {"jobs": jobs or all_cores(), "time": time, "progress": tell}
            puzzles = _counted(generate(game, count=count, seed=first, **how, **settings), advance)
            if seed is None:
                say(f"seed: {first}")
            if worksheets and (pdf or svg):
                return _print_sheets(game, worksheets, puzzles, sheet, as_json, out, pdf, svg)
            return _write(game, puzzles, as_json, out)

    params: list[click.Parameter] = [
        flags.count("How many, all different."),
        flags.seed("The same seed makes the same puzzles for ever."),
        *flags.variant(game),
        *map(flags.of_setting, generator.options),
        flags.time(),
        flags.file("--output -o --out out", "Write the pack to a file instead of stdout."),
        flags.json(),
        flags.jobs(),
    ]
    examples = [f"quandary generate {game.name} --count 10 --seed 1", *generator.example_commands]
    if not game.is_scored:
        params.append(flags.file("--from source", _FROM))
        examples.append(f"quandary generate {game.name} --from plain.txt -o pack.txt")
    if worksheets:
        params += [
            flags.file("--pdf", "Print them: worksheets as a PDF (needs the extra print)."),
            flags.file("--svg", "Print them: a numbered SVG file for each page."),
            *map(flags.of_setting, worksheets.options),
        ]
    return click.Command(
        game.name,
        callback=run,
        params=params,
        help=f"Make {game.title} puzzles; the same seed and settings make the same ones for ever.",
        epilog=flags.examples(*examples),
    )


_FROM = "Make none: solve those of this file, write them with their optima, leave out what is unsolvable."
command = GamesGroup("generate", _build, "Make new puzzles to order.")


def _counted(puzzles: Iterator[Puzzle[Any]], advance: Advance) -> Iterator[Puzzle[Any]]:
    """Move the progress bar with every puzzle."""
    for puzzle in puzzles:
        advance()
        yield puzzle


def _write(game: Game[Any, Any], puzzles: Iterator[Puzzle[Any]], as_json: bool, out: str | None) -> int:
    done: list[Puzzle[Any]] = []
    try:
        for puzzle in puzzles:
            done.append(puzzle)
            if out is None:
                _print(game, puzzle, as_json, is_first=len(done) == 1)
    except KeyboardInterrupt:
        raise Interrupted(f"{len(done)} puzzles are done") from None
    finally:
        if out is not None and done:
            write_whole(out, game.write_pack(done).encode())
            say(f"{counted(len(done), 'puzzles')} written to {out}")
    return 0


def _record(
    game: Game[Any, Any],
    source: str,
    as_json: bool,
    jobs: int,
    time: float | None,
    out: str | None,
    settings: dict[str, Any],
) -> int:
    """Plain puzzles as a pack with optima; what cannot be solved is told, and left out."""
    context = click.get_current_context()
    rules = {rule.name for rule in game.variant_options}
    for name in ("count", "seed", *settings):
        if name not in rules and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise UsageError(f"--{name.replace('_', '-')} is for new puzzles: --from takes those of a file")
    if source != "-" and not is_file(source):
        raise UsageError(f"{source}: there is no such file")
    variant = game.variant(**{name: settings[name] for name in rules})
    puzzles, bad = good_puzzles(variant, [source])
    found: Counter[type] = Counter()

    def solvable() -> Iterator[Puzzle[Any]]:
        for entry in with_optima(variant, puzzles, jobs=jobs, time=time):
            if isinstance(entry, Puzzle):
                yield entry
            else:
                found[type(entry)] += 1
                say_error(f"{'standard input' if source == '-' else source}: {entry}")

    with progress_bar("solving", len(puzzles), even_alone=True) as advance:
        _write(variant, _counted(solvable(), advance), as_json, out)
    return EXIT_BAD_INPUT if bad or found[PuzzleError] else EXIT_UNKNOWN if found else 0


def _print(game: Game[Any, Any], puzzle: Puzzle[Any], as_json: bool, *, is_first: bool) -> None:
    if as_json:
        print_json(game.record(puzzle))
    else:
        text = game.write_pack([puzzle]).rstrip("\n")
        if len(text) > LONGEST_TEXT and sys.stdout.isatty():
            # A person wants to see it, and its answers last; a pipe gets what another command reads.
            text = f"{puzzle.id}\n{game.draw(puzzle.position, colour=wants_colour())}"
        # A blank line keeps puzzles of several lines apart, so that what is printed is a pack, too.
        print_result(f"\n{text}" if "\n" in text and not is_first else text)


def _print_sheets(
    game: Game[Any, Any],
    worksheets: Worksheets[Any],
    puzzles: Iterator[Puzzle[Any]],
    sheet: dict[str, Any],
    as_json: bool,
    out: str | None,
    pdf: str | None,
    svg: str | None,
) -> int:
    """Makes all puzzles first: a sheet has exactly what was asked for, or it is not made."""
    made = list(puzzles)
    if as_json or out:
        _write(game, iter(made), as_json, out)
    if pdf:
        write_whole(pdf, worksheets.pdf(made, sheet))
        say(f"{counted(len(made), 'puzzles')} written to {pdf}")
    if svg:
        pages = worksheets.svg(made, sheet)
        path = Path(svg)
        names = (
            [svg] if len(pages) == 1 else [str(path.with_stem(f"{path.stem}-{n}")) for n in range(1, len(pages) + 1)]
        )
        for name, page in zip(names, pages, strict=True):
            write_whole(name, page.encode())
        say(f"{counted(len(made), 'puzzles')} written to {', '.join(names)}")
    return 0
