"""`quandary show GAME PUZZLE`"""

from __future__ import annotations

from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup, puzzles_or_seed
from quandary.cli.output import print_result, say, wants_colour
from quandary.cli.sources import one_puzzle
from quandary.core.errors import IllegalMove, PuzzleError, UsageError
from quandary.core.game import Game
from quandary.core.whole_file import write_whole


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        puzzle: str | None,
        seed: int | None,
        svg: str | None,
        png: str | None,
        pdf: str | None,
        html: str | None,
        difficulty: bool,
        solution: str | None,
        **parameters: Any,
    ) -> int:
        variant = flags.take_variant(game, parameters)
        (argument,) = puzzles_or_seed(game, () if puzzle is None else (puzzle,), seed)[:1]
        found = one_puzzle(variant, argument)
        position = found.position
        moves = game.parse_moves(solution) if solution else []
        for number, move in enumerate(moves, start=1):
            position = _played(game, position, move, number)
        if difficulty:
            return _show_difficulty(game, position)
        if parameters.get("format"):
            print_result(game.export(position, parameters["format"]))
            return 0
        if html and not moves:
            raise UsageError("--html shows moves: say which with --solution")
        if not (svg or png or pdf or html):
            print_result(game.draw(position, colour=wants_colour()))
            return 0
        picture = game.draw_svg(position)
        if picture is None:
            raise UsageError(f"{game.name} cannot draw pictures")
        if svg or html:
            from quandary.notebook import Animation

            animation = Animation(game, found.position, moves, found.id)
            if svg:
                _save(svg, (animation.svg() if moves else picture).encode())
            if html:
                _save(html, animation.html().encode())
        if png:
            from quandary.drawing.raster import svg_to_png

            _save(png, svg_to_png(picture))
        if pdf:
            from quandary.drawing.pdf import svg_to_pdf

            _save(pdf, svg_to_pdf([picture]))
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
            flags.file("--png", "Write a PNG picture (needs the extra png)."),
            flags.file("--pdf", "Write a PDF page (needs the extra print)."),
            flags.option("--solution", "Play these moves first; --svg and --html show them moving.", metavar="MOVES"),
            flags.switch("--difficulty", "Say how hard it is for people, and why."),
        ],
        help=f"Draw a {game.title} puzzle: text by default, or a picture.",
        epilog=flags.examples(
            f"quandary show {game.name} {flags.example_puzzle(game)}",
            f"quandary show {game.name} {game.name}#42 --svg puzzle.svg",
            f"quandary show {game.name} puzzle.txt --solution MOVES --html film.html",
        ),
    )


_FORMAT = "Write it as another program does."
command = GamesGroup("show", _build, "Draw a puzzle as text, SVG, PNG or PDF.")


def _played(game: Game[Any, Any], position: Any, move: Any, number: int) -> Any:
    try:
        return game.play(position, move).position
    except IllegalMove as error:
        raise PuzzleError(f"is illegal: {error}", place=f"move {number}, {game.format_move(move)}") from error


def _show_difficulty(game: Game[Any, Any], position: Any) -> int:
    measures = game.difficulty(position)
    if measures is None:
        print_result("unsolvable, or this game has no measure of difficulty")
        return 0
    for name, value in measures.items():
        print_result(f"{name.replace('_', ' ')}: {value}")
    return 0


def _save(name: str, content: bytes) -> None:
    write_whole(name, content)
    say(f"written: {name}")
