"""`quandary show GAME PUZZLE`"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup, puzzles_or_seed
from quandary.cli.output import (
    EXIT_BAD_INPUT,
    all_cores,
    print_json,
    print_result,
    say,
    say_error,
    verdict_record,
    wants_colour,
)
from quandary.cli.sources import good_puzzles, one_puzzle, pack_in
from quandary.core.errors import IllegalMove, PuzzleError, UsageError
from quandary.core.game import Game, Puzzle
from quandary.core.whole_file import write_whole
from quandary.drawing.paper import PAPERS
from quandary.engine.booklet import LANGUAGES
from quandary.engine.packs import pack_names
from quandary.engine.solve import Verdict, solve


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        puzzle: str | None,
        seed: int | None,
        svg: str | None,
        png: str | None,
        pdf: str | None,
        html: str | None,
        gif: str | None,
        booklet: str | None,
        paper: str | None,
        language: str | None,
        difficulty: bool,
        solution: str | None,
        solved: bool,
        as_json: bool,
        **parameters: Any,
    ) -> int:
        variant = flags.take_variant(game, parameters)
        (argument,) = puzzles_or_seed(game, () if puzzle is None else (puzzle,), seed)
        other_format = parameters.get("format")
        films = {"--html": html, "--gif": gif}
        is_drawn = svg or png or pdf or any(films.values())
        if paper and not (booklet or pdf):
            raise UsageError("--paper is for what is printed: take --booklet or --pdf with it")
        if language and not booklet:
            raise UsageError("--language is for booklets: take --booklet with it")
        if booklet:
            return _print_booklet(variant, argument, booklet, paper or _PAPER, language or LANGUAGES[0])
        if not (is_drawn or solution):
            return _show_all(
                variant, argument, solved=solved, difficulty=difficulty, other_format=other_format, as_json=as_json
            )
        found = one_puzzle(variant, argument)
        if solved:
            verdict = _solved(variant, found)
            print_result(str(verdict))
            solution = verdict.solution
        position = found.position
        moves = game.parse_moves(solution) if solution else []
        for number, move in enumerate(moves, start=1):
            position = _played(game, position, move, number)
        if difficulty or other_format or not is_drawn:
            _show(game, position, difficulty=difficulty, other_format=other_format)
            return 0
        if (flag := next((flag for flag, name in films.items() if name), None)) and not moves:
            raise UsageError(f"{flag} shows moves: say which with --solution, or take --solve")
        picture = game.draw_svg(position)
        if picture is None:
            raise UsageError(f"{game.name} cannot draw pictures")
        if svg and not moves:
            _save(svg, picture.encode())
        if moves:
            _save_films(game, found, moves, {".svg": svg, ".html": html, ".gif": gif})
        _save_still(picture, png, pdf, paper or _PAPER)
        return 0

    formats = click.Choice(game.position_formats)
    return flags.WritingCommand(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"], required=False),
            flags.seed(),
            *flags.variant(game),
            *([flags.option("--as format", _FORMAT, formats)] if game.position_formats else ()),
            flags.file("--svg", "Write an SVG picture; with --solution one that moves."),
            flags.file("--html", "Write a page that plays the --solution: pause, step, speed."),
            flags.file("--gif", "Write a GIF of the --solution (needs the extra gif)."),
            flags.file("--png", "Write a PNG picture (needs the extra png)."),
            flags.file("--pdf", "Write a PDF page (needs the extra print)."),
            flags.file("--booklet", "Print all puzzles of a pack as a PDF, with keys (needs the extra print)."),
            flags.option("--paper", "Paper of --booklet and --pdf (default: A4).", flags.choice(PAPERS)),
            flags.option("--language", "Language of the --booklet (default: en).", flags.choice(LANGUAGES)),
            flags.option("--solution", "Play these moves first; --svg and --html show them moving.", metavar="MOVES"),
            flags.switch("--solve solved", "Play the solver's moves, as with --solution."),
            flags.switch("--difficulty", "Say how hard it is for people, why, and what each figure means."),
            flags.json("JSON Lines on stdout, one object a puzzle; its measures and its solution if asked for."),
        ],
        help=f"Draw a {game.title} puzzle: text by default, or a picture. All puzzles of a file are drawn as text.",
        epilog=flags.examples(
            f"quandary show {game.name} {flags.example_puzzle(game)}",
            f"quandary show {game.name} {game.name}#42 --svg puzzle.svg",
            f"quandary show {game.name} puzzle.txt --solution MOVES --html film.html",
            f"quandary show {game.name} {game.name}#42 --solve --gif film.gif",
            f"quandary show {game.name} {game.name}#42 --difficulty",
            f"quandary show {game.name} pack.txt --booklet pack.pdf",
            *(f"quandary show {game.name} {pack} --booklet {pack}.pdf --paper letter" for pack in pack_names(game)[:1]),
        ),
    )


_SOLVING_TIME = 60.0
_PAPER = next(iter(PAPERS))
_FORMAT = "Write it as another program does."
command = GamesGroup("show", _build, "Draw a puzzle as text, SVG, PNG or PDF.")


def _played(game: Game[Any, Any], position: Any, move: Any, number: int) -> Any:
    try:
        return game.play(position, move).position
    except IllegalMove as error:
        raise PuzzleError(f"is illegal: {error}", place=f"move {number}, {game.format_move(move)}") from error


def _show_all(
    game: Game[Any, Any], argument: str, *, solved: bool, difficulty: bool, other_format: str | None, as_json: bool
) -> int:
    """Every puzzle of a source: drawn, told or written; a bad one is told on stderr."""
    puzzles, bad = good_puzzles(game, [argument])
    for number, puzzle in enumerate(puzzles, start=1):
        try:
            verdict = _solved(game, puzzle) if solved else None
        except UsageError as error:
            say_error(str(error))
            bad += 1
            continue
        if as_json:
            measures = {"difficulty": game.difficulty(puzzle.position)} if difficulty else {}
            found = {"solved": verdict_record(game, verdict)} if verdict else {}
            print_json({**game.record(puzzle), **measures, **found})
            continue
        if number > 1:
            print_result("")
        if verdict or len(puzzles) > 1:
            print_result(str(verdict) if verdict else f"{puzzle.id}:")
        position = puzzle.position
        for at, move in enumerate((verdict and verdict.moves) or (), start=1):
            position = _played(game, position, move, at)
        _show(game, position, difficulty=difficulty, other_format=other_format)
    return EXIT_BAD_INPUT if bad else 0


def _show(game: Game[Any, Any], position: Any, *, difficulty: bool, other_format: str | None) -> None:
    if difficulty:
        _show_difficulty(game, position)
    else:
        print_result(
            game.export(position, other_format) if other_format else game.draw(position, colour=wants_colour())
        )


def _solved(game: Game[Any, Any], puzzle: Puzzle[Any]) -> Verdict:
    """What the solver finds in a reasonable time."""
    verdict = solve(game, puzzle, time=_SOLVING_TIME)
    if verdict.solution is None:
        raise UsageError(f"there is no solution to show: {puzzle.id} is {verdict.verdict}")
    return verdict


def _show_difficulty(game: Game[Any, Any], position: Any) -> None:
    measures = game.difficulty(position)
    if measures is None:
        print_result("unsolvable, or this game has no measure of difficulty")
        return
    meanings = game.measures()
    told = {name: f"{name.replace('_', ' ')}: {_said(value)}" for name, value in measures.items()}
    width = max(map(len, told.values()))
    for name, figure in told.items():
        print_result(f"{figure:<{width}}  {meanings.get(name, '')}".rstrip())


def _said(value: Any) -> str:
    """A figure for people."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    return "unknown" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _print_booklet(game: Game[Any, Any], argument: str, file: str, paper: str, language: str) -> int:
    """All puzzles of a source on paper; a bad one is told and left out."""
    from quandary.engine.booklet import booklet_of

    puzzles, bad = good_puzzles(game, [argument])
    level = pack_in(game, argument)
    if puzzles:
        made = booklet_of(game, puzzles, jobs=all_cores(), paper=paper, language=language, level=level)
        _save(file, made)
    return EXIT_BAD_INPUT if bad else 0


def _save_films(
    game: Game[Any, Any], puzzle: Puzzle[Any], moves: Sequence[Any], files: Mapping[str, str | None]
) -> None:
    """The moves as films, each in the form that stands before its file."""
    from quandary.notebook import Animation

    animation = Animation(game, puzzle.position, moves, puzzle.id)
    for form, name in files.items():
        if name:
            _save(name, animation.made(form))


def _save_still(picture: str, png: str | None, pdf: str | None, paper: str) -> None:
    """The picture in forms that do not move."""
    if png:
        from quandary.drawing.raster import svg_to_png

        _save(png, svg_to_png(picture))
    if pdf:
        from quandary.drawing.pdf import svg_to_pdf

        _save(pdf, svg_to_pdf([picture], paper=paper))


def _save(name: str, content: bytes) -> None:
    write_whole(name, content)
    say(f"written: {name}")
