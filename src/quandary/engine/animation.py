"""Moves to be watched: as an SVG that plays itself, as HTML with controls, as a GIF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from quandary.core.arguments import check_type
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.registry import resolve_game
from quandary.core.whole_file import write_whole
from quandary.core.words import counted
from quandary.drawing.film import Film, film_of, svg
from quandary.drawing.film.player import page, player
from quandary.engine.puzzles import check_position

FORMS = (".svg", ".html", ".gif")


class Animation:
    """Moves from a position on; made when somebody looks. An illegal move raises `IllegalMove` then."""

    def __init__(self, game: str | Game[Any, Any], position: Any, moves: Sequence[Any], title: str = "") -> None:
        self.game: Game[Any, Any] = resolve_game(game)
        check_position(self.game, position)
        self.position = position
        check_type("moves", moves, Iterable, "a sequence of moves")
        self.moves = tuple(moves)
        self.title = title
        """What stands above a page; the game's name if nothing does."""

    @cached_property
    def film(self) -> Film:
        """Who is where and when."""
        return film_of(self.game, self.position, self.moves)

    def svg(self) -> str:
        """A picture that plays the moves over and over, in any browser and without a script."""
        return svg(self.film)

    def html(self) -> str:
        """A whole page with controls, that needs nothing else."""
        return page(self.film, self._names(), f"{self.game.title}: {self.title}" if self.title else self.game.title)

    def gif(self) -> bytes:
        """A GIF, for places that show nothing else (needs the extra `gif`)."""
        from quandary.drawing.film.gif import gif

        return gif(self.film)

    def save(self, file: str | Path) -> None:
        """Writes `.svg`, `.html` or `.gif`, as the name ends."""
        check_type("a file", file, (str, Path), "a name or a Path")
        path = Path(file)
        if path.suffix not in FORMS:
            raise UsageError(f"{path}: an animation is saved as {', '.join(FORMS)}")
        write_whole(path, self.made(path.suffix))

    def made(self, form: str) -> bytes:
        """The content of a file of one of these `FORMS`: `.svg`, `.html`, `.gif`."""
        made: str | bytes = getattr(self, form.removeprefix("."))()
        return made.encode() if isinstance(made, str) else made

    def _names(self) -> list[str]:
        return [self.game.format_move(move) for move in self.moves]

    def _repr_html_(self) -> str:
        """The player that notebooks show."""
        return player(self.film, self._names())

    def __repr__(self) -> str:
        return f"<animation of {self.game.name}, {counted(len(self.moves), 'moves')}>"
