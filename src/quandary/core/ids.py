"""Ids: text that makes the same puzzle for ever, and the one place that knows how they are written.

`rush-hour#42` is a seed, `circuit:5#42` a seed with settings (`klondike:draw1-winnable#42`: a word for each
that is not the default), `rush-hour:` and a board is that board. `sokoban:beginner/3` looks like a board, but
names the third puzzle of a pack that ships with the game; only who knows the packs can tell.

Before the first release some generators had an older and a newer recipe, and the words of an id of the newer one ended
in `v2`. Today each generator has one recipe; a last word `v2` is read as an alias and never written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from quandary.core.errors import PuzzleError

if TYPE_CHECKING:
    from quandary.core.game import Game, Puzzle

LARGEST_SEED = (1 << 63) - 1

_ID = re.compile(
    r"(?P<game>[^\s:#]+)(?:(?::(?P<words>[A-Za-z0-9_-]+))?#(?P<seed>[0-9]{1,19})|:(?P<board>.+))", re.DOTALL
)
_PACK = re.compile(r"(?P<pack>[a-z][a-z0-9_-]*)/(?P<number>[1-9][0-9]{0,5})")
_ALIAS = re.compile(r"(?:^|-)v2$")


@dataclass(frozen=True, slots=True)
class PuzzleId:
    """A game and a seed, or a game and a board."""

    game: str
    words: str = ""
    """The settings that are not the default: `draw1-winnable`."""
    seed: int | None = None
    board: str = ""
    """The board's text, where there is no seed."""

    @classmethod
    def parse(cls, text: str) -> PuzzleId:
        """The id that a text says. Raises `PuzzleError` for what is none."""
        match = _ID.fullmatch(text.strip())
        if match is None:
            raise PuzzleError("is no id (expected GAME#SEED, GAME:LEVEL#SEED or GAME:BOARD)", puzzle=text[:80])
        if match["seed"] is None:
            return cls(match["game"], board=match["board"])
        seed = int(match["seed"])
        if seed > LARGEST_SEED:
            raise PuzzleError(f"a seed is a number from 0 to {LARGEST_SEED}", puzzle=text)
        return cls(match["game"], without_alias(match["words"] or ""), seed)

    def __str__(self) -> str:
        if self.seed is None:
            return f"{self.game}:{self.board}"
        return f"{self.game}:{self.words}#{self.seed}" if self.words else f"{self.game}#{self.seed}"

    @property
    def pack(self) -> tuple[str, int] | None:
        """The name of a pack and a number from 1, if the board can be read so."""
        match = _PACK.fullmatch(self.board)
        return None if match is None else (match["pack"], int(match["number"]))


def without_alias(words: str) -> str:
    """Return an id's words without a last `v2`, the alias of the only recipe."""
    return _ALIAS.sub("", words)


def with_alias(text: str) -> str:
    """Return the alias of a seed's id: `game:words-v2#42`."""
    head, _, seed = text.rpartition("#")
    return f"{head}{'-' if ':' in head else ':'}v2#{seed}"


def plain_id(text: str) -> str:
    """Return an id without the alias and leading zeros; a text that is no id comes back as it is."""
    try:
        return str(PuzzleId.parse(text))
    except PuzzleError:
        return text


def is_id(game: Game[Any, Any], text: str) -> bool:
    """Whether a text is meant as an id of this game."""
    return text.startswith((f"{game.name}:", f"{game.name}#"))


def is_seed(game: Game[Any, Any], text: str) -> bool:
    """Whether a text is the id of one of this game's seeds."""
    return is_id(game, text) and PuzzleId.parse(text).seed is not None


def board_id(game: Game[Any, Any], position: Any) -> str:
    """The id of a board: what a puzzle is called that has no seed."""
    return str(PuzzleId(game.name, board=game.compact(position)))


def lasting_id(game: Game[Any, Any], puzzle: Puzzle[Any]) -> str:
    """Return the puzzle's own id, or its board's if it has a title or a number in its source instead of an id."""
    return puzzle.id if is_id(game, puzzle.id) else board_id(game, puzzle.position)
