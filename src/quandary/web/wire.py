"""What requests look like. Everything is checked here, before any game sees it."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from quandary.core.errors import UsageError
from quandary.web.limits import Limits

Setting = str | int | float | bool | None
_MARK = re.compile(r"player|hint|(solver|strategy):[A-Za-z0-9_-]{1,40}")
LARGEST_NUMBER = 1 << 53
"""What every JSON reader keeps exactly."""


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """A request about a game."""

    game: str


class PuzzleRequest(Request):
    """About one puzzle, given by its text or its id, with rules that it may leave open."""

    puzzle: str
    rules: dict[str, Setting] = {}


class GameRequest(PuzzleRequest):
    """About a puzzle on which moves have been played, and who made them where it was not always the player."""

    moves: list[str] = []
    marks: list[str] = []


class StateRequest(GameRequest):
    """Where that game stands, with its picture or without."""

    pictures: bool = True


class New(Request):
    """A puzzle to begin: by its address, its text or id, made to order, or another like that of an id."""

    address: str | None = None
    puzzle: str | None = None
    rules: dict[str, Setting] = {}
    settings: dict[str, Setting] = {}
    seed: int | None = None
    like: str | None = None
    pictures: bool = True


class Play(StateRequest, kw_only=True):
    """One more move, and those that were played before its answer was there."""

    move: str
    more: list[str] = []


class Way(GameRequest, kw_only=True):
    """The moves that lead somewhere."""

    place: str


class Solve(GameRequest):
    """A solution from where the game stands."""

    metric: str | None = None
    strategy: str | None = None
    options: dict[str, Setting] = {}
    time: float | None = None
    nodes: int | None = None
    memory: int | None = None


class Watch(GameRequest, kw_only=True):
    """Some moves of a player."""

    player: str | None = None
    seed: int = 1
    count: int = 1


class Generate(Request):
    """Puzzles to order."""

    settings: dict[str, Setting] = {}
    seed: int | None = None
    count: int = 1


class Validate(Request):
    """A pack to check."""

    text: str
    solve: bool = True


class Worksheet(Request):
    """Sheets to print."""

    settings: dict[str, Setting] = {}
    sheet: dict[str, Setting] = {}
    seed: int | None = None
    count: int = 1
    format: str = "pdf"


class Verify(PuzzleRequest, kw_only=True):
    """Somebody's solution."""

    solution: str
    metric: str | None = None


class Finished(GameRequest, kw_only=True):
    """A game to be recorded: what its moves do not tell, and the player's earlier records of the puzzle."""

    at: str
    hints: int = 0
    undone: int = 0
    seconds: float = 0.0
    timed: bool = True
    earlier: str = ""


class Standing(Request):
    """How far somebody has come in a game; `progress` is what `quandary progress export` writes."""

    progress: str = ""
    today: str | None = None
    month: str | None = None
    after: str | None = None


R = TypeVar("R", bound=Request)


def read(kind: type[R], body: bytes, limits: Limits) -> R:
    """The request in a body. Raises `UsageError` with the place of what is wrong."""
    try:
        request = msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UsageError(f"the request is not understood: {error}") from None
    for name in request.__struct_fields__:
        value = getattr(request, name)
        _check(name, value, limits)
        if isinstance(value, dict):
            # A null leaves a setting as it is.
            setattr(request, name, {key: entry for key, entry in value.items() if entry is not None})
    return request


def _check(name: str, value: Any, limits: Limits) -> None:
    if isinstance(value, str):
        texts = ("puzzle", "address", "like", "text", "solution", "after")
        most = limits.progress if name in ("progress", "earlier") else limits.puzzle if name in texts else limits.word
        if len(value) > most:
            raise UsageError(f"{name} has {len(value)} characters, which is more than {most}")
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER and not (name == "seed" and value >= 0):
            raise UsageError(f"{name} is too large a number")
    elif isinstance(value, list):
        if len(value) > limits.moves:
            raise UsageError(f"{name} has {len(value)} entries, which is more than {limits.moves}")
        for entry in value:
            _check(f"{name}'s entry", entry, limits)
            if name == "marks" and not _MARK.fullmatch(entry):
                raise UsageError(f"{entry[:40]!r} is no mark of who made a move (player, hint, solver:NAME)")
    elif isinstance(value, dict):
        if len(value) > 50:
            raise UsageError(f"{name} has too many entries")
        for key, entry in value.items():
            _check(f"{name}.{key[:40]}", entry, limits)
